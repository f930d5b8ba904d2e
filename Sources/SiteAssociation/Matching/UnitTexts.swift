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
