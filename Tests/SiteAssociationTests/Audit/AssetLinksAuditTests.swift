import DeepLinks
import Foundation
import SiteAssociation
import Testing

/// What is found in Android's file.
struct AssetLinksAuditTests {
    private static let relation = "delegate_permission/common.handle_all_urls"
    private static let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")
    private static let target = """
        {"namespace": "android_app", "package_name": "io.a.app", "sha256_cert_fingerprints": ["\(fingerprint)"]}
        """

    private static func statement(
        relation: String = #"["\#(relation)"]"#,
        target: String = target,
        more: String = ""
    ) -> String {
        #"[{"relation": \#(relation), "target": \#(target)\#(more)}]"#
    }

    private static func rules(_ components: String) -> String {
        statement(
            more:
                #", "relation_extensions": {"\#(relation)": {"dynamic_app_link_components": \#(components)}}"#
        )
    }

    private static func findings(
        _ text: String,
        _ configuration: LinkConfiguration? = nil
    ) throws -> [String] {
        let audit = try #require(AssetLinksAudit(Data(text.utf8), against: configuration))
        #expect(audit.findings.first?.code == .androidFile)
        return audit.findings.dropFirst().map {
            "\($0.severity.rawValue) \($0.code): \($0.message)"
        }
    }

    @Test(arguments: [
        (statement(), []),
        (statement(target: target.replacing("0A", with: "0a")), []),
        (#"[{"include": "https://a.io/statements.json"}]"#, []),
        (
            statement(relation: #"["delegate_permission/common.get_login_creds"]"#),
            [
                "error no-app-id: No statement gives an Android app the relation '\(relation)', so links open no app; add one, as 'deeplink aasa --android' writes it."
            ]
        ),
        (
            #"[{"relation": ["\#(relation)"], "target": {"namespace": "web", "site": "https://b.io"}}]"#,
            [
                "error no-app-id: No statement gives an Android app the relation '\(relation)', so links open no app; add one, as 'deeplink aasa --android' writes it."
            ]
        ),
        (
            statement(
                target: target.replacing(fingerprint, with: fingerprint.filter { $0 != ":" })
            ),
            [
                "error malformed-app-id: '\(String(repeating: "0A", count: 32))' is not a SHA-256 fingerprint as Android reads it; write '\(fingerprint)'."
            ]
        ),
        (
            statement(target: target.replacing("io.a.app", with: "app")),
            [
                #"error malformed-app-id: 'app' is not the identifier of an Android app; write "package_name" with two or more names and dots between them, such as 'com.example.app'."#
            ]
        ),
        (
            statement(more: #", "relations": []"#),
            [
                "error misspelt-key: 'relations' is not a key of a statement, so it is ignored; did you mean 'relation'?"
            ]
        ),
        (
            rules(
                ##"[{"/": "/a/*", "?": {"k": "?*"}, "#": "x", "exclude": true, "comments": "c"}]"##
            ), []
        ),
        (
            rules(#"[{"/": "/$(digit)", "comment": "c", "percentEncoded": true}]"#),
            [
                "error misspelt-key: 'comment' is not a key of a component of Android's file, so it is ignored; write 'comments'.",
                "warning unknown-key: 'percentEncoded' is not a key of a component of Android's file, so it is ignored.",
                "error never-matches: '/$(digit)' has a variable, but Android has none and takes it as text; write a pattern for each of its words, or '?*'.",
            ]
        ),
        (
            rules(#"[{"/": "", "?": "a=1", "exclude": "yes"}, 5]"#),
            [
                "error wrong-type: The value is a string, so it is ignored; write an object of strings.",
                "error wrong-type: The value is a string, so it is ignored; write true or false.",
                "error wrong-type: The pattern is empty, which Android cannot read; write a text, such as '*', or remove the key.",
                #"error wrong-type: The component is a number, so it is ignored; write an object such as '{ "/": "/buy/*" }'."#,
            ]
        ),
    ])
    func `mistakes are found, with the right spelling`(text: String, found: [String]) throws {
        #expect(try Self.findings(text) == found)
    }

    @Test func `a file that is made has no mistake, and another one differs from the rules`() throws
    {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/home", to: "/home")
                Rewrite("/k/{id:int}", to: "/k/{id}")
            }
        ])
        let links = try AndroidAssetLinks(
            configuration: configuration,
            packageName: "io.a.app",
            fingerprints: [Self.fingerprint.replacing(":", with: "").lowercased()]
        )
        let text = String(decoding: links.data(), as: UTF8.self)
        #expect(text.contains("\"\(Self.fingerprint)\""))
        #expect(try Self.findings(text, configuration) == [])
        #expect(
            try Self.findings(
                Self.rules(#"[{"/": "/home", "comments": "x"}, {"/": "/x"}]"#),
                configuration
            )
                == [
                    #"note different-rules: The file has other rules than 'deeplink aasa --android' writes: { "/": "/k/?*" } is missing, and { "/": "/x" } is not one of them; compare them, or write the file anew."#
                ]
        )
    }

    @Test(arguments: ["{}", "[]", "[5]", #"[{"a": 1}]"#, "x", #"{"applinks": {}}"#])
    func `other files are not Android's`(text: String) {
        #expect(AssetLinksAudit(Data(text.utf8), against: nil) == nil)
    }

    @Test func `Apple's reader names Android's file`() {
        #expect {
            try AppSiteAssociation(data: Data(Self.statement().utf8))
        } throws: {
            "\($0)"
                == "The association file cannot be read at the document (line 1, column 1): the file is Android's 'assetlinks.json', not Apple's; 'deeplink aasa --check' checks it, or read 'apple-app-site-association'."
        }
    }
}
