import PathMatching

/// How a rewriter processes a link, step by step.
///
/// ```swift
/// print(rewriter.explain("https://mydomain.io/domainA/item/5"))
/// ```
///
/// An explanation is for developers: unlike the descriptions of errors and links, it shows the whole link with all values,
/// both in its description and in its steps. Do not write it into logs that others read.
public struct Explanation: Hashable, Sendable {
    /// The link as it was given.
    public let input: String

    /// What was decided, in order.
    public let steps: [Step]

    /// The result of ``URLRewriter/rewrite(_:)-(String)``.
    public let result: Result<DeepLink, RewriteError>

    /// If no rule fits, the nearest rules, the nearest first, each with its difference from the link.
    public let nearestRules: [RuleReference]

    /// If the host or the scheme is unknown, the configured one with the most similar spelling, if one is near enough.
    public let nearestSource: String?

    /// The internal link; nil if the link is refused.
    public var link: DeepLink? { try? result.get() }

    /// Why the link is refused; nil if it is not.
    public var error: RewriteError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The rule that made the internal link; nil if none did.
    public var rule: RuleReference? {
        // An unwrapped link may pass without a rule, after a rule that unwrapped it.
        link == nil ? nil : steps.last { ["rule", "passed"].contains($0.label) }?.rule
    }
}

extension Explanation {
    /// One decision.
    public struct Step: Hashable, Sendable {
        /// A word for the decision.
        ///
        /// - `trimmed`: white space around the link was ignored;
        /// - `split`: the link was split into its parts;
        /// - `source`: the source was chosen by the link's host or scheme;
        /// - `path`: the canonical path, which is matched with the rules;
        /// - `tried`: the path fits a rule, but an item does not;
        /// - `rule`: a rule was chosen, with these captures;
        /// - `passed`: no rule fits, and the source lets such links pass as they are;
        /// - `query`: what happened to the link's own items;
        /// - `fragment`: what happened to a fragment that is lost;
        /// - `template`: the link was made from this template;
        /// - `unwrapped`: this link was taken out of the one before, and is rewritten next.
        public let label: String

        /// The details of the decision.
        public let text: String

        /// The rule that was tried or chosen; nil for other steps.
        public let rule: RuleReference?
    }

    /// A rule, as it was declared.
    public struct RuleReference: Hashable, Sendable {
        /// The rule's source, as it is named in messages: `Domain 'mydomain.io'`.
        public let source: String

        /// The prefix that it was tried under.
        public let prefix: String

        /// Its external side.
        public let pattern: String

        /// Its internal side; nil if it unwraps or refuses links.
        public let template: String?

        /// What people call the rule; nil if it has no title.
        public let title: String?

        /// The team or person that owns the rule; nil if the rule does not say.
        public let owner: String?

        /// The number of the source in ``URLRewriter/sources``.
        public let sourceIndex: Int

        /// The number of the rule in its source.
        public let ruleIndex: Int

        /// The first difference, from the left, between the link and what the rule requires; nil if the rule was chosen.
        public internal(set) var difference: String?
    }
}

// MARK: - Text

extension Explanation: CustomStringConvertible {
    /// One line each for the link, every step, the result, and each near rule or source.
    ///
    /// Characters that are not seen are shown as escapes, and very long text is truncated.
    public var description: String {
        var lines = [Self.shown(input)]
        func add(_ label: String, _ text: String) {
            lines.append(Self.line(label, Self.shown(text)))
        }
        for step in steps { add(step.label, step.text) }
        switch result {
        case .success(let link): add("link", link.string)
        case .failure(let error): add("refused", error.description)
        }
        for near in nearestRules { add("near", near.description) }
        if let nearestSource { add("near", "'\(nearestSource)'") }
        return lines.joined(separator: "\n")
    }

    /// A line for one decision, which stands below the link.
    static func line(_ label: String, _ text: String) -> String {
        "  \(label)\(String(repeating: " ", count: max(1, 10 - label.utf8.count)))\(text)"
    }

    private static let shownLength = 1_000

    private static func shown(_ text: String) -> String {
        let scalars = text.unicodeScalars
        return scalars.count > shownLength
            ? String(scalars.prefix(shownLength)).showingInvisible + "…" : text.showingInvisible
    }
}

extension Explanation.Step: CustomStringConvertible {
    /// The decision on one line: its word and its details.
    public var description: String { "\(label): \(text)".showingInvisible }
}

extension Explanation.RuleReference: CustomStringConvertible {
    /// The rule's external side, its prefix if that is not empty, its title and owner, and the difference.
    public var description: String {
        ((prefix.isEmpty ? "'\(pattern)'" : "'\(pattern)' under '\(prefix)'")
            + (RewriteRule.Notes(title: title, owner: owner).name.map { " (\($0))" } ?? "")
            + (difference.map { ": \($0)" } ?? "")).showingInvisible
    }
}
