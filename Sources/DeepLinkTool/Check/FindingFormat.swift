import LinkChecking

/// How findings can be written.
enum FindingFormat: String, CaseIterable {
    case text
    case github
    case sarif
    case json

    /// The format that a command line names.
    static func chosen(by invocation: Invocation) throws(ToolError) -> FindingFormat {
        guard let format = invocation.value(of: .findingFormat).flatMap(FindingFormat.init) else {
            return invocation.has(.json) ? .json : .text
        }
        guard format == .json || !invocation.has(.json) else {
            throw .usage(
                "'--json' and '--format \(format.rawValue)' exclude each other; remove one of them."
            )
        }
        return format
    }

    /// The findings in this format.
    ///
    /// - Parameters:
    ///   - report: All findings.
    ///   - lowest: The lowest severity to show.
    ///   - style: The colours of text for people.
    /// - Returns: Lines, the last of them with a line break.
    /// - Throws: An error if no JSON can be written.
    func text(
        of report: CheckReport,
        from lowest: CheckReport.Severity,
        style: Style
    ) throws(ToolError) -> String {
        let shown = report.findings.filter { $0.severity >= lowest }
        switch self {
        case .text: return Self.text(shown, style: style) + report.summary + "\n"
        case .github: return shown.map { $0.githubCommand + "\n" }.joined()
        case .sarif: return try DeepLinkTool.json(SARIF(shown))
        case .json: return try DeepLinkTool.json(Document(findings: shown, counts: report.counts))
        }
    }

    private struct Document: Encodable {
        let findings: [CheckReport.Entry]
        let counts: [String: Int]
    }

    private static func text(_ findings: [CheckReport.Entry], style: Style) -> String {
        // What is the same for every rule is written once, at the end.
        let repeated = findings.filter { $0.code == LinkFinding.Code.noExample.rawValue }
        var lines = findings.filter { !repeated.contains($0) }.flatMap { $0.lines(style: style) }
        for file in Set(repeated.map(\.file)).sorted() {
            let others = repeated.filter { $0.file == file }
            lines += others[0].lines(style: style)
            if others.count > 1 {
                lines.append(
                    "  The same goes for \(count(others.count - 1, "more rule")) of this file."
                )
            }
        }
        return lines.map { "\($0)\n" }.joined() + (lines.isEmpty ? "" : "\n")
    }
}

extension CheckReport {
    /// How many findings there are of each severity, whether they are shown or not.
    fileprivate var counts: [String: Int] {
        Dictionary(
            uniqueKeysWithValues: Severity.allCases.map { severity in
                (severity.word, findings.count { $0.severity == severity })
            }
        )
    }

    fileprivate var summary: String {
        let parts = Severity.allCases.reversed().compactMap { severity in
            let number = findings.count { $0.severity == severity }
            return number == 0 ? nil : count(number, severity.word)
        }
        guard let last = parts.last else { return "No findings." }
        return parts.count == 1
            ? "\(last)." : "\(parts.dropLast().joined(separator: ", ")) and \(last)."
    }
}

extension CheckReport.Entry {
    /// The file with line and column, as editors and compilers write it.
    fileprivate var position: String {
        ([file] + [line, column].compactMap { $0.map(String.init) }).joined(separator: ":")
    }

    /// The finding on a line of its own, which editors and logs can be clicked in; and below it a link that shows it.
    fileprivate func lines(style: Style) -> [String] {
        let start = style.paint("\(printable(position)):", as: .heading)
        let word = style.paint("\(severity.word):", as: severity.role)
        return ["\(start) \(word) \(printable(message)) [\(code)]"]
            + [link].compactMap { $0.map { "  For example: \(printable($0))" } }
    }

    /// The finding as a command for a workflow of GitHub, which shows it beside the line of the file.
    fileprivate var githubCommand: String {
        let place = [("file", file), ("line", line?.description), ("col", column?.description)]
        let properties = (place + [("title", code)]).compactMap { name, value in
            value.map { "\(name)=\(Self.escaped($0, isProperty: true))" }
        }
        let text = message + (link.map { " For example: \($0)" } ?? "")
        return
            "::\(severity.githubWord) \(properties.joined(separator: ","))::\(Self.escaped(text))"
    }

    /// Percent escapes for the characters that end a command, or one of its properties.
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

extension CheckReport.Severity {
    fileprivate var role: Style.Role {
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

/// Findings as SARIF 2.1.0, which code scanning of several hosts reads.
private struct SARIF: Encodable {
    private let schema = "https://json.schemastore.org/sarif-2.1.0.json"
    private let version = "2.1.0"
    private let runs: [Run]

    private enum CodingKeys: String, CodingKey {
        case schema = "$schema"
        case version
        case runs
    }

    private struct Run: Encodable {
        let tool: [String: Driver]
        let results: [Result]
    }

    private struct Driver: Encodable {
        let name = Tool.name
        let version = Tool.version
        let rules: [Rule]
    }

    private struct Rule: Encodable {
        let id: String
    }

    private struct Result: Encodable {
        let ruleId: String
        let level: String
        let message: Message
        let locations: [Location]
    }

    private struct Message: Encodable {
        let text: String
    }

    private struct Location: Encodable {
        let physicalLocation: PhysicalLocation
    }

    private struct PhysicalLocation: Encodable {
        let artifactLocation: ArtifactLocation
        let region: Region?
    }

    private struct ArtifactLocation: Encodable {
        let uri: String
    }

    private struct Region: Encodable {
        let startLine: Int
        let startColumn: Int?
    }

    init(_ findings: [CheckReport.Entry]) {
        let rules = Set(findings.map(\.code)).sorted().map(Rule.init)
        let results = findings.map { finding in
            Result(
                ruleId: finding.code,
                level: finding.severity.word,
                message: Message(
                    text: finding.message + (finding.link.map { " For example: \($0)" } ?? "")
                ),
                locations: [
                    Location(
                        physicalLocation: PhysicalLocation(
                            artifactLocation: ArtifactLocation(
                                uri: percentEncoded(finding.file, keepingSlashes: true)
                            ),
                            region: finding.line.map {
                                Region(startLine: $0, startColumn: finding.column)
                            }
                        )
                    )
                ]
            )
        }
        runs = [Run(tool: ["driver": Driver(rules: rules)], results: results)]
    }
}

extension Option {
    /// How findings are written.
    static let findingFormat = Option(
        name: "format",
        placeholder: "FORMAT",
        choices: FindingFormat.allCases.map(\.rawValue),
        summary: "format of the output (default: text)"
    )
}
