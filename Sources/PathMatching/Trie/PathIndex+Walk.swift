/// What a walk remembers: the captures so far, and where it can go on if it ends nowhere.
protocol Trail {
    /// How many captures there are.
    var captureCount: Int { get }

    mutating func addCapture(_ start: Int, _ end: Int)

    /// Notes another way on.
    mutating func note(_ choice: Choice)

    /// Goes back to the last way on that was noted, and forgets what was captured since.
    mutating func takeBack() -> Choice?
}

/// A node, a segment of the path and what is to be tried there.
struct Choice {
    let node: UInt32
    /// Where the segment begins.
    let start: Int
    let next: Next
    /// How many captures there were.
    let captureCount: Int

    func with(next: Next) -> Choice {
        Choice(node: node, start: start, next: next, captureCount: captureCount)
    }

    /// What is to be tried next: all ways on, by precedence, from one of them on.
    struct Next: Equatable, BitwiseCopyable {
        let raw: UInt32

        static var literal: Next { Next(raw: .max) }
        static var firstMixed: Next { Next(raw: 0) }
        static var plain: Next { Next(raw: .max - 1) }
        static var rest: Next { Next(raw: .max - 2) }

        /// The mixed segments after an edge, of which the number plus 1 is given.
        static func mixed(after edge: UInt32) -> Next { Next(raw: edge) }
    }
}

/// A trail that keeps no way back and only notes that there was one, and as many captures as a match has room for.
///
/// So the usual path pays nothing for backtracking: nearly always the first way leads to the end.
struct QuickTrail: Trail {
    private(set) var captures = KeptCaptures()
    private(set) var hasChoices = false

    @inline(__always) var captureCount: Int { captures.count }

    @inline(__always)
    mutating func addCapture(_ start: Int, _ end: Int) { captures.add(start, end) }

    @inline(__always) mutating func note(_ choice: Choice) { hasChoices = true }

    @inline(__always) mutating func takeBack() -> Choice? { nil }
}

/// A trail that keeps all ways back and all captures.
struct ThoroughTrail: Trail {
    /// Room for the captures, and behind it for the choices, three words each.
    private let words: ScratchWords
    private let firstChoice: Int
    private var nextChoice: Int
    private(set) var captureCount = 0

    /// How many words a walk through an index needs at most.
    ///
    /// A node stands at one depth, so there is at most one choice for each segment of a pattern.
    static func wordCount(for index: borrowing PathIndex) -> Int {
        index.captureLimit + 3 * index.depth
    }

    init(_ words: ScratchWords, captureLimit: Int) {
        self.words = words
        firstChoice = captureLimit
        nextChoice = captureLimit
    }

    var captures: PathCaptures { PathCaptures(words, captureCount) }

    mutating func addCapture(_ start: Int, _ end: Int) {
        words[captureCount] = PathCaptures.word(start, end)
        captureCount += 1
    }

    mutating func note(_ choice: Choice) {
        words[nextChoice] = UInt64(choice.node) << 32 | UInt64(choice.next.raw)
        words[nextChoice + 1] = UInt64(truncatingIfNeeded: choice.start)
        words[nextChoice + 2] = UInt64(truncatingIfNeeded: choice.captureCount)
        nextChoice += 3
    }

    mutating func takeBack() -> Choice? {
        guard nextChoice > firstChoice else { return nil }
        nextChoice -= 3
        captureCount = Int(truncatingIfNeeded: words[nextChoice + 2])
        return Choice(
            node: UInt32(truncatingIfNeeded: words[nextChoice] >> 32),
            start: Int(truncatingIfNeeded: words[nextChoice + 1]),
            next: Choice.Next(raw: UInt32(truncatingIfNeeded: words[nextChoice])),
            captureCount: captureCount
        )
    }
}

extension PathIndexBox {
    /// Walks from the root along the path, segment by segment, taking the first way on by precedence.
    ///
    /// It is written once and compiled twice, for each kind of trail. The path need not be canonical: one that is not may
    /// lead elsewhere than its canonical form, so who asks has to look at it.
    ///
    /// - Parameters:
    ///   - path: The path, which begins with a slash.
    ///   - trail: What to remember.
    ///   - accept: Is asked about each entry that the path leads to, in order of precedence, until it says yes.
    /// - Returns: Whether it did.
    @inline(__always)
    func walk<SomeTrail: Trail>(
        _ path: PathBytes,
        _ trail: inout SomeTrail,
        accept: (UInt32, SomeTrail) -> Bool
    ) -> Bool {
        let nodes = index.nodes.view
        guard path.count > 1 else {
            let entry = nodes[unchecked: PathIndex.root].entry
            return entry != 0 && accept(entry &- 1, trail)
        }
        var node = PathIndex.root
        var start = 1
        var next = Choice.Next.literal
        while true {
            let (end, key) = path.segment(from: start, ignoresCase: index.ignoresCase)
            var child = PathIndex.Reference.none
            step: do {
                if next == .literal, nodes[unchecked: node].filter & key.filterBit != 0 {
                    child =
                        index.slots.find(key, from: node) {
                            index.hasLabel($0, path.view[start..<end])
                        }.slot.child
                    if child.exists {
                        if nodes[unchecked: node].hasAlternatives {
                            trail.note(choice(node, start, .firstMixed, trail))
                        }
                        break step
                    }
                }
                if next == .literal { next = .firstMixed }
                let here = nodes[unchecked: node]
                guard end > start, here.hasAlternatives else { break step }
                let extras =
                    here.extras == 0
                    ? PathIndex.Extras() : index.extras.view[here.extras &- 1]
                if extras.bands != 0, next != .plain, next != .rest {
                    let before = choice(node, start, next, trail)
                    let edge: UInt32
                    (edge, trail) = takeEdge(extras.bands, after: next.raw, path, start, end, trail)
                    if edge != 0 {
                        if here.plain.exists || extras.rest != 0
                            || index.mixed.hasOthers(extras.bands, edge)
                        {
                            trail.note(before.with(next: .mixed(after: edge)))
                        }
                        child = index.mixed[edge]
                        break step
                    }
                }
                if next != .rest, here.plain.exists {
                    if extras.rest != 0 { trail.note(choice(node, start, .rest, trail)) }
                    trail.addCapture(start, end)
                    child = here.plain
                    break step
                }
                if extras.rest != 0 {
                    trail.addCapture(start, path.count)
                    if accept(extras.rest &- 1, trail) { return true }
                }
            }
            if end == path.count {
                if child.exists {
                    let entry = child.isLeaf ? child.entry &+ 1 : nodes[unchecked: child.node].entry
                    if entry != 0, accept(entry &- 1, trail) { return true }
                }
            } else if child.exists, !child.isLeaf, end &+ 1 < path.count {
                (node, start, next) = (child.node, end &+ 1, .literal)
                continue
            }
            guard let choice = trail.takeBack() else { return false }
            (node, start, next) = (choice.node, choice.start, choice.next)
        }
    }

    @inline(__always)
    private func choice(
        _ node: UInt32,
        _ start: Int,
        _ next: Choice.Next,
        _ trail: some Trail
    ) -> Choice {
        Choice(node: node, start: start, next: next, captureCount: trail.captureCount)
    }

    /// Takes the first mixed segment of a node, after a given one, that fits a segment of the path.
    ///
    /// The trail is handed in and out by value: a variable whose address is known elsewhere would not stay in registers.
    ///
    /// - Returns: 1 + the edge, or 0 if none fits; and the trail with what the segment captured.
    @inline(never)
    private func takeEdge<SomeTrail: Trail>(
        _ bands: UInt32,
        after previous: UInt32,
        _ path: PathBytes,
        _ start: Int,
        _ end: Int,
        _ trail: SomeTrail
    ) -> (UInt32, SomeTrail) {
        ScratchWords.with(count: index.mixed.captureLimit) { ranges in
            let edge = index.mixed.firstEdge(
                of: bands,
                after: previous,
                fitting: path.view[start..<end],
                to: ranges
            )
            guard edge != 0 else { return (0, trail) }
            var trail = trail
            for index in 0..<index.mixed.captureCount(of: edge) {
                let range = PathCaptures.range(ranges[index])
                trail.addCapture(start &+ range.lowerBound, start &+ range.upperBound)
            }
            return (edge, trail)
        }
    }
}
