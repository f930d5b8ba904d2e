extension MixedSegment {
    /// Matches a whole segment of a path and writes its captures' ranges.
    ///
    /// Captures are split from the right: each takes the shortest text, that its constraint allows, with which everything to
    /// its left can still match.
    ///
    /// The time it takes is proportional to the text's length times the number of captures; for a list, times the number of
    /// different lengths of its words.
    ///
    /// - Parameters:
    ///   - text: The segment's bytes, which begin and end with the literal texts at both ends and are longer than both.
    ///   - ignoresCase: Whether literal text and words, which are in lower case then, match in either ASCII case.
    ///   - ranges: Receives the ranges in order; when the text does not match, nothing of what was written counts.
    /// - Returns: Whether the text matches.
    func split(
        _ text: ByteView,
        ignoresCase: Bool,
        to ranges: Scratch<Range<Int>>
    ) -> Bool {
        let end = text.count - trailing.count
        guard !text.isInsideEscape(end) else { return false }
        return Scratch.with(repeating: false, count: captures.count * text.count) { tried in
            let split = Split(
                segment: self,
                text: text,
                ignoresCase: ignoresCase,
                ranges: ranges,
                tried: tried
            )
            return split.match(captures.count - 1, endingAt: end)
        }
    }

    /// A text that is being split.
    private struct Split {
        let segment: MixedSegment
        let text: ByteView
        let ignoresCase: Bool
        let ranges: Scratch<Range<Int>>
        /// Whether a capture has begun at a place: what is to its left does not match then, wherever the capture ended.
        ///
        /// So no place is tried twice, and of a row of allowed bytes nothing is left to try where a place was tried.
        let tried: Scratch<Bool>

        /// Matches the captures up to the one at `index`, with which the text before `end` is to end.
        func match(_ index: Int, endingAt end: Int) -> Bool {
            let first = segment.leading.count
            guard end > first else { return false }
            let capture = segment.captures[index]
            guard index > 0 else {
                ranges[0] = first..<end
                return capture.allows(text[first..<end], ignoresCase: ignoresCase)
            }
            let literal = segment.literals[index]
            let row = index * text.count
            func begins(at start: Int) -> Bool {
                guard start > first, !tried[row + start] else { return false }
                tried[row + start] = true
                let place = start - literal.count
                guard place > first, text.has(literal, at: place, ignoresCase: ignoresCase),
                    !text.isInsideEscape(place), match(index - 1, endingAt: place)
                else { return false }
                ranges[index] = start..<end
                return true
            }
            func begins(where isAllowed: (UInt8) -> Bool) -> Bool {
                var start = end - 1
                while start > first, isAllowed(text[start]), !tried[row + start] {
                    if begins(at: start) { return true }
                    start -= 1
                }
                return false
            }
            switch capture.constraint.form {
            case .any: return begins { _ in true }
            case .bytes(let allowed): return begins(where: allowed.contains)
            case .groups(let groups):
                let start = end - groups.length
                return start > first && text.has(groups, at: start) && begins(at: start)
            case .words:
                return capture.wordLengths.contains { length in
                    end - length > first
                        && capture.hasWord(text[(end - length)..<end], ignoresCase: ignoresCase)
                        && begins(at: end - length)
                }
            }
        }
    }
}

extension MixedSegment.Capture {
    /// Whether the capture can have the given text, which is not empty.
    fileprivate func allows(_ text: ByteView, ignoresCase: Bool) -> Bool {
        switch constraint.form {
        case .any: true
        case .bytes(let allowed): text.contains(only: allowed)
        case .groups(let groups): text.count == groups.length && text.has(groups, at: 0)
        case .words: hasWord(text, ignoresCase: ignoresCase)
        }
    }

    /// Whether a text is one of the words.
    fileprivate func hasWord(_ text: ByteView, ignoresCase: Bool) -> Bool {
        let index = words.firstSortedIndex {
            text.order(after: $0, ignoresCase: ignoresCase) <= 0
        }
        return index < words.count
            && text.order(after: words[index], ignoresCase: ignoresCase) == 0
    }
}

extension Array {
    /// The first index whose element fits, in an array in which all elements behind one that fits do so, too; the end if
    /// there is none.
    func firstSortedIndex(where fits: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension ByteView {
    /// Whether `offset` lies between the percent sign and the last digit of an escape.
    func isInsideEscape(_ offset: Int) -> Bool {
        offset < count
            && (offset >= 1 && self[offset - 1] == CanonicalPath.percent
                || offset >= 2 && self[offset - 2] == CanonicalPath.percent)
    }

    /// Whether a stored text, which is in lower case if that does not count, occurs at `offset`.
    func has(_ literal: [UInt8], at offset: Int, ignoresCase: Bool) -> Bool {
        literal.count <= count - offset
            && self[offset..<(offset + literal.count)].order(
                after: literal,
                ignoresCase: ignoresCase
            ) == 0
    }

    /// More than 0 if this text comes after a stored one in the order of bytes, less if before it, and 0 if they are the
    /// same; the stored one is in lower case if that does not count.
    func order(after stored: [UInt8], ignoresCase: Bool) -> Int {
        for offset in 0..<Swift.min(count, stored.count) {
            let byte = ignoresCase ? ByteSet.lowercased(self[offset]) : self[offset]
            if byte != stored[offset] { return Int(byte) - Int(stored[offset]) }
        }
        return count - stored.count
    }
}
