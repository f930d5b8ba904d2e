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

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        segments = pattern.segments.map { segment in
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
    }

    /// The text of the first segment; nil if it is not a text.
    var start: [UInt8]? {
        guard let pieces = segments.first, pieces.count == 1, case .text(let text) = pieces[0]
        else { return nil }
        return text
    }

    /// Whether no path has both shapes: they have different texts in one place, or different numbers of segments.
    ///
    /// Segments with several pieces are not compared, and behind a catch-all only those that are counted from the end.
    package func isDisjoint(from other: PathShape) -> Bool {
        let count = min(segments.count, other.segments.count)
        for fromEnd in [false, true] {
            for index in 0..<count {
                let own = segments[fromEnd ? segments.count - 1 - index : index]
                let others = other.segments[fromEnd ? other.segments.count - 1 - index : index]
                guard !Self.isRest(own), !Self.isRest(others) else { break }
                if own.count == 1, others.count == 1, !own[0].shares(with: others[0]) {
                    return true
                }
            }
        }
        return !lengths.overlaps(other.lengths)
    }

    /// How many segments its paths can have.
    private var lengths: ClosedRange<Int> {
        let least = segments.count { pieces in
            if case .rest(_, isOptional: true)? = pieces.first { false } else { true }
        }
        return least...(segments.contains(where: Self.isRest) ? .max : segments.count)
    }

    private static func isRest(_ pieces: [Piece]) -> Bool {
        if case .rest? = pieces.first { true } else { false }
    }
}

extension PathShape.Piece {
    /// Whether a text fits both.
    ///
    /// The samples of a constraint have one for each other constraint that shares texts with it.
    fileprivate func shares(with other: Self) -> Bool {
        if case .text(let own) = self, case .text(let other) = other { return own == other }
        return texts.contains(where: other.allows) || other.texts.contains(where: allows)
    }

    private var texts: [[UInt8]] {
        switch self {
        case .text(let text): [text]
        case .capture(.words, let words, _): words
        case .capture(let constraint, _, _): constraint.samples.map { Array($0.utf8) }
        case .rest: []
        }
    }

    private func allows(_ text: [UInt8]) -> Bool {
        switch self {
        case .text(let own): own == text
        case .capture(.words, let words, _): words.contains(text)
        case .capture(let constraint, _, _): withBytes(of: text, constraint.allows)
        case .rest: true
        }
    }
}
