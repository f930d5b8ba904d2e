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
    /// empty name are left out. A control character is data here, as it is in every text that a person typed: what a
    /// value may hold is for the type to say that it is read as.
    ///
    /// - Parameters:
    ///   - query: The query without its question mark.
    ///   - plusIsSpace: Whether `+` stands for a space, as forms write it; `%2B` is a plus sign either way.
    /// - Returns: The items in order, repeats included.
    /// - Throws: An error about a bad escape or bytes that are not UTF-8, with its offset in `query`.
    package static func items(
        of query: ByteView,
        plusIsSpace: Bool = false
    ) throws(PathTextError) -> [URLQueryItem] {
        var items: [URLQueryItem] = []
        var start = 0
        while start < query.count {
            let end = query.firstOffset(of: UInt8(ascii: "&"), from: start) ?? query.count
            let equals = query[0..<end].firstOffset(of: UInt8(ascii: "="), from: start)
            let nameEnd = equals ?? end
            if nameEnd > start {
                let name = try text(query, start..<nameEnd, plusIsSpace)
                let value: String? =
                    if let equals { try text(query, (equals + 1)..<end, plusIsSpace) } else { nil }
                items.append(URLQueryItem(name: name, value: value))
            }
            start = end + 1
        }
        return items
    }

    private static func text(
        _ query: ByteView,
        _ range: Range<Int>,
        _ plusIsSpace: Bool
    ) throws(PathTextError) -> String {
        do throws(PathTextError) {
            return try PercentEncoding.decode(query[range], plusIsSpace: plusIsSpace)
        } catch {
            throw error.moved(by: range.lowerBound)
        }
    }

    /// The items as a query that decodes to them again, without a question mark.
    ///
    /// `+` is encoded, so that a reader who takes it for a space reads the same, and `;` for one who splits at it.
    package static func text(of items: [URLQueryItem]) -> String {
        items.map { item in
            let name = item.name.percentEncoded(keeping: plainInQuery)
            return item.value.map { "\(name)=\($0.percentEncoded(keeping: plainInQuery))" } ?? name
        }
        .joined(separator: "&")
    }

    private static let plainInQuery = ByteSet.unreserved.union(ByteSet("!$'()*,:@/?"))
}
