/// The texts that a substitution variable stands for.
///
/// Those without wildcards are searched together, so that six hundred languages cost little more than the longest of them.
final class GlobAlternatives: Sendable {
    /// The texts without wildcards.
    let plain: UnitTexts

    /// The texts with wildcards.
    let patterns: [Glob]

    /// What one use costs: a step into the tree concerns one place of a text, any other part sixty-four at once.
    let weight: Int

    /// A text that the variable stands for, the first of the list; `nil` when the list is empty.
    let first: Glob?

    /// The name that the variable has in the file.
    let name: String

    /// The first few texts; `nil` for those with wildcards.
    private let some: [[UInt32]?]

    /// Creates the alternatives from the compiled texts of a list.
    init(name: String, _ values: [Glob]) {
        self.name = name
        plain = UnitTexts(values.compactMap(\.units))
        patterns = values.filter { $0.units == nil }
        weight = 1 + 64 * plain.depth + patterns.reduce(0) { $0 + $1.weight }
        first = values.first
        canBeEmpty = values.contains { value in
            value.tokens.allSatisfy { token in
                if case .many = token { true } else { false }
            }
        }
        some = values.prefix(8).map(\.units)
    }

    /// The text with that number, for samples; `nil` when the list is shorter, or has a pattern there.
    func text(_ number: Int) -> [UInt32]? {
        number < some.count ? some[number] : nil
    }

    /// Whether one of the texts has no character, or may have none.
    let canBeEmpty: Bool
}

extension Glob {
    /// The units of a pattern that has nothing but literal ones, or `nil`.
    var units: [UInt32]? {
        var units: [UInt32] = []
        for token in tokens {
            guard case .unit(let unit) = token else { return nil }
            units.append(unit)
        }
        return units
    }
}

/// A set of texts that finds all of them that stand at a place of another text.
struct UnitTexts: Sendable {
    /// The texts in the order of their units, each once; a text stands right before those that it begins.
    private let sorted: [[UInt32]]

    /// How many units the longest text has.
    let depth: Int

    init(_ texts: [[UInt32]]) {
        sorted = Set(texts).sorted { $0.lexicographicallyPrecedes($1) }
        depth = texts.map(\.count).max() ?? 0
    }

    /// Calls `body` with the end of each text of the set that `text` has at `start`.
    ///
    /// - Returns: How many units were read.
    @discardableResult
    func forEachEnd(in text: ArraySlice<UInt32>, from start: Int, _ body: (Int) -> Void) -> Int {
        // Those that begin with what was read so far.
        var range = sorted.indices
        var offset = start
        while let first = range.first {
            let length = offset - start
            if sorted[first].count == length {
                body(offset)
                range = (first + 1)..<range.upperBound
            }
            guard offset < text.endIndex, !range.isEmpty else { return length }
            let unit = text[offset]
            let low = firstIndex(in: range) { sorted[$0][length] >= unit }
            range = low..<firstIndex(in: low..<range.upperBound) { sorted[$0][length] > unit }
            offset += 1
        }
        return offset - start
    }

    /// The first index that a condition holds for, which then holds for all behind it.
    private func firstIndex(in range: Range<Int>, where isBehind: (Int) -> Bool) -> Int {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if isBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
