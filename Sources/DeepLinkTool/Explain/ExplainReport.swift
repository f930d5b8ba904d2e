import DeepLinks
import LinkChecking
import PathMatching

/// What the rewriter does with one URL, for people and for programs.
struct ExplainReport {
    private let explanation: Explanation
    private let destination: Destination
    private let configuration: LinkConfiguration

    /// The association file's answer about a web link; nil if the file was not asked.
    private let system: MatchReport?

    /// What is known about the path of the internal link.
    private enum Destination {
        /// The configuration has no list of paths, or there is no link.
        case unknown
        case registered(String)
        case unregistered(nearest: String?)
    }

    init(
        _ explanation: Explanation,
        system: MatchReport? = nil,
        paths: RegisteredPaths?,
        _ configuration: LinkConfiguration
    ) {
        self.explanation = explanation
        self.configuration = configuration
        self.system = system
        if let paths, let link = explanation.link {
            destination =
                paths.pattern(for: link).map { .registered($0.description) }
                ?? .unregistered(nearest: paths.nearest(to: link.path))
        } else {
            destination = .unknown
        }
    }

    /// Whether the URL becomes an internal link whose path is not known to be unregistered, and the system gives it to the app.
    var isFine: Bool { isHandled && system?.verdict ?? .matched == .matched }

    private var isHandled: Bool {
        if case .unregistered = destination { return false }
        return explanation.link != nil
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

    /// The steps, the result and the nearest rules, each on a line.
    func text(style: Style) -> String {
        let lines = explanation.description.utf8.split(
            separator: UInt8(ascii: "\n"),
            omittingEmptySubsequences: false
        )
        var shown = lines.map { Substring($0) }.enumerated().map { number, line in
            style.paint(String(line), as: number == 0 ? .heading : Self.role(of: line))
        }
        switch destination {
        case .unknown: break
        case .registered(let path):
            shown.append(style.paint("  route     registered as '\(path)'", as: .good))
        case .unregistered(let nearest):
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? ""
            shown.append(style.paint("  route     the path is not registered\(hint)", as: .bad))
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
        switch destination {
        case .unknown: break
        case .registered(let path):
            members["path"] = .object(["isRegistered": .bool(true), "pattern": .string(path)])
        case .unregistered(let nearest):
            var path: [String: JSONValue] = ["isRegistered": .bool(false)]
            path["nearest"] = nearest.map(JSONValue.string)
            members["path"] = .object(path)
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
