/// The storage of a trie: which entry a path leads to, without the entries' values.
///
/// All ways from a node stand in three places: its literals in one hash table that all nodes share, a plain capture in
/// the node itself, and what few nodes have in its extras. Entries are the patterns, numbered in the order of insertion;
/// when one is removed, the last one takes its number.
///
/// What a removed pattern leaves behind, nodes that lead nowhere among it, stays until it is more than what is in use.
/// Then all is stored anew.
struct PathIndex: ~Copyable {
    /// Where a way leads: to a node; or, with the highest bit, to the entry of a pattern that ends there, from where
    /// nothing leads on; or nowhere.
    struct Reference: Equatable, BitwiseCopyable {
        let raw: UInt32

        private static var leafBit: UInt32 { 1 << 31 }

        static var none: Reference { Reference(raw: 0) }

        private init(raw: UInt32) { self.raw = raw }

        /// A reference to a node, of which there is none with the number 0.
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

    /// A place after some segments: 16 bytes.
    struct Node: BitwiseCopyable {
        /// Where one captured segment leads.
        var plain = Reference.none
        /// 1 + the entry of the pattern that ends here, or 0.
        var entry: UInt32 = 0
        /// 1 + the number of its extras, or 0.
        var extras: UInt32 = 0
        /// A bit for each literal that leads on, which others may share; see ``SegmentKey/filterBit``.
        var filter: UInt32 = 0

        /// Whether something beside literals leads on.
        var hasAlternatives: Bool { plain.raw | extras != 0 }
    }

    /// What few nodes have: 16 bytes.
    struct Extras: BitwiseCopyable {
        /// 1 + its number among the nodes with segments that mix text and captures, or 0.
        var mixed: UInt32 = 0
        /// Where a catch-all leads: to a node if it goes on, where a pattern may end as well.
        var catchAll = Reference.none
        /// Where a catch-all leads that may be empty.
        var optional = Reference.none
        /// If one of them goes on, 1 + a number that no other node has.
        var number: UInt32 = 0

        var hasCatchAll: Bool { catchAll.raw | optional.raw != 0 }
    }

    let ignoresCase: Bool
    /// The first node leads nowhere, so that 0 can mean nothing; the second is where all ways begin.
    var nodes = Table<Node>()
    var slots = SlotTable()
    var extras = Table<Extras>()
    var mixed: MixedEdges
    /// Where the text of each entry's pattern begins.
    var entries = Table<UInt32>()
    /// The entries' texts, each followed by a slash, so that a label's end can be seen, and a line feed, which no text
    /// has.
    var texts = Table<UInt8>()

    /// The entries of patterns that can be written otherwise and match the same paths, by a hash of ``PathIdentity``.
    var spellings: [Int: [Int]] = [:]
    /// How many nodes have catch-alls that go on.
    var catchAllCount = 0

    /// The most segments and the most captures of a pattern, over all that were inserted.
    var depth = 0
    var captureLimit = 0
    /// How many patterns were removed since all was stored anew.
    var removedCount = 0

    static let root: UInt32 = 1

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        mixed = MixedEdges(ignoresCase: ignoresCase)
        nodes.append(Node())
        nodes.append(Node())
    }

    /// An index with the same entries.
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

    /// The entry of the pattern that ends where a reference leads.
    func entry(of reference: Reference) -> UInt32? {
        if reference.isLeaf { return reference.entry }
        let entry = nodes.view[reference.node].entry
        return entry == 0 ? nil : entry &- 1
    }

    /// The slot of a literal segment that leads on from a node, or an empty one.
    ///
    /// - Parameters:
    ///   - segment: Where the literal stands in `text`.
    ///   - first: What ``ByteView/word(at:)`` has where it begins.
    ///   - text: The path or pattern that has it.
    ///   - node: The node.
    ///   - number: The node's number.
    /// - Returns: The slot's number, and what is in it.
    @inline(__always)
    func slot(
        of segment: Range<Int>,
        _ first: UInt64,
        in text: ByteView,
        from node: Node,
        _ number: UInt32
    ) -> (index: Int, slot: SlotTable.Slot) {
        guard node.filter != 0 else { return (0, .empty) }
        let slots = slots.slots.view
        if segment.count >= 8 {
            return slots.findLong(
                text[segment],
                from: number,
                filter: node.filter,
                texts.bytes,
                ignoresCase: ignoresCase
            )
        }
        let key = SegmentKey(short: first, length: segment.count, ignoresCase: ignoresCase)
        guard node.filter & key.filterBit != 0 else { return (0, .empty) }
        return slots.find(key, from: number) { $0 == key }
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
/// It is one table rather than one for each node, so no room has to be found for many that grow, and where a literal
/// stands is known without reading its node. Literals are never taken out; they are made to lead nowhere.
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

    /// Where a literal leads from `parent`, or what it is to lead to, by its slot's number.
    subscript(index: Int) -> PathIndex.Reference {
        get { slots[index].child }
        set { slots[index].child = newValue }
    }

    /// Adds a literal that is not there.
    ///
    /// - Parameters:
    ///   - key: Its key, with its label if it is long.
    ///   - parent: What it leads on from.
    /// - Returns: The slot's number, until the next one is added.
    mutating func add(_ key: SegmentKey, from parent: UInt32) -> Int {
        // Searches stay short if some are empty. Of many, room that is not used would count most.
        if slots.count < 4096 ? count * 2 >= slots.count : count * 4 >= slots.count * 3 { grow() }
        count += 1
        return put(Slot(key: key, parent: parent, child: .none))
    }

    private mutating func put(_ slot: Slot) -> Int {
        let index = slots.view.find(slot.key.withoutLabel, from: slot.parent) { _ in false }.index
        slots[index] = slot
        return index
    }

    /// By half while there are few, and by a quarter when there are many, where room that is not used would count most.
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
    /// The slot of a literal that leads on from `parent`, or, if it does not, where it can be added.
    ///
    /// - Parameters:
    ///   - key: The literal's key, without a label.
    ///   - parent: What it leads on from.
    ///   - isSame: Whether the literal of a key is the same.
    /// - Returns: The slot's number, and what is in it.
    @inline(__always)
    func find(
        _ key: SegmentKey,
        from parent: UInt32,
        isSame: (SegmentKey) -> Bool
    ) -> (index: Int, slot: SlotTable.Slot) {
        let size = UInt32(truncatingIfNeeded: count)
        // The parent comes last: all else is known before the node that a walk came from was read.
        let hash = key.hash &+ parent &* 0x6659_FD93
        var place = UInt32(truncatingIfNeeded: (UInt64(hash) &* UInt64(size)) &>> 32)
        // There is always an empty slot, so this ends.
        while true {
            let slot = self[unchecked: place]
            if slot.parent == 0 || slot.parent == parent && isSame(slot.key) {
                return (Int(truncatingIfNeeded: place), slot)
            }
            place = place &+ 1 == size ? 0 : place &+ 1
        }
    }

    /// The slot of a literal segment of eight bytes at least, or an empty one.
    ///
    /// A function of its own, so that short ones need not wait until registers are saved that only this needs. It takes what it
    /// needs of an index rather than the index, which would be copied for the call.
    @inline(never)
    func findLong(
        _ segment: ByteView,
        from parent: UInt32,
        filter: UInt32,
        _ texts: ByteView,
        ignoresCase: Bool
    ) -> (index: Int, slot: SlotTable.Slot) {
        let key = SegmentKey(long: segment, ignoresCase: ignoresCase)
        guard filter & key.filterBit != 0 else { return (0, .empty) }
        return find(key, from: parent) {
            $0.withoutLabel == key
                && texts.hasSegment(segment, at: Int($0.label), ignoresCase: ignoresCase)
        }
    }
}
