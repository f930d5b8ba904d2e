/// A segment with captures: literal texts and captures alternate, beginning and ending with a text that may be empty.
package struct MixedSegment: Hashable, Sendable {
    /// A capture and the form that it must have.
    package struct Capture: Hashable, Sendable {
        package let constraint: PathConstraint
        /// The canonical words of a list, sorted because the order in which they are written does not matter; empty for
        /// other constraints.
        package let words: [[UInt8]]
    }

    /// The canonical texts around the captures: one more than there are captures.
    package let literals: [[UInt8]]

    /// The captures from left to right.
    package let captures: [Capture]

    /// The number of bytes of literal text, decoded: an escape counts as one byte.
    private let literalCount: Int
    /// The number of those bytes before the first capture.
    private let leadingCount: Int

    /// Creates what a segment of a pattern requires.
    ///
    /// - Parameters:
    ///   - segment: The segment; a literal has one text and no captures.
    ///   - pattern: The pattern.
    ///   - ignoresCase: Whether literal text matches in either ASCII case; if so, it is stored in lower case. Words always match
    ///     exactly, so that a captured word is one of the list.
    package init(_ segment: PatternSegment, of pattern: PathPattern, ignoresCase: Bool) {
        var literals: [[UInt8]] = [[]]
        var captures: [Capture] = []
        for piece in pattern.pieces(of: segment) {
            switch piece {
            case .text(let text):
                literals[captures.count] = ignoresCase ? text.map(ByteSet.lowercased) : text
            case .capture(let capture):
                let words = Self.sorted(capture.words)
                captures.append(Capture(constraint: capture.constraint, words: words))
                literals.append([])
            }
        }
        self.literals = literals
        self.captures = captures
        literalCount = literals.reduce(0) { $0 + Self.decodedCount(of: $1) }
        leadingCount = Self.decodedCount(of: literals[0])
    }

    private static func decodedCount(of text: [UInt8]) -> Int {
        text.count - 2 * text.count { $0 == CanonicalPath.percent }
    }

    /// The text before the first capture.
    var leading: [UInt8] { literals[0] }

    /// The text after the last capture.
    var trailing: [UInt8] { literals[captures.count] }

    private static func sorted(_ texts: [[UInt8]]) -> [[UInt8]] {
        texts.sorted { $0.lexicographicallyPrecedes($1) }
    }
}

// MARK: - What it matches

extension MixedSegment {
    /// What the segment matches, however its lists and literal text are arranged.
    ///
    /// `a{x:b|c}` and `{y:ab|ac}` have equal identities: a list is spelled out with the text beside it, and the results are sorted, with
    /// '|' between them. Any other capture is the byte of its constraint, which no text contains. What is spelled out is bounded; see
    /// ``PathPattern/spelledLimit``.
    ///
    /// - Parameter ignoresCase: Whether literal text matches in either ASCII case. Then the letters of words, which match exactly, have
    ///   their highest bit set: so they differ from those of literal text.
    /// - Returns: The identity.
    func identity(ignoresCase: Bool) -> [UInt8] {
        var identity: [UInt8] = []
        var texts = [literals[0]]
        func addTexts() {
            identity += Self.sorted(Array(Set(texts))).joined(separator: [UInt8(ascii: "|")])
        }
        for (capture, literal) in zip(captures, literals.dropFirst()) {
            if capture.constraint == .words {
                let words = ignoresCase ? capture.words.map(Self.marked) : capture.words
                texts = texts.flatMap { text in words.map { text + $0 + literal } }
            } else {
                addTexts()
                identity.append(capture.constraint.rawValue)
                texts = [literal]
            }
        }
        addTexts()
        return identity
    }

    /// A word whose letters outside of escapes have their highest bit set; the digits of escapes have no case.
    private static func marked(_ word: [UInt8]) -> [UInt8] {
        withBytes(of: word) { view in
            word.indices.map { offset in
                guard ByteSet.letters.contains(word[offset]) else { return word[offset] }
                return view.isInsideEscape(offset)
                    ? ByteSet.lowercased(word[offset]) : word[offset] | 0x80
            }
        }
    }
}

// MARK: - Precedence

extension MixedSegment: Comparable {
    /// The numbers that decide first, the larger ones before the smaller.
    private var amounts: (Int, Int, Int, Int) {
        (literalCount, leadingCount, leading.count, trailing.count)
    }

    /// Whether both are at the same place in the order but for what is between their ends.
    func hasSameAmounts(as other: MixedSegment) -> Bool { amounts == other.amounts }

    /// Whether both have the same texts at their ends.
    func hasSameEnds(as other: MixedSegment) -> Bool {
        leading == other.leading && trailing == other.trailing
    }

    /// Whether the left segment is tried before the right one at the same place of a path.
    ///
    /// The order is: more literal text, then longer leading text, then longer trailing text. Of two with the same texts at their ends,
    /// since no segment of a path fits others: from the left, the more specific constraint, and of two lists the shorter, then the
    /// alphabetically first; then fewer captures. The texts between come last, so that no two different segments are equal.
    package static func < (left: Self, right: Self) -> Bool {
        if !left.hasSameAmounts(as: right) { return left.amounts > right.amounts }
        for (own, other) in [(left.leading, right.leading), (left.trailing, right.trailing)]
        where own != other { return own.lexicographicallyPrecedes(other) }
        for (left, right) in zip(left.captures, right.captures) where left != right {
            if left.constraint != right.constraint {
                return left.constraint.rawValue < right.constraint.rawValue
            }
            if left.words.count != right.words.count { return left.words.count < right.words.count }
            return left.words.lexicographicallyPrecedes(right.words) {
                $0.lexicographicallyPrecedes($1)
            }
        }
        if left.captures.count != right.captures.count {
            return left.captures.count < right.captures.count
        }
        return left.literals.lexicographicallyPrecedes(right.literals) {
            $0.lexicographicallyPrecedes($1)
        }
    }
}
