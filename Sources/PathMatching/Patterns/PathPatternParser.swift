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

    /// The canonical text of what was read so far: `text`, and behind it the bytes of the pattern that are in `kept`.
    private var text: [UInt8] = []
    private var kept = 0..<0
    /// The segments read so far, and the names of their captures.
    private var segments: [PatternSegment] = []
    var names: [String] = []
    /// The number of bytes that segments with lists of words spell together.
    private var spelledLength = 0
    /// The names as a set, once there are many.
    private var manyNames: Set<String> = []

    /// Parses a pattern.
    ///
    /// - Parameter pattern: The text.
    /// - Returns: The pattern.
    /// - Throws: The first error from the left.
    static func pattern(of pattern: String) throws(PathPatternError) -> PathPattern {
        try withBytes(of: pattern) { (bytes) throws(PathPatternError) in
            var parser = PathPatternParser(pattern: pattern, bytes: bytes)
            try parser.parse()
            var text = pattern
            if parser.kept == 0..<bytes.count {
                text.makeContiguousUTF8()
            } else {
                text = String(decoding: parser.canonicalText(from: 0), as: UTF8.self)
            }
            return PathPattern(canonical: text, parser.segments, parser.names)
        }
    }

    private init(pattern: String, bytes: ByteView) {
        self.pattern = pattern
        self.bytes = bytes
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
        // Each array is allocated once.
        names.reserveCapacity(bytes.occurrences(of: UInt8(ascii: "{")))
        segments.reserveCapacity(bytes.occurrences(of: CanonicalPath.slash))
        // As in paths, a run of slashes counts as one, and a trailing slash is ignored.
        try bytes.forEachSegment(in: 1..<bytes.count) { (segment) throws(PathPatternError) in
            try parseSegment(segment)
        }
        if textEnd == 0 { keep(0..<1) }
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

    /// Whether no capture has that name yet.
    ///
    /// Comparing one by one is fastest for the few names that a pattern usually has; thousands would need millions of comparisons.
    mutating func isNew(_ name: String) -> Bool {
        guard names.count >= 16 else { return !names.contains(name) }
        if manyNames.isEmpty { manyNames = Set(names) }
        return manyNames.insert(name).inserted
    }
}

// MARK: - Text

extension PathPatternParser {
    /// The error for text that cannot occur in a path.
    private func textError(_ reason: PathTextError.Reason, at offset: Int) -> PathPatternError {
        let (obstacle, remedy) = reason.text(at: offset)
        return error(reason.rawValue, obstacle, remedy, at: offset)
    }

    /// Appends bytes of the pattern that are canonical already.
    mutating func keep(_ range: Range<Int>) {
        if range.lowerBound != kept.upperBound { copyKept(before: range.lowerBound) }
        kept = kept.lowerBound..<range.upperBound
    }

    /// Moves the kept bytes to `text`; the next ones begin at an offset in the pattern.
    private mutating func copyKept(before next: Int) {
        text.append(bytes[kept])
        kept = next..<next
    }

    /// The length of the canonical text.
    var textEnd: Int { text.count + kept.count }

    /// The canonical text that begins at the given offset.
    func canonicalText(from start: Int) -> [UInt8] {
        guard start < text.count else {
            return Array(bytes[(kept.lowerBound + start - text.count)..<kept.upperBound])
        }
        return Array(text[start...]) + Array(bytes[kept])
    }

    /// Appends the canonical form of bytes of the pattern, which have no doubled braces.
    mutating func keepCanonicalForm(of range: Range<Int>) throws(PathPatternError) {
        if bytes[range].contains(only: .segment) { return keep(range) }
        copyKept(before: range.upperBound)
        do throws(PathTextError) {
            try CanonicalPath.appendSpelling(of: bytes[range], to: &text)
        } catch {
            throw textError(error.reason, at: range.lowerBound + error.offset)
        }
    }

    /// Reads literal text.
    ///
    /// - Parameter range: From the start of the text to the end of its segment.
    /// - Returns: The end of the text: the brace that opens a capture, or the end of the segment.
    /// - Throws: An error if the text is malformed.
    private mutating func parseLiteral(_ range: Range<Int>) throws(PathPatternError) -> Int {
        let usualEnd = min(
            bytes.firstOffset(outside: .segment, from: range.lowerBound),
            range.upperBound
        )
        if usualEnd == range.upperBound || isOpeningBrace(at: usualEnd, in: range) {
            keep(range.lowerBound..<usualEnd)
            return usualEnd
        }
        var (start, offset) = (range.lowerBound, range.lowerBound)
        while offset < range.upperBound, !isOpeningBrace(at: offset, in: range) {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                guard offset + 1 < range.upperBound, bytes[offset + 1] == byte else {
                    throw error(
                        "stray-brace",
                        "has a '}' at byte \(offset) without a '{' before it",
                        "write '}}' for a literal brace",
                        at: offset
                    )
                }
                // The second of two braces is left out.
                offset += 1
                try keepCanonicalForm(of: start..<offset)
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
        try keepCanonicalForm(of: start..<offset)
        return offset
    }

    /// Whether a brace opens a capture; a doubled one is text.
    private func isOpeningBrace(at offset: Int, in range: Range<Int>) -> Bool {
        bytes[offset] == UInt8(ascii: "{")
            && !(offset + 1 < range.upperBound && bytes[offset + 1] == UInt8(ascii: "{"))
    }
}

// MARK: - Segments

extension PathPatternParser {
    private mutating func parseSegment(_ range: Range<Int>) throws(PathPatternError) {
        keep((range.lowerBound - 1)..<range.lowerBound)
        let start = textEnd
        let namesBefore = names.count
        var (isText, isList) = (false, false)
        // A catch-all of the segment, or its last capture if it has none.
        var known: Capture?
        var offset = range.lowerBound
        while offset < range.upperBound {
            let end = try parseLiteral(offset..<range.upperBound)
            if end > offset { isText = true }
            guard end < range.upperBound else { break }
            let capture = try parseCapture(end..<range.upperBound)
            if end == offset, names.count > namesBefore + 1 {
                let (last, name) = (names[names.count - 2], names[names.count - 1])
                throw error(
                    "adjacent-captures",
                    "has '\(last)' and '\(name)' with no text between them, so it is unclear where one ends",
                    "put text between them, such as '{\(last)}-{\(name)}'",
                    at: end
                )
            }
            if known?.isCatchAll != true { known = capture }
            if capture.constraint == .words { isList = true }
            offset = capture.end
        }
        try checkLength(at: range.lowerBound)
        let captureCount = names.count - namesBefore
        let kind: PatternSegment.Kind
        if let known {
            if captureCount == 1, !isText, known.isCatchAll || known.constraint == .any {
                kind = known.isCatchAll ? .catchAll : .plain
            } else {
                try checkMixed(known, captureCount, at: range.lowerBound)
                kind = .mixed
            }
        } else {
            // In a segment with captures, dots are ordinary text.
            if textEnd - start <= 2, CanonicalPath.isDotSegment(canonicalText(from: start)[...]) {
                throw textError(.dotSegment, at: range.lowerBound)
            }
            kind = .literal
        }
        if isList { try checkLists(start, at: range.lowerBound) }
        let isOptional = kind == .catchAll && known?.isOptional == true
        segments.append(
            PatternSegment(kind: kind, isOptional: isOptional, text: start..<textEnd)
        )
    }

    private func checkLength(at offset: Int) throws(PathPatternError) {
        guard textEnd <= Self.lengthLimit else {
            let isEncoded = bytes.count <= Self.lengthLimit
            throw error(
                "too-long",
                "is too long\(isEncoded ? " once it is percent-encoded" : "")",
                "the limit is \(Self.lengthLimit) bytes",
                at: offset
            )
        }
    }

    /// Checks a segment that mixes captures and text; `capture` is a catch-all in it if it has one.
    private func checkMixed(
        _ capture: Capture,
        _ captureCount: Int,
        at offset: Int
    ) throws(PathPatternError) {
        if capture.isCatchAll {
            let name = names[capture.number]
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

    /// Checks a segment with lists of words, whose canonical text begins at `start`.
    private mutating func checkLists(_ start: Int, at offset: Int) throws(PathPatternError) {
        let pieces = withBytes(of: canonicalText(from: start)) { PatternPiece.pieces(of: $0) }
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
