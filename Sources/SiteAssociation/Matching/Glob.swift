import PathMatching

/// A compiled pattern: `*`, `?` and `$(variable)` between literal characters, for the whole of a text.
///
/// Texts and patterns are compared in units, which are Unicode scalars or bytes. There is no backtracking: what stands between two
/// stars is looked for from the left, as the star behind it takes whatever follows. So work is at most the pattern's ``weight`` times
/// the text's length.
struct Glob: Sendable {
    /// One part of a pattern that is no star.
    enum Token: Sendable {
        /// One certain unit.
        case unit(UInt32)

        /// `?`: any one unit.
        case any

        /// One ASCII unit of a set: `$(digit)`.
        case set(ByteSet)

        /// One of several texts: `$(lang)`.
        case oneOf(GlobAlternatives)

        /// A variable that cannot be read, so that nothing matches.
        case never
    }

    /// The parts between the stars: one list more than there are stars.
    private(set) var chunks: [[Token]] = [[]]

    /// What the pattern costs: one for each part, more for a list of texts.
    private(set) var weight = 0

    /// Adds a part at the end.
    mutating func append(_ token: Token) {
        chunks[chunks.count - 1].append(token)
        weight += token.weight
    }

    /// Adds a star at the end: any number of units.
    mutating func appendStar() {
        if chunks.count > 1, chunks[chunks.count - 1].isEmpty { return }
        chunks.append([])
        weight += 1
    }

    /// Whether every text matches.
    var isUniversal: Bool { chunks.count > 1 && chunks.allSatisfy(\.isEmpty) }

    /// Whether every path matches: `/*`, as every path begins with a slash.
    var coversEveryPath: Bool {
        guard chunks.count == 2, chunks[0].count == 1, chunks[1].isEmpty,
            case .unit(UInt32(UInt8(ascii: "/"))) = chunks[0][0]
        else { return false }
        return true
    }

    /// Whether the pattern covers `text` from its beginning to its end.
    func matches(_ text: [UInt32]) -> Bool {
        var steps = 0
        return matches(text, steps: &steps)
    }

    /// Whether the pattern covers `text` from its beginning to its end; `steps` grows by what was compared.
    func matches(_ text: [UInt32], steps: inout Int) -> Bool {
        let firstEnds = Self.ends(of: chunks[0], from: [0], in: text, &steps)
        guard chunks.count > 1 else { return firstEnds.last == text.count }
        guard var place = firstEnds.first else { return false }
        for chunk in chunks.dropFirst().dropLast() {
            guard let end = Self.firstEnd(of: chunk, from: place, in: text, &steps) else {
                return false
            }
            place = end
        }
        let last = chunks[chunks.count - 1]
        let starts = Self.hasLists(last) ? Array(place...text.count) : [text.count - last.count]
        guard let start = starts.first, start >= place else { return false }
        return Self.ends(of: last, from: starts, in: text, &steps).last == text.count
    }

    /// The places that the pattern reaches from some places of a text, in order.
    fileprivate func ends(from starts: [Int], in text: [UInt32], _ steps: inout Int) -> [Int] {
        var places = starts
        for (number, chunk) in chunks.enumerated() {
            guard let first = places.first else { break }
            if number > 0 { places = Array(first...text.count) }
            places = Self.ends(of: chunk, from: places, in: text, &steps)
        }
        return places
    }

    /// The first place behind some parts that begin anywhere from `start` on.
    private static func firstEnd(
        of chunk: [Token],
        from start: Int,
        in text: [UInt32],
        _ steps: inout Int
    ) -> Int? {
        // The texts of a list may end in many places, so all beginnings are followed at once.
        if hasLists(chunk) {
            return ends(of: chunk, from: Array(start...text.count), in: text, &steps).first
        }
        // Without lists all ends are as far from their beginnings.
        for place in start...text.count {
            if let end = ends(of: chunk, from: [place], in: text, &steps).first { return end }
        }
        return nil
    }

    /// The places that some parts reach from some places of a text, in order.
    private static func ends(
        of chunk: [Token],
        from starts: [Int],
        in text: [UInt32],
        _ steps: inout Int
    ) -> [Int] {
        var places = starts
        for token in chunk {
            if places.isEmpty { break }
            steps += places.count
            if case .oneOf(let alternatives) = token {
                places = alternatives.ends(from: places, in: text, &steps)
            } else {
                places = places.filter { $0 < text.count && token.takes(text[$0]) }.map { $0 + 1 }
            }
        }
        return places
    }

    private static func hasLists(_ chunk: [Token]) -> Bool {
        chunk.contains { if case .oneOf = $0 { true } else { false } }
    }
}

extension Glob.Token {
    fileprivate var weight: Int {
        if case .oneOf(let alternatives) = self { alternatives.weight } else { 1 }
    }

    /// Whether the part is this unit.
    fileprivate func takes(_ unit: UInt32) -> Bool {
        switch self {
        case .unit(let own): own == unit
        case .any: true
        case .set(let members): unit < 0x80 && members.contains(UInt8(unit))
        case .oneOf, .never: false
        }
    }
}

/// The texts that a substitution variable stands for.
final class GlobAlternatives: Sendable {
    /// The texts without wildcards.
    private let plain: Set<ArraySlice<UInt32>>

    /// How many units they have, each number once: six hundred languages are looked up twice at each place of a text.
    private let lengths: Set<Int>

    /// The texts with wildcards.
    private let patterns: [Glob]

    /// What one use costs.
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

    fileprivate func ends(from starts: [Int], in text: [UInt32], _ steps: inout Int) -> [Int] {
        var ends: Set<Int> = []
        for start in starts {
            steps += lengths.count
            for end in lengths.map({ start + $0 })
            where end <= text.count && plain.contains(text[start..<end]) {
                ends.insert(end)
            }
        }
        for pattern in patterns { ends.formUnion(pattern.ends(from: starts, in: text, &steps)) }
        return ends.sorted()
    }
}

extension Glob {
    /// The units of a pattern that has nothing but literal ones, or `nil`.
    fileprivate var units: [UInt32]? {
        guard chunks.count == 1 else { return nil }
        let units = chunks[0].compactMap { if case .unit(let unit) = $0 { unit } else { nil } }
        return units.count == chunks[0].count ? units : nil
    }

    /// How narrow the pattern is: most for each unit, less for one of a set, the more the fewer members that has.
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

    /// The literal units that the pattern begins with.
    var head: [UInt32] {
        var head: [UInt32] = []
        for token in chunks[0] {
            guard case .unit(let unit) = token else { break }
            head.append(unit)
        }
        return head
    }
}
