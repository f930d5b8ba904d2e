package import PathMatching

/// Where the parts of a link's text are, as ranges of its bytes.
///
/// The split is that of RFC 3986, appendix B, which takes any text: the first `#` begins the fragment, the first `?` before
/// it the query, a scheme ends at the first `:` before any slash, and `//` begins an authority. Nothing is decoded, and
/// nothing is checked but the characters of the scheme.
package struct LinkText: Equatable {
    /// The scheme without its colon.
    package let scheme: Range<Int>?

    /// What is between `//` and the path: user, host and port.
    package let authority: Range<Int>?

    /// The path, which may be empty.
    package let path: Range<Int>

    /// The query without its question mark.
    package let query: Range<Int>?

    /// The fragment without its number sign.
    package let fragment: Range<Int>?

    /// Splits `text`, or the part of it in `range`.
    ///
    /// - Parameters:
    ///   - text: The link.
    ///   - range: The part to split; nil for all of it. The ranges are places in `text` either way.
    package init(_ text: ByteView, in range: Range<Int>? = nil) {
        let all = range ?? 0..<text.count
        let known = text[0..<all.upperBound]

        let hierarchyEnd =
            known.firstOffset(of: UInt8(ascii: "?"), or: UInt8(ascii: "#"), from: all.lowerBound)
            ?? all.upperBound
        let hierarchy = text[0..<hierarchyEnd]
        var queryEnd = hierarchyEnd
        if hierarchyEnd < all.upperBound, text[hierarchyEnd] == UInt8(ascii: "?") {
            queryEnd =
                known.firstOffset(of: UInt8(ascii: "#"), from: hierarchyEnd + 1) ?? all.upperBound
            query = (hierarchyEnd + 1)..<queryEnd
        } else {
            query = nil
        }
        fragment = queryEnd < all.upperBound ? (queryEnd + 1)..<all.upperBound : nil

        var start = all.lowerBound
        scheme = Self.scheme(of: hierarchy, from: start)
        if let scheme {
            start = scheme.upperBound + 1
        }
        if start + 1 < hierarchy.count, hierarchy[start] == UInt8(ascii: "/"),
            hierarchy[start + 1] == UInt8(ascii: "/")
        {
            let end =
                hierarchy.firstOffset(of: UInt8(ascii: "/"), from: start + 2) ?? hierarchy.count
            authority = (start + 2)..<end
            start = end
        } else {
            authority = nil
        }
        path = start..<hierarchy.count
    }

    private static func scheme(of text: ByteView, from start: Int) -> Range<Int>? {
        guard start < text.count, ByteSet.letters.contains(text[start]) else { return nil }
        for offset in (start + 1)..<text.count {
            switch text[offset] {
            case UInt8(ascii: ":"):
                return start..<offset
            case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                continue
            case let byte where ByteSet.letters.contains(byte) || ByteSet.digits.contains(byte):
                continue
            default:
                return nil
            }
        }
        return nil
    }

    /// The part of `text` without the ASCII whitespace around it.
    package static func trimmed(_ text: ByteView) -> Range<Int> {
        var start = 0
        var end = text.count
        while start < end, isWhitespace(text[start]) {
            start += 1
        }
        while end > start, isWhitespace(text[end - 1]) {
            end -= 1
        }
        return start..<end
    }

    /// Tab, line feed, form feed, carriage return or space.
    private static func isWhitespace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) && byte != 0x0B
    }
}
