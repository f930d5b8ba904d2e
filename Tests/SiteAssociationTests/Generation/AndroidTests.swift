import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

/// Android's file for the same rules.
struct AndroidTests {
    static let fingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")

    private static func links(
        _ patterns: [String],
        options: SourceOptions = SourceOptions()
    ) throws -> AndroidAssetLinks {
        let rules = patterns.map(RewriteRule.init(text:))
        return try AndroidAssetLinks(
            configuration: LinkConfiguration(domains: [
                Domain(hosts: ["a.io", "*.b.io"], options: options, rules: rules)
            ]),
            packageName: "io.a.app",
            fingerprints: [fingerprint.lowercased()]
        )
    }

    /// The components, each as JSON with sorted keys.
    private static func components(of links: AndroidAssetLinks) throws -> [String] {
        let statements = try #require(
            try JSONSerialization.jsonObject(with: links.data()) as? [[String: Any]]
        )
        #expect(statements.count == 1)
        let relation = "delegate_permission/common.handle_all_urls"
        #expect(statements[0]["relation"] as? [String] == [relation])
        let target = try #require(statements[0]["target"] as? [String: Any])
        #expect(target["namespace"] as? String == "android_app")
        #expect(target["package_name"] as? String == "io.a.app")
        #expect(target["sha256_cert_fingerprints"] as? [String] == [fingerprint])
        let extensions = try #require(
            statements[0]["relation_extensions"] as? [String: [String: [[String: Any]]]]
        )
        let components = try #require(extensions[relation]?["dynamic_app_link_components"])
        return try components.map { component in
            try JSONText(JSONSerialization.data(withJSONObject: component)).value.compact
        }
    }

    /// Hosts have no case, neither in the rules nor where one is chosen, alone or from a list.
    @Test(
        arguments: ["a.example.com", "A.Example.com", "{x:a|b}.example.com"],
        ["a.example.com", "A.EXAMPLE.com"]
    )
    func `a host is found in any case`(configured: String, chosen: String) throws {
        let configuration = LinkConfiguration(domains: [
            Domain(hosts: [configured], rules: [.rewrite(Rewrite("/a", to: "/a"))]),
            Domain(hosts: ["other.com"], rules: [.rewrite(Rewrite("/b", to: "/b"))]),
        ])
        let links = try AndroidAssetLinks(
            configuration: configuration,
            packageName: "io.a.app",
            fingerprints: [Self.fingerprint],
            host: chosen
        )
        #expect(links.hosts == ["a.example.com"])
        let declarations = AppDeclarations(configuration: configuration)
        let filter = declarations.intentFilter(host: chosen)
        // A host of a list is declared with all hosts below its name.
        let label = configured.hasPrefix("{") ? "*" : "a"
        #expect(filter.contains("android:host=\"\(label).example.com\""))
        #expect(!filter.contains("other.com"))
        let wildcards = AppDeclarations(
            configuration: LinkConfiguration(domains: [Domain("*.A.Example.com", "*.other.com")])
        )
        let below = wildcards.intentFilter(host: chosen)
        #expect(below.contains(#"android:host="*.a.example.com""#) && !below.contains("other.com"))
        #expect(try Self.components(of: links) == [#"{"/":"/a"}"#])
        let file = try AppSiteAssociation(configuration, .init(host: chosen))
        #expect(file.answer(for: "https://a.example.com/a", domain: chosen).isMatched)
        #expect(!file.answer(for: "https://a.example.com/b", domain: chosen).isMatched)
        #expect(file.audit(against: configuration, host: chosen).isEmpty)
    }

    @Test(arguments: try rows(in: "android.txt"))
    func `rules become components, and links for the browser are told`(row: TableRow) throws {
        let texts = row.texts(0)
        let links = try Self.links(
            texts.filter { !$0.hasPrefix("[") },
            options: SourceOptions(
                ignoresCase: texts[0] == "[ignoresCase]",
                fragment: texts[0] == "[path]" ? .path : .keep
            )
        )
        #expect(try Self.components(of: links) == row.texts(1))
        #expect(links.notes == Array(row.rest.dropFirst()))
    }

    @Test func `without a rule no link opens the app`() throws {
        let links = try Self.links([])
        #expect(links.hosts == ["a.io", "b.io"])
        #expect(try Self.components(of: links) == [#"{"/":"*","exclude":true}"#])
    }

    private static let failures = """
        app → \(fingerprint) → 'app' is not the identifier of an Android app; write two or more names with dots between them, such as 'com.example.app'.
        io.a.app → "" → no fingerprint is given; write 32 pairs of hexadecimal digits, as the Play Console shows them.
        io.a.app → 0A:0B 0A → '0A:0B' is not a SHA-256 fingerprint; write 32 pairs of hexadecimal digits, as the Play Console shows them.
        io.a.app → \(fingerprint): → '\(fingerprint):' is not a SHA-256 fingerprint; write 32 pairs of hexadecimal digits, as the Play Console shows them.
        """

    @Test(arguments: triples(failures))
    func `says why no file can be made`(name: String, fingerprint: String, message: String) {
        #expect {
            try AndroidAssetLinks(
                configuration: LinkConfiguration {},
                packageName: name,
                fingerprints: fingerprint.split(separator: " ").map(String.init)
            )
        } throws: { "\($0)" == "The association file cannot be made: " + message }
    }
}
