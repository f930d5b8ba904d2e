/// The key by which a literal segment is found.
///
/// A segment of up to seven bytes is its own key, with its length in the highest byte, so `items` differs from `items\0`.
/// The key of a longer one has the highest bit set, then 31 bits of a hash. Its lower half is the *label*: the place of the
/// segment in the patterns' texts, where it must be compared, or zero in a key to look for.
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
    ///   - word: The bytes, with the first one in the lowest eight bits; any bytes may follow them.
    ///   - length: The number of bytes.
    ///   - ignoresCase: Whether keys are the same in either ASCII case.
    init(short word: UInt64, length: Int, ignoresCase: Bool) {
        let text = word & ~(UInt64.max &<< UInt64(truncatingIfNeeded: length &* 8))
        self.word =
            (ignoresCase ? ByteWord.lowercased(text) : text)
            | UInt64(truncatingIfNeeded: length) &<< 56
    }

    /// The key of a segment of at least eight bytes, without a label.
    @inline(__always)
    init(long text: ByteView, ignoresCase: Bool) {
        self.init(hash: ignoresCase ? Self.hashIgnoringCase(text) : Self.hash(of: text) { $0 })
    }

    @inline(never)
    private static func hashIgnoringCase(_ text: ByteView) -> UInt64 {
        hash(of: text, ByteWord.lowercased)
    }

    /// The hash of at least eight bytes, which are read as words.
    @inline(__always)
    private static func hash(of text: ByteView, _ fold: (UInt64) -> UInt64) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset < text.count &- 8 {
            hash = mixed(hash, fold(text.wholeWord(at: offset)))
            offset &+= 8
        }
        // The last eight bytes may overlap the ones before.
        return mixed(hash, fold(text.wholeWord(at: text.count &- 8)))
    }

    init(hash: UInt64) {
        word = (hash | 1 &<< 63) & ~0xFFFF_FFFF
    }

    var isLong: Bool { word &>> 63 != 0 }

    /// A 32-bit hash that depends on all bits of the key.
    var hash: UInt32 {
        UInt32(truncatingIfNeeded: (word &* Self.spreader) &>> 32)
    }

    /// The key's bit in a node's filter: if it is not set there, no lookup is needed.
    var filterBit: UInt32 { 1 &<< (hash &>> 27) }

    /// The place of the segment in the patterns' texts, if it is long.
    var label: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// The same key without its label.
    var withoutLabel: SegmentKey {
        isLong ? SegmentKey(hash: word) : self
    }

    /// The same key with a label, if it is long.
    func with(label: UInt32) -> SegmentKey {
        var key = self
        if isLong { key.word |= UInt64(label) }
        return key
    }

    /// Adds eight bytes to a hash.
    ///
    /// Crafted collisions gain an attacker nothing: the patterns belong to the app, and each segment of a path is compared only
    /// with the patterns' segments that have its key.
    static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* spreader
        return product ^ product &>> 32
    }
}
