/// Reads patterns whose text is canonical as it stands, as that of nearly all is, without copies on the way.
///
/// Those have nothing but unreserved bytes between slashes, braces and the marks of captures. Whatever else a pattern
/// has, and whatever is wrong with one, is left to ``PathPatternParser``, which gives the same for what both read.
struct PlainPatternReader {
    /// The most captures that are read here; each may have to be compared with all before it.
    private static let captureLimit = 16

    /// What was read.
    typealias Result = (segments: PatternSegments, programs: [UInt8])

    private let bytes: ByteView
    /// Finds the bytes that are not unreserved, which are where text ends.
    private var stops: ReservedBytes
    private var captureCount = 0
    /// A bit for each name of a capture, which few others share.
    private var nameBits: UInt64 = 0

    private var segments = PatternSegments()
    private var programs: [UInt8] = []

    /// Reads a pattern.
    ///
    /// - Parameter bytes: The pattern's text.
    /// - Returns: What is in it; `nil` if it has to be parsed.
    static func read(_ bytes: ByteView) -> Result? {
        guard bytes.count > 1, bytes.count <= PathPatternParser.lengthLimit else { return nil }
        var reader = PlainPatternReader(bytes: bytes)
        var offset = reader.stops.next()
        guard offset == 0, bytes[0] == CanonicalPath.slash else { return nil }
        while offset < bytes.count {
            guard let end = reader.readSegment(from: offset + 1) else { return nil }
            offset = end
        }
        return (reader.segments, reader.programs)
    }

    private init(bytes: ByteView) {
        self.bytes = bytes
        stops = ReservedBytes(of: bytes)
    }

    /// Reads the segment that begins at `start`, behind the last stop.
    ///
    /// - Returns: Where it ends: at a slash, or the pattern's end.
    private mutating func readSegment(from start: Int) -> Int? {
        let textEnd = stops.next()
        if isEnd(textEnd) {
            guard textEnd > start + 2 || textEnd > start && bytes[start] != CanonicalPath.dot else {
                return nil
            }
            append(.literal, endingAt: textEnd, captureCount: 0)
            return textEnd
        }
        guard bytes[textEnd] == UInt8(ascii: "{") else { return nil }
        if textEnd == start {
            let stopsBehindBrace = stops
            if let end = readWholeCapture(from: start) { return end }
            stops = stopsBehindBrace
        }
        return readProgram(from: start, textEnd: textEnd)
    }

    /// Reads a segment that is one plain capture or a catch-all, behind its opening brace.
    ///
    /// - Returns: Where it ends; `nil` if it is none, or is wrong.
    private mutating func readWholeCapture(from start: Int) -> Int? {
        var nameEnd = stops.next()
        guard nameEnd < bytes.count else { return nil }
        let isCatchAll = nameEnd == start + 1 && bytes[nameEnd] == UInt8(ascii: "*")
        if isCatchAll {
            nameEnd = stops.next()
        }
        guard nameEnd < bytes.count, bytes[nameEnd] == UInt8(ascii: "}") else { return nil }
        let end = stops.next()
        guard end == nameEnd + 1, end == bytes.count || !isCatchAll && isEnd(end),
            readName((start + (isCatchAll ? 2 : 1))..<nameEnd, openedAt: start)
        else { return nil }
        append(isCatchAll ? .catchAll : .plain, endingAt: end, captureCount: 1)
        return end
    }

    /// Whether a segment that goes to `offset`, which is in `0...bytes.count`, ends there.
    @inline(__always)
    private func isEnd(_ offset: Int) -> Bool {
        offset == bytes.count || bytes[offset] == CanonicalPath.slash
    }

    private mutating func append(
        _ kind: PatternSegment.Kind,
        endingAt end: Int,
        captureCount: Int
    ) {
        segments.append(
            kind,
            textEnd: end,
            programEnd: programs.count,
            captureCount: captureCount
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
            textEnd = stops.next()
            // Between two captures there must be text.
            guard textEnd > offset || isEnd(textEnd) else { return nil }
        }
        let captureCount = captureCount - capturesBefore
        programs[programStart] = UInt8(captureCount)
        append(.program, endingAt: textEnd, captureCount: captureCount)
        return textEnd
    }

    /// Reads a capture and appends it to the program.
    ///
    /// - Returns: The offset behind its closing brace.
    private mutating func readCapture(openedAt open: Int) -> Int? {
        let nameEnd = stops.next()
        guard nameEnd < bytes.count, readName(open + 1..<nameEnd, openedAt: open) else {
            return nil
        }
        switch bytes[nameEnd] {
        case UInt8(ascii: "}"):
            programs.append(PathConstraint.any.rawValue)
            return nameEnd + 1
        case UInt8(ascii: ":"):
            let end = stops.next()
            guard end < bytes.count else { return nil }
            guard bytes[end] == UInt8(ascii: "}") else {
                return readWords(from: nameEnd + 1, firstEnd: end)
            }
            guard let constraint = PathConstraint(name: bytes[(nameEnd + 1)..<end]) else {
                return nil
            }
            programs.append(constraint.rawValue)
            return end + 1
        default: return nil
        }
    }

    /// Reads the words of a list, of which the first ends at the last stop.
    ///
    /// - Returns: The offset behind the closing brace.
    private mutating func readWords(from start: Int, firstEnd: Int) -> Int? {
        var words: [Range<Int>] = []
        var offset = start
        var end = firstEnd
        while true {
            guard end > offset, end < bytes.count else { return nil }
            words.append(offset..<end)
            offset = end + 1
            if bytes[end] == UInt8(ascii: "}") { break }
            guard bytes[end] == UInt8(ascii: "|") else { return nil }
            end = stops.next()
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
        let ends = UInt64(name[0]) &* 8 &+ UInt64(name[name.count - 1])
        let bit = 1 &<< ((ends &+ UInt64(name.count)) & 63)
        guard nameBits & bit == 0 || !hasCapture(name, before: open) else { return false }
        nameBits |= bit
        captureCount += 1
        return true
    }

    /// Whether a capture that is opened before `open` has the given name.
    private func hasCapture(_ name: ByteView, before open: Int) -> Bool {
        var offset = 0
        while let other = bytes.firstOffset(of: UInt8(ascii: "{"), from: offset), other < open {
            let end = bytes.endOfUnreserved(from: other + 1)
            if bytes[(other + 1)..<end].elementsEqual(name) { return true }
            offset = end
        }
        return false
    }
}
