/// Segments with captures, stored for matching.
struct SegmentTable: ~Copyable {
    /// A stored segment.
    struct Segment: BitwiseCopyable {
        /// Its first part; it has as many as captures, and one for the text behind the last.
        let firstPart: UInt32
        let captureCount: UInt16
        /// How many bytes the texts have, decoded, and how many of those the first one has.
        let literalCount: UInt16
        let leadingCount: UInt16
    }

    /// A literal text and the capture that follows it: 16 bytes.
    struct Part: BitwiseCopyable {
        /// Where the text begins among the bytes.
        let literal: UInt32
        let literalLength: UInt16
        /// How many words the capture can be, if it is a list.
        let wordCount: UInt16
        /// The first of them.
        let firstWord: UInt32
        let constraint: PathConstraint
    }

    /// A word of a list, which is sorted.
    struct Word: BitwiseCopyable {
        let start: UInt32
        let length: UInt16
        /// 1 + the place in the list of the longest other word that this one begins with, or 0.
        let prefix: UInt16
    }

    /// Whether texts and words, which are stored in lower case then, match in either ASCII case.
    let ignoresCase: Bool
    private(set) var parts = Table<Part>()
    private(set) var words = Table<Word>()
    private(set) var bytes = Table<UInt8>()

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    func copy() -> SegmentTable {
        var copy = SegmentTable(ignoresCase: ignoresCase)
        copy.parts = parts.copy()
        copy.words = words.copy()
        copy.bytes = bytes.copy()
        return copy
    }

    /// Stores a segment; the limit on the length of patterns keeps its numbers small.
    mutating func append(_ segment: MixedSegment) -> Segment {
        let firstPart = UInt32(parts.count)
        for (index, literal) in segment.literals.enumerated() {
            let capture = index < segment.captures.count ? segment.captures[index] : nil
            let start = append(literal)
            let firstWord = UInt32(words.count)
            let list = capture?.words ?? []
            append(list)
            parts.append(
                Part(
                    literal: start,
                    literalLength: UInt16(literal.count),
                    wordCount: UInt16(list.count),
                    firstWord: firstWord,
                    constraint: capture?.constraint ?? .any
                )
            )
        }
        return Segment(
            firstPart: firstPart,
            captureCount: UInt16(segment.captures.count),
            literalCount: UInt16(segment.literalCount),
            leadingCount: UInt16(segment.leadingCount)
        )
    }

    private mutating func append(_ text: [UInt8]) -> UInt32 {
        guard let start = UInt32(exactly: bytes.count) else {
            preconditionFailure("Too much text")
        }
        withBytes(of: text) { bytes.append($0) }
        return start
    }

    private mutating func append(_ list: [[UInt8]]) {
        // Words that begin the next one, each in the one behind it: in a sorted list the last is the longest.
        var open: [Int] = []
        for (index, word) in list.enumerated() {
            while let last = open.last, !word.starts(with: list[last]) { open.removeLast() }
            words.append(
                Word(
                    start: append(word),
                    length: UInt16(word.count),
                    prefix: UInt16(open.last.map { $0 + 1 } ?? 0)
                )
            )
            open.append(index)
        }
    }

    /// A stored segment as plain data.
    func value(of segment: Segment) -> MixedSegment {
        let parts = (0...Int(segment.captureCount)).map { part($0, of: segment) }
        return MixedSegment(
            literals: parts.map { Array(literal(of: $0)) },
            captures: parts.dropLast().map { part in
                MixedSegment.Capture(
                    constraint: part.constraint,
                    words: (0..<Int(part.wordCount)).map { Array(word($0, of: part).text) }
                )
            }
        )
    }

    func part(_ index: Int, of segment: Segment) -> Part {
        parts.view[segment.firstPart &+ UInt32(truncatingIfNeeded: index)]
    }

    func literal(of part: Part) -> ByteView {
        bytes.bytes[Int(part.literal)..<(Int(part.literal) &+ Int(part.literalLength))]
    }

    /// The word at `index` of the list of a part.
    func word(_ index: Int, of part: Part) -> (text: ByteView, prefix: Int) {
        let word = words.view[part.firstWord &+ UInt32(truncatingIfNeeded: index)]
        return (
            bytes.bytes[Int(word.start)..<(Int(word.start) &+ Int(word.length))],
            Int(word.prefix) &- 1
        )
    }
}

// MARK: - Precedence

extension SegmentTable {
    /// Whether a segment is tried before another one.
    ///
    /// More literal text first, then the longer leading text, both counted decoded; then the more specific constraints from
    /// the left, of two lists the shorter and then the alphabetically first, and fewer captures. Last come the texts, so
    /// that no two different segments are equal.
    func precedes(_ left: Segment, _ right: Segment) -> Bool {
        if left.literalCount != right.literalCount {
            return left.literalCount > right.literalCount
        }
        if left.leadingCount != right.leadingCount {
            return left.leadingCount > right.leadingCount
        }
        let count = Int(min(left.captureCount, right.captureCount))
        for index in 0..<count {
            let order = order(part(index, of: left), part(index, of: right))
            if order != 0 { return order < 0 }
        }
        if left.captureCount != right.captureCount {
            return left.captureCount < right.captureCount
        }
        for index in 0...count {
            let order = literal(of: part(index, of: left))
                .order(literal(of: part(index, of: right)))
            if order != 0 { return order < 0 }
        }
        return false
    }

    /// Less than 0 if the left capture goes first, and 0 if they are the same.
    private func order(_ left: Part, _ right: Part) -> Int {
        if left.constraint != right.constraint {
            return Int(left.constraint.rawValue) - Int(right.constraint.rawValue)
        }
        if left.wordCount != right.wordCount {
            return Int(left.wordCount) - Int(right.wordCount)
        }
        for index in 0..<Int(left.wordCount) {
            let order = word(index, of: left).text.order(word(index, of: right).text)
            if order != 0 { return order }
        }
        return 0
    }
}

extension ByteView {
    /// Less than 0 if these bytes come before others in the order of bytes, a text before what it begins; 0 if they are the
    /// same.
    func order(_ other: ByteView) -> Int {
        for offset in 0..<Swift.min(count, other.count) where self[offset] != other[offset] {
            return Int(self[offset]) - Int(other[offset])
        }
        return count - other.count
    }
}
