import SiteAssociation

/// What an association file says about one URL, for people and for programs.
struct MatchReport {
    private let explanation: AssociationExplanation

    var url: String { explanation.url }

    /// Why no rule was tried; `nil` when rules were tried.
    let obstacle: String?

    /// The host whose file is about the link, if this one is not.
    let otherHost: String?

    /// Asks the file of some hosts about a link, for some apps or, without any, for all.
    init(_ url: String, _ association: AppSiteAssociation, hosts: LinkHosts, appIDs: [String]) {
        func declaration(among hosts: [String]) -> String? {
            AppDeclarations.declaration(forLink: url, among: hosts)
        }
        explanation = association.explanation(
            for: url,
            domain: declaration(among: hosts.own) ?? hosts.own[0],
            appIDs: appIDs
        )
        if let host = explanation.obstacle?.otherHost {
            otherHost = host
            obstacle = "the link's host is '\(host)', but the file is for \(list(hosts.own))"
        } else if let other = declaration(among: hosts.own + hosts.declared),
            !hosts.own.contains(other)
        {
            otherHost = AppDeclarations.server(of: other)
            obstacle =
                "the file is for \(list(hosts.own)), but the rules name '\(other)', which has a file of its own"
        } else {
            otherHost = nil
            obstacle =
                explanation.obstacle?.description
                ?? (explanation.apps.isEmpty ? "the file names no app" : nil)
        }
    }

    enum Verdict: String, CaseIterable {
        case matched
        /// A rule keeps the URL from opening an app.
        case blocked
        case notMatched = "not-matched"
    }

    /// The answer for all apps: matched if it is matched for one app, otherwise blocked if it is blocked for one.
    var verdict: Verdict {
        let verdicts = obstacle == nil ? explanation.apps.map(\.answer.verdict) : []
        return [.matched, .blocked].first(where: verdicts.contains) ?? .notMatched
    }

    /// The URL, the answer for each app, and the rules that were tried: of many that do not match, only the nearest, unless all are asked
    /// for.
    func text(style: Style, showsAll: Bool) -> String {
        var lines = [style.paint(printable(explanation.url), as: .heading)]
        if let obstacle {
            lines.append(style.paint("  not matched: \(printable(obstacle))", as: .bad))
        } else {
            for group in groups {
                lines += Self.lines(of: group, style: style, showsAll: showsAll)
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The apps, grouped by the rules that were tried, which give all of them the same answer.
    private var groups: [[AssociationExplanation.App]] {
        var groups: [[AssociationExplanation.App]] = []
        for app in explanation.apps {
            let place = groups.firstIndex { $0[0].hasTried(rulesOf: app) }
            if let place { groups[place].append(app) } else { groups.append([app]) }
        }
        return groups
    }

    private static func lines(
        of group: [AssociationExplanation.App],
        style: Style,
        showsAll: Bool
    ) -> [String] {
        let app = group[0]
        let place = app.answer.match.map { " by \(printable($0.rule.place.description))" } ?? ""
        var lines = [
            style.paint(
                "  \(names(of: group)): \(app.answer.verdict.words)\(place)",
                as: app.answer.isMatched ? .good : .bad
            )
        ]
        let shown = Self.steps(of: app, showsAll: showsAll)
        if shown.count < app.triedCount {
            let others = app.triedCount - shown.count
            lines.append(
                style.paint(
                    "    \(others) other rules were tried and do not match; '\(Tool.name) match --all' shows them",
                    as: .aside
                )
            )
        }
        for step in shown {
            let reasons = step.mismatches.map { printable($0.description) }
                .joined(separator: "; ")
            let result = step.rule.isExclusion ? "matches, and excludes" : "matches"
            lines.append("    \(printable(step.rule.source))")
            lines.append(style.paint("      \(reasons.isEmpty ? result : reasons)", as: .aside))
        }
        return lines
    }

    private static func steps(
        of app: AssociationExplanation.App,
        showsAll: Bool
    ) -> [AssociationExplanation.Step] {
        showsAll ? app.steps : app.nearestSteps(5)
    }

    private static func names(of group: [AssociationExplanation.App]) -> String {
        let names = group.map { printable($0.appID) }
        guard names.count > 3 else { return names.joined(separator: ", ") }
        return names.prefix(2).joined(separator: ", ") + " and \(names.count - 2) more apps"
    }
}

extension AssociationAnswer {
    fileprivate var verdict: MatchReport.Verdict {
        switch self {
        case .matched: .matched
        case .blocked: .blocked
        case .notMatched: .notMatched
        }
    }
}

extension MatchReport.Verdict {
    fileprivate var words: String { rawValue.replacing("-", with: " ") }
}

// MARK: - JSON

extension MatchReport {
    private struct Document: Encodable {
        let url: String
        let obstacle: String?
        let apps: [App]
    }

    private struct App: Encodable {
        let appID: String
        let answer: String
        let place: AssociationPlace?
        let tried: Int
        let rules: [Rule]
    }

    private struct Rule: Encodable {
        let rule: String
        let mismatches: [String]
    }

    /// The same as in ``text(style:showsAll:)`` for programs, and how many rules were tried for each app.
    func document(showsAll: Bool) -> some Encodable {
        let apps = explanation.apps.map { app in
            guard obstacle == nil else {
                let answer = Verdict.notMatched.rawValue
                return App(appID: app.appID, answer: answer, place: nil, tried: 0, rules: [])
            }
            return App(
                appID: app.appID,
                answer: app.answer.verdict.rawValue,
                place: app.answer.match?.rule.place,
                tried: app.triedCount,
                rules: Self.steps(of: app, showsAll: showsAll).map {
                    Rule(rule: $0.rule.source, mismatches: $0.mismatches.map(\.description))
                }
            )
        }
        return Document(url: explanation.url, obstacle: obstacle, apps: apps)
    }
}
