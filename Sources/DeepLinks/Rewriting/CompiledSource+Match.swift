import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The rule that a link fits, and where its captures are.
struct RuleFit {
    let rule: CompiledRule
    /// The ranges of the path's captures, from the left; nil if the look-up of the most specific path kept them.
    let places: [Range<Int>]?
    /// What that look-up found.
    let found: PathIndexMatch
    /// The texts of the captures of the rule's conditions.
    let itemCaptures: [String?]
}

extension CompiledSource {
    /// The first rule that a link fits: rules with more specific paths are tried first, and of rules with the same path, those
    /// with more conditions.
    func fit(of link: borrowing DecodedLink, _ path: ByteView) -> RuleFit? {
        // Nearly always, a rule with the most specific path fits, and the lookup keeps all of its captures.
        guard let (quickest, found) = trie.lookUp(canonical: path) else { return nil }
        guard found.keepsAllCaptures else { return thoroughFit(of: link, path, besides: nil) }
        guard let (rule, texts) = firstRule(in: quickest, link.items, link.fragment) else {
            return thoroughFit(of: link, path, besides: quickest)
        }
        let places = rule.ownMatcher?.captures(in: path)
        return RuleFit(rule: rule, places: places, found: found, itemCaptures: texts)
    }

    /// The same, of all groups but one that was tried.
    private func thoroughFit(
        of link: borrowing DecodedLink,
        _ path: ByteView,
        besides tried: Int?
    ) -> RuleFit? {
        let (items, fragment) = (link.items, link.fragment)
        var fit: RuleFit?
        trie.firstMatch(canonical: path) { group, captures in
            guard group != tried, let (rule, texts) = firstRule(in: group, items, fragment) else {
                return false
            }
            let places = rule.ownMatcher?.captures(in: path) ?? captures.places
            fit = RuleFit(rule: rule, places: places, found: .none, itemCaptures: texts)
            return true
        }
        return fit
    }

    /// The first rule of a group with conditions that the items and the fragment fit, and the texts of their captures.
    private func firstRule(
        in group: Int,
        _ items: [URLQueryItem],
        _ fragment: String?
    ) -> (CompiledRule, [String?])? {
        for number in groups[group].indices {
            let rule = groups[group][number]
            if let texts = rule.captures(in: items, fragment) { return (rule, texts) }
        }
        return nil
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
