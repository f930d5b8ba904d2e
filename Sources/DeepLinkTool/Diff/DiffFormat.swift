enum DiffFormat: String, CaseIterable {
    case text
    case json
    case markdown

    /// How many links people see of each kind and rule.
    private static let most = 3

    /// A link or a sentence, of which people see the beginning.
    private static func shown(_ text: String) -> String { shortened(text, to: 1000) }

    /// The differences in this format, with a line break at the end.
    func text(of difference: RuleDifference, _ style: Style) throws(ToolError) -> String {
        switch self {
        case .text: Self.text(difference, style)
        case .json: try DeepLinkTool.json(difference)
        case .markdown: Self.markdown(difference)
        }
    }

    private static func text(_ difference: RuleDifference, _ style: Style) -> String {
        var lines: [String] = []
        var rule: RuleDifference.Rule?
        for group in difference.groups {
            if lines.isEmpty || group.rule != rule {
                let place = group.rule.map { " (\($0.file): \($0.place))" } ?? ""
                lines.append(
                    style.paint(printable((group.rule?.heading ?? "") + place), as: .heading)
                )
                rule = group.rule
            }
            let role: Style.Role =
                switch group.kind {
                case .changed, .claims, .option, .notCompared: .warning
                case .refused: .bad
                case .opened: .good
                }
            for change in group.changes.prefix(most) {
                let word = group.kind.rawValue
                lines += [
                    "  \(style.paint(word, as: role))\(word.count < 7 ? " " : "")  \(shown(change.url))",
                    "           \(shown(change.before))",
                    "        to \(shown(change.after))",
                ]
            }
            let rest = group.changes.count - most
            if rest > 0 { lines.append("  and \(rest) more \(group.kind.rawValue)") }
        }
        return (lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n\n")
            + difference.summary + "\n"
    }

    private static func markdown(_ difference: RuleDifference) -> String {
        let parts = ["### Links", MapMarkdown.escaped(difference.summary)]
        let rows = difference.groups.flatMap { group in
            let rest = group.changes.count - most
            return group.changes.prefix(most).map { change in
                let sides = [change.before, change.after].map(shown).map { text in
                    text.hasPrefix("/") ? MapMarkdown.code(text) : MapMarkdown.escaped(text)
                }
                let name = MapMarkdown.escaped(group.rule?.heading ?? "")
                return [name, group.kind.rawValue, MapMarkdown.code(shown(change.url))] + sides
            } + (rest > 0 ? [["", group.kind.rawValue, "and \(rest) more", "", ""]] : [])
        }
        let headings = ["Rule", "Change", "Link", "Before", "After"]
        return (rows.isEmpty ? parts : parts + [MapMarkdown.table([headings] + rows)])
            .joined(separator: "\n\n") + "\n"
    }
}
