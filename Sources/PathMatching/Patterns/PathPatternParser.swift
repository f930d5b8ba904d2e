/// Reads the text of a pattern and brings it to canonical form.
///
/// Nearly every pattern is canonical already, so the text is copied only once a difference is found.
struct PathPatternParser {
    /// The longest canonical text, in bytes.
    static let lengthLimit = 65_535

    /// The largest number of captures in a segment.
    static let captureLimit = 255

    private let pattern: String
    private let bytes: ByteView

    /// The canonical text of what was read so far, once it differs from the pattern's own text.
    private var text: [UInt8] = []
    /// The end of the text read so far, while it equals its canonical form; `nil` once it differs.
    private var sameEnd: Int? = 0

    /// What was read so far, with offsets in the canonical text.
    private var segments: [PatternSegment] = []
    private var marks: [PatternMark] = []
    /// The number of bytes that segments with lists of words spell together.
    private var spelledLength = 0

    /// The number of captures, and the range of the last one's name in the pattern.
    private var captureCount = 0
    private var lastName = 0..<0
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
            if parser.sameEnd == bytes.count {
                text.makeContiguousUTF8()
            } else {
                text = String(decoding: parser.text, as: UTF8.self)
            }
            return PathPattern(canonical: text, parser.segments, parser.marks)
        }
    }

    private init(pattern: String, bytes: ByteView) {
        self.pattern = pattern
        self.bytes = bytes
    }

    private mutating func parse() throws(PathPatternError) {
        guard bytes.count > 0, bytes[0] == CanonicalPath.slash else {
            throw textError(.notAbsolute, at: 0)
        }
        // Each array is allocated once.
        segments.reserveCapacity(bytes.occurrences(of: CanonicalPath.slash))
        // As in paths, a run of slashes counts as one, and a trailing slash is ignored.
        try bytes.forEachSegment(in: 1..<bytes.count) { (segment) throws(PathPatternError) in
            try parseSegment(segment)
        }
        if bytes.count == 1 {
            sameEnd = 1
        } else if sameEnd != bytes.count {
            differ()
            if text.isEmpty { text.append(CanonicalPath.slash) }
        }
    }

    private func error(_ reason: PathPatternError.Reason, at offset: Int) -> PathPatternError {
        PathPatternError(pattern: pattern, reason: reason, offset: offset)
    }

    private func textError(_ reason: PathTextError.Reason, at offset: Int) -> PathPatternError {
        error(.text(reason, of: pattern, at: offset), at: offset)
    }

    private func string(_ range: Range<Int>) -> String { String(bytes[range]) }

    /// Whether no capture has that name yet.
    ///
    /// Comparing one by one is fastest for the few names that a pattern usually has; thousands would need millions of comparisons.
    private mutating func isNew(_ name: Range<Int>) -> Bool {
        guard captureCount >= 16 else {
            return !marks.contains { $0.kind == .capture && isName($0, name) }
        }
        if manyNames.isEmpty {
            manyNames = Set(marks.filter { $0.kind == .capture }.map { nameText($0) })
        }
        return manyNames.insert(string(name)).inserted
    }
}

// MARK: - Canonical text

extension PathPatternParser {
    /// Whether a capture that was read has the name in the given range of the pattern.
    private func isName(_ mark: PatternMark, _ name: Range<Int>) -> Bool {
        sameEnd != nil
            ? bytes[mark.text].elementsEqual(bytes[name])
            : text[mark.text].elementsEqual(bytes[name])
    }

    /// The name of a capture that was read.
    private func nameText(_ mark: PatternMark) -> String {
        sameEnd != nil ? string(mark.text) : String(decoding: text[mark.text], as: UTF8.self)
    }

    /// Appends bytes of the pattern that are canonical already.
    private mutating func keep(_ range: Range<Int>) {
        if sameEnd == range.lowerBound {
            sameEnd = range.upperBound
        } else {
            differ()
            text.append(contentsOf: bytes[range])
        }
    }

    /// Appends the canonical form of other bytes of the pattern.
    ///
    /// - Parameter range: The bytes, without doubled braces.
    /// - Throws: The reason why they cannot occur in a path.
    private mutating func keepCanonicalForm(of range: Range<Int>) throws(PathPatternError) {
        differ()
        do throws(PathTextError) {
            try CanonicalPath.appendSpelling(of: bytes[range], to: &text)
        } catch {
            throw textError(error.reason, at: range.lowerBound + error.offset)
        }
    }

    /// Starts building the canonical text separately, because it differs from the pattern's own.
    private mutating func differ() {
        guard let end = sameEnd else { return }
        text = Array(bytes[0..<end])
        sameEnd = nil
    }

    /// The offset of the next byte in the canonical text.
    private var textEnd: Int { sameEnd ?? text.count }

    /// The canonical text that starts at the given offset.
    private func canonicalText(from start: Int) -> [UInt8] {
        sameEnd.map { Array(bytes[start..<$0]) } ?? Array(text[start...])
    }
}

// MARK: - Segments

extension PathPatternParser {
    private mutating func parseSegment(_ range: Range<Int>) throws(PathPatternError) {
        keep((range.lowerBound - 1)..<range.lowerBound)
        let start = textEnd
        let firstMark = marks.count
        let capturesBefore = captureCount
        var isText = false
        var catchAll: Range<Int>?
        var offset = range.lowerBound
        while offset < range.upperBound {
            let textStart = textEnd
            let end = try parseLiteral(offset..<range.upperBound)
            if end > offset {
                isText = true
                if end < range.upperBound || captureCount > capturesBefore {
                    marks.append(PatternMark(.text, textStart..<textEnd))
                }
            }
            guard end < range.upperBound else { break }
            // Marks are compared with the capture's name, so they have to fit.
            try checkLength(at: range.lowerBound)
            let nameBefore = lastName
            let captureEnd = try parseCapture(end..<range.upperBound)
            if bytes[end + 1] == UInt8(ascii: "*") { catchAll = lastName }
            if end == offset, captureCount > capturesBefore + 1 {
                throw error(.adjacentCaptures(string(nameBefore), string(lastName)), at: end)
            }
            offset = captureEnd
        }
        let captureCount = captureCount - capturesBefore
        if let catchAll, captureCount > 1 || isText {
            throw error(.catchAllNotAlone(string(catchAll)), at: range.lowerBound)
        }
        guard captureCount <= Self.captureLimit else {
            throw error(.tooManyCaptures, at: range.lowerBound)
        }
        // In a segment with captures, dots are ordinary text.
        if captureCount == 0, textEnd - start <= 2,
            canonicalText(from: start).allSatisfy({ $0 == CanonicalPath.dot })
        {
            throw textError(.dotSegment, at: range.lowerBound)
        }
        try checkLength(at: range.lowerBound)
        let kind: PatternSegment.Kind =
            if captureCount == 0 {
                .literal
            } else if catchAll != nil {
                .catchAll
            } else if marks.count == firstMark + 1, marks[firstMark].constraint == .any {
                .plain
            } else {
                .mixed
            }
        segments.append(
            PatternSegment(
                kind,
                isOptional: catchAll.map { bytes[$0.upperBound] == UInt8(ascii: "?") } ?? false,
                text: start..<textEnd,
                marks: firstMark..<marks.count
            )
        )
        if kind == .mixed { spelledLength += PatternMark.spelledLength(of: marks[firstMark...]) }
        guard spelledLength <= PathPattern.spelledLimit else {
            throw error(.longWordLists, at: range.lowerBound)
        }
    }

    /// Refuses a canonical text that is too long for marks.
    private func checkLength(at offset: Int) throws(PathPatternError) {
        guard textEnd <= Self.lengthLimit else {
            throw error(.tooLong(isEncoded: bytes.count <= Self.lengthLimit), at: offset)
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
            if usualEnd > range.lowerBound { keep(range.lowerBound..<usualEnd) }
            return usualEnd
        }
        var (start, offset) = (range.lowerBound, range.lowerBound)
        while offset < range.upperBound, !isOpeningBrace(at: offset, in: range) {
            let byte = bytes[offset]
            switch byte {
            case UInt8(ascii: "{"), UInt8(ascii: "}"):
                guard offset + 1 < range.upperBound, bytes[offset + 1] == byte else {
                    throw error(.strayBrace(at: offset), at: offset)
                }
                // The second of two braces is left out.
                offset += 1
                try keepCanonicalForm(of: start..<offset)
                start = offset + 1
            case UInt8(ascii: "?"), UInt8(ascii: "#"):
                throw error(.queryOrFragment(Character(Unicode.Scalar(byte))), at: offset)
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

    /// Reads a capture.
    ///
    /// - Parameter range: From the opening brace to the end of the segment.
    /// - Returns: The offset after the closing brace.
    /// - Throws: An error if the capture is malformed.
    private mutating func parseCapture(_ range: Range<Int>) throws(PathPatternError) -> Int {
        let open = range.lowerBound
        guard let close = bytes.firstOffset(of: UInt8(ascii: "}"), from: open),
            close < range.upperBound
        else { throw error(.unclosedCapture(at: open), at: open) }
        let isCatchAll = bytes[open + 1] == UInt8(ascii: "*")
        let start = open + (isCatchAll ? 2 : 1)
        let colon = bytes[0..<close].firstOffset(of: UInt8(ascii: ":"), from: start)
        var name = start..<(colon ?? close)
        let isOptional =
            isCatchAll && !name.isEmpty && bytes[name.upperBound - 1] == UInt8(ascii: "?")
        if isOptional { name = start..<(name.upperBound - 1) }
        guard !name.isEmpty else {
            throw error(.unnamedCapture(isCatchAll: isCatchAll), at: open + 1)
        }
        guard bytes[name].contains(only: .unreserved) else {
            throw error(.invalidName(string(name)), at: open + 1)
        }
        guard isNew(name) else {
            throw error(.duplicateName(string(name)), at: open + 1)
        }
        if captureCount == 0 {
            marks.reserveCapacity(2 * bytes.occurrences(of: UInt8(ascii: "{")))
        }
        captureCount += 1
        lastName = name
        let nameStart = textEnd + start - open
        keep(open..<(colon ?? close))
        let capture = marks.count
        marks.append(PatternMark(.capture, nameStart..<(nameStart + name.count)))
        if let colon {
            if isCatchAll {
                let isOptional = isOptional || bytes[close - 1] == UInt8(ascii: "?")
                throw error(.constrainedCatchAll(string(name), isOptional: isOptional), at: colon)
            }
            keep(colon..<(colon + 1))
            marks[capture].constraint = try parseConstraint((colon + 1)..<close, of: name)
        }
        keep(close..<(close + 1))
        return close + 1
    }

    private mutating func parseConstraint(
        _ range: Range<Int>,
        of name: Range<Int>
    ) throws(PathPatternError) -> PathConstraint {
        guard bytes[range].firstOffset(of: UInt8(ascii: "|")) != nil else {
            let word = string(range)
            guard let constraint = PathConstraint(name: word) else {
                throw error(.unknownConstraint(word, of: string(name)), at: range.lowerBound)
            }
            keep(range)
            return constraint
        }
        var words: Set<[UInt8]> = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let bar = bytes.firstOffset(of: UInt8(ascii: "|"), from: start) ?? range.upperBound
            let word = start..<min(bar, range.upperBound)
            guard !word.isEmpty else { throw error(.emptyWord(capture: string(name)), at: start) }
            let textStart = textEnd
            if bytes[word].contains(only: .segment) {
                keep(word)
            } else {
                try keepCanonicalForm(of: word)
            }
            guard words.insert(canonicalText(from: textStart)).inserted else {
                throw error(.duplicateWord(string(word), capture: string(name)), at: start)
            }
            marks.append(PatternMark(.word, textStart..<textEnd))
            if word.upperBound < range.upperBound {
                keep(word.upperBound..<(word.upperBound + 1))
            }
            start = word.upperBound + 1
        }
        return .words
    }
}
