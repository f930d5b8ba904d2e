import PathMatching

/// A compiled pattern: `*`, `?` and `$(variable)` between literal characters; it must match a whole text.
///
/// Texts and patterns are compared in units, which are Unicode scalars. There is no backtracking: the parts between two
/// stars are searched from the left, and the first place is enough, as the next star takes whatever follows. So the work is at most
/// proportional to the pattern's ``weight`` times the text's length.
struct Glob: Sendable {
    /// One part of a pattern that is not a star.
    enum Token: Sendable {
        /// One given unit.
        case unit(UInt32)

        /// Any one unit: `?`.
        case any

        /// One ASCII unit of a set, such as `$(digit)`.
        case set(ByteSet)

        /// One of several texts, such as `$(lang)`.
        case oneOf(GlobAlternatives)

        /// A variable without a meaning, so that nothing matches.
        case never
    }

    /// The parts between the stars; there is one list more than there are stars.
    private(set) var chunks: [[Token]] = [[]]

    private var hasLists = false

    mutating func append(_ token: Token) {
        chunks[chunks.count - 1].append(token)
        if case .oneOf = token { hasLists = true }
    }

    /// Adds a star at the end, which stands for any number of units.
    mutating func appendStar() {
        if chunks.count == 1 || !chunks[chunks.count - 1].isEmpty { chunks.append([]) }
    }

    /// Whether the pattern matches the whole of `text`.
    func matches(_ text: [UInt32]) -> Bool {
        // Matches of a list have different lengths, and all are followed at once. For other parts that would take ten times as long.
        guard !hasLists else { return ends(from: [0], in: text).last == text.count }
        var place = 0
        for (number, chunk) in chunks.enumerated() {
            // The first part stands at the start and the last one at the end; of others the first place is enough.
            let end = text.count - chunk.count
            let first = number == chunks.count - 1 ? end : place
            let last = number == 0 ? place : end
            guard place <= end, first <= last else { return false }
            let start = (first...last).first { start in
                chunk.indices.allSatisfy { chunk[$0].takes(text[start + $0]) }
            }
            guard let start else { return false }
            place = start + chunk.count
        }
        return true
    }

    /// The places where a match of the whole pattern can end if it begins at one of `starts`, in order.
    fileprivate func ends(from starts: [Int], in text: [UInt32]) -> [Int] {
        var places = starts
        for (number, chunk) in chunks.enumerated() {
            guard let first = places.first else { break }
            if number > 0 { places = Array(first...text.count) }
            for token in chunk where !places.isEmpty {
                if case .oneOf(let alternatives) = token {
                    places = alternatives.ends(from: places, in: text)
                } else {
                    places = places.compactMap { place in
                        place < text.count && token.takes(text[place]) ? place + 1 : nil
                    }
                }
            }
        }
        return places
    }
}

extension Glob.Token {
    /// Whether the part matches this unit; a list of texts never does.
    fileprivate func takes(_ unit: UInt32) -> Bool {
        switch self {
        case .unit(let own): own == unit
        case .any: true
        case .set(let members): unit < 0x80 && members.contains(UInt8(unit))
        case .oneOf, .never: false
        }
    }
}

extension Glob {
    /// The cost of the pattern: one for each part, more for a list of texts.
    var weight: Int {
        chunks.joined().reduce(chunks.count - 1) { weight, token in
            if case .oneOf(let alternatives) = token {
                weight + alternatives.weight
            } else {
                weight + 1
            }
        }
    }

    /// How narrow the pattern is: a literal unit counts most, then a list; a set counts more the fewer members it has.
    var narrowness: Int {
        chunks.joined().reduce(0) { count, token in
            switch token {
            case .unit: count + 256
            case .oneOf: count + 128
            case .set(let members): count + 128 - (0..<UInt8(0x80)).count(where: members.contains)
            case .any, .never: count
            }
        }
    }

    /// The units of a pattern that is all literal; otherwise `nil`.
    fileprivate var units: [UInt32]? {
        let units = chunks[0].compactMap { if case .unit(let unit) = $0 { unit } else { nil } }
        return chunks.count == 1 && units.count == chunks[0].count ? units : nil
    }
}

/// The texts that a substitution variable stands for.
final class GlobAlternatives: Sendable {
    /// The texts without wildcards.
    private let plain: Set<ArraySlice<UInt32>>

    /// The distinct lengths of these texts; the six hundred languages have two, so each place of a text needs two lookups.
    private let lengths: Set<Int>

    /// The texts with wildcards.
    private let patterns: [Glob]

    /// The cost of one use.
    let weight: Int

    /// The texts in their order, for samples.
    let values: [Glob]

    /// Creates the alternatives from the compiled texts of a list.
    init(_ values: [Glob]) {
        plain = Set(values.compactMap { $0.units?[...] })
        lengths = Set(plain.map(\.count))
        patterns = values.filter { $0.units == nil }
        weight = 1 + (lengths.max() ?? 0) + patterns.reduce(0) { $0 + $1.weight }
        self.values = values
    }

    fileprivate func ends(from starts: [Int], in text: [UInt32]) -> [Int] {
        var ends: Set<Int> = []
        for start in starts {
            for end in lengths.map({ start + $0 })
            where end <= text.count && plain.contains(text[start..<end]) {
                ends.insert(end)
            }
        }
        for pattern in patterns { ends.formUnion(pattern.ends(from: starts, in: text)) }
        return ends.sorted()
    }
}
