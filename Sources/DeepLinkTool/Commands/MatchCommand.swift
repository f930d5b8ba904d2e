import SiteAssociation

extension Command {
    /// Tells what an association file says of URLs.
    static let match = Command(
        name: "match",
        summary: "tell what an association file says of a URL, and by which rule",
        required: [.aasa],
        options: [.appID, .servingHost, .json],
        operands: [
            Operand(
                name: "URL",
                count: .oneOrMore,
                summary: "web links; '-' reads them from standard input"
            )
        ],
        discussion: """
            The answer is the one that Apple's own matcher gives: the first rule that matches decides. For each
            app the rules are shown that were asked, with what in the URL they do not want.

            When a URL opens none of the apps, the exit code is 1.
            """,
        examples: [
            "match https://mydomain.io/domainA/5 --aasa apple-app-site-association",
            "match - --aasa apple-app-site-association --host mydomain.io --json < urls.txt",
        ],
        run: { invocation, context throws(ToolError) in
            let association = try context.association(invocation).association
            let appIDs = invocation.appIDs
            let reports = context.lines(invocation.operands).flatMap { url in
                (appIDs.isEmpty ? [nil] : appIDs.map(Optional.some)).map { appID in
                    MatchReport(
                        association.explanation(
                            for: url,
                            domain: invocation.value(of: .servingHost),
                            appID: appID
                        )
                    )
                }
            }
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(reports)
                    : reports.map { $0.text(style: context.style) }.joined(separator: "\n"),
                exitCode: reports.allSatisfy(\.isMatched) ? .success : .findings
            )
        }
    )
}

/// What an association file says of one URL, for people and for programs.
struct MatchReport {
    private let explanation: AssociationExplanation

    init(_ explanation: AssociationExplanation) {
        self.explanation = explanation
    }

    /// Whether the URL opens an app.
    var isMatched: Bool {
        explanation.apps.contains { $0.answer.isMatched }
    }

    /// The URL, each app's answer, and the rules that were asked.
    func text(style: Style) -> String {
        var lines = [style.paint(printable(explanation.url), as: .heading)]
        if let obstacle = explanation.obstacle {
            lines.append(style.paint("  not matched: \(printable(obstacle.description))", as: .bad))
        }
        for app in explanation.apps where explanation.obstacle == nil {
            let place = app.answer.match.map { " by \($0.rule.place)" } ?? ""
            lines.append(
                style.paint(
                    "  \(printable(app.appID)): \(app.answer.verdict)\(place)",
                    as: app.answer.isMatched ? .good : .bad
                )
            )
            for step in app.steps {
                let reasons = step.mismatches.map { printable($0.description) }
                    .joined(separator: "; ")
                let result = step.rule.isExclusion ? "matches, and excludes" : "matches"
                lines.append("    \(printable(step.rule.source))")
                lines.append(
                    style.paint("      \(reasons.isEmpty ? result : reasons)", as: .aside)
                )
            }
        }
        if explanation.apps.isEmpty, explanation.obstacle == nil {
            lines.append(style.paint("  not matched: the file names no app", as: .bad))
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension AssociationAnswer {
    /// The answer in a word or two.
    fileprivate var verdict: String {
        switch self {
        case .matched: "matched"
        case .blocked: "blocked"
        case .notMatched: "not matched"
        }
    }
}

extension MatchReport: Encodable {
    private enum CodingKeys: String, CodingKey {
        case url
        case obstacle
        case apps
    }

    private struct App: Encodable {
        let appID: String
        let answer: String
        let place: AssociationPlace?
        let rules: [Rule]
    }

    private struct Rule: Encodable {
        let rule: String
        let mismatches: [String]
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(explanation.url, forKey: .url)
        try container.encodeIfPresent(explanation.obstacle?.description, forKey: .obstacle)
        let apps = explanation.apps.map { app in
            App(
                appID: app.appID,
                answer: app.answer.verdict,
                place: app.answer.match?.rule.place,
                rules: app.steps.map {
                    Rule(rule: $0.rule.source, mismatches: $0.mismatches.map(\.description))
                }
            )
        }
        try container.encode(apps, forKey: .apps)
    }
}
