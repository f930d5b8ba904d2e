/// A borrowed view of contiguous bytes, valid during one closure.
///
/// All text of links and patterns is read as bytes through this type: `String` compares composed and decomposed
/// accents as equal, and lets a combining mark swallow a slash. Reading is bounds-checked in every build, so a wrong
/// offset traps instead of reading other memory. `withBytes(of:_:)` passes a view to a closure, which it must not leave.
@safe
@frozen
@usableFromInline
package struct ByteView {
    /// The first byte; never read when `count` is 0.
    @usableFromInline let base: UnsafePointer<UInt8>

    /// The number of bytes.
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

    /// Up to eight bytes that begin at `offset`, as a little-endian word padded with zeros after the view's end.
    ///
    /// - Parameter offset: The offset of the first byte, in `0...count`.
    /// - Returns: The bytes, with the first one in the lowest eight bits.
    @inlinable
    @inline(__always)
    package func word(at offset: Int) -> UInt64 {
        if offset >= 0, offset <= count &- 8 { return wholeWord(at: offset) }
        precondition(offset >= 0 && offset <= count, "Offset out of bounds")
        // The bytes before `offset` are shifted out.
        if count >= 8 { return wholeWord(at: count &- 8) >> UInt64((offset &- (count &- 8)) &* 8) }
        return shortWord >> UInt64(offset &* 8)
    }

    /// All bytes of a view of less than eight, as a little-endian word padded with zeros.
    ///
    /// It is put together of parts that may overlap, and not byte by byte: names of items and requirements are as short.
    @inlinable
    @inline(__always)
    var shortWord: UInt64 {
        precondition(count < 8, "Not short")
        if count >= 4 { return part(UInt32.self, at: 0) | part(UInt32.self, at: count &- 4) }
        if count >= 2 { return part(UInt16.self, at: 0) | part(UInt16.self, at: count &- 2) }
        return count == 1 ? UInt64(self[0]) : 0
    }

    /// The bytes of an integer's length that begin at `offset`, as they stand in a word that begins with the view.
    @inlinable
    @inline(__always)
    func part<Part: FixedWidthInteger & BitwiseCopyable>(
        _ type: Part.Type,
        at offset: Int
    ) -> UInt64 {
        let size = MemoryLayout<Part>.size
        precondition(offset >= 0 && offset <= count &- size, "Offset out of bounds")
        // SAFETY: `0 <= offset` and `offset + size <= count`.
        let part = unsafe UnsafeRawPointer(base).loadUnaligned(fromByteOffset: offset, as: type)
        return UInt64(Part(littleEndian: part)) &<< UInt64(offset &* 8)
    }

    /// The eight bytes that begin at `offset`, which must be in `0...(count - 8)`, as a little-endian word.
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
        guard count >= 8 else { return shortWord == other.shortWord }
        var offset = 0
        while offset < count &- 8 {
            guard wholeWord(at: offset) == other.wholeWord(at: offset) else { return false }
            offset &+= 8
        }
        // The last word may overlap the one before.
        return wholeWord(at: count &- 8) == other.wholeWord(at: count &- 8)
    }

    /// Whether both views hold the same bytes, ignoring the case of ASCII letters.
    @inlinable
    package func isEqual(ignoringCase other: ByteView) -> Bool {
        guard count == other.count else { return false }
        // Nearly all links are written in lower case.
        if elementsEqual(other) { return true }
        for offset in 0..<count
        where ByteSet.lowercased(self[offset]) != ByteSet.lowercased(other[offset]) { return false }
        return true
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
    /// The sixteen bytes that begin at `offset`, which must be in `0...(count - 16)`.
    @inline(__always)
    func vector(at offset: Int) -> SIMD16<Int8> {
        precondition(offset >= 0 && offset <= count &- 16, "Offset out of bounds")
        // SAFETY: `0 <= offset` and `offset + 16 <= count`.
        return unsafe UnsafeRawPointer(base).loadUnaligned(
            fromByteOffset: offset,
            as: SIMD16<Int8>.self
        )
    }

    /// All bytes of a view of up to sixteen, followed by digits, and the same behind one more digit.
    var shortVectors: (bytes: SIMD16<Int8>, before: SIMD16<Int8>) {
        precondition(count <= 16, "Not short")
        let digits = ByteWord.repeating(UInt8(ascii: "0"))
        let start = word(at: 0) | digits << UInt64(count &* 8)
        let end = count > 8 ? word(at: 8) | digits << UInt64((count &- 8) &* 8) : digits
        let bytes = SIMD2(start, end)
        let before = SIMD2(start << 8 | digits >> 56, end << 8 | start >> 56)
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        return unsafe (
            unsafeBitCast(bytes, to: SIMD16<Int8>.self),
            unsafeBitCast(before, to: SIMD16<Int8>.self)
        )
    }
}

/// Tests of sixteen bytes at once.
///
/// They use comparisons that are a single instruction; others become loops over the bytes.
enum ByteVector {
    /// Zero for each byte that needs no closer look: letters, digits, `-`, `_`, `.`, `/` and `:`, which most paths are made of,
    /// unless it is a slash or a dot after a slash.
    @inline(__always)
    static func odd(_ bytes: SIMD16<Int8>, after before: SIMD16<Int8>) -> SIMD16<Int8> {
        let letters = within("a", "z", bytes | SIMD16(repeating: 0x20))
        let digits = within("-", ":", bytes)
        let lines = mask(bytes .== SIMD16(repeating: 0x5F))
        let slash = SIMD16<Int8>(repeating: 0x2F)
        // `.` and `/` differ only in the lowest bit.
        let pairs = mask(before .== slash) & mask((bytes | SIMD16(repeating: 1)) .== slash)
        // A byte is in one of the sets, whose masks are -1, or in none.
        return (letters &+ digits &+ lines &+ SIMD16(repeating: 1)) | pairs
    }

    /// Not zero for each byte that ends a host: `/`, `?` and `#`.
    @inline(__always)
    static func hostEnds(_ bytes: SIMD16<Int8>) -> SIMD16<Int8> {
        mask(bytes .== SIMD16(repeating: 0x2F)) | mask(bytes .== SIMD16(repeating: 0x3F))
            | mask(bytes .== SIMD16(repeating: 0x23))
    }

    /// Not zero for each byte in ``ByteSet/queryEnd``.
    @inline(__always)
    static func queryEnds(_ bytes: SIMD16<Int8>) -> SIMD16<Int8> {
        within("\0", " ", bytes) | mask(bytes .== SIMD16(repeating: 0x23))
            | mask(bytes .== SIMD16(repeating: 0x5C)) | mask(bytes .== SIMD16(repeating: 0x7F))
    }

    /// The place of the first byte that is not zero, or 16 if all are.
    @inline(__always)
    static func firstPlace(_ bytes: SIMD16<Int8>) -> Int {
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        let (low, high) = (UInt64(littleEndian: halves[0]), UInt64(littleEndian: halves[1]))
        // Without a bit that is set, the number of zeros is 64.
        return low != 0 ? low.trailingZeroBitCount / 8 : 8 &+ high.trailingZeroBitCount / 8
    }

    static func isZero(_ bytes: SIMD16<Int8>) -> Bool {
        // SAFETY: both types have 16 bytes, and every bit pattern is valid for both.
        let halves = unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
        return halves[0] | halves[1] == 0
    }

    /// A mask of the bytes from `first` to `last`, which are moved to the lowest signed numbers, so that one comparison finds them.
    @inline(__always)
    private static func within(
        _ first: Unicode.Scalar,
        _ last: Unicode.Scalar,
        _ bytes: SIMD16<Int8>
    ) -> SIMD16<Int8> {
        let (first, last) = (UInt8(ascii: first), UInt8(ascii: last))
        let moved = bytes &+ SIMD16(repeating: Int8(bitPattern: 0x80 &- first))
        return mask(moved .< SIMD16(repeating: Int8(bitPattern: 0x81 &+ last &- first)))
    }

    /// -1 for each byte for which a comparison holds, and 0 for the others.
    @inline(__always)
    private static func mask(_ comparison: SIMDMask<SIMD16<Int8>>) -> SIMD16<Int8> {
        // SAFETY: a mask is stored as such a vector.
        unsafe unsafeBitCast(comparison, to: SIMD16<Int8>.self)
    }
}
