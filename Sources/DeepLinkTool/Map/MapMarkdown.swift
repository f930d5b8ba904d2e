/// A map as Markdown tables, for a repository or a wiki.
struct MapMarkdown {
    let map: LinkMap

    /// A heading, and a section with a table for each source.
    var text: String {
        (["# Links"] + map.sources.map(section)).joined(separator: "\n\n") + "\n"
    }

    private func section(_ source: LinkMap.Source) -> String {
        let names = source.names.map(Self.code).joined(separator: ", ")
        let parts = ["## \(names)", source.sentences.map(Self.escaped).joined(separator: " ")]
        return (source.entries.isEmpty ? parts : parts + [table(of: source)])
            .joined(separator: "\n\n")
    }

    private func table(of source: LinkMap.Source) -> String {
        let isDomain = source.kind == .domain
        let headings = source.headings
        let rows = source.entries.map { entry -> [String] in
            let (text, isLink) = source.link(of: entry)
            // No URL of a domain has a '|', which would end the cell.
            let link = isDomain ? "<\(text)>" : text.isEmpty ? "" : Self.code(text)
            return [
                Self.code(entry.external),
                entry.destination.isCode
                    ? Self.code(entry.destination.text) : entry.destination.text,
                isLink ? link : Self.escaped(text),
            ] + headings.dropFirst(3).map { _ in Self.escaped(entry.notes ?? "") }
        }
        return Self.table([headings] + rows)
    }

    /// A table with a row of headings, of texts that are safe in cells.
    static func table(_ rows: [[String]]) -> String {
        var lines = rows.map { "| \($0.joined(separator: " | ")) |" }
        lines.insert("| \(rows[0].map { _ in "---" }.joined(separator: " | ")) |", at: 1)
        return lines.joined(separator: "\n")
    }

    /// Text between backquotes, safe in a table's cell.
    static func code(_ text: String) -> String {
        let text = replacing(in: printable(text)) { $0 == "|" ? "\\|" : nil }
        // The fence has more backquotes than any run in the text.
        var fence = "`"
        while text.contains(fence) { fence += "`" }
        return fence.count == 1 ? "`\(text)`" : "\(fence) \(text) \(fence)"
    }

    /// Text with a backslash before each character that is special in Markdown.
    static func escaped(_ text: String) -> String {
        replacing(in: printable(text)) {
            "\\`*_{}[]<>#|&~$".unicodeScalars.contains($0) ? "\\\($0)" : nil
        }
    }
}
