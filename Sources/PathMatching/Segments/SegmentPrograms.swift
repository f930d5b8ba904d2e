/// How to split segments of paths at the captures of patterns' segments.
///
/// All programs are in a few tables, so that they are read without reference counting.
struct SegmentPrograms: ~Copyable {
    /// The kinds of ``PathConstraint/Form``.
    fileprivate enum Form: UInt8, BitwiseCopyable {
        case any, bytes, groups, words
    }

    /// A capture, with the literal text before it.
    struct Step: BitwiseCopyable {
        /// Where the literal text begins in `texts`, and its length.
        fileprivate let literal: UInt32
        fileprivate let literalCount: UInt32
        fileprivate let constraint: PathConstraint
        fileprivate let form: Form
        /// The bytes of the form, if it is a set.
        fileprivate let allowed: ByteSet
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
        let captureCount: UInt32
        /// The length of the text before the first capture.
        let leadingLength: UInt32
        /// Where the text after the last capture begins in `texts`, and its length.
        fileprivate let trailing: UInt32
        let trailingLength: UInt32

        static var none: Program {
            Program(first: 0, captureCount: 0, leadingLength: 0, trailing: 0, trailingLength: 0)
        }
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
            var allowed = ByteSet()
            let form: Form
            switch capture.constraint.form {
            case .any: form = .any
            case .bytes(let set): (form, allowed) = (.bytes, set)
            case .groups: form = .groups
            case .words: form = .words
            }
            let step = Step(
                literal: UInt32(texts.count),
                literalCount: UInt32(literal.count),
                constraint: capture.constraint,
                form: form,
                allowed: allowed,
                firstLength: firstLength,
                lengthCount: UInt32(lengths.count) - firstLength
            )
            append(literal)
            steps.append(step)
        }
        let trailing = UInt32(texts.count)
        append(segment.trailing)
        return Program(
            first: first,
            captureCount: UInt32(segment.captures.count),
            leadingLength: UInt32(segment.leading.count),
            trailing: trailing,
            trailingLength: UInt32(segment.trailing.count)
        )
    }

    private mutating func append(_ text: [UInt8]) {
        withBytes(of: text) { texts.append($0) }
    }
}

// MARK: - Splitting

extension SegmentPrograms.View {
    /// The ranges of the captures of a whole segment of a path; `nil` if it does not match.
    func captures(of text: ByteView, _ program: SegmentPrograms.Program) -> [Range<Int>]? {
        let first = steps[program.first]
        let end = text.count - Int(program.trailingLength)
        guard Int(first.literalCount) < end,
            text.has(literal(of: first), at: 0, ignoresCase: ignoresCase),
            text.has(trailing(of: program), at: end, ignoresCase: ignoresCase)
        else { return nil }
        let start = Int(program.leadingLength)
        guard program.captureCount > 2 else {
            let (firstEnd, secondStart) = splitPair(program, text)
            guard firstEnd > 0 else { return nil }
            return [start..<firstEnd]
                + (program.captureCount == 2 ? [secondStart..<end] : [])
        }
        return Scratch.with(count: Int(program.captureCount)) { ranges in
            splitMany(program, text, to: ranges)
                ? (0..<Int(program.captureCount)).map { ranges[$0] } : nil
        }
    }

    /// Matches a whole segment of a path with one or two captures.
    ///
    /// Captures are split from the right: each takes the shortest text that its constraint allows and with which everything
    /// to its left can still match.
    ///
    /// Most mixed segments have one or two captures. Here a place fits or it does not, so nothing is remembered, and two numbers say it
    /// all: with ``splitMany(_:_:to:)`` a lookup of `/items/{title}-{id:int}` takes half as long again. The byte before a start is
    /// compared first, because it rarely fits.
    ///
    /// - Parameters:
    ///   - program: The program of a pattern's segment.
    ///   - text: The segment's bytes, which begin with the leading text of the pattern's segment, end with its trailing text and are
    ///     longer than both together.
    /// - Returns: Where the first capture ends and the second one begins; the former is 0 if the text does not match.
    func splitPair(
        _ program: SegmentPrograms.Program,
        _ text: ByteView
    ) -> (firstEnd: Int, secondStart: Int) {
        // Read where they are used, field by field.
        var first: SegmentPrograms.Step { steps[unchecked: program.first] }
        var second: SegmentPrograms.Step { steps[unchecked: program.first &+ 1] }
        let range = Int(program.leadingLength)..<(text.count &- Int(program.trailingLength))
        guard !text.isInsideEscape(range.upperBound) else { return (0, 0) }
        if program.captureCount == 1 {
            return allows(first, text[range]) ? (range.upperBound, range.upperBound) : (0, 0)
        }
        let literal = literal(of: second)
        let lastByte = literal[literal.count &- 1]
        let leastStart = range.lowerBound &+ literal.count
        // The last place where the first capture may end, if that is known before.
        let lastEnd =
            first.form == .bytes
            ? text[0..<range.upperBound].firstOffset(outside: first.allowed, from: range.lowerBound)
            : range.upperBound
        func fits(_ place: Int) -> Bool {
            place <= lastEnd && text.has(literal, at: place, ignoresCase: ignoresCase)
                && !text.isInsideEscape(place)
                && (first.form == .any || first.form == .bytes
                    || allows(first, text[range.lowerBound..<place]))
        }
        var start = range.upperBound
        if second.form == .bytes, !second.allowed.contains(lastByte) {
            // The literal can only end where the bytes begin that the second capture allows: `-` before an `int`. The sets have
            // letters in both cases, so this is true, too, if case is ignored.
            start = text[0..<start].startOfEnd(in: second.allowed)
            let place = start &- literal.count
            return start > leastStart && start < range.upperBound && fits(place)
                ? (place, start) : (0, 0)
        }
        while let next = nextStart(of: second, before: start, endingAt: range.upperBound, in: text)
        {
            start = next
            guard start > leastStart else { break }
            let byte = text[start &- 1]
            guard (ignoresCase ? ByteSet.lowercased(byte) : byte) == lastByte else { continue }
            let place = start &- literal.count
            if fits(place) { return (place, start) }
        }
        return (0, 0)
    }

    /// Matches a whole segment of a path with any number of captures, but at least two, and writes their ranges.
    ///
    /// The time is proportional to the text's length times the number of captures; for a list of words, also times the
    /// number of different word lengths.
    ///
    /// - Parameters:
    ///   - program: As for ``splitPair(_:_:)``.
    ///   - text: As for ``splitPair(_:_:)``.
    ///   - ranges: Receives the ranges in order; if the text does not match, its contents have no meaning.
    /// - Returns: Whether the text matches.
    func splitMany(
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
                guard place > range.lowerBound, hasLiteral(of: step, in: text, at: place) else {
                    continue
                }
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
    @inline(__always)
    private func nextStart(
        of step: SegmentPrograms.Step,
        before start: Int,
        endingAt end: Int,
        in text: ByteView
    ) -> Int? {
        switch step.form {
        case .any: return start > 0 ? start &- 1 : nil
        case .bytes:
            return start > 0 && step.allowed.contains(text[start &- 1]) ? start &- 1 : nil
        case .groups:
            guard case .groups(let groups) = step.constraint.form else { return nil }
            let place = end - groups.length
            return start == end && place >= 0 && text.has(groups, at: place) ? place : nil
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
        switch step.form {
        case .any: return true
        case .bytes: return text.contains(only: step.allowed)
        case .groups: return step.constraint.allows(text)
        case .words: break
        }
        for index in 0..<step.lengthCount {
            let words = lengths[step.firstLength &+ index]
            if Int(words.length) == text.count { return contains(words, text) }
        }
        return false
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

    /// Whether the literal text before a capture occurs at `place`, and does not begin within an escape.
    @inline(__always)
    private func hasLiteral(of step: SegmentPrograms.Step, in text: ByteView, at place: Int) -> Bool
    {
        text.has(literal(of: step), at: place, ignoresCase: ignoresCase)
            && !text.isInsideEscape(place)
    }

    @inline(__always)
    private func literal(of step: SegmentPrograms.Step) -> ByteView {
        let start = Int(step.literal)
        return texts[start..<(start &+ Int(step.literalCount))]
    }

    private func trailing(of program: SegmentPrograms.Program) -> ByteView {
        let start = Int(program.trailing)
        return texts[start..<(start + Int(program.trailingLength))]
    }
}

extension MixedSegment {
    /// Whether a whole segment of a path matches.
    func fits(_ text: ByteView, ignoresCase: Bool) -> Bool {
        var programs = SegmentPrograms(ignoresCase: ignoresCase)
        let program = programs.add(self)
        return programs.view.captures(of: text, program) != nil
    }
}

extension ByteView {
    /// Whether this text is a literal one, which is in lower case if case is ignored.
    func isSame(as literal: [UInt8], ignoresCase: Bool) -> Bool {
        count == literal.count
            && withBytes(of: literal) { has($0, at: 0, ignoresCase: ignoresCase) }
    }

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
    func order(after other: ByteView) -> Int {
        for offset in 0..<Swift.min(count, other.count) where self[offset] != other[offset] {
            return Int(self[offset]) - Int(other[offset])
        }
        return count - other.count
    }
}
