import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A rule under one of its source's prefixes, ready to be matched.
final class CompiledRule: Sendable {
    enum Action: Sendable {
        case rewrite(CompiledTemplate)
        /// Starts again with the text of this capture.
        case unwrap(CaptureSlot)
    }

    let conditions: [ItemCondition]
    let action: Action
    /// How many captures the conditions have.
    let itemCaptureCount: Int
    /// The numbers of the captures that must not be empty, since a path has no empty segments.
    let itemCapturesInPath: Set<Int>

    init(conditions: [ItemCondition], itemCaptureCount: Int, action: Action) {
        self.conditions = conditions
        self.itemCaptureCount = itemCaptureCount
        self.action = action
        if case .rewrite(let template) = action {
            itemCapturesInPath = template.itemCapturesInPath
        } else {
            itemCapturesInPath = []
        }
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

/// A source, ready to be matched.
final class CompiledSource: Sendable {
    /// The rules with the same path, in the order in which they are tried.
    struct Group: Sendable {
        let rules: Range<Int>
    }

    /// The first host or scheme, for messages.
    let name: String
    let allowsHTTP: Bool
    let plusIsSpace: Bool
    let passesThrough: Bool
    let fragmentPaths: Bool
    let policy: ItemPolicy
    let trie: PathTrie<Group>
    let rules: [CompiledRule]

    init(_ source: RewriteSource, trie: PathTrie<Group>, rules: [CompiledRule]) {
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
