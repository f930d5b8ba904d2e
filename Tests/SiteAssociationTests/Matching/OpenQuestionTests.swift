import SiteAssociation
import Testing

/// What neither Apple's documents nor the recorded answers decide, with the answer that this package gives.
struct OpenQuestionTests {
    /// A component, what follows the host in a link, and whether the link is matched.
    @Test(arguments: [
        (#"{"/": "/buy/*"}"#, "/buy", true), (#"{"/": "/buy"}"#, "/buy/", true),
        (#"{"/": "/a/b"}"#, "/a//b", false), (#"{"/": "/b"}"#, "/a/../b", false),
        ("{}", ":8443/", true), (#"{"?": {"a b": "1"}}"#, "/?a%20b=1", false),
        (#"{"?": {"a%20b": "1"}}"#, "/?a%20b=1", true),
        (#"{"?": {"a b": "1"}, "percentEncoded": false}"#, "/?a%20b=1", true),
        (#"{"?": {"a%20b": "1"}, "percentEncoded": false}"#, "/?a%20b=1", false),
        (#"{"?": {"A": "1"}, "caseSensitive": false}"#, "/?a=1", false),
        (#"{"?": {"a": "x y"}, "percentEncoded": false}"#, "/?a=x+y", false),
        (#"{"?": {"a": "x+y"}, "percentEncoded": false}"#, "/?a=x%2By", true),
        (#"{"?": {"b": "2"}}"#, "/?a=1;b=2", false),
        (#"{"?": {"a": "1;b=2"}}"#, "/?a=1;b=2", true),
        (#"{"/": "/É", "caseSensitive": false, "percentEncoded": false}"#, "/%C3%A9", false),
        (#"{"/": "/??", "percentEncoded": false}"#, "/%C3%A9", false),
        (#"{"/": "/?", "percentEncoded": false}"#, "/%C3%A9", true),
        (#"{"/": "/%FF", "percentEncoded": false}"#, "/%FF", false),
        (#"{"/": "/$(x)"}"#, "/$(x)", false), (#"{"/": "/a$(b"}"#, "/a$(b", false),
        (#"{"/": "/$(lang)"}"#, "/en", true),
    ])
    func `a component has one answer`(component: String, tail: String, isMatched: Bool) throws {
        let association = try AppSiteAssociation(components: "[\(component)]")
        #expect(association.answer(for: "https://example.com" + tail).isMatched == isMatched)
    }

    @Test(arguments: [
        ("http://example.com/", "example.com", true),
        ("https://me@example.com/", "example.com", true),
        ("https://example.com/", "*.example.com", false),
        ("https://a.example.com/", "*.example.com", true),
        ("https://badexample.com/", "*.example.com", false),
        ("https://example.com/" + String(repeating: "a", count: 70_000), "example.com", false),
    ])
    func `a host has one answer`(url: String, domain: String, isMatched: Bool) throws {
        let association = try AppSiteAssociation(components: "[{}]")
        #expect(association.answer(for: url, domain: domain).isMatched == isMatched)
    }

    @Test func `a link has at most 65 536 bytes`() throws {
        let long = "https://example.com/" + String(repeating: "a", count: 65_517)
        let explanation = try AppSiteAssociation(components: "[{}]").explanation(for: long)
        #expect(explanation.obstacle == .tooLong(bytes: 65_537, limit: 65_536))
    }

    @Test(arguments: [
        #"{"appIDs": ["A.one"]}"#, #"{"appID": "A.one", "components": []}"#,
        #"{"appID": "A.one", "paths": []}"#,
    ])
    func `an entry without rules claims nothing`(entry: String) throws {
        let association = try AppSiteAssociation(#"{"applinks": {"details": [\#(entry)]}}"#)
        #expect(association.answer(for: "https://example.com/any") == .notMatched)
    }

    @Test(arguments: [
        (#""appID": ["A.one", "A.two"]"#, ["A.one", "A.two"]), (#""appIDs": "A.one""#, ["A.one"]),
        (#""appID": "A.one", "appIDs": ["A.two"]"#, ["A.two", "A.one"]),
        (#""appID": "A.one""#, ["A.one"]), (#""appIDs": ["A.one", 5, "A.one"]"#, ["A.one"]),
        (#""appID": 5"#, []),
    ])
    func `an entry is for all apps that it names`(keys: String, all: [String]) throws {
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [{\#(keys), "components": [{}]}]}}"#
        )
        #expect(association.appIDs() == all)
        #expect(association.explanation(for: "https://example.com/any").apps.map(\.appID) == all)
    }

    @Test func `the entries of one app are tried one after the other`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A.one"], "components": [{"/": "/1"}]}, {"appIDs": ["A.one"], "components": [{"/": "/2"}]}
            ]}}
            """
        )
        #expect(association.answer(for: "https://example.com/1").isMatched)
        #expect(association.answer(for: "https://example.com/2").isMatched)
    }
}
