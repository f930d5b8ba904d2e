import DeepLinks
import LinkChecking
import PathMatching
import SiteAssociation

/// The chains of links, for people and for programs, and what only a device can tell.
struct DoctorReport {
    private let chains: [LinkChain]

    /// The files by where a step was found, as the user wrote them.
    private let names: [LinkChain.Source: String]

    /// What no file answers, with the commands that do.
    private let questions: String

    private static func questions(_ rules: String) -> String {
        """
          which file Apple's network has
            curl -si https://app-site-association.cdn-apple.com/a/v1/HOST > apple.txt
            \(Tool.name) doctor\(rules) --response apple.txt --host HOST
          which file a device or a Mac has, and whether the user chose the browser
            sudo swcutil show
            sudo swcutil dl -d HOST
          where the link goes on a simulator and on a device
            xcrun simctl openurl booted 'URL'
            xcrun devicectl device process launch --device DEVICE --payload-url 'URL' BUNDLE-ID
        """
    }

    init(_ chains: [LinkChain], configuration: String, _ invocation: Invocation) {
        self.chains = chains.filter { !$0.steps.isEmpty }
        names = [
            .rules: configuration, .entitlements: invocation.value(of: .entitlements),
            .info: invocation.value(of: .info), .response: invocation.value(of: .response),
            .association: invocation.value(of: .aasa),
        ].compactMapValues(\.self)
        let rules = [Option.config, .system].compactMap { option in
            invocation.value(of: option).map { " \(option.word) \(quoted($0))" }
        }
        questions = Self.questions(rules.joined())
    }

    // MARK: - Findings

    /// What is broken or not known, as a finding; nil for what is right.
    private func entry(_ step: LinkChain.Step) -> CheckReport.Entry? {
        guard let flaw = step.flaw else { return nil }
        // An answer without a body was given, so its file is not asked for again.
        let isAsked = flaw == .notGiven && (step.part != .file || step.source != .response)
        return CheckReport.Entry(
            file: names[step.source] ?? names[.rules] ?? "",
            code: flaw.code,
            severity: flaw.severity,
            place: step.place?.path ?? "the file",
            line: step.place?.line,
            column: step.place?.column,
            message: isAsked ? "\(step.message) \(request(step.part))" : step.message
        )
    }

    private func request(_ part: LinkChain.Part) -> String {
        switch part {
        case .entitlement: "Name the file with '\(Option.entitlements.usage)'."
        case .scheme: "Name the file with '\(Option.info.usage)'."
        case .app: "Name the app with '\(Option.appID.usage)'."
        default:
            "Name the file with '\(Option.response.usage)', and its host with '\(Option.servingHost.usage)'."
        }
    }

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
        return Document(chains: chains, counts: report.counts)
    }

    private struct Document: Encodable {
        let chains: [Chain]
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
        func padded(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        let parts = chains.map { chain in
            [style.paint(printable(chain.subject), as: .heading)]
                + chain.steps.compactMap { step in
                    let entry = entry(step)
                    guard entry.map(report.shows) ?? true else { return nil }
                    let text = entry.map { entry in
                        (step.source == .missing ? "" : "\(entry.position): ")
                            + "\(entry.message) [\(entry.code)]"
                    }
                    let state = style.paint(
                        padded(Self.state(of: step), 10),
                        as: entry?.severity.role ?? .good
                    )
                    return
                        "  \(state)\(padded(step.part.rawValue, 13))\(printable(text ?? step.message))"
                }
        }
        let rest = style.paint("Only a device can tell", as: .heading)
        return parts.filter { $0.count > 1 }.map { $0.joined(separator: "\n") + "\n\n" }.joined()
            + "\(rest)\n\(questions)\n\n"
    }
}
