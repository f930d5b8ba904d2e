import PathMatching

/// A piece of a pattern's canonical text.
package enum PatternPiece: Equatable {
    case literal(ArraySlice<UInt8>)
    /// A capture, with its constraint as it is written, including the colon; only a catch-all may be empty.
    case capture(String, constraint: String, mayBeEmpty: Bool)

    /// Splits a pattern's text, or a part of it such as a segment, at its captures.
    package static func pieces(of text: ArraySlice<UInt8>) -> [PatternPiece] {
        var pieces: [PatternPiece] = []
        var rest = text
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            let inside = rest[(open + 1)..<close].drop { $0 == UInt8(ascii: "*") }
            let name = inside.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "?") }
            let end = inside[name.endIndex...]
            let mayBeEmpty = end.first == UInt8(ascii: "?")
            let capture = PatternPiece.capture(
                String(decoding: name, as: UTF8.self),
                constraint: mayBeEmpty ? "" : String(decoding: end, as: UTF8.self),
                mayBeEmpty: mayBeEmpty
            )
            pieces += [.literal(rest[..<open]), capture]
            rest = rest[(close + 1)...]
        }
        return pieces + [.literal(rest)]
    }
}

extension PathPattern {
    /// The pattern, split at its captures.
    package var pieces: [PatternPiece] { PatternPiece.pieces(of: text[...]) }
}
