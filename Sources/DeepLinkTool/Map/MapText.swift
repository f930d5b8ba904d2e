/// A map as tables for a terminal.
struct MapText {
    let map: LinkMap
    let style: Style
    let width: Int

    /// A table for each source, and a line that counts.
    var text: String {
        let sources = map.sources.map { source in
            source.entries.isEmpty
                ? heading(of: source) : heading(of: source) + [""] + table(of: source)
        }
        let summary = "\(count(map.sources.count, "source")), \(count(map.entryCount, "rule"))."
        return (sources + [[summary]]).map { $0.joined(separator: "\n") }
            .joined(separator: "\n\n") + "\n"
    }

    private func heading(of source: LinkMap.Source) -> [String] {
        let names = source.names.map(printable).joined(separator: ", ")
        let sentences = source.sentences.joined(separator: " ")
        return [style.paint(names, as: .heading)]
            + wrap(printable(sentences), width: width).map { style.paint($0, as: .aside) }
    }

    private func table(of source: LinkMap.Source) -> [String] {
        var table = Table(width: width)
        let isDomain = source.kind == .domain
        table.appendHeadings(["External", "Internal", isDomain ? "To share" : "Example"])
        for entry in source.entries {
            let last: Cell
            if !isDomain {
                last = Cell(entry.examples.first?.url ?? "")
            } else if let url = entry.share.url {
                last = Cell(url, .good)
            } else {
                last = Cell("no: \(entry.share.obstacle ?? "")", .aside)
            }
            table.append([
                Cell(entry.external), Cell(entry.internal ?? "the link inside it"), last,
            ])
        }
        return table.lines(style: style)
    }
}

extension LinkMap.Source {
    /// What its options mean, as sentences; those that say nothing special are left out.
    var sentences: [String] {
        var sentences: [String] = []
        let under = prefixes.filter { !$0.isEmpty }
        if !under.isEmpty {
            sentences.append(
                "Each rule \(prefixes.contains("") ? "also" : "only") matches under \(list(under))."
            )
        }
        if allowsHTTP { sentences.append("Links may begin with 'http'.") }
        if ignoresCase { sentences.append("Upper and lower case are the same.") }
        if fragmentPaths { sentences.append("The path may stand in the fragment.") }
        switch query.kind {
        case .keep: sentences.append("Other query items are kept.")
        case .drop: sentences.append("Other query items are dropped.")
        case .keepOnly:
            sentences.append(
                query.names.isEmpty
                    ? "Other query items are dropped."
                    : "Of the other query items, only \(list(query.names)) are kept."
            )
        case .strip:
            sentences.append(
                "Other query items are kept\(query.names.isEmpty ? "" : ", except \(list(query.names))")."
            )
        }
        if plusIsSpace { sentences.append("A '+' in the query is a space.") }
        switch unmatched {
        case .reject: sentences.append("Links that fit no rule are refused.")
        case .passThrough:
            sentences.append("Links that fit no rule are internal links already.")
        }
        return sentences
    }
}
