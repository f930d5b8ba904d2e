import DeepLinks
import LinkChecking
import PathMatching

/// What one URL becomes, for people and for programs.
struct ExplainReport {
    private let explanation: Explanation
    private let destination: Destination
    private let configuration: LinkConfiguration

    /// What is known about the internal link's path.
    private enum Destination {
        /// The configuration has no list of paths, or there is no link.
        case unknown
        /// It fits this registered path.
        case registered(String)
        /// It fits no registered path.
        case unregistered(nearest: String?)
    }

    /// Prepares a report.
    ///
    /// - Parameters:
    ///   - explanation: What the rewriter says.
    ///   - paths: The paths that the app registers; nil if they are not known.
    ///   - configuration: What the rewriter was made of.
    init(
        _ explanation: Explanation,
        paths: RegisteredPaths?,
        _ configuration: LinkConfiguration
    ) {
        self.explanation = explanation
        self.configuration = configuration
        if let paths, let link = explanation.link {
            destination =
                paths.pattern(for: link).map { .registered($0.description) }
                ?? .unregistered(nearest: paths.nearest(to: link.path))
        } else {
            destination = .unknown
        }
    }

    /// Whether the URL leads somewhere.
    var isFine: Bool {
        if case .unregistered = destination { return false }
        return explanation.link != nil
    }

    /// The steps, the result and what comes near, each on a line.
    func text(style: Style) -> String {
        let lines = explanation.description.split(
            separator: "\n",
            omittingEmptySubsequences: false
        )
        var shown = lines.enumerated().map { number, line in
            // The description escapes control characters; what turns the direction of writing is left for here.
            style.paint(printable(String(line)), as: number == 0 ? .heading : Self.role(of: line))
        }
        switch destination {
        case .unknown: break
        case .registered(let path):
            shown.append(style.paint("  route     registered as '\(path)'", as: .good))
        case .unregistered(let nearest):
            let hint = nearest.map { "; '\($0)' is near" } ?? ""
            shown.append(style.paint("  route     the path is not registered\(hint)", as: .bad))
        }
        return shown.joined(separator: "\n") + "\n"
    }

    private static func role(of line: Substring) -> Style.Role {
        switch line.split(separator: " ", maxSplits: 1).first {
        case "link": .good
        case "refused": .bad
        case "near": .plain
        default: .aside
        }
    }
}

// MARK: - JSON

extension ExplainReport: Encodable {
    private struct Document: Encodable {
        let url: String
        let steps: [Step]
        let link: String?
        let rule: Rule?
        let refused: Refusal?
        let nearestRules: [Rule]?
        let nearestSource: String?
        let path: Path?
    }

    private struct Step: Encodable {
        let step: String
        let text: String
    }

    private struct Rule: Encodable {
        let place: String
        let prefix: String
        let external: String
        let `internal`: String?
        var difference: String?
    }

    private struct Refusal: Encodable {
        let message: String
        let part: String
        let offset: Int
        let wrappers: Int
    }

    private struct Path: Encodable {
        let isRegistered: Bool
        var pattern: String?
        var nearest: String?
    }

    /// Writes the URL, the steps, and the internal link with its rule or why the URL was refused and what comes near.
    func encode(to encoder: any Encoder) throws {
        let refusal = explanation.error
        let path: Path? =
            switch destination {
            case .unknown: nil
            case .registered(let path): Path(isRegistered: true, pattern: path)
            case .unregistered(let nearest): Path(isRegistered: false, nearest: nearest)
            }
        let document = Document(
            url: explanation.input,
            steps: explanation.steps.map { Step(step: $0.label, text: $0.text) },
            link: explanation.link?.string,
            rule: explanation.rule.map { rule($0) },
            refused: refusal.map { error in
                Refusal(
                    message: error.description,
                    part: error.part.rawValue,
                    offset: error.offset,
                    wrappers: error.wrappers
                )
            },
            nearestRules: refusal.map { _ in
                explanation.nearestRules.map { rule($0) }
            },
            nearestSource: refusal.flatMap { _ in explanation.nearestSource },
            path: path
        )
        try document.encode(to: encoder)
    }

    private func rule(_ reference: Explanation.RuleReference) -> Rule {
        Rule(
            place: configuration.place(source: reference.sourceIndex, rule: reference.ruleIndex),
            prefix: reference.prefix,
            external: reference.pattern,
            internal: reference.template,
            difference: reference.difference
        )
    }
}

extension LinkConfiguration {
    /// The place of a rule in the configuration's JSON, such as `domains[0].rules[3]`.
    ///
    /// - Parameters:
    ///   - source: The number of the source in ``DeepLinks/LinkConfiguration/sources``.
    ///   - rule: The number of the rule in its source; nil for the source itself.
    /// - Returns: The place.
    func place(source: Int, rule: Int? = nil) -> String {
        path(source: source, rule: rule).description
    }
}
