/// The storage of a trie: which entry a path leads to, without the entries' values.
///
/// A **node** is a place after some segments. From it lead, in order of precedence: *literals*, found by hash in the
/// node's own block of slots; *edges*, the compiled segments with literal text or constraints, as a sorted list; one
/// *plain* capture; one *catch-all*. Each leads to a **reference**: to another node, or, where a pattern ends and no
/// other goes on, to an entry. So the routes without a common beginning, which are most of them, cost no node at all.
///
/// Everything lies in six flat arrays that refer to each other by 32-bit indexes. Labels and names are not copied:
/// slots and entries refer to the patterns' texts, which stand one after the other, each followed by a slash.
///
/// Inserting touches the nodes along one pattern, and moves the literals of one of them at the most to a larger block,
/// unless so many blocks have been left behind that all are moved together. Removing gives nodes, edges and blocks back
/// to free lists; texts are left behind and swept when they are more than half of all.
@usableFromInline
struct PathIndex: ~Copyable {
    /// A node's number, an entry's number, or nothing.
    struct Reference: Equatable, Sendable, BitwiseCopyable {
        private static let entryBit: UInt32 = 1 << 31
        private(set) var raw: UInt32 = 0

        static let none = Reference()

        init() {}

        /// A reference to a node; the root is never referred to, so that 0 can mean nothing.
        init(node: UInt32) {
            precondition(node > 0 && node < Self.entryBit, "Too many nodes")
            raw = node
        }

        init(entry: UInt32) {
            precondition(entry < Self.entryBit, "Too many entries")
            raw = entry | Self.entryBit
        }

        @inline(__always) var exists: Bool { raw != 0 }
        @inline(__always) var isEntry: Bool { raw & Self.entryBit != 0 }
        /// The number of the entry; only if `isEntry`.
        @inline(__always) var entry: UInt32 { raw & ~Self.entryBit }
        /// The number of the node; only if it exists and is no entry.
        @inline(__always) var node: UInt32 { raw }
    }

    /// A place after some segments.
    ///
    /// Invariant: each node but the root has at least one literal, edge, plain capture or
    /// catch-all; a place with none of them is a reference to an entry.
    struct Node: Sendable, BitwiseCopyable {
        /// 1 + the entry of the pattern that ends here, or 0.
        var entry: UInt32 = 0
        /// 1 + the entry of the pattern whose catch-all begins here, or 0.
        var catchAll: UInt32 = 0
        /// Where one plain capture leads.
        var plain = Reference.none
        /// 1 + the first edge, or 0.
        var edges: UInt32 = 0
        /// The first slot of the node's block, and how many slots it has.
        var block: UInt32 = 0
        var blockSize: UInt32 = 0
        var literalCount: UInt32 = 0

        @inline(__always) var hasAlternatives: Bool { edges != 0 || plain.exists || catchAll != 0 }
        var hasChildren: Bool { literalCount != 0 || hasAlternatives }
    }

    /// A literal segment that leads on from a node.
    struct Slot: Sendable, BitwiseCopyable {
        /// What the literal is found by, or 0 if the slot is empty.
        var key: UInt64 = 0
        /// Where the segment leads; none if the slot is empty.
        var reference = Reference.none
        /// Where the segment stands in the texts, if it is longer than eight bytes.
        var label: UInt32 = 0
    }

    /// A compiled segment that leads on from a node.
    struct Edge: Sendable, BitwiseCopyable {
        var program: UInt32 = 0
        var programLength: UInt32 = 0
        var captureCount: UInt32 = 0
        var reference = Reference.none
        /// 1 + the edge that is tried after this one, or 0.
        var next: UInt32 = 0

        var range: Range<Int> { Int(program)..<(Int(program) + Int(programLength)) }
    }

    /// A pattern's text.
    struct Entry: Sendable, BitwiseCopyable {
        var text: UInt32
        var textLength: UInt32

        var range: Range<Int> { Int(text)..<(Int(text) + Int(textLength)) }
    }

    let ignoresCase: Bool
    var nodes = Table<Node>()
    var slots = Table<Slot>()
    var edges = Table<Edge>()
    var entries = Table<Entry>()
    /// The entries' texts, each followed by a slash, so that a label's end can be seen.
    var texts = Table<UInt8>()
    var programs = Table<UInt8>()

    /// The most segments and the most captures of a pattern, over all that were ever inserted.
    var depth = 0
    var captureLimit = 0

    /// Nodes, edges and blocks that are not in use; the blocks by the class of their size.
    var freeNodes: [UInt32] = []
    var freeEdges: [UInt32] = []
    var freeBlocks: [[UInt32]] = []
    /// How many slots the free blocks have.
    var freeSlotCount = 0
    /// Bytes of texts and programs that no entry uses.
    var garbage = 0

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        nodes.append(Node())
    }

    /// An index with the same entries.
    func copy() -> PathIndex {
        var copy = PathIndex(ignoresCase: ignoresCase)
        copy.nodes = nodes.copy()
        copy.slots = slots.copy()
        copy.edges = edges.copy()
        copy.entries = entries.copy()
        copy.texts = texts.copy()
        copy.programs = programs.copy()
        copy.depth = depth
        copy.captureLimit = captureLimit
        copy.freeNodes = freeNodes
        copy.freeEdges = freeEdges
        copy.freeBlocks = freeBlocks
        copy.freeSlotCount = freeSlotCount
        copy.garbage = garbage
        return copy
    }

    /// The canonical text of the entry's pattern.
    func text(of entry: Int) -> [UInt8] {
        Array(texts.bytes[entries[entry].range])
    }

    /// The entry's pattern.
    func pattern(of entry: Int) -> PathPattern {
        PathPattern(canonical: text(of: entry)[...])
    }

    /// The program of the edge.
    func program(of edge: Edge) -> ByteView {
        programs.bytes[edge.range]
    }
}

// MARK: - Hashing

extension PathIndex {
    /// Set in the keys of literals that are longer than eight bytes; in those of others it is the high bit of a byte.
    @inline(__always)
    private static var longKeyBit: UInt64 { 1 << 63 }

    /// 2⁶⁴ divided by the golden ratio: multiplying by it spreads all bits into the upper ones.
    @inline(__always)
    private static var spreader: UInt64 { 0x9E37_79B9_7F4A_7C15 }

    /// The key of a literal of nine to sixteen bytes.
    @inline(__always)
    static func key(first: UInt64, last: UInt64) -> UInt64 {
        (first &* spreader &+ last) | longKeyBit
    }

    /// The key of a longer literal: the words between its first and its last one count, too.
    @inline(__always)
    static func key(_ key: UInt64, following word: UInt64) -> UInt64 {
        (key ^ key &>> 32) &* spreader &+ word
    }

    /// What a literal is found by: its own bytes, as a little-endian word padded with zeros, if it has eight at the
    /// most; else a hash of all of them, so that the text has to be compared.
    func key(of label: ByteView) -> UInt64 {
        func word(at offset: Int) -> UInt64 {
            let word = label.word(at: offset)
            return ignoresCase ? Self.lowercased(word) : word
        }
        guard label.count > 8 else { return word(at: 0) }
        var first = word(at: 0)
        var offset = 8
        while offset < label.count - 8 {
            first = Self.key(first, following: word(at: offset))
            offset += 8
        }
        return Self.key(first: first, last: word(at: label.count - 8))
    }

    /// The place in a block of `size` slots where the literal with the given key is, or where the search for it begins.
    ///
    /// Whoever makes up paths to collide gains nothing: the patterns are the app's, and a lookup sees one block of them
    /// at the most for each segment.
    @inline(__always)
    static func place(of key: UInt64, size: UInt32) -> UInt32 {
        let hash = (key &* spreader) &>> 32
        return UInt32(truncatingIfNeeded: (hash &* UInt64(size)) &>> 32)
    }

    /// The eight bytes of `word` with ASCII letters in lower case.
    @inline(__always)
    static func lowercased(_ word: UInt64) -> UInt64 {
        let ascii = word & 0x7F7F_7F7F_7F7F_7F7F
        // Bit 7 of each byte: is it at least `A`, and is it greater than `Z`?
        let fromA = ascii &+ 0x3F3F_3F3F_3F3F_3F3F
        let pastZ = ascii &+ 0x2525_2525_2525_2525
        return word | ((fromA & ~pastZ & ~word & 0x8080_8080_8080_8080) &>> 2)
    }
}

// MARK: - Invariants

extension PathIndex {
    /// Traps unless every node, slot, edge and entry is either reached from the root exactly once or free.
    func checkInvariants() {
        var entriesSeen: Set<UInt32> = []
        var nodesSeen = 0
        var edgesSeen = 0
        var slotsSeen = 0
        func see(entry: UInt32) {
            precondition(
                entry < entries.count && entriesSeen.insert(entry).inserted,
                "Entry \(entry) is reached twice"
            )
        }
        var pending: [UInt32] = [0]
        func follow(_ reference: Reference) {
            precondition(reference.exists, "A way leads nowhere")
            if reference.isEntry {
                see(entry: reference.entry)
            } else {
                pending.append(reference.node)
            }
        }
        while let index = pending.popLast() {
            let node = nodes[Int(index)]
            nodesSeen += 1
            precondition(index == 0 || node.hasChildren, "Node \(index) has no children")
            if node.entry != 0 { see(entry: node.entry - 1) }
            if node.catchAll != 0 { see(entry: node.catchAll - 1) }
            if node.plain.exists { follow(node.plain) }
            var previous: Edge?
            var next = node.edges
            while next != 0 {
                let edge = edges[Int(next - 1)]
                edgesSeen += 1
                follow(edge.reference)
                if let previous {
                    precondition(
                        SegmentProgram(bytes: program(of: previous)).precedes(
                            SegmentProgram(bytes: program(of: edge))
                        ),
                        "Edges are out of order"
                    )
                }
                previous = edge
                next = edge.next
            }
            let block = Int(node.block)..<(Int(node.block) + Int(node.blockSize))
            let used = block.filter { slots[$0].reference.exists }
            precondition(
                used.count == node.literalCount,
                "Node \(index) counts its literals wrong"
            )
            slotsSeen += block.count
            for place in block {
                let slot = slots[place]
                precondition(slot.reference.exists == (slot.key != 0), "A slot is half empty")
                if slot.reference.exists { follow(slot.reference) }
            }
        }
        let freeSlots = freeBlocks.enumerated().reduce(0) {
            $0 + $1.element.count * Int(Self.blockSize(ofClass: $1.offset))
        }
        precondition(entriesSeen.count == entries.count, "An entry is not reached")
        precondition(nodesSeen + freeNodes.count == nodes.count, "A node is lost")
        precondition(edgesSeen + freeEdges.count == edges.count, "An edge is lost")
        precondition(freeSlots == freeSlotCount, "Free slots are counted wrong")
        precondition(slotsSeen + freeSlots == slots.count, "A slot is lost")
    }
}
