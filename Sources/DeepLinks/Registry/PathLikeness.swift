package import PathMatching

/// How similar a path that is not registered is to registered ones.
///
/// The two are aligned segment by segment. Each byte of text in common counts for a pattern, and each mistake counts against it as much
/// as three such bytes: a letter too many, missing, replaced or swapped with its neighbour, a segment too
/// many, a segment missing, two segments swapped. Captures take any segment. ASCII case does not count.
package struct PathLikeness {
    static let mistake = 3
    /// A missing literal segment is a little worse than an additional segment, which may be an identifier.
    static let missingLiteral = 4

    /// The path in lower case.
    let path: [UInt8]
    /// Its segments.
    let segments: [[UInt8]]
    /// How many bytes the segments have in total.
    let textCount: Int

    /// Reads a path, which may be any text.
    package init(to path: String) {
        // If it is a link, it is read as one; otherwise it is split at its slashes.
        let text = (try? DeepLink(ignoringHostOf: path))?.path ?? path
        self.path = text.utf8.map(ByteSet.lowercased)
        segments = self.path.split(separator: UInt8(ascii: "/")).map(Array.init)
        textCount = segments.reduce(0) { $0 + $1.count }
    }

    /// The mistakes minus the text in common, so that the lowest is the nearest; nil if the pattern is not near at all.
    func distance(to pattern: PathPattern) -> Int? {
        let parts = pattern.segments.map { segment in
            Part(
                kind: segment.kind,
                text: pattern.text[segment.text].map(ByteSet.lowercased)
            )
        }
        let literalCount = parts.reduce(0) { $0 + $1.literalCount }
        let text = pattern.text.map(ByteSet.lowercased)
        // Without literal text there is nothing that could have been misspelled.
        guard literalCount > 0 else { return text == path ? 0 : nil }
        var distance = alignedDistance(to: parts, literalCount)
        if literalCount == parts.reduce(0, { $0 + $1.text.count }) {
            distance = min(distance, Self.distance(path, text, in: max(textCount, literalCount)))
        }
        return distance <= 0 ? distance : nil
    }

    /// The patterns that are near enough to be meant, the nearest first; equally near ones keep their order.
    package func nearest(of patterns: [PathPattern]) -> [PathPattern] {
        let near = patterns.compactMap { pattern in
            distance(to: pattern).map { (pattern: pattern, distance: $0) }
        }
        return near.inOrder { $0.distance < $1.distance }.map(\.pattern)
    }

    private struct Part {
        let kind: PatternSegment.Kind
        let text: [UInt8]

        var literalCount: Int { kind == .literal ? text.count : 0 }
    }

    /// The smallest distance of all alignments of the path's segments with the pattern's.
    private func alignedDistance(to parts: [Part], _ literalCount: Int) -> Int {
        let endsInCatchAll = parts.last?.kind == .catchAll
        // Segments beyond this limit are not compared, so the work depends on the pattern's length alone.
        let limit = parts.count + literalCount
        guard endsInCatchAll || segments.count <= limit else { return .max }
        let segments = self.segments.prefix(limit)

        // rows[i][j]: the first `i` segments of the path against the first `j` of the pattern.
        var rows: [[Int]] = []
        for i in 0...segments.count {
            var row: [Int] = []
            for j in 0...parts.count {
                guard i > 0 || j > 0 else {
                    row.append(0)
                    continue
                }
                var best = Int.max
                if i > 0 {
                    let takesMore = j == parts.count && endsInCatchAll && i > 1
                    best = min(best, rows[i - 1][j] + (takesMore ? 0 : Self.mistake))
                }
                if j > 0 {
                    let part = parts[j - 1]
                    let isLiteral = part.kind == .literal
                    best = min(best, row[j - 1] + (isLiteral ? Self.missingLiteral : Self.mistake))
                    if i > 0 {
                        let (own, other) = (segments[i - 1], part.text)
                        let count = max(own.count, other.count)
                        let change = isLiteral ? Self.distance(own, other, in: count) : 0
                        best = min(best, rows[i - 1][j - 1] + change)
                    }
                }
                if i > 1, j > 1, Self.areSwapped(segments[i - 2...i - 1], parts[j - 2...j - 1]) {
                    let text = segments[i - 2].count + segments[i - 1].count
                    best = min(best, rows[i - 2][j - 2] + Self.mistake - text)
                }
                row.append(best)
            }
            rows.append(row)
        }
        return rows[segments.count][parts.count]
    }

    private static func areSwapped(
        _ segments: ArraySlice<[UInt8]>,
        _ parts: ArraySlice<Part>
    ) -> Bool {
        parts.allSatisfy { $0.kind == .literal }
            && zip(segments, parts.reversed()).allSatisfy { $0 == $1.text }
    }

    /// The mistakes in a text minus the `count` bytes that it could have in common with another.
    static func distance(_ text: [UInt8], _ other: [UInt8], in count: Int) -> Int {
        // Texts of very different lengths are not compared byte by byte.
        let difference = abs(text.count - other.count)
        let mistakes = difference * mistake > count ? count : editDistance(text, other)
        return mistakes * mistake - count
    }
}

extension DeepLinkHandler {
    /// The registered paths that are spelled most like a path: suggestions for a path that is not registered.
    ///
    /// Letters and segments may differ, be missing or be swapped; captures take any segment. Paths that have little in
    /// common with the given one are left out.
    ///
    /// - Parameters:
    ///   - path: The path, or a link that has it.
    ///   - limit: How many paths to give at most.
    /// - Returns: The paths as in ``paths``, the nearest first, equally near ones sorted.
    /// - Complexity: O(*n*) in the number of paths; this is for messages, not for every link.
    public func nearestPaths(to path: String, limit: Int = 3) -> [String] {
        guard limit > 0 else { return [] }
        return PathLikeness(to: path).nearest(of: trie.patterns).prefix(limit).map(\.description)
    }
}
