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
        guard count >= 8 else { return shortElementsEqual(other) }
        var offset = 0
        while offset < count &- 8 {
            guard wholeWord(at: offset) == other.wholeWord(at: offset) else { return false }
            offset &+= 8
        }
        // The last word may overlap the one before.
        return wholeWord(at: count &- 8) == other.wholeWord(at: count &- 8)
    }

    /// Whether both views hold the same bytes, which are as many in both, and fewer than eight.
    @inlinable
    @inline(__always)
    func shortElementsEqual(_ other: ByteView) -> Bool {
        precondition(count == other.count && count < 8, "Not short, or not of one length")
        if count >= 4 {
            let (raw, otherRaw) = unsafe (UnsafeRawPointer(base), UnsafeRawPointer(other.base))
            // SAFETY: the first four and the last four bytes exist in both; together they are all, some of them twice.
            return unsafe raw.loadUnaligned(as: UInt32.self)
                == otherRaw.loadUnaligned(as: UInt32.self)
                && raw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
                    == otherRaw.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self)
        }
        if count == 0 { return true }
        let (middle, last) = (count &>> 1, count &- 1)
        // SAFETY: `count` is 1 to 3 in both, and all three places are less. Together they are all bytes, some of them twice.
        return unsafe base[0] == other.base[0] && base[middle] == other.base[middle]
            && base[last] == other.base[last]
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

/// Objects in a fixed order, which are called without counting references to them.
///
/// `Array` cannot promise that an element outlives a call of it. Here it does: nothing is ever removed.
@safe
@frozen
@usableFromInline
package struct FixedObjects<Object: AnyObject & Sendable>: @unchecked Sendable {
    /// Keeps the objects alive.
    package let all: [Object]
    // Sendable since the objects are, and nothing else is done with a reference than what could be done with an element.
    @usableFromInline let references: [Unmanaged<Object>]

    package init(_ objects: [Object]) {
        all = objects
        unsafe references = objects.map { unsafe Unmanaged.passUnretained($0) }
    }

    /// The object at `index`, which must be in bounds.
    package subscript(index: Int) -> Object { all[index] }

    /// Calls `body` with the object at `index`, which must be in bounds.
    @inlinable
    @inline(__always)
    package func withObject<Result, Failure: Error>(
        at index: Int,
        _ body: (Object) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        // SAFETY: `all` keeps the object alive, and whoever calls holds this struct for the time of the call.
        let outcome: Swift.Result<Result, Failure> = unsafe references[index]
            ._withUnsafeGuaranteedRef { object in
                do throws(Failure) {
                    return .success(try body(object))
                } catch {
                    return .failure(error)
                }
            }
        return try outcome.get()
    }
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

/// A borrowed path of which the eight bytes before its end can be read, however short it is.
///
/// This is what the walk of a path reads, several times a segment; so it is bounds-checked in debug builds only, and
/// every unchecked read is proven here from what the initializers make sure of.
@safe
struct PathWords {
    /// Has `count` readable bytes, and eight that end where they do.
    private let base: UnsafePointer<UInt8>
    let count: Int

    /// The words of `path`, which must have eight bytes at least and outlive this.
    @inline(__always)
    init(_ path: ByteView) {
        precondition(path.count >= 8, "A short path has to be padded")
        // SAFETY: the view's maker vouches for `count` bytes, and these are eight at least.
        unsafe self.init(base: path.base, count: path.count)
    }

    @inline(__always)
    private init(base: UnsafePointer<UInt8>, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    /// Calls `body` with the words of `path`, which must have fewer than eight bytes and must not leave it.
    @inline(__always)
    static func withPadded<Result>(_ path: ByteView, _ body: (PathWords) -> Result) -> Result {
        precondition(path.count < 8, "Only a short path is padded")
        let padding = UInt64(truncatingIfNeeded: (8 &- path.count) &* 8)
        // Slashes, which are plain, then the path.
        let word =
            ByteWord.repeating(UInt8(ascii: "/")) >> (64 - padding) | path.word(at: 0) << padding
        return unsafe withUnsafeBytes(of: word.littleEndian) { bytes in
            let bytes = unsafe bytes.baseAddress.unsafelyUnwrapped
                .assumingMemoryBound(to: UInt8.self)
            // SAFETY: the path is at the end of the eight bytes, which live as long as the closure.
            return unsafe body(PathWords(base: bytes + (8 &- path.count), count: path.count))
        }
    }

    /// The path's bytes.
    var bytes: ByteView {
        // SAFETY: there are `count` of them.
        unsafe ByteView(unsafe: UnsafeBufferPointer(start: base, count: count))
    }

    /// Where the last word begins; before the path if it is short.
    @inline(__always)
    private var last: Int { count &- 8 }

    /// The byte at `offset`, which must be in `0..<count`.
    @inline(__always)
    subscript(offset: Int) -> UInt8 {
        assert(offset >= 0 && offset < count, "Offset out of bounds")
        // SAFETY: the caller's promise.
        return unsafe base[offset]
    }

    /// The eight bytes from `offset` on as a little-endian word.
    @inline(__always)
    private func load(_ offset: Int) -> UInt64 {
        assert(offset <= last && (offset >= 0 || offset == last), "Offset out of bounds")
        // SAFETY: the callers' promise, that they are bytes of the path or the eight before its end.
        return unsafe UInt64(
            littleEndian: UnsafeRawPointer(base).loadUnaligned(
                fromByteOffset: offset,
                as: UInt64.self
            )
        )
    }

    /// The eight bytes from `offset` on, which must be in `0...(count - 8)`.
    @inline(__always)
    func word(from offset: Int) -> UInt64 {
        load(offset)
    }

    /// The eight bytes before `end`, which must be in `8...count`.
    @inline(__always)
    func word(before end: Int) -> UInt64 {
        load(end &- 8)
    }

    /// The segment that begins at `start`, which must be in `0..<count`.
    ///
    /// - Parameter start: Where it begins.
    /// - Returns: Where it ends; and its first eight bytes as a little-endian word, padded with zeros.
    @inline(__always)
    func segment(from start: Int) -> (end: Int, word: UInt64) {
        let word = paddedWord(start)
        let slash = ByteWord.firstSlash(word)
        guard slash == 0 else {
            // All bits below the slash's.
            let before = (slash ^ (slash &- 1)) &>> 8
            return (start &+ slash.trailingZeroBitCount &>> 3, word & before)
        }
        return (start &+ 8 < count ? end(ofSegmentWith: start &+ 8) : count, word)
    }

    /// Where the segment ends that `offset`, which must be in `0..<count`, is in or right after.
    @inline(__always)
    private func end(ofSegmentWith offset: Int) -> Int {
        let slash = ByteWord.firstSlash(paddedWord(offset))
        guard slash == 0 else { return offset &+ slash.trailingZeroBitCount &>> 3 }
        return end(ofLongSegmentWith: offset &+ 8)
    }

    /// As ``end(ofSegmentWith:)``; where the path has ended, its end.
    @inline(never)
    private func end(ofLongSegmentWith offset: Int) -> Int {
        var offset = offset
        while offset < count {
            let slash = ByteWord.firstSlash(paddedWord(offset))
            guard slash == 0 else { return offset &+ slash.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        return count
    }

    /// The eight bytes from `offset` on, which must be in `0..<count`, and zeros where the path has ended.
    @inline(__always)
    private func paddedWord(_ offset: Int) -> UInt64 {
        guard offset > last else { return load(offset) }
        return load(last) &>> UInt64(truncatingIfNeeded: (offset &- last) &* 8)
    }

    /// Whether there is nothing but digits from `start` to `end`, which must be in order and in `0...count`.
    @inline(__always)
    func areDigits(from start: Int, to end: Int) -> Bool {
        var offset = start
        while offset &+ 8 <= end {
            guard ByteWord.areDigits(load(offset)) else { return false }
            offset &+= 8
        }
        guard offset < end else { return true }
        // The bytes that are left in the upper bytes, and digits below them.
        let unused = UInt64(truncatingIfNeeded: (8 &- (end &- offset)) &* 8)
        let zeros = ByteWord.repeating(UInt8(ascii: "0"))
        return ByteWord.areDigits(paddedWord(offset) &<< unused | zeros &>> (64 &- unused))
    }

    /// Where the digits begin that the bytes from `start` to `end` end with; both must be in order and in `0...count`.
    @inline(__always)
    func startOfDigits(before end: Int, from start: Int) -> Int {
        var first = end
        while first > start, self[first &- 1] &- UInt8(ascii: "0") < 10 { first &-= 1 }
        return first
    }

    /// Whether all bytes from `start` on, which must be in `0..<count`, are plain; see ``ByteWord/isPlain(_:)``.
    ///
    /// - Returns: Whether they are. It may be false because of bytes before them, too.
    @inline(__always)
    func arePlain(from start: Int) -> Bool {
        var odd = SIMD16<UInt8>()
        if count >= 16 {
            var offset = start
            while true {
                // The last sixteen bytes overlap those before: seeing a byte twice does no harm.
                offset = min(offset, count &- 16)
                // SAFETY: `0 <= offset` and `offset + 16 <= count`.
                odd |= Self.odd(
                    unsafe UnsafeRawPointer(base).loadUnaligned(
                        fromByteOffset: offset,
                        as: SIMD16<UInt8>.self
                    )
                )
                offset &+= 16
                guard offset < count else { break }
            }
        } else {
            odd = Self.odd(Self.bytes(load(min(last, 0)), load(last)))
        }
        let halves = Self.halves(odd)
        return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
    }

    /// Whether the path is canonical, asked quickly of what nearly all paths are: plain and of nine bytes at least.
    @inline(never)
    func isCanonical() -> Bool {
        guard count > 8 else { return CanonicalPath.isCanonical(bytes) }
        var odd = SIMD16<UInt8>()
        // The high bit of each byte that is no slash, or is followed by neither a slash nor a dot.
        var unpaired = SIMD16<UInt8>(repeating: 0x80)
        if count > 16 {
            var offset = 0
            while true {
                offset = min(offset, count &- 17)
                let raw = unsafe UnsafeRawPointer(base)
                // SAFETY: `0 <= offset` and `offset + 17 <= count`.
                let bytes = unsafe raw.loadUnaligned(fromByteOffset: offset, as: SIMD16<UInt8>.self)
                let next = unsafe raw.loadUnaligned(
                    fromByteOffset: offset &+ 1,
                    as: SIMD16<UInt8>.self
                )
                odd |= Self.odd(bytes)
                unpaired &= Self.unpaired(bytes, next)
                offset &+= 16
                guard offset < count &- 1 else { break }
            }
        } else {
            // The first eight bytes and the eight before the last one are all but the last, some of them twice.
            let bytes = Self.bytes(load(0), load(count &- 9))
            odd = Self.odd(bytes)
            unpaired = Self.unpaired(bytes, Self.bytes(load(1), load(last)))
        }
        let halves = Self.halves(odd | ~unpaired)
        let lastByte = self[count &- 1]
        guard (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0, lastByte != CanonicalPath.slash,
            ByteWord.isPlain(ByteWord.repeating(lastByte))
        else { return CanonicalPath.isCanonical(bytes) }
        return true
    }

    /// The high bit of each byte that is no slash, or whose next byte is neither a slash nor a dot, which differ in one bit.
    @inline(__always)
    private static func unpaired(
        _ bytes: SIMD16<UInt8>,
        _ next: SIMD16<UInt8>
    ) -> SIMD16<UInt8> {
        let slash = SIMD16(repeating: UInt8(ascii: "/"))
        return (bytes ^ slash | (next | SIMD16(repeating: 1)) ^ slash) &+ SIMD16(repeating: 0x7F)
    }

    @inline(__always)
    private static func bytes(_ low: UInt64, _ high: UInt64) -> SIMD16<UInt8> {
        // SAFETY: both types are of 16 bytes, of any value.
        unsafe unsafeBitCast(SIMD2(low, high), to: SIMD16<UInt8>.self)
    }

    @inline(__always)
    private static func halves(_ bytes: SIMD16<UInt8>) -> SIMD2<UInt64> {
        // SAFETY: both types are of 16 bytes, of any value.
        unsafe unsafeBitCast(bytes, to: SIMD2<UInt64>.self)
    }

    /// The high bit of each byte that is not plain; see ``ByteWord/isPlain(_:)``.
    ///
    /// Vectors are added, as those comparisons of Swift's that are no single instruction are loops over the bytes.
    @inline(__always)
    private static func odd(_ bytes: SIMD16<UInt8>) -> SIMD16<UInt8> {
        let lowered = bytes | SIMD16(repeating: 0x20)
        let letters = atLeast(lowered, UInt8(ascii: "a")) & ~atLeast(lowered, UInt8(ascii: "z") + 1)
        let digits = atLeast(bytes, UInt8(ascii: "-")) & ~atLeast(bytes, UInt8(ascii: ":") + 1)
        let other = (bytes ^ SIMD16(repeating: UInt8(ascii: "_"))) &+ SIMD16(repeating: 0x7F)
        return bytes | ~letters & ~digits & other
    }

    /// The high bit of each byte that is `byte` or more, if it is ASCII.
    @inline(__always)
    private static func atLeast(_ bytes: SIMD16<UInt8>, _ byte: UInt8) -> SIMD16<UInt8> {
        bytes &+ SIMD16(repeating: 0x80 &- byte)
    }
}

/// A growing array of trivial elements, which is never copied by accident.
///
/// It is read without counting a reference, which `Array` cannot promise of an array that is a part of something else,
/// and grows by little, so that large tries do not hold twice what they need. Reading and writing are bounds-checked in
/// every build.
@safe
struct Table<Element: BitwiseCopyable>: ~Copyable {
    /// Has room for `capacity` elements, of which the first `count` are initialized.
    private var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int = 0) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    deinit {
        // SAFETY: trivial elements need no deinitialization, and nobody else has the address.
        unsafe base.deallocate()
    }

    /// A table with the same elements.
    func copy() -> Table {
        var copy = Table(capacity: count)
        // SAFETY: both have room for `count` elements, and these are initialized.
        unsafe copy.base.initialize(from: base, count: count)
        copy.count = count
        return copy
    }

    /// The element at `index`, which must be in bounds.
    subscript(index: Int) -> Element {
        @inline(__always) get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Index out of bounds")
            // SAFETY: the precondition gives `0 <= index < count`.
            return unsafe base[index]
        }
        @inline(__always) set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Index out of bounds")
            // SAFETY: as above.
            unsafe base[index] = newValue
        }
    }

    mutating func append(_ element: Element) {
        reserve(count + 1)
        // SAFETY: there is room for one more.
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    mutating func append(_ element: Element, count repetitions: Int) {
        reserve(count + repetitions)
        // SAFETY: there is room for that many more.
        unsafe (base + count).initialize(repeating: element, count: repetitions)
        count += repetitions
    }

    /// Appends the elements of another table in `range`, which must be in bounds.
    mutating func append(_ elements: TableView<Element>, _ range: Range<Int>) {
        reserve(count + range.count)
        // SAFETY: there is room for that many more, and `start(of:)` gives as many.
        unsafe (base + count).initialize(from: elements.start(of: range), count: range.count)
        count += range.count
    }

    /// Replaces the elements in `range`, which must be in bounds.
    mutating func fill(_ range: Range<Int>, with element: Element) {
        precondition(range.lowerBound >= 0 && range.upperBound <= count, "Range out of bounds")
        // SAFETY: the precondition gives `0 <= lowerBound <= upperBound <= count`.
        unsafe (base + range.lowerBound).update(repeating: element, count: range.count)
    }

    mutating func removeLast(_ length: Int = 1) {
        precondition(length >= 0 && length <= count, "Nothing to remove")
        count -= length
    }

    /// Makes room for `minimum` elements and, if it has to, for more: for a quarter while there are few, for an eighth then,
    /// and for a sixteenth when there are many, where room that is not used would count most.
    private mutating func reserve(_ minimum: Int) {
        guard minimum > capacity else { return }
        let part = capacity < 1024 ? 4 : capacity < 65_536 ? 8 : 16
        let grown = max(minimum, capacity + capacity / part, 8)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: grown)
        // SAFETY: the new memory has room for all elements, which are initialized; trivial ones can just be left behind.
        unsafe new.initialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = new
        capacity = grown
    }

    /// A view for reading, which must not outlive the next change.
    var view: TableView<Element> {
        @inline(__always) get {
            // SAFETY: the first `count` elements are initialized.
            unsafe TableView(unsafe: UnsafeBufferPointer(start: base, count: count))
        }
    }
}

extension Table<UInt8> {
    mutating func append(_ bytes: ByteView) {
        reserve(count + bytes.count)
        // SAFETY: there is room for them, and the view's maker vouches for as many.
        unsafe (base + count).initialize(from: bytes.base, count: bytes.count)
        count += bytes.count
    }

    /// Appends bytes and two more.
    mutating func append(_ bytes: ByteView, _ end: (UInt8, UInt8)) {
        reserve(count + bytes.count + 2)
        // SAFETY: there is room for them, and the view's maker vouches for as many.
        unsafe (base + count).initialize(from: bytes.base, count: bytes.count)
        // SAFETY: there is room for these, too.
        unsafe base[count + bytes.count] = end.0
        unsafe base[count + bytes.count + 1] = end.1
        count += bytes.count + 2
    }

    /// A view for reading, which must not outlive the next change.
    var bytes: ByteView {
        @inline(__always) get {
            // SAFETY: the first `count` bytes are initialized.
            unsafe ByteView(unsafe: UnsafeBufferPointer(start: base, count: count))
        }
    }
}

/// A borrowed view of a table's elements; reading is bounds-checked in every build.
@safe
struct TableView<Element: BitwiseCopyable> {
    private let elements: UnsafeBufferPointer<Element>

    fileprivate init(unsafe elements: UnsafeBufferPointer<Element>) {
        unsafe self.elements = elements
    }

    /// The element at `index`, which must be in bounds.
    subscript(index: UInt32) -> Element {
        @inline(__always) get {
            precondition(unsafe Int(index) < elements.count, "Index out of bounds")
            // SAFETY: the precondition gives `index < count`; an unsigned index is not negative.
            return unsafe elements[Int(index)]
        }
    }

    /// Where the elements in `range`, which must be in bounds, begin.
    fileprivate func start(of range: Range<Int>) -> UnsafePointer<Element> {
        precondition(
            unsafe range.lowerBound >= 0 && range.upperBound <= elements.count,
            "Range out of bounds"
        )
        // SAFETY: a table has an address even if it is empty.
        return unsafe elements.baseAddress.unsafelyUnwrapped + range.lowerBound
    }

    /// The element `offset` after `index`, which must be in bounds, as is checked in debug builds only.
    subscript(unchecked index: UInt32, offset: Int = 0) -> Element {
        @inline(__always) get {
            let place = Int(index) &+ offset
            assert(unsafe place >= 0 && place < elements.count, "Index out of bounds")
            // SAFETY: the caller's promise, which it keeps by the invariants of what it stores.
            return unsafe elements.baseAddress.unsafelyUnwrapped[place]
        }
    }
}

/// An index that copies of a trie share until one of them changes it.
///
/// Reading it counts no references and checks no exclusivity, which a class's properties cost: the trie that owns the
/// box does both, by changing the index only through `mutate(_:_:)`.
@safe
@usableFromInline
final class PathIndexBox: @unchecked Sendable {
    // Sendable since the index is changed only while a single owner knows the box.
    private let address: UnsafeMutablePointer<PathIndex>

    init(_ index: consuming PathIndex) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(to: index)
    }

    deinit {
        // SAFETY: it was allocated and initialized by the initializer, and no reference is left.
        unsafe address.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    var index: PathIndex {
        @inline(__always)
        unsafeAddress {
            // SAFETY: initialized for as long as the box lives.
            unsafe UnsafePointer(address)
        }
    }

    /// What the path, canonical or not, leads to.
    ///
    /// The string is not used after its bytes were: else it would be kept alive by counting a reference.
    @inlinable
    @inline(__always)
    func lookUp(_ path: some StringProtocol) -> PathIndexMatch {
        // SAFETY: the buffer lives as long as the closure, and so does the view made of it.
        path.utf8.withContiguousStorageIfAvailable { buffer in
            unsafe lookUp(ByteView(unsafe: buffer))
        } ?? lookUp(copying: path)
    }

    /// What a path leads to that has no contiguous UTF-8.
    ///
    /// Why it is marked as releasing nothing, ``lookUp(_:)`` tells.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(copying path: some StringProtocol) -> PathIndexMatch {
        withBytes(of: Array(path.utf8)) { lookUp($0) }
    }

    /// Changes the index of `box`, which becomes a box of its owner's own if another one shares it.
    static func mutate<Result>(
        _ box: inout PathIndexBox,
        _ body: (inout PathIndex) -> Result
    ) -> Result {
        if !isKnownUniquelyReferenced(&box) {
            box = PathIndexBox(box.index.copy())
        }
        // SAFETY: initialized, and as the only owner is in the middle of changing it, nobody reads it.
        return unsafe body(&box.address.pointee)
    }
}

/// Machine words of scratch memory, on the stack where there are few of them.
///
/// They are not initialized: write before reading.
@safe
struct ScratchWords {
    private let words: UnsafeMutableBufferPointer<UInt64>

    /// The most words that are taken from the stack, without an allocation.
    static let stackLimit = 64

    private init(unsafe words: UnsafeMutableBufferPointer<UInt64>) {
        unsafe self.words = words
    }

    /// The word at `index`, which must be in bounds.
    subscript(index: Int) -> UInt64 {
        @inline(__always) get {
            precondition(
                unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count),
                "Index out of bounds"
            )
            // SAFETY: the precondition gives `0 <= index < count`; the word was written before it is read.
            return unsafe words[index]
        }
        @inline(__always) nonmutating set {
            precondition(
                unsafe UInt(bitPattern: index) < UInt(bitPattern: words.count),
                "Index out of bounds"
            )
            // SAFETY: as above; a `UInt64` is trivial, so assigning also initializes.
            unsafe words[index] = newValue
        }
    }

    /// How many words hold one bit for each of `count` bytes.
    static func words(for count: Int) -> Int { (count &+ 63) &>> 6 }

    /// Calls `body` with `count` words at least, which must not leave it.
    @inline(__always)
    static func with<Result>(count: Int, _ body: (ScratchWords) -> Result) -> Result {
        if count <= stackLimit {
            // SAFETY: the words live as long as the closure; a constant size keeps them on the stack.
            return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: stackLimit) {
                unsafe body(ScratchWords(unsafe: $0))
            }
        }
        // SAFETY: the words live as long as the closure.
        return unsafe withUnsafeTemporaryAllocation(of: UInt64.self, capacity: count) {
            unsafe body(ScratchWords(unsafe: $0))
        }
    }
}
