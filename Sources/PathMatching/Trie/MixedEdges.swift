/// The segments that mix captures and literal text, as they lead on from the nodes of a trie.
///
/// Those of one node are in *bands*: a band has the segments with equally much literal text, whose leading and whose
/// trailing text have the same length. Of a band, only those with the right leading and trailing text can fit a segment
/// of a path. They are found with a hash of both, and stand in a list in the order in which they are tried. So it takes a
/// step for each band of the node, however many segments there are.
struct MixedEdges: ~Copyable {
    /// Segments of the same outer form.
    struct Band: BitwiseCopyable {
        /// How many bytes of literal text they have, and how many of those lead, both decoded.
        let literalCount: UInt16
        let leadingCount: UInt16
        /// The lengths of the canonical texts.
        let leadingLength: UInt16
        let trailingLength: UInt16
        /// 1 + the next band of the node, or 0.
        var next: UInt32

        init(of segment: MixedSegment) {
            literalCount = UInt16(segment.literalCount)
            leadingCount = UInt16(segment.leadingCount)
            leadingLength = UInt16(segment.leading.count)
            trailingLength = UInt16(segment.trailing.count)
            next = 0
        }

        /// Less than that of a band whose segments are tried earlier, and equal if the segments decide.
        var rank: UInt32 { UInt32(literalCount) << 16 | UInt32(leadingCount) }

        func isSameForm(as other: Band) -> Bool {
            rank == other.rank && leadingLength == other.leadingLength
                && trailingLength == other.trailingLength
        }
    }

    /// A segment that leads on.
    struct Edge: BitwiseCopyable {
        let segment: SegmentTable.Segment
        /// Its band, plus 1.
        let band: UInt32
        var child = PathIndex.Reference.none
        /// 1 + the next edge of the band with the same leading and trailing text, or 0.
        var next: UInt32 = 0
        /// A hash of the segment.
        let hash: UInt32
    }

    private(set) var segments: SegmentTable
    private var bands = Table<Band>()
    private var edges = Table<Edge>()
    /// The first edge with some leading and trailing text, by the band and a hash of both.
    private var groups = SlotTable()

    /// The most captures of a segment.
    private(set) var captureLimit = 0

    init(ignoresCase: Bool) {
        segments = SegmentTable(ignoresCase: ignoresCase)
    }

    func copy() -> MixedEdges {
        var copy = MixedEdges(ignoresCase: segments.ignoresCase)
        copy.segments = segments.copy()
        copy.bands = bands.copy()
        copy.edges = edges.copy()
        copy.groups = groups.copy()
        copy.captureLimit = captureLimit
        return copy
    }

    /// Where an edge, whose number plus 1 is given, leads.
    subscript(edge: UInt32) -> PathIndex.Reference {
        get { edges.view[edge &- 1].child }
        set { edges[Int(edge) - 1].child = newValue }
    }

    func captureCount(of edge: UInt32) -> Int { Int(edges.view[edge &- 1].segment.captureCount) }

    /// Whether a node may have other edges than the given one, which are as likely to fit.
    func hasOthers(_ bands: UInt32, _ edge: UInt32) -> Bool {
        self.bands.view[bands &- 1].next | edges.view[edge &- 1].next != 0
    }
}

// MARK: - Walking

extension MixedEdges {
    /// The first edge of a node, after a given one, whose segment fits.
    ///
    /// - Parameters:
    ///   - bands: 1 + the node's first band.
    ///   - previous: 1 + an edge of the node, or 0 to begin with the first.
    ///   - text: A segment of a path.
    ///   - ranges: Receives what the segment captures.
    /// - Returns: 1 + the edge, or 0 if there is none.
    func firstEdge(
        of bands: UInt32,
        after previous: UInt32,
        fitting text: ByteView,
        to ranges: ScratchWords
    ) -> UInt32 {
        let all = self.bands.view
        var previous = previous
        var band = bands
        if previous != 0 {
            let rank = all[edges.view[previous &- 1].band &- 1].rank
            while all[band &- 1].rank > rank { band = all[band &- 1].next }
        }
        while band != 0 {
            let rank = all[band &- 1].rank
            // Of bands with the same rank, the segments decide which is tried first.
            var best: UInt32 = 0
            var next = band
            repeat {
                let edge = firstEdge(inBand: next, after: previous, text)
                if edge != 0, best == 0 || precedes(edge, best) { best = edge }
                next = all[next &- 1].next
            } while next != 0 && all[next &- 1].rank == rank
            if best == 0 {
                (band, previous) = (next, 0)
            } else if segments.split(text, as: edges.view[best &- 1].segment, to: ranges) {
                return best
            } else {
                previous = best
            }
        }
        return 0
    }

    /// The first edge of a band with the right leading and trailing text, after an edge of the same rank.
    private func firstEdge(
        inBand number: UInt32,
        after previous: UInt32,
        _ text: ByteView
    ) -> UInt32 {
        let band = bands.view[number &- 1]
        let (leading, trailing) = (Int(band.leadingLength), Int(band.trailingLength))
        guard leading &+ trailing < text.count else { return 0 }
        var edge: UInt32
        if previous != 0, edges.view[previous &- 1].band == number {
            // The texts have the same length, so it is the same list.
            edge = edges.view[previous &- 1].next
        } else {
            let key = key(
                leading: text[0..<leading],
                trailing: text[(text.count &- trailing)..<text.count]
            )
            edge = groups.find(key, from: number) { _ in true }.slot.child.raw
            while previous != 0, edge != 0, !precedes(previous, edge) {
                edge = edges.view[edge &- 1].next
            }
        }
        return edge
    }

    private func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        segments.precedes(edges.view[left &- 1].segment, edges.view[right &- 1].segment)
    }

    /// What a band's edges with the same leading and trailing text are found by; others may have the same key.
    private func key(leading: ByteView, trailing: ByteView) -> SegmentKey {
        SegmentKey(hash: hash(trailing, hash(leading, 0)))
    }

    private func key(of segment: MixedSegment) -> SegmentKey {
        withBytes(of: segment.leading) { leading in
            withBytes(of: segment.trailing) { key(leading: leading, trailing: $0) }
        }
    }

    private func hash(_ text: ByteView, _ hash: UInt64) -> UInt64 {
        var hash = hash
        var offset = 0
        while offset < text.count {
            let word = text.word(at: offset)
            hash = SegmentKey.mixed(hash, segments.ignoresCase ? ByteWord.lowercased(word) : word)
            offset &+= 8
        }
        return hash
    }
}

// MARK: - Changing

extension MixedEdges {
    /// The edge of a node with a given segment, which is added if there is none.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case does not count.
    ///   - node: The node's extras.
    /// - Returns: 1 + the edge.
    mutating func findOrAdd(_ segment: MixedSegment, at node: inout PathIndex.Extras) -> UInt32 {
        let found = find(segment, at: node)
        if found != 0 { return found }
        let band = findOrAddBand(Band(of: segment), at: &node)
        let added = UInt32(edges.count) + 1
        var edge = Edge(
            segment: segments.append(segment),
            band: band,
            hash: UInt32(truncatingIfNeeded: segment.hashValue)
        )
        let key = key(of: segment)
        let (place, slot) = groups.find(key, from: band) { _ in true }
        // The edge goes behind all that are tried before it.
        var (previous, next) = (UInt32(0), slot.child.raw)
        while next != 0, segments.precedes(edges.view[next - 1].segment, edge.segment) {
            (previous, next) = (next, edges.view[next - 1].next)
        }
        edge.next = next
        edges.append(edge)
        captureLimit = max(captureLimit, segment.captures.count)
        if previous != 0 {
            edges[Int(previous) - 1].next = added
        } else {
            let place = slot.parent != 0 ? place : groups.add(key, from: band)
            groups[place] = PathIndex.Reference(node: added)
        }
        return added
    }

    /// The edge of a node with a given segment.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case does not count.
    ///   - node: The node's extras.
    /// - Returns: 1 + the edge, or 0 if there is none.
    func find(_ segment: MixedSegment, at node: PathIndex.Extras) -> UInt32 {
        let form = Band(of: segment)
        var band = node.bands
        while band != 0, !bands.view[band - 1].isSameForm(as: form) {
            band = bands.view[band - 1].next
        }
        guard band != 0 else { return 0 }
        let hash = UInt32(truncatingIfNeeded: segment.hashValue)
        var edge = groups.find(key(of: segment), from: band) { _ in true }.slot.child.raw
        while edge != 0 {
            let stored = edges.view[edge - 1]
            if stored.hash == hash, segments.value(of: stored.segment) == segment { return edge }
            edge = stored.next
        }
        return 0
    }

    /// The band of a node, in the order of their ranks.
    private mutating func findOrAddBand(
        _ band: Band,
        at node: inout PathIndex.Extras
    ) -> UInt32 {
        var (previous, next) = (UInt32(0), node.bands)
        while next != 0, bands.view[next - 1].rank >= band.rank {
            if bands.view[next - 1].isSameForm(as: band) { return next }
            (previous, next) = (next, bands.view[next - 1].next)
        }
        var band = band
        band.next = next
        bands.append(band)
        let added = UInt32(bands.count)
        if previous != 0 {
            bands[Int(previous) - 1].next = added
        } else {
            node.bands = added
        }
        return added
    }
}

// MARK: - Invariants

extension MixedEdges {
    /// Traps unless the bands of a node and the edges of its groups are in order.
    ///
    /// - Parameters:
    ///   - node: The node's extras.
    ///   - body: Is called with what each edge leads to.
    func checkInvariants(of node: PathIndex.Extras, _ body: (PathIndex.Reference) -> Void) {
        var band = node.bands
        while band != 0 {
            let next = bands.view[band - 1].next
            precondition(
                next == 0 || bands.view[next - 1].rank <= bands.view[band - 1].rank,
                "Bands are out of order"
            )
            for index in 0..<groups.slots.count where groups.slots[index].parent == band {
                var edge = groups[index].raw
                while edge != 0 {
                    let next = edges.view[edge - 1].next
                    precondition(edges.view[edge - 1].band == band, "An edge is in another band")
                    precondition(next == 0 || precedes(edge, next), "Edges are out of order")
                    body(self[edge])
                    edge = next
                }
            }
            band = next
        }
    }
}
