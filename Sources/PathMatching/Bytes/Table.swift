/// A growing array of trivial elements that cannot be copied implicitly.
///
/// It is read without reference counting, which `Array` cannot guarantee for an array inside another value, and it grows
/// in small steps, so that large tries do not hold twice the memory they need. Reading and writing are bounds-checked in
/// every build, except through a view's `unchecked` subscript.
@safe
struct Table<Element: BitwiseCopyable>: ~Copyable {
    /// Memory for `capacity` elements, of which the first `count` are initialized.
    private var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init() {
        self.init(capacity: 0)
    }

    /// A table of `count` equal elements.
    init(repeating element: Element, count: Int) {
        self.init(capacity: count)
        // SAFETY: there is room for `count` elements.
        unsafe base.initialize(repeating: element, count: count)
        self.count = count
    }

    private init(capacity: Int) {
        self.capacity = capacity
        unsafe base = .allocate(capacity: capacity)
    }

    deinit {
        // SAFETY: trivial elements need no deinitialization, and nothing else has the address.
        unsafe base.deallocate()
    }

    /// Returns a table with the same elements.
    func copy() -> Table {
        var copy = Table(capacity: count)
        // SAFETY: both have room for `count` elements, and these are initialized.
        unsafe copy.base.initialize(from: base, count: count)
        copy.count = count
        return copy
    }

    /// The element at `index`, which must be in bounds.
    subscript(index: Int) -> Element {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Index out of bounds")
            // SAFETY: the precondition gives `0 <= index < count`.
            return unsafe base[index]
        }
        _modify {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "Index out of bounds")
            // SAFETY: as above.
            yield unsafe &base[index]
        }
    }

    mutating func append(_ element: Element) {
        reserve(count + 1)
        // SAFETY: there is room for one more.
        unsafe (base + count).initialize(to: element)
        count += 1
    }

    /// Keeps the first `length` elements and removes the rest; there must be at least `length`.
    mutating func truncate(to length: Int) {
        precondition(length >= 0 && length <= count, "Nothing to remove")
        count = length
    }

    /// Makes room for at least `minimum` elements, growing by half while the table is small, so that the routes of an app are not
    /// copied often; by a quarter or an eighth later, and by a sixteenth when it is large, where unused room costs most.
    private mutating func reserve(_ minimum: Int) {
        guard minimum > capacity else { return }
        let part = capacity < 128 ? 2 : capacity < 1024 ? 4 : capacity < 65_536 ? 8 : 16
        let grown = max(minimum, capacity + capacity / part, 8)
        let new = UnsafeMutablePointer<Element>.allocate(capacity: grown)
        // SAFETY: the new memory has room for all elements, which are initialized; the old trivial ones can be abandoned.
        unsafe new.initialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = new
        capacity = grown
    }

    /// A view for reading, which must not outlive the next change.
    var view: TableView<Element> {
        // SAFETY: the first `count` elements are initialized.
        unsafe TableView(unsafe: UnsafeBufferPointer(start: base, count: count))
    }
}

extension Table<UInt8> {
    mutating func append(_ bytes: ByteView) {
        reserve(count + bytes.count)
        // SAFETY: there is room for them, and the view's creator guarantees `bytes.count` bytes.
        unsafe (base + count).initialize(from: bytes.base, count: bytes.count)
        count += bytes.count
    }

    /// A view for reading, which must not outlive the next change.
    var bytes: ByteView {
        // SAFETY: the first `count` bytes are initialized.
        unsafe ByteView(unsafe: UnsafeBufferPointer(start: base, count: count))
    }
}

/// A borrowed view of a table's elements.
@safe
struct TableView<Element: BitwiseCopyable> {
    private let elements: UnsafeBufferPointer<Element>

    var count: Int { unsafe elements.count }

    fileprivate init(unsafe elements: UnsafeBufferPointer<Element>) {
        unsafe self.elements = elements
    }

    /// The element at `index`, which must be in bounds.
    subscript(index: UInt32) -> Element {
        get {
            precondition(unsafe UInt(index) < UInt(elements.count), "Index out of bounds")
            // SAFETY: the precondition gives `index < count`; an unsigned index is not negative.
            return unsafe elements.baseAddress.unsafelyUnwrapped[Int(index)]
        }
    }

    /// The element at `index`, which must be in bounds; this is checked only in debug builds.
    subscript(unchecked index: UInt32) -> Element {
        get {
            assert(unsafe UInt(index) < UInt(elements.count), "Index out of bounds")
            // SAFETY: the caller guarantees it by the invariants of what it stores.
            return unsafe elements.baseAddress.unsafelyUnwrapped[
                Int(truncatingIfNeeded: index)
            ]
        }
    }
}
