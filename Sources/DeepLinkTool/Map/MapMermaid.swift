import DeepLinks

/// A map as a Mermaid flowchart: from the patterns of each source to the internal paths.
struct MapMermaid {
    let map: LinkMap

    var text: String {
        var lines = ["flowchart LR"]
        var edges: [String] = []
        // The numbers of the internal paths, in the order of the first rule that leads to each.
        var paths: [String: Int] = [:]
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
        lines += paths.sorted { $0.value < $1.value }.map { path, number in
            "  p\(number)([\(Self.quoted(path))])"
        }
        return (lines + edges).joined(separator: "\n") + "\n"
    }

    private func edge(
        from node: String,
        _ entry: LinkMap.Entry,
        _ paths: inout [String: Int]
    ) -> String {
        guard let template = entry.internal else {
            return
                "  \(node) -.-> \(entry.kind == .unwrap ? "wrapped" : "refused")([\"\(entry.destination.text)\"])"
        }
        let mark =
            template.utf8.firstIndex { [UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
            ?? template.endIndex
        let path = String(template[..<mark])
        let number = paths[path] ?? paths.count
        paths[path] = number
        let query = template[mark...]
        return query.isEmpty
            ? "  \(node) --> p\(number)"
            : "  \(node) -->|\(Self.quoted(String(query)))| p\(number)"
    }

    /// Text between quotation marks, with Mermaid's escapes for characters that would end it or are special.
    private static func quoted(_ text: String) -> String {
        let escaped = replacing(in: printable(text)) { scalar in
            "\"#<>`|&;".unicodeScalars.contains(scalar) ? "#\(scalar.value);" : nil
        }
        return "\"\(escaped)\""
    }
}
