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

    /// Where no rule fits: the rules that come nearest, the nearest first.
    public let nearestRules: [NearRule]

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
        guard link != nil, case .rule(let rule, _)? = steps.last(where: \.isRule) else {
            return nil
        }
        return rule
    }
}

extension Explanation {
    /// One thing that was decided.
    public enum Step: Hashable, Sendable {
        /// White space around the link does not count.
        case trimmed
        /// The link was cut into its parts.
        case split(Split)
        /// The source was chosen by its host or its scheme; its name is given as messages have it.
        case source(String)
        /// The path, as rules are matched with it. With ``FragmentPolicy/path`` it is in the link's fragment.
        case path(String, isFragment: Bool)
        /// The path fits a rule, but an item is another than it asks for.
        case passedOver(RuleReference, ItemDifference)
        /// A rule was chosen.
        case rule(RuleReference, captures: [Capture])
        /// No rule fits, and the source lets such links pass as they are.
        case passedThrough
        /// What became of the link's own items.
        case query(Query)
        /// The link is made of this template.
        case template(String)
        /// The link was in the one before, and starts again.
        case unwrapped(String)

        /// Whether a rule was chosen.
        fileprivate var isRule: Bool {
            if case .rule = self { true } else { false }
        }
    }

    /// The parts of a link as it was written.
    public struct Split: Hashable, Sendable {
        /// The scheme in lower case.
        public internal(set) var scheme = ""

        /// What stands before the port; nil where the scheme has no hosts.
        public internal(set) var host: String?

        /// What stands behind the host's colon.
        public internal(set) var port: String?

        /// The path; nil if the rest of the link cannot be cut.
        public internal(set) var path: String?

        /// The names of the query's items; nil without a query, or with one that cannot be read.
        public internal(set) var queryNames: [String]?

        /// What stands behind the number sign.
        public internal(set) var fragment: String?
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

        /// Creates a reference of its parts.
        package init(
            source: String,
            prefix: String,
            pattern: String,
            template: String?,
            sourceIndex: Int,
            ruleIndex: Int
        ) {
            self.source = source
            self.prefix = prefix
            self.pattern = pattern
            self.template = template
            self.sourceIndex = sourceIndex
            self.ruleIndex = ruleIndex
        }
    }

    /// A capture and the text that it took.
    public struct Capture: Hashable, Sendable {
        /// The capture's name.
        public let name: String

        /// Its text, decoded; nil if it is optional and absent.
        public let text: String?

        /// Creates a capture with its text.
        package init(name: String, text: String?) {
            self.name = name
            self.text = text
        }
    }

    /// What became of the items that a link came with, by their names, in order.
    public struct Query: Hashable, Sendable {
        /// Those that follow the template's.
        public internal(set) var kept: [String] = []

        /// Those that the rule itself names.
        public internal(set) var used: [String] = []

        /// Those with a name that the template sets.
        public internal(set) var replaced: [String] = []

        /// Those that the source's query policy drops.
        public internal(set) var dropped: [String] = []
    }

    /// A rule that nearly fits, and where it does not.
    public struct NearRule: Hashable, Sendable {
        /// The rule.
        public let rule: RuleReference

        /// The first place, from the left, where the link differs.
        public let difference: Difference
    }

    /// Where a link differs from what a rule asks.
    public enum Difference: Hashable, Sendable {
        /// A segment, counted from 1, is another.
        case segment(Int, found: String, expected: String)
        /// A segment, counted from 1, is in another case, which counts unless the source sets `ignoresCase`.
        case letterCase(Int, found: String, expected: String)
        /// The path ends before this segment.
        case missing(String)
        /// The path goes on with this segment.
        case extra(String)
        /// After a catch-all, no part of the path is what the rule goes on with.
        case after(String, String)
        /// An item is another, or is missing.
        case item(ItemDifference)
    }

    /// An item that is another than a rule asks for.
    public struct ItemDifference: Hashable, Sendable {
        /// What the link has under the item's name.
        public enum Found: Hashable, Sendable {
            /// No item.
            case nothing
            /// An item without a value.
            case flag
            /// An item with this value.
            case value(String)
        }

        /// The item's name.
        public let name: String

        /// What the link has.
        public let found: Found

        /// What the rule asks for, as it is written.
        public let expected: String

        /// Creates a difference of its parts.
        package init(name: String, found: Found, expected: String) {
            self.name = name
            self.found = found
            self.expected = expected
        }
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

    /// The word for what was decided.
    package var label: String {
        switch self {
        case .trimmed: "trimmed"
        case .split: "split"
        case .source: "source"
        case .path: "path"
        case .passedOver: "tried"
        case .rule: "rule"
        case .passedThrough: "passed"
        case .query: "query"
        case .template: "template"
        case .unwrapped: "unwrapped"
        }
    }

    /// What there is to say.
    package var text: String {
        switch self {
        case .trimmed: return "white space around the link does not count"
        case .split(let split): return split.description
        case .source(let name): return name
        case .path(let path, let isFragment): return isFragment ? "\(path), in the fragment" : path
        case .passedOver(let rule, let item): return "\(rule): \(item)"
        case .rule(let rule, let captures):
            let texts = captures.map { "\($0.name) = \($0.text.map { "'\($0)'" } ?? "absent")" }
            return "\(rule)\(texts.isEmpty ? "" : ": ")\(texts.joined(separator: ", "))"
        case .passedThrough: return "no rule fits, and the link is internal as it is"
        case .query(let query): return query.description
        case .template(let template): return template
        case .unwrapped(let link): return link
        }
    }
}

extension Explanation.Split: CustomStringConvertible {
    /// The parts that are there, each behind its name.
    public var description: String {
        var parts = ["scheme \(scheme)"]
        if let host { parts.append("host \(host)") }
        if let port { parts.append("port \(port)") }
        if let path { parts.append(path.isEmpty ? "no path" : "path \(path)") }
        if let queryNames { parts.append("items \(Self.list(queryNames))") }
        if let fragment { parts.append("fragment \(fragment)") }
        return parts.joined(separator: ", ")
    }

    fileprivate static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: " ")
    }
}

extension Explanation.RuleReference: CustomStringConvertible {
    /// The rule's external side, with the prefix that it stands under if that is not empty.
    public var description: String {
        prefix.isEmpty ? "'\(pattern)'" : "'\(pattern)' under '\(prefix)'"
    }
}

extension Explanation.Query: CustomStringConvertible {
    /// The names, by what became of them.
    public var description: String {
        let lists = [
            ("kept", kept), ("used by the rule", used), ("replaced by the template", replaced),
            ("dropped by the source", dropped),
        ]
        return lists.filter { !$0.1.isEmpty }
            .map { "\($0.0) \(Explanation.Split.list($0.1))" }.joined(separator: ", ")
    }
}

extension Explanation.NearRule: CustomStringConvertible {
    /// The rule, and where the link differs.
    public var description: String { "\(rule): \(differenceText)" }

    /// Where the link differs.
    package var differenceText: String {
        switch difference {
        case .segment(let number, let found, let expected):
            "segment \(number) is '\(found)', not '\(expected)'"
        case .letterCase(let number, let found, let expected):
            "segment \(number) is '\(found)', not '\(expected)'; 'ignoresCase' would take it"
        case .missing(let expected): "the path ends before '\(expected)'"
        case .extra(let found): "the path goes on with '\(found)'"
        case .after(let catchAll, let rest): "no '\(rest)' follows what '\(catchAll)' takes"
        case .item(let item): item.description
        }
    }
}

extension Explanation.ItemDifference: CustomStringConvertible {
    /// What the link has, and what the rule asks for.
    public var description: String {
        switch found {
        case .nothing: "the item '\(name)' is missing; the rule asks for '\(expected)'"
        case .flag: "the item '\(name)' has no value; the rule asks for '\(expected)'"
        case .value(let value):
            "the item '\(name)' is '\(value)'; the rule asks for '\(expected)'"
        }
    }
}
