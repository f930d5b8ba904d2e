import LinkChecking

/// A map as tables for a terminal.
struct MapText {
    let map: LinkMap
    let style: Style
    let width: Int

    /// A table for each source, and a line with the counts.
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
        let headings = source.headings
        table.appendHeadings(headings)
        for entry in source.entries {
            let (text, isLink) = source.link(of: entry)
            let role: Style.Role = isDomain ? isLink ? .good : .aside : .plain
            table.append(
                [Cell(entry.external), Cell(entry.destination.text), Cell(text, role)]
                    + headings.dropFirst(3).map { _ in Cell(entry.notes ?? "") }
            )
        }
        return table.lines(style: style)
    }
}
