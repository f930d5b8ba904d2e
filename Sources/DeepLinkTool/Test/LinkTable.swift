import DeepLinks
import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file with URLs and the internal links that they must become.
struct LinkTable {
    struct Row {
        let url: String

        /// The link; nil if the URL must be refused.
        let link: DeepLink?
        let place: String
        let line: Int?
        let column: Int?
    }

    let rows: [Row]

    /// Reads a table, which must have rows.
    init(_ file: InputFile) throws(ToolError) {
        switch file.data.first(where: { !" \t\r\n".utf8.contains($0) }) {
        case nil: rows = []
        case UInt8(ascii: "["), UInt8(ascii: "{"): rows = try Self.rows(ofJSON: file)
        default: rows = try Self.rows(ofText: file)
        }
        guard !rows.isEmpty else {
            throw file.error("The table has no URL; write a URL and its link on each line.")
        }
    }

    private static func rows(ofText file: InputFile) throws(ToolError) -> [Row] {
        var rows: [Row] = []
        var lines = LineReader(.bytes(Array(file.data)), name: file.name)
        while let (number, text) = try lines.next() {
            // Any other blank is a part of a link, as it is for 'explain'.
            let words = text.utf8.split { " \t".utf8.contains($0) }.map(Substring.init)
            guard !words[0].hasPrefix("#") else { continue }
            guard words.count == 2 else {
                throw file.error(
                    "Line \(number) has \(count(words.count, "word")); write a URL, a blank, and its link or 'refused'. A blank in a link is '%20'."
                )
            }
            let (place, becomes) = ("line \(number)", String(words[1]))
            guard becomes == "refused" || becomes.hasPrefix("/") else {
                throw file.error(
                    "At \(place): \(quoted(becomes)) is not a link; write one like '/feature/detail?id=1', or 'refused'."
                )
            }
            rows.append(
                Row(
                    url: String(words[0]),
                    link: becomes == "refused" ? nil : try link(becomes, file, at: place),
                    place: place,
                    line: number,
                    column: 1
                )
            )
        }
        return rows
    }

    private static func rows(ofJSON file: InputFile) throws(ToolError) -> [Row] {
        struct Element: Decodable {
            let url: String
            let link: String?
            let refused: JSONValue?
            let path: Path?

            struct Path: Decodable { let isRegistered: Bool }

            var isRefused: Bool { refused != nil || path?.isRegistered == false }
        }
        guard let elements = try? JSONDecoder().decode([Element].self, from: file.data),
            elements.allSatisfy({ $0.link != nil || $0.isRefused })
        else {
            throw file.error(
                "The table is not an array of objects with 'url', and 'link' or 'refused'; write what 'explain --json' writes."
            )
        }
        // A very large table has no lines.
        let places = try? JSONText(file.data).places
        var rows: [Row] = []
        for (index, element) in elements.enumerated() {
            let path = JSONPath.root.index(index)
            let (place, position) = (path.description, places?[path.key("url")]?.position)
            rows.append(
                Row(
                    url: element.url,
                    link: try (element.isRefused ? nil : element.link).map {
                        text throws(ToolError) in
                        try link(text, file, at: "element \(place)")
                    },
                    place: place,
                    line: position?.line,
                    column: position?.column
                )
            )
        }
        return rows
    }

    private static func link(
        _ text: String,
        _ file: InputFile,
        at place: String
    ) throws(ToolError) -> DeepLink {
        do throws(DeepLinkError) {
            return try DeepLink(text)
        } catch {
            throw file.error("At \(place): \(error)")
        }
    }
}

extension LinkTable.Row {
    /// What is different, as a code and a sentence; nil if the URL becomes what it must.
    func flaw(_ rules: RuleVersion) -> (code: String, message: String)? {
        let actual = rules.outcome(of: url).link
        guard actual != link else { return nil }
        guard let actual else {
            return (
                "refused",
                "\(quoted(url)) is refused, and the table says that it becomes '\(link?.string ?? "")'. \(rules.reason(of: url))"
            )
        }
        guard let link else {
            return (
                "not-refused",
                "\(quoted(url)) becomes '\(actual.string)', and the table says that it is refused; correct the rule or the table."
            )
        }
        return (
            "different-link",
            "\(quoted(url)) becomes '\(actual.string)', not '\(link.string)'; correct the rule or the table."
        )
    }
}
