import DeepLinks
import Foundation
import LinkChecking
import SiteAssociation
import Testing

struct AssociationSnippets {
    private static let article = "Sources/SiteAssociation/SiteAssociation.docc/AssociationFiles.md"

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

        let association = try AppSiteAssociation(data: file)
        let answer = association.answer(
            for: "https://example.com/buy/42",
            appID: "A1B2C3D4E5.com.example.app"
        )
        for finding in association.audit() where finding.severity == .error {
            print(finding)
        }

        guard case .matched = answer else {
            Issue.record("\(answer)")
            return
        }
        #expect(!printed.isEmpty)
    }

    @Test func `a file is made from rules`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") {
                Rewrite("/events/{id:int}", to: "/events/detail?id={id}")
                Rewrite("/help/{*topic}", to: "/help/{*topic}")
            }
        ])
        let association = try AppSiteAssociation(
            configuration: configuration,
            appIDs: ["A1B2C3D4E5.com.example.app"]
        )
        #expect(association.answer(for: "https://example.com/events/42").isMatched == true)
        #expect(association.answer(for: "https://example.com/events/soon").isMatched == false)
    }

    @Test func `what a rule refuses is excluded, or claimed with a comment`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") {
                Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
                Refuse("/projects/{creator}/edit")
                Refuse("/admin/{*page}")
                Rewrite("/{*rest}", to: "/web?path={rest}")
            }
        ])
        let association = try AppSiteAssociation(
            configuration: configuration,
            appIDs: ["ABCDE12345.com.example.app"]
        )
        #expect(
            association.answer(for: "https://example.com/projects/ann/lamp").isMatched == true
        )
        #expect(
            association.answer(for: "https://example.com/admin/users").isBlocked == true
        )
        #expect(association.answer(for: "https://example.com/projects/ann/edit").isMatched == true)
        let comments = association.entries[0].rules.compactMap(\.comment)
        #expect(
            comments.contains { $0.hasSuffix("'/projects/{creator}/edit' is refused)") }
        )
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

        var configuration = try makeRewriter().configuration
        configuration.paths = handler.paths
        let written = try? Data(contentsOf: file)
        if written != configuration.data() { try configuration.data().write(to: file) }
        #expect(written == configuration.data())
        #expect(configuration.findings().filter { $0.severity >= .warning } == [])
    }

    @Test func `the file has lists of apps for other services`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") { Rewrite("/home", to: "/home") }
        ])

        let options = AppSiteAssociation.GenerationOptions(
            apps: [
                .appclips: ["ABCDE12345.com.example.app.Clip"],
                .webcredentials: ["ABCDE12345.com.example.app"],
            ]
        )
        let file = try AppSiteAssociation(
            configuration: configuration,
            appIDs: ["ABCDE12345.com.example.app"],
            options: options
        )
        #expect(file.appIDs(for: .appclips) == ["ABCDE12345.com.example.app.Clip"])
        #expect(file.appIDs(for: .webcredentials) == ["ABCDE12345.com.example.app"])
    }

    @Test func `Android's file is made from the same rules`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("example.com") { Rewrite("/home", to: "/home") }
        ])
        let fingerprint = Array(repeating: "14", count: 32).joined(separator: ":")

        let links = try AndroidAssetLinks(
            configuration: configuration,
            packageName: "com.example.app",
            fingerprints: [fingerprint]
        )
        let text = links.data()

        #expect(String(decoding: text, as: UTF8.self).contains("dynamic_app_link_components"))
    }

    @Test func `the answers in the table are those for the file above it`() throws {
        let page = try #require(try Package.pages().first { $0.path == Self.article })
        let file = try #require(page.blocks.first { $0.language == "json" })
        let association = try AppSiteAssociation(
            data: Data(file.lines.joined(separator: "\n").utf8)
        )
        let rows = page.lines.filter { $0.hasPrefix("| `https://") }
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
