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
        let size = UInt64(truncatingIfNeeded: count)
        // The parent is added last: everything else is known before the walk has read its node.
        let hash = key.hash &+ parent &* 0x6659_FD93
        var place = UInt32(truncatingIfNeeded: (UInt64(hash) &* size) &>> 32)
        // There is always an empty slot, so this loop ends.
        while true {
            let slot = self[unchecked: place]
            if slot.parent == 0 || slot.parent == parent && isSame(slot.key) {
                return (Int(truncatingIfNeeded: place), slot)
            }
            place = place &+ 1 == UInt32(truncatingIfNeeded: size) ? 0 : place &+ 1
        }
    }
}

extension PathIndex {
    /// The slot of a literal segment that leads on from a node, or an empty one.
    ///
    /// - Parameters:
    ///   - key: The segment's key.
    ///   - segment: The segment.
    ///   - node: The node's number.
    ///   - ignoresCase: Whether either ASCII case matches.
    /// - Returns: The slot's number and its contents.
    @inline(__always)
    func slot(
        _ key: SegmentKey,
        _ segment: ByteView,
        from node: UInt32,
        ignoresCase: Bool
    ) -> (index: Int, slot: SlotTable.Slot) {
        guard key.isLong else { return slots.slots.view.find(key, from: node) { $0 == key } }
        return slots.slots.view.find(key, from: node) {
            $0.hasHash(of: key)
                && texts.bytes.hasSegment(segment, at: Int($0.label), ignoresCase: ignoresCase)
        }
    }
}

extension ByteView {
    /// Whether the segment that begins at `start` and ends before a slash equals the given one, which has at least eight bytes.
    @inline(__always)
    func hasSegment(_ segment: ByteView, at start: Int, ignoresCase: Bool) -> Bool {
        let end = start &+ segment.count
        guard end < count, self[end] == CanonicalPath.slash else { return false }
        let own = self[start..<end]
        return ignoresCase ? own.isEqual(ignoringCase: segment) : own.hasSameWords(as: segment)
    }
}

/// The key by which a literal segment is found.
///
/// A segment of up to eight bytes is its own key, with the slash behind it if there is room, so `items` differs from `items\0`. The
/// key of a longer one, and of one whose eighth byte is not ASCII, has the highest bit set, then 31 bits of a hash. Its lower half
/// is the *label*: the place of the segment in the patterns' texts, where it must be compared, or zero in a key to look for.
struct SegmentKey: Equatable, BitwiseCopyable {
    private(set) var word: UInt64

    /// 2⁶⁴ divided by the golden ratio: multiplying by it spreads all bits into the upper ones.
    static var spreader: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// The key of a segment, without a label.
    init(_ text: ByteView, ignoresCase: Bool) {
        let word = text.word(at: 0)
        if !Self.isLong(text.count, word) {
            // Nothing is left of the slash behind eight bytes.
            let end = text.count * 8
            self.init(
                short: word | UInt64(CanonicalPath.slash) << end,
                slash: 0x80 << end,
                ignoresCase: ignoresCase
            )
        } else {
            self.init(long: text, ignoresCase: ignoresCase)
        }
    }

    /// Whether a segment is no key of its own.
    ///
    /// - Parameters:
    ///   - count: The number of its bytes.
    ///   - word: The first eight of them, with the first one in the lowest eight bits.
    /// - Returns: Whether its key is a hash.
    static func isLong(_ count: Int, _ word: UInt64) -> Bool {
        count > 8 || count == 8 && word &>> 63 != 0
    }

    /// The key of a segment that is its own key.
    ///
    /// - Parameters:
    ///   - word: The bytes and a slash, with the first one in the lowest eight bits; any bytes may follow them.
    ///   - slash: A word whose lowest set bit is the high bit of the slash; 0 if there are eight bytes before it.
    ///   - ignoresCase: Whether keys are the same in either ASCII case.
    init(short word: UInt64, slash: UInt64, ignoresCase: Bool) {
        let text = word & (slash ^ (slash &- 1))
        self.word = _slowPath(ignoresCase) ? ByteWord.lowercased(text) : text
    }

    /// The key of a segment of at least eight bytes, without a label.
    @inline(__always)
    init(long text: ByteView, ignoresCase: Bool) {
        self.init(hash: ignoresCase ? Self.hashIgnoringCase(text) : Self.hash(of: text) { $0 })
    }

    @inline(never)
    private static func hashIgnoringCase(_ text: ByteView) -> UInt64 {
        hash(of: text, ByteWord.lowercased)
    }

    /// The hash of at least eight bytes, which are read as words.
    @inline(__always)
    private static func hash(of text: ByteView, _ fold: (UInt64) -> UInt64) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: text.count)
        var offset = 0
        while offset < text.count &- 8 {
            hash = mixed(hash, fold(text.wholeWord(at: offset)))
            offset &+= 8
        }
        // The last eight bytes may overlap the ones before.
        return mixed(hash, fold(text.wholeWord(at: text.count &- 8)))
    }

    init(hash: UInt64) {
        word = (hash | 1 &<< 63) & ~0xFFFF_FFFF
    }

    var isLong: Bool { word &>> 63 != 0 }

    /// A 32-bit hash that depends on all bits of the key.
    var hash: UInt32 {
        UInt32(truncatingIfNeeded: (word &* Self.spreader) &>> 32)
    }

    /// The key's bit in a node's filter: if it is not set there, no lookup is needed.
    var filterBit: UInt32 { 1 &<< (hash &>> 27) }

    /// The place of the segment in the patterns' texts, if it is long.
    var label: UInt32 { UInt32(truncatingIfNeeded: word) }

    /// Whether this key, with or without a label, has the hash of a long segment's key.
    func hasHash(of key: SegmentKey) -> Bool { word &>> 32 == key.word &>> 32 }

    /// The same key without its label.
    var withoutLabel: SegmentKey {
        isLong ? SegmentKey(hash: word) : self
    }

    /// The same key with a label, if it is long.
    func with(label: UInt32) -> SegmentKey {
        var key = self
        if isLong { key.word |= UInt64(label) }
        return key
    }

    /// Adds eight bytes to a hash.
    ///
    /// Crafted collisions gain an attacker nothing: the patterns belong to the app, and each segment of a path is compared only
    /// with the patterns' segments that have its key.
    static func mixed(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word) &* spreader
        return product ^ product &>> 32
    }
}
