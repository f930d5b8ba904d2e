/// The edges of a trie's nodes for segments that mix captures and literal text.
///
/// Only edges with the right text at both ends can fit a segment of a path, and they are found without looking at the others,
/// however many there are. The edges of a node whose literal texts have the same amounts are a *band*; bands are tried in order. In a
/// band, the edges with the same ends are linked in the order in which they are tried; a hash table has the first of them.
///
/// It cannot be copied implicitly, and lookups read its tables only: reading an array would count references. Numbers begin
/// with 1, so that 0 can mean none.
struct MixedEdges: ~Copyable {
    /// A segment that leads on.
    struct Edge: BitwiseCopyable {
        var child = PathIndex.Reference.none
        /// The edge with the same ends that is tried next, or 0.
        var next: UInt32 = 0
        let band: UInt32
        let program: SegmentPrograms.Program
    }

    struct Band: BitwiseCopyable {
        let leadingLength: UInt32
        let trailingLength: UInt32
        /// The band of the node that is tried next, or 0.
        var next: UInt32
        /// The first of its edges if all have the same ends, or 0.
        var first: UInt32 = 0
    }

    private let ignoresCase: Bool
    private(set) var edges = Table<Edge>()
    private(set) var bands = Table<Band>()
    /// The first band of each node, or 0.
    private(set) var nodes = Table<UInt32>()
    /// The first edge of each band with certain ends, as if it were a node.
    private(set) var slots = SlotTable()
    private(set) var programs: SegmentPrograms

    // What only changes need.

    /// The segments of all edges, from number 1 on.
    private var segments: [MixedSegment] = []
    /// The edges of each node, from number 1 on, in the order of their segments.
    private var edgesInOrder: [[UInt32]] = []

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        programs = SegmentPrograms(ignoresCase: ignoresCase)
    }

    /// Returns a copy of all edges.
    func copy() -> MixedEdges {
        var copy = MixedEdges(ignoresCase: ignoresCase)
        copy.edges = edges.copy()
        copy.bands = bands.copy()
        copy.nodes = nodes.copy()
        copy.slots = slots.copy()
        copy.programs = programs.copy()
        copy.segments = segments
        copy.edgesInOrder = edgesInOrder
        return copy
    }

    /// Where an edge leads.
    subscript(edge: UInt32) -> PathIndex.Reference {
        get { edges.view[edge &- 1].child }
        set { edges[Int(edge) - 1].child = newValue }
    }
}

// MARK: - Walking

// These belong to the box, which has the tables in place: a call of a method of `MixedEdges` copies all of their addresses.
extension PathIndexBox {
    /// Takes the first mixed segment of a node, after a given one, that fits a segment of the path.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - previous: An edge of the node, or 0 to begin with the first.
    ///   - path: The path.
    ///   - segment: The range of the segment.
    ///   - trail: The state of the walk, to which the segment's captures are added.
    /// - Returns: The edge, or 0 if none fits.
    @inline(never)
    func takeEdge<SomeTrail: Trail>(
        of node: UInt32,
        after previous: UInt32,
        _ path: ByteView,
        _ segment: Range<Int>,
        _ trail: inout SomeTrail
    ) -> UInt32 {
        let text = path[segment]
        let start = segment.lowerBound
        var edge = previous
        while true {
            edge = nextMixedEdge(of: node, after: edge, text)
            guard edge != 0 else { return 0 }
            let program = index.mixed.edges.view[unchecked: edge &- 1].program
            if program.separator != 0 {
                let second = index.mixed.programs.view.secondStart(program, text)
                guard second != 0 else { continue }
                let firstStart = start &+ Int(program.leadingLength)
                trail.addCapture(firstStart..<(start &+ second &- 1))
                trail.addCapture((start &+ second)..<segment.upperBound)
                return edge
            }
            if program.captureCount == 1 {
                let only = index.mixed.programs.view.only(program, text)
                guard !only.isEmpty else { continue }
                trail.addCapture((start &+ only.lowerBound)..<(start &+ only.upperBound))
                return edge
            }
            if takeMany(program, text, start, &trail) { return edge }
        }
    }

    /// Adds the captures of a segment that has two or more, if it fits.
    @inline(never)
    private func takeMany<SomeTrail: Trail>(
        _ program: SegmentPrograms.Program,
        _ text: ByteView,
        _ start: Int,
        _ trail: inout SomeTrail
    ) -> Bool {
        Scratch.with(count: Int(program.captureCount)) { ranges in
            guard index.mixed.programs.view.split(program, text, to: ranges) else { return false }
            for number in 0..<Int(program.captureCount) {
                let range = ranges[number]
                trail.addCapture((start + range.lowerBound)..<(start + range.upperBound))
            }
            return true
        }
    }

    /// The next edge of a node, after a given one, whose leading and trailing text the path's segment has; 0 if there is none.
    @inline(__always)
    private func nextMixedEdge(of node: UInt32, after previous: UInt32, _ text: ByteView) -> UInt32
    {
        var number: UInt32
        if previous == 0 {
            number = index.mixed.nodes.view[unchecked: node &- 1]
        } else {
            let edge = index.mixed.edges.view[unchecked: previous &- 1]
            if edge.next != 0 { return edge.next }
            number = index.mixed.bands.view[unchecked: edge.band &- 1].next
        }
        while number != 0 {
            let band = index.mixed.bands.view[unchecked: number &- 1]
            if Int(band.leadingLength &+ band.trailingLength) < text.count {
                if band.first == 0 {
                    let edge = mixedEdge(ofBand: number, text)
                    if edge != 0 { return edge }
                } else if index.mixed.hasEnds(of: band.first, text) {
                    return band.first
                }
            }
            number = band.next
        }
        return 0
    }

    @inline(never)
    private func mixedEdge(ofBand number: UInt32, _ text: ByteView) -> UInt32 {
        index.mixed.slot(ofBand: number, text).slot.child.node
    }
}

extension MixedEdges {
    @inline(__always)
    func hasEnds(of edge: UInt32, _ text: ByteView) -> Bool {
        programs.view.hasEnds(of: edges.view[unchecked: edge &- 1].program, text)
    }

    /// The slot of a band's edges that have the ends of a text, which is long enough; an empty one if there are none.
    @inline(__always)
    func slot(ofBand number: UInt32, _ text: ByteView) -> (index: Int, slot: SlotTable.Slot) {
        let key = key(ofBand: number, text)
        return slots.slots.view.find(key, from: number) {
            $0.hasHash(of: key) && hasEnds(of: $0.label, text)
        }
    }

    /// The key of a text's ends, without a label; the label is an edge with these ends.
    private func key(ofBand number: UInt32, _ text: ByteView) -> SegmentKey {
        let band = bands.view[number &- 1]
        let (leading, trailing) = (Int(band.leadingLength), Int(band.trailingLength))
        var hash: UInt64 = 0
        for offset in 0..<(leading &+ trailing) {
            let place = offset < leading ? offset : text.count &- trailing &- leading &+ offset
            let byte = ignoresCase ? ByteSet.lowercased(text[place]) : text[place]
            hash = SegmentKey.mixed(hash, UInt64(byte))
        }
        return SegmentKey(hash: hash)
    }
}

// MARK: - Changing

extension MixedEdges {
    func segment(of edge: UInt32) -> MixedSegment { segments[Int(edge) - 1] }

    /// The edges of a node in the order of their segments.
    func edges(of node: UInt32) -> [UInt32] { edgesInOrder[Int(node) - 1] }

    /// The number of a node's edges whose segments come before the given one.
    private func place(of segment: MixedSegment, at node: UInt32) -> Int {
        let order = edges(of: node)
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if self.segment(of: order[middle]) < segment { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// The edge of a node with a given segment, which is in lower case if case is ignored; nil if there is none.
    func find(_ segment: MixedSegment, at node: UInt32) -> UInt32? {
        let edge = edges(of: node).dropFirst(place(of: segment, at: node)).first
        return edge.flatMap { self.segment(of: $0) == segment ? $0 : nil }
    }

    /// Adds a node without segments, and returns its number.
    mutating func addNode() -> UInt32 {
        nodes.append(0)
        edgesInOrder.append([])
        return UInt32(nodes.count)
    }

    /// Adds a segment, in lower case if case is ignored, to a node that does not have it, and returns the edge.
    mutating func add(_ segment: MixedSegment, at node: UInt32) -> UInt32 {
        let place = place(of: segment, at: node)
        let before = edges(of: node).prefix(place).last ?? 0
        let after = edges(of: node).dropFirst(place).first ?? 0
        let neighbour = [before, after].first {
            $0 != 0 && self.segment(of: $0).hasSameAmounts(as: segment)
        }
        let band =
            neighbour.map { edges[Int($0) - 1].band }
            ?? addBand(of: segment, behind: before, at: node)
        /// Whether a neighbour has the same ends and is in the band: those that do stand side by side.
        func isAlike(_ edge: UInt32) -> Bool {
            edge != 0 && edges[Int(edge) - 1].band == band
                && self.segment(of: edge).hasSameEnds(as: segment)
        }
        let (isAlikeBefore, isAlikeAfter) = (isAlike(before), isAlike(after))

        let edge = UInt32(edges.count + 1)
        edges.append(
            Edge(next: isAlikeAfter ? after : 0, band: band, program: programs.add(segment))
        )
        segments.append(segment)
        edgesInOrder[Int(node) - 1].insert(edge, at: place)
        if isAlikeBefore {
            edges[Int(before) - 1].next = edge
            return edge
        }
        let isOnly = neighbour == nil || isAlikeAfter && bands[Int(band) - 1].first == after
        bands[Int(band) - 1].first = isOnly ? edge : 0
        withBytes(of: segment.leading + segment.trailing) { ends in
            var (index, slot) = slot(ofBand: band, ends)
            if slot.parent == 0 {
                index = slots.add(key(ofBand: band, ends).with(label: edge), from: band)
            }
            slots[index] = PathIndex.Reference(node: edge)
        }
        return edge
    }

    private mutating func addBand(
        of segment: MixedSegment,
        behind before: UInt32,
        at node: UInt32
    ) -> UInt32 {
        let number = UInt32(bands.count + 1)
        let previous = before == 0 ? 0 : Int(edges[Int(before) - 1].band)
        bands.append(
            Band(
                leadingLength: UInt32(segment.leading.count),
                trailingLength: UInt32(segment.trailing.count),
                next: previous == 0 ? nodes[Int(node) - 1] : bands[previous - 1].next
            )
        )
        if previous == 0 {
            nodes[Int(node) - 1] = number
        } else {
            bands[previous - 1].next = number
        }
        return number
    }
}
