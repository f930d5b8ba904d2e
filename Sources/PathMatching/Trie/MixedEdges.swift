/// The edges of a trie's nodes for segments that mix captures and literal text.
///
/// The edges of a node are grouped into *bands*: the segments of a band have the same amount of literal text, leading texts
/// of the same length and trailing texts of the same length. Only those with the right leading and trailing text can fit
/// a segment of a path. They are adjacent in the band, so a binary search finds them, however many segments there are.
///
/// It cannot be copied implicitly: a copy for each lookup would count the references of its arrays.
struct MixedEdges: ~Copyable {
    /// A segment that leads on.
    ///
    /// The walk compares edges by these numbers and by `endBytes`: reading a segment's own texts would count references.
    struct Edge {
        var child = PathIndex.Reference.none
        /// The number of segments of the same node that are tried before this one.
        fileprivate(set) var position = 0
        /// The offset in `endBytes` of the leading text, which the trailing text follows.
        fileprivate let ends: Int
    }

    /// The amounts of literal text in a segment and at its ends.
    struct Form: Equatable {
        let literalCount: Int
        let leadingCount: Int
        let leadingLength: Int
        let trailingLength: Int

        init(of segment: MixedSegment) {
            literalCount = segment.literalCount
            leadingCount = segment.leadingCount
            leadingLength = segment.leading.count
            trailingLength = segment.trailing.count
        }

        /// The precedence of the form: a lower rank is tried first; for equal ranks, the segments themselves decide.
        var rank: (Int, Int) { (-literalCount, -leadingCount) }
    }

    struct Node {
        /// The edges, in the order in which they are tried.
        var edges: [UInt32] = []
        /// The bands, by rank.
        var bands: [Band] = []
    }

    struct Band {
        let form: Form
        /// The edges, sorted by leading and trailing text, then in the order in which they are tried.
        var edges: [UInt32] = []
    }

    private let ignoresCase: Bool
    private(set) var edges: [Edge] = []
    private(set) var segments: [MixedSegment] = []
    private var endBytes: [UInt8] = []
    /// The nodes that have mixed segments.
    private(set) var nodes: [Node] = []

    /// The largest number of captures in a segment.
    private(set) var captureLimit = 0

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    /// Returns a copy of all edges.
    func copy() -> MixedEdges {
        var copy = MixedEdges(ignoresCase: ignoresCase)
        (copy.edges, copy.segments, copy.endBytes) = (edges, segments, endBytes)
        (copy.nodes, copy.captureLimit) = (nodes, captureLimit)
        return copy
    }

    /// Where an edge leads.
    subscript(edge: UInt32) -> PathIndex.Reference {
        get { edges[Int(edge)].child }
        set { edges[Int(edge)].child = newValue }
    }

    func captureCount(of edge: UInt32) -> Int { segments[Int(edge)].captures.count }
}

// MARK: - Walking

extension MixedEdges {
    /// The first edge of a node, after a given one, whose segment fits.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - previous: An edge of the node, or nil to begin with the first.
    ///   - text: A segment of a path.
    ///   - ranges: Receives the ranges of the captures.
    /// - Returns: The edge, or nil if none fits.
    func firstEdge(
        of node: Int,
        after previous: UInt32?,
        fitting text: ByteView,
        to ranges: Scratch<Range<Int>>
    ) -> UInt32? {
        var previous = previous
        while let edge = nextEdge(of: node, after: previous, text) {
            if segments[Int(edge)].split(text, ignoresCase: ignoresCase, to: ranges) {
                return edge
            }
            previous = edge
        }
        return nil
    }

    /// The next edge of a node, after a given one, whose leading and trailing text the path's segment has.
    private func nextEdge(of node: Int, after previous: UInt32?, _ text: ByteView) -> UInt32? {
        let previous = previous.map { edges[Int($0)].position } ?? -1
        var next: UInt32?
        var rank: (Int, Int)?
        // By index, because a copy of a band would count references.
        for index in nodes[node].bands.indices {
            let form = nodes[node].bands[index].form
            guard form.leadingLength + form.trailingLength < text.count else { continue }
            // Of bands with the same rank, the segments decide which is tried first.
            if let rank, rank < form.rank { break }
            let place = nodes[node].bands[index].edges.firstSortedIndex { number in
                let edge = edges[Int(number)]
                let order = order(of: text, after: edge, form)
                return order < 0 || order == 0 && edge.position > previous
            }
            guard place < nodes[node].bands[index].edges.count else { continue }
            let number = nodes[node].bands[index].edges[place]
            let edge = edges[Int(number)]
            guard order(of: text, after: edge, form) == 0 else { continue }
            if next.map({ edge.position < edges[Int($0)].position }) ?? true { next = number }
            rank = form.rank
        }
        return next
    }

    /// Compares the ends of a text with the leading and trailing text of an edge, byte by byte.
    private func order(of text: ByteView, after edge: Edge, _ form: Form) -> Int {
        for offset in 0..<(form.leadingLength + form.trailingLength) {
            let place =
                offset < form.leadingLength
                ? offset : text.count - form.trailingLength + offset - form.leadingLength
            let byte = ignoresCase ? ByteSet.lowercased(text[place]) : text[place]
            let other = endBytes[edge.ends + offset]
            if byte != other { return Int(byte) - Int(other) }
        }
        return 0
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
    func find(_ segment: MixedSegment, at node: Int) -> UInt32? {
        let edges = nodes[node].edges
        let index = edges.firstSortedIndex { !(segments[Int($0)] < segment) }
        return index < edges.count && segments[Int(edges[index])] == segment ? edges[index] : nil
    }

    /// Adds a node without segments, and returns 1 + its number.
    mutating func addNode() -> UInt32 {
        nodes.append(Node())
        return UInt32(nodes.count)
    }

    /// Adds a segment to a node that does not have it.
    ///
    /// - Parameters:
    ///   - segment: The segment, in lower case if case is ignored.
    ///   - node: The number of the node among those with mixed segments.
    /// - Returns: The edge.
    mutating func add(_ segment: MixedSegment, at node: Int) -> UInt32 {
        let number = UInt32(edges.count)
        edges.append(Edge(ends: endBytes.count))
        segments.append(segment)
        endBytes += segment.leading + segment.trailing
        captureLimit = max(captureLimit, segment.captures.count)

        let position = nodes[node].edges.firstSortedIndex { segment < segments[Int($0)] }
        nodes[node].edges.insert(number, at: position)
        for position in position..<nodes[node].edges.count {
            edges[Int(nodes[node].edges[position])].position = position
        }

        let form = Form(of: segment)
        let index =
            nodes[node].bands.firstIndex { $0.form == form }
            ?? {
                let bands = nodes[node].bands
                let index = bands.firstIndex { form.rank < $0.form.rank } ?? bands.count
                nodes[node].bands.insert(Band(form: form), at: index)
                return index
            }()
        let place = nodes[node].bands[index].edges.firstSortedIndex { precedes(segment, $0) }
        nodes[node].bands[index].edges.insert(number, at: place)
        return number
    }

    /// Whether a segment comes before an edge in their band.
    func precedes(_ segment: MixedSegment, _ edge: UInt32) -> Bool {
        let other = segments[Int(edge)]
        if segment.leading != other.leading {
            return segment.leading.lexicographicallyPrecedes(other.leading)
        }
        if segment.trailing != other.trailing {
            return segment.trailing.lexicographicallyPrecedes(other.trailing)
        }
        return segment < other
    }
}
