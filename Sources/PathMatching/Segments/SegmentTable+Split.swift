extension SegmentTable {
    /// Matches a whole segment of a path and writes its captures' ranges.
    ///
    /// Captures are split from the right: each takes the shortest text, that its constraint allows, with which everything to
    /// its left can still match. Mostly that is the shortest text behind which the literal fits. Where that leads nowhere
    /// further left, ``SegmentSplitter`` finds out which starts do.
    ///
    /// The time it takes is proportional to the text's length times the number of captures. That of a list is added once
    /// for each, or its logarithm for each place where one of its words could stand.
    ///
    /// - Parameters:
    ///   - text: The segment's bytes.
    ///   - segment: The stored segment.
    ///   - ranges: Receives the ranges in order; when the text does not match, nothing of what was written counts.
    /// - Returns: Whether the text matches.
    func split(
        _ text: ByteView,
        as segment: Segment,
        to ranges: ScratchWords
    ) -> Bool {
        let last = Int(segment.captureCount) &- 1
        let leading = literal(of: part(0, of: segment))
        let trailing = literal(of: part(last &+ 1, of: segment))
        var end = text.count &- trailing.count
        guard end > leading.count, has(leading, in: text, at: 0), has(trailing, in: text, at: end),
            !text.isInsideEscape(end)
        else { return false }
        var index = last
        while index > 0 {
            let part = part(index, of: segment)
            guard let start = lastStart(of: part, in: text, from: leading.count &+ 1, to: end)
            else {
                // Nothing can be chosen otherwise to the right of the last one.
                return index != last && splitThoroughly(text, as: segment, to: ranges)
            }
            ranges[index] = PathCaptures.word(start, end)
            end = start &- Int(part.literalLength)
            index &-= 1
        }
        guard allows(text, leading.count..<end, part(0, of: segment)) else {
            return last > 0 && splitThoroughly(text, as: segment, to: ranges)
        }
        ranges[0] = PathCaptures.word(leading.count, end)
        return true
    }

    /// The last place from which a capture can go to `end`, with its literal before it.
    ///
    /// - Parameters:
    ///   - part: The capture and its literal.
    ///   - text: The segment's bytes.
    ///   - lowest: The first place where its literal may begin.
    ///   - end: Where it ends.
    /// - Returns: The place.
    private func lastStart(
        of part: Part,
        in text: ByteView,
        from lowest: Int,
        to end: Int
    ) -> Int? {
        let literal = literal(of: part)
        let lowest = lowest &+ literal.count
        return lastStart(of: part, in: text, from: lowest, to: end) { start in
            let place = start &- literal.count
            return has(literal, in: text, at: place) && !text.isInsideEscape(place)
        }
    }

    /// The last place, of those that `isStart` says yes to, from which a capture can go to `end`.
    fileprivate func lastStart(
        of part: Part,
        in text: ByteView,
        from lowest: Int,
        to end: Int,
        where isStart: (Int) -> Bool
    ) -> Int? {
        switch part.constraint.form {
        case .groups(let groups):
            let start = end &- groups.length
            return start >= lowest && text.has(groups, at: start) && isStart(start) ? start : nil
        case .words:
            var last: Int?
            for index in 0..<Int(part.wordCount) {
                let word = word(index, of: part).text
                let start = end &- word.count
                if start >= lowest, start > last ?? -1, has(word, in: text, at: start),
                    isStart(start)
                {
                    last = start
                }
            }
            return last
        case .bytes(let allowed):
            var start = end &- 1
            while start >= lowest, allowed.contains(text[start]) {
                if isStart(start) { return start }
                start &-= 1
            }
            return nil
        case .any:
            return (lowest..<max(lowest, end)).last(where: isStart)
        }
    }

    /// Whether a capture can have the bytes in `range`, which is not empty.
    private func allows(_ text: ByteView, _ range: Range<Int>, _ part: Part) -> Bool {
        switch part.constraint.form {
        case .any: return true
        case .bytes(let allowed): return text[range].contains(only: allowed)
        case .groups(let groups):
            return range.count == groups.length && text.has(groups, at: range.lowerBound)
        case .words:
            var isWord = false
            forEachWord(of: part, in: text, at: range.lowerBound) {
                isWord = isWord || $0 == range.count
            }
            return isWord
        }
    }

    /// Calls `body` with the length of each word of a list that stands in the text at `start`.
    ///
    /// In a sorted list, all words that a text begins with are among the last one that is not greater than the text, the
    /// longest that this one begins with, and so on.
    fileprivate func forEachWord(
        of part: Part,
        in text: ByteView,
        at start: Int,
        _ body: (Int) -> Void
    ) {
        var (low, high) = (0, Int(part.wordCount))
        while low < high {
            let middle = (low &+ high) &>> 1
            if isGreater(word(middle, of: part).text, than: text, from: start) {
                high = middle
            } else {
                low = middle &+ 1
            }
        }
        var index = low &- 1
        var isFound = false
        while index >= 0 {
            let (word, prefix) = word(index, of: part)
            isFound = isFound || has(word, in: text, at: start)
            if isFound { body(word.count) }
            index = prefix
        }
    }

    /// Whether a word comes after the text from `start` on, in the order of bytes.
    private func isGreater(_ word: ByteView, than text: ByteView, from start: Int) -> Bool {
        for offset in 0..<min(word.count, text.count &- start) {
            let byte = text[start &+ offset]
            let other = ignoresCase ? ByteSet.lowercased(byte) : byte
            if word[offset] != other { return word[offset] > other }
        }
        return word.count > text.count &- start
    }

    /// Whether a stored text occurs at `offset`, in either ASCII case if that does not count.
    fileprivate func has(_ literal: ByteView, in text: ByteView, at offset: Int) -> Bool {
        // Most are of one byte, or none at all.
        guard literal.count > 0 else { return true }
        guard !ignoresCase else { return text.hasBytes(lowercased: literal, at: offset) }
        return literal.count <= text.count &- offset && text[offset] == literal[0]
            && (literal.count == 1 || text.hasBytes(literal, at: offset))
    }

    @inline(never)
    private func splitThoroughly(
        _ text: ByteView,
        as segment: Segment,
        to ranges: ScratchWords
    ) -> Bool {
        let wordsPerCapture = (text.count &+ 63) &>> 6
        return ScratchWords.with(count: Int(segment.captureCount) &* wordsPerCapture) { scratch in
            let starts = CaptureStarts(words: scratch, wordsPerCapture: wordsPerCapture)
            return findStarts(starts, in: text, segment)
                && choose(starts, in: text, segment, to: ranges)
        }
    }
}

extension ByteView {
    /// Whether `offset` lies between the percent sign and the last digit of an escape.
    func isInsideEscape(_ offset: Int) -> Bool {
        offset < count
            && (offset >= 1 && self[offset &- 1] == CanonicalPath.percent
                || offset >= 2 && self[offset &- 2] == CanonicalPath.percent)
    }

    /// Whether text that is in lower case occurs at `offset` in either ASCII case.
    func hasBytes(lowercased other: ByteView, at offset: Int) -> Bool {
        guard other.count <= count - offset else { return false }
        return (0..<other.count).allSatisfy {
            ByteSet.lowercased(self[offset + $0]) == other[$0]
        }
    }
}

/// Where each capture of a segment can start: a bit for each place.
private struct CaptureStarts {
    let words: ScratchWords
    let wordsPerCapture: Int

    func contains(_ place: Int, of capture: Int) -> Bool {
        words[capture &* wordsPerCapture &+ place &>> 6] &>> UInt64(place & 63) & 1 == 1
    }

    func insert(_ place: Int, of capture: Int) {
        words[capture &* wordsPerCapture &+ place &>> 6] |= 1 &<< UInt64(place & 63)
    }

    /// Leaves no start of any of `count` captures.
    func clear(_ count: Int) {
        for index in 0..<(count &* wordsPerCapture) { words[index] = 0 }
    }
}

// Two passes over a segment with several captures: the first one, from the left, notes where each capture can start; the
// second, from the right, chooses among those and so never goes back.
extension SegmentTable {
    /// Notes where each capture can start with all before it matching.
    ///
    /// - Returns: Whether the last one can end where the trailing text begins.
    private func findStarts(
        _ starts: CaptureStarts,
        in text: ByteView,
        _ segment: Segment
    ) -> Bool {
        let count = Int(segment.captureCount)
        starts.clear(count)
        starts.insert(Int(part(0, of: segment).literalLength), of: 0)
        for index in 0..<count {
            let next = literal(of: part(index &+ 1, of: segment))
            let isLast = index == count &- 1
            var isFound = false
            forEachEnd(of: index, segment, starts, in: text) { end in
                guard has(next, in: text, at: end), !text.isInsideEscape(end) else { return }
                let start = end &+ next.count
                if isLast {
                    isFound = isFound || start == text.count
                } else if start < text.count {
                    starts.insert(start, of: index &+ 1)
                    isFound = true
                }
            }
            guard isFound else { return false }
        }
        return true
    }

    /// Calls `body` with each place where a capture can end, having started at one of its starts.
    private func forEachEnd(
        of index: Int,
        _ segment: Segment,
        _ starts: CaptureStarts,
        in text: ByteView,
        _ body: (Int) -> Void
    ) {
        let part = part(index, of: segment)
        func forEachEnd(where isAllowed: (UInt8) -> Bool) {
            var isOpen = false
            for place in 0..<text.count {
                isOpen = (isOpen || starts.contains(place, of: index)) && isAllowed(text[place])
                if isOpen { body(place &+ 1) }
            }
        }
        switch part.constraint.form {
        case .groups(let groups):
            for start in 0..<text.count
            where starts.contains(start, of: index) && text.has(groups, at: start) {
                body(start &+ groups.length)
            }
        case .words:
            for start in 0..<text.count where starts.contains(start, of: index) {
                forEachWord(of: part, in: text, at: start) { body(start &+ $0) }
            }
        case .bytes(let allowed): forEachEnd(where: allowed.contains)
        case .any: forEachEnd { _ in true }
        }
    }

    /// Chooses, from the right, the shortest text for each capture.
    private func choose(
        _ starts: CaptureStarts,
        in text: ByteView,
        _ segment: Segment,
        to ranges: ScratchWords
    ) -> Bool {
        let count = Int(segment.captureCount)
        var end = text.count &- Int(part(count, of: segment).literalLength)
        for index in (0..<count).reversed() {
            let part = part(index, of: segment)
            let start = lastStart(of: part, in: text, from: 0, to: end) {
                starts.contains($0, of: index)
            }
            guard let start else {
                assertionFailure("A start that was noted cannot be reached")
                return false
            }
            ranges[index] = PathCaptures.word(start, end)
            end = start &- Int(part.literalLength)
        }
        return true
    }
}
