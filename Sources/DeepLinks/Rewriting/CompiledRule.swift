import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule under one of its source's prefixes, ready to be matched.
final class CompiledRule: Sendable {
    /// Where a compiled rule was declared.
    struct Place: Sendable {
        /// The rule's number in its source.
        let rule: Int
        /// The number of the prefix that it stands under.
        let prefix: Int
    }

    let conditions: [ItemCondition]
    /// What the internal link is made of; empty if the rule has a target.
    let template: CompiledTemplate
    /// The capture whose text starts again as a link, if the rule unwraps one.
    let target: CaptureSlot?
    /// How many captures the conditions have.
    let itemCaptureCount: Int
    /// The numbers of the captures that must not be empty, since a path has no empty segments.
    let itemCapturesInPath: Set<Int>
    let place: Place

    init(_ pattern: ExternalPattern, at place: Place, template: CompiledTemplate) {
        self.place = place
        conditions = pattern.conditions
        self.template = template
        target = nil
        itemCaptureCount = pattern.itemCaptures.count
        itemCapturesInPath = template.itemCapturesInPath
    }

    init(_ pattern: ExternalPattern, at place: Place, target: CaptureSlot) {
        self.place = place
        conditions = pattern.conditions
        template = CompiledTemplate()
        self.target = target
        itemCaptureCount = pattern.itemCaptures.count
        itemCapturesInPath = []
    }

    /// The captures of the conditions, if all of them fit.
    func captures(in items: [URLQueryItem]) -> [String?]? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        for condition in conditions {
            let item = items.first { hasSameBytes($0.name, condition.name) }
            guard fits(item, condition, &captures) else { return nil }
        }
        return captures
    }

    /// The name of the first item that does not fit, if one does not.
    func misfit(in items: [URLQueryItem]) -> String? {
        var captures: [String?] = Array(repeating: nil, count: itemCaptureCount)
        return conditions.first { condition in
            let item = items.first { hasSameBytes($0.name, condition.name) }
            return !fits(item, condition, &captures)
        }?.name
    }

    private func fits(
        _ item: URLQueryItem?,
        _ condition: ItemCondition,
        _ captures: inout [String?]
    ) -> Bool {
        guard let item else { return !condition.isRequired }
        switch condition.kind {
        case .flag: return item.value == nil
        case .equals(let text): return hasSameBytes(item.value, text)
        case .capture(let index, let isOptional):
            // An item without a value has nothing to capture, and a path has no empty segments.
            guard let value = item.value, !value.isEmpty || !itemCapturesInPath.contains(index)
            else {
                return isOptional
            }
            captures[index] = value
            return true
        case .pattern(_, let trie, let isOptional):
            guard let value = item.value else { return isOptional }
            return Self.capture(value, by: trie, &captures)
        }
    }

    private static func capture(
        _ value: String,
        by trie: PathTrie<Int>,
        _ captures: inout [String?]
    ) -> Bool {
        var path = [UInt8(ascii: "/")]
        withBytes(of: value) { CanonicalPath.appendEncoding($0, to: &path) }
        return withBytes(of: path) { path in
            trie.firstMatch(canonical: path) { first, found in
                for index in 0..<found.count {
                    captures[first + index] = CanonicalPath.decode(path[found[index]])
                }
                return true
            }
        }
    }
}

extension CompiledRule {
    /// Removes, of the items from `start` on, those with a name that the rule names or that an item before `start` has,
    /// and those that the source does not let through.
    func dropNamedItems(
        from start: Int,
        in items: inout [URLQueryItem],
        policy: ItemPolicy
    ) {
        var end = start
        for index in start..<items.count {
            guard keeps(items[index].name, before: start, in: items, policy: policy) else {
                continue
            }
            if end < index { items.swapAt(end, index) }
            end += 1
        }
        if end < items.count { items.removeLast(items.count - end) }
    }

    @inline(__always)
    private func keeps(
        _ name: String,
        before start: Int,
        in items: [URLQueryItem],
        policy: ItemPolicy
    ) -> Bool {
        for index in 0..<start where hasSameBytes(items[index].name, name) { return false }
        for condition in conditions where hasSameBytes(condition.name, name) { return false }
        return policy.keeps(name)
    }
}

/// A source, ready to be matched.
final class CompiledSource: Sendable {
    /// The rules with the same path, which stand one after the other in the order in which they are tried.
    struct Group: Sendable {
        /// The number of the first one.
        let first: Int
        let count: Int
        /// Whether the first one has no conditions.
        let isPlain: Bool
    }

    /// The first host or scheme, for messages.
    let name: String
    let allowsHTTP: Bool
    let plusIsSpace: Bool
    let passesThrough: Bool
    let fragmentPaths: Bool
    let policy: ItemPolicy
    /// The number of the group for each path, which is also the number of the path's pattern.
    let trie: PathTrie<Int>
    let groups: [Group]
    let rules: [CompiledRule]

    init(
        _ source: RewriteSource,
        trie: PathTrie<Int>,
        groups: [Group],
        rules: [CompiledRule]
    ) {
        switch source {
        case .domain(let domain):
            name = domain.hosts.first ?? ""
            allowsHTTP = domain.allowsHTTP
        case .scheme(let scheme):
            name = scheme.names.first ?? ""
            allowsHTTP = false
        }
        let options = source.options
        plusIsSpace = options.plusIsSpace
        passesThrough = options.unmatched == .passThrough
        fragmentPaths = options.fragmentPaths
        policy = ItemPolicy(options.query)
        self.trie = trie
        self.groups = groups
        self.rules = rules
    }
}

/// A ``QueryPolicy``, with the names as they are compared.
enum ItemPolicy: Sendable {
    case keep
    case drop
    case keepOnly([String])
    case strip([String])

    init(_ policy: QueryPolicy) {
        self =
            switch policy {
            case .keep: .keep
            case .drop: .drop
            case .keepOnly(let parameters): .keepOnly(parameters.map(\.rawValue))
            case .strip(let parameters): .strip(parameters.map(\.rawValue))
            }
    }

    /// Removes the items that do not go on.
    func apply(to items: inout [URLQueryItem]) {
        if case .keep = self { return }
        items.removeAll { !keeps($0.name) }
    }

    /// Whether an item of this name goes on.
    func keeps(_ name: String) -> Bool {
        switch self {
        case .keep: true
        case .drop: false
        case .keepOnly(let names): names.contains { hasSameBytes($0, name) }
        case .strip(let names): !names.contains { hasSameBytes($0, name) }
        }
    }
}
