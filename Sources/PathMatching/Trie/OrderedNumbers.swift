/// Numbers in an order that closures know.
///
/// They are in short chunks: to insert one of many moves only a few of them.
struct OrderedNumbers {
    private var chunks: [[UInt32]] = []

    private static let chunkLimit = 256

    /// The last of the numbers for which `isBefore` is true, which are the first ones; nil if there is none.
    func last(where isBefore: (UInt32) -> Bool) -> UInt32? {
        let chunk = chunks.firstSortedIndex { !isBefore($0[0]) }
        guard chunk > 0 else { return nil }
        let numbers = chunks[chunk - 1]
        return numbers[numbers.firstSortedIndex { !isBefore($0) } - 1]
    }

    /// Inserts a number behind those for which `isBefore` is true, and returns the last of these.
    mutating func insert(_ number: UInt32, behind isBefore: (UInt32) -> Bool) -> UInt32? {
        guard !chunks.isEmpty else {
            chunks = [[number]]
            return nil
        }
        let chunk = max(0, chunks.firstSortedIndex { !isBefore($0[0]) } - 1)
        let place = chunks[chunk].firstSortedIndex { !isBefore($0) }
        chunks[chunk].insert(number, at: place)
        let previous = place > 0 ? chunks[chunk][place - 1] : nil
        if chunks[chunk].count > Self.chunkLimit {
            let half = Array(chunks[chunk].suffix(Self.chunkLimit / 2))
            chunks[chunk].removeLast(half.count)
            chunks.insert(half, at: chunk + 1)
        }
        return previous
    }
}

extension Array {
    /// The first index whose element fits, or the end if none does; all elements after one that fits must fit too.
    func firstSortedIndex(where fits: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if fits(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
