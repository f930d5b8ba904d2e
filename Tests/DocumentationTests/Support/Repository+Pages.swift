import DeepLinksArticleCode
import DeepLinksTestSupport
import Foundation
import Testing

extension Repository {
    /// The files in a folder with the given ending, sorted by name.
    static func files(in folder: String, ending: String) throws -> [String] {
        try FileManager.default
            .contentsOfDirectory(atPath: root.appendingPathComponent(folder).path)
            .filter { $0.hasSuffix(ending) }
            .sorted()
            .map { "\(folder)/\($0)" }
    }

    /// The README and all articles.
    static func pages() throws -> [Page] {
        let articles = try FileManager.default
            .subpathsOfDirectory(atPath: root.appendingPathComponent("Sources").path)
            .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
            .sorted()
        let paths = ["README.md"] + articles.map { "Sources/\($0)" }
        return try paths.map { path in
            Page(path: path, lines: try text(path).components(separatedBy: "\n"))
        }
    }

    /// The page with this name.
    static func page(_ name: String) throws -> Page {
        try #require(try pages().first { $0.name == name }, "\(name)")
    }

    /// The texts of the JSON of the page with this name, in order.
    static func json(in name: String) throws -> [Data] {
        try page(name).blocks.filter { $0.language == "json" }
            .map { Data(($0.lines.joined(separator: "\n") + "\n").utf8) }
    }

    /// The lines of each block of a page whose fence names no language, such as a program's output.
    static func printedBlocks(in name: String) throws -> [[String]] {
        try page(name).blocks.filter { $0.language.isEmpty }.map(\.lines)
    }

    /// The code cells of the rows under a table's heading.
    static func table(under heading: String, in name: String) throws -> [[String]] {
        let lines = try page(name).lines
        let start = try #require(lines.firstIndex(of: heading), "\(heading)")
        return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
            line.components(separatedBy: "`").enumerated()
                .compactMap { index, text in index.isMultiple(of: 2) ? nil : text }
        }
    }
}
