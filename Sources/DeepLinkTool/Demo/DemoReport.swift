/// A system and the journeys of the links that were opened in it.
struct DemoReport {
    let system: DemoSystem

    /// The journey of each link, in order.
    let journeys: [Journey]

    var ranCount: Int { journeys.count { $0.ran != nil } }

    /// The report for people, in lines.
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
        let refusedCount = journeys.count { $0.refused != nil }
        let failedCount = journeys.count { $0.failed != nil }
        let counts = "\(ranCount) ran, \(refusedCount) refused, \(failedCount) failed."
        let lines =
            ["\(title): \(system.summary)", style.paint(system.folder, as: .aside), ""]
            + table.lines(style: style)
            + ["", "\(count(journeys.count, "link")): \(counts)"]
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Journey {
    /// The cells of the table.
    ///
    /// The reason for a refusal or a failure is in the column where the link's journey ended, or in a row below, up to the right edge.
    fileprivate func rows(withDecision hasDecision: Bool) -> [[Cell]] {
        let middle = [Cell(self.internal ?? "")] + (hasDecision ? [Cell(decision ?? "")] : [])
        let obstacle = refused.map { "refused: \($0)" } ?? failed.map { "failed: \($0)" }
        guard let obstacle else { return [[Cell(external)] + middle + [Cell(ran ?? "", .good)]] }
        let cell = Cell(obstacle, .bad)
        guard self.internal != nil else { return [[Cell(external), cell]] }
        return [[Cell(external)] + middle + [Cell("")], [Cell(""), cell]]
    }
}

// MARK: - JSON

extension DemoReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case system
        case journeys = "links"
    }
}

extension DemoSystem: Encodable {
    /// Writes the system's name.
    func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
}
