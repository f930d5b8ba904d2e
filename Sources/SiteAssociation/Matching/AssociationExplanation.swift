import PathMatching

/// How an association file led to its answer about one link.
public struct AssociationExplanation: Sendable {
    /// The link, as it was given.
    public let url: String

    /// Why no rule was tried; `nil` when rules were tried.
    public let obstacle: AssociationObstacle?

    /// What was tried for each app, in the order of the file.
    public let apps: [App]

    /// What was tried for one app.
    public struct App: Sendable {
        /// The app.
        public let appID: String

        /// The answer for this app.
        public let answer: AssociationAnswer

        let url: String
        let matcher: AssociationMatcher

        /// The last rule that was tried in each entry.
        let tried: [RulePlace]

        /// The rules that were tried, in order; the last one decided, unless the answer is
        /// ``AssociationAnswer/notMatched``.
        ///
        /// - Complexity: The link is compared with each rule anew, so read it once.
        public var steps: [Step] { steps(rules) }
    }

    /// One rule that was tried.
    public struct Step: Hashable, Sendable {
        /// The rule.
        public let rule: AssociationRule

        /// The parts of the link that do not match; empty when the rule matches.
        public let mismatches: [AssociationMismatch]
    }
}

extension AssociationExplanation.App {
    /// How many rules were tried.
    package var triedCount: Int { tried.reduce(0) { $0 + $1.rule + 1 } }

    private var rules: FlattenSequence<[ArraySlice<RuleMatcher>]> {
        tried.map { matcher.entries[$0.entry].rules[...$0.rule] }.joined()
    }

    /// Whether the same rules were tried as for another app.
    package func hasTried(rulesOf other: Self) -> Bool { tried == other.tried }

    /// The rule that decided, if one did, and of many others those that match the most of the link, in their order.
    ///
    /// There are at most that many, and one more if it is the only one that would be left out.
    package func nearestSteps(_ most: Int) -> [AssociationExplanation.Step] {
        guard triedCount > most + 1 else { return steps }
        let nearest = nearest(most) { _ in true }
        let near = nearest.filter { $0.nearness > 0 }
        return steps((near.isEmpty ? nearest : near).sorted { $0.number < $1.number }.map(\.rule))
    }

    /// The rules that match the most of the link, the nearest first; equally near ones keep their order.
    ///
    /// Each has the part of the link that it matches, and its number among those that were tried.
    func nearest(
        _ most: Int,
        where isMeant: (RuleMatcher) -> Bool
    ) -> [(rule: RuleMatcher, nearness: Int, number: Int)] {
        guard let link = try? AssociationLink(url) else { return [] }
        var nearest: [(rule: RuleMatcher, nearness: Int, number: Int)] = []
        for (number, rule) in rules.enumerated() where isMeant(rule) {
            let nearness = rule.nearness(to: link)
            let place = nearest.firstIndex { $0.nearness < nearness } ?? nearest.count
            guard place < most else { continue }
            nearest.insert((rule, nearness, number), at: place)
            if nearest.count > most { nearest.removeLast() }
        }
        return nearest
    }

    /// What the link has in other ways than the rules ask.
    func steps(_ rules: some Sequence<RuleMatcher>) -> [AssociationExplanation.Step] {
        guard let link = try? AssociationLink(url) else { return [] }
        return rules.map { .init(rule: $0.rule, mismatches: $0.mismatches(link)) }
    }
}

/// Why a link cannot match any rule of a file: it is too long, not a web link, or for another host.
public struct AssociationObstacle: Error, Hashable, Sendable, CustomStringConvertible {
    /// The obstacle as a clause, such as `the link's host is 'evil.test', but the file is for 'example.com'`.
    public let description: String

    /// The link's host, if only this keeps the link from being asked about.
    package let otherHost: String?

    init(_ description: String, otherHost: String? = nil) {
        self.description = description
        self.otherHost = otherHost
    }
}

/// A part of a link that does not match a rule.
public struct AssociationMismatch: Hashable, Sendable {
    /// The parts of a link that a rule can have patterns for.
    public enum Part: Hashable, Sendable {
        /// The path.
        case path

        /// The whole query.
        case query

        /// The query items with this name.
        case queryItem(String)

        /// The fragment.
        case fragment

        /// The name of the query items, if it is about such.
        var itemName: String? {
            if case .queryItem(let name) = self { name } else { nil }
        }

        /// The key of a component that has the pattern for the part.
        var key: String {
            switch self {
            case .path: "/"
            case .query, .queryItem: "?"
            case .fragment: "#"
            }
        }
    }

    /// Which part it is.
    public let part: Part

    /// The rule's pattern for it.
    public let pattern: String

    /// The link's text for the part, as it is written; empty when it has none.
    public let found: String

    /// Whether they would match if case were ignored.
    let isOnlyCase: Bool
}

extension AssociationMismatch: CustomStringConvertible {
    /// A clause such as `the path '/buyer' is not '/buy/*'`.
    public var description: String {
        let name =
            switch part {
            case .path: "the path"
            case .query: "the query"
            case .queryItem(let name): "the query item '\(name)'"
            case .fragment: "the fragment"
            }
        let clause =
            part == .path
            ? "\(name) '\(found)' is not '\(pattern)'"
            : "\(name) is \(found.isEmpty ? "missing or empty" : "'\(found)'"), not '\(pattern)'"
        return (clause + (isOnlyCase ? " (only the case of letters differs)" : ""))
            .showingInvisible
    }
}
