/// The storage of a trie: it finds the entry for a path, but does not hold the entries' values.
///
/// The edges of a node are stored in three places: literals in one hash table that all nodes share, a plain capture in
/// the node itself, and what few nodes have in its extras. Entries are the patterns, numbered in the order of insertion;
/// when one is removed, the last one gets its number.
///
/// What removed patterns leave behind, such as nodes that lead nowhere, stays until more patterns were removed than are
/// left. Then the storage is rebuilt.
struct PathIndex: ~Copyable {
    /// The target of an edge: a node; or, with the highest bit set, the entry of a pattern that ends there, with no edges
    /// behind it; or nothing.
    struct Reference: Equatable, BitwiseCopyable {
        let raw: UInt32

        private static var leafBit: UInt32 { 1 << 31 }

        static var none: Reference { Reference(raw: 0) }

        private init(raw: UInt32) { self.raw = raw }

        /// Creates a reference to a node, whose number is not 0.
        init(node: UInt32) {
            precondition(node & Self.leafBit == 0, "Too many nodes")
            raw = node
        }

        init(entry: UInt32) {
            precondition(entry & Self.leafBit == 0, "Too many entries")
            raw = entry | Self.leafBit
        }

        var exists: Bool { raw != 0 }
        var isLeaf: Bool { raw & Self.leafBit != 0 }
        var isNode: Bool { exists && !isLeaf }
        var node: UInt32 { raw }
        var entry: UInt32 { raw & ~Self.leafBit }
    }

    /// A place in the trie after some segments: 16 bytes.
    struct Node: BitwiseCopyable {
        /// The target of a plain capture.
        var plain = Reference.none
        /// 1 + the entry of the pattern that ends here, or 0.
        var entry: UInt32 = 0
        /// 1 + the number of the node's extras, or 0.
        var extras: UInt32 = 0
        /// One bit for each literal that leads on, possibly shared by several; see ``SegmentKey/filterBit``.
        var filter: UInt32 = 0

        /// Whether the node has edges other than literals.
        var hasAlternatives: Bool { plain.raw | extras != 0 }
    }

    /// The edges that only few nodes have: 16 bytes.
    struct Extras: BitwiseCopyable {
        /// The node's number among those with segments that mix text and captures, or 0.
        var mixed: UInt32 = 0
        /// The target of a catch-all: a node if it goes on; a pattern may end there as well.
        var catchAll = Reference.none
        /// The target of an optional catch-all.
        var optional = Reference.none
        /// 1 + a number that no other node has, if one of the catch-alls goes on, or 0.
        var number: UInt32 = 0

        var hasCatchAll: Bool { catchAll.raw | optional.raw != 0 }
    }

    let ignoresCase: Bool
    /// The nodes: the first one is unused, so that 0 can mean none; the second one is the root.
    var nodes = Table<Node>()
    var slots = SlotTable()
    var extras = Table<Extras>()
    var mixed: MixedEdges
    /// The offset in `texts` of each entry's pattern.
    var entries = Table<UInt32>()
    /// The patterns' texts, each followed by a slash, which ends a label at the end of the text, and by a line feed, which no
    /// text contains.
    var texts = Table<UInt8>()

    /// The entries of patterns that have other spellings for the same paths, by the hash of their ``PathIdentity``.
    var spellings: [Int: [Int]] = [:]
    /// The number of nodes with catch-alls that go on.
    var catchAllCount = 0

    /// The largest numbers of segments and of captures in any pattern that was inserted.
    var depth = 0
    var captureLimit = 0
    /// The number of patterns that were removed since the storage was last rebuilt.
    var removedCount = 0

    static let root: UInt32 = 1

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        mixed = MixedEdges(ignoresCase: ignoresCase)
        nodes.append(Node())
        nodes.append(Node())
    }

    /// Returns a copy of the index.
    func copy() -> PathIndex {
        var copy = PathIndex(ignoresCase: ignoresCase)
        copy.nodes = nodes.copy()
        copy.slots = slots.copy()
        copy.extras = extras.copy()
        copy.mixed = mixed.copy()
        copy.entries = entries.copy()
        copy.texts = texts.copy()
        copy.spellings = spellings
        copy.catchAllCount = catchAllCount
        copy.depth = depth
        copy.captureLimit = captureLimit
        copy.removedCount = removedCount
        return copy
    }

    func extras(of node: Node) -> Extras {
        node.extras == 0 ? Extras() : extras.view[node.extras &- 1]
    }

    /// The entry of the pattern that ends at the target of a reference.
    func entry(of reference: Reference) -> UInt32? {
        if reference.isLeaf { return reference.entry }
        let entry = nodes.view[reference.node].entry
        return entry == 0 ? nil : entry &- 1
    }

    /// The slot of a literal segment that leads on from a node, or an empty one.
    ///
    /// - Parameters:
    ///   - key: The segment's key.
    ///   - segment: The segment.
    ///   - node: The node's number.
    /// - Returns: The slot's number and its contents.
    @inline(__always)
    func slot(
        _ key: SegmentKey,
        _ segment: ByteView,
        from node: UInt32
    ) -> (index: Int, slot: SlotTable.Slot) {
        guard key.isLong else { return slots.slots.view.find(key, from: node) { $0 == key } }
        return slots.slots.view.find(key, from: node) {
            $0.withoutLabel == key
                && texts.bytes.hasSegment(segment, at: Int($0.label), ignoresCase: ignoresCase)
        }
    }

    /// The canonical text of the entry's pattern.
    func text(of entry: Int) -> ByteView {
        let start = Int(entries[entry])
        guard let end = texts.bytes.firstOffset(of: UInt8(ascii: "\n"), from: start) else {
            preconditionFailure("A text has no end")
        }
        return texts.bytes[start..<(end - 1)]
    }

    /// The entry's pattern.
    func pattern(of entry: Int) -> PathPattern {
        PathPattern(canonical: text(of: entry))
    }
}

/// The literal segments that lead on from all nodes: a hash table with open addressing.
///
/// One table for all nodes avoids allocating many tables that grow, and a literal's slot is found without reading its
/// node. Literals are never taken out; the literals of removed patterns lead nowhere.
struct SlotTable: ~Copyable {
    /// A literal segment that leads on from a node: 16 bytes.
    struct Slot: BitwiseCopyable {
        var key: SegmentKey
        /// The node that it leads on from; 0 in an empty slot.
        var parent: UInt32
        var child: PathIndex.Reference

        static var empty: Slot {
            Slot(key: SegmentKey(hash: 0), parent: 0, child: .none)
        }
    }

    private(set) var slots: Table<Slot>
    private(set) var count = 0

    init() {
        slots = Table(repeating: .empty, count: 4)
    }

    func copy() -> SlotTable {
        var copy = SlotTable()
        copy.slots = slots.copy()
        copy.count = count
        return copy
    }

    /// The target of the literal in the slot with the given number.
    subscript(index: Int) -> PathIndex.Reference {
        get { slots[index].child }
        set { slots[index].child = newValue }
    }

    /// Adds a literal that is not there.
    ///
    /// - Parameters:
    ///   - key: Its key, with its label if it is long.
    ///   - parent: The node that it leads on from.
    /// - Returns: The slot's number, which is valid until the next literal is added.
    mutating func add(_ key: SegmentKey, from parent: UInt32) -> Int {
        // Empty slots keep searches short. A large table has fewer of them, because unused room costs most there.
        if slots.count < 4096 ? count * 2 >= slots.count : count * 4 >= slots.count * 3 { grow() }
        count += 1
        return put(Slot(key: key, parent: parent, child: .none))
    }

    private mutating func put(_ slot: Slot) -> Int {
        let index = slots.view.find(slot.key.withoutLabel, from: slot.parent) { _ in false }.index
        slots[index] = slot
        return index
    }

    /// Grows by half while the table is small, and by a quarter when it is large, where unused room costs most.
    private mutating func grow() {
        let size = slots.count < 1024 ? slots.count * 3 / 2 + 2 : slots.count + slots.count / 4
        precondition(UInt64(size) < 1 << 31, "Too many literals")
        var old = Table(repeating: Slot.empty, count: size)
        swap(&old, &slots)
        for index in 0..<old.count where old[index].parent != 0 {
            _ = put(old[index])
        }
    }
}

extension TableView<SlotTable.Slot> {
    /// The slot of a literal that leads on from `parent`, or the empty slot where it can be added.
    ///
    /// - Parameters:
    ///   - key: The literal's key, without a label.
    ///   - parent: The node that it leads on from.
    ///   - isSame: Whether a slot's key belongs to the same literal.
    /// - Returns: The slot's number and its contents.
    @inline(__always)
    func find(
        _ key: SegmentKey,
        from parent: UInt32,
        isSame: (SegmentKey) -> Bool
    ) -> (index: Int, slot: SlotTable.Slot) {
        let size = UInt32(truncatingIfNeeded: count)
        // The parent is added last: everything else is known before the walk has read its node.
        let hash = key.hash &+ parent &* 0x6659_FD93
        var place = UInt32(truncatingIfNeeded: (UInt64(hash) &* UInt64(size)) &>> 32)
        // There is always an empty slot, so this loop ends.
        while true {
            let slot = self[unchecked: place]
            if slot.parent == 0 || slot.parent == parent && isSame(slot.key) {
                return (Int(truncatingIfNeeded: place), slot)
            }
            place = place &+ 1 == size ? 0 : place &+ 1
        }
    }
}
