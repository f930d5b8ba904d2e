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
