/// What a literal segment is found by.
///
/// A segment of up to seven bytes is its own key, with its length in the highest byte: so `items` is not `items\0`. That
/// of a longer one has the highest bit and 31 bits of a hash. Its lower half is where the segment stands in the
/// patterns' texts, which have to be compared, or zero in a key that is looked for.
struct SegmentKey: Equatable, BitwiseCopyable {
    private(set) var word: UInt64

    /// 2⁶⁴ divided by the golden ratio: multiplying by it spreads all bits into the upper ones.
    static var spreader: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// The key of a segment, without a label.
    init(_ text: ByteView, ignoresCase: Bool) {
        if text.count < 8 {
            self.init(short: text.word(at: 0), length: text.count, ignoresCase: ignoresCase)
        } else {
            self.init(long: text, ignoresCase: ignoresCase)
        }
    }

    /// The key of a segment of up to seven bytes.
    ///
    /// - Parameters:
    ///   - word: The bytes, the first of them in the lowest eight bits, and whatever stands behind them.
    ///   - length: How many there are.
    ///   - ignoresCase: Whether keys are the same in either ASCII case.
    init(short word: UInt64, length: Int, ignoresCase: Bool) {
        let text = word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: length &* 8))
        self.word =
            (ignoresCase ? ByteWord.lowercased(text) : text)
            | UInt64(truncatingIfNeeded: length) &<< 56
    }

    /// The key of a segment of eight bytes at least, without a label.
    @inline(__always)
    init(long text: ByteView, ignoresCase: Bool) {
        let fold = { (word: UInt64) in ignoresCase ? ByteWord.lowercased(word) : word }
        var hash = UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset < text.count &- 8 {
            hash = Self.mixed(hash, fold(text.wholeWord(at: offset)))
            offset &+= 8
        }
        // The last eight bytes overlap those before.
        self.init(hash: Self.mixed(hash, fold(text.wholeWord(at: text.count &- 8))))
    }

    init(hash: UInt64) {
        word = (hash | 1 &<< 63) & ~0xFFFF_FFFF
    }

    var isLong: Bool { word &>> 63 != 0 }

    /// 32 bits that depend on all of it.
    var hash: UInt32 {
        UInt32(truncatingIfNeeded: (word &* Self.spreader) &>> 32)
    }

    /// A bit for the filter of a node, so that nothing is looked for where nothing can be.
    var filterBit: UInt32 { 1 &<< (hash &>> 27) }

    /// Where the segment stands in the texts, if it is long.
    var label: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// The same key without the place where its segment stands.
    var withoutLabel: SegmentKey {
        isLong ? SegmentKey(hash: word) : self
    }

    /// The same key with the place where its segment stands, if it is long.
    func with(label: UInt32) -> SegmentKey {
        var key = self
        if isLong { key.word |= UInt64(label) }
        return key
    }

    /// The hash so far, and eight bytes more.
    ///
    /// Whoever makes up paths that collide gains nothing: the patterns are the app's, and a path is compared with those
    /// of one key for each segment.
    static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* spreader
        return product ^ product &>> 32
    }
}
