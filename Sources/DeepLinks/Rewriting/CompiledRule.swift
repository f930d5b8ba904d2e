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
        case rewrite
        /// The text of this capture starts again as a link.
        case unwrap(CaptureSlot)
        /// It refuses them.
        case refuse
    }

    /// The external side, as it was declared.
    let pattern: String
    package let conditions: [ItemCondition]
    package let action: Action
    /// What the internal link is made of; empty if the rule makes none.
    package let template: CompiledTemplate
    /// How many captures the conditions have.
    package let itemCaptureCount: Int
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
        template: CompiledTemplate = CompiledTemplate(),
        ignoresMalformedOptionals: Bool
    ) {
        self.pattern = text
        conditions = pattern.conditions
        self.action = action
        self.template = template
        itemCaptureCount = pattern.itemCaptures.count
        itemCapturesInPath = template.itemCapturesInPath
        self.place = place
        self.ignoresMalformedOptionals = ignoresMalformedOptionals
        takesWholeRest = pattern.takesWholeRest
    }

    /// The captures of the conditions, if the items fit all of them.
    func captures(in items: [URLQueryItem]) -> [String?]? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        for index in conditions.indices {
            guard fits(index, items, &captures) else { return nil }
        }
        return captures
    }

    /// The first condition that does not fit, if one does not.
    func misfit(in items: [URLQueryItem]) -> ItemCondition? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        return conditions.indices.first { !fits($0, items, &captures) }.map { conditions[$0] }
    }

    /// Whether the items fit a condition; of repeated items the first counts.
    private func fits(
        _ condition: Int,
        _ items: [URLQueryItem],
        _ captures: inout [String?]
    ) -> Bool {
        for index in items.indices
        where hasSameBytes(items[index].name, conditions[condition].name) {
            return fits(items[index].value, conditions[condition].kind, &captures)
        }
        return !conditions[condition].isRequired
    }

    private func fits(
        _ value: String?,
        _ kind: ItemCondition.Kind,
        _ captures: inout [String?]
    ) -> Bool {
        switch kind {
        case .flag: return value == nil
        case .equals(let text): return hasSameBytes(value, text)
        case .capture(let index, let isOptional):
            // An item without a value has nothing to capture, and a path has no empty segments.
            guard let value, !value.isEmpty || !itemCapturesInPath.contains(index) else {
                return isOptional
            }
            captures[index] = value
            return true
        case .pattern(let pattern, let isOptional):
            guard let value else { return isOptional }
            return pattern.capture(value, &captures) || isOptional && ignoresMalformedOptionals
        }
    }
}
