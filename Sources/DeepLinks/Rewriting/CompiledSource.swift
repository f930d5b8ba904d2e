package import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A source, ready to be matched.
package final class CompiledSource: Sendable {
    /// The first host or scheme, for messages.
    package let name: String
    package let allowsHTTP: Bool
    package let plusIsSpace: Bool
    package let passesThrough: Bool
    package let fragment: FragmentPolicy
    package let policy: ItemPolicy
    /// The number of the group for each path.
    package let trie: PathTrie<Int>
    /// The rules with the same path, in the order in which they are tried.
    package let groups: [[CompiledRule]]

    init(_ source: RewriteSource, trie: PathTrie<Int>, groups: [[CompiledRule]]) {
        switch source {
        case .domain(let domain):
            name = domain.hosts.first ?? "any host"
            allowsHTTP = domain.allowsHTTP
        case .scheme(let scheme):
            name = scheme.names.first ?? ""
            allowsHTTP = false
        }
        let options = source.options
        plusIsSpace = options.plusIsSpace
        passesThrough = options.unmatched == .passThrough
        fragment = options.fragment
        policy = ItemPolicy(options.query)
        self.trie = trie
        self.groups = groups
    }
}

/// A ``QueryPolicy``, with the names as they are compared.
package enum ItemPolicy: Sendable {
    case keep
    case drop
    case keepOnly([String])
    case strip([StrippedName])

    /// A name whose items are stripped, without regard to ASCII case.
    package struct StrippedName: Sendable {
        /// The name as it was written.
        package let text: String
        /// The name in lower case, or its beginning.
        let name: [UInt8]
        /// Whether any rest may follow, which a `*` stands for.
        let isBeginning: Bool

        init(_ text: String) {
            self.text = text
            let bytes = text.utf8.map(ByteSet.lowercased)
            isBeginning = bytes.last == UInt8(ascii: "*")
            name = isBeginning ? bytes.dropLast() : bytes
        }

        func matches(_ text: String) -> Bool {
            let text = text.utf8
            guard isBeginning ? text.count >= name.count : text.count == name.count else {
                return false
            }
            return zip(text, name).allSatisfy { ByteSet.lowercased($0) == $1 }
        }
    }

    init(_ policy: QueryPolicy) {
        self =
            switch policy {
            case .keep: .keep
            case .drop: .drop
            case .keepOnly(let parameters): .keepOnly(parameters.map(\.rawValue))
            case .strip(let parameters): .strip(parameters.map { StrippedName($0.rawValue) })
            }
    }

    /// Whether an item of this name goes on.
    func keeps(_ name: String) -> Bool {
        switch self {
        case .keep: true
        case .drop: false
        case .keepOnly(let names): names.contains { hasSameBytes($0, name) }
        case .strip(let names): !names.contains { $0.matches(name) }
        }
    }
}
