/// The segments that mix captures and literal text, as they lead on from the nodes of a trie.
///
/// Those of one node are in *bands*: a band has the segments with equally much literal text, whose leading and whose
/// trailing text have the same length. Of a band, only those with the right leading and trailing text can fit a segment
/// of a path, and these stand side by side: a binary search finds them, however many segments there are.
struct MixedEdges {
    /// A segment that leads on.
    struct Edge {
        let segment: MixedSegment
        var child = PathIndex.Reference.none
    }

    /// Segments of the same outer form.
    private struct Band {
        let literalCount: Int
        let leadingCount: Int
        let leadingLength: Int
        let trailingLength: Int
        /// The edges, by the texts at both ends, and those with the same texts in the order in which they are tried.
        var edges: [UInt32] = []

        init(of segment: MixedSegment) {
            literalCount = segment.literalCount
            leadingCount = segment.leadingCount
            leadingLength = segment.leading.count
            trailingLength = segment.trailing.count
        }

        /// Less than that of a band whose segments are tried later, and equal if the segments decide.
        var rank: (Int, Int) { (-literalCount, -leadingCount) }

        func isSameForm(as other: Band) -> Bool {
            rank == other.rank && leadingLength == other.leadingLength
                && trailingLength == other.trailingLength
        }
    }

    private let ignoresCase: Bool
    private(set) var edges: [Edge] = []
    /// The bands of each node that has mixed segments, by rank.
    private var nodes: [[Band]] = []

    /// The most captures of a segment.
    private(set) var captureLimit = 0

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    /// Where an edge leads.
    subscript(edge: UInt32) -> PathIndex.Reference {
        get { edges[Int(edge)].child }
        set { edges[Int(edge)].child = newValue }
    }

    func captureCount(of edge: UInt32) -> Int { edges[Int(edge)].segment.captures.count }
}

// MARK: - Walking

extension MixedEdges {
    /// The first edge of a node, after a given one, whose segment fits.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - previous: An edge of the node, or nil to begin with the first.
    ///   - text: A segment of a path.
    ///   - ranges: Receives what the segment captures.
    /// - Returns: The edge.
    func firstEdge(
        of node: Int,
        after previous: UInt32?,
        fitting text: ByteView,
        to ranges: Scratch<Range<Int>>
    ) -> UInt32? {
        var previous = previous
        while let edge = nextEdge(of: node, after: previous, text) {
            if edges[Int(edge)].segment.split(text, ignoresCase: ignoresCase, to: ranges) {
                return edge
            }
            previous = edge
        }
        return nil
    }

    /// The edge of a node that is tried after a given one, of those with the texts at both ends that a text has.
    private func nextEdge(of node: Int, after previous: UInt32?, _ text: ByteView) -> UInt32? {
        var next: UInt32?
        var rank: (Int, Int)?
        for band in nodes[node] where band.leadingLength + band.trailingLength < text.count {
            // Of bands with the same rank, the segments decide which is tried first.
            if let rank, rank < band.rank { break }
            // Those with the same texts at both ends stand in the order in which they are tried.
            let index = band.edges.firstSortedIndex { edge in
                let order = order(of: text, after: edge)
                return order < 0 || order == 0 && previous.map { precedes($0, edge) } ?? true
            }
            guard index < band.edges.count, order(of: text, after: band.edges[index]) == 0 else {
                continue
            }
            let edge = band.edges[index]
            if next.map({ precedes(edge, $0) }) ?? true { next = edge }
            rank = band.rank
        }
        return next
    }

    private func precedes(_ left: UInt32, _ right: UInt32) -> Bool {
        edges[Int(left)].segment < edges[Int(right)].segment
    }

    /// How the texts at both ends of a text compare with those of an edge, which are as long.
    private func order(of text: ByteView, after edge: UInt32) -> Int {
        let segment = edges[Int(edge)].segment
        let leading = text[0..<segment.leading.count]
            .order(after: segment.leading, ignoresCase: ignoresCase)
        guard leading == 0 else { return leading }
        return text[(text.count - segment.trailing.count)..<text.count]
            .order(after: segment.trailing, ignoresCase: ignoresCase)
    }
}

// MARK: - Changing

extension MixedEdges {
    /// The edge of a node with a given segment.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case does not count.
    ///   - node: The number of the node among those with mixed segments.
    /// - Returns: The edge, if there is one.
    func find(_ segment: MixedSegment, at node: Int) -> UInt32? {
        let form = Band(of: segment)
        guard let band = nodes[node].first(where: form.isSameForm) else { return nil }
        let index = place(of: segment, in: band)
        return index < band.edges.count && edges[Int(band.edges[index])].segment == segment
            ? band.edges[index] : nil
    }

    /// Adds a node without segments, and gives 1 + its number.
    mutating func addNode() -> UInt32 {
        nodes.append([])
        return UInt32(nodes.count)
    }

    /// Adds a segment to a node that does not have it.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case does not count.
    ///   - node: The number of the node among those with mixed segments.
    /// - Returns: The edge.
    mutating func add(_ segment: MixedSegment, at node: Int) -> UInt32 {
        let form = Band(of: segment)
        let index =
            nodes[node].firstIndex(where: form.isSameForm)
            ?? {
                let index = nodes[node].firstIndex { form.rank < $0.rank } ?? nodes[node].count
                nodes[node].insert(form, at: index)
                return index
            }()
        let edge = UInt32(edges.count)
        edges.append(Edge(segment: segment))
        captureLimit = max(captureLimit, segment.captures.count)
        let place = place(of: segment, in: nodes[node][index])
        nodes[node][index].edges.insert(edge, at: place)
        return edge
    }

    /// Where a segment is among the edges of its band, or where it belongs.
    private func place(of segment: MixedSegment, in band: Band) -> Int {
        band.edges.firstSortedIndex { edge in
            let other = edges[Int(edge)].segment
            if segment.leading != other.leading {
                return segment.leading.lexicographicallyPrecedes(other.leading)
            }
            if segment.trailing != other.trailing {
                return segment.trailing.lexicographicallyPrecedes(other.trailing)
            }
            return !(other < segment)
        }
    }
}

// MARK: - Invariants

extension MixedEdges {
    /// Traps unless the bands of a node and their edges are in order.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - body: Is called with what each edge leads to.
    func checkInvariants(of node: Int, _ body: (PathIndex.Reference) -> Void) {
        for (index, band) in nodes[node].enumerated() {
            precondition(
                index == 0 || nodes[node][index - 1].rank <= band.rank,
                "Bands are out of order"
            )
            for (index, edge) in band.edges.enumerated() {
                let segment = edges[Int(edge)].segment
                precondition(band.isSameForm(as: Band(of: segment)), "An edge is in another band")
                precondition(place(of: segment, in: band) == index, "Edges are out of order")
                body(self[edge])
            }
        }
    }
}
