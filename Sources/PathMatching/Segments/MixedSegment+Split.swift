extension MixedSegment {
    /// The ranges of the captures of a whole segment of a path; `nil` if it does not match.
    func captures(of text: ByteView, ignoresCase: Bool) -> [Range<Int>]? {
        let end = text.count - trailing.count
        guard leading.count < end, text.has(leading, at: 0, ignoresCase: ignoresCase),
            text.has(trailing, at: end, ignoresCase: ignoresCase)
        else { return nil }
        return Scratch.with(count: captures.count) { ranges in
            split(text, ignoresCase: ignoresCase, to: ranges)
                ? captures.indices.map { ranges[$0] } : nil
        }
    }

    /// Matches a whole segment of a path and writes its captures' ranges.
    ///
    /// Captures are split from the right: each takes the shortest text that its constraint allows and with which everything
    /// to its left can still match.
    ///
    /// The time is proportional to the text's length times the number of captures; for a list of words, also times the
    /// number of different word lengths.
    ///
    /// - Parameters:
    ///   - text: The segment's bytes, which begin with `leading`, end with `trailing` and are longer than both together.
    ///   - ignoresCase: Whether ASCII case is ignored in literal text; if so, it is stored in lower case.
    ///   - ranges: Receives the ranges in order; if the text does not match, its contents have no meaning.
    /// - Returns: Whether the text matches.
    func split(
        _ text: ByteView,
        ignoresCase: Bool,
        to ranges: Scratch<Range<Int>>
    ) -> Bool {
        let end = text.count - trailing.count
        guard !text.isInsideEscape(end) else { return false }
        // The starts already tried for each capture but the first: from there, the text to the left does not match, wherever
        // the capture ends. So no start is tried twice.
        return Scratch.with(repeating: false, count: (captures.count - 1) * text.count) { tried in
            let first = leading.count
            var index = captures.count - 1
            // A capture's range starts empty and grows to the left until everything to its left matches.
            ranges[index] = end..<end
            while index > 0 {
                let end = ranges[index].upperBound
                let row = (index - 1) * text.count
                let next = captures[index].nextStart(
                    before: ranges[index].lowerBound,
                    endingAt: end,
                    in: text
                ) { tried[row + $0] }
                guard let next, next > first else {
                    index += 1
                    if index == captures.count { return false }
                    continue
                }
                ranges[index] = next..<end
                tried[row + next] = true
                let literal = literals[index]
                let place = next - literal.count
                guard place > first, text.has(literal, at: place, ignoresCase: ignoresCase),
                    !text.isInsideEscape(place)
                else { continue }
                index -= 1
                ranges[index] = place..<place
                if index == 0, !captures[0].allows(text[first..<place]) {
                    index = 1
                }
            }
            let range = first..<ranges[0].upperBound
            ranges[0] = range
            return captures.count > 1 || captures[0].allows(text[range])
        }
    }
}

extension MixedSegment.Capture {
    /// The next start to try for the capture, to the left of `start`.
    ///
    /// - Parameters:
    ///   - start: The start that was tried last, or `end` if none was.
    ///   - end: The end of the capture.
    ///   - text: The segment's text.
    ///   - isTried: Whether a start was tried already, with any end.
    /// - Returns: The start, or nil if none is left.
    fileprivate func nextStart(
        before start: Int,
        endingAt end: Int,
        in text: ByteView,
        isTried: (Int) -> Bool
    ) -> Int? {
        switch constraint.form {
        case .any:
            // If a start was tried, all starts to its left were too.
            return start > 0 && !isTried(start - 1) ? start - 1 : nil
        case .bytes(let allowed):
            return start > 0 && allowed.contains(text[start - 1]) && !isTried(start - 1)
                ? start - 1 : nil
        case .groups(let groups):
            let place = end - groups.length
            return start == end && place >= 0 && text.has(groups, at: place) && !isTried(place)
                ? place : nil
        case .words:
            let length = wordLengths.first { length in
                length > end - start && length <= end && !isTried(end - length)
                    && hasWord(text[(end - length)..<end])
            }
            return length.map { end - $0 }
        }
    }

    /// Whether the constraint allows the given text, which is not empty.
    fileprivate func allows(_ text: ByteView) -> Bool {
        constraint.allows(text) && (constraint != .words || hasWord(text))
    }

    /// Whether a text is one of the words.
    fileprivate func hasWord(_ text: ByteView) -> Bool {
        let index = words.firstSortedIndex { text.order(after: $0, ignoresCase: false) <= 0 }
        return index < words.count && text.order(after: words[index], ignoresCase: false) == 0
    }
}

extension Array {
    /// The first index whose element fits, or the end if none does; all elements after one that fits must fit too.
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

    /// Whether a stored text, in lower case if case is ignored, occurs at `offset`.
    func has(_ literal: [UInt8], at offset: Int, ignoresCase: Bool) -> Bool {
        literal.count <= count - offset
            && self[offset..<(offset + literal.count)].order(
                after: literal,
                ignoresCase: ignoresCase
            ) == 0
    }

    /// Compares this text with a stored one, which is in lower case if case is ignored: the result is positive if this text
    /// comes after it in byte order, negative if before, and 0 if both are equal.
    func order(after stored: [UInt8], ignoresCase: Bool) -> Int {
        for offset in 0..<Swift.min(count, stored.count) {
            let byte = ignoresCase ? ByteSet.lowercased(self[offset]) : self[offset]
            if byte != stored[offset] { return Int(byte) - Int(stored[offset]) }
        }
        return count - stored.count
    }
}
