/// An index that copies of a trie share until one of them changes it.
///
/// Reading it costs no reference counting and no exclusivity check, unlike a class's property: the trie that owns the
/// box takes care of both by changing the index only through `mutate(_:_:)`.
@safe
@usableFromInline
final class PathIndexBox: @unchecked Sendable {
    // Sendable, because the index changes only while the box has a single owner.
    private let address: UnsafeMutablePointer<PathIndex>

    init(_ index: consuming PathIndex) {
        unsafe address = .allocate(capacity: 1)
        unsafe address.initialize(to: index)
    }

    deinit {
        // SAFETY: the initializer allocated and initialized it, and no reference is left.
        unsafe address.deinitialize(count: 1)
        unsafe address.deallocate()
    }

    var index: PathIndex {
        unsafeAddress {
            // SAFETY: initialized for as long as the box lives.
            unsafe UnsafePointer(address)
        }
    }

    /// Looks up a path, canonical or not.
    ///
    /// The string is not used after its bytes, so that no reference is counted to keep it alive.
    @inlinable
    @inline(__always)
    func lookUp(_ path: some StringProtocol) -> PathIndexMatch {
        // SAFETY: the buffer lives as long as the closure, and so does the view made of it.
        path.utf8.withContiguousStorageIfAvailable { buffer in
            unsafe lookUp(ByteView(unsafe: buffer))
        } ?? lookUp(copying: path)
    }

    /// Looks up a path that has no contiguous UTF-8.
    ///
    /// See ``lookUp(_:)`` for why it is marked as `releasenone`.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(copying path: some StringProtocol) -> PathIndexMatch {
        withBytes(of: Array(path.utf8)) { lookUp($0) }
    }

    /// Changes the index of `box`, replacing the box with a copy first if it is shared.
    static func mutate<Result>(
        _ box: inout PathIndexBox,
        _ body: (inout PathIndex) -> Result
    ) -> Result {
        if !isKnownUniquelyReferenced(&box) {
            box = PathIndexBox(box.index.copy())
        }
        // SAFETY: it is initialized, and nothing else reads it, because its only owner is changing it.
        return unsafe body(&box.address.pointee)
    }
}
