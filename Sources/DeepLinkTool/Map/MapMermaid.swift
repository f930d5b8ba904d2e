import DeepLinks

/// A map as a Mermaid flowchart: from the patterns of each source to the internal paths.
struct MapMermaid {
    let map: LinkMap

    /// The flowchart's text.
    var text: String {
        var lines = ["flowchart LR"]
        var edges: [String] = []
        var paths = Paths()
        for (number, source) in map.sources.enumerated() {
            let title = source.names.joined(separator: ", ")
            lines.append("  subgraph s\(number)[\(Self.quoted(title))]")
            for (index, entry) in source.entries.enumerated() {
                let node = "s\(number)r\(index)"
                lines.append("    \(node)[\(Self.quoted(entry.external))]")
                edges.append(edge(from: node, entry, &paths))
            }
            if source.options["unmatched"] == .string("passThrough") {
                lines.append("    s\(number)other[\"any other path\"]")
                edges.append("  s\(number)other --> same([\"the same path\"])")
            }
            lines.append("  end")
        }
        lines += paths.texts.enumerated().map { number, path in
            "  p\(number)([\(Self.quoted(path))])"
        }
        return (lines + edges).joined(separator: "\n") + "\n"
    }

    /// The internal paths, in the order in which rules first lead to them.
    private struct Paths {
        private(set) var texts: [String] = []
        private var numbers: [String: Int] = [:]

        mutating func number(of path: String) -> Int {
            if let number = numbers[path] { return number }
            numbers[path] = texts.count
            texts.append(path)
            return texts.count - 1
        }
    }

    private func edge(
        from node: String,
        _ entry: LinkMap.Entry,
        _ paths: inout Paths
    ) -> String {
        guard let template = entry.internal else {
            return
                "  \(node) -.-> \(entry.kind == .unwrap ? "wrapped" : "refused")([\"\(entry.destination.text)\"])"
        }
        let mark = template.utf8.firstIndex(of: UInt8(ascii: "?")) ?? template.endIndex
        let number = paths.number(of: String(template[..<mark]))
        let query = template[mark...]
        return query.isEmpty
            ? "  \(node) --> p\(number)"
            : "  \(node) -->|\(Self.quoted(String(query)))| p\(number)"
    }

    /// Text between quotation marks, with Mermaid's escapes for characters that end it or are code.
    private static func quoted(_ text: String) -> String {
        let escaped = replacing(in: printable(text)) { scalar in
            "\"#<>`|&;".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : nil
        }
        return "\"\(escaped)\""
    }
}
