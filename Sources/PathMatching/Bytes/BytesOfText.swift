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
        if bytes.count <= 15 {
            // Strings of up to 15 bytes live in the string itself, and this way of making one does not look at them twice.
            // SAFETY: `count` bytes are initialized, and the room for more is asked for.
            unsafe self.init(unsafeUninitializedCapacity: 15) { memory in
                unsafe bytes.copyShort(to: UnsafeMutableRawBufferPointer(memory))
                return bytes.count
            }
            return
        }
        // SAFETY: the view's maker vouches for `count` bytes from `base`, and the initializer copies them.
        unsafe self.init(
            decoding: UnsafeBufferPointer(start: bytes.base, count: bytes.count),
            as: UTF8.self
        )
    }
}

extension String {
    /// Creates a string of the bytes that `write` puts into its room; what is not UTF-8 becomes U+FFFD.
    ///
    /// - Parameters:
    ///   - count: How many bytes there are at the most.
    ///   - write: Puts the bytes there.
    /// - Throws: What `write` throws.
    init<Failure: Error>(
        roomFor count: Int,
        _ write: (inout TextRoom) throws(Failure) -> Void
    ) throws(Failure) {
        var failure: Failure?
        // SAFETY: as many bytes are initialized as the room says that it has.
        let text = unsafe String(unsafeUninitializedCapacity: count) { memory in
            var room = unsafe TextRoom(unsafe: memory)
            do throws(Failure) {
                try write(&room)
                return room.count
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        self = text
    }
}

/// Room for the bytes of a string that is being made; writing is bounds-checked in every build.
@safe
struct TextRoom {
    private let memory: UnsafeMutableBufferPointer<UInt8>
    /// How many bytes were written.
    private(set) var count = 0

    fileprivate init(unsafe memory: UnsafeMutableBufferPointer<UInt8>) {
        unsafe self.memory = memory
    }

    mutating func append(_ byte: UInt8) {
        precondition(unsafe count < memory.count, "No room for the byte")
        // SAFETY: the precondition gives that, and a byte is trivial, so assigning also initializes.
        unsafe memory[count] = byte
        count += 1
    }
}
