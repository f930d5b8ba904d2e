package import PathMatching

/// What a path pattern requires, in pieces: sample links, checks and association files are made from it.
package struct PathShape: Sendable {
    /// The pieces of each segment; no segments for the root.
    package let segments: [[PatternPiece]]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        segments = pattern.segments.map(pattern.pieces)
    }

    /// The text of the first segment; nil if it is not a text.
    var start: [UInt8]? {
        guard let pieces = segments.first, pieces.count == 1, case .text(let text) = pieces[0]
        else { return nil }
        return text
    }

    /// Whether no path has both shapes: they have different texts in one place, or different numbers of segments.
    ///
    /// Behind a catch-all, only the segments that are counted from the end are compared.
    package func isDisjoint(from other: PathShape) -> Bool {
        let sides = [(segments, other.segments), (segments.reversed(), other.segments.reversed())]
        for (own, others) in sides {
            for (own, other) in zip(own, others) {
                guard own.catchAll == nil, other.catchAll == nil else { break }
                if own.isDisjoint(from: other) { return true }
            }
        }
        return !lengths.overlaps(other.lengths)
    }

    /// How many segments its paths can have.
    private var lengths: ClosedRange<Int> {
        let least = segments.count { $0.catchAll?.isOptional != true }
        return least...(segments.contains { $0.catchAll != nil } ? .max : segments.count)
    }
}

extension [PatternPiece] {
    /// The catch-all that the segment is, if it is one.
    package var catchAll: PatternCapture? {
        first?.capture.flatMap { $0.kind == .catchAll ? $0 : nil }
    }

    /// Whether no text fits both segments; if one has text beside a capture, only the texts at the ends and the lengths are compared.
    fileprivate func isDisjoint(from other: Self) -> Bool {
        if count == 1, other.count == 1 { return !self[0].shares(with: other[0]) }
        let starts = zip(first?.text ?? [], other.first?.text ?? [])
        let ends = zip(last?.text.reversed() ?? [], other.last?.text.reversed() ?? [])
        return starts.contains(where: !=) || ends.contains(where: !=)
            || !lengths.overlaps(other.lengths)
    }

    /// How many bytes its texts can have; a capture has at least one.
    private var lengths: ClosedRange<Int> {
        let least = reduce(0) { $0 + ($1.capture == nil ? $1.text.count : 1) }
        return least...(contains { $0.capture != nil } ? .max : least)
    }
}

extension PatternPiece {
    /// The text; empty for a capture.
    fileprivate var text: [UInt8] {
        if case .text(let text) = self { text } else { [] }
    }

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
        case .capture(let capture) where capture.constraint == .words: capture.words
        case .capture(let capture): capture.constraint.samples.map { Array($0.utf8) }
        }
    }

    /// Whether the text, or a text of the capture, can be this one.
    func allows(_ text: [UInt8]) -> Bool {
        switch self {
        case .text(let own): own == text
        case .capture(let capture) where capture.constraint == .words: capture.words.contains(text)
        case .capture(let capture): withBytes(of: text, capture.constraint.allows)
        }
    }
}
