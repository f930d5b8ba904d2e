import PathMatching

/// Matches patterns with several `*` or with variables against one text.
///
/// After each part of the pattern there is a set of places in the text that the parts so far can reach, one bit for
/// each place. A part turns the set into the next: a literal keeps the places where it stands and moves them by
/// one, `*` adds all places behind the first. So the order of attempts never matters and nothing is tried twice.
struct GlobRun {
    private let text: ArraySlice<UInt32>

    /// How much was done so far: units that were read, and words of bits that were worked out.
    private(set) var steps: Int

    /// Where each unit of the text stands.
    private let occurrences: [UInt32: Occurrences]

    /// The places of one unit, relative to the text's start: as a list while that is shorter than the bits.
    private enum Occurrences {
        case list([Int])
        case bits(PlaceSet)
    }

    init(_ text: ArraySlice<UInt32>) {
        self.text = text
        steps = text.count
        var lists: [UInt32: [Int]] = [:]
        for (offset, unit) in text.enumerated() {
            lists[unit, default: []].append(offset)
        }
        let count = text.count + 1
        occurrences = lists.mapValues { list in
            guard list.count > count / 64 else { return .list(list) }
            var bits = PlaceSet(count: count)
            for place in list {
                bits.insert(place)
            }
            return .bits(bits)
        }
    }

    /// Whether the parts cover the whole text.
    mutating func matches(_ tokens: ArraySlice<Glob.Token>) -> Bool {
        run(tokens, from: PlaceSet(0, count: text.count + 1)).contains(text.count)
    }

    /// The places that the parts reach from those in `start`.
    private mutating func run(_ tokens: ArraySlice<Glob.Token>, from start: PlaceSet) -> PlaceSet {
        var places = start
        for token in tokens {
            steps += places.wordCount
            guard let first = places.first else { break }
            switch token {
            case .unit(let unit):
                places = step(places, over: unit)
            case .any:
                places.advance()
            case .many:
                places.fill(from: first)
            case .set(let members):
                var result = PlaceSet(count: places.count)
                for unit in UInt8(0)..<0x80 where members.contains(unit) {
                    result.formUnion(step(places, over: UInt32(unit)))
                }
                places = result
            case .oneOf(let alternatives):
                places = run(alternatives, from: places)
            case .never:
                places = PlaceSet(count: places.count)
            }
        }
        return places
    }

    /// The places behind those at which `unit` stands.
    private mutating func step(_ places: PlaceSet, over unit: UInt32) -> PlaceSet {
        var result: PlaceSet
        steps += places.wordCount
        switch occurrences[unit] {
        case .bits(let bits):
            result = places
            result.formIntersection(bits)
            result.advance()
        case .list(let list):
            result = PlaceSet(count: places.count)
            for place in list where places.contains(place) {
                result.insert(place + 1)
            }
        case nil:
            result = PlaceSet(count: places.count)
        }
        return result
    }

    private mutating func run(
        _ alternatives: GlobAlternatives,
        from start: PlaceSet
    ) -> PlaceSet {
        var result = PlaceSet(count: start.count)
        for place in start {
            let readCount = alternatives.plain.forEachEnd(in: text, from: text.startIndex + place) {
                end in
                result.insert(end - text.startIndex)
            }
            steps += readCount
        }
        for pattern in alternatives.patterns {
            result.formUnion(run(pattern.tokens[...], from: start))
        }
        return result
    }
}
