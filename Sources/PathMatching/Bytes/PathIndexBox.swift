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
