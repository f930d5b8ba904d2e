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

    /// The entries of patterns that may have other spellings for the same paths.
    var spellings: [PathIdentity: Int] = [:]
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
