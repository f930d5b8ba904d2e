/// Unicode's canonical composition (NFC), which makes composed and decomposed accents the same text.
///
/// Foundation has it, but not the part of Foundation that starts quickly and links small, and its tables depend on the
/// system. These tables are the package's own, so a path is canonical on one device exactly when it is on all others.
///
/// It differs from NFC in three scalars, the only ones that NFC turns into ASCII: U+037E stays a Greek question mark
/// and not `;`, U+1FEF a varia and not a backtick, U+212A a Kelvin sign and not `K`.
package enum CanonicalComposition {
    /// What the tables know of one scalar.
    struct Traits {
        let bits: UInt32

        /// Whether the scalar stays as it is, whatever stands beside it.
        var isInert: Bool { bits == 0 }

        /// Whether composition may replace the scalar, or join it to the one before.
        var mayCompose: Bool { bits & 0x100 != 0 }

        /// The canonical combining class: 0 for letters, the place in the order of marks for a mark.
        var combiningClass: UInt8 { UInt8(truncatingIfNeeded: bits) }
    }

    /// The traits of `scalar`.
    ///
    /// - Complexity: O(log *n*) in the size of the table; O(1) below U+0300.
    static func traits(of scalar: UInt32) -> Traits {
        if scalar < 0x300 { return Traits(bits: 0) }
        // The last boundary at or before the scalar; the first boundary is U+0000.
        var low = 0
        var high = traitBoundaries.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if traitBoundaries[middle] >> 9 <= scalar {
                low = middle
            } else {
                high = middle
            }
        }
        return Traits(bits: traitBoundaries[low] & 0x1FF)
    }

    /// Replaces `scalars` by their canonical composition.
    ///
    /// - Complexity: O(*n* log *n*) for any input: a run of marks is sorted, not inserted one by one.
    package static func compose(_ scalars: inout [UInt32]) {
        guard scalars.contains(where: { !traits(of: $0).isInert }) else { return }
        var marked: [UInt64] = []
        marked.reserveCapacity(scalars.count + 8)
        for scalar in scalars {
            decompose(scalar, into: &marked)
        }
        sortMarks(of: &marked)
        scalars.removeAll(keepingCapacity: true)
        recompose(marked, into: &scalars)
    }
}

// A decomposed scalar with its combining class and, within a run of marks, its place:
// `class << 56 | place << 21 | scalar`. Sorting such words by value is a stable sort by class.
extension CanonicalComposition {
    private static func combiningClass(of marked: UInt64) -> UInt8 {
        UInt8(truncatingIfNeeded: marked >> 56)
    }

    private static func scalar(of marked: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: marked & 0x1F_FFFF)
    }

    private static func decompose(_ scalar: UInt32, into marked: inout [UInt64]) {
        if let syllable = Hangul.parts(of: scalar) {
            marked.append(UInt64(syllable.leading))
            marked.append(UInt64(syllable.vowel))
            if let trailing = syllable.trailing {
                marked.append(UInt64(trailing))
            }
            return
        }
        if let (first, second) = decomposition(of: scalar) {
            // Only the first part decomposes further, three steps deep at the most.
            decompose(first, into: &marked)
            if second != 0 {
                decompose(second, into: &marked)
            }
            return
        }
        marked.append(UInt64(traits(of: scalar).combiningClass) << 56 | UInt64(scalar))
    }

    private static func sortMarks(of marked: inout [UInt64]) {
        var start = 0
        while start < marked.count {
            if combiningClass(of: marked[start]) == 0 {
                start += 1
                continue
            }
            var end = start
            var isSorted = true
            while end < marked.count, combiningClass(of: marked[end]) != 0 {
                if end > start,
                    combiningClass(of: marked[end - 1]) > combiningClass(of: marked[end])
                {
                    isSorted = false
                }
                end += 1
            }
            if !isSorted {
                // The place has 35 bits, more than any text that fits into memory needs here.
                for place in start..<end {
                    marked[place] |= UInt64(place - start) << 21
                }
                marked[start..<end].sort()
            }
            start = end
        }
    }

    private static func recompose(_ marked: [UInt64], into scalars: inout [UInt32]) {
        var starter: Int?
        var lastClass: UInt8 = 0
        for word in marked {
            let scalar = scalar(of: word)
            let ownClass = combiningClass(of: word)
            // A mark joins the letter before unless a mark of the same or a higher class stands between.
            if let place = starter, place == scalars.count - 1 || lastClass < ownClass,
                let composite = composite(of: scalars[place], scalar)
            {
                scalars[place] = composite
                continue
            }
            if ownClass == 0 {
                starter = scalars.count
            }
            lastClass = ownClass
            scalars.append(scalar)
        }
    }
}

extension CanonicalComposition {
    private static func decomposition(of scalar: UInt32) -> (first: UInt32, second: UInt32)? {
        if scalar < 0xC0 { return nil }
        var low = 0
        var high = decompositions.count
        while low < high {
            let middle = (low + high) / 2
            if decompositions[middle] >> 42 < UInt64(scalar) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < decompositions.count, decompositions[low] >> 42 == UInt64(scalar) else {
            return nil
        }
        let parts = decompositions[low]
        return (Self.scalar(of: parts >> 21), Self.scalar(of: parts))
    }

    private static func composite(of first: UInt32, _ second: UInt32) -> UInt32? {
        if let syllable = Hangul.composite(of: first, second) { return syllable }
        let wanted = UInt64(first) << 21 | UInt64(second)
        let pairMask: UInt64 = 1 << 42 - 1
        var low = 0
        var high = compositionOrder.count
        while low < high {
            let middle = (low + high) / 2
            if decompositions[Int(compositionOrder[middle])] & pairMask < wanted {
                low = middle + 1
            } else {
                high = middle
            }
        }
        guard low < compositionOrder.count else { return nil }
        let found = decompositions[Int(compositionOrder[low])]
        return found & pairMask == wanted ? UInt32(truncatingIfNeeded: found >> 42) : nil
    }
}

/// The arithmetic of Hangul syllables, The Unicode Standard §3.12.
private enum Hangul {
    static let syllables: Range<UInt32> = 0xAC00..<0xD7A4
    static let leadings: Range<UInt32> = 0x1100..<0x1113
    static let vowels: Range<UInt32> = 0x1161..<0x1176
    /// The first of these is not a consonant: it stands for none.
    static let trailings: Range<UInt32> = 0x11A7..<0x11C3

    static func parts(
        of scalar: UInt32
    ) -> (leading: UInt32, vowel: UInt32, trailing: UInt32?)? {
        guard syllables.contains(scalar) else { return nil }
        let index = scalar - syllables.lowerBound
        let trailing = index % 28
        return (
            leadings.lowerBound + index / (21 * 28),
            vowels.lowerBound + index / 28 % 21,
            trailing == 0 ? nil : trailings.lowerBound + trailing
        )
    }

    static func composite(of first: UInt32, _ second: UInt32) -> UInt32? {
        if leadings.contains(first), vowels.contains(second) {
            let pair = (first - leadings.lowerBound) * 21 + (second - vowels.lowerBound)
            return syllables.lowerBound + pair * 28
        }
        if syllables.contains(first), (first - syllables.lowerBound) % 28 == 0,
            trailings.contains(second), second != trailings.lowerBound
        {
            return first + (second - trailings.lowerBound)
        }
        return nil
    }
}
