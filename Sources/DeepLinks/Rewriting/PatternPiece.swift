package import PathMatching

/// A piece of a pattern's canonical text.
package enum PatternPiece {
    case literal(ArraySlice<UInt8>)
    /// A capture, with its constraint as it is written, from the colon on.
    case capture(String, constraint: String)
}

extension PathPattern {
    /// Cuts the pattern at its captures.
    package func forEachPiece(_ body: (PatternPiece) -> Void) {
        var rest = text[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            body(.literal(rest[..<open]))
            let inside = rest[(open + 1)..<close].drop { $0 == UInt8(ascii: "*") }
            let colon = inside.firstIndex(of: UInt8(ascii: ":")) ?? inside.endIndex
            // A catch-all that may be empty has a question mark.
            let name = inside[..<colon].prefix { $0 != UInt8(ascii: "?") }
            body(
                .capture(
                    String(decoding: name, as: UTF8.self),
                    constraint: String(decoding: inside[colon...], as: UTF8.self)
                )
            )
            rest = rest[(close + 1)...]
        }
        body(.literal(rest))
    }
}
