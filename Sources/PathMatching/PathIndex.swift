/// The storage of a trie: which entry a path leads to, without the entries' values.
///
/// A **node** is a place after some segments. From it lead, in order of precedence: *literals*, found by hash in the
/// node's own slots; *edges*, the compiled segments with literal text or constraints, as a sorted list; one *plain*
/// capture; one *catch-all*. Each leads to a **reference**: to another node, or, where a pattern ends and no other goes
/// on, to an entry. Where nothing but one plain capture follows, at whose end a pattern ends, the reference says that, too.
/// So the routes without a common beginning, which are most of them, cost no node at all.
///
/// Nodes and slots are **cells** of sixteen bytes in one array. A node is a *header*, which is one cell, and its slots, which
/// follow, so that a look-up that comes to a node has most often fetched its slots with it. What few nodes have is kept
/// beside, in *extras*. A node from which one literal leads on and nothing else is a *bare* one: a slot without a header.
///
/// The slot or the reference that leads to a node tells its **outline**, which is most often all that a look-up has to know:
/// among many routes the header lies where no cache has it.
///
/// Everything lies in six flat arrays that refer to each other by 32-bit indexes. Labels and names are not copied:
/// slots and entries refer to the patterns' texts, which stand one after the other.
///
/// Inserting touches the nodes along one pattern, and moves one of them at the most to where it has room for more slots,
/// unless so many cells have been left behind that all nodes are moved together. Removing gives cells, edges and extras
/// back to free lists; texts are left behind and swept when they are more than half of all.
@usableFromInline
struct PathIndex: ~Copyable {
    /// Where a segment leads: to a node, to an entry, to an entry after one more segment, or nowhere.
    struct Reference: Equatable, Sendable, BitwiseCopyable {
        private static let leafBit: UInt32 = 1 << 31
        private static let captureBit: UInt32 = 1 << 30
        private(set) var raw: UInt32 = 0

        static let none = Reference()

        init() {}

        init(_ node: NodeID) {
            raw = node.raw
        }

        init(entry: UInt32) {
            precondition(entry < Self.captureBit, "Too many entries")
            raw = entry | Self.leafBit
        }

        @inline(__always)
        fileprivate init(raw: UInt32) {
            self.raw = raw
        }

        /// A reference to the entry of a pattern that ends after one more segment, which is a plain capture.
        init(entryAfterCapture entry: UInt32) {
            self.init(entry: entry)
            raw |= Self.captureBit
        }

        @inline(__always) var exists: Bool { raw != 0 }
        /// Whether there is an entry and no node.
        @inline(__always) var isLeaf: Bool { raw & Self.leafBit != 0 }
        /// Whether there is a node.
        @inline(__always) var isNode: Bool { exists && !isLeaf }
        /// Whether a pattern ends here, and no other goes on.
        @inline(__always) var isEntry: Bool { raw &>> 30 == 2 }
        /// Whether a pattern ends after one more segment.
        @inline(__always) var isEntryAfterCapture: Bool { raw &>> 30 == 3 }
        /// The number of the entry; only if `isLeaf`.
        @inline(__always) var entry: UInt32 { raw & ~(Self.leafBit | Self.captureBit) }
        /// The node; only if `isNode`.
        @inline(__always) var node: NodeID { NodeID(raw: raw) }

        /// A reference of the same kind to another entry; only if `isLeaf`.
        func with(entry: UInt32) -> Reference {
            isEntryAfterCapture ? Reference(entryAfterCapture: entry) : Reference(entry: entry)
        }
    }

    /// Which node it is.
    struct NodeID: Equatable, Sendable, BitwiseCopyable {
        private static let bareBit: UInt32 = 1 << 30

        let raw: UInt32

        @inline(__always)
        init(raw: UInt32) {
            self.raw = raw
        }

        /// The node whose header is in the given cell; the first cell is none.
        init(header: UInt32) {
            precondition(header > 0 && header < Self.bareBit, "Too many nodes")
            raw = header
        }

        /// The node that is nothing but the slot in the given cell.
        init(bareSlot slot: UInt32) {
            precondition(slot > 0 && slot <= Self.bareBit, "Too many nodes")
            raw = (slot - 1) | Self.bareBit
        }

        /// Whether it is a slot without a header.
        @inline(__always) var isBare: Bool { raw & Self.bareBit != 0 }
        /// The cell of the header, or, of a bare node, the one before its slot.
        @inline(__always) var header: UInt32 { raw & ~Self.bareBit }
        /// The cell of the first slot, if there is one.
        @inline(__always) var firstSlot: UInt32 { header &+ 1 }

        /// The outline of a bare node; none of others.
        @inline(__always) var bareOutline: Outline { Outline(bare: raw & Self.bareBit) }
    }

    /// What of a node is known where a slot leads to it: how many slots it has, and whether anything else leads on.
    struct Outline: Equatable, Sendable, BitwiseCopyable {
        private static let alternativesBit: UInt32 = 1 << 31
        private static let existsBit: UInt32 = 1 << 30

        /// The size and two bits; 0 if nothing is known.
        private(set) var raw: UInt32

        @inline(__always)
        init(raw: UInt32) {
            self.raw = raw
        }

        /// Nothing is known.
        static let none = Outline(raw: 0)

        init(size: UInt32, hasAlternatives: Bool) {
            precondition(size < Self.existsBit, "Too many slots")
            raw = size | Self.existsBit | (hasAlternatives ? Self.alternativesBit : 0)
        }

        /// The outline of a bare node if the bit of bare nodes is set.
        @inline(__always)
        fileprivate init(bare bit: UInt32) {
            raw = bit | bit &>> 30
        }

        @inline(__always) var exists: Bool { raw != 0 }
        /// How many slots the node has.
        @inline(__always) var size: UInt32 { raw & (Self.existsBit &- 1) }
        /// Whether there is an edge, a plain capture or a catch-all.
        @inline(__always) var hasAlternatives: Bool { raw & Self.alternativesBit != 0 }

        /// This outline, which is that of a bare node or none, or the one that is given.
        @inline(__always)
        func or(bare other: Outline) -> Outline { Outline(raw: raw | other.raw) }

        /// Whether any of some nodes has alternatives.
        struct Alternatives {
            private var bits: UInt32 = 0

            @inline(__always)
            mutating func add(_ outline: Outline) {
                bits |= outline.raw
            }

            /// Adds an alternative if `number` is not 0.
            @inline(__always)
            mutating func add(_ number: UInt32) {
                bits |= number == 0 ? 0 : Outline.alternativesBit
            }

            @inline(__always)
            var areNone: Bool { bits & Outline.alternativesBit == 0 }
        }
    }

    /// A header or a slot.
    struct Cell: Equatable, Sendable, BitwiseCopyable {
        let word: UInt64
        /// The reference in the lower half, the number in the upper.
        private var referenceAndNumber: UInt64

        init() {
            self.init(word: 0, reference: .none, number: 0)
        }

        init(word: UInt64, reference: Reference, number: UInt32) {
            self.word = word
            referenceAndNumber = UInt64(number) << 32 | UInt64(reference.raw)
        }

        @inline(__always)
        var number: UInt32 { UInt32(truncatingIfNeeded: referenceAndNumber &>> 32) }

        @inline(__always)
        var reference: Reference {
            get { Reference(raw: UInt32(truncatingIfNeeded: referenceAndNumber)) }
            set { self = Cell(word: word, reference: newValue, number: number) }
        }
    }

    /// A place after some segments.
    ///
    /// Invariant: each node but the root has at least one literal, edge, plain capture or
    /// catch-all; a place with none of them is a reference to an entry.
    struct Node: Sendable {
        /// The outline in the lower half, how many slots are in use in the upper.
        private var word: UInt64
        /// Where one plain capture leads.
        private(set) var plain: Reference
        /// 1 + the number of the extras, or 0.
        private(set) var extras: UInt32

        /// A node with empty slots and nothing else.
        init(size: UInt32) {
            word = 0
            plain = .none
            extras = 0
            outline = Outline(size: size, hasAlternatives: false)
        }

        @inline(__always)
        init(_ cell: Cell) {
            word = cell.word
            plain = cell.reference
            extras = cell.number
        }

        var cell: Cell {
            Cell(word: word, reference: plain, number: extras)
        }

        /// What would be the header of a bare node.
        static var bare: Node {
            var node = Node(size: 1)
            node.literalCount = 1
            return node
        }

        /// What the slot that leads to the node tells of it.
        @inline(__always)
        private(set) var outline: Outline {
            get { Outline(raw: UInt32(truncatingIfNeeded: word)) }
            set { word = word & (0xFFFF_FFFF << 32) | UInt64(newValue.raw) }
        }

        /// How many slots follow.
        @inline(__always)
        var size: UInt32 {
            get { outline.size }
            set { outline = Outline(size: newValue, hasAlternatives: hasAlternatives) }
        }

        /// How many slots are in use.
        @inline(__always)
        var literalCount: UInt32 {
            get { UInt32(truncatingIfNeeded: word &>> 32) }
            set { word = word & 0xFFFF_FFFF | UInt64(newValue) << 32 }
        }

        /// Whether there is an edge, a plain capture or a catch-all.
        @inline(__always)
        var hasAlternatives: Bool { outline.hasAlternatives }

        var hasChildren: Bool { literalCount != 0 || hasAlternatives }

        /// Sets what leads on beside the literals.
        mutating func set(plain: Reference, extras number: UInt32, _ extras: Extras) {
            self.plain = plain
            self.extras = number
            outline = Outline(
                size: size,
                hasAlternatives: plain.exists || extras.edges != 0 || extras.catchAll != 0
            )
        }
    }

    /// What few nodes have.
    struct Extras: Equatable, Sendable, BitwiseCopyable {
        /// 1 + the entry of the pattern that ends at the node, or 0.
        var entry: UInt32 = 0
        /// 1 + the entry of the pattern whose catch-all begins at the node, or 0.
        var catchAll: UInt32 = 0
        /// 1 + the first edge, or 0.
        var edges: UInt32 = 0
    }

    /// A literal segment that leads on from a node.
    struct Slot: Sendable {
        /// What the literal is found by, or 0 if the slot is empty.
        var key: UInt64
        /// Where the segment leads; none if the slot is empty.
        private(set) var reference: Reference
        /// Where the segment stands in the texts, if it is longer than eight bytes; if not, the outline of the node that it
        /// leads to, so that a look-up need not wait for the node to know it, if it leads to one.
        private var labelOrOutline: UInt32

        init(key: UInt64, label: UInt32) {
            self.key = key
            reference = .none
            labelOrOutline = label
        }

        @inline(__always) private var isLong: Bool { key &>> 63 != 0 }

        /// Where the segment, which is longer than eight bytes, stands in the texts.
        @inline(__always)
        var label: UInt32 {
            assert(isLong, "A short literal has no label")
            return labelOrOutline
        }

        /// The outline of the node that the segment, which is not longer than eight bytes, leads to, if it leads to one.
        @inline(__always)
        var outline: Outline {
            assert(!isLong, "A long literal has no outline")
            return Outline(raw: labelOrOutline)
        }

        /// Lets the segment lead to `reference`, which has the given outline if it is a node.
        mutating func set(_ reference: Reference, _ outline: Outline) {
            self.reference = reference
            if !isLong { labelOrOutline = outline.raw }
        }

        @inline(__always)
        init(_ cell: Cell) {
            key = cell.word
            reference = cell.reference
            labelOrOutline = cell.number
        }

        var cell: Cell { Cell(word: key, reference: reference, number: labelOrOutline) }
    }

    /// A compiled segment that leads on from a node.
    struct Edge: Sendable, BitwiseCopyable {
        var program: UInt32 = 0
        var programLength: UInt32 = 0
        var captureCount: UInt8 = 0
        /// What the program is, if it is one that many edges have, which is matched without it.
        var shape = SegmentProgram.Shape.other
        /// The byte between the captures of a title and an integer.
        var separator: UInt8 = 0
        var reference = Reference.none
        /// 1 + the edge that is tried after this one, or 0.
        var next: UInt32 = 0

        var range: Range<Int> { Int(program)..<(Int(program) + Int(programLength)) }
    }

    let ignoresCase: Bool
    /// Headers, each followed by its node's slots, bare slots, and free cells.
    ///
    /// The first cell is never used, so that 0 can mean nothing.
    var cells = Table<Cell>()
    var extras = Table<Extras>()
    var edges = Table<Edge>()
    /// Where the text of each entry's pattern begins.
    var entries = Table<UInt32>()
    /// The entries' texts, each followed by a slash, so that a label's end can be seen, and a line feed, which no text
    /// has.
    var texts = Table<UInt8>()
    var programs = Table<UInt8>()
    /// The node where all ways begin, which has a header.
    var root = NodeID(header: 1)

    /// The most segments and the most captures of a pattern, over all that were ever inserted.
    var depth = 0
    var captureLimit = 0

    /// Cells that are not in use: where the first room for a node begins, by the class of its size, or 0; the number in the
    /// first cell of each tells where the next one begins.
    var freeNodes: [UInt32] = []
    /// How many cells are not in use.
    var freeCellCount = 0
    /// Extras and edges that are not in use.
    var freeExtras: [UInt32] = []
    var freeEdges: [UInt32] = []
    /// Bytes of texts and programs that no entry uses.
    var garbage = 0

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        cells.append(Cell())
        cells.append(Node(size: 0).cell)
    }

    /// An index with the same entries.
    func copy() -> PathIndex {
        var copy = PathIndex(ignoresCase: ignoresCase)
        copy.cells = cells.copy()
        copy.extras = extras.copy()
        copy.edges = edges.copy()
        copy.entries = entries.copy()
        copy.texts = texts.copy()
        copy.programs = programs.copy()
        copy.root = root
        copy.depth = depth
        copy.captureLimit = captureLimit
        copy.freeNodes = freeNodes
        copy.freeCellCount = freeCellCount
        copy.freeExtras = freeExtras
        copy.freeEdges = freeEdges
        copy.garbage = garbage
        return copy
    }

    /// The node's header, or what would be that of a bare node.
    @inline(__always)
    func node(at id: NodeID) -> Node {
        id.isBare ? bareNode(id) : Node(cells[Int(id.header)])
    }

    private func bareNode(_ id: NodeID) -> Node {
        var node = Node.bare
        if cells[Int(id.firstSlot)].word == 0 { node.literalCount = 0 }
        return node
    }

    /// Changes the header of a node, which has one.
    @inline(__always)
    mutating func setHeader(of id: NodeID, to node: Node) {
        precondition(!id.isBare, "The node has no header")
        cells[Int(id.header)] = node.cell
    }

    @inline(__always)
    func slot(at cell: UInt32) -> Slot { Slot(cells[Int(cell)]) }

    @inline(__always)
    func extras(of node: Node) -> Extras {
        node.extras == 0 ? Extras() : extras[Int(node.extras - 1)]
    }

    /// The outline of the node that the reference leads to, if it leads to one.
    @inline(__always)
    func outline(ofNodeAt reference: Reference) -> Outline {
        reference.isNode ? node(at: reference.node).outline : .none
    }

    /// The cells of the node's slots.
    func slots(of id: NodeID) -> Range<UInt32> {
        id.firstSlot..<(id.firstSlot + node(at: id).size)
    }

    /// The cells of the node.
    func cells(of id: NodeID) -> Range<UInt32> {
        (id.isBare ? id.firstSlot : id.header)..<slots(of: id).upperBound
    }

    /// The canonical text of the entry's pattern.
    func text(of entry: Int) -> [UInt8] {
        Array(texts.bytes[textRange(of: entry)])
    }

    /// Where the text of the entry's pattern stands.
    func textRange(of entry: Int) -> Range<Int> {
        let start = Int(entries[entry])
        guard let end = texts.bytes.firstOffset(of: Self.textEnd.1, from: start) else {
            preconditionFailure("A text has no end")
        }
        return start..<(end - 1)
    }

    /// What follows each entry's text.
    static let textEnd = (UInt8(ascii: "/"), UInt8(ascii: "\n"))
    static let textEndLength = 2

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
    @inline(__always)
    func key(of label: ByteView) -> UInt64 {
        var first = word(of: label, at: 0)
        guard label.count > 8 else { return first }
        var offset = 8
        while offset < label.count - 8 {
            first = Self.key(first, following: word(of: label, at: offset))
            offset += 8
        }
        return Self.key(first: first, last: word(of: label, at: label.count - 8))
    }

    /// Eight bytes of a label, as keys have them.
    @inline(__always)
    private func word(of label: ByteView, at offset: Int) -> UInt64 {
        let word = label.word(at: offset)
        return ignoresCase ? Self.lowercased(word) : word
    }

    /// The place, of `size` slots, where the literal with the given key is, or where the search for it begins.
    ///
    /// Whoever makes up paths to collide gains nothing: the patterns are the app's, and a lookup sees those of one
    /// node at the most for each segment.
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
    /// Traps unless every cell, edge, entry and all extras are either reached from the root exactly once or free.
    func checkInvariants() {
        var entriesSeen: Set<UInt32> = []
        var cellsSeen: Set<UInt32> = [0]
        var extrasSeen: Set<UInt32> = []
        var edgesSeen = 0
        func see(entry: UInt32) {
            precondition(
                entry < entries.count && entriesSeen.insert(entry).inserted,
                "Entry \(entry) is reached twice"
            )
        }
        var pending = [root]
        func follow(_ reference: Reference) {
            precondition(reference.exists, "A way leads nowhere")
            if reference.isLeaf {
                see(entry: reference.entry)
            } else {
                pending.append(reference.node)
            }
        }
        while let id = pending.popLast() {
            let index = id.header
            let node = node(at: id)
            let extras = extras(of: node)
            for cell in cells(of: id) {
                precondition(cellsSeen.insert(cell).inserted, "Cell \(cell) is in two nodes")
            }
            precondition(id == root || node.hasChildren, "Node \(index) has no children")
            precondition(
                node.hasAlternatives
                    == (node.plain.exists || extras.edges != 0 || extras.catchAll != 0),
                "Node \(index) is wrong about its alternatives"
            )
            if node.extras != 0 {
                precondition(extras != Extras(), "Node \(index) has empty extras")
                precondition(extrasSeen.insert(node.extras).inserted, "Extras are shared")
            }
            if extras.entry != 0 { see(entry: extras.entry - 1) }
            if extras.catchAll != 0 { see(entry: extras.catchAll - 1) }
            if node.plain.exists { follow(node.plain) }
            var previous: Edge?
            var next = extras.edges
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
            var used: UInt32 = 0
            for cell in slots(of: id) {
                let slot = slot(at: cell)
                precondition(slot.reference.exists == (slot.key != 0), "A slot is half empty")
                guard slot.reference.exists else { continue }
                follow(slot.reference)
                var known = slot
                known.set(slot.reference, outline(ofNodeAt: slot.reference))
                precondition(known.cell == cells[Int(cell)], "A slot is wrong about a node")
                used += 1
            }
            precondition(used == node.literalCount, "Node \(index) counts its literals wrong")
        }
        var freeCells = 0
        for (index, first) in freeNodes.enumerated() {
            var cell = first
            while cell != 0 {
                precondition(cellsSeen.insert(cell).inserted, "Cell \(cell) is free and in a node")
                freeCells += 1 + Int(Self.size(ofClass: index))
                cellsSeen.formUnion((cell + 1)..<(cell + 1 + Self.size(ofClass: index)))
                cell = cells[Int(cell)].number
            }
        }
        precondition(entriesSeen.count == entries.count, "An entry is not reached")
        precondition(extrasSeen.count + freeExtras.count == extras.count, "Extras are lost")
        precondition(edgesSeen + freeEdges.count == edges.count, "An edge is lost")
        precondition(freeCells == freeCellCount, "Free cells are counted wrong")
        precondition(cellsSeen.count == cells.count, "A cell is lost")
    }
}
