/// A set of places in a text, one bit for each.
struct PlaceSet {
    /// How many places there are, whether in the set or not.
    let count: Int

    /// The bits, lowest place first; those from `count` on are zero.
    private var words: [UInt64]

    /// Creates an empty set.
    init(count: Int) {
        self.count = count
        words = Array(repeating: 0, count: (count + 63) / 64)
    }

    /// Creates the set of one place.
    init(_ place: Int, count: Int) {
        self.init(count: count)
        insert(place)
    }

    /// How many words the bits take.
    var wordCount: Int { words.count }

    func contains(_ place: Int) -> Bool {
        words[place >> 6] >> UInt64(place & 63) & 1 == 1
    }

    mutating func insert(_ place: Int) {
        words[place >> 6] |= 1 << UInt64(place & 63)
    }

    /// The lowest place, or `nil` when the set is empty.
    var first: Int? {
        for (index, word) in words.enumerated() where word != 0 {
            return index << 6 + word.trailingZeroBitCount
        }
        return nil
    }

    /// Moves every place up by one; what leaves the text is dropped.
    mutating func advance() {
        var carry: UInt64 = 0
        for index in words.indices {
            let next = words[index] >> 63
            words[index] = words[index] << 1 | carry
            carry = next
        }
        dropSurplus()
    }

    /// Adds every place from `start` on.
    mutating func fill(from start: Int) {
        let index = start >> 6
        words[index] |= ~0 << UInt64(start & 63)
        for later in words.indices.dropFirst(index + 1) {
            words[later] = ~0
        }
        dropSurplus()
    }

    mutating func formUnion(_ other: PlaceSet) {
        for index in words.indices {
            words[index] |= other.words[index]
        }
    }

    mutating func formIntersection(_ other: PlaceSet) {
        for index in words.indices {
            words[index] &= other.words[index]
        }
    }

    private mutating func dropSurplus() {
        if count & 63 != 0 {
            words[words.count - 1] &= ~(~0 << UInt64(count & 63))
        }
    }
}

extension PlaceSet: Sequence {
    /// Goes through the places in ascending order.
    func makeIterator() -> AnyIterator<Int> {
        var index = 0
        var word = words.first ?? 0
        return AnyIterator {
            while word == 0 {
                index += 1
                guard index < words.count else { return nil }
                word = words[index]
            }
            let bit = word.trailingZeroBitCount
            word &= word - 1
            return index << 6 + bit
        }
    }
}
