import DeepLinks
import LinkChecking
import SiteAssociation

/// What checks found, for people and for programs.
struct CheckReport: Encodable {
    /// How bad a finding is.
    enum Severity: String, Encodable, CaseIterable {
        case advice
        case warning
        case error
    }

    /// One finding in a file.
    struct Entry: Encodable, Equatable {
        /// The file as the user wrote it.
        let file: String

        /// What kind of finding it is.
        let code: String

        let severity: Severity

        /// Where it is, as the way from the document's root.
        let place: String

        let line: Int?
        let column: Int?

        /// What was found and what to do, as a sentence.
        var message: String

        /// A link that shows it.
        var link: String?
    }

    /// The findings that are shown.
    private(set) var findings: [Entry]

    /// How many there are of each severity, whether they are shown or not.
    private let counts: Counts

    private struct Counts: Encodable {
        let error: Int
        let warning: Int
        let advice: Int
    }

    /// Creates a report.
    ///
    /// - Parameter findings: The findings in the order in which they are to be shown.
    init(_ findings: [Entry]) {
        self.findings = findings
        counts = Counts(
            error: findings.count { $0.severity == .error },
            warning: findings.count { $0.severity == .warning },
            advice: findings.count { $0.severity == .advice }
        )
    }

    /// What a command writes, and whether there is an error.
    ///
    /// - Parameters:
    ///   - invocation: The command line, of a command with ``Option/severity`` and ``Option/json``.
    ///   - context: The colours and the width.
    /// - Returns: The text, with exit code 1 if there is an error, shown or not.
    /// - Throws: An error if no JSON can be written.
    func result(_ invocation: Invocation, _ context: ToolContext) throws(ToolError) -> ToolResult {
        var shown = self
        let severities = Severity.allCases
        if let least = invocation.value(of: .severity).flatMap(severities.firstIndex(ofRawValue:)) {
            shown.findings.removeAll { !severities[least...].contains($0.severity) }
        }
        return ToolResult(
            output: invocation.has(.json)
                ? try json(shown) : shown.text(style: context.style, width: context.width),
            exitCode: counts.error == 0 ? .success : .findings
        )
    }

    // MARK: - Text

    private func text(style: Style, width: Int) -> String {
        var lines: [String] = []
        var repeated: [Entry] = []
        for finding in findings {
            // What is the same for every rule is said once, at the end.
            if finding.code == LinkFinding.Code.noExample.rawValue {
                repeated.append(finding)
            } else {
                lines += finding.lines(style: style, width: width) + [""]
            }
        }
        if let first = repeated.first {
            let others = repeated.dropFirst().map(\.place)
            lines += first.lines(others: others, style: style, width: width) + [""]
        }
        return (lines + [summary]).joined(separator: "\n") + "\n"
    }

    private var summary: String {
        let parts = [
            (counts.error, "error"), (counts.warning, "warning"),
        ].filter { $0.0 > 0 }.map { count($0.0, $0.1) }
        let advice = counts.advice == 0 ? [] : [count(counts.advice, "note")]
        let all = parts + advice
        guard let last = all.last else { return "All is well." }
        return (all.count > 1 ? all.dropLast().joined(separator: ", ") + " and " + last : last)
            + "."
    }
}

extension CheckReport.Entry {
    /// The finding of a configuration.
    init(_ finding: LinkFinding, file: String) {
        self.init(
            file: file,
            code: finding.code.rawValue,
            severity: CheckReport.Severity(finding.severity),
            place: finding.place,
            line: finding.line,
            column: finding.column,
            message: finding.message
        )
    }

    /// The finding of an association file.
    init(_ finding: AssociationFinding, file: String) {
        self.init(
            file: file,
            code: finding.code.rawValue,
            severity: CheckReport.Severity(finding.severity),
            place: finding.place.path ?? "the file",
            line: finding.place.line,
            column: finding.place.column,
            message: finding.message,
            link: finding.witness
        )
    }

    /// A line that tells what and where, and the sentence.
    ///
    /// - Parameters:
    ///   - others: The other places that the same is to be said of.
    ///   - style: The colours.
    ///   - width: How many columns a line may have.
    /// - Returns: The lines.
    fileprivate func lines(others: [String] = [], style: Style, width: Int) -> [String] {
        var position = printable(file)
        if let line, let column { position += ":\(line):\(column)" }
        let heading =
            style.paint(severity.rawValue, as: severity.role)
            + " \(code) at \(printable(place)), \(position)"
        var sentences = [message] + [link].compactMap(\.self).map { "For example: \($0)" }
        if !others.isEmpty { sentences.append("The same goes for \(Self.list(others)).") }
        return [heading]
            + sentences.flatMap { wrap(printable($0), width: width - 2) }.map { "  \($0)" }
    }

    /// Places in a sentence; of many, the first.
    private static func list(_ places: [String]) -> String {
        let shown = places.prefix(4)
        if places.count > shown.count {
            return shown.joined(separator: ", ") + " and \(places.count - shown.count) more"
        }
        guard let last = shown.last, shown.count > 1 else { return shown.joined() }
        return shown.dropLast().joined(separator: ", ") + " and \(last)"
    }
}

extension CheckReport.Severity {
    fileprivate init(_ severity: LinkFinding.Severity) {
        self =
            switch severity {
            case .advice: .advice
            case .warning: .warning
            case .error: .error
            }
    }

    fileprivate init(_ severity: AssociationFinding.Severity) {
        self =
            switch severity {
            case .note: .advice
            case .warning: .warning
            case .error: .error
            }
    }

    fileprivate var role: Style.Role {
        switch self {
        case .advice: .aside
        case .warning: .heading
        case .error: .bad
        }
    }
}

extension [CheckReport.Severity] {
    fileprivate func firstIndex(ofRawValue rawValue: String) -> Int? {
        firstIndex { $0.rawValue == rawValue }
    }
}
