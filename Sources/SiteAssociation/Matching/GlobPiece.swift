/// A piece of a pattern's text: a variable, or a unit outside of variables.
enum GlobPiece {
    /// A unit that is no part of a variable; `*` and `?` have a meaning, other units stand for themselves.
    case unit(UInt32)

    /// `$(name)`.
    case variable(ArraySlice<UInt32>)

    /// The `$` of a `$(` that no `)` closes, or in whose name another `$` or `(` stands.
    case unclosed

    /// The characters with a meaning in patterns.
    enum Units {
        static let star = UInt32(UInt8(ascii: "*"))
        static let question = UInt32(UInt8(ascii: "?"))
        static let slash = UInt32(UInt8(ascii: "/"))
        static let dollar = UInt32(UInt8(ascii: "$"))
        static let opening = UInt32(UInt8(ascii: "("))
        static let closing = UInt32(UInt8(ascii: ")"))
    }

    /// Cuts a pattern into its pieces.
    ///
    /// - Complexity: O(*n*). No name has a `$`, `(` or `)`, so the search for a `)` ends at the next variable.
    static func pieces(of pattern: [UInt32]) -> [GlobPiece] {
        var pieces: [GlobPiece] = []
        var rest = pattern[...]
        while let unit = rest.popFirst() {
            guard unit == Units.dollar, rest.first == Units.opening else {
                pieces.append(.unit(unit))
                continue
            }
            let name = rest.dropFirst().prefix {
                $0 != Units.dollar && $0 != Units.opening && $0 != Units.closing
            }
            if name.endIndex < rest.endIndex, rest[name.endIndex] == Units.closing {
                pieces.append(.variable(name))
                rest = rest[(name.endIndex + 1)...]
            } else {
                pieces.append(.unclosed)
            }
        }
        return pieces
    }
}
