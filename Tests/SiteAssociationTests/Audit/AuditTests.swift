import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

struct AuditTests {
    private static let app = #""appIDs": ["A1B2C3D4E5.com.example.app"]"#

    /// A file with one entry whose components are given.
    private static func components(_ components: String) -> String {
        #"{"applinks": {"details": [{\#(app), "components": [\#(components)]}]}}"#
    }

    /// A file with one legacy entry.
    private static func paths(_ paths: String) -> String {
        #"{"applinks": {"details": [{"appID": "A1B2C3D4E5.com.example.app", "paths": [\#(paths)]}]}}"#
    }

    /// A file with one component that uses `$(a)`, and the variables given.
    private static func variables(_ variables: String) -> String {
        #"{"applinks": {"substitutionVariables": {\#(variables)}, "details": [{\#(app), "components": [{"/": "/$(a)"}]}]}}"#
    }

    /// The findings of a file, or of one with the part that the text gives.
    private static func findings(_ text: String) throws -> [AssociationFinding] {
        let colon = text.firstIndex(of: ":") ?? text.startIndex
        let part = String(text[colon...].dropFirst(2))
        let file =
            switch text[..<colon] {
            case "components": components(part)
            case "paths": paths(part)
            case "variables": variables(part)
            default: text
            }
        return try AppSiteAssociation(file).audit()
    }

    @Test(arguments: try rows(in: "findings.txt"))
    func `finds what is wrong and says so`(row: TableRow) throws {
        let found = try Self.findings(row[0]).map(\.text)
        #expect(found == row.rest)
    }

    /// A prefix with a word that no lot draws, and a word between two points of a bundle identifier, but only as a whole.
    private static let placeholders = [
        "MYTEAM1234.com.example.app", "myteam1234.com.example.app", "PREFIX1234.com.example.app",
        "YOURID1234.com.example.app", "APPID12345.com.example.app", "1234567890.com.example.app",
        "ABXXXX1234.com.example.app", "MYBUNDLE12.com.example.app", "0000000000.com.example.app",
        "ABCDE12345.com.example.app",
        "abcde12345.com.example.app", "A1B2C3D4E5.com.acme.replace",
        "A1B2C3D4E5.com.acme.Replace-Me", "A1B2C3D4E5.com.acme.placeholder",
        "A1B2C3D4E5.placeholder", "A1B2C3D4E5.com.your-company.shop",
        "A1B2C3D4E5.com.acme.BUNDLE_ID", "A1B2C3D4E5.PRODUCT_BUNDLE_IDENTIFIER",
        "A1B2C3D4E5.com.acme.$(NAME)", "A1B2C3D4E5.<bundle>", "A1B2C3D4E5.com.acme.{app}",
    ]

    private static let others = [
        "ABXXX12345.com.example.app", "A1B2C3D4E5.com.example.app", "ABCDE12346.com.example.app",
        "A1B2C3D4E5.com.acme.replacement-parts", "A1B2C3D4E5.com.acme.placeholders",
        "A1B2C3D4E5.com.yourstory.app", "A1B2C3D4E5.com.acme.team",
        "A1B2C3D4E5.com.bundle-ideas.app",
    ]

    @Test(arguments: placeholders + others)
    func `a word that no real identifier has is a placeholder`(appID: String) throws {
        let association = try AppSiteAssociation(#"{"webcredentials": {"apps": ["\#(appID)"]}}"#)
        let isFound = association.audit().contains { $0.code == .placeholderAppID }
        #expect(isFound == Self.placeholders.contains(appID))
    }

    @Test(arguments: [
        "com.shop.app.A1B2C3D4E5", "a1b2c3d4e5.com.shop.app", " A1B2C3D4E5.com.shop.app",
        "A1B2C3D4E5.com.shop.app\u{200B}", "com.shop.app", "A1B2C3D4E5.*",
        "A1B2C3D4E5F.com.shop.app", "A1B2C3D4E.com.shop.app", "A1B2C3D4E5", "",
        "A1B2C3D4E5.com.shop/app", "A1B2C3D4E5.",
        "A1B2C3D4E5..com.shop.app", "A1B2C3D4E5.com.shop.",
    ])
    func `a malformed app identifier is an error`(appID: String) throws {
        let found = try AppSiteAssociation(#"{"webcredentials": {"apps": ["\#(appID)"]}}"#).audit()
        #expect(found.map(\.code) == [.malformedAppID])
        #expect(found.first?.severity == .error)
    }

    /// A key of the old form, or a mistyped one, is ignored with its value, so the component says less than its author means.
    @Test(arguments: [
        ("path", "\"/\""), ("paths", "\"/\""), ("Path", "\"/\""), ("pathPattern", "\"/\""),
        ("query", "\"?\""), ("fragment", "\"#\""), ("NOT", "\"exclude\": true"),
    ])
    func `a key that leaves no condition is an error`(key: String, right: String) throws {
        let open = try AppSiteAssociation(Self.components(#"{"\#(key)": "/buy/*"}"#)).audit()
        #expect(
            open.map(\.message) == [
                "'\(key)' is not a key of a component, so it is ignored, and now it matches every link; write \(right)."
            ]
        )
        #expect(open.map(\.severity) == [.error])
    }

    @Test(arguments: try rows(in: "codes.txt"))
    func `files have the findings that belong to them`(row: TableRow) throws {
        let codes = try Self.findings(row[0]).map(\.code.rawValue)
        #expect(codes.joined(separator: " ") == row[1])
    }

    @Test func `a finding tells line and column`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A1B2C3D4E5.com.example.app"],
               "components": [
                 {"/": "*", "comment": "é"}, {"/": "/b"},
                 {"/": "/a", "Exclude": true}]}]}}
            """
        )
        #expect(
            association.audit().map(\.place.description) == [
                "applinks.details[0].components[1] (line 4, column 34)",
                "applinks.details[0].components[2].Exclude (line 5, column 18)",
            ]
        )
    }

    @Test func `files over 128 KB are too large`() throws {
        let comment = String(repeating: "x", count: 131_000)
        let small = try AppSiteAssociation(
            components: #"[{"/": "/a", "comment": "\#(comment.dropLast(200))"}]"#
        )
        #expect(small.audit().isEmpty)
        let large = try AppSiteAssociation(components: #"[{"/": "/a", "comment": "\#(comment)"}]"#)
        #expect(
            large.audit().map(\.description) == [
                "error: too-large at the document (line 1, column 1): The file has 131117 bytes, and systems ignore files of more than 131072; remove white space and comments, or combine rules with wildcards or substitution variables."
            ]
        )
    }

    @Test func `a variable's last values are looked at`() throws {
        let words = (1...9).map { #""w\#($0)""# }.joined(separator: ", ")
        let association = try AppSiteAssociation(
            components: """
                [{"/": "/$(some)/beta/*", "exclude": true}, {"/": "/$(all)/beta/*"},
                 {"/": "/$(all)/x"}, {"/": "/$(same)/x"}]
                """,
            links: """
                , "substitutionVariables":
                {"some": [\(words)], "all": [\(words), "us"], "same": [\(words), "us"]}
                """
        )
        let findings = association.audit().map { "\($0.code) \($0.place.path ?? "")" }
        #expect(
            findings.filter { $0.contains("-rule") } == [
                "dead-rule applinks.details[0].components[3]"
            ]
        )
        #expect(association.answer(for: "https://example.com/us/beta/x").isMatched)
    }

    @Test(arguments: [
        // Every pair of two variables' values counts.
        #"{"/": "/p/p", "exclude": true}, {"/": "/q/q", "exclude": true}, {"/": "/$(a)/$(b)"}"#,
        // Names of items are case-sensitive even if the rule is not.
        #"{"/": "/a", "exclude": true}, {"/": "/a", "?": {"id": "?*"}, "caseSensitive": false}"#,
        // The same for two variables in two parts.
        #"{"/": "/p", "?": {"x": "p"}}, {"/": "/q", "?": {"x": "q"}}, {"/": "/$(a)", "?": {"x": "$(a)"}, "exclude": true}"#,
        ##"{"/": "/p", "#": "p"}, {"/": "/q", "#": "q"}, {"/": "/$(a)", "#": "$(b)", "exclude": true}"##,
        // Every value of one variable is tried with plain text.
        #"{"/": "/$(a)/$(digit)*", "exclude": true}, {"/": "/p/*"}, {"/": "/$(a)/*"}"#,
        // Links may have an item that no rule names, and no other.
        #"{"?": {"no": "?*"}, "exclude": true}, {"/": "/o/*", "?": "", "exclude": true}, {"/": "/o/*"}"#,
        // An item whose value must be empty may be missing.
        #"{"?": "?*"}, {"?": {"id": ""}, "exclude": true}"#,
    ])
    func `a rule that opens some links is not dead`(components: String) throws {
        let association = try AppSiteAssociation(
            components: "[\(components)]",
            links: #", "substitutionVariables": {"a": ["p", "q"], "b": ["p", "q"]}"#
        )
        // The note on an exclusion after the last claim is right.
        #expect(!association.audit().contains { $0.code == .deadRule && $0.severity > .note })
    }

    @Test(arguments: [(2, false), (6, true)])
    func `a rule that was not compared to the end is told`(count: Int, isTold: Bool) throws {
        let words = (0..<64).map { "\"w\($0)\"" }.joined(separator: ", ")
        let rules = (0..<count).map { #"{"/": "/r\#($0)/$(a)"}"# }
        let association = try AppSiteAssociation(
            components: #"[{"/": "/*"}, \#(rules.joined(separator: ", "))]"#,
            links: #", "substitutionVariables": {"a": [\#(words)]}"#
        )
        var audit = AssociationAudit(association, effort: 1 << 11)
        audit.checkOrder()
        #expect(audit.reported().map(\.code) == [.deadRule] + (isTold ? [.notCompared] : []))
    }

    @Test func `a pattern for the whole query says more than one for its items`() throws {
        let association = try AppSiteAssociation(
            components: """
                [{"/": "/a", "?": {"full": "", "print": ""}}, {"/": "/a", "?": "*print*"}]
                """
        )
        #expect(association.answer(for: "https://example.com/a?print&full=1").match?.ruleIndex == 1)
        #expect(association.audit().map(\.code) == [])
    }

    @Test func `of the rules that take an entry's links the first app's is named`() throws {
        let apps = ["A", "B", "C", "D"].map { "\"A1B2C3D4E5.\($0)\"" }
        let entries = (apps + [apps.joined(separator: ", ")]).map { apps in
            #"{"appIDs": [\#(apps)], "components": [{"/": "/a"}]}"#
        }
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [\#(entries.joined(separator: ", "))]}}"#
        )
        let finding = try #require(association.audit().first { $0.code == .deadRule })
        #expect(finding.place.path == "applinks.details[4].components[0]")
        #expect(
            finding.message.contains("at applinks.details[0].components[0], with 3 more, take ")
        )
    }

    @Test func `a fragment that is decoded is another than one that is not`() throws {
        let components = ##"[{"#": "a%20b"}, {"#": "a%20b", "percentEncoded": false}]"##
        let association = try AppSiteAssociation(components: components)
        let codes = association.audit().map(\.code)
        #expect(!codes.contains(.deadRule))
        #expect(association.answer(for: "https://example.com/#a%2520b").match?.ruleIndex == 1)
    }

    @Test(.timeLimit(.minutes(1))) func `a file of mistakes takes time in proportion`() throws {
        let components = Array(repeating: #"{"/mment":""}"#, count: 4_000).joined(separator: ",")
        let association = try AppSiteAssociation(components: "[\(components)]")
        #expect(association.audit().contains { $0.code == .misspeltKey })
        for (text, count) in [(",", 0), ("{", 1), (" ", 1), ("(", 0), ("[", 0)] {
            let pattern = "/\(String(repeating: text, count: 15_000))x"
            let association = try AppSiteAssociation(components: #"[{"/": "\#(pattern)"}]"#)
            #expect(association.audit().count { $0.severity == .error } == count)
        }
    }

    @Test func `findings can be sorted by severity and written as JSON`() throws {
        let severities = AssociationFinding.Severity.allCases
        #expect(severities.sorted() == [.note, .warning, .error])
        let association = try AppSiteAssociation(components: #"[{"?": {"a": "*"}}]"#)
        let findings = association.audit()
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(findings)
        #expect(try JSONDecoder().decode([AssociationFinding].self, from: data) == findings)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"[{"code":"star-matches-absent","message":"'*' also matches links without 'a', as a missing query item is read as empty; write '?*' to require it, or remove the item.","place":{"column":97,"line":1,"path":"applinks.details[0].components[0][\"?\"].a"},"severity":"warning","witness":"https://example.com/"}]"#
        )
    }
}
