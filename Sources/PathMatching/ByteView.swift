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
        var word: UInt64 = 0
        for index in offset..<count {
            // SAFETY: `index < count` by iteration.
            word |= UInt64(unsafe base[index]) << UInt64(truncatingIfNeeded: (index &- offset) &* 8)
        }
        return word
    }

    /// Whether both views hold the same bytes.
    package func elementsEqual(_ other: ByteView) -> Bool {
        guard count == other.count else { return false }
        var offset = 0
        while offset < count {
            guard word(at: offset) == other.word(at: offset) else { return false }
            offset &+= 8
        }
        return true
    }

    /// Whether `other` occurs in this view at `offset`; false when it would reach over the end.
    package func hasBytes(_ other: ByteView, at offset: Int) -> Bool {
        offset >= 0 && offset <= count && other.count <= count - offset
            && self[offset..<(offset + other.count)].elementsEqual(other)
    }
}

/// Calls `body` with the UTF-8 bytes of `text`, without copying them where the string stores them in one piece.
///
/// - Parameters:
///   - text: The text to read.
///   - body: Reads the bytes; the view must not leave it.
/// - Returns: What `body` returned.
@inlinable
@inline(__always)
package func withBytes<Result>(
    of text: some StringProtocol,
    _ body: (ByteView) -> Result
) -> Result {
    // SAFETY: the buffer lives as long as the closure, and so does the view made of it.
    if let result = text.utf8.withContiguousStorageIfAvailable({ buffer in
        unsafe body(ByteView(unsafe: buffer))
    }) {
        return result
    }
    // A string bridged from Objective-C has no contiguous UTF-8: copy it once.
    return withBytes(of: Array(text.utf8), body)
}

/// Calls `body` with the given bytes.
///
/// - Parameters:
///   - array: The bytes to read.
///   - body: Reads the bytes; the view must not leave it.
/// - Returns: What `body` returned.
@inlinable
@inline(__always)
package func withBytes<Result>(of array: [UInt8], _ body: (ByteView) -> Result) -> Result {
    // SAFETY: the buffer lives as long as the closure, and so does the view made of it.
    unsafe array.withUnsafeBufferPointer { buffer in
        unsafe body(ByteView(unsafe: buffer))
    }
}

/// Calls `body` with the UTF-8 bytes of `text`, passing its error on with its type.
///
/// - Parameters:
///   - text: The text to read.
///   - body: Reads the bytes; the view must not leave it.
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@inlinable
package func withBytes<Result, Failure: Error>(
    of text: some StringProtocol,
    throwing body: (ByteView) throws(Failure) -> Result
) throws(Failure) -> Result {
    let outcome: Swift.Result<Result, Failure> = withBytes(of: text) { bytes in
        do throws(Failure) {
            return .success(try body(bytes))
        } catch {
            return .failure(error)
        }
    }
    return try outcome.get()
}

extension String {
    /// Creates a string of the given UTF-8 bytes; what is not UTF-8 becomes U+FFFD.
    @inlinable
    package init(_ bytes: ByteView) {
        // SAFETY: the view's maker vouches for `count` bytes from `base`, and the initializer copies them.
        unsafe self.init(
            decoding: UnsafeBufferPointer(start: bytes.base, count: bytes.count),
            as: UTF8.self
        )
    }
}
