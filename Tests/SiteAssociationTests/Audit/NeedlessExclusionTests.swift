import DeepLinks
import DeepLinksTestSupport
import LinkChecking
import Testing

@testable import SiteAssociation

/// An exclusion that no later rule needs.
struct NeedlessExclusionTests {
    private static func file(_ rules: [String]) throws -> AppSiteAssociation {
        try AppSiteAssociation(components: "[\(rules.joined(separator: ", "))]")
    }

    private static func legacy(_ paths: [String]) throws -> AppSiteAssociation {
        let list = paths.map { "\"\($0)\"" }.joined(separator: ", ")
        return try AppSiteAssociation(
            #"{"applinks": {"details": [{"appID": "\#(AppSiteAssociation.appID)", "paths": [\#(list)]}]}}"#
        )
    }

    private static func places(_ file: AppSiteAssociation) -> [String?] {
        file.audit().filter { $0.code == .needlessExclusion }.map(\.place.path)
    }

    @Test func `the note says what to do, and both ways out work`() throws {
        let file = try Self.legacy(["/a/*", "NOT /login"])
        #expect(
            file.audit().filter { $0.code == .needlessExclusion }.map(\.description) == [
                "note: needless-exclusion at applinks.details[0].paths[1] (line 1, column 85): No later rule claims a link that this exclusion matches, so it changes nothing; remove it, or move it before the rules that it limits."
            ]
        )
        #expect(Self.places(try Self.legacy(["/a/*"])) == [])
        #expect(Self.places(try Self.legacy(["/a*", "NOT /*/b"])).count == 1)
        #expect(Self.places(try Self.legacy(["NOT /*/b", "/a*"])) == [])
    }

    @Test(arguments: [
        (["/a/*", "NOT /login"], true), (["NOT /login", "/a/*"], true),
        (["NOT /login", "/log*"], false), (["NOT /log*", "/login"], false),
        (["NOT /*b", "/a*"], false), (["NOT /a/b", "/a/?"], false), (["NOT /a/b", "/a/??"], true),
        (["NOT /a/*", "/a"], false), (["NOT /a", "/a/*"], false), (["NOT /a", "/a/?*"], true),
        (["NOT /A", "/a"], true), (["NOT /a$", "/a"], true), (["/a", "NOT *"], false),
        (["NOT *"], false), (["NOT /login"], true), (["NOT /a", "NOT /b", "/b"], true),
        (["NOT /a/", "/a"], false), (["NOT /*x*y*", "/*y*x*"], false),
        (["NOT /*x*y", "/*y*x"], true),
    ])
    func `an exclusion needs a later rule for one of its links`(
        paths: [String],
        isNeedless: Bool
    ) throws {
        #expect(Self.places(try Self.legacy(paths)).count == (isNeedless ? 1 : 0))
    }

    @Test(arguments: [
        ([#"{"/": "/a", "exclude": true}"#, #"{"/": "/b"}"#], true),
        ([#"{"/": "/A", "exclude": true}"#, #"{"/": "/a", "caseSensitive": false}"#], false),
        ([#"{"/": "/$(digit)", "exclude": true}"#, #"{"/": "/a"}"#], true),
        ([#"{"/": "/$(alpha)", "exclude": true}"#, #"{"/": "/$(xdigit)"}"#], false),
        ([#"{"/": "/$(lang)/x", "exclude": true}"#, #"{"/": "/de/*"}"#], false),
        ([#"{"/": "/$(none)/x", "exclude": true}"#, #"{"/": "/de/*"}"#], true),
        ([#"{"?": {"a": "1"}, "exclude": true}"#, #"{"/": "/a"}"#], false),
        ([#"{"?": {"a": "1"}, "exclude": true}"#, #"{"?": {"a": "2"}}"#], true),
        ([##"{"#": "x", "exclude": true}"##, ##"{"/": "/a", "#": "y"}"##], true),
        (
            [#"{"/": "/a b", "exclude": true, "percentEncoded": false}"#, #"{"/": "/a%20b"}"#],
            false
        ),
        ([#"{"exclude": true}"#], false),
    ])
    func `so it is with components`(rules: [String], isNeedless: Bool) throws {
        #expect(Self.places(try Self.file(rules)).count == (isNeedless ? 1 : 0))
    }

    @Test func `a later entry of the same app counts, and one of another app does not`() throws {
        func file(_ second: String) throws -> AppSiteAssociation {
            try AppSiteAssociation(
                """
                {"applinks": {"details": [
                  {"appIDs": ["A1B2C3D4E5.a"], "components": [{"/": "/a", "exclude": true}]},
                  {"appIDs": ["A1B2C3D4E5.\(second)"], "components": [{"/": "/*"}]}
                ]}}
                """
            )
        }
        #expect(Self.places(try file("a")) == [])
        #expect(Self.places(try file("b")) == ["applinks.details[0].components[0]"])
    }

    @Test(arguments: UInt64(0)..<10)
    func `without it no link opens that did not open before`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<10 {
            let file = try RandomRules.association(using: &random)
            let rules = file.entries[0].rules.map(\.source)
            for finding in file.audit() where finding.code == .needlessExclusion {
                let number = try #require(
                    file.entries[0].rules.firstIndex { $0.place.path == finding.place.path }
                )
                var others = rules
                others.remove(at: number)
                guard !others.isEmpty else { continue }
                let rest = try AppSiteAssociation(
                    components: "[\(others.joined(separator: ", "))]",
                    links: #", "substitutionVariables": {"v": ["a", "p*", "1"]}"#
                )
                for _ in 0..<100 {
                    let link = RandomRules.link(using: &random)
                    #expect(
                        rest.answer(for: link).isMatched == file.answer(for: link).isMatched,
                        "\(link) \(rules)"
                    )
                }
            }
        }
    }

    /// Random patterns of few characters that overlap often, and whether one of many texts matches both.
    @Test(arguments: UInt64(0)..<8)
    func `two patterns that share a text may meet`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var compiler = GlobCompiler(variables: [:])
        let parts = ["a", "b", "*", "?", "$(alpha)", "$(digit)"]
        let texts = (0...4).reduce(into: [[""]]) { lists, _ in
            lists.append((lists.last ?? []).flatMap { text in ["a", "b", "1"].map { text + $0 } })
        }.joined().map { $0.unicodeScalars.map(\.value) }
        for _ in 0..<60 {
            let (left, right) = (0..<2).map { _ in
                (0..<Int.random(in: 0...4, using: &random)).map { _ in
                    parts.randomElement(using: &random) ?? ""
                }.joined()
            }.pair
            let (one, two) = (
                compiler.glob(left, ignoresCase: false), compiler.glob(right, ignoresCase: false)
            )
            var budget = Int.max
            let shares = texts.contains { one.matches($0) && two.matches($0) }
            #expect(
                one.mayMeet(two, ignoresCase: false, &budget) == shares,
                "'\(left)' and '\(right)'"
            )
        }
    }
}

extension [String] {
    fileprivate var pair: (String, String) { (self[0], self[1]) }
}
