/// Turns the text of a pattern into its canonical text and its compiled segments.
struct PathPatternParser {
    /// The longest pattern, in bytes; offsets into it fit into 16 bits.
    static let lengthLimit = 65_535

    private let pattern: String
    private let bytes: [UInt8]
    private var names: [ArraySlice<UInt8>] = []

    private(set) var text: [UInt8] = []
    private(set) var segments = PatternSegments()
    private(set) var programs: [UInt8] = []

    init(_ pattern: String) {
        self.pattern = pattern
        bytes = Array(pattern.utf8)
    }

    /// Parses all segments.
    ///
    /// What was parsed is of no use after an error.
    mutating func parse() throws(PathPatternError) {
        guard bytes.count <= Self.lengthLimit else {
            throw error(.tooLong(limit: Self.lengthLimit), at: Self.lengthLimit)
        }
        guard bytes.first == UInt8(ascii: "/") else { throw error(.notAbsolute, at: 0) }
        text.reserveCapacity(bytes.count)
        var start = 1
        while start < bytes.count {
            let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            // Runs of slashes are one, and a trailing slash does not count, as in paths.
            if end > start {
                if let catchAll = segments.last, catchAll.kind == .catchAll {
                    throw error(.catchAllNotLast(catchAllName), at: start)
                }
                if !parseSimpleSegment(start..<end) {
                    try parseSegment(start..<end)
                }
            }
            start = end + 1
        }
        if text.isEmpty {
            text.append(UInt8(ascii: "/"))
        }
    }

    private var catchAllName: String {
        names.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }

    private func error(_ reason: PathPatternError.Reason, at offset: Int) -> PathPatternError {
        PathPatternError(pattern: pattern, reason: reason, offset: offset)
    }
}

// MARK: - Segments

extension PathPatternParser {
    /// A capture as it stands in the pattern.
    private struct Capture {
        let name: String
        let isCatchAll: Bool
        let constraint: PathConstraint
        /// The words of a list, canonical and sorted, so that the order in which they were written does not matter.
        let words: [[UInt8]]
    }

    /// Parses a segment that is literal text of unreserved bytes or one plain capture, as nearly all are, without
    /// temporary arrays.
    ///
    /// - Returns: Whether it is one, and no error; if not, nothing has changed.
    private mutating func parseSimpleSegment(_ range: Range<Int>) -> Bool {
        let isCapture = bytes[range.lowerBound] == UInt8(ascii: "{")
        let name =
            isCapture
            ? range.lowerBound + 1..<max(range.lowerBound + 1, range.upperBound - 1) : range
        guard !name.isEmpty else { return false }
        for index in name where !ByteSet.unreserved.contains(bytes[index]) {
            return false
        }
        if isCapture {
            guard bytes[name.upperBound] == UInt8(ascii: "}"), !names.contains(bytes[name]) else {
                return false
            }
            names.append(bytes[name])
        } else if range.count <= 2, bytes[range.lowerBound] == CanonicalPath.dot {
            return false
        }
        text.append(UInt8(ascii: "/"))
        text += bytes[range]
        segments.append(
            isCapture ? .plain : .literal,
            textEnd: text.count,
            programEnd: programs.count,
            captureCount: isCapture ? 1 : 0
        )
        return true
    }

    private mutating func parseSegment(_ range: Range<Int>) throws(PathPatternError) {
        text.append(UInt8(ascii: "/"))
        // literals[i] stands before captures[i]; the last literal ends the segment.
        var literals: [[UInt8]] = []
        var captures: [Capture] = []
        var raw: [UInt8] = []
        var rawStart = range.lowerBound
        var offset = range.lowerBound
        while offset < range.upperBound {
            let byte = bytes[offset]
            let isDoubled = offset + 1 < range.upperBound && bytes[offset + 1] == byte
            switch byte {
            case UInt8(ascii: "{") where isDoubled, UInt8(ascii: "}") where isDoubled:
                raw.append(byte)
                offset += 2
            case UInt8(ascii: "}"):
                throw error(.strayBrace, at: offset)
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw error(.queryOrFragment(Character(Unicode.Scalar(byte))), at: offset)
            case UInt8(ascii: "{"):
                guard let close = bytes[offset..<range.upperBound].firstIndex(of: UInt8(ascii: "}"))
                else { throw error(.unclosedCapture, at: offset) }
                if let previous = captures.last, raw.isEmpty {
                    let next = try parseCapture(offset + 1..<close)
                    throw error(.adjacentCaptures(previous.name, next.name), at: offset)
                }
                try appendLiteral(raw, from: rawStart, isWholeSegment: false, to: &literals)
                captures.append(try parseCapture(offset + 1..<close))
                raw.removeAll(keepingCapacity: true)
                offset = close + 1
                rawStart = offset
            default:
                raw.append(byte)
                offset += 1
            }
        }
        try appendLiteral(raw, from: rawStart, isWholeSegment: captures.isEmpty, to: &literals)
        if let catchAll = captures.first(where: \.isCatchAll),
            captures.count > 1 || !literals.allSatisfy(\.isEmpty)
        {
            throw error(.catchAllNotAlone(catchAll.name), at: range.lowerBound)
        }
        guard captures.count <= Int(UInt8.max) else {
            throw error(.tooManyCaptures, at: range.lowerBound)
        }
        let kind = Self.kind(of: captures, literals)
        if kind == .program {
            appendProgram(literals, captures)
        }
        segments.append(
            kind,
            textEnd: text.count,
            programEnd: programs.count,
            captureCount: captures.count
        )
    }

    private static func kind(of captures: [Capture], _ literals: [[UInt8]]) -> PatternSegment.Kind {
        guard let first = captures.first else { return .literal }
        if first.isCatchAll { return .catchAll }
        let isPlain =
            captures.count == 1 && first.constraint == .any && literals.allSatisfy(\.isEmpty)
        return isPlain ? .plain : .program
    }

    /// Appends literal text, in canonical form, to the segment's literals and to the pattern's text.
    private mutating func appendLiteral(
        _ raw: [UInt8],
        from start: Int,
        isWholeSegment: Bool,
        to literals: inout [[UInt8]]
    ) throws(PathPatternError) {
        var canonical: [UInt8] = []
        // Dots are refused where they are the whole segment; between captures they are text like any other.
        if isWholeSegment || !raw.allSatisfy({ $0 == UInt8(ascii: ".") }) {
            do throws(PathTextError) {
                let failure: PathTextError? = withBytes(of: raw) { raw in
                    do throws(PathTextError) {
                        try CanonicalPath.appendCanonicalSegment(raw, to: &canonical)
                        return nil
                    } catch {
                        return error
                    }
                }
                if let failure { throw failure }
            } catch {
                throw self.error(Self.reason(for: error.reason), at: start + error.offset)
            }
        } else {
            canonical = raw
        }
        text += canonical
        literals.append(canonical)
    }

    private static func reason(for reason: PathTextError.Reason) -> PathPatternError.Reason {
        switch reason {
        case .dotSegment: .dotSegment
        case .controlCharacter: .controlCharacter
        case .malformedEscape: .malformedEscape
        case .invalidUTF8: .invalidUTF8
        case .notAbsolute: .notAbsolute
        }
    }
}

// MARK: - Captures

extension PathPatternParser {
    /// Parses the inside of a pair of braces and appends the capture to the pattern's text.
    private mutating func parseCapture(_ range: Range<Int>) throws(PathPatternError) -> Capture {
        let isCatchAll = bytes[range].first == UInt8(ascii: "*")
        let body = bytes[range].dropFirst(isCatchAll ? 1 : 0)
        let colon = body.firstIndex(of: UInt8(ascii: ":"))
        let nameBytes = body[..<(colon ?? range.upperBound)]
        let name = String(decoding: nameBytes, as: UTF8.self)
        guard !nameBytes.isEmpty else { throw error(.unnamedCapture, at: range.lowerBound) }
        guard nameBytes.allSatisfy(ByteSet.unreserved.contains) else {
            throw error(.invalidName(name), at: range.lowerBound)
        }
        guard !names.contains(nameBytes) else {
            throw error(.duplicateName(name), at: range.lowerBound)
        }
        names.append(nameBytes)
        text.append(UInt8(ascii: "{"))
        if isCatchAll {
            text.append(UInt8(ascii: "*"))
        }
        text += nameBytes
        defer { text.append(UInt8(ascii: "}")) }
        guard let colon else {
            return Capture(name: name, isCatchAll: isCatchAll, constraint: .any, words: [])
        }
        if isCatchAll {
            throw error(.constrainedCatchAll(name), at: colon)
        }
        text.append(UInt8(ascii: ":"))
        let constraint = body[(colon + 1)...]
        if constraint.contains(UInt8(ascii: "|")) {
            let words = try parseWords(constraint, capture: name)
            text += words.joined(separator: CollectionOfOne(UInt8(ascii: "|")))
            return Capture(
                name: name,
                isCatchAll: false,
                constraint: .words,
                words: words.sorted(by: Self.precedes)
            )
        }
        let word = String(decoding: constraint, as: UTF8.self)
        guard let known = PathConstraint(name: word) else {
            throw error(
                .unknownConstraint(word, nearest: nearest(to: word, in: PathConstraint.names)),
                at: colon + 1
            )
        }
        text += constraint
        return Capture(name: name, isCatchAll: false, constraint: known, words: [])
    }

    private func parseWords(
        _ list: ArraySlice<UInt8>,
        capture: String
    ) throws(PathPatternError) -> [[UInt8]] {
        var words: [[UInt8]] = []
        for word in list.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            guard !word.isEmpty else {
                throw error(.emptyWord(capture: capture), at: word.startIndex)
            }
            var canonical: [[UInt8]] = []
            var scratch = PathPatternParser("")
            do throws(PathPatternError) {
                try scratch.appendLiteral(
                    Array(word),
                    from: word.startIndex,
                    isWholeSegment: false,
                    to: &canonical
                )
            } catch {
                throw self.error(error.reason, at: error.offset)
            }
            guard !words.contains(scratch.text) else {
                throw error(
                    .duplicateWord(String(decoding: word, as: UTF8.self), capture: capture),
                    at: word.startIndex
                )
            }
            words.append(scratch.text)
        }
        return words
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.lexicographicallyPrecedes(right)
    }

    private mutating func appendProgram(_ literals: [[UInt8]], _ captures: [Capture]) {
        programs.append(UInt8(captures.count))
        for (literal, capture) in zip(literals, captures) {
            SegmentProgram.append(literal, to: &programs)
            programs.append(capture.constraint.rawValue)
            if capture.constraint == .words {
                SegmentProgram.appendCount(capture.words.count, to: &programs)
                for word in capture.words {
                    SegmentProgram.append(word, to: &programs)
                }
            }
        }
        SegmentProgram.append(literals[captures.count], to: &programs)
    }
}
