/// What a rewriter makes of a link, step by step.
///
/// ```swift
/// print(rewriter.explain("https://mydomain.io/domainA/item/5"))
/// ```
///
/// An explanation is for developers: unlike errors and links, it shows the whole link with all values, in its description
/// and in its steps. Do not write it into logs that others read.
public struct Explanation: Hashable, Sendable {
    /// The link as it was given.
    public let input: String

    /// What was decided, in order.
    public let steps: [Step]

    /// What ``URLRewriter/rewrite(_:)-(String)`` gives or throws.
    public let result: Result<DeepLink, RewriteError>

    /// Where no rule fits: the rules that come nearest, the nearest first, each with its difference.
    public let nearestRules: [RuleReference]

    /// Where the host or the scheme is not known: the one that is spelled most like it, if one is near enough to be meant.
    public let nearestSource: String?

    /// The internal link; nil if the link is refused.
    public var link: DeepLink? { try? result.get() }

    /// Why the link is refused; nil if it is not.
    public var error: RewriteError? {
        if case .failure(let error) = result { error } else { nil }
    }

    /// The rule that made the internal link; nil if none did.
    public var rule: RuleReference? {
        // A link that was in another may pass without a rule.
        link == nil ? nil : steps.last { ["rule", "passed"].contains($0.label) }?.rule
    }
}

extension Explanation {
    /// One thing that was decided.
    public struct Step: Hashable, Sendable {
        /// A word for what was decided.
        ///
        /// - `trimmed`: white space around the link does not count;
        /// - `split`: the link was cut into its parts;
        /// - `source`: the source was chosen by its host or its scheme;
        /// - `path`: the path, as rules are matched with it;
        /// - `tried`: the path fits a rule, but an item is another than it asks for;
        /// - `rule`: a rule was chosen, with its captures;
        /// - `passed`: no rule fits, and the source lets such links pass as they are;
        /// - `query`: what became of the link's own items;
        /// - `template`: the link is made of this template;
        /// - `unwrapped`: the link was in the one before, and starts again.
        public let label: String

        /// What there is to say.
        public let text: String

        /// The rule that was tried or chosen; nil for other steps.
        public let rule: RuleReference?
    }

    /// A rule, as it was declared.
    public struct RuleReference: Hashable, Sendable {
        /// The rule's source, as messages name it: `Domain 'mydomain.io'`.
        public let source: String

        /// The prefix that it was tried under.
        public let prefix: String

        /// Its external side.
        public let pattern: String

        /// Its internal side; nil if it takes a link out of another.
        public let template: String?

        /// The number of the source in ``URLRewriter/sources``.
        public let sourceIndex: Int

        /// The number of the rule in its source.
        public let ruleIndex: Int

        /// The first place, from the left, where the link differs from what the rule asks for; nil if the rule was chosen.
        public internal(set) var difference: String?
    }
}

// MARK: - Text

extension Explanation: CustomStringConvertible {
    /// One line for the link, and one for each step, the result and what comes near.
    ///
    /// Control characters are shown as escapes, and what is very long is cut.
    public var description: String {
        var lines = [Self.shown(input)]
        func add(_ label: String, _ text: String) {
            let space = String(repeating: " ", count: max(1, 10 - label.utf8.count))
            lines.append("  \(label)\(space)\(Self.shown(text))")
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

    private static let shownLength = 1_000

    private static func shown(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars.prefix(shownLength) {
            switch scalar.value {
            case 0..<0x20, 0x7F..<0xA0: result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return text.unicodeScalars.count > shownLength ? result + "…" : result
    }
}

extension Explanation.Step: CustomStringConvertible {
    /// What was decided, on one line: a word, and what there is to say.
    public var description: String { "\(label): \(text)" }
}

extension Explanation.RuleReference: CustomStringConvertible {
    /// The rule's external side, with the prefix that it stands under if that is not empty, and where the link differs.
    public var description: String {
        (prefix.isEmpty ? "'\(pattern)'" : "'\(pattern)' under '\(prefix)'")
            + (difference.map { ": \($0)" } ?? "")
    }
}
