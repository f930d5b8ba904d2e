extension PathPatternParser {
    /// A capture that was read.
    struct Capture {
        let name: ByteView
        let isCatchAll: Bool
        let isOptional: Bool
        let constraint: PathConstraint
        /// The offset after the closing brace.
        let end: Int
    }

    /// Reads a capture.
    ///
    /// - Parameter open: The opening brace.
    /// - Returns: The capture.
    /// - Throws: An error if the capture is malformed.
    mutating func parseCapture(at open: Int) throws(PathPatternError) -> Capture {
        let isCatchAll = open + 1 < bytes.count && bytes[open + 1] == UInt8(ascii: "*")
        let start = open + (isCatchAll ? 2 : 1)
        // The name is valid up to here.
        let validEnd = bytes.firstOffset(outside: .unreserved, from: start)
        guard let close = bytes.firstOffset(of: UInt8(ascii: "}"), from: validEnd),
            bytes[validEnd..<close].firstOffset(of: CanonicalPath.slash) == nil
        else {
            throw error(
                "unclosed-capture",
                "opens a capture at byte \(open) that is not closed before the next slash",
                "close it with '}', or write '{{' for a literal brace",
                at: open
            )
        }
        let colon = bytes[0..<close].firstOffset(of: UInt8(ascii: ":"), from: validEnd)
        var nameEnd = colon ?? close
        let mark = UInt8(ascii: "?")
        let endsInMark = bytes[close - 1] == mark
        // In a list of words, the last one would end in the mark.
        let isOptional =
            nameEnd > start && bytes[nameEnd - 1] == mark
            || endsInMark && !isCatchAll
                && bytes[start..<close].firstOffset(of: UInt8(ascii: "|")) != nil
        if isCatchAll, isOptional { nameEnd -= 1 }
        let bytesOfName = bytes[start..<nameEnd]
        var name: String { String(bytesOfName) }
        guard nameEnd > start else {
            throw error(
                "unnamed-capture",
                "has a \(isCatchAll ? "catch-all" : "capture") without a name",
                "write a name after the '\(isCatchAll ? "*', as in '{*rest}'" : "{', as in '{id}'")",
                at: open + 1
            )
        }
        guard isCatchAll || !isOptional, validEnd >= nameEnd else {
            throw error(
                "invalid-name",
                "has a capture named '\(name)'"
                    + (isOptional
                        ? " with a '?', but only a catch-all may be absent, as in '/{*rest?}'"
                        : ""),
                isOptional
                    ? "write one pattern with it, without '?', and one without it"
                    : "use only letters, digits, '-', '_', '.' and '~'",
                of: name,
                at: open + 1
            )
        }
        guard isNew(bytesOfName, before: open) else {
            throw error(
                "duplicate-name",
                "has two captures named '\(name)'",
                "give each its own name",
                of: name,
                at: open + 1
            )
        }
        captureCount += 1
        var constraint = PathConstraint.any
        if let colon {
            if isCatchAll {
                let optional = isOptional || endsInMark ? "?" : ""
                throw error(
                    "constrained-catch-all",
                    "has a constraint on its catch-all, which takes anything",
                    "write '{*\(name)\(optional)}'",
                    of: name,
                    at: colon
                )
            }
            constraint = try parseConstraint((colon + 1)..<close, of: name)
        }
        return Capture(
            name: bytesOfName,
            isCatchAll: isCatchAll,
            isOptional: isOptional,
            constraint: constraint,
            end: close + 1
        )
    }

    private mutating func parseConstraint(
        _ range: Range<Int>,
        of name: String
    ) throws(PathPatternError) -> PathConstraint {
        guard bytes[range].firstOffset(of: UInt8(ascii: "|")) != nil else {
            let word = String(bytes[range])
            if let constraint = PathConstraint(name: word) { return constraint }
            let nearest = nearest(to: word, in: PathConstraint.names)
            let list = PathConstraint.names.joined(separator: ", ")
            throw error(
                "unknown-constraint",
                word == "path"
                    ? "has the constraint 'path', which only query items and fragments can have"
                    : "has the unknown constraint '\(word)'",
                word == "path"
                    ? "write '{*\(name)}' as a segment of its own"
                    : (nearest.map { "did you mean '\($0)'? Or use " } ?? "use ")
                        + "\(list) or a list of words such as 'en|fr'",
                of: name,
                at: range.lowerBound
            )
        }
        var words: Set<[UInt8]> = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let bar = bytes[0..<range.upperBound].firstOffset(of: UInt8(ascii: "|"), from: start)
            let word = start..<(bar ?? range.upperBound)
            guard !word.isEmpty else {
                throw error(
                    "empty-word",
                    "has an empty word in the list of '\(name)'",
                    "write words between single '|' signs",
                    of: name,
                    at: start
                )
            }
            let textStart = textEnd(before: start)
            try canonicalize(word)
            let text = canonicalText(from: textStart, before: word.upperBound)
            guard words.insert(text).inserted else {
                throw error(
                    "duplicate-word",
                    "has '\(String(bytes[word]))' twice in the list of '\(name)'",
                    "remove one",
                    of: name,
                    at: start
                )
            }
            start = word.upperBound + 1
        }
        return .words
    }
}
