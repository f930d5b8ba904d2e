/// A borrowed path, read eight bytes at a time.
///
/// The walk through a trie reads nothing else, several times a segment. So reads are bounds-checked in debug builds
/// only, and each unchecked one is proven here from what the initializer makes sure of.
@safe
struct PathBytes {
    /// Has `count` readable bytes, and eight that end where they do.
    private let base: UnsafePointer<UInt8>
    let count: Int

    /// The bytes of `path`, which must be eight at least and outlive this.
    @inline(__always)
    init(_ path: ByteView) {
        precondition(path.count >= 8, "A short path has to be padded")
        // SAFETY: the view's maker vouches for `count` bytes, and these are eight at least.
        unsafe self.init(base: path.base, count: path.count)
    }

    /// Calls `body` with the bytes of `path`, which must not leave it.
    ///
    /// A path of fewer than eight bytes is copied behind letters, so that the eight bytes before its end can be read.
    @inline(__always)
    static func with<Result>(_ path: ByteView, _ body: (PathBytes) -> Result) -> Result {
        if path.count >= 8 { return body(PathBytes(path)) }
        let padding = UInt64(truncatingIfNeeded: 8 &- path.count) &* 8
        let word =
            ByteWord.repeating(UInt8(ascii: "a")) &>> (64 &- padding)
            | (padding < 64 ? path.word(at: 0) &<< padding : 0)
        return unsafe withUnsafeBytes(of: word.littleEndian) { bytes in
            let bytes = unsafe bytes.baseAddress.unsafelyUnwrapped
                .assumingMemoryBound(to: UInt8.self)
            // SAFETY: the path is at the end of the eight bytes, which live as long as the closure.
            return unsafe body(PathBytes(base: bytes + (8 &- path.count), count: path.count))
        }
    }

    @inline(__always)
    private init(base: UnsafePointer<UInt8>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// The path as a view.
    var view: ByteView {
        // SAFETY: there are `count` bytes.
        unsafe ByteView(unsafe: UnsafeBufferPointer(start: base, count: count))
    }

    /// Where the last word begins; before the path if that is short.
    @inline(__always) private var last: Int { count &- 8 }

    /// The eight bytes from `offset` on as a little-endian word, and zeros where the path has ended.
    ///
    /// - Parameter offset: The first byte's place, in `0..<count`.
    /// - Returns: The bytes, the first of them in the lowest eight bits.
    @inline(__always)
    func word(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset < count, "Offset out of bounds")
        guard offset > last else { return load(offset) }
        return load(last) &>> (UInt64(truncatingIfNeeded: offset &- last) &* 8)
    }

    @inline(__always)
    private func load(_ offset: Int) -> UInt64 {
        assert(offset <= last && (offset >= 0 || offset == last), "Offset out of bounds")
        // SAFETY: eight bytes from here are the path's, or those before its end, which can be read.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(
                fromByteOffset: offset,
                as: UInt64.self
            )
        )
    }

    /// The segment that begins at `start`.
    ///
    /// - Parameters:
    ///   - start: Where it begins, in `0..<count`.
    ///   - ignoresCase: Whether keys are the same in either ASCII case.
    /// - Returns: Where it ends, and its key.
    @inline(__always)
    func segment(from start: Int, ignoresCase: Bool) -> (end: Int, key: SegmentKey) {
        let word = word(at: start)
        let slash = ByteWord.firstSlash(word)
        let length: Int
        let text: UInt64
        if slash != 0 {
            length = slash.trailingZeroBitCount &>> 3
            text = word & ((slash & (0 &- slash)) &>> 7 &- 1)
        } else if start > last {
            length = count &- start
            text = word
        } else {
            // Of eight bytes at least, and mostly not many more.
            var end = start &+ 8
            if end < count {
                let slash = ByteWord.firstSlash(self.word(at: end))
                end =
                    slash != 0
                    ? end &+ slash.trailingZeroBitCount &>> 3 : endOfLongSegment(from: end)
            }
            return (end, longKey(start, end, word, ignoresCase: ignoresCase))
        }
        return (
            start &+ length,
            SegmentKey(short: ignoresCase ? ByteWord.lowercased(text) : text, length: length)
        )
    }

    /// Where the segment ends that goes on for eight bytes from `offset` at least, or up to the path's end.
    @inline(never)
    private func endOfLongSegment(from offset: Int) -> Int {
        var end = offset &+ 8
        while end < count {
            let slash = ByteWord.firstSlash(word(at: end))
            if slash != 0 { return end &+ slash.trailingZeroBitCount &>> 3 }
            end &+= 8
        }
        return count
    }

    /// The key of a segment of eight bytes at least, of which the first are given.
    @inline(__always)
    private func longKey(
        _ start: Int,
        _ end: Int,
        _ first: UInt64,
        ignoresCase: Bool
    ) -> SegmentKey {
        let fold = { (word: UInt64) in ignoresCase ? ByteWord.lowercased(word) : word }
        var hash = fold(first) &* SegmentKey.spreader &+ UInt64(truncatingIfNeeded: end &- start)
        var offset = start &+ 8
        // The last eight bytes overlap those before.
        while offset < end &- 8 {
            hash = SegmentKey.mixed(hash, fold(load(offset)))
            offset &+= 8
        }
        return SegmentKey(hash: SegmentKey.mixed(hash, fold(load(end &- 8))))
    }
}

/// What a literal segment is found by.
///
/// A segment of up to seven bytes is its own key, with its length in the highest byte: so `items` is not `items\0`. That
/// of a longer one has the highest bit and 31 bits of a hash. Its lower half is where the segment stands in the
/// patterns' texts, which have to be compared, or zero in a key that is looked for.
struct SegmentKey: Equatable, BitwiseCopyable {
    private(set) var word: UInt64

    /// 2⁶⁴ divided by the golden ratio: multiplying by it spreads all bits into the upper ones.
    static var spreader: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    @inline(__always)
    init(short text: UInt64, length: Int) {
        word = text | UInt64(truncatingIfNeeded: length) &<< 56
    }

    @inline(__always)
    init(hash: UInt64) {
        word = (hash | 1 &<< 63) & ~0xFFFF_FFFF
    }

    @inline(__always) var isLong: Bool { word &>> 63 != 0 }

    /// 32 bits that depend on all of it.
    @inline(__always) var hash: UInt32 {
        UInt32(truncatingIfNeeded: (word &* Self.spreader) &>> 32)
    }

    /// A bit for the filter of a node, so that nothing is looked for where nothing can be.
    @inline(__always) var filterBit: UInt32 { 1 &<< (hash &>> 27) }

    /// Where the segment stands in the texts, if it is long.
    @inline(__always) var label: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// The same key without the place where its segment stands.
    @inline(__always) var withoutLabel: SegmentKey {
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
    @inline(__always)
    static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* spreader
        return product ^ product &>> 32
    }
}
