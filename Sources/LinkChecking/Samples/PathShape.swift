import DeepLinks
package import PathMatching

/// What a path pattern requires, in pieces: sample links, checks and association files are made from it.
package struct PathShape: Sendable {
    /// A part of a segment.
    package enum Piece: Sendable {
        /// Canonical text.
        case text([UInt8])
        /// Text that meets a constraint; for a list, one of its words in canonical spelling.
        case capture(PathConstraint, words: [[UInt8]], name: String)
        /// One or more segments, or none if it is optional.
        case rest(name: String, isOptional: Bool)
    }

    /// The segments; none for the root.
    package let segments: [[Piece]]

    /// The texts that each segment can be, in lower case; nil if their number is not limited.
    package let texts: [Set<[UInt8]>?]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        let segments = pattern.segments.map { segment -> [Piece] in
            pattern.pieces(of: segment).map { piece in
                switch piece {
                case .text(let text): .text(text)
                case .capture(let capture) where capture.kind == .catchAll:
                    .rest(name: capture.name, isOptional: capture.isOptional)
                case .capture(let capture):
                    .capture(capture.constraint, words: capture.words, name: capture.name)
                }
            }
        }
        self.segments = segments
        texts = segments.map(Self.texts)
    }

    /// Whether no path has both shapes: they have different texts in one place, or different numbers of segments.
    package func isDisjoint(from other: PathShape) -> Bool {
        for (index, pieces) in segments.enumerated() where index < other.segments.count {
            // After a catch-all, segments in the same place do not correspond.
            if Self.isRest(pieces) || Self.isRest(other.segments[index]) { return false }
            if let own = texts[index], other.texts[index]?.isDisjoint(with: own) ?? false {
                return true
            }
        }
        return segments.count != other.segments.count
            && !(segments + other.segments).contains(where: Self.isRest)
    }

    private static func isRest(_ pieces: [Piece]) -> Bool {
        if case .rest? = pieces.first { true } else { false }
    }

    private static func texts(of pieces: [Piece]) -> Set<[UInt8]>? {
        guard let piece = pieces.first, pieces.count == 1 else { return nil }
        switch piece {
        case .text(let text): return [text.map(ByteSet.lowercased)]
        case .capture(.words, let words, _):
            return Set(words.map { $0.map(ByteSet.lowercased) })
        case .capture, .rest: return nil
        }
    }
}
