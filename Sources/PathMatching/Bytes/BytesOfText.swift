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
    #if canImport(ObjectiveC)
    // A string bridged from Objective-C has no contiguous UTF-8: copy it once.
    return withBytes(of: Array(text.utf8), body)
    #else
    // Elsewhere all strings have it, and without a second way the first is shorter: nothing has to be kept alive for it.
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
