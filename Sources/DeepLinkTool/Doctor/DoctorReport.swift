import DeepLinks
import LinkChecking
import PathMatching
import SiteAssociation

/// The chains of links, for people and for programs, and what only a device can tell.
struct DoctorReport {
    private let chains: [LinkChain]

    /// The files by where a step was found, as the user wrote them.
    private let names: [LinkChain.Source: String]

    private let questions: [Question]

    /// A question that no file answers, with the commands that do.
    private struct Question: Encodable {
        let question: String
        let commands: [String]
    }

    /// Prepares a report; `hosts` serve association files for the links, `known` are those for the rules.
    init(
        _ chains: [LinkChain],
        configuration: String,
        _ invocation: Invocation,
        hosts: [String],
        known: [String],
        bundleID: String?
    ) {
        self.chains = chains.filter { !$0.steps.isEmpty }
        names = [
            .rules: configuration, .entitlements: invocation.value(of: .entitlements),
            .info: invocation.value(of: .info), .response: invocation.value(of: .response),
            .association: invocation.value(of: .aasa),
        ].compactMapValues(\.self)
        let rules = [Option.config, .system].compactMap { option in
            invocation.value(of: option).map { " \(option.word) \(Self.shellWord($0))" }
        }.joined()
        let url = chains.map(\.subject).first { $0.contains("://") && !$0.hasSuffix("://") }
        let word = Self.shellWord(url ?? hosts.first.map { "https://\($0)/" } ?? "URL")
        questions = [
            Question(
                question: "which file Apple's network has",
                commands: hosts.flatMap { host in
                    [
                        "curl -si https://app-site-association.cdn-apple.com/a/v1/\(host) > apple.txt"
                    ]
                        + (known.contains(host)
                            ? ["\(Tool.name) doctor\(rules) --response apple.txt --host \(host)"]
                            : [])
                }
            ),
            Question(
                question:
                    "which file a device or a Mac has, and whether the user chose the browser",
                commands: ["sudo swcutil show"] + hosts.map { "sudo swcutil dl -d \($0)" }
            ),
            Question(
                question: "where the link goes on a simulator and on a device",
                commands: [
                    "xcrun simctl openurl booted \(word)",
                    "xcrun devicectl device process launch --device DEVICE --payload-url \(word) \(bundleID ?? "BUNDLE-ID")",
                ]
            ),
        ].filter { !$0.commands.isEmpty }
    }

    /// A link as one word for a shell.
    private static func shellWord(_ text: String) -> String {
        "'\(text.replacing("'", with: "'\\''"))'"
    }

    // MARK: - Findings

    /// What is broken or not known, as a finding; nil for what is right.
    private func entry(_ step: LinkChain.Step) -> CheckReport.Entry? {
        guard let flaw = step.flaw else { return nil }
        return CheckReport.Entry(
            file: names[step.source] ?? names[.rules] ?? "",
            code: flaw.rawValue,
            severity: LinkFinding.Severity(rawValue: flaw.severity.rawValue) ?? .error,
            place: step.place ?? "the file",
            line: step.line,
            column: step.column,
            message: flaw == .notGiven ? "\(step.message) \(request(step.part))" : step.message
        )
    }

    /// How to give what is not known.
    private func request(_ part: LinkChain.Part) -> String {
        switch part {
        case .entitlement: "Name the file with '\(Option.entitlements.usage)'."
        case .scheme: "Name the file with '\(Option.info.usage)'."
        case .app: "Name the app with '\(Option.appID.usage)'."
        case .rules, .file, .component, .rule, .scenes:
            "Name the file with '\(Option.response.usage)'\(names[.response] == nil ? "" : " and its host with '\(Option.servingHost.usage)'")."
        }
    }

    /// The report in the format that the command line names.
    func result(_ invocation: Invocation, _ context: ToolContext) throws(ToolError) -> ToolResult {
        let findings = chains.flatMap { $0.steps.compactMap(entry) }.uniqued()
        let report = CheckReport(findings, invocation)
        var result = try report.result(invocation, context)
        switch try invocation.format(.findingFormat, text: FindingFormat.text, json: .json) {
        case .text: result.output = text(style: context.style, report) + "\(report.summary)\n"
        case .json: result.output = try json(document(report))
        case .github, .sarif: break
        }
        return result
    }

    private func document(_ report: CheckReport) -> Document {
        let chains = chains.map { chain in
            Document.Chain(
                subject: chain.subject,
                steps: chain.steps.compactMap { step in
                    let entry = entry(step)
                    guard entry.map(report.shows) ?? true else { return nil }
                    return Document.Step(
                        part: step.part,
                        state: Self.state(of: step),
                        message: step.message,
                        finding: entry
                    )
                }
            )
        }
        return Document(chains: chains, onlyADeviceCanTell: questions, counts: report.counts)
    }

    private struct Document: Encodable {
        let chains: [Chain]
        let onlyADeviceCanTell: [Question]
        let counts: [String: Int]

        struct Chain: Encodable {
            let subject: String
            let steps: [Step]
        }

        struct Step: Encodable {
            let part: LinkChain.Part
            let state: String
            let message: String
            let finding: CheckReport.Entry?
        }
    }

    // MARK: - Text

    private static func state(of step: LinkChain.Step) -> String {
        switch step.flaw?.severity {
        case nil: "found"
        case .error?: "broken"
        case .warning?: "doubtful"
        case .note?: "unknown"
        }
    }

    private func text(style: Style, _ report: CheckReport) -> String {
        var unknown: [String] = []
        var parts: [[String]] = chains.map { chain in
            var lines = [style.paint(printable(chain.subject), as: .heading)]
            for step in chain.steps {
                guard let entry = entry(step) else {
                    lines.append(Self.line(step, step.message, as: .good, style))
                    continue
                }
                guard report.shows(entry) else { continue }
                let sentence = "\(entry.message) [\(entry.code)]"
                if entry.severity == .note {
                    unknown.append("  \(printable(sentence))")
                } else {
                    lines.append(
                        Self.line(
                            step,
                            "\(entry.position): \(sentence)",
                            as: entry.severity.role,
                            style
                        )
                    )
                }
            }
            return lines
        }
        if !unknown.isEmpty {
            parts.append([style.paint("Not known", as: .heading)] + unknown.uniqued())
        }
        parts.append(
            [style.paint("Only a device can tell", as: .heading)]
                + questions.flatMap { question in
                    ["  \(question.question)"] + question.commands.map { "    \(printable($0))" }
                }
        )
        return parts.filter { $0.count > 1 }.map { $0.joined(separator: "\n") + "\n\n" }.joined()
    }

    private static func line(
        _ step: LinkChain.Step,
        _ message: String,
        as role: Style.Role,
        _ style: Style
    ) -> String {
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return
            "  \(style.paint(padded(state(of: step), 10), as: role))\(padded(step.part.rawValue, 13))\(printable(message))"
    }
}
