import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule under one of its source's prefixes, ready to be matched.
package final class CompiledRule: Sendable {
    /// Where a compiled rule was declared.
    package struct Place: Sendable {
        /// The rule's number in its source.
        package let rule: Int
        /// The number of the prefix that it stands under.
        let prefix: Int
    }

    /// What a rule does with the links that it fits.
    package enum Action: Sendable {
        /// It makes an internal link of its template.
        case rewrite(CompiledTemplate)
        /// The text of this capture starts again as a link.
        case unwrap(CaptureSlot)
        /// It refuses them.
        case refuse
    }

    /// The external side, as it was declared.
    let pattern: String
    package let conditions: [ItemCondition]
    package let action: Action
    /// All captures, for explanations.
    let captures: [(name: String, slot: CaptureSlot)]
    /// How many captures the conditions have.
    private let itemCaptureCount: Int
    /// The numbers of the captures that must not be empty, since a path has no empty segments.
    package let itemCapturesInPath: Set<Int>
    package let place: Place
    /// Whether an optional item whose value does not fit counts as absent.
    private let ignoresMalformedOptionals: Bool
    /// Whether its last capture is all that follows in the link, query and fragment included.
    package let takesWholeRest: Bool

    init(
        _ text: String,
        _ pattern: ExternalPattern,
        at place: Place,
        _ action: Action,
        captures: [(name: String, slot: CaptureSlot)],
        ignoresMalformedOptionals: Bool
    ) {
        self.pattern = text
        conditions = pattern.conditions
        self.action = action
        self.captures = captures
        itemCaptureCount = pattern.itemCaptures.count
        itemCapturesInPath =
            if case .rewrite(let template) = action { template.itemCapturesInPath } else { [] }
        self.place = place
        self.ignoresMalformedOptionals = ignoresMalformedOptionals
        takesWholeRest = pattern.takesWholeRest
    }

    /// The captures of the conditions, if the items fit all of them.
    func captures(in items: [URLQueryItem]) -> [String?]? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        return conditions.allSatisfy { fits($0, items, &captures) } ? captures : nil
    }

    /// The first condition that does not fit, if one does not.
    func misfit(in items: [URLQueryItem]) -> ItemCondition? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        return conditions.first { !fits($0, items, &captures) }
    }

    /// Whether the items fit a condition; of repeated items the first counts.
    private func fits(
        _ condition: ItemCondition,
        _ items: [URLQueryItem],
        _ captures: inout [String?]
    ) -> Bool {
        guard let item = items.first(where: { hasSameBytes($0.name, condition.name) }) else {
            return !condition.isRequired
        }
        switch condition.kind {
        case .flag: return item.value == nil
        case .equals(let text): return hasSameBytes(item.value, text)
        case .capture(let pattern):
            // An item without a value has nothing to capture.
            guard let value = item.value else { return !condition.isRequired }
            guard pattern.takesAll else {
                return pattern.capture(value, &captures)
                    || !condition.isRequired && ignoresMalformedOptionals
            }
            // A path has no empty segments.
            guard !value.isEmpty || !itemCapturesInPath.contains(pattern.firstCapture) else {
                return !condition.isRequired
            }
            captures[pattern.firstCapture] = value
            return true
        }
    }
}

extension CompiledRule {
    /// The items of the internal link: those of the template, and behind them the link's own that are neither used by the rule, nor
    /// replaced by the template, nor removed by the source's query policy.
    ///
    /// - Parameters:
    ///   - template: The template.
    ///   - own: The link's own items.
    ///   - match: The captures.
    ///   - policy: The source's query policy.
    /// - Returns: The items, and those that the policy removed.
    func items(
        _ template: CompiledTemplate,
        _ own: [URLQueryItem],
        _ match: RuleMatch,
        _ policy: QueryPolicy
    ) -> (items: [URLQueryItem], removed: [URLQueryItem]) {
        var items: [URLQueryItem] = []
        var removed: [URLQueryItem] = []
        items.reserveCapacity(template.items.count + own.count)
        for item in template.items {
            if let item = item.queryItem(match) { items.append(item) }
        }
        let made = items.count
        for item in own where !reads(item.name) {
            if items[..<made].contains(where: { hasSameBytes($0.name, item.name) }) { continue }
            if policy.keeps(item.name) { items.append(item) } else { removed.append(item) }
        }
        return (items, removed)
    }

    /// Whether a condition is about items of this name, or the rule takes the whole rest of the link.
    func reads(_ name: String) -> Bool {
        takesWholeRest || conditions.contains { hasSameBytes($0.name, name) }
    }
}
