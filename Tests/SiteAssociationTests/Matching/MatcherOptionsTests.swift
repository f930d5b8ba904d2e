import SiteAssociation
import Testing

/// Each question that Apple leaves open, with both answers.
struct MatcherOptionsTests {
    private typealias Options = AssociationMatcher.Options

    /// Whether a component matches with the default options and with changed ones.
    private func answers(
        _ component: String,
        _ url: String,
        domain: String? = nil,
        _ change: (inout Options) -> Void
    ) throws -> [Bool] {
        let association = try AppSiteAssociation(components: "[\(component)]")
        var options = Options()
        change(&options)
        return [
            association.answer(for: url, domain: domain).isMatched,
            AssociationMatcher(association, options: options).answer(for: url, domain: domain)
                .isMatched,
        ]
    }

    @Test func `a matcher with the default options answers as the file`() throws {
        let association = try AppSiteAssociation(components: #"[{"/": "/buy/*"}]"#)
        let matcher = AssociationMatcher(association)
        for link in ["https://example.com/buy/1", "https://example.com/sell"] {
            #expect(matcher.answer(for: link) == association.answer(for: link))
            #expect(matcher.explanation(for: link) == association.explanation(for: link))
        }
    }

    @Test func `slashes`() throws {
        let link = "https://example.com"
        #expect(
            try answers(#"{"/": "/buy/*"}"#, link + "/buy") { $0.parentMatches = false } == [
                true, false,
            ]
        )
        #expect(
            try answers(#"{"/": "/buy"}"#, link + "/buy/") { $0.ignoresTrailingSlashes = false }
                == [true, false]
        )
        #expect(
            try answers(#"{"/": "/a/b"}"#, link + "/a//b") { $0.collapsesSlashes = true } == [
                false, true,
            ]
        )
        #expect(
            try answers(#"{"/": "/b"}"#, link + "/a/../b") { $0.resolvesDotSegments = true } == [
                false, true,
            ]
        )
        #expect(
            try answers(#"{"/": "/a/b"}"#, link + "/a/./x/../b") { $0.resolvesDotSegments = true }
                == [false, true]
        )
        #expect(
            try answers(#"{"/": "/"}"#, link + "/../..") { $0.resolvesDotSegments = true } == [
                false, true,
            ]
        )
    }

    @Test(arguments: [("/a/", "/a/b/.."), ("/a/", "/a/."), ("/a/b", "/a/x/../b"), ("/", "/a/..")])
    func `a dot segment at the end leaves its slash`(pattern: String, path: String) throws {
        #expect(
            try answers(#"{"/": "\#(pattern)"}"#, "https://example.com" + path) {
                $0.resolvesDotSegments = true
                $0.ignoresTrailingSlashes = false
            } == [false, true]
        )
    }

    @Test func `hosts, ports and schemes`() throws {
        #expect(
            try answers("{}", "http://example.com/") { $0.matchesHTTP = false } == [true, false]
        )
        #expect(
            try answers("{}", "https://example.com:8443/") { $0.ignoresPort = false } == [
                true, false,
            ]
        )
        #expect(
            try answers("{}", "https://me@example.com/") { $0.ignoresUserInfo = false } == [
                true, false,
            ]
        )
        #expect(
            try answers("{}", "https://example.com/", domain: "*.example.com") {
                $0.wildcardCoversApex = true
            }
                == [false, true]
        )
        let long = "https://example.com/" + String(repeating: "a", count: 70_000)
        #expect(try answers("{}", long) { $0.maximumLength = 1 << 20 } == [false, true])
        let association = try AppSiteAssociation(components: "[{}]")
        #expect(
            association.explanation(for: long).obstacle == .tooLong(bytes: 70_020, limit: 65_536)
        )
    }

    @Test func `queries`() throws {
        let link = "https://example.com/?"
        #expect(
            try answers(#"{"?": {"a b": "1"}}"#, link + "a%20b=1") { $0.queryNames = .decoded } == [
                false, true,
            ]
        )
        #expect(
            try answers(#"{"?": {"a%20b": "1"}, "percentEncoded": false}"#, link + "a%20b=1") {
                $0.queryNames = .asWritten
            }
                == [false, true]
        )
        #expect(
            try answers(#"{"?": {"A": "1"}, "caseSensitive": false}"#, link + "a=1") {
                $0.foldsQueryNames = true
            }
                == [false, true]
        )
        #expect(
            try answers(#"{"?": {"a": "x y"}, "percentEncoded": false}"#, link + "a=x+y") {
                $0.plusIsSpace = true
            }
                == [false, true]
        )
        #expect(
            try answers(#"{"?": {"b": "2"}}"#, link + "a=1;b=2") { $0.semicolonSeparates = true }
                == [false, true]
        )
    }

    @Test func `characters`() throws {
        let link = "https://example.com"
        #expect(
            try answers(
                #"{"/": "/É", "caseSensitive": false, "percentEncoded": false}"#,
                link + "/%C3%A9"
            ) {
                $0.foldsNonASCII = true
            } == [false, true]
        )
        #expect(
            try answers(#"{"/": "/??", "percentEncoded": false}"#, link + "/%C3%A9") {
                $0.countsBytes = true
            } == [false, true]
        )
        #expect(
            try answers(#"{"/": "/é?", "percentEncoded": false}"#, link + "/%C3%A9x") {
                $0.countsBytes = true
            } == [true, true]
        )
        #expect(
            try answers(#"{"/": "/%FF", "percentEncoded": false}"#, link + "/%FF") {
                $0.comparesUndecodableText = true
            }
                == [false, true]
        )
    }

    @Test func `variables`() throws {
        let link = "https://example.com"
        #expect(
            try answers(#"{"/": "/$(x)"}"#, link + "/$(x)") { $0.undefinedVariablesAreText = true }
                == [false, true]
        )
        #expect(
            try answers(#"{"/": "/a$(b"}"#, link + "/a$(b") { $0.undefinedVariablesAreText = true }
                == [false, true]
        )
        #expect(
            try answers(#"{"/": "/$(lang)"}"#, link + "/en") { $0.undefinedVariablesAreText = true }
                == [true, true]
        )
        #expect(
            try answers(#"{"/": "/$(lang)"}"#, link + "/en") { $0.countsBytes = true } == [
                true, true,
            ]
        )
    }

    @Test(arguments: [
        #"{"appIDs": ["A.one"]}"#, #"{"appID": "A.one", "components": []}"#,
        #"{"appID": "A.one", "paths": []}"#,
    ])
    func `entries without rules`(entry: String) throws {
        let association = try AppSiteAssociation(#"{"applinks": {"details": [\#(entry)]}}"#)
        var options = Options()
        options.emptyEntriesClaimEverything = true
        let url = "https://example.com/any"
        #expect(association.answer(for: url) == .notMatched)
        #expect(AssociationMatcher(association, options: options).answer(for: url).isMatched)
    }

    @Test(arguments: [
        (#""appID": ["A.one", "A.two"]"#, ["A.one", "A.two"], []),
        (#""appIDs": "A.one""#, ["A.one"], []),
        (#""appID": "A.one", "appIDs": ["A.two"]"#, ["A.two", "A.one"], ["A.two"]),
        (#""appID": "A.one""#, ["A.one"], ["A.one"]),
        (#""appIDs": ["A.one", 5, "A.one"]"#, ["A.one"], ["A.one"]),
        (#""appID": 5"#, [], []),
    ])
    func `entries that name their apps in other ways`(
        keys: String,
        all: [String],
        documented: [String]
    ) throws {
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [{\#(keys), "components": [{}]}]}}"#
        )
        var options = Options()
        options.readsDocumentedAppIDsOnly = true
        let url = "https://example.com/any"
        #expect(association.appIDs() == all)
        #expect(association.answers(for: url).map(\.appID) == all)
        #expect(
            AssociationMatcher(association, options: options).answers(for: url).map(\.appID)
                == documented
        )
    }

    @Test func `several entries for one app`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A.one"], "components": [{"/": "/1"}]}, {"appIDs": ["A.one"], "components": [{"/": "/2"}]}
            ]}}
            """
        )
        var options = Options()
        options.usesFirstEntryOnly = true
        let first = AssociationMatcher(association, options: options)
        #expect(association.answer(for: "https://example.com/2").isMatched)
        #expect(first.answer(for: "https://example.com/1").isMatched)
        #expect(first.answer(for: "https://example.com/2") == .notMatched)
    }
}
