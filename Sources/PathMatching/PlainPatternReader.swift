/// Reads patterns whose text is canonical as it stands, as that of nearly all is, without copies on the way.
///
/// Those have nothing but unreserved bytes between slashes, braces and the marks of captures. Whatever else a pattern
/// has, and whatever is wrong with one, is left to ``PathPatternParser``, which gives the same for what both read.
struct PlainPatternReader {
    /// The most captures that are read here; each is compared with all before it.
    private static let captureLimit = 16

    private let bytes: ByteView
    private var captureCount = 0

    private(set) var segments: [PatternSegment] = []
    private(set) var programs: [UInt8] = []

    /// Reads a pattern; gives `nil` if it has to be parsed.
    ///
    /// - Parameter bytes: The pattern's text.
    init?(_ bytes: ByteView) {
        guard bytes.count > 1, bytes.count <= PathPatternParser.lengthLimit,
            bytes[0] == CanonicalPath.slash
        else { return nil }
        self.bytes = bytes
        segments.reserveCapacity(bytes.occurrences(of: CanonicalPath.slash))
        var start = 1
        while start <= bytes.count {
            let end = bytes.firstOffset(of: CanonicalPath.slash, from: start) ?? bytes.count
            guard end > start, readSegment(start..<end) else { return nil }
            start = end + 1
        }
    }

    private mutating func readSegment(_ range: Range<Int>) -> Bool {
        let textEnd = endOfText(from: range.lowerBound)
        if textEnd == range.upperBound {
            guard range.count > 2 || bytes[range.lowerBound] != CanonicalPath.dot else {
                return false
            }
            append(.literal, range)
            return true
        }
        if textEnd == range.lowerBound, bytes[textEnd] == UInt8(ascii: "{") {
            let isCatchAll = bytes.count > textEnd + 1 && bytes[textEnd + 1] == UInt8(ascii: "*")
            let start = textEnd + (isCatchAll ? 2 : 1)
            let end = endOfText(from: start)
            if end == range.upperBound - 1, bytes[end] == UInt8(ascii: "}") {
                guard readName(start..<end, openedAt: textEnd),
                    !isCatchAll || range.upperBound == bytes.count
                else { return false }
                append(isCatchAll ? .catchAll : .plain, range, captureCount: 1)
                return true
            }
        }
        return readProgram(range)
    }

    private mutating func append(
        _ kind: PatternSegment.Kind,
        _ range: Range<Int>,
        captureCount: Int = 0
    ) {
        segments.append(
            PatternSegment(
                kind: kind,
                text: range,
                program: programs.count..<programs.count,
                captureCount: captureCount
            )
        )
    }

    /// Reads a segment of captures and literal text in turn.
    private mutating func readProgram(_ range: Range<Int>) -> Bool {
        let start = programs.count
        let capturesBefore = captureCount
        programs.append(0)
        var offset = range.lowerBound
        while true {
            let textEnd = endOfText(from: offset)
            // Between two captures there must be text.
            guard offset == range.lowerBound || textEnd > offset || textEnd == range.upperBound
            else { return false }
            SegmentProgram.append(bytes[offset..<textEnd], to: &programs)
            if textEnd == range.upperBound { break }
            guard bytes[textEnd] == UInt8(ascii: "{"),
                let end = readCapture(openedAt: textEnd, before: range.upperBound)
            else { return false }
            offset = end
        }
        let captureCount = captureCount - capturesBefore
        programs[start] = UInt8(captureCount)
        segments.append(
            PatternSegment(
                kind: .program,
                text: range,
                program: start..<programs.count,
                captureCount: captureCount
            )
        )
        return true
    }

    /// Reads a capture and appends it to the program.
    ///
    /// - Returns: The offset behind its closing brace.
    private mutating func readCapture(openedAt open: Int, before limit: Int) -> Int? {
        let nameEnd = endOfText(from: open + 1)
        guard nameEnd < limit, readName(open + 1..<nameEnd, openedAt: open) else { return nil }
        switch bytes[nameEnd] {
        case UInt8(ascii: "}"):
            programs.append(PathConstraint.any.rawValue)
            return nameEnd + 1
        case UInt8(ascii: ":"):
            let end = endOfText(from: nameEnd + 1)
            guard end < limit else { return nil }
            guard bytes[end] == UInt8(ascii: "}") else {
                return readWords(from: nameEnd + 1, before: limit)
            }
            guard let constraint = PathConstraint(name: bytes[(nameEnd + 1)..<end]) else {
                return nil
            }
            programs.append(constraint.rawValue)
            return end + 1
        default: return nil
        }
    }

    private mutating func readWords(from start: Int, before limit: Int) -> Int? {
        var words: [Range<Int>] = []
        var offset = start
        while true {
            let end = endOfText(from: offset)
            guard end > offset, end < limit else { return nil }
            words.append(offset..<end)
            offset = end + 1
            if bytes[end] == UInt8(ascii: "}") { break }
            guard bytes[end] == UInt8(ascii: "|") else { return nil }
        }
        words.sort { bytes[$0].lexicographicallyPrecedes(bytes[$1]) }
        for (word, next) in zip(words, words.dropFirst())
        where bytes[word].elementsEqual(bytes[next]) {
            return nil
        }
        programs.append(PathConstraint.words.rawValue)
        SegmentProgram.appendCount(words.count, to: &programs)
        for word in words { SegmentProgram.append(bytes[word], to: &programs) }
        return offset
    }

    /// Whether a capture's name is one, and no other capture's.
    private mutating func readName(_ name: Range<Int>, openedAt open: Int) -> Bool {
        guard !name.isEmpty, captureCount < Self.captureLimit else { return false }
        var offset = 0
        while let other = bytes.firstOffset(of: UInt8(ascii: "{"), from: offset), other < open {
            let end = endOfText(from: other + 1)
            if bytes[(other + 1)..<end].elementsEqual(bytes[name]) { return false }
            offset = end
        }
        captureCount += 1
        return true
    }

    /// The first offset from `start` on whose byte is not an unreserved one.
    private func endOfText(from start: Int) -> Int {
        bytes.firstOffset(outside: .unreserved, from: start)
    }
}
