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
    ) throws(DeepLinkError) -> [URLQueryItem] {
        guard query.count > 0 else { return [] }
        var items: [URLQueryItem] = []
        items.reserveCapacity(pieceCount(of: query))
        var scratch: [UInt8] = []
        var offset = 0
        while offset < query.count {
            let start = offset
            var equals: Int?
            // Whether what was seen of the name, or of the value after it, stands for itself.
            var isPlain = true
            var nameIsPlain = true
            scan: while offset < query.count {
                switch query[offset] {
                case UInt8(ascii: "&"):
                    break scan
                case UInt8(ascii: "=") where equals == nil:
                    equals = offset
                    nameIsPlain = isPlain
                    isPlain = true
                case UInt8(ascii: "%"), 0x80...0xFF:
                    isPlain = false
                case UInt8(ascii: "+") where plusIsSpace:
                    isPlain = false
                default:
                    break
                }
                offset &+= 1
            }
            let end = offset
            offset &+= 1

            func text(_ range: Range<Int>, isPlain: Bool) throws(DeepLinkError) -> String {
                if isPlain { return String(query[range]) }
                do throws(PathTextError) {
                    return try PercentEncoding.decode(
                        query[range],
                        plusIsSpace: plusIsSpace,
                        scratch: &scratch
                    )
                } catch {
                    throw DeepLinkError(error.moved(by: range.lowerBound), in: .query)
                }
            }
            if let equals {
                guard equals > start else { continue }
                let name = try text(start..<equals, isPlain: nameIsPlain)
                let value = try text((equals &+ 1)..<end, isPlain: isPlain)
                items.append(URLQueryItem(name: name, value: value))
            } else if end > start {
                let name = try text(start..<end, isPlain: isPlain)
                items.append(URLQueryItem(name: name, value: nil))
            }
        }
        return items
    }

    /// How many pieces a query is split into, those included that have no name: a bound on its items, and cheap.
    package static func pieceCount(of query: ByteView) -> Int {
        query.count == 0 ? 0 : query.occurrences(of: UInt8(ascii: "&")) + 1
    }

    /// Appends the items as a query that decodes to them again, without a question mark.
    ///
    /// `+` is encoded, so that a reader who takes it for a space reads the same, and `;` for one who splits at it.
    package static func append(_ items: [URLQueryItem], to result: inout [UInt8]) {
        for (index, item) in items.enumerated() {
            if index > 0 {
                result.append(UInt8(ascii: "&"))
            }
            appendName(item.name, to: &result)
            if let value = item.value {
                result.append(UInt8(ascii: "="))
                withBytes(of: value) {
                    PercentEncoding.append($0, keeping: plainInQuery, to: &result)
                }
            }
        }
    }

    /// Appends an item's name, percent-encoded.
    static func appendName(_ name: String, to result: inout [UInt8]) {
        withBytes(of: name) { PercentEncoding.append($0, keeping: plainInQuery, to: &result) }
    }

    private static let plainInQuery = ByteSet.unreserved.union(ByteSet("!$'()*,:@/?"))
}
