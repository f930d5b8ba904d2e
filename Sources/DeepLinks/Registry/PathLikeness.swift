package import PathMatching

/// How similar patterns are to paths that they do not match.
///
/// A path and a pattern are aligned segment by segment. Each byte of text in common counts for the pattern, and each mistake counts
/// against it as much as three such bytes: a letter too many, missing, replaced or swapped with its neighbour, a segment too
/// many, a segment missing. Captures take any segment. ASCII case does not count.
///
/// Thousands of paths may be compared with thousands of patterns. So the letters of the patterns' words are compared first, and only a
/// pattern that may be one of the nearest is aligned.
package struct PathLikeness: Sendable {
    private static let mistake = 3
    /// A missing literal segment is a little worse than an additional segment, which may be an identifier.
    private static let missingLiteral = 4

    private var patterns: [Pattern] = []

    /// The literal segments of the patterns, each once.
    private var words: [Text] = []

    /// How many segments of a path are compared at most.
    private var segmentLimit = 0

    /// Prepares patterns.
    package init(to patterns: [PathPattern]) {
        var numbers: [[UInt8]: Int] = [:]
        for pattern in patterns {
            let parts = pattern.segments.map { segment -> Int? in
                guard segment.kind == .literal else { return nil }
                let word = Text(pattern.text[segment.text])
                let number = numbers[word.bytes] ?? words.count
                if number == words.count {
                    numbers[word.bytes] = number
                    words.append(word)
                }
                return number
            }
            let endsInCatchAll = pattern.segments.last?.kind == .catchAll
            self.patterns.append(Pattern(parts, endsInCatchAll, words))
        }
        segmentLimit = self.patterns.reduce(0) { max($0, $1.segmentLimit) }
    }

    /// The patterns that are near enough to be meant.
    ///
    /// - Parameters:
    ///   - path: The path, which may be any text.
    ///   - count: How many of the nearest to find; those that are as near as the last of them are found, too.
    ///   - aligned: The number of patterns that were aligned is added to it.
    /// - Returns: The numbers of the patterns in their order, each with its mistakes minus the text in common, so that the lowest is the
    ///   nearest.
    func nearest(
        to path: String,
        _ count: Int,
        aligned: inout Int
    ) -> [(number: Int, distance: Int)] {
        guard count > 0 else { return [] }
        let segments = Self.segments(of: path)
        var words = Words(words, segments.prefix(segmentLimit))
        var near: [(number: Int, distance: Int)] = []
        // The lowest distances, at most `count`.
        var lowest: [Int] = []
        for (number, pattern) in patterns.enumerated() {
            let limit = lowest.count < count ? 0 : lowest[count - 1]
            guard words.leastDistance(to: pattern) <= limit else { continue }
            words.compare(with: pattern)
            guard words.leastDistance(to: pattern) <= limit else { continue }
            aligned += 1
            let distance = words.alignedDistance(ofAll: segments.count, to: pattern)
            guard distance <= limit else { continue }
            near.append((number, distance))
            lowest.insert(distance, at: lowest.firstIndex { $0 > distance } ?? lowest.count)
            if lowest.count > count { lowest.removeLast() }
        }
        return near.filter { $0.distance <= lowest.last ?? 0 }
    }

    /// The numbers of the patterns that are near enough to be meant, the nearest first; equally near ones keep their order.
    package func nearest(to path: String, limit: Int) -> [Int] {
        var aligned = 0
        return nearest(to: path, limit, aligned: &aligned)
            .inOrder { $0.distance < $1.distance }.prefix(max(limit, 0)).map(\.number)
    }
}

// MARK: - Texts

extension PathLikeness {
    /// A text in lower case.
    private struct Text {
        let bytes: [UInt8]

        /// Which bytes it has once and twice: a bit for each, which a few bytes share.
        private let letters: UInt64

        init(_ text: some Sequence<UInt8>) {
            bytes = text.map(ByteSet.lowercased)
            letters = bytes.reduce(0) { letters, byte in
                let bit: UInt64 = 1 << UInt64(byte & 31)
                return letters | (letters & bit == 0 ? bit : bit << 32)
            }
        }

        /// What it adds to a distance if the text stands for another: the mistakes minus the bytes of the longer one, at most `limit`.
        func change(to other: Text, limit: Int) -> Int {
            let least = leastChange(to: other)
            guard isNearLength(of: other), least < limit else { return min(limit, least) }
            let count = max(bytes.count, other.bytes.count)
            let edits = editDistance(bytes, other.bytes, limit: (limit + count) / mistake)
            return min(limit, edits * mistake - count)
        }

        /// A number that is quickly found, and at most the change.
        func leastChange(to other: Text) -> Int {
            let count = max(bytes.count, other.bytes.count)
            guard isNearLength(of: other) else { return count * mistake - count }
            // An edit adds one byte at most, and removes one.
            let missing = max(
                (letters & ~other.letters).nonzeroBitCount,
                (other.letters & ~letters).nonzeroBitCount
            )
            return max(missing, abs(bytes.count - other.bytes.count)) * mistake - count
        }

        /// Texts of very different lengths are not compared byte by byte.
        private func isNearLength(of other: Text) -> Bool {
            abs(bytes.count - other.bytes.count) * mistake <= max(bytes.count, other.bytes.count)
        }
    }

    /// The segments of a path; if it is a link, it is read as one.
    private static func segments(of path: String) -> [Text] {
        let path = (try? DeepLink(ignoringHostOf: path))?.path ?? path
        return path.utf8.split(separator: UInt8(ascii: "/")).map { Text($0) }
    }

    private struct Pattern {
        /// The literal segments by their numbers in ``PathLikeness/words``, and nil for the others.
        let parts: [Int?]
        let endsInCatchAll: Bool

        /// The numbers of its literal segments, and how many bytes they have in total.
        let words: [Int]
        let length: Int

        init(_ parts: [Int?], _ endsInCatchAll: Bool, _ words: [Text]) {
            self.parts = parts
            self.endsInCatchAll = endsInCatchAll
            self.words = parts.compactMap(\.self)
            length = self.words.reduce(0) { $0 + words[$1].bytes.count }
        }

        /// Segments beyond this limit are not compared, so the work depends on the pattern's length alone.
        var segmentLimit: Int { parts.count + length }
    }
}

// MARK: - Segments

extension PathLikeness {
    /// The words of the patterns, compared with the segments of a path.
    private struct Words {
        private let words: [Text]
        private let segments: ArraySlice<Text>

        /// The lowest that each word can add to a distance.
        private var leasts: [Int]

        /// What it adds to a distance if a word stands for a segment, by word and segment; empty for words that were not compared.
        ///
        /// It is at most what it adds if the word is missing and the segment is one too many.
        private var changes: [[Int]]

        private static let mostChange = mistake + missingLiteral

        init(_ words: [Text], _ segments: ArraySlice<Text>) {
            self.words = words
            self.segments = segments
            changes = Array(repeating: [], count: words.count)
            leasts = words.map { word in
                segments.reduce(missingLiteral) { min($0, $1.leastChange(to: word)) }
            }
        }

        /// Compares a pattern's words with the segments, which gives better bounds.
        mutating func compare(with pattern: Pattern) {
            for number in pattern.words where changes[number].isEmpty {
                changes[number] = segments.map {
                    $0.change(to: words[number], limit: Self.mostChange)
                }
                leasts[number] = min(missingLiteral, changes[number].min() ?? missingLiteral)
            }
        }

        /// A number that is at most the distance of all alignments.
        func leastDistance(to pattern: Pattern) -> Int {
            // Without literal text there is nothing that could have been misspelled.
            pattern.length == 0 ? .max : pattern.words.reduce(0) { $0 + leasts[$1] }
        }

        /// The smallest distance of all alignments of the path's segments with the pattern's.
        func alignedDistance(ofAll segmentCount: Int, to pattern: Pattern) -> Int {
            let (parts, endsInCatchAll) = (pattern.parts, pattern.endsInCatchAll)
            guard endsInCatchAll || segmentCount <= pattern.segmentLimit else { return .max }
            let count = min(segmentCount, pattern.segmentLimit)
            // distances[i * width + j]: the first `i` segments of the path against the first `j` of the pattern.
            let width = parts.count + 1
            var distances = Array(repeating: 0, count: (count + 1) * width)
            for i in 0...count {
                for j in 0...parts.count where i > 0 || j > 0 {
                    let place = i * width + j
                    var best = Int.max
                    if i > 0 {
                        let takesMore = j == parts.count && endsInCatchAll && i > 1
                        best = distances[place - width] + (takesMore ? 0 : mistake)
                    }
                    if j > 0 {
                        let word = parts[j - 1]
                        let missing = word == nil ? mistake : missingLiteral
                        best = min(best, distances[place - 1] + missing)
                        if i > 0 {
                            let change = word.map { changes[$0][i - 1] } ?? 0
                            best = min(best, distances[place - width - 1] + change)
                        }
                    }
                    distances[place] = best
                }
            }
            return distances[distances.count - 1]
        }
    }
}

extension DeepLinkHandler {
    /// The registered paths that are spelled most like a path: suggestions for a path that is not registered.
    ///
    /// Letters and segments may differ, be missing or be swapped; captures take any segment. Paths that have little in
    /// common with the given one are left out. The nearest come first, and equally near ones are sorted.
    ///
    /// - Complexity: O(*n*) in the number of paths; this is for messages, not for every link.
    public func nearestPaths(to path: String, limit: Int = 3) -> [String] {
        let patterns = trie.patterns
        return PathLikeness(to: patterns).nearest(to: path, limit: limit).map {
            patterns[$0].description
        }
    }
}
