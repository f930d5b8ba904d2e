import DeepLinks
import DeepLinksExamples
import LinkChecking

/// A system and the journeys of the links that were opened in it.
struct DemoReport {
    let system: ExampleSystem
    let visits: [Visit]

    /// How many links ran, were refused, and failed in the app.
    private var counts: (ran: Int, refused: Int, failed: Int) {
        visits.reduce(into: (0, 0, 0)) { counts, visit in
            switch visit.outcome {
            case .opened: counts.0 += 1
            case .refused: counts.1 += 1
            case .failed: counts.2 += 1
            }
        }
    }

    func text(style: Style, width: Int) -> String {
        var table = Table(width: width)
        let hasDecisions = visits.contains { $0.decision != nil }
        table.appendHeadings(
            ["External link", "Internal link"] + (hasDecisions ? ["Decision"] : []) + ["What ran"]
        )
        for visit in visits {
            let external = Cell(visit.external)
            let start = [external, Cell(visit.internal?.string ?? "")]
            let middle = start + (hasDecisions ? [Cell(visit.decision ?? "")] : [])
            // A reason is in the column where the journey ended, or in a row below, up to the right edge.
            switch visit.outcome {
            case .opened(let what): table.append(middle + [Cell("opened \(what)", .good)])
            case .refused(let reason), .failed(let reason):
                let isRefused = visit.outcome == .refused(reason)
                let obstacle = Cell("\(isRefused ? "refused" : "failed"): \(reason)", .bad)
                guard visit.internal != nil else {
                    table.append([external, obstacle])
                    continue
                }
                table.append(middle + [Cell("")])
                table.append([Cell(""), obstacle])
            }
        }
        let title = style.paint(system.name, as: .heading)
        let (ran, refused, failed) = counts
        let sum = "\(ran) ran, \(refused) refused, \(failed) failed."
        let lines =
            ["\(title): \(system.summary)", style.paint(system.folder, as: .aside), ""]
            + table.lines(style: style) + ["", "\(count(visits.count, "link")): \(sum)"]
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
        let links = visits.map { visit in
            var members = ["external": JSONValue.string(visit.external)]
            members["internal"] = (visit.internal?.string).map(JSONValue.string)
            members["decision"] = visit.decision.map(JSONValue.string)
            switch visit.outcome {
            case .opened(let what): members["ran"] = .string("opened \(what)")
            case .refused(let reason): members["refused"] = .string(reason)
            case .failed(let reason): members["failed"] = .string(reason)
            }
            return JSONValue.object(members)
        }
        return .object(["system": .string(system.name), "links": .array(links)])
    }
}
