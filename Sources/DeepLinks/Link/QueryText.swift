package import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// Queries, read and written.
package enum QueryText {
    /// The items of a query.
    ///
    /// The query is split at every `&` and each piece at its first `=` before anything is decoded, so an escaped `&` is
    /// data. `;` is data. A piece without `=` has no value, which is not the same as an empty one. Pieces with an
    /// empty name are left out, but their values must be well formed too. Control characters are allowed, as in any text that
    /// a person types: the type that a value is read as decides what the value may contain.
    ///
    /// - Parameters:
    ///   - query: The query without its question mark.
    ///   - plusIsSpace: Whether `+` stands for a space, as in HTML forms; `%2B` is always a plus sign.
    /// - Returns: The items in order, repeats included.
    /// - Throws: An error about a bad escape or bytes that are not UTF-8, with its offset in `query`.
    package static func items(
        of query: ByteView,
        plusIsSpace: Bool = false
    ) throws(PathTextError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        // Most queries have no more.
        items.reserveCapacity(Swift.min(query.count / 2, 4))
        // Read once for all items, most of which are short.
        let isPlain = query.isPlainASCII(plusIsSpace: plusIsSpace)
        func text(_ range: Range<Int>) throws(PathTextError) -> String {
            if isPlain { return String(query[range]) }
            do throws(PathTextError) {
                return try PercentEncoding.decode(query[range], plusIsSpace: plusIsSpace)
            } catch {
                throw error.moved(by: range.lowerBound)
            }
        }
        var start = 0
        while start < query.count {
            let end = query.firstOffset(of: UInt8(ascii: "&"), from: start) ?? query.count
            let equals = query[0..<end].firstOffset(of: UInt8(ascii: "="), from: start)
            let name = try text(start..<(equals ?? end))
            let value: String? =
                if let equals { try text((equals + 1)..<end) } else { nil }
            if !name.isEmpty { items.append(URLQueryItem(name: name, value: value)) }
            start = end + 1
        }
        return items
    }

    /// The items as a query without a question mark; decoding it gives the same items.
    ///
    /// `+` and `;` are encoded, for readers that treat `+` as a space or split at `;`.
    package static func text(of items: [URLQueryItem]) -> String {
        items.map { item in
            encoded(item.name) + (item.value.map { "=" + encoded($0) } ?? "")
        }
        .joined(separator: "&")
    }

    /// A name or a value as it stands in a query.
    static func encoded(_ text: String) -> String { text.percentEncoded(keeping: plainInQuery) }

    private static let plainInQuery = ByteSet.unreserved.union(ByteSet("!$'()*,:@/?"))
}
