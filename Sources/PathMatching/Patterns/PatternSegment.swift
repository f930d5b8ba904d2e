/// One segment of a pattern.
package struct PatternSegment: Sendable, Equatable, BitwiseCopyable {
    /// The kinds in the order in which they are tried.
    package enum Kind: UInt8, Sendable, Comparable, BitwiseCopyable {
        /// Text that must be the same.
        case literal
        /// Captures with constraints or with literal text around them; see ``MixedSegment``.
        case mixed
        /// One whole segment of any text.
        case plain
        /// One or more whole segments; zero or more if it is optional.
        case catchAll

        package static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }
    }

    package let kind: Kind

    /// Whether it is a catch-all that may be empty.
    package let isOptional: Bool

    private let textRange: PatternMark.Offsets
    private let markRange: PatternMark.Offsets

    init(_ kind: Kind, isOptional: Bool = false, text: Range<Int>, marks: Range<Int>) {
        self.kind = kind
        self.isOptional = isOptional
        textRange = PatternMark.Offsets(text)
        markRange = PatternMark.Offsets(marks)
    }

    /// The segment's range in the pattern's canonical text.
    package var text: Range<Int> { textRange.range }

    /// The range of its marks in the pattern's; empty for a literal.
    var marks: Range<Int> { markRange.range }
}

/// The place of a piece in a pattern's canonical text, noted when the pattern is parsed, so that no text is parsed again.
///
/// Marks are small and all of a pattern's are in one array, because each registered route holds them.
struct PatternMark: Sendable, BitwiseCopyable {
    enum Kind: UInt8, Sendable, BitwiseCopyable {
        /// Literal text beside a capture.
        case text
        /// A capture: its name. The words of a list follow.
        case capture
        /// A word of the capture before it.
        case word
    }

    /// A range of offsets, which fit as a pattern has at most 65 535 bytes.
    struct Offsets: Sendable, Equatable, BitwiseCopyable {
        private let start: UInt16
        private let end: UInt16

        /// Notes a range; one that is too long belongs to a pattern that is refused.
        init(_ range: Range<Int>) {
            start = UInt16(truncatingIfNeeded: range.lowerBound)
            end = UInt16(truncatingIfNeeded: range.upperBound)
        }

        var range: Range<Int> { Int(start)..<Int(end) }
    }

    let kind: Kind
    /// A capture's constraint.
    var constraint = PathConstraint.any
    private let offsets: Offsets

    init(_ kind: Kind, _ range: Range<Int>) {
        self.kind = kind
        offsets = Offsets(range)
    }

    /// The piece's range in the canonical text.
    var text: Range<Int> { offsets.range }
}

extension PatternMark {
    /// How many bytes a segment's literal texts and words spell in all their combinations, or more than the limit.
    ///
    /// Lists with only text between them are combined; another capture separates what is before it from what is after it.
    static func spelledLength(of marks: ArraySlice<PatternMark>) -> Int {
        var total = 0
        // The texts since the last other capture, and the words of a list whose end was not reached.
        var (count, length) = (1, 0)
        var (wordCount, wordLength) = (0, 0)
        func combine() {
            guard wordCount > 0 else { return }
            (count, length) = (count * wordCount, length * wordCount + wordLength * count)
            (wordCount, wordLength) = (0, 0)
        }
        for mark in marks where total + length <= PathPattern.spelledLimit {
            switch mark.kind {
            case .word:
                (wordCount, wordLength) = (wordCount + 1, wordLength + mark.text.count)
            case .text:
                combine()
                length += mark.text.count * count
            case .capture:
                combine()
                if mark.constraint == .words { continue }
                total += length
                (count, length) = (1, 0)
            }
        }
        combine()
        return total + length
    }
}

/// A part of a pattern's segment.
package enum PatternPiece: Equatable, Sendable {
    /// Canonical text.
    case text([UInt8])
    case capture(PatternCapture)

    /// The capture, if it is one.
    package var capture: PatternCapture? {
        if case .capture(let capture) = self { capture } else { nil }
    }
}

/// A capture of a pattern.
package struct PatternCapture: Equatable, Sendable {
    /// The name without a star.
    package let name: String
    /// The kind of its segment.
    package let kind: PatternSegment.Kind
    /// Whether it is a catch-all that may be empty.
    package let isOptional: Bool
    package let constraint: PathConstraint
    /// The canonical words of a list, as they are ordered in the pattern; empty for other constraints.
    package let words: [[UInt8]]

    /// The constraint with its colon, as it is written in patterns; empty without a constraint.
    package var constraintText: String {
        guard constraint != .any else { return "" }
        let list = words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "|")
        return ":" + (constraint.name ?? list)
    }
}
