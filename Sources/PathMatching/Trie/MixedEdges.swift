/// The edges of a trie's nodes for segments that mix captures and literal text.
///
/// Only edges with the right text at both ends can fit a segment of a path, and they are found without looking at the others,
/// however many there are. The edges of a node have *ranks* by the amount of their literal text, which are tried in order. In a rank,
/// those whose ends have the same lengths are a *band*, and those with the same ends a *group*.
///
/// It cannot be copied implicitly, and lookups read its tables only: reading an array would count references. Numbers begin
/// with 1, so that 0 can mean none.
struct MixedEdges: ~Copyable {
    /// A segment that leads on.
    struct Edge: BitwiseCopyable {
        var child = PathIndex.Reference.none
        /// The edge of its group that is tried next, or 0.
        var next: UInt32 = 0
        let group: UInt32
        let program: SegmentPrograms.Program
    }

    /// The edges of a node that begin and end with the same text.
    struct Group: BitwiseCopyable {
        let band: UInt32
        /// The place in `endBytes` of the leading text, which the trailing text follows.
        let ends: UInt32
        /// The edge that is tried first.
        var first: UInt32 = 0
    }

    /// The edges of a rank whose leading texts have the same length, and so have their trailing texts.
    struct Band: BitwiseCopyable {
        /// How much literal text its edges have, and how much of it leads: decoded, as the ranks are ordered.
        let literalCount: UInt32
        let leadingCount: UInt32
        let leadingLength: UInt32
        let trailingLength: UInt32
        /// The first band of its rank, which stands for the rank.
        var first: UInt32 = 0
        /// Another band of the rank, or 0.
        var next: UInt32 = 0
        /// The rank that is tried after that of this first band, or 0.
        var nextRank: UInt32 = 0
        /// The first of its groups, and their number.
        var group: UInt32 = 0
        var groupCount: UInt32 = 0

        /// Whether its rank is tried before another one: it has more literal text, then more leading text.
        func precedes(_ other: Band) -> Bool {
            (literalCount, leadingCount) > (other.literalCount, other.leadingCount)
        }
    }

    private let ignoresCase: Bool
    private(set) var edges: Table<Edge>
    private(set) var groups: Table<Group>
    private(set) var bands: Table<Band>
    /// The rank of each node that is tried first: its first band, or 0.
    private(set) var nodes: Table<UInt32>
    /// The groups of all bands, by their ends.
    private(set) var slots = SlotTable()
    private var endBytes = Table<UInt8>()
    private(set) var programs: SegmentPrograms

    // What only changes need.

    /// The segments of all edges, from number 1 on.
    private var segments: [MixedSegment] = []
    /// The ranks of each node and the edges of each group, from number 1 on, in the order in which they are tried.
    private var ranksInOrder: [OrderedNumbers] = []
    private var edgesInOrder: [OrderedNumbers] = []

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        programs = SegmentPrograms(ignoresCase: ignoresCase)
        let none = SegmentPrograms.Program.none
        edges = Table(repeating: Edge(group: 0, program: none), count: 1)
        groups = Table(repeating: Group(band: 0, ends: 0), count: 1)
        bands = Table(
            repeating: Band(literalCount: 0, leadingCount: 0, leadingLength: 0, trailingLength: 0),
            count: 1
        )
        nodes = Table(repeating: 0, count: 1)
    }

    /// Returns a copy of all edges.
    func copy() -> MixedEdges {
        var copy = MixedEdges(ignoresCase: ignoresCase)
        copy.edges = edges.copy()
        copy.groups = groups.copy()
        copy.bands = bands.copy()
        copy.nodes = nodes.copy()
        copy.slots = slots.copy()
        copy.endBytes = endBytes.copy()
        copy.programs = programs.copy()
        copy.segments = segments
        copy.ranksInOrder = ranksInOrder
        copy.edgesInOrder = edgesInOrder
        return copy
    }

    /// Where an edge leads.
    subscript(edge: UInt32) -> PathIndex.Reference {
        get { edges.view[edge].child }
        set { edges[Int(edge)].child = newValue }
    }
}

// MARK: - Walking

// These belong to the box, which has the tables in place: a call of a method of `MixedEdges` copies all of their addresses. Those
// that a lookup often calls are inlined.
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
            let program = index.mixed.edges.view[unchecked: edge].program
            if program.captureCount > 2 {
                if take(program, text, start, &trail) { return edge }
                continue
            }
            let (firstEnd, secondStart) = index.mixed.programs.view.splitPair(program, text)
            guard firstEnd != 0 else { continue }
            trail.addCapture((start &+ Int(program.leadingLength))..<(start &+ firstEnd))
            if program.captureCount == 2 {
                let end = segment.upperBound &- Int(program.trailingLength)
                trail.addCapture((start &+ secondStart)..<end)
            }
            return edge
        }
    }

    /// Adds the captures of a segment that has more than two, if it fits.
    @inline(never)
    private func take<SomeTrail: Trail>(
        _ program: SegmentPrograms.Program,
        _ text: ByteView,
        _ start: Int,
        _ trail: inout SomeTrail
    ) -> Bool {
        Scratch.with(count: Int(program.captureCount)) { ranges in
            guard index.mixed.programs.view.splitMany(program, text, to: ranges) else {
                return false
            }
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
        var previous = previous
        var rank =
            previous == 0 ? index.mixed.nodes.view[unchecked: node] : rank(ofMixedEdge: previous)
        while rank != 0 {
            var next: UInt32 = 0
            var number = rank
            repeat {
                let band = index.mixed.bands.view[unchecked: number]
                let edge = firstMixedEdge(of: number, band, after: previous, text)
                // Of bands with the same rank, the segments decide which is tried first.
                if edge != 0, next == 0 || precedesMixedEdge(edge, next) { next = edge }
                number = band.next
            } while number != 0
            if next != 0 { return next }
            (rank, previous) = (index.mixed.bands.view[unchecked: rank].nextRank, 0)
        }
        return 0
    }

    private func rank(ofMixedEdge edge: UInt32) -> UInt32 {
        index.mixed.bands.view[index.mixed.groups.view[index.mixed.edges.view[edge].group].band]
            .first
    }

    /// The first edge of a band, after an edge of the same rank, whose ends a text has; 0 if there is none.
    @inline(__always)
    private func firstMixedEdge(
        of number: UInt32,
        _ band: MixedEdges.Band,
        after previous: UInt32,
        _ text: ByteView
    ) -> UInt32 {
        guard Int(band.leadingLength &+ band.trailingLength) < text.count else { return 0 }
        let group =
            index.mixed.onlyGroup(of: band, text) ?? mixedGroupAmongMany(of: number, band, text)
        guard group != 0 else { return 0 }
        if previous == 0 { return index.mixed.groups.view[unchecked: group].first }
        if index.mixed.edges.view[unchecked: previous].group == group {
            return index.mixed.edges.view[unchecked: previous].next
        }
        return mixedEdge(of: group, after: previous)
    }

    @inline(never)
    private func mixedGroupAmongMany(
        of number: UInt32,
        _ band: MixedEdges.Band,
        _ text: ByteView
    ) -> UInt32 { index.mixed.groupAmongMany(of: number, band, text) }

    @inline(never)
    private func mixedEdge(of group: UInt32, after previous: UInt32) -> UInt32 {
        index.mixed.edge(of: group, after: previous)
    }

    @inline(never)
    private func precedesMixedEdge(_ edge: UInt32, _ other: UInt32) -> Bool {
        index.mixed.precedes(edge, other)
    }
}

extension MixedEdges {
    /// The group of a band that has the ends of a text, or 0.
    private func group(of number: UInt32, _ band: Band, _ text: ByteView) -> UInt32 {
        onlyGroup(of: band, text) ?? groupAmongMany(of: number, band, text)
    }

    /// The same if the band has one group; nil if it has more.
    @inline(__always)
    func onlyGroup(of band: Band, _ text: ByteView) -> UInt32? {
        // Without text at its ends, a band has one group.
        if band.leadingLength | band.trailingLength == 0 { return band.group }
        guard band.groupCount == 1 else { return nil }
        return hasEnds(of: band.group, band, text) ? band.group : 0
    }

    /// The same if the band has several groups.
    @inline(__always)
    func groupAmongMany(of number: UInt32, _ band: Band, _ text: ByteView) -> UInt32 {
        let key = key(ofEnds: band, text)
        let found = slots.slots.view.find(key, from: number) {
            $0.hasHash(of: key) && hasEnds(of: $0.label, band, text)
        }
        return found.slot.parent == 0 ? 0 : found.slot.key.label
    }

    @inline(__always)
    private func hasEnds(of group: UInt32, _ band: Band, _ text: ByteView) -> Bool {
        let start = Int(groups.view[unchecked: group].ends)
        let middle = start &+ Int(band.leadingLength)
        let end = middle &+ Int(band.trailingLength)
        let place = text.count &- Int(band.trailingLength)
        return text.has(endBytes.bytes[start..<middle], at: 0, ignoresCase: ignoresCase)
            && text.has(endBytes.bytes[middle..<end], at: place, ignoresCase: ignoresCase)
    }

    /// The key of a text's ends, by which a band's group is found.
    private func key(ofEnds band: Band, _ text: ByteView) -> SegmentKey {
        var hash: UInt64 = 0
        for offset in 0..<Int(band.leadingLength &+ band.trailingLength) {
            let place =
                offset < Int(band.leadingLength)
                ? offset : text.count &- Int(band.trailingLength &+ band.leadingLength) &+ offset
            let byte = ignoresCase ? ByteSet.lowercased(text[place]) : text[place]
            hash = SegmentKey.mixed(hash, UInt64(byte))
        }
        return SegmentKey(hash: hash)
    }

    /// The first edge of a group after an edge of another group.
    func edge(of group: UInt32, after previous: UInt32) -> UInt32 {
        let last = edgesInOrder[Int(group) - 1].last { precedes($0, previous) }
        return last.map { edges.view[$0].next } ?? groups.view[group].first
    }

    func segment(of edge: UInt32) -> MixedSegment { segments[Int(edge) - 1] }

    func precedes(_ edge: UInt32, _ other: UInt32) -> Bool {
        segment(of: edge) < segment(of: other)
    }
}

// MARK: - Changing

extension MixedEdges {
    /// The edge of a node with a given segment.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case is ignored.
    ///   - node: The number of the node among those with mixed segments.
    /// - Returns: The edge, if there is one.
    func find(_ segment: MixedSegment, at node: UInt32) -> UInt32? {
        let group = place(of: segment, at: node).group
        guard group != 0 else { return nil }
        let edge = edgesInOrder[Int(group) - 1].last { !(segment < self.segment(of: $0)) }
        return edge.flatMap { self.segment(of: $0) == segment ? $0 : nil }
    }

    /// The rank, band and group of a segment, each 0 if it is missing.
    private func place(
        of segment: MixedSegment,
        at node: UInt32
    ) -> (rank: UInt32, band: UInt32, group: UInt32) {
        let wanted = Band(of: segment)
        let view = bands.view
        let rank = ranksInOrder[Int(node) - 1].last { !wanted.precedes(view[$0]) }
        guard let rank, !view[rank].precedes(wanted) else { return (0, 0, 0) }
        var number = rank
        while number != 0 {
            let band = bands.view[number]
            if band.leadingLength == wanted.leadingLength,
                band.trailingLength == wanted.trailingLength
            {
                let group = withBytes(of: segment.leading + segment.trailing) {
                    self.group(of: number, band, $0)
                }
                return (rank, number, group)
            }
            number = band.next
        }
        return (rank, 0, 0)
    }

    /// Adds a node without segments, and returns its number.
    mutating func addNode() -> UInt32 {
        nodes.append(0)
        ranksInOrder.append(OrderedNumbers())
        return UInt32(nodes.count - 1)
    }

    /// Adds a segment to a node that does not have it.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case is ignored.
    ///   - node: The number of the node among those with mixed segments.
    /// - Returns: The edge.
    mutating func add(_ segment: MixedSegment, at node: UInt32) -> UInt32 {
        var place = place(of: segment, at: node)
        if place.band == 0 { place.band = addBand(of: segment, at: node, rank: place.rank) }
        if place.group == 0 { place.group = addGroup(of: segment, band: place.band) }

        let edge = UInt32(edges.count)
        edges.append(Edge(group: place.group, program: programs.add(segment)))
        segments.append(segment)
        let segments = segments
        let previous = edgesInOrder[Int(place.group) - 1].insert(
            edge,
            behind: {
                segments[Int($0) - 1] < segment
            }
        )
        if let previous {
            edges[Int(edge)].next = edges[Int(previous)].next
            edges[Int(previous)].next = edge
        } else {
            edges[Int(edge)].next = groups[Int(place.group)].first
            groups[Int(place.group)].first = edge
        }
        return edge
    }

    /// Adds a band to a rank, or one that begins a new rank if the rank is 0.
    private mutating func addBand(
        of segment: MixedSegment,
        at node: UInt32,
        rank: UInt32
    ) -> UInt32 {
        let number = UInt32(bands.count)
        var band = Band(of: segment)
        if rank != 0 {
            (band.first, band.next) = (rank, bands[Int(rank)].next)
            bands[Int(rank)].next = number
        } else {
            let view = bands.view
            let previous = ranksInOrder[Int(node) - 1].insert(
                number,
                behind: { view[$0].precedes(band) }
            )
            band.first = number
            if let previous {
                band.nextRank = bands[Int(previous)].nextRank
                bands[Int(previous)].nextRank = number
            } else {
                band.nextRank = nodes[Int(node)]
                nodes[Int(node)] = number
            }
        }
        bands.append(band)
        return number
    }

    private mutating func addGroup(of segment: MixedSegment, band: UInt32) -> UInt32 {
        let number = UInt32(groups.count)
        groups.append(Group(band: band, ends: UInt32(endBytes.count)))
        withBytes(of: segment.leading + segment.trailing) { ends in
            endBytes.append(ends)
            let key = key(ofEnds: bands[Int(band)], ends)
            _ = slots.add(key.with(label: number), from: band)
        }
        if bands[Int(band)].groupCount == 0 { bands[Int(band)].group = number }
        bands[Int(band)].groupCount += 1
        edgesInOrder.append(OrderedNumbers())
        return number
    }
}

extension MixedEdges.Band {
    /// A band for a segment, which is in no rank yet.
    init(of segment: MixedSegment) {
        literalCount = UInt32(segment.literalCount)
        leadingCount = UInt32(segment.leadingCount)
        leadingLength = UInt32(segment.leading.count)
        trailingLength = UInt32(segment.trailing.count)
    }
}
