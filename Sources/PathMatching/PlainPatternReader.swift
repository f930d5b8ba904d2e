/// Reads patterns whose text is canonical as it stands, as that of nearly all is, without copies on the way.
///
/// Those have nothing but unreserved bytes between slashes, braces and the marks of captures. Whatever else a pattern
/// has, and whatever is wrong with one, is left to ``PathPatternParser``, which gives the same for what both read.
struct PlainPatternReader {
    /// The most captures that are read here; each may have to be compared with all before it.
    private static let captureLimit = 16

    /// What was read.
    typealias Result = (segments: [PatternSegment], programs: [UInt8])

    private let bytes: ByteView
    private var captureCount = 0
    /// A bit for each name of a capture, which few others share.
    private var nameBits: UInt64 = 0

    private var segments: [PatternSegment] = []
    private var programs: [UInt8] = []

    /// Reads a pattern.
    ///
    /// - Parameter bytes: The pattern's text.
    /// - Returns: What is in it; `nil` if it has to be parsed.
    static func read(_ bytes: ByteView) -> Result? {
        guard bytes.count > 1, bytes.count <= PathPatternParser.lengthLimit,
            bytes[0] == CanonicalPath.slash
        else { return nil }
        var reader = PlainPatternReader(bytes: bytes)
        // There are seldom more: segments have seven bytes on average.
        reader.segments.reserveCapacity(Swift.max(4, bytes.count / 8))
        var offset = 0
        while offset < bytes.count {
            guard bytes[offset] == CanonicalPath.slash,
                let end = reader.readSegment(from: offset + 1)
            else { return nil }
            offset = end
        }
        return (reader.segments, reader.programs)
    }

    private init(bytes: ByteView) {
        self.bytes = bytes
    }

    /// Reads the segment that begins at `start`.
    ///
    /// - Returns: Where it ends: at a slash, or the pattern's end.
    private mutating func readSegment(from start: Int) -> Int? {
        let textEnd = endOfText(from: start)
        if isEnd(textEnd) {
            guard textEnd > start + 2 || textEnd > start && bytes[start] != CanonicalPath.dot else {
                return nil
            }
            append(.literal, start..<textEnd)
            return textEnd
        }
        guard bytes[textEnd] == UInt8(ascii: "{") else { return nil }
        if textEnd == start {
            let isCatchAll = bytes.count > start + 1 && bytes[start + 1] == UInt8(ascii: "*")
            let nameStart = start + (isCatchAll ? 2 : 1)
            let nameEnd = endOfText(from: nameStart)
            let end = nameEnd + 1
            if nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "}"), isEnd(end) {
                guard readName(nameStart..<nameEnd, openedAt: start),
                    !isCatchAll || end == bytes.count
                else { return nil }
                append(isCatchAll ? .catchAll : .plain, start..<end, captureCount: 1)
                return end
            }
        }
        return readProgram(from: start, textEnd: textEnd)
    }

    /// Whether a segment that goes to `offset`, which is in `0...bytes.count`, ends there.
    @inline(__always)
    private func isEnd(_ offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] == CanonicalPath.slash
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
    ///
    /// - Parameters:
    ///   - start: Where it begins.
    ///   - textEnd: Where its first capture begins.
    /// - Returns: Where it ends.
    private mutating func readProgram(from start: Int, textEnd: Int) -> Int? {
        let programStart = programs.count
        let capturesBefore = captureCount
        programs.append(0)
        var offset = start
        var textEnd = textEnd
        while true {
            SegmentProgram.append(bytes[offset..<textEnd], to: &programs)
            if isEnd(textEnd) { break }
            guard bytes[textEnd] == UInt8(ascii: "{"), let end = readCapture(openedAt: textEnd)
            else { return nil }
            offset = end
            textEnd = endOfText(from: offset)
            // Between two captures there must be text.
            guard textEnd > offset || isEnd(textEnd) else { return nil }
        }
        let captureCount = captureCount - capturesBefore
        programs[programStart] = UInt8(captureCount)
        segments.append(
            PatternSegment(
                kind: .program,
                text: start..<textEnd,
                program: programStart..<programs.count,
                captureCount: captureCount
            )
        )
        return textEnd
    }

    /// Reads a capture and appends it to the program.
    ///
    /// - Returns: The offset behind its closing brace.
    private mutating func readCapture(openedAt open: Int) -> Int? {
        let nameEnd = endOfText(from: open + 1)
        guard nameEnd < bytes.count, readName(open + 1..<nameEnd, openedAt: open) else {
            return nil
        }
        switch bytes[nameEnd] {
        case UInt8(ascii: "}"):
            programs.append(PathConstraint.any.rawValue)
            return nameEnd + 1
        case UInt8(ascii: ":"):
            let end = endOfText(from: nameEnd + 1)
            guard end < bytes.count else { return nil }
            guard bytes[end] == UInt8(ascii: "}") else { return readWords(from: nameEnd + 1) }
            guard let constraint = PathConstraint(name: bytes[(nameEnd + 1)..<end]) else {
                return nil
            }
            programs.append(constraint.rawValue)
            return end + 1
        default: return nil
        }
    }

    private mutating func readWords(from start: Int) -> Int? {
        var words: [Range<Int>] = []
        var offset = start
        while true {
            let end = endOfText(from: offset)
            guard end > offset, end < bytes.count else { return nil }
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
    private mutating func readName(_ range: Range<Int>, openedAt open: Int) -> Bool {
        guard !range.isEmpty, captureCount < Self.captureLimit else { return false }
        let name = bytes[range]
        let hash = (name.word(at: 0) &+ UInt64(name.count)) &* 0x9E37_79B9_7F4A_7C15
        let bit = 1 &<< (hash &>> 58)
        guard nameBits & bit == 0 || !hasCapture(name, before: open) else { return false }
        nameBits |= bit
        captureCount += 1
        return true
    }

    /// Whether a capture that is opened before `open` has the given name.
    private func hasCapture(_ name: ByteView, before open: Int) -> Bool {
        var offset = 0
        while let other = bytes.firstOffset(of: UInt8(ascii: "{"), from: offset), other < open {
            let end = endOfText(from: other + 1)
            if bytes[(other + 1)..<end].elementsEqual(name) { return true }
            offset = end
        }
        return false
    }

    /// The first offset from `start` on whose byte is not an unreserved one.
    @inline(__always)
    private func endOfText(from start: Int) -> Int {
        bytes.endOfUnreserved(from: start)
    }
}
