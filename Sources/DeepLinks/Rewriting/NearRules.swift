import PathMatching

/// The rules of a source, prepared to find those that many paths nearly fit.
///
/// Nearest are those that the path is a misspelling of, see ``PathLikeness``; then those that have the most segments at the
/// start in common with it; then those declared first. Comparing a path with a pattern is dear, so that is done only
/// where it can make a difference: with each pattern goes a bound, which no comparison comes below.
struct NearRules {
    /// A rule under one of its source's prefixes.
    struct Candidate {
        let pattern: PathPattern
        let place: CompiledRule.Place
    }

    /// What the bound of a candidate's distance is made of.
    private struct Sketch {
        /// The number of each segment's literal text among all literals; -1 for other segments.
        let parts: Range<Int>
        /// The whole text, if all of it is literal.
        let text: TextSketch?
    }

    /// Text that stands in a pattern as a segment.
    private struct Literal {
        /// The text in lower case.
        let text: [UInt8]
        let sketch: TextSketch
    }

    /// The candidates in the order of declaration, and those of a rule in the order of the prefixes.
    private var candidates: [Candidate] = []
    private var sketches: [Sketch] = []
    private var parts: [Int32] = []
    private var literals: [Literal] = []
    private var literalNumbers: [[UInt8]: Int32] = [:]

    /// Prepares the rules of a source.
    init(_ source: RewriteSource) {
        for (number, rule) in source.rules.enumerated() {
            guard let external = try? ExternalPattern(rule.pattern) else { continue }
            for (prefixNumber, prefix) in source.options.prefixes.enumerated() {
                guard let pattern = try? external.pathPattern(under: prefix) else { continue }
                add(pattern, CompiledRule.Place(rule: number, prefix: prefixNumber))
            }
        }
    }

    private mutating func add(_ pattern: PathPattern, _ place: CompiledRule.Place) {
        let start = parts.count
        for segment in pattern.segments {
            let isLiteral = segment.kind == .literal
            parts.append(isLiteral ? number(of: Array(pattern.text[segment.text])) : -1)
        }
        let isLiteral = pattern.segments.allSatisfy { $0.kind == .literal }
        candidates.append(Candidate(pattern: pattern, place: place))
        sketches.append(
            Sketch(
                parts: start..<parts.count,
                text: isLiteral ? TextSketch(pattern.text.map(ByteSet.lowercased)) : nil
            )
        )
    }

    private mutating func number(of text: [UInt8]) -> Int32 {
        if let number = literalNumbers[text] { return number }
        let number = Int32(literals.count)
        let folded = text.map(ByteSet.lowercased)
        literals.append(Literal(text: folded, sketch: TextSketch(folded)))
        literalNumbers[text] = number
        return number
    }

    /// The rules that a path nearly fits, the nearest first.
    ///
    /// - Parameters:
    ///   - path: The canonical path.
    ///   - limit: How many to find at most.
    /// - Returns: Each rule once, under the prefix where it comes nearest.
    func nearest(to path: String, limit: Int) -> [Candidate] {
        var search = Search(path, in: self, limit: limit)
        search.findMisspelled()
        if search.hasRoom { search.findWithCommonStart() }
        return search.found.map { candidates[$0.number] }
    }
}

/// What is cheaply known of a text, to bound how many mistakes make another of it.
private struct TextSketch {
    let count: Int
    /// A bit for each byte that occurs, some of which share one.
    let bytes: UInt64

    init(_ text: [UInt8]) {
        count = text.count
        bytes = text.reduce(0) { $0 | 1 << UInt64($1 & 63) }
    }

    /// A number that the ``PathLikeness`` of the two texts is not below.
    ///
    /// One mistake changes the length by one at most, adds one byte at most and takes one away.
    func bound(_ other: TextSketch, in count: Int) -> Int {
        let mistakes = max(
            abs(self.count - other.count),
            (bytes & ~other.bytes).nonzeroBitCount,
            (other.bytes & ~bytes).nonzeroBitCount
        )
        return mistakes * PathLikeness.mistake - count
    }
}

extension NearRules {
    /// The search for the rules that are nearest to one path.
    private struct Search {
        /// A candidate that is among the nearest so far.
        struct Found {
            let number: Int
            let rule: Int
            /// How unlike they are; the greatest of all integers if the path is no misspelling.
            let distance: Int
            /// How many literal segments they have in common at the start.
            let common: Int

            func precedes(_ other: Found) -> Bool {
                (distance, -common, number) < (other.distance, -other.common, other.number)
            }
        }

        /// How many bounds are told apart; what is below all of them is looked at first.
        private static let bucketCount = 512

        private let rules: NearRules
        private let limit: Int
        private let likeness: PathLikeness
        /// The numbers of the path's segments as literals; -2 for those that no pattern has.
        private let segments: [Int32]
        private let text: TextSketch
        /// For each literal the bound of its distance to the path's segments.
        private let bounds: [Int]
        /// For each literal the distance itself, once it was needed.
        private var distances: [Int?]

        /// The nearest so far, the nearest first, and no rule twice.
        private(set) var found: [Found] = []

        init(_ path: String, in rules: NearRules, limit: Int) {
            self.rules = rules
            self.limit = limit
            let likeness = PathLikeness(to: path)
            self.likeness = likeness
            text = TextSketch(likeness.path)
            segments = path.utf8.split(separator: UInt8(ascii: "/")).map {
                rules.literalNumbers[Array($0)] ?? -2
            }
            let sketches = likeness.segments.map(TextSketch.init)
            bounds = rules.literals.map { literal in
                var bound = PathLikeness.missingLiteral
                for sketch in sketches {
                    let count = max(sketch.count, literal.sketch.count)
                    bound = min(bound, sketch.bound(literal.sketch, in: count))
                }
                return bound
            }
            distances = Array(repeating: nil, count: rules.literals.count)
        }

        /// Whether more can be found.
        var hasRoom: Bool { found.count < limit }

        /// The distance that the next one must not exceed.
        private var worstDistance: Int {
            found.count < limit ? 0 : found.last?.distance ?? 0
        }

        // MARK: - Misspelled paths

        /// Finds the rules that the path is a misspelling of.
        mutating func findMisspelled() {
            for number in numbersByBound() {
                let sketch = rules.sketches[number]
                // The bound is quick to find, the sum of distances less so, and their alignment is dear.
                guard bound(sketch) <= worstDistance,
                    min(distanceSum(sketch), textBound(sketch)) <= worstDistance,
                    let distance = likeness.distance(to: rules.candidates[number].pattern)
                else { continue }
                insert(number, distance)
            }
        }

        /// The candidates that may be misspelled, those with the lowest bounds first.
        private func numbersByBound() -> [Int] {
            let buckets = rules.sketches.map { sketch -> Int in
                let bound = bound(sketch)
                return bound > 0 ? -1 : max(0, Self.bucketCount - 1 + bound)
            }
            var ends = Array(repeating: 0, count: Self.bucketCount)
            for bucket in buckets where bucket >= 0 { ends[bucket] += 1 }
            var count = 0
            for bucket in ends.indices {
                (ends[bucket], count) = (count, count + ends[bucket])
            }
            var numbers = Array(repeating: 0, count: count)
            for (number, bucket) in buckets.enumerated() where bucket >= 0 {
                numbers[ends[bucket]] = number
                ends[bucket] += 1
            }
            return numbers
        }

        /// A number that the distance to a candidate is not below.
        private func bound(_ sketch: Sketch) -> Int {
            // Whatever stands beside literal segments only adds to a distance.
            var sum = 0
            for part in sketch.parts where rules.parts[part] >= 0 {
                sum += bounds[Int(rules.parts[part])]
            }
            return min(sum, textBound(sketch))
        }

        private func textBound(_ sketch: Sketch) -> Int {
            guard let text = sketch.text else { return .max }
            return self.text.bound(text, in: max(self.text.count, text.count))
        }

        /// As ``bound(_:)`` without the whole text, but closer.
        private mutating func distanceSum(_ sketch: Sketch) -> Int {
            var sum = 0
            for part in sketch.parts where rules.parts[part] >= 0 {
                sum += distance(of: Int(rules.parts[part]))
            }
            return sum
        }

        /// The least distance of a literal to one of the path's segments, or what it costs to miss it.
        private mutating func distance(of literal: Int) -> Int {
            if let distance = distances[literal] { return distance }
            let text = rules.literals[literal].text
            var distance = PathLikeness.missingLiteral
            for segment in likeness.segments {
                let count = max(segment.count, text.count)
                distance = min(distance, PathLikeness.distance(segment, text, in: count))
            }
            distances[literal] = distance
            return distance
        }

        // MARK: - Common starts

        /// Finds rules that have the path's first literal segments, or as many segments as it has.
        mutating func findWithCommonStart() {
            for (number, sketch) in rules.sketches.enumerated()
            where common(sketch) > 0 || sketch.parts.count == segments.count {
                insert(number, .max)
            }
        }

        /// How many literal segments the path and a candidate have in common, before the first that they have not.
        private func common(_ sketch: Sketch) -> Int {
            var count = 0
            for (part, segment) in zip(sketch.parts, segments) where rules.parts[part] >= 0 {
                guard rules.parts[part] == segment else { break }
                count += 1
            }
            return count
        }

        // MARK: - The nearest

        private mutating func insert(_ number: Int, _ distance: Int) {
            let new = Found(
                number: number,
                rule: rules.candidates[number].place.rule,
                distance: distance,
                common: common(rules.sketches[number])
            )
            if found.count == limit, let last = found.last, !new.precedes(last) { return }
            if let known = found.firstIndex(where: { $0.rule == new.rule }) {
                guard new.precedes(found[known]) else { return }
                found.remove(at: known)
            }
            let place = found.firstIndex { new.precedes($0) } ?? found.count
            found.insert(new, at: place)
            if found.count > limit { found.removeLast() }
        }
    }
}
