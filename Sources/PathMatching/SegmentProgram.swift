/// A compiled segment with captures: literal text and captures in turn, beginning and ending with literal text, which
/// may be empty.
///
/// ```
/// program    = count literal *(capture literal)     ; count: captures, 1 byte
/// literal    = length *byte                         ; length: 3 bytes, little-endian
/// capture    = constraint / words-constraint length *literal
/// ```
///
/// Two segments match exactly the same texts when their programs are equal: names are not part of a program, and the
/// words of a list are sorted. (Lists joined with literal text can spell the same finite set in several ways; see
/// ``finiteTexts(limit:)``.)
struct SegmentProgram {
    let bytes: ByteView

    /// Where a part begins, and how long it is.
    struct Literal {
        let start: Int
        let count: Int

        var range: Range<Int> { start..<(start &+ count) }
        var end: Int { start &+ count }
    }

    var captureCount: Int { Int(bytes[0]) }

    /// Whether it is one capture without text around it or a list of words, as most are.
    private var isOneCapture: Bool {
        // One capture and two empty literals, whatever the constraint is.
        bytes.count == 8 && bytes.word(at: 0) & ~(0xFF << 32) == 1
    }

    /// Programs that many patterns have, so that they are worth a way of their own.
    enum Shape: UInt8, BitwiseCopyable {
        case other
        /// One capture of digits: `{id:int}`.
        case integer
        /// A capture of anything and one of digits, with one byte between them that is no digit: `{title}-{id:int}`.
        case titleAndInteger
    }

    var shape: Shape {
        if isOneCapture, constraint(at: 4) == .int { return .integer }
        guard bytes.count == 13, captureCount == 2, length(at: 1) == 0, constraint(at: 4) == .any,
            length(at: 5) == 1, !ByteSet.digits.contains(bytes[8]), constraint(at: 9) == .int
        else { return .other }
        return .titleAndInteger
    }

    /// The byte between a title and an integer, or 0 if that is not the program's shape.
    var separator: UInt8 { shape == .titleAndInteger ? bytes[8] : 0 }

    /// The literal whose length stands at `offset`.
    @inline(__always)
    func literal(at offset: Int) -> Literal {
        Literal(start: offset &+ 3, count: length(at: offset))
    }

    @inline(__always)
    private func length(at offset: Int) -> Int {
        Int(bytes[offset]) | Int(bytes[offset &+ 1]) &<< 8 | Int(bytes[offset &+ 2]) &<< 16
    }

    func constraint(at offset: Int) -> PathConstraint {
        PathConstraint(rawValue: bytes[offset]) ?? .any
    }

    /// The offset of the literal after the capture at `offset`.
    @inline(__always)
    func end(ofCaptureAt offset: Int) -> Int {
        guard bytes[offset] == PathConstraint.words.rawValue else { return offset &+ 1 }
        var cursor = offset &+ 4
        for _ in 0..<length(at: offset &+ 1) {
            cursor = literal(at: cursor).end
        }
        return cursor
    }

    /// Calls `body` with each word of the list at `offset`, until it returns true.
    @inline(__always)
    func firstWord(ofListAt offset: Int, where body: (ByteView) -> Bool) -> ByteView? {
        var cursor = offset &+ 4
        for _ in 0..<length(at: offset &+ 1) {
            let word = literal(at: cursor)
            if body(bytes[word.range]) { return bytes[word.range] }
            cursor = word.end
        }
        return nil
    }

    private func wordCount(ofListAt offset: Int) -> Int { length(at: offset &+ 1) }
}

// MARK: - Texts

extension SegmentProgram {
    /// All texts that match, sorted, if all captures are lists and there are at most `limit` texts.
    func finiteTexts(limit: Int) -> [[UInt8]]? {
        guard hasOnlyLists else { return nil }
        var texts: [[UInt8]] = [[]]
        var cursor = 1
        for capture in 0...captureCount {
            let literal = literal(at: cursor)
            let suffix = Array(bytes[literal.range])
            texts = texts.map { $0 + suffix }
            cursor = literal.end
            guard capture < captureCount else { break }
            guard texts.count * wordCount(ofListAt: cursor) <= limit else { return nil }
            var longer: [[UInt8]] = []
            _ = firstWord(ofListAt: cursor) { word in
                let word = Array(word)
                longer += texts.map { $0 + word }
                return false
            }
            texts = longer
            cursor = end(ofCaptureAt: cursor)
        }
        return texts.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Whether all captures are lists of words.
    var hasOnlyLists: Bool {
        var cursor = 1
        for _ in 0..<captureCount {
            let capture = literal(at: cursor).end
            guard constraint(at: capture) == .words else { return false }
            cursor = end(ofCaptureAt: capture)
        }
        return true
    }

    /// The program that matches the same texts in either ASCII case: with literal text and words in lower case.
    func lowercased() -> [UInt8] {
        var result = [bytes[0]]
        var cursor = 1
        for capture in 0...captureCount {
            let literal = literal(at: cursor)
            Self.append(bytes[literal.range].map(ByteSet.lowercased), to: &result)
            cursor = literal.end
            guard capture < captureCount else { break }
            result.append(bytes[cursor])
            if constraint(at: cursor) == .words {
                var words: Set<[UInt8]> = []
                _ = firstWord(ofListAt: cursor) { word in
                    words.insert(word.map(ByteSet.lowercased))
                    return false
                }
                Self.appendCount(words.count, to: &result)
                for word in words.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                    Self.append(word, to: &result)
                }
            }
            cursor = end(ofCaptureAt: cursor)
        }
        return result
    }

    /// Appends text with its length.
    static func append(_ text: [UInt8], to program: inout [UInt8]) {
        appendCount(text.count, to: &program)
        program += text
    }

    /// Appends text with its length.
    static func append(_ text: ByteView, to program: inout [UInt8]) {
        appendCount(text.count, to: &program)
        program.append(contentsOf: text)
    }

    /// Appends a count; canonical text of a pattern is shorter than 2¹⁸ bytes.
    static func appendCount(_ count: Int, to program: inout [UInt8]) {
        program.append(UInt8(truncatingIfNeeded: count))
        program.append(UInt8(truncatingIfNeeded: count >> 8))
        program.append(UInt8(truncatingIfNeeded: count >> 16))
    }
}

// MARK: - Precedence

extension SegmentProgram {
    /// What a program's place among its siblings depends on, most important first.
    struct Rank {
        /// More literal text goes first; none goes last.
        var literalLength = 0
        /// Then the longer leading text.
        var leadingLength = 0
        /// Then the constraints from left to right: each one's rank, and for lists the number of their words and the
        /// words, each with -1 at its end.
        var constraints: [Int] = []
    }

    private var rank: Rank {
        var rank = Rank()
        let leading = literal(at: 1)
        rank.leadingLength = leading.count
        rank.literalLength = leading.count
        var cursor = leading.end
        for _ in 0..<captureCount {
            rank.constraints.append(Int(bytes[cursor]))
            if bytes[cursor] == PathConstraint.words.rawValue {
                rank.constraints.append(wordCount(ofListAt: cursor))
                _ = firstWord(ofListAt: cursor) { word in
                    rank.constraints += word.map(Int.init) + [-1]
                    return false
                }
            }
            let next = literal(at: end(ofCaptureAt: cursor))
            rank.literalLength += next.count
            cursor = next.end
        }
        return rank
    }

    /// Whether this program is tried before `other`.
    ///
    /// More literal text first, then the longer leading text, then the more specific constraints from the left, of two
    /// lists the shorter and then the alphabetically first. Last come the bytes, so that no two different programs are
    /// equal.
    func precedes(_ other: SegmentProgram) -> Bool {
        let (left, right) = (rank, other.rank)
        if left.literalLength != right.literalLength {
            return left.literalLength > right.literalLength
        }
        if left.leadingLength != right.leadingLength {
            return left.leadingLength > right.leadingLength
        }
        if left.constraints != right.constraints {
            return left.constraints.lexicographicallyPrecedes(right.constraints)
        }
        for offset in 0..<min(bytes.count, other.bytes.count)
        where bytes[offset] != other.bytes[offset] {
            return bytes[offset] < other.bytes[offset]
        }
        return bytes.count < other.bytes.count
    }
}

// MARK: - Matching

extension SegmentProgram {
    /// Matches a whole segment and writes its captures' ranges.
    ///
    /// Captures are split from the right: each takes the shortest text, that its constraint allows, with which
    /// everything to its left can still match. A first pass from the left notes where each capture can start; the
    /// second, from the right, chooses among those and so never goes back. Both look at each byte once per capture,
    /// whatever the text.
    ///
    /// - Parameters:
    ///   - segment: The segment's canonical bytes.
    ///   - base: What to add to the offsets that are written.
    ///   - ignoresCase: Whether literal text and words match in either ASCII case.
    ///   - captures: Receives the ranges in order.
    ///   - first: Where the first of them goes.
    /// - Returns: Whether the segment matches; when not, nothing of what was written counts.
    func matches(
        _ segment: ByteView,
        base: Int,
        ignoresCase: Bool,
        captures: ScratchWords,
        _ first: Int
    ) -> Bool {
        if isOneCapture {
            guard segment.count > 0, constraint(at: 4).allows(segment) else { return false }
            captures[first] = PathCaptures.word(base, base &+ segment.count)
            return true
        }
        let count = captureCount
        let leading = literal(at: 1)
        guard matchesLiteral(leading, in: segment, at: 0, ignoresCase) else { return false }
        if count == 1 {
            let trailing = literal(at: end(ofCaptureAt: leading.end))
            let range = leading.count..<max(leading.count, segment.count - trailing.count)
            guard !range.isEmpty,
                matchesLiteral(trailing, in: segment, at: range.upperBound, ignoresCase),
                !segment.isInsideEscape(range.upperBound),
                matchesConstraint(at: leading.end, segment, range, ignoresCase)
            else { return false }
            captures[first] = PathCaptures.word(base &+ range.lowerBound, base &+ range.upperBound)
            return true
        }
        if count == 2, constraint(at: leading.end) == .any {
            let last = literal(at: leading.end &+ 1).end
            switch constraint(at: last) {
            case .words:
                break
            case .any, .uuid, .int, .hex, .alpha, .alnum, .slug:
                guard
                    let (firstRange, lastRange) = splitPair(segment, leading, last, ignoresCase)
                else { return false }
                captures[first] = PathCaptures.word(
                    base &+ firstRange.lowerBound,
                    base &+ firstRange.upperBound
                )
                captures[first &+ 1] = PathCaptures.word(
                    base &+ lastRange.lowerBound,
                    base &+ lastRange.upperBound
                )
                return true
            }
        }
        let matched = ScratchWords.with(
            count: count * ScratchWords.words(for: segment.count) + count
        ) {
            scratch in
            var splitter = SegmentSplitter(
                program: self,
                segment: segment,
                ignoresCase: ignoresCase,
                scratch: scratch
            )
            guard splitter.findStarts(leading: leading) else { return false }
            return splitter.choose { index, range in
                captures[first &+ index] = PathCaptures.word(
                    base &+ range.lowerBound,
                    base &+ range.upperBound
                )
            }
        }
        return matched
    }

    /// Splits a segment into a capture of anything and one that is no word of a list, such as `{title}-{id:int}`.
    ///
    /// The first capture takes whatever is left, so the rightmost place where the text between the two fits decides, and
    /// nothing has to be noted on the way.
    ///
    /// - Returns: The captures' ranges, or nil if the segment does not match.
    private func splitPair(
        _ segment: ByteView,
        _ leading: Literal,
        _ last: Int,
        _ ignoresCase: Bool
    ) -> (Range<Int>, Range<Int>)? {
        let middle = literal(at: leading.end &+ 1)
        let trailing = literal(at: last &+ 1)
        let end = segment.count &- trailing.count
        guard end > 0, matchesLiteral(trailing, in: segment, at: end, ignoresCase),
            !segment.isInsideEscape(end)
        else { return nil }
        // Captures never touch, so there is text between them.
        let lowest = leading.count &+ 1 &+ middle.count
        if constraint(at: last) == .uuid {
            let start = end &- ByteView.uuidLength
            guard start >= lowest, segment.hasUUID(at: start),
                matchesLiteral(middle, in: segment, at: start &- middle.count, ignoresCase),
                !segment.isInsideEscape(start &- middle.count)
            else { return nil }
            return (leading.count..<(start &- middle.count), start..<end)
        }
        var start = end &- 1
        if let allowed = constraint(at: last).bytes {
            while start >= lowest, allowed.contains(segment[start]) { start &-= 1 }
            let first = start &+ 1
            // What ends with a byte that the capture cannot have only fits before the first byte that it has.
            start = allowed.contains(bytes[middle.end &- 1]) ? end &- 1 : first
            guard first < end else { return nil }
            return splitPair(segment, middle, from: start, downTo: first, ignoresCase).map {
                (leading.count..<$0, ($0 &+ middle.count)..<end)
            }
        }
        return splitPair(segment, middle, from: start, downTo: lowest, ignoresCase).map {
            (leading.count..<$0, ($0 &+ middle.count)..<end)
        }
    }

    /// The rightmost place where the text between two captures fits, so that the second one starts in the given range.
    @inline(__always)
    private func splitPair(
        _ segment: ByteView,
        _ middle: Literal,
        from end: Int,
        downTo first: Int,
        _ ignoresCase: Bool
    ) -> Int? {
        var start = end
        while start >= first {
            let place = start &- middle.count
            if matchesLiteral(middle, in: segment, at: place, ignoresCase),
                !segment.isInsideEscape(place)
            {
                return place
            }
            start &-= 1
        }
        return nil
    }

    /// Whether `literal` stands in `segment` at `offset`, and neither end cuts a percent-escape in two.
    @inline(__always)
    func matchesLiteral(
        _ literal: Literal,
        in segment: ByteView,
        at offset: Int,
        _ ignoresCase: Bool
    ) -> Bool {
        guard literal.count <= segment.count &- offset else { return false }
        // Most are of one byte, or none at all.
        guard literal.count > 0 else { return true }
        if !ignoresCase {
            guard segment[offset] == bytes[literal.start] else { return false }
            return literal.count == 1 || segment.hasBytes(bytes[literal.range], at: offset)
        }
        for index in 0..<literal.count {
            guard
                ByteSet.lowercased(segment[offset &+ index])
                    == ByteSet.lowercased(bytes[literal.start &+ index])
            else { return false }
        }
        return true
    }

    /// Whether the bytes in `range`, which is not empty, satisfy the constraint at `offset`.
    func matchesConstraint(
        at offset: Int,
        _ segment: ByteView,
        _ range: Range<Int>,
        _ ignoresCase: Bool
    ) -> Bool {
        let constraint = constraint(at: offset)
        switch constraint {
        case .words:
            let word = firstWord(ofListAt: offset) { word in
                word.count == range.count
                    && segment.hasBytes(word, at: range.lowerBound, ignoresCase: ignoresCase)
            }
            return word != nil
        case .any, .uuid, .int, .hex, .alpha, .alnum, .slug:
            return constraint.allows(segment[range])
        }
    }
}

extension PathConstraint {
    /// Whether a text, which is not empty, satisfies the constraint, which is no list of words.
    fileprivate func allows(_ text: ByteView) -> Bool {
        switch self {
        case .any: true
        case .uuid: text.count == ByteView.uuidLength && text.hasUUID(at: 0)
        case .int: text.hasOnlyDigits
        case .words, .hex, .alpha, .alnum, .slug: bytes.map { text.contains(only: $0) } ?? false
        }
    }
}

extension ByteView {
    /// Whether `offset` lies between the percent sign and the last digit of an escape.
    @inline(__always)
    func isInsideEscape(_ offset: Int) -> Bool {
        let percent = UInt8(ascii: "%")
        return offset < count
            && (offset >= 1 && self[offset &- 1] == percent
                || offset >= 2 && self[offset &- 2] == percent)
    }

    /// Whether `other` occurs at `offset`, in either ASCII case if `ignoresCase`.
    func hasBytes(_ other: ByteView, at offset: Int, ignoresCase: Bool) -> Bool {
        guard ignoresCase else { return hasBytes(other, at: offset) }
        guard other.count <= count - offset else { return false }
        return (0..<other.count).allSatisfy {
            ByteSet.lowercased(self[offset + $0]) == ByteSet.lowercased(other[$0])
        }
    }
}

/// The two passes over a segment with several captures.
private struct SegmentSplitter {
    let program: SegmentProgram
    let segment: ByteView
    let ignoresCase: Bool
    /// First the offset of each capture in the program, then, for each capture, a bit per place where it can start.
    var scratch: ScratchWords

    private var captureCount: Int { program.captureCount }
    private var wordsPerSet: Int { ScratchWords.words(for: segment.count) }

    private func offset(ofCapture index: Int) -> Int { Int(scratch[index]) }

    private func canStart(_ capture: Int, at place: Int) -> Bool {
        let word = scratch[captureCount &+ capture &* wordsPerSet &+ place &>> 6]
        return word &>> UInt64(place & 63) & 1 == 1
    }

    private mutating func noteStart(_ capture: Int, at place: Int) {
        scratch[captureCount &+ capture &* wordsPerSet &+ place &>> 6] |= 1 &<< UInt64(place & 63)
    }

    /// Notes, from the left, every place where each capture can start.
    ///
    /// - Returns: Whether the last capture can end where the trailing text begins.
    mutating func findStarts(leading: SegmentProgram.Literal) -> Bool {
        for index in 0..<(captureCount &* (wordsPerSet &+ 1)) {
            scratch[index] = 0
        }
        var cursor = leading.end
        noteStart(0, at: leading.count)
        for capture in 0..<captureCount {
            scratch[capture] = UInt64(cursor)
            let next = program.literal(at: program.end(ofCaptureAt: cursor))
            let isLast = capture == captureCount &- 1
            var found = false
            forEachEnd(of: capture) { splitter, end in
                guard
                    splitter.program.matchesLiteral(
                        next,
                        in: splitter.segment,
                        at: end,
                        splitter.ignoresCase
                    ),
                    !splitter.segment.isInsideEscape(end)
                else { return }
                let start = end &+ next.count
                if isLast {
                    found = found || start == splitter.segment.count
                } else if start < splitter.segment.count {
                    splitter.noteStart(capture &+ 1, at: start)
                    found = true
                }
            }
            guard found else { return false }
            cursor = next.end
        }
        return true
    }

    /// Calls `body` with each place where the capture can end, having started at one of its starts.
    private mutating func forEachEnd(
        of capture: Int,
        _ body: (inout SegmentSplitter, Int) -> Void
    ) {
        let offset = offset(ofCapture: capture)
        let constraint = program.constraint(at: offset)
        switch constraint {
        case .uuid:
            for start in 0..<segment.count where canStart(capture, at: start) {
                if segment.hasUUID(at: start) {
                    body(&self, start &+ ByteView.uuidLength)
                }
            }
        case .words:
            for start in 0..<segment.count where canStart(capture, at: start) {
                _ = program.firstWord(ofListAt: offset) { word in
                    if segment.hasBytes(word, at: start, ignoresCase: ignoresCase) {
                        body(&self, start &+ word.count)
                    }
                    return false
                }
            }
        case .any, .int, .hex, .alpha, .alnum, .slug:
            let allowed = constraint.bytes
            var isOpen = false
            for place in 0..<segment.count {
                isOpen = isOpen || canStart(capture, at: place)
                isOpen = isOpen && allowed?.contains(segment[place]) ?? true
                if isOpen {
                    body(&self, place &+ 1)
                }
            }
        }
    }

    /// Chooses, from the right, the shortest text for each capture, and hands its range to `body`.
    ///
    /// - Returns: Always true after `findStarts(leading:)` returned true: every start that it noted can be reached.
    func choose(_ body: (Int, Range<Int>) -> Void) -> Bool {
        let last = program.literal(
            at: program.end(ofCaptureAt: offset(ofCapture: captureCount &- 1))
        )
        var end = segment.count &- last.count
        for capture in (0..<captureCount).reversed() {
            guard let start = start(of: capture, endingAt: end) else {
                assertionFailure("A start that was noted cannot be reached")
                return false
            }
            body(capture, start..<end)
            let before =
                capture == 0
                ? 0
                : program.literal(at: program.end(ofCaptureAt: offset(ofCapture: capture &- 1)))
                    .count
            end = start &- before
        }
        return true
    }

    /// The rightmost noted start from which the capture can end at `end`.
    private func start(of capture: Int, endingAt end: Int) -> Int? {
        let offset = offset(ofCapture: capture)
        let constraint = program.constraint(at: offset)
        switch constraint {
        case .uuid:
            let start = end &- ByteView.uuidLength
            return start >= 0 && canStart(capture, at: start) && segment.hasUUID(at: start)
                ? start : nil
        case .words:
            var shortest: Int?
            _ = program.firstWord(ofListAt: offset) { word in
                let start = end &- word.count
                if start >= 0, start > shortest ?? -1, canStart(capture, at: start),
                    segment.hasBytes(word, at: start, ignoresCase: ignoresCase)
                {
                    shortest = start
                }
                return false
            }
            return shortest
        case .any, .int, .hex, .alpha, .alnum, .slug:
            let allowed = constraint.bytes
            var place = end &- 1
            while place >= 0, allowed?.contains(segment[place]) ?? true {
                if canStart(capture, at: place) { return place }
                place &-= 1
            }
            return nil
        }
    }
}
