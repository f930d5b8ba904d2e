import DeepLinks
import LinkChecking
import PathMatching

enum FindingFormat: String, CaseIterable {
    case text
    case github
    case sarif
    case json

    /// The findings of a report in this format, in lines.
    func text(of report: CheckReport, style: Style) throws(ToolError) -> String {
        let shown = report.findings.filter(report.shows)
        switch self {
        case .text: return Self.text(shown, style: style) + report.summary + "\n"
        case .github: return shown.map { $0.githubCommand + "\n" }.joined()
        case .sarif: return jsonShowingInvisible(sarifLog(of: shown).pretty)
        case .json: return try DeepLinkTool.json(Document(findings: shown, counts: report.counts))
        }
    }

    private struct Document: Encodable {
        let findings: [CheckReport.Entry]
        let counts: [String: Int]
    }

    private static func text(_ findings: [CheckReport.Entry], style: Style) -> String {
        // A finding that many rules have comes last.
        let last = LinkFinding.Code.noExample.rawValue
        let findings = findings.filter { $0.code != last } + findings.filter { $0.code == last }
        // The first of a group is written with the other places.
        let groups = Dictionary(grouping: findings) { [$0.file, $0.group] }
        let lines = findings.flatMap { finding -> [String] in
            guard let group = finding.group, let all = groups[[finding.file, group]] else {
                return finding.lines(style: style)
            }
            guard finding == all[0] else { return [] }
            // In a file of one line, the columns say where they are.
            let hasOneEach = Set(all.map(\.line)).count == all.count
            let others = all.dropFirst().map { other in
                other.line.map { hasOneEach ? "\($0)" : "\($0):\(other.column ?? 1)" }
                    ?? other.place
            }
            guard !others.isEmpty else { return finding.lines(style: style) }
            let number = count(others.count, hasOneEach ? "more line" : "more place")
            let shown = others.prefix(10).joined(separator: ", ")
            let end = others.count > 10 ? " …" : "."
            return finding.lines(style: style) + ["  The same applies to \(number): \(shown)\(end)"]
        }
        return lines.map { "\($0)\n" }.joined() + (lines.isEmpty ? "" : "\n")
    }
}

extension CheckReport {
    var counts: [String: Int] { tally(findings.map(\.severity)) }

    var summary: String {
        let counts = counts
        let parts = LinkFinding.Severity.allCases.reversed().compactMap { severity in
            let number = counts[severity.rawValue, default: 0]
            return number == 0 ? nil : count(number, severity.rawValue)
        }
        return parts.isEmpty ? "No findings." : parts.listed() + "."
    }
}

extension CheckReport.Entry {
    /// The file with line and column, as editors and compilers write it.
    var position: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }

    /// The finding on a line that editors and logs make clickable, and below it a link that shows it.
    fileprivate func lines(style: Style) -> [String] {
        let start = style.paint("\(printable(position)):", as: .heading)
        let word = style.paint("\(severity.rawValue):", as: severity.role)
        return ["\(start) \(word) \(printable(message)) [\(code)]"]
            + [link].compactMap { $0.map { "  For example: \(printable($0))" } }
    }

    /// The finding as a GitHub workflow command, which GitHub shows beside the line of the file.
    fileprivate var githubCommand: String {
        let place = [("file", file), ("line", line?.description), ("col", column?.description)]
        let properties = (place + [("title", code)]).compactMap { name, value in
            value.map { "\(name)=\(Self.escaped($0, isProperty: true))" }
        }
        return
            "::\(severity.githubWord) \(properties.joined(separator: ","))::\(Self.escaped(wholeMessage))"
    }

    fileprivate var wholeMessage: String {
        printable(message + (link.map { " For example: \($0)" } ?? ""))
    }

    /// Percent-encodes the characters that end a command or one of its properties.
    private static func escaped(_ text: String, isProperty: Bool = false) -> String {
        replacing(in: text) { scalar in
            switch scalar {
            case "%": "%25"
            case "\r": "%0D"
            case "\n": "%0A"
            case ":" where isProperty: "%3A"
            case "," where isProperty: "%2C"
            default: nil
            }
        }
    }
}

extension LinkFinding.Severity {
    var role: Style.Role {
        switch self {
        case .note: .aside
        case .warning: .warning
        case .error: .bad
        }
    }

    fileprivate var githubWord: String {
        switch self {
        case .note: "notice"
        case .warning: "warning"
        case .error: "error"
        }
    }
}

/// The findings as SARIF 2.1.0, a format for code scanning that several hosts read.
private func sarifLog(of findings: [CheckReport.Entry]) -> JSONValue {
    let results = findings.map { finding in
        var place: [String: JSONValue] = [
            "artifactLocation": .object([
                "uri": .string(
                    finding.file.percentEncoded(keeping: ByteSet.unreserved.union(ByteSet("/")))
                )
            ])
        ]
        if let line = finding.line {
            var region = ["startLine": JSONValue.int(line)]
            region["startColumn"] = finding.column.map(JSONValue.int)
            place["region"] = .object(region)
        }
        return JSONValue.object([
            "ruleId": .string(finding.code), "level": .string(finding.severity.rawValue),
            "message": .object(["text": .string(finding.wholeMessage)]),
            "locations": .array([.object(["physicalLocation": .object(place)])]),
        ])
    }
    let driver = JSONValue.object([
        "name": .string(Tool.name), "version": .string(Tool.version),
        "rules": .array(
            Set(findings.map(\.code)).sorted().map { .object(["id": .string($0)]) }
        ),
    ])
    return .object([
        "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
        "version": .string("2.1.0"),
        "runs": .array([
            .object([
                "tool": .object(["driver": driver]), "columnKind": .string("unicodeCodePoints"),
                "results": .array(results),
            ])
        ]),
    ])
}

extension Option {
    static let findingFormat = Option.format(FindingFormat.self)
}
