/// A borrowed view of contiguous bytes, for the time of one closure.
///
/// All text of links and patterns is read as bytes through this type: `String` would compare composed and
/// decomposed accents as equal, and lets a combining mark swallow a slash. Reading is bounds-checked in every build,
/// so a wrong offset traps instead of reading foreign memory. A view is handed out by `withBytes(of:_:)` and must not
/// leave its closure.
@safe
@frozen
@usableFromInline
package struct ByteView {
    /// The first byte; never read when `count` is 0.
    @usableFromInline let base: UnsafePointer<UInt8>

    /// How many bytes there are.
    @usableFromInline package let count: Int

    /// Creates a view of `buffer`, which must outlive it.
    @inlinable
    @inline(__always)
    package init(unsafe buffer: UnsafeBufferPointer<UInt8>) {
        if let address = buffer.baseAddress {
            unsafe base = address
            count = buffer.count
        } else {
            // SAFETY: with a count of 0 the address is never read; any non-null one will do.
            unsafe base = UnsafePointer(bitPattern: 1).unsafelyUnwrapped
            count = 0
        }
    }

    /// The byte at `offset`, which must be in `0..<count`.
    @inlinable
    package subscript(offset: Int) -> UInt8 {
        @inline(__always) get {
            precondition(UInt(bitPattern: offset) < UInt(bitPattern: count), "Offset out of bounds")
            // SAFETY: the precondition gives `0 <= offset < count`.
            return unsafe base[offset]
        }
    }

    /// The bytes in `range`, which must lie in `0...count`.
    @inlinable
    package subscript(range: Range<Int>) -> ByteView {
        @inline(__always) get {
            precondition(range.lowerBound >= 0 && range.upperBound <= count, "Range out of bounds")
            // SAFETY: the precondition gives `0 <= lowerBound <= upperBound <= count`.
            return unsafe ByteView(
                unsafe: UnsafeBufferPointer(start: base + range.lowerBound, count: range.count)
            )
        }
    }

    /// Up to eight bytes from `offset` on as a little-endian word, zero where the view ends before.
    ///
    /// - Parameter offset: The first byte's place, in `0...count`.
    /// - Returns: The bytes, the first of them in the lowest eight bits.
    @inlinable
    @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        let left = count &- offset
        precondition(offset >= 0 && left >= 0, "Offset out of bounds")
        let raw = unsafe UnsafeRawPointer(base)
        if left >= 8 {
            // SAFETY: `offset + 8 <= count`.
            return unsafe UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
            )
        }
        if left == 0 { return 0 }
        if count >= 8 {
            // SAFETY: the eight bytes before `count` exist; those before `offset` are shifted out.
            let last = unsafe UInt64(
                littleEndian: raw.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self)
            )
            return last >> UInt64(truncatingIfNeeded: (8 &- left) &* 8)
        }
        if count >= 4 {
            // SAFETY: the first four and the last four bytes exist; together they are all, some of them twice.
            let first = unsafe UInt32(littleEndian: raw.loadUnaligned(as: UInt32.self))
            let last = unsafe UInt32(
                littleEndian: raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
            )
            let word = UInt64(first) | UInt64(last) << UInt64(truncatingIfNeeded: (count &- 4) &* 8)
            return word >> UInt64(truncatingIfNeeded: offset &* 8)
        }
        // The first, the middle and the last byte are all of them, some of them twice.
        let (middle, last) = (count &>> 1, count &- 1)
        // SAFETY: `left` is not 0, so `count` is 1 to 3, and both are less.
        let word =
            unsafe UInt64(base[0]) | UInt64(base[middle]) &<< UInt64(middle &* 8)
            | UInt64(base[last]) &<< UInt64(last &* 8)
        return word &>> UInt64(truncatingIfNeeded: offset &* 8)
    }

    /// The eight bytes from `offset` on, which must be in `0...(count - 8)`, as a little-endian word.
    @inlinable
    @inline(__always)
    package func wholeWord(at offset: Int) -> UInt64 {
        precondition(offset >= 0 && offset <= count &- 8, "Offset out of bounds")
        // SAFETY: `0 <= offset` and `offset + 8 <= count`.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(
                fromByteOffset: offset,
                as: UInt64.self
            )
        )
    }

    /// Whether both views hold the same bytes.
    @inlinable
    @inline(__always)
    package func elementsEqual(_ other: ByteView) -> Bool {
        guard count == other.count else { return false }
        guard count >= 8 else { return word(at: 0) == other.word(at: 0) }
        var offset = 0
        while offset < count &- 8 {
            guard wholeWord(at: offset) == other.wholeWord(at: offset) else { return false }
            offset &+= 8
        }
        // The last word may overlap the one before.
        return wholeWord(at: count &- 8) == other.wholeWord(at: count &- 8)
    }

    /// Whether both views hold the same bytes but for the case of ASCII letters.
    package func isEqual(ignoringCase other: ByteView) -> Bool {
        count == other.count
            && (0..<count).allSatisfy {
                ByteSet.lowercased(self[$0]) == ByteSet.lowercased(other[$0])
            }
    }

    /// Whether `other` occurs in this view at `offset`; false when it would reach over the end.
    package func hasBytes(_ other: ByteView, at offset: Int) -> Bool {
        offset >= 0 && offset <= count && other.count <= count - offset
            && self[offset..<(offset + other.count)].elementsEqual(other)
    }
}

extension ByteView {
    /// Copies the bytes to the beginning of `memory`, which must have room for fifteen, and zeros behind them to the eighth.
    ///
    /// Up to eight are stored at once, so that the processor need not wait for several stores when the word is read.
    @inlinable
    @inline(__always)
    func copyShort(to memory: UnsafeMutableRawBufferPointer) {
        precondition(count <= 15 && memory.count >= 15, "No room for the bytes")
        // SAFETY: there is room for eight bytes.
        unsafe memory.storeBytes(of: word(at: 0).littleEndian, as: UInt64.self)
        guard count > 8 else { return }
        // SAFETY: there is room for the last eight of up to fifteen bytes.
        unsafe memory.storeBytes(
            of: wholeWord(at: count &- 8).littleEndian,
            toByteOffset: count &- 8,
            as: UInt64.self
        )
    }
}

extension ByteView: Sequence {
    /// The bytes in order.
    @usableFromInline
    package struct Iterator: IteratorProtocol {
        private let bytes: ByteView
        private var offset = 0

        fileprivate init(_ bytes: ByteView) {
            self.bytes = bytes
        }

        @usableFromInline
        package mutating func next() -> UInt8? {
            guard offset < bytes.count else { return nil }
            defer { offset += 1 }
            return bytes[offset]
        }
    }

    @usableFromInline package func makeIterator() -> Iterator { Iterator(self) }

    @usableFromInline package var underestimatedCount: Int { count }
}

extension ByteView {
    /// The sixteen bytes from `offset` on, which must be in `0...(count - 16)`.
    @inline(__always)
    func vector(at offset: Int) -> SIMD16<UInt8> {
        precondition(offset >= 0 && offset <= count &- 16, "Offset out of bounds")
        // SAFETY: `0 <= offset` and `offset + 16 <= count`.
        return unsafe UnsafeRawPointer(base).loadUnaligned(
            fromByteOffset: offset,
            as: SIMD16<UInt8>.self
        )
    }
}

/// Questions to sixteen bytes at once.
///
/// Vectors are added, as those comparisons of Swift's that are no single instruction are loops over the bytes.
enum ByteVector {
    /// The high bit of each byte that is not plain, as ``ByteWord/isPlain(_:)`` has it, or is a slash before a slash or a dot.
    @inline(__always)
    static func odd(_ bytes: SIMD16<UInt8>, before next: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let lowered = bytes | SIMD16(repeating: 0x20)
        let letters = atLeast(lowered, UInt8(ascii: "a")) & ~atLeast(lowered, UInt8(ascii: "z") + 1)
        let digits = atLeast(bytes, UInt8(ascii: "-")) & ~atLeast(bytes, UInt8(ascii: ":") + 1)
        let lines = atLeast(bytes ^ SIMD16(repeating: UInt8(ascii: "_")), 1)
        // `.` and `/` differ in the lowest bit only.
        let slash = SIMD16(repeating: UInt8(ascii: "/"))
        let unpaired = atLeast(bytes ^ slash | (next | SIMD16(repeating: 1)) ^ slash, 1)
        return bytes | ~(letters | digits | ~lines) | ~unpaired
    }

    /// Whether no byte has its high bit.
    @inline(__always)
    static func isPlain(_ odd: SIMD16<UInt8>) -> Bool {
        // SAFETY: both types are of 16 bytes, of any value.
        let halves = unsafe unsafeBitCast(odd, to: SIMD2<UInt64>.self)
        return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    }

    /// The high bit of each byte that is `byte` or more, if it is ASCII.
    @inline(__always)
    private static func atLeast(_ bytes: SIMD16<UInt8>, _ byte: UInt8) -> SIMD16<UInt8> {
        bytes &+ SIMD16(repeating: 0x80 &- byte)
    }
}
