import DeepLinks
import LinkChecking
import PathMatching

/// What the rewriter does with one URL, for people and for programs.
struct ExplainReport {
    private let explanation: Explanation

    /// The pattern of the internal link's path in the list of paths, or the nearest one; nil without a list or a link.
    private let path: (pattern: String?, nearest: String?)?
    private let configuration: LinkConfiguration

    /// The association file's answer about a web link; nil if the file was not asked.
    private let system: MatchReport?

    init(
        _ explanation: Explanation,
        system: MatchReport? = nil,
        paths: RegisteredPaths?,
        _ configuration: LinkConfiguration
    ) {
        self.explanation = explanation
        self.configuration = configuration
        self.system = system
        path = paths.flatMap { paths in
            explanation.link.map { link in
                let pattern = paths.pattern(for: link)?.description
                return (pattern, pattern == nil ? paths.nearest(to: link.path) : nil)
            }
        }
    }

    /// Whether the URL becomes an internal link whose path is not known to be unregistered, and the system gives it to the app.
    var isFine: Bool { isHandled && system?.verdict ?? .matched == .matched }

    private var isHandled: Bool {
        path.map { $0.pattern != nil } ?? (explanation.link != nil)
    }

    /// Whether the system opens the app, and what the app then does, as a sentence; nil if the file was not asked.
    private var verdict: String? {
        guard let system else { return nil }
        let link = explanation.link?.string ?? ""
        if let host = system.otherHost {
            let fate = isHandled ? "open '\(link)'" : "refuse the link"
            return "The file of '\(host)' was not asked; the app would \(fate)."
        }
        return switch (system.verdict, isHandled) {
        case (.matched, true): "The system opens the app, and the app opens '\(link)'."
        case (.matched, false): "The system opens the app, and the app refuses the link."
        case (.blocked, true), (.notMatched, true):
            "The link stays in the browser, though the app would open '\(link)'."
        case (.blocked, false), (.notMatched, false):
            "The link stays in the browser, and the app would refuse it."
        }
    }

    func text(style: Style) -> String {
        let lines = explanation.description.utf8.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        var shown = lines.map { Substring($0) }.enumerated().map { number, line in
            style.paint(String(line), as: number == 0 ? .heading : Self.role(of: line))
        }
        if let path {
            let hint = path.nearest.map { "; did you mean '\($0)'?" } ?? ""
            let text =
                path.pattern.map { "registered as '\($0)'" } ?? "the path is not registered\(hint)"
            shown.append(style.paint("  route     \(text)", as: path.pattern == nil ? .bad : .good))
        }
        if let system, let verdict {
            var lines = system.text(style: .plain, showsAll: false).split(separator: "\n")
                .dropFirst()
            if system.otherHost != nil, let obstacle = system.obstacle {
                lines = ["not asked: \(printable(obstacle))"]
            }
            shown += lines.enumerated().map { number, line in
                style.paint(
                    number == 0 ? "  file      \(line.drop { $0 == " " })" : "        \(line)",
                    as: .aside
                )
            }
            shown.append("  verdict   " + style.paint(verdict, as: isFine ? .good : .bad))
        }
        return shown.joined(separator: "\n") + "\n"
    }

    private static func role(of line: Substring) -> Style.Role {
        switch line.utf8.split(separator: UInt8(ascii: " "), maxSplits: 1).first.map(Substring.init)
        {
        case "link": .good
        case "refused": .bad
        case "near": .plain
        default: .aside
        }
    }
}

// MARK: - JSON

extension ExplainReport {
    /// The URL, the steps, and either the internal link with its rule, or the reason for the refusal and the nearest rules.
    var json: JSONValue {
        var members: [String: JSONValue] = [
            "url": .string(explanation.input),
            "steps": .array(
                explanation.steps.map {
                    .object(["step": .string($0.label), "text": .string($0.text)])
                }
            ),
        ]
        members["link"] = explanation.link.map { .string($0.string) }
        members["rule"] = explanation.rule.map(value)
        if let refusal = explanation.error {
            members["refused"] = .object([
                "code": .string(refusal.reason.code),
                "message": .string(refusal.description), "part": .string(refusal.part.rawValue),
                "offset": .int(refusal.offset), "wrappers": .int(refusal.wrappers),
            ])
            members["nearestRules"] = .array(explanation.nearestRules.map(value))
            members["nearestSource"] = explanation.nearestSource.map(JSONValue.string)
        }
        if let system, let verdict {
            members["system"] = .object([
                "answer": .string(system.otherHost == nil ? system.verdict.rawValue : "not-asked"),
                "verdict": .string(verdict),
            ])
        }
        if let path {
            var known = ["isRegistered": JSONValue.bool(path.pattern != nil)]
            known["pattern"] = path.pattern.map(JSONValue.string)
            known["nearest"] = path.nearest.map(JSONValue.string)
            members["path"] = .object(known)
        }
        return .object(members)
    }

    private func value(of rule: Explanation.RuleReference) -> JSONValue {
        let place = configuration.path(source: rule.sourceIndex, rule: rule.ruleIndex)
        var members: [String: JSONValue] = [
            "place": .string(place.description), "prefix": .string(rule.prefix),
            "external": .string(rule.pattern),
        ]
        members["internal"] = rule.template.map(JSONValue.string)
        members["difference"] = rule.difference.map(JSONValue.string)
        return .object(members)
    }
}
