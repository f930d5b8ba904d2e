/// One segment of a pattern.
package struct PatternSegment: Sendable, Equatable {
    package enum Kind: UInt8, Sendable {
        /// Text that must be the same.
        case literal
        /// Captures, literal text among them or not, described by a program.
        case program
        /// One whole segment, whatever it is.
        case plain
        /// All the rest of the path.
        case catchAll
    }

    package let kind: Kind

    /// The bytes of the pattern's text that it was written with.
    package let text: Range<Int>

    /// The bytes of the pattern's programs that describe it; empty unless `kind` is `program`.
    package let program: Range<Int>

    /// How many captures it has.
    package let captureCount: Int
}

/// The segments of a pattern in order; none for the root.
///
/// Nearly all patterns have eight at most, which stand in the collection itself: an app registers hundreds of patterns while
/// it starts, and to ask for memory for each would take a quarter of the time of reading it.
package struct PatternSegments: Sendable, Equatable {
    /// How many segments stand in `first`.
    private static let firstCount = SIMD8<UInt64>.scalarCount

    private var first = SIMD8<UInt64>()
    private var others: [UInt64] = []

    /// How many segments there are.
    package private(set) var count = 0

    /// How many captures the segments have.
    private(set) var captureCount = 0

    /// Appends a segment.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - textEnd: Where it ends in the pattern's text. It begins behind the slash that follows the segment before it.
    ///   - programEnd: Where its program ends in the pattern's programs; that of the segment before it, if it has none.
    ///   - captureCount: How many captures it has.
    @inline(__always)
    mutating func append(
        _ kind: PatternSegment.Kind,
        textEnd: Int,
        programEnd: Int,
        captureCount: Int
    ) {
        let word = Mark(kind, textEnd, programEnd, captureCount).word
        if count < Self.firstCount {
            first[count] = word
        } else {
            others.append(word)
        }
        count += 1
        self.captureCount += captureCount
    }

    @inline(__always)
    private func mark(at index: Int) -> Mark {
        Mark(word: index < Self.firstCount ? first[index] : others[index - Self.firstCount])
    }
}

extension PatternSegments: RandomAccessCollection {
    package var startIndex: Int { 0 }

    package var endIndex: Int { count }

    package subscript(index: Int) -> PatternSegment {
        @inline(__always) get {
            precondition(index >= 0 && index < count, "Index out of bounds")
            let mark = mark(at: index)
            // Before the first segment, there is its slash alone.
            let before = index == 0 ? Mark(word: 0) : self.mark(at: index - 1)
            return PatternSegment(
                kind: mark.kind,
                text: (before.textEnd + 1)..<mark.textEnd,
                program: before.programEnd..<mark.programEnd,
                captureCount: mark.captureCount
            )
        }
    }
}

extension PatternSegments {
    /// Where a segment ends and what it is, in one word.
    ///
    /// Segments follow one another in a pattern's text and programs, so where one begins need not be kept.
    private struct Mark {
        /// From the lowest bit on: 24 for the end of the text, 24 for that of the program, 8 for the captures and 8 for the kind.
        let word: UInt64

        private static let endBits: UInt64 = 24

        init(word: UInt64) {
            self.word = word
        }

        init(_ kind: PatternSegment.Kind, _ textEnd: Int, _ programEnd: Int, _ captureCount: Int) {
            // Of at most 65 535 bytes none becomes more than nine, and captures are counted before.
            precondition(
                (textEnd | programEnd) >> Self.endBits == 0 && captureCount < 256,
                "A pattern is too long"
            )
            word =
                UInt64(textEnd) | UInt64(programEnd) << Self.endBits
                | UInt64(captureCount) << (2 * Self.endBits)
                | UInt64(kind.rawValue) << (2 * Self.endBits + 8)
        }

        var textEnd: Int { end(word) }

        var programEnd: Int { end(word >> Self.endBits) }

        var captureCount: Int { Int(word >> (2 * Self.endBits) & 0xFF) }

        var kind: PatternSegment.Kind {
            switch word >> (2 * Self.endBits + 8) {
            case 0: .literal
            case 1: .program
            case 2: .plain
            default: .catchAll
            }
        }

        private func end(_ word: UInt64) -> Int { Int(word & (1 << Self.endBits - 1)) }
    }
}
