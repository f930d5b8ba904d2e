import DeepLinks
import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

struct AssociationSnippets {
    @Test func `an answer and an audit`() throws {
        let file = Data(
            """
            {"applinks": {"details": [
                {"appIDs": ["A1B2C3D4E5.com.example.app"], "components": [{"/": "/buy/*"}, {"/": 5}]}
            ]}}
            """.utf8
        )
        var printed: [AssociationFinding] = []
        func print(_ finding: AssociationFinding) { printed.append(finding) }

        // SiteAssociation.md: let association = try AppSiteAssociation(data: file)

        guard case .matched = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!printed.isEmpty)
    }

    @Test func `what a rule refuses is excluded where that blocks nothing else`() throws {
        // FilesFromRules.md: Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
        let excluded = association.entries[0].rules.filter(\.isExclusion).map(\.path)
        #expect(excluded == ["/admin/?*"])
    }

    @Test @MainActor func `an app's rules are written to a file, with the paths`() throws {
        func makeRewriter() throws -> URLRewriter {
            try URLRewriter {
                Domain("example.com") {
                    Rewrite("/home", to: "/home", examples: ["/home": "/home"])
                }
            }
        }
        let handler = DeepLinkHandler(paths: ["/home": { _ in }])
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("deeplinks-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        var expected = try makeRewriter().configuration
        expected.paths = handler.paths
        try expected.data().write(to: file)

        // KeepingServerAndAppTogether.md: var configuration = try makeRewriter().configuration
    }

    @Test func `the file has lists of apps for other services`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") { Rewrite("/home", to: "/home") }
        ])

        // FilesFromRules.md: let options = AppSiteAssociation.GenerationOptions(
        #expect(file.appIDs(for: .webcredentials) == ["ABCDE12345.com.example.app"])
    }

    @Test func `Android's file is made from the same rules`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") { Rewrite("/home", to: "/home") }
        ])
        let fingerprint = Array(repeating: "14", count: 32).joined(separator: ":")

        // FilesFromRules.md: let links = try AndroidAssetLinks(

        #expect(String(decoding: text, as: UTF8.self).contains("dynamic_app_link_components"))
    }

    @Test func `the answers in the table are those for the file above it`() throws {
        let file = try #require(try Repository.json(in: "AssociationFiles").first)
        let association = try AppSiteAssociation(data: file)
        let rows = try Repository.page("AssociationFiles").lines.filter {
            $0.hasPrefix("| `https://")
        }
        #expect(rows.count == 5)
        for row in rows {
            let cells = row.components(separatedBy: " | ")
            let link = try #require(cells[0].split(separator: "`").last)
            let word =
                switch association.answer(for: String(link)) {
                case .matched: "matched by"
                case .blocked: "blocked by"
                case .notMatched: "not matched"
                }
            #expect(cells[1].hasPrefix(word), "\(link)")
        }
    }
}
