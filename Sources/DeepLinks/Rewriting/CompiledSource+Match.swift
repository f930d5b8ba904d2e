import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

extension CompiledSource {
    /// The first rule that a link fits: rules with more specific paths are tried first, and of rules with the same path, those
    /// with more conditions.
    ///
    /// - Parameters:
    ///   - link: The parts of the link.
    ///   - path: Its canonical path.
    ///   - hostCapture: The name and text of its host's capture.
    /// - Returns: The rule and its captures, or nil if no rule fits.
    func match(
        _ link: borrowing DecodedLink,
        _ path: ByteView,
        _ hostCapture: (name: String, text: String)?
    ) -> RuleMatch? {
        // The first rule of a group with conditions that the items fit.
        func firstFit(_ group: Int, _ found: PathIndexMatch, _ places: [Range<Int>]?) -> RuleMatch?
        {
            for rule in groups[group] {
                guard let texts = rule.captures(in: link.items, link.fragment) else { continue }
                return RuleMatch(
                    rule: rule,
                    link: link.parts.bytes,
                    writtenPath: link.parts.path,
                    path: path,
                    hostCapture: hostCapture,
                    places: rule.ownMatcher?.captures(in: path) ?? places,
                    found: found,
                    itemCaptures: texts
                )
            }
            return nil
        }
        // Nearly always, a rule with the most specific path fits, and the lookup keeps all of its captures.
        guard let (quickest, found) = trie.lookUp(canonical: path) else { return nil }
        let isQuick = found.keepsAllCaptures
        if isQuick, let match = firstFit(quickest, found, nil) { return match }
        var match: RuleMatch?
        trie.firstMatch(canonical: path) { group, captures in
            if isQuick, group == quickest { return false }
            match = firstFit(group, .none, captures.places)
            return match != nil
        }
        return match
    }

    /// All rules whose paths a path fits, in the order in which they are tried; a rule whose path fits in several ways comes as often.
    func rules(fitting path: ByteView) -> [CompiledRule] {
        var rules: [CompiledRule] = []
        trie.firstMatch(canonical: path) { group, _ in
            rules += groups[group]
            return false
        }
        return rules
    }
}

extension PathCaptures {
    /// The ranges of all captures, from the left.
    fileprivate var places: [Range<Int>] { (0..<count).map { self[$0] } }
}

// MARK: - Conditions

extension CompiledRule {
    /// The captures of the conditions, or nil if the items and the fragment do not fit all of them.
    package func captures(in items: [URLQueryItem], _ fragment: String?) -> [String?]? {
        // Most rules have no conditions.
        if conditions.isEmpty { return [] }
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return conditions.allSatisfy { fits($0, items, fragment, &captures) } ? captures : nil
    }

    /// Whether the items and the fragment fit all conditions about a part of a link.
    package func fits(
        _ items: [URLQueryItem],
        _ fragment: String?,
        where subject: ItemCondition.Subject
    ) -> Bool {
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return conditions.allSatisfy {
            $0.subject != subject || fits($0, items, fragment, &captures)
        }
    }

    /// The first condition that the items or the fragment do not fit, if any.
    func misfit(in items: [URLQueryItem], _ fragment: String?) -> ItemCondition? {
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return conditions.first { !fits($0, items, fragment, &captures) }
    }

    /// The number of the item that a condition is about, if there is one: of repeated items the first.
    ///
    /// Without a name, it is the first item without a value that fits, and whose name no other condition has.
    func item(for condition: ItemCondition, in items: [URLQueryItem]) -> Int? {
        if let name = condition.name { return items.firstIndex { hasSameBytes($0.name, name) } }
        guard condition.subject == .unnamedItem, case .capture(let pattern) = condition.kind else {
            return nil
        }
        var captures: [String?] = Array(repeating: nil, count: external.itemCaptures.count)
        return items.firstIndex {
            $0.value == nil && !names($0.name) && pattern.capture($0.name, &captures)
        }
    }

    /// The number of the item that the rule's condition without a name is about.
    func unnamedItem(in items: [URLQueryItem]) -> Int? {
        conditions.first { $0.subject == .unnamedItem }.flatMap { item(for: $0, in: items) }
    }

    /// Whether a condition has this name.
    private func names(_ name: String) -> Bool {
        conditions.contains { hasSameBytes($0.name, name) }
    }

    /// Whether a condition reads items with this name, or the rule takes the whole rest of the link.
    func reads(_ name: String) -> Bool { takesWholeRest || names(name) }

    /// Whether the rule's fragment was there, so that the internal link does not keep it.
    func usesFragment(_ captures: [String?]) -> Bool {
        conditions.contains { condition in
            guard condition.subject == .fragment else { return false }
            guard case .capture(let pattern) = condition.kind else { return true }
            return captures[pattern.firstCapture] != nil
        }
    }

    /// Whether the items and the fragment fit a condition.
    private func fits(
        _ condition: ItemCondition,
        _ items: [URLQueryItem],
        _ fragment: String?,
        _ captures: inout [String?]
    ) -> Bool {
        let found: String?
        if condition.subject == .fragment {
            guard let fragment, !fragment.isEmpty else { return !condition.isRequired }
            found = fragment
        } else {
            guard let item = item(for: condition, in: items).map({ items[$0] }) else {
                return !condition.isRequired
            }
            found = condition.subject == .unnamedItem ? item.name : item.value
        }
        switch condition.kind {
        case .flag: return found == nil
        case .equals(let text): return hasSameBytes(found, text)
        case .capture(let pattern):
            // An item without a value has nothing to capture.
            guard let value = found else { return !condition.isRequired }
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
