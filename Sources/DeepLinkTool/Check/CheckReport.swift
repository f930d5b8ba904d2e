import DeepLinks
import LinkChecking
import PathMatching
import SiteAssociation

/// The findings of checks, for people and for programs.
struct CheckReport {
    struct Entry: Encodable, Hashable {
        let file: String

        let code: String

        var severity = LinkFinding.Severity.warning

        /// Where it is, as the path from the document's root.
        var place = "the file"

        var line: Int?
        var column: Int?

        /// What was found and what to do, as a sentence.
        let message: String
        var link: String?
        /// What findings have in common that differ only in their places, such as the path that is not in `paths`.
        var group: String?

        private enum CodingKeys: CodingKey {
            case file, code, severity, place, line, column, message, link
        }
    }

    /// The findings, without those that the user allows.
    let findings: [Entry]

    /// The codes that the user allows, and those of them that no finding has.
    private let (allowed, unused): ([String], [String])

    private let lowest: LinkFinding.Severity

    /// Sorts findings out by the command line of a command with ``Option/findingOptions``.
    init(_ findings: [Entry], _ invocation: Invocation) {
        let allowed = invocation.values(of: .allow)
        self.allowed = allowed
        unused = allowed.filter { code in !findings.contains { $0.code == code } }
        lowest = invocation.value(of: .severity).flatMap(LinkFinding.Severity.init) ?? .note
        self.findings = findings.filter { !allowed.contains($0.code) }
    }

    /// Whether a finding is to be shown; those below the lowest severity count for the exit code too.
    func shows(_ finding: Entry) -> Bool {
        finding.severity >= lowest && !allowed.contains(finding.code)
    }

    /// The output of a command that shows findings, and its exit code.
    func result(_ invocation: Invocation, _ context: ToolContext) throws(ToolError) -> ToolResult {
        let failing = invocation.value(of: .failOn).flatMap(LinkFinding.Severity.init) ?? .error
        let format = try invocation.format(.findingFormat, text: FindingFormat.text, json: .json)
        return ToolResult(
            output: try format.text(of: self, style: context.style),
            errors: unused.map { code in
                let meant = nearest(to: code, in: findings.map(\.code))
                let way = meant.map { "did you mean '\($0)'?" } ?? "remove it."
                return Tool.complaint(
                    invocation.command,
                    "'\(Option.allow.word) \(code)' allows nothing, because no finding has this code; \(way)"
                )
            }.joined(),
            exitCode: findings.contains { $0.severity >= failing } ? .findings : .success
        )
    }
}

extension CheckReport.Entry {
    init(_ finding: LinkFinding, file: String) {
        self.init(
            file: file,
            code: finding.code.rawValue,
            severity: finding.severity,
            place: finding.place,
            line: finding.line,
            column: finding.column,
            message: finding.message,
            group: finding.group
        )
    }

    init(_ finding: AssociationFinding, file: String) {
        self.init(
            file: file,
            code: finding.code.rawValue,
            severity: finding.severity,
            place: finding.place.path ?? "the file",
            line: finding.place.line,
            column: finding.place.column,
            message: finding.message,
            link: finding.witness,
            group: finding.group
        )
    }
}

extension Option {
    static let findingOptions: [Option] = [.findingFormat, .severity, .allow, .failOn, .json]

    static let severity = Option(
        "severity SEVERITY",
        "lowest severity to show (default: note)",
        choices: LinkFinding.Severity.allCases.map(\.rawValue)
    )

    static let failOn = Option(
        "fail-on SEVERITY",
        "severity that makes the exit code 1 (default: error)",
        choices: LinkFinding.Severity.allCases.map(\.rawValue)
    )

    static let allow = Option(
        "allow CODE",
        "codes of findings to leave out, such as 'no-example'; commas between several",
        isList: true
    )
}
