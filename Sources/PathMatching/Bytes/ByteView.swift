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
                unsafe: UnsafeBufferPointer(
                    start: base + range.lowerBound,
                    count: range.upperBound &- range.lowerBound
                )
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
        return uncheckedWord(at: offset)
    }

    /// The eight bytes that begin at `offset`, which must be in `0...(count - 8)`; this is checked only in debug builds.
    @inlinable
    @inline(__always)
    func uncheckedWord(at offset: Int) -> UInt64 {
        assert(offset >= 0 && offset <= count &- 8, "Offset out of bounds")
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
        return count >= 8 ? hasSameWords(as: other) : shortWord == other.shortWord
    }

    /// Whether both views, which have the same length of at least eight bytes, hold the same bytes.
    @inlinable
    @inline(__always)
    func hasSameWords(as other: ByteView) -> Bool {
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
    @inline(never)
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

// MARK: - Bytes of texts

/// Calls `body` with the UTF-8 bytes of `text`, without a copy if the string stores them contiguously.
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
    #if canImport(ObjectiveC)
    // A string bridged from Objective-C has no contiguous UTF-8: copy it once.
    return withBytes(of: Array(text.utf8), body)
    #else
    // On other platforms all strings have it. Without a fallback the code is shorter: nothing has to be kept alive for one.
    preconditionFailure("A string without contiguous UTF-8")
    #endif
}

/// Calls `body` with the given bytes.
///
/// - Parameters:
///   - array: The bytes to read.
///   - body: Reads the bytes; the view must not leave it.
/// - Returns: What `body` returned.
/// - Throws: What `body` threw.
@inlinable
@inline(__always)
package func withBytes<Result, Failure: Error>(
    of array: [UInt8],
    _ body: (ByteView) throws(Failure) -> Result
) throws(Failure) -> Result {
    // SAFETY: the buffer lives as long as the closure, and so does the view made of it.
    unsafe try array.withUnsafeBufferPointer { (buffer) throws(Failure) in
        unsafe try body(ByteView(unsafe: buffer))
    }
}

/// Calls `body` with the UTF-8 bytes of `text`, and rethrows its typed error.
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

extension [UInt8] {
    /// Appends the bytes of a view.
    package mutating func append(_ bytes: ByteView) {
        // SAFETY: a view's creator guarantees `count` bytes at `base`.
        unsafe append(contentsOf: UnsafeBufferPointer(start: bytes.base, count: bytes.count))
    }
}

/// Whether both texts have the same UTF-8 bytes.
///
/// `String.==` is also true for different bytes of equivalent text: `é` as one scalar or two, or a Kelvin sign and `K`.
///
/// Only the first comparison is inlined: both would take 600 bytes for each of the many calls in `DeepLinks`.
@inlinable
@inline(__always)
package func hasSameBytes(_ text: String, _ other: String) -> Bool {
    // Equal short texts are equal strings, bit by bit, since they are stored in them.
    text.bits == other.bits || hasSameStoredBytes(text, other)
}

@usableFromInline
@inline(never)
func hasSameStoredBytes(_ text: String, _ other: String) -> Bool {
    text.utf8.count == other.utf8.count
        && withBytes(of: text) { text in withBytes(of: other) { text.elementsEqual($0) } }
}

/// Whether both texts have the same UTF-8 bytes, or both are nil.
package func hasSameBytes(_ text: String?, _ other: String?) -> Bool {
    guard let text, let other else { return text == nil && other == nil }
    return hasSameBytes(text, other)
}

extension String {
    /// The bits of the string itself, as two words that overlap where addresses have 32 bits.
    ///
    /// They say where the text is stored, or are the text. So strings with the same bits have the same text.
    @usableFromInline
    @inline(__always)
    var bits: (UInt64, UInt64) {
        // SAFETY: a string has at least eight bytes, and all its bytes are initialized.
        unsafe withUnsafeBytes(of: self) { bits in
            unsafe (
                bits.loadUnaligned(as: UInt64.self),
                bits.loadUnaligned(fromByteOffset: bits.count - 8, as: UInt64.self)
            )
        }
    }

    /// Creates a string from UTF-8 bytes, replacing malformed ones with U+FFFD.
    @usableFromInline
    package init(_ bytes: ByteView) {
        // SAFETY: a view's creator guarantees `count` bytes at `base`. The first initializer copies them; the second has room for them
        // and for a word.
        let buffer = unsafe UnsafeBufferPointer(start: bytes.base, count: bytes.count)
        guard bytes.count <= 15 else {
            unsafe self.init(decoding: buffer, as: UTF8.self)
            return
        }
        // So short a text is stored in the string itself, which takes half as long if it is written there, as words.
        unsafe self.init(unsafeUninitializedCapacity: Swift.max(bytes.count, 8)) { text in
            let text = UnsafeMutableRawBufferPointer(text)
            guard bytes.count >= 8 else {
                unsafe text.storeBytes(of: bytes.shortWord.littleEndian, as: UInt64.self)
                return bytes.count
            }
            // The last word may overlap the first.
            let end = bytes.count - 8
            let words = (bytes.wholeWord(at: 0).littleEndian, bytes.wholeWord(at: end).littleEndian)
            unsafe text.storeBytes(of: words.0, as: UInt64.self)
            unsafe text.storeBytes(of: words.1, toByteOffset: end, as: UInt64.self)
            return bytes.count
        }
    }
}
