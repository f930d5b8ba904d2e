import DeepLinks
package import PathMatching

/// What a path pattern wants, in pieces: what sample links, checks and association files are made of.
package struct PathShape: Sendable {
    /// A part of a segment.
    package enum Piece: Sendable {
        /// Canonical text.
        case text([UInt8])
        /// Text of the form that a constraint asks for: of a list, one of some words in canonical spelling.
        case capture(PathConstraint, words: [[UInt8]], name: String)
        /// One or more segments, or none if it is optional.
        case rest(name: String, isOptional: Bool)
    }

    /// The segments; none for the root.
    package let segments: [[Piece]]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        segments = pattern.segments.map { segment in
            PatternPiece.pieces(of: pattern.text[segment.text]).compactMap { piece in
                switch piece {
                case .literal(let text):
                    return text.isEmpty ? nil : .text(Array(text))
                case .capture(let name, let constraint, let mayBeEmpty):
                    return segment.kind == .catchAll
                        ? .rest(name: name, isOptional: mayBeEmpty)
                        : Self.capture(name, constraint.dropFirst())
                }
            }
        }
    }

    private static func capture(_ name: String, _ constraint: Substring) -> Piece {
        if constraint.isEmpty { return .capture(.any, words: [], name: name) }
        if let constraint = PathConstraint(name: String(constraint)) {
            return .capture(constraint, words: [], name: name)
        }
        let words = constraint.utf8.split(separator: UInt8(ascii: "|")).map(Array.init)
        return .capture(.words, words: words, name: name)
    }
}
