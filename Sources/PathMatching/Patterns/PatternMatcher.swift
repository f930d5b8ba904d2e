/// Matches paths with a single pattern, where a trie would have nothing to choose from.
///
/// It is a class because its programs are not copied; nothing changes after the initializer, so it can be shared.
package final class PatternMatcher: @unchecked Sendable {
    private enum Segment {
        case literal([UInt8])
        case mixed(SegmentPrograms.Program)
        case plain
    }

    /// A catch-all with the segments up to the next one.
    private struct Part {
        let isOptional: Bool
        var segments: [Segment] = []
    }

    /// The segments before the first catch-all.
    private var head: [Segment] = []
    private var parts: [Part] = []
    private var programs: SegmentPrograms
    private let ignoresCase: Bool

    /// Creates the matcher of a pattern.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - ignoresCase: Whether literal text matches in either ASCII case.
    package init(_ pattern: PathPattern, ignoresCase: Bool = false) {
        self.ignoresCase = ignoresCase
        programs = SegmentPrograms(ignoresCase: ignoresCase)
        for segment in pattern.segments {
            let own: Segment
            switch segment.kind {
            case .catchAll:
                parts.append(Part(isOptional: segment.isOptional))
                continue
            case .plain: own = .plain
            case .literal, .mixed:
                let mixed = MixedSegment(segment, of: pattern, ignoresCase: ignoresCase)
                own = segment.kind == .mixed ? .mixed(programs.add(mixed)) : .literal(mixed.leading)
            }
            if parts.isEmpty {
                head.append(own)
            } else {
                parts[parts.count - 1].segments.append(own)
            }
        }
    }

    /// The captures of a path, as a trie with only this pattern finds them.
    ///
    /// Each catch-all takes as few segments as it can: those after it begin at the first place that they fit. A later place would
    /// only leave less for the rest, so no choice is taken back.
    ///
    /// - Parameter path: A canonical path.
    /// - Returns: The ranges from left to right, empty for a catch-all that is absent; `nil` if the path does not match.
    package func captures(in path: ByteView) -> [Range<Int>]? {
        var segments: [Range<Int>] = []
        path.forEachSegment(in: 1..<path.count) { segments.append($0) }
        guard segments.count >= head.count, parts.count > 0 || segments.count == head.count,
            var captures = captures(of: head, in: segments[...], path)
        else { return nil }
        var start = head.count
        for (number, part) in parts.enumerated() {
            let first = start + (part.isOptional ? 0 : 1)
            let last = segments.count - part.segments.count
            guard first <= last else { return nil }
            var end = number == parts.count - 1 ? last : first
            var found = self.captures(of: part.segments, in: segments[end...], path)
            while found == nil, end < last {
                end += 1
                found = self.captures(of: part.segments, in: segments[end...], path)
            }
            guard let found else { return nil }
            captures.append(
                end == start ? 0..<0 : segments[start].lowerBound..<segments[end - 1].upperBound
            )
            captures += found
            start = end + part.segments.count
        }
        return captures
    }

    /// The captures of a path's next segments, of which there are enough; `nil` if they do not fit.
    private func captures(
        of segments: [Segment],
        in ranges: ArraySlice<Range<Int>>,
        _ path: ByteView
    ) -> [Range<Int>]? {
        var captures: [Range<Int>] = []
        for (segment, range) in zip(segments, ranges) {
            let text = path[range]
            switch segment {
            case .literal(let literal):
                guard text.isSame(as: literal, ignoresCase: ignoresCase) else { return nil }
            case .plain: captures.append(range)
            case .mixed(let program):
                guard let found = programs.view.captures(of: text, program) else { return nil }
                captures += found.map {
                    (range.lowerBound + $0.lowerBound)..<(range.lowerBound + $0.upperBound)
                }
            }
        }
        return captures
    }
}

extension PathPattern {
    /// The captures of a path.
    ///
    /// - Parameters:
    ///   - path: A canonical path.
    ///   - ignoresCase: Whether literal text matches in either ASCII case.
    /// - Returns: The ranges from left to right, empty for a catch-all that is absent; `nil` if the path does not match.
    package func captures(in path: ByteView, ignoresCase: Bool = false) -> [Range<Int>]? {
        PatternMatcher(self, ignoresCase: ignoresCase).captures(in: path)
    }

    /// Whether one of the segments fits a canonical text.
    package func segment(_ number: Int, fits text: String, ignoresCase: Bool = false) -> Bool {
        let segment = segments[number]
        let mixed = MixedSegment(segment, of: self, ignoresCase: ignoresCase)
        return withBytes(of: text) { text in
            switch segment.kind {
            case .literal: text.isSame(as: mixed.leading, ignoresCase: ignoresCase)
            case .mixed: mixed.fits(text, ignoresCase: ignoresCase)
            case .plain, .catchAll: text.count > 0
            }
        }
    }

    /// Whether a path, canonical or not, matches.
    package func matches(_ path: String, ignoresCase: Bool = false) -> Bool {
        guard let canonical = withBytes(of: path, { try? CanonicalPath.canonical($0) }) else {
            return false
        }
        return withBytes(of: canonical) { captures(in: $0, ignoresCase: ignoresCase) != nil }
    }
}
