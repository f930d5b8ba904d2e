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
        var items: [URLQueryItem] = []
        guard query.count > 0 else { return items }
        // Room for a few rather than a count, which would take another look at the query.
        items.reserveCapacity(4)
        var piece = Piece(start: 0)
        var offset = 0
        while offset < query.count {
            // Eight bytes at once: most are neither separators nor anything to decode.
            let word = query.word(at: offset)
            var marks = separators(in: word)
            let left = query.count &- offset
            if left < 8 { marks &= (1 &<< UInt64(truncatingIfNeeded: left &* 8)) &- 1 }
            while marks != 0 {
                let place = offset &+ marks.trailingZeroBitCount &>> 3
                marks &= marks &- 1
                switch query[place] {
                case UInt8(ascii: "&"):
                    try append(piece, endingAt: place, of: query, plusIsSpace, to: &items)
                    piece = Piece(start: place &+ 1)
                case UInt8(ascii: "="):
                    guard piece.equals == nil else { continue }
                    piece.equals = place
                    piece.nameIsPlain = piece.isPlain
                    piece.isPlain = true
                case UInt8(ascii: "%"), 0x80...:
                    piece.isPlain = false
                case UInt8(ascii: "+"):
                    piece.isPlain = piece.isPlain && !plusIsSpace
                default:
                    break
                }
            }
            offset &+= 8
        }
        try append(piece, endingAt: query.count, of: query, plusIsSpace, to: &items)
        return items
    }

    /// What was seen of the text up to the next `&`.
    private struct Piece {
        let start: Int
        /// The place of the first `=`.
        var equals: Int?
        /// Whether the name stands for itself, once its end was seen.
        var nameIsPlain = true
        /// Whether what follows the `=`, or all if there is none, stands for itself.
        var isPlain = true
    }

    @inline(__always)
    private static func append(
        _ piece: Piece,
        endingAt end: Int,
        of query: ByteView,
        _ plusIsSpace: Bool,
        to items: inout [URLQueryItem]
    ) throws(DeepLinkError) {
        if let equals = piece.equals {
            guard equals > piece.start else { return }
            let name = try text(
                query,
                piece.start..<equals,
                isPlain: piece.nameIsPlain,
                plusIsSpace
            )
            let value = try text(query, (equals &+ 1)..<end, isPlain: piece.isPlain, plusIsSpace)
            items.append(URLQueryItem(name: name, value: value))
        } else if end > piece.start {
            let name = try text(query, piece.start..<end, isPlain: piece.isPlain, plusIsSpace)
            items.append(URLQueryItem(name: name, value: nil))
        }
    }

    @inline(__always)
    private static func text(
        _ query: ByteView,
        _ range: Range<Int>,
        isPlain: Bool,
        _ plusIsSpace: Bool
    ) throws(DeepLinkError) -> String {
        if isPlain { return String(query[range]) }
        return try decoded(query, range, plusIsSpace)
    }

    @inline(never)
    private static func decoded(
        _ query: ByteView,
        _ range: Range<Int>,
        _ plusIsSpace: Bool
    ) throws(DeepLinkError) -> String {
        do throws(PathTextError) {
            return try PercentEncoding.decode(query[range], plusIsSpace: plusIsSpace)
        } catch {
            throw DeepLinkError(error.moved(by: range.lowerBound), in: .query)
        }
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080

    /// The high bits of the bytes of a word that may matter: `=`, those up to `+`, among them `%` and `&`, and those beyond
    /// ASCII.
    ///
    /// What else there is up to `+` is rare, and cheaper to look at than to tell apart here.
    @inline(__always)
    private static func separators(in word: UInt64) -> UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // Sums of seven bits do not carry from byte to byte.
        let afterPlus = (word & ~highBits) &+ (0x80 - 0x2C) &* ones
        let notEquals = ((word ^ 0x3D &* ones) & ~highBits) &+ 0x7F &* ones
        return (word | ~(afterPlus & notEquals)) & highBits
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
