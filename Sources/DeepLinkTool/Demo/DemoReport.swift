/// A system and the ways of the links that were opened in it.
struct DemoReport {
    /// The system.
    let system: DemoSystem

    /// Each link's way, in order.
    let journeys: [Journey]

    /// How many links were refused.
    var refusedCount: Int { journeys.count { $0.isRefused } }

    /// The report for people.
    ///
    /// - Parameters:
    ///   - style: The colours.
    ///   - width: How many columns a line may have.
    /// - Returns: Lines, the last of them with a line break.
    func text(style: Style, width: Int) -> String {
        var table = Table(width: width)
        let hasDecisions = journeys.contains { $0.decision != nil }
        table.appendHeadings(
            ["External link", "Internal link"] + (hasDecisions ? ["Decision"] : []) + ["What ran"]
        )
        for journey in journeys {
            for row in journey.rows(withDecision: hasDecisions) {
                table.append(row)
            }
        }
        let title = style.paint(system.name, as: .heading)
        let lines =
            ["\(title): \(system.summary)", style.paint(system.folder, as: .aside), ""]
            + table.lines(style: style)
            + ["", "\(count(journeys.count, "link")): \(ranCount) ran, \(refusedCount) refused."]
        return lines.joined(separator: "\n") + "\n"
    }

    private var ranCount: Int { journeys.count - refusedCount }
}

extension Journey {
    /// The cells of the table.
    ///
    /// Why a link was refused stands where its way ended, or below that, up to the right edge.
    fileprivate func rows(withDecision hasDecision: Bool) -> [[Cell]] {
        let middle = [Cell(self.internal ?? "")] + (hasDecision ? [Cell(decision ?? "")] : [])
        let refusal: Cell
        switch outcome {
        case .ran(let what): return [[Cell(external)] + middle + [Cell(what, .good)]]
        case .refused(let reason): refusal = Cell("refused: \(reason)", .bad)
        }
        guard self.internal != nil else { return [[Cell(external), refusal]] }
        return [[Cell(external)] + middle + [Cell("")], [Cell(""), refusal]]
    }
}

// MARK: - JSON

extension DemoReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case system
        case links
    }

    /// Writes the system's name, and its links with their ways.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(system.name, forKey: .system)
        try container.encode(journeys, forKey: .links)
    }
}

extension Journey: Encodable {
    private enum CodingKeys: String, CodingKey {
        case external
        case `internal`
        case decision
        case ran
        case refused
    }

    /// Writes the link, what it was rewritten to, what was decided, and what ran or why it was refused.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(external, forKey: .external)
        try container.encodeIfPresent(self.internal, forKey: .internal)
        try container.encodeIfPresent(decision, forKey: .decision)
        switch outcome {
        case .ran(let what): try container.encode(what, forKey: .ran)
        case .refused(let reason): try container.encode(reason, forKey: .refused)
        }
    }
}
