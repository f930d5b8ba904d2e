/// Reads the text of a pattern and brings it to canonical form.
///
/// Nearly every pattern is canonical already, so its bytes are only copied when something between them is not.
struct PathPatternParser {
    /// The longest canonical text, in bytes.
    static let lengthLimit = 65_535

    /// The largest number of captures in a segment.
    static let captureLimit = 255

    private let pattern: String
    let bytes: ByteView

    /// The canonical text of what was read so far: `text`, and behind it the bytes of the pattern from `keptStart` on.
    private var text: [UInt8] = []
    private var keptStart = 0
    /// The segments read so far, and the number of their captures.
    private var segments: [PatternSegment] = []
    var captureCount = 0
    /// The number of bytes that segments with lists of words spell together.
    private var spelledLength = 0
    /// One bit for each name of a capture, possibly shared by several, and the names, once two share a bit.
    private var nameFilter: UInt32 = 0
    private var names: Set<String> = []

    /// Parses a pattern.
    ///
    /// - Parameter pattern: The text.
    /// - Returns: The pattern.
    /// - Throws: The first error from the left.
    static func pattern(of pattern: String) throws(PathPatternError) -> PathPattern {
        try withBytes(of: pattern) { (bytes) throws(PathPatternError) in
            var parser = PathPatternParser(pattern: pattern, bytes: bytes)
            try parser.parse()
            let end = parser.segments.last?.text.upperBound ?? 1
            var text = pattern
            if parser.text.isEmpty, end == bytes.count {
                text.makeContiguousUTF8()
            } else {
                let canonical = parser.canonicalText(from: 0, before: bytes.count)
                text = String(decoding: canonical[..<end], as: UTF8.self)
            }
            return PathPattern(canonical: text, parser.segments, parser.captureCount)
        }
    }

    private mutating func parse() throws(PathPatternError) {
        guard bytes.count > 0, bytes[0] == CanonicalPath.slash else {
            // A scheme, a method or a regular expression is not the beginning of a path.
            let start = pattern.prefix { $0 != "/" }
            let hasOther = start.first == "^" || start.last == " " || start.last == ":"
            throw error(
                "not-absolute",
                "does not begin with a slash",
                hasOther ? "write only a path, such as '/items/{id}'" : "write '/\(pattern)'",
                at: 0
            )
        }
        // The array is allocated once.
        segments.reserveCapacity(bytes.occurrences(of: CanonicalPath.slash))
        var offset = 1
        while offset < bytes.count {
            if bytes[offset] == CanonicalPath.slash {
                leaveOut(offset..<(offset + 1))
            } else {
                offset = try parseSegment(from: offset)
            }
            offset += 1
        }
    }

    func error(
        _ code: String,
        _ obstacle: String,
        _ remedy: String,
        of name: String? = nil,
        at offset: Int
    ) -> PathPatternError {
        let text = ErrorText(obstacle, remedy)
        let reason = PathPatternError.Reason(code: code, text: text, name: name)
        return PathPatternError(pattern: pattern, reason: reason, offset: offset)
    }

    /// Whether no capture before `offset` has that name.
    mutating func isNew(_ name: ByteView, before offset: Int) -> Bool {
        let bit = SegmentKey(name, ignoresCase: false).filterBit
        defer { nameFilter |= bit }
        if nameFilter & bit == 0, names.isEmpty { return true }
        if names.isEmpty {
            let text = canonicalText(from: 0, before: offset)
            names = Set(withBytes(of: text, PathPattern.captureNames))
        }
        return names.insert(String(name)).inserted
    }
}

// MARK: - Text

extension PathPatternParser {
    /// The error for text that cannot occur in a path.
    private func textError(_ reason: PathTextError.Reason, at offset: Int) -> PathPatternError {
        let (obstacle, remedy) = reason.text(at: offset)
        return error(reason.rawValue, obstacle, remedy, at: offset)
    }

    /// Leaves out bytes of the pattern, which follow those that were read.
    private mutating func leaveOut(_ range: Range<Int>) {
        text.append(bytes[keptStart..<range.lowerBound])
        keptStart = range.upperBound
    }

    /// The length of the canonical text of the pattern's bytes before `offset`.
    func textEnd(before offset: Int) -> Int { text.count + offset - keptStart }

    /// The canonical text that begins at `start`, of the pattern's bytes before `offset`.
    func canonicalText(from start: Int, before offset: Int) -> [UInt8] {
        guard start < text.count else {
            return Array(bytes[(keptStart + start - text.count)..<offset])
        }
        return Array(text[start...]) + Array(bytes[keptStart..<offset])
    }

    /// Brings bytes of the pattern, which have no doubled braces, to canonical form.
    mutating func canonicalize(_ range: Range<Int>) throws(PathPatternError) {
        if bytes[range].contains(only: .segment) { return }
        leaveOut(range)
        do throws(PathTextError) {
            try CanonicalPath.appendSpelling(of: bytes[range], to: &text)
        } catch {
            throw textError(error.reason, at: range.lowerBound + error.offset)
        }
    }

    /// Reads literal text.
    ///
    /// - Parameter start: The start of the text.
    /// - Returns: The end of the text: the brace that opens a capture, or the end of the segment.
    /// - Throws: An error if the text is malformed.
    private mutating func parseLiteral(from start: Int) throws(PathPatternError) -> Int {
        let usualEnd = bytes.firstOffset(outside: .segment, from: start)
        var (start, offset) = (start, usualEnd)
        loop: while offset < bytes.count, bytes[offset] != CanonicalPath.slash {
            let byte = bytes[offset]
            let isDoubled = offset + 1 < bytes.count && bytes[offset + 1] == byte
            switch byte {
            case UInt8(ascii: "{") where !isDoubled: break loop
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                guard isDoubled else {
                    throw error(
                        "stray-brace",
                        "has a '}' at byte \(offset) without a '{' before it",
                        "write '}}' for a literal brace",
                        at: offset
                    )
                }
                offset += 1
                try canonicalize(start..<offset)
                leaveOut(offset..<(offset + 1))
                start = offset + 1
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                let mark = Character(Unicode.Scalar(byte))
                throw error(
                    "query-or-fragment",
                    "has a '\(mark)', but a pattern is only a path",
                    "remove it and what follows, or write '\(mark == "?" ? "%3F" : "%23")' if the path itself has that character",
                    at: offset
                )
            default: break
            }
            offset += 1
        }
        if offset > usualEnd { try canonicalize(start..<offset) }
        return offset
    }
}

// MARK: - Segments

extension PathPatternParser {
    /// Reads the segment that begins at `first`, and returns its end.
    private mutating func parseSegment(from first: Int) throws(PathPatternError) -> Int {
        let start = textEnd(before: first)
        let countBefore = captureCount
        var offset = try parseLiteral(from: first)
        var (isText, isList) = (offset > first, false)
        var (last, catchAll): (Capture?, Capture?)
        while offset < bytes.count, bytes[offset] != CanonicalPath.slash {
            let capture = try parseCapture(at: offset)
            if let last, last.end == offset {
                let (last, name) = (String(last.name), String(capture.name))
                throw error(
                    "adjacent-captures",
                    "has '\(last)' and '\(name)' with no text between them, so it is unclear where one ends",
                    "put text between them, such as '{\(last)}-{\(name)}'",
                    at: offset
                )
            }
            last = capture
            if capture.isCatchAll { catchAll = catchAll ?? capture }
            if capture.constraint == .words { isList = true }
            offset = try parseLiteral(from: capture.end)
            if offset > capture.end { isText = true }
        }
        let end = textEnd(before: offset)
        guard end <= Self.lengthLimit else { throw tooLong(at: first) }
        var text: [UInt8] { canonicalText(from: start, before: offset) }
        var kind = PatternSegment.Kind.literal
        if let last {
            let count = captureCount - countBefore
            if count == 1, !isText, last.isCatchAll || last.constraint == .any {
                kind = last.isCatchAll ? .catchAll : .plain
            } else {
                try checkMixed(catchAll, count, at: first)
                kind = .mixed
            }
        } else if end - start <= 2, CanonicalPath.isDotSegment(text[...]) {
            // In a segment with captures, dots are ordinary text.
            throw textError(.dotSegment, at: first)
        }
        if isList { try checkLists(text, at: first) }
        let isOptional = kind == .catchAll && last?.isOptional == true
        segments.append(PatternSegment(kind: kind, isOptional: isOptional, text: start..<end))
        return offset
    }

    private func tooLong(at offset: Int) -> PathPatternError {
        let isEncoded = bytes.count <= Self.lengthLimit
        return error(
            "too-long",
            "is too long\(isEncoded ? " once it is percent-encoded" : "")",
            "the limit is \(Self.lengthLimit) bytes",
            at: offset
        )
    }

    /// Checks a segment that mixes captures and text.
    private func checkMixed(
        _ catchAll: Capture?,
        _ captureCount: Int,
        at offset: Int
    ) throws(PathPatternError) {
        if let catchAll {
            let name = String(catchAll.name)
            let other = name == "rest" ? "more" : "rest"
            throw error(
                "catch-all-not-alone",
                "has other text in the segment of its catch-all",
                "write '{\(name)}' in it, and '/{*\(other)?}' before or behind that segment for more segments",
                of: name,
                at: offset
            )
        }
        guard captureCount <= Self.captureLimit else {
            throw error(
                "too-many-captures",
                "has a segment with more than \(Self.captureLimit) captures",
                "split it into several segments",
                at: offset
            )
        }
    }

    /// Checks the canonical text of a segment with lists of words.
    private mutating func checkLists(_ text: [UInt8], at offset: Int) throws(PathPatternError) {
        let pieces = withBytes(of: text, PatternPiece.pieces)
        spelledLength += PatternPiece.spelledLength(of: pieces)
        guard spelledLength <= PathPattern.spelledLimit else {
            throw error(
                "long-word-lists",
                "has lists of words that spell more than \(PathPattern.spelledLimit) bytes in all their combinations with the text beside them",
                "write a constraint such as 'slug' instead of a list, or several patterns",
                at: offset
            )
        }
    }
}
