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
    let options: SourceOptions
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
        options = source.options
        self.trie = trie
        self.groups = groups
    }
}

extension QueryPolicy {
    /// Whether an item of this name goes on.
    func keeps(_ name: String) -> Bool {
        switch self {
        case .keep: true
        case .drop: false
        case .keepOnly(let names): names.contains { hasSameBytes($0.rawValue, name) }
        case .strip(let names): !names.contains { Self.strips($0.rawValue, name) }
        }
    }

    /// Whether a name that is stripped, or its beginning before a `*`, is this one without regard to ASCII case.
    private static func strips(_ stripped: String, _ name: String) -> Bool {
        let isBeginning = stripped.utf8.last == UInt8(ascii: "*")
        let wanted = stripped.utf8.dropLast(isBeginning ? 1 : 0)
        let rest = name.utf8.count - wanted.count
        return (isBeginning ? rest >= 0 : rest == 0)
            && zip(wanted, name.utf8).allSatisfy {
                ByteSet.lowercased($0) == ByteSet.lowercased($1)
            }
    }
}
