/// Scratch memory that is valid during one closure, on the stack if it is small.
///
/// It is not initialized: write each element before reading it. Both are bounds-checked in every build.
@safe
struct Scratch<Element> {
    private let elements: UnsafeMutableBufferPointer<Element>

    /// The largest size in bytes that is taken from the stack, without an allocation.
    private static var stackLimit: Int { 1024 }

    private init(unsafe elements: UnsafeMutableBufferPointer<Element>) {
        precondition(_isPOD(Element.self), "Elements would have to be destroyed")
        unsafe self.elements = elements
    }

    /// The element at `index`, which must be in bounds.
    subscript(index: Int) -> Element {
        get {
            check(index)
            // SAFETY: the index is in bounds; the element was written before it is read.
            return unsafe elements[index]
        }
        nonmutating set {
            check(index)
            // SAFETY: as above; the old value is trivial, so it can be overwritten.
            unsafe elements.initializeElement(at: index, to: newValue)
        }
    }

    private func check(_ index: Int) {
        precondition(
            unsafe UInt(bitPattern: index) < UInt(bitPattern: elements.count),
            "Index out of bounds"
        )
    }

    /// Calls `body` with memory for at least `count` elements, which must not leave it.
    @inline(__always)
    static func with<Result>(count: Int, _ body: (Scratch) -> Result) -> Result {
        let constant = stackLimit / MemoryLayout<Element>.stride
        if count <= constant {
            // SAFETY: the memory lives as long as the closure; a constant size keeps it on the stack.
            return unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: constant) {
                unsafe body(Scratch(unsafe: $0))
            }
        }
        // SAFETY: the memory lives as long as the closure.
        return unsafe withUnsafeTemporaryAllocation(of: Element.self, capacity: count) {
            unsafe body(Scratch(unsafe: $0))
        }
    }

    /// Calls `body` with memory that begins with `count` copies of `element` and must not leave it.
    @inline(__always)
    static func with<Result>(
        repeating element: Element,
        count: Int,
        _ body: (Scratch) -> Result
    ) -> Result {
        with(count: count) { scratch in
            // SAFETY: there is room for `count` elements.
            unsafe scratch.elements[..<count].initialize(repeating: element)
            return body(scratch)
        }
    }
}
