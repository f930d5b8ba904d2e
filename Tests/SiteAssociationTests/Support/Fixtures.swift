import DeepLinks
import Foundation
import SiteAssociation
import Testing

extension AppSiteAssociation {
    /// The app of all fixtures that need an app.
    static let appID = "A1B2C3D4E5.com.example.app"

    /// Reads an association from text.
    init(_ text: String) throws { self = try AppSiteAssociation(data: Data(text.utf8)) }

    /// Generates an association from rules.
    init(
        _ configuration: LinkConfiguration,
        _ options: GenerationOptions = .init(),
        appIDs: [String] = [AppSiteAssociation.appID]
    ) throws(SiteAssociationError) {
        self = try AppSiteAssociation(
            configuration: configuration,
            appIDs: appIDs,
            options: options
        )
    }

    /// An association with a single entry; its components and additional members of the entry and of `applinks` are given as JSON.
    init(components: String, entry: String = "", links: String = "") throws {
        try self.init(
            """
            {"applinks": {"details": [{"appIDs": ["\(Self.appID)"], "components": \(components) \(entry)}] \(links)}}
            """
        )
    }
}

extension AssociationRule {
    /// The rule as the file has it, without its comment.
    var plainSource: String { source.replacing(/, "comment": "[^"]*"/, with: "") }
}

extension AssociationAnswer {
    /// What the system does with the link.
    var word: String { isMatched ? "matched" : isBlocked ? "blocked" : "not matched" }
}

extension AssociationFinding {
    /// The finding without line and column, which would make tables hard to maintain.
    var text: String {
        let example = witness.map { " Example: \($0)" } ?? ""
        return "\(severity): \(code) at \(place.path ?? "?"): \(message)\(example)"
    }
}

/// The test resources.
enum Resources {
    /// A file's bytes.
    static func data(_ path: String) throws -> Data {
        let directory = try #require(Bundle.module.resourceURL)
        return try Data(contentsOf: directory.appendingPathComponent(path))
    }

    /// The lines of a file, without the last line feed.
    static func lines(_ path: String) throws -> [String] {
        String(decoding: try data(path), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// One association file of a public repository.
    struct RealFile: CustomTestStringConvertible, Sendable {
        let name: String
        let format: String
        let ruleCount: Int
        let features: [String]

        var testDescription: String { name }

        var isReadable: Bool { !name.contains("INVALID") }

        func data() throws -> Data { try Resources.data("files/" + name) }

        func association() throws -> AppSiteAssociation { try AppSiteAssociation(data: data()) }
    }

    /// The files with their descriptions in the index.
    static let realFiles: [RealFile] = {
        let rows = (try? lines("files.tsv")) ?? []
        return rows.dropFirst().map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(
                String.init
            )
            return RealFile(
                name: fields[0],
                format: fields[4],
                ruleCount: Int(fields[5]) ?? 0,
                features: fields[6].components(separatedBy: "; ")
            )
        }
    }()
}

extension LinkConfiguration {
    /// The rules of the domain a.io.
    init(@RewriteRule.Builder rules: () -> [RewriteRule]) {
        self.init(domains: [Domain("a.io", rules: rules)])
    }

    /// The rules of the domain a.io, each as its text.
    init(_ texts: [String]) { self.init { texts.map(RewriteRule.init(text:)) } }
}

extension RewriteRule {
    /// A rule that refuses links if its text begins with `no: `, one that reads the link inside with `unwrap: `, otherwise one that
    /// rewrites them to `/t`.
    init(text: String) {
        let parts = text.components(separatedBy: ": ")
        self =
            switch parts[0] {
            case "no": .refuse(Refuse(parts[1]))
            case "unwrap": .unwrap(Unwrap(parts[1]))
            default: .rewrite(Rewrite(text, to: "/t"))
            }
    }
}
