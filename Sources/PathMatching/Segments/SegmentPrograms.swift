/// How to split segments of paths at the captures of patterns' segments.
///
/// All programs are in a few tables, so that they are read without reference counting.
struct SegmentPrograms: ~Copyable {
    /// A capture, with the literal text before it.
    struct Step: BitwiseCopyable {
        /// Where the literal text begins in `texts`, and its length.
        fileprivate let literal: UInt32
        fileprivate let literalCount: UInt32
        fileprivate let constraint: PathConstraint
        /// Where the lengths of its words begin in `lengths`, and their number.
        fileprivate let firstLength: UInt32
        fileprivate let lengthCount: UInt32
    }

    /// The words of a list that have the same length: one behind the other in `texts`, sorted.
    struct WordLength: BitwiseCopyable {
        fileprivate let length: UInt32
        fileprivate let first: UInt32
        fileprivate let count: UInt32
    }

    /// A segment's steps, from left to right.
    struct Program: BitwiseCopyable {
        fileprivate let first: UInt32
        let captureCount: UInt16
        /// The byte between two captures whose second one cannot have it, such as `-` before an `int`; 0 if there is no such byte.
        let separator: UInt8
        /// Where the text before the first capture begins in `texts`; the text after the last one follows it.
        fileprivate let ends: UInt32
        let leadingLength: UInt32
        let trailingLength: UInt32
    }

    private let ignoresCase: Bool
    private var steps = Table<Step>()
    private var lengths = Table<WordLength>()
    private var texts = Table<UInt8>()

    /// The programs for reading, which must not outlive the next change.
    struct View {
        fileprivate let steps: TableView<Step>
        fileprivate let lengths: TableView<WordLength>
        fileprivate let texts: ByteView
        fileprivate let ignoresCase: Bool
    }

    var view: View {
        View(
            steps: steps.view,
            lengths: lengths.view,
            texts: texts.bytes,
            ignoresCase: ignoresCase
        )
    }

    /// - Parameter ignoresCase: Whether ASCII case is ignored in literal text; if so, it is stored in lower case.
    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    func copy() -> SegmentPrograms {
        var copy = SegmentPrograms(ignoresCase: ignoresCase)
        copy.steps = steps.copy()
        copy.lengths = lengths.copy()
        copy.texts = texts.copy()
        return copy
    }

    /// Adds the program of a segment with captures.
    mutating func add(_ segment: MixedSegment) -> Program {
        let first = UInt32(steps.count)
        for (literal, capture) in zip(segment.literals, segment.captures) {
            let firstLength = UInt32(lengths.count)
            // The words are sorted, and stay so among those of one length.
            for (length, words) in Dictionary(grouping: capture.words, by: \.count)
                .sorted(by: { $0.key < $1.key })
            {
                lengths.append(
                    WordLength(
                        length: UInt32(length),
                        first: UInt32(texts.count),
                        count: UInt32(words.count)
                    )
                )
                for word in words { append(word) }
            }
            let step = Step(
                literal: UInt32(texts.count),
                literalCount: UInt32(literal.count),
                constraint: capture.constraint,
                firstLength: firstLength,
                lengthCount: UInt32(lengths.count) - firstLength
            )
            append(literal)
            steps.append(step)
        }
        let ends = UInt32(texts.count)
        append(segment.leading)
        append(segment.trailing)
        return Program(
            first: first,
            captureCount: UInt16(segment.captures.count),
            separator: Self.separator(of: segment),
            ends: ends,
            leadingLength: UInt32(segment.leading.count),
            trailingLength: UInt32(segment.trailing.count)
        )
    }

    private mutating func append(_ text: [UInt8]) {
        withBytes(of: text) { texts.append($0) }
    }

    /// The separator of a segment, or 0.
    ///
    /// It is no letter and no digit, so it has no case and is not in an escape; and behind the second capture is no text, which could
    /// begin in one.
    private static func separator(of segment: MixedSegment) -> UInt8 {
        guard segment.captures.count == 2, segment.literals[1].count == 1, segment.trailing.isEmpty,
            segment.captures[0].constraint == .any,
            case .bytes(let allowed) = segment.captures[1].constraint.form,
            case let byte = segment.literals[1][0],
            !allowed.contains(byte), !ByteSet.alphanumerics.contains(byte)
        else { return 0 }
        return byte
    }
}

// MARK: - Splitting

// The segments that are given to these functions begin with the leading text of the pattern's segment, end with its trailing text and
// are longer than both together. Captures are split from the right: each takes the shortest text that its constraint allows and with
// which everything to its left can still match.
extension SegmentPrograms.View {
    /// Whether a text begins and ends with the texts of a program.
    @inline(__always)
    func hasEnds(of program: SegmentPrograms.Program, _ text: ByteView) -> Bool {
        // Most captures have a segment for themselves, or begin it.
        if program.leadingLength | program.trailingLength == 0 { return true }
        let middle = Int(program.ends) &+ Int(program.leadingLength)
        let end = middle &+ Int(program.trailingLength)
        let place = text.count &- Int(program.trailingLength)
        return text.has(texts[Int(program.ends)..<middle], at: 0, ignoresCase: ignoresCase)
            && text.has(texts[middle..<end], at: place, ignoresCase: ignoresCase)
    }

    /// The range of the only capture of a segment, or an empty one if the text does not match.
    func only(_ program: SegmentPrograms.Program, _ text: ByteView) -> Range<Int> {
        let range = Int(program.leadingLength)..<(text.count - Int(program.trailingLength))
        return !text.isInsideEscape(range.upperBound)
            && allows(steps[unchecked: program.first], text[range]) ? range : 0..<0
    }

    /// Where the second of two captures begins that have a separator; 0 if the text does not match.
    ///
    /// There is only one place where the separator can be: before the last bytes that the second capture allows. So the text is read once,
    /// from the right. With ``split(_:_:to:)`` a lookup of `/items/{title}-{id:int}` takes half as long again.
    @inline(__always)
    func secondStart(_ program: SegmentPrograms.Program, _ text: ByteView) -> Int {
        guard case .bytes(let allowed) = steps[unchecked: program.first &+ 1].constraint.form else {
            return 0
        }
        let start = text.startOfEnd(in: allowed)
        return start < text.count && start &- 1 > Int(program.leadingLength)
            && text[start &- 1] == program.separator ? start : 0
    }

    /// Writes the ranges of two captures or more.
    ///
    /// The time is proportional to the text's length times the number of captures; for a list of words, also times the
    /// number of different word lengths.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - text: The segment of the path.
    ///   - ranges: Receives the ranges in order; if the text does not match, its contents have no meaning.
    /// - Returns: Whether the text matches.
    func split(
        _ program: SegmentPrograms.Program,
        _ text: ByteView,
        to ranges: Scratch<Range<Int>>
    ) -> Bool {
        let count = Int(program.captureCount)
        let range = Int(program.leadingLength)..<(text.count - Int(program.trailingLength))
        guard !text.isInsideEscape(range.upperBound) else { return false }
        // The starts already tried for each capture but the first: from there, the text to the left does not match, wherever
        // the capture ends. So no start is tried twice.
        return Scratch.with(repeating: false, count: (count - 1) * text.count) { tried in
            var index = count - 1
            // A capture's range starts empty and grows to the left until everything to its left matches.
            ranges[index] = range.upperBound..<range.upperBound
            while index > 0 {
                let step = steps[program.first &+ UInt32(index)]
                let (before, end) = (ranges[index].lowerBound, ranges[index].upperBound)
                let row = (index - 1) * text.count
                let next = nextStart(of: step, before: before, endingAt: end, in: text)
                // From a start that was tried with another end, all that is to its left was tried, too, unless a list skips places.
                guard let next, next > range.lowerBound,
                    step.constraint == .words || !tried[row + next]
                else {
                    index += 1
                    if index == count { return false }
                    continue
                }
                ranges[index] = next..<end
                if tried[row + next] { continue }
                tried[row + next] = true
                let place = next - Int(step.literalCount)
                let literal = texts[Int(step.literal)..<Int(step.literal + step.literalCount)]
                guard place > range.lowerBound,
                    text.has(literal, at: place, ignoresCase: ignoresCase),
                    !text.isInsideEscape(place)
                else { continue }
                index -= 1
                ranges[index] = place..<place
                if index == 0,
                    !allows(steps[program.first], text[range.lowerBound..<place])
                {
                    index = 1
                }
            }
            ranges[0] = range.lowerBound..<ranges[0].upperBound
            return true
        }
    }

    /// The next start to try for a capture, to the left of `start`.
    ///
    /// - Parameters:
    ///   - step: The capture.
    ///   - start: The start that was tried last, or `end` if none was.
    ///   - end: The end of the capture.
    ///   - text: The segment's text.
    /// - Returns: The start, or nil if none is left.
    private func nextStart(
        of step: SegmentPrograms.Step,
        before start: Int,
        endingAt end: Int,
        in text: ByteView
    ) -> Int? {
        switch step.constraint.form {
        case .any: return start > 0 ? start - 1 : nil
        case .bytes(let set):
            return start > 0 && set.contains(text[start - 1]) ? start - 1 : nil
        case .groups(let form, let set):
            let place = end - form.utf8.count
            return start == end && place >= 0 && text[place..<end].hasForm(form, set) ? place : nil
        case .words:
            for index in 0..<step.lengthCount {
                let words = lengths[step.firstLength &+ index]
                let place = end - Int(words.length)
                if place < start, place >= 0, contains(words, text[place..<end]) { return place }
            }
            return nil
        }
    }

    /// Whether a capture's constraint allows a text, which is not empty.
    @inline(never)
    private func allows(_ step: SegmentPrograms.Step, _ text: ByteView) -> Bool {
        guard step.constraint == .words else { return step.constraint.allows(text) }
        return (0..<step.lengthCount).contains { index in
            let words = lengths[step.firstLength &+ index]
            return Int(words.length) == text.count && contains(words, text)
        }
    }

    /// Whether a text is one of the words of its length.
    private func contains(_ words: SegmentPrograms.WordLength, _ text: ByteView) -> Bool {
        var (low, high) = (0, Int(words.count))
        while low < high {
            let middle = (low + high) / 2
            let start = Int(words.first) + middle * text.count
            let order = text.order(after: texts[start..<(start + text.count)])
            if order == 0 { return true }
            if order < 0 { high = middle } else { low = middle + 1 }
        }
        return false
    }
}

extension ByteView {
    /// Whether `offset` lies between the percent sign and the last digit of an escape.
    func isInsideEscape(_ offset: Int) -> Bool {
        guard offset < count, offset >= 1 else { return false }
        if self[offset &- 1] == CanonicalPath.percent { return true }
        return offset >= 2 && self[offset &- 2] == CanonicalPath.percent
    }

    /// Whether a literal text, in lower case if case is ignored, occurs at `offset`.
    @inline(__always)
    func has(_ literal: ByteView, at offset: Int, ignoresCase: Bool) -> Bool {
        guard offset >= 0, literal.count <= count &- offset else { return false }
        if ignoresCase {
            return self[offset..<(offset &+ literal.count)].isEqual(ignoringCase: literal)
        }
        for index in 0..<literal.count where self[offset &+ index] != literal[index] {
            return false
        }
        return true
    }

    /// Compares with a text of the same length: negative if this one is less, positive if it is greater, 0 if both are equal.
    fileprivate func order(after other: ByteView) -> Int {
        for offset in 0..<count where self[offset] != other[offset] {
            return Int(self[offset]) - Int(other[offset])
        }
        return 0
    }
}
