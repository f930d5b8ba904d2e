/// What a walk remembers: the captures so far, and where it can go on if it ends nowhere.
protocol Trail {
    /// Whether it can go back.
    static var keepsChoices: Bool { get }

    /// How many captures there are.
    var captureCount: Int { get }

    mutating func addCapture(_ start: Int, _ end: Int)

    /// Notes another way on.
    mutating func note(_ choice: Choice)

    /// Goes back to the last way on that was noted, and forgets what was captured since.
    mutating func takeBack() -> Choice?

    /// Whether a catch-all that goes on is reached for the first time.
    mutating func enter(_ number: Int) -> Bool
}

/// A node, a segment of the path and what is to be tried there.
struct Choice {
    let node: UInt32
    /// Where the segment begins.
    let start: Int
    let next: Next
    /// How many captures there were.
    let captureCount: Int
    /// Up to where a catch-all that goes on was tried: where the segment behind it begins.
    var split = 0

    func with(next: Next, split: Int = 0) -> Choice {
        Choice(node: node, start: start, next: next, captureCount: captureCount, split: split)
    }

    /// What is to be tried next: all ways on, by precedence, from one of them on.
    struct Next: Comparable, BitwiseCopyable {
        let raw: UInt32

        static var literal: Next { Next(raw: 0) }
        static var firstMixed: Next { Next(raw: 1) }
        /// The mixed segments after an edge, of which the number plus 1 is given.
        static func mixed(after edge: UInt32) -> Next { Next(raw: edge &+ 1) }
        static var plain: Next { Next(raw: .max - 4) }
        /// A catch-all that goes on, from the segment behind the split on.
        static var catchAll: Next { Next(raw: .max - 3) }
        static var optional: Next { Next(raw: .max - 2) }
        /// A catch-all at the end.
        static var rest: Next { Next(raw: .max - 1) }
        static var optionalRest: Next { Next(raw: .max) }

        /// 1 + the edge after which mixed segments are to be tried, or 0 for all of them.
        @inline(__always) var edge: UInt32 { raw &- 1 }

        @inline(__always)
        static func < (left: Next, right: Next) -> Bool { left.raw < right.raw }
    }
}

/// A trail that keeps no way back and only notes that there was one, and as many captures as a match has room for.
///
/// So the usual path pays nothing for backtracking: nearly always the first way leads to the end.
struct QuickTrail: Trail {
    private(set) var captures = KeptCaptures()
    private(set) var hasChoices = false

    @inline(__always) static var keepsChoices: Bool { false }

    @inline(__always) var captureCount: Int { captures.count }

    @inline(__always)
    mutating func addCapture(_ start: Int, _ end: Int) { captures.add(start, end) }

    @inline(__always) mutating func note(_ choice: Choice) { hasChoices = true }

    @inline(__always) mutating func takeBack() -> Choice? { nil }

    mutating func enter(_ number: Int) -> Bool { false }
}

/// A trail that keeps all ways back and all captures.
struct ThoroughTrail: Trail {
    /// Room for the captures, behind it a bit for each catch-all that goes on, and behind those the choices, three words each.
    private let words: ScratchWords
    private let firstBits: Int
    private let firstChoice: Int
    private var nextChoice: Int
    private(set) var captureCount = 0

    static var keepsChoices: Bool { true }

    /// How many words a walk through an index needs at most.
    ///
    /// Each choice of a way is at another node, so there is at most one for each segment of a pattern.
    static func wordCount(for index: borrowing PathIndex) -> Int {
        index.captureLimit + bitWordCount(for: index) + 3 * index.depth
    }

    private static func bitWordCount(for index: borrowing PathIndex) -> Int {
        (2 * index.catchAllCount + 63) / 64
    }

    init(_ words: ScratchWords, for index: borrowing PathIndex) {
        self.words = words
        firstBits = index.captureLimit
        firstChoice = firstBits + Self.bitWordCount(for: index)
        nextChoice = firstChoice
        for place in firstBits..<firstChoice { words[place] = 0 }
    }

    var captures: PathCaptures { PathCaptures(words, captureCount) }

    mutating func addCapture(_ start: Int, _ end: Int) {
        words[captureCount] = PathCaptures.word(start, end)
        captureCount += 1
    }

    mutating func note(_ choice: Choice) {
        words[nextChoice] = UInt64(choice.node) << 32 | UInt64(choice.next.raw)
        words[nextChoice + 1] = PathCaptures.word(choice.start, choice.split)
        words[nextChoice + 2] = UInt64(truncatingIfNeeded: choice.captureCount)
        nextChoice += 3
    }

    mutating func takeBack() -> Choice? {
        guard nextChoice > firstChoice else { return nil }
        nextChoice -= 3
        captureCount = Int(truncatingIfNeeded: words[nextChoice + 2])
        return Choice(
            node: UInt32(truncatingIfNeeded: words[nextChoice] >> 32),
            start: Int(truncatingIfNeeded: words[nextChoice + 1] >> 32),
            next: Choice.Next(raw: UInt32(truncatingIfNeeded: words[nextChoice])),
            captureCount: captureCount,
            split: Int(truncatingIfNeeded: words[nextChoice + 1] & 0xFFFF_FFFF)
        )
    }

    mutating func enter(_ number: Int) -> Bool {
        let (place, bit) = (firstBits + number / 64, UInt64(1) << UInt64(number % 64))
        defer { words[place] |= bit }
        return words[place] & bit == 0
    }
}

extension PathIndexBox {
    /// Walks from the root along the path, segment by segment, taking the first way on by precedence.
    ///
    /// It is written once and compiled twice, for each kind of trail. The path need not be canonical, unless the trail keeps
    /// choices: one that is not may lead elsewhere than its canonical form, so who asks has to look at it.
    ///
    /// It comes to a node with a segment once at most, so the work is bounded by the number of nodes times that of segments;
    /// without catch-alls that go on, a node has one segment to come with.
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
            if entry != 0, accept(entry &- 1, trail) { return true }
            let isFound: Bool
            (isFound, trail) = takeNothing(at: PathIndex.root, trail, accept)
            return isFound
        }
        var node = PathIndex.root
        var start = 1
        var next = Choice.Next.literal
        var split = 0
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
                if extras.bands != 0, next < .plain {
                    let before = choice(node, start, next, trail)
                    let edge: UInt32
                    (edge, trail) = takeEdge(
                        extras.bands,
                        after: next.edge,
                        path,
                        start,
                        end,
                        trail
                    )
                    if edge != 0 {
                        if here.plain.exists || extras.hasCatchAll
                            || index.mixed.hasOthers(extras.bands, edge)
                        {
                            trail.note(before.with(next: .mixed(after: edge)))
                        }
                        child = index.mixed[edge]
                        break step
                    }
                }
                if next <= .plain, here.plain.exists {
                    if extras.hasCatchAll { trail.note(choice(node, start, .catchAll, trail)) }
                    trail.addCapture(start, end)
                    child = here.plain
                    break step
                }
                guard extras.hasCatchAll else { break step }
                if extras.number != 0, next < .rest {
                    let here = choice(node, start, next, trail).with(next: next, split: split)
                    guard SomeTrail.keepsChoices else {
                        trail.note(here)
                        return false
                    }
                    if let target = goOn(from: here, extras, path, end, &trail) {
                        (node, start, next, split) = (target.node, target.start, .literal, 0)
                        if start <= path.count { continue }
                        let isFound: Bool
                        (isFound, trail) = takeNothing(at: node, trail, accept)
                        if isFound { return true }
                        break step
                    }
                }
                let (entry, optional) = (entry(of: extras.catchAll), entry(of: extras.optional))
                if entry != 0, next <= .rest {
                    if optional != 0 { trail.note(choice(node, start, .optionalRest, trail)) }
                    trail.addCapture(start, path.count)
                    if accept(entry &- 1, trail) { return true }
                } else if optional != 0 {
                    trail.addCapture(start, path.count)
                    if accept(optional &- 1, trail) { return true }
                }
            }
            if end == path.count {
                if child.isLeaf {
                    if accept(child.entry, trail) { return true }
                } else if child.exists {
                    let here = nodes[unchecked: child.node]
                    if here.entry != 0, accept(here.entry &- 1, trail) { return true }
                    if here.extras != 0 {
                        let isFound: Bool
                        (isFound, trail) = takeNothing(at: child.node, trail, accept)
                        if isFound { return true }
                    }
                }
            } else if child.exists, !child.isLeaf, end &+ 1 < path.count {
                (node, start, next) = (child.node, end &+ 1, .literal)
                continue
            }
            guard let choice = trail.takeBack() else { return false }
            (node, start, next, split) = (choice.node, choice.start, choice.next, choice.split)
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

    /// 1 + the entry of the pattern that ends where a reference leads, or 0.
    private func entry(of reference: PathIndex.Reference) -> UInt32 {
        reference.isLeaf
            ? reference.entry &+ 1 : index.nodes.view[reference.node].entry
    }

    /// Takes a catch-all that goes on, with as few segments as it can have after what was tried.
    ///
    /// A walk comes back to a catch-all only with later segments, since what goes before it takes more and more of them. From
    /// all of those it has gone on already. So it is entered once, and nothing is tried twice.
    ///
    /// - Parameters:
    ///   - choice: The node of the catch-alls, the segment, and what was tried.
    ///   - extras: What the node has.
    ///   - path: The path.
    ///   - end: Where the segment ends.
    ///   - trail: What to remember.
    /// - Returns: The node behind the catch-all, and where the segment behind it begins: after the path if there is none.
    @inline(never)
    private func goOn<SomeTrail: Trail>(
        from choice: Choice,
        _ extras: PathIndex.Extras,
        _ path: PathBytes,
        _ end: Int,
        _ trail: inout SomeTrail
    ) -> (node: UInt32, start: Int)? {
        func take(
            _ child: PathIndex.Reference,
            _ kind: Choice.Next,
            number: UInt32,
            first: Int
        ) -> (node: UInt32, start: Int)? {
            guard choice.next <= kind, child.isNode else { return nil }
            let start: Int
            if choice.next == kind, choice.split != 0 {
                guard choice.split < path.count else { return nil }
                start = path.segment(from: choice.split, ignoresCase: false).end &+ 1
            } else {
                guard trail.enter(Int(number)) else { return nil }
                start = first
            }
            trail.note(choice.with(next: kind, split: start))
            // What it takes ends before the slash; it is absent if it takes nothing.
            let isEmpty = start == choice.start
            trail.addCapture(isEmpty ? 0 : choice.start, isEmpty ? 0 : start &- 1)
            return (child.node, start)
        }
        let number = 2 &* (extras.number &- 1)
        return take(extras.catchAll, .catchAll, number: number, first: end &+ 1)
            ?? take(extras.optional, .optional, number: number &+ 1, first: choice.start)
    }

    /// Asks about the patterns that go on behind the end of the path with nothing but catch-alls that may be empty.
    ///
    /// The trail is handed in and out by value, as in ``takeEdge(_:after:_:_:_:_:)``.
    ///
    /// - Returns: Whether one was accepted; and the trail with an absent capture for each catch-all.
    @inline(never)
    private func takeNothing<SomeTrail: Trail>(
        at node: UInt32,
        _ trail: SomeTrail,
        _ accept: (UInt32, SomeTrail) -> Bool
    ) -> (Bool, SomeTrail) {
        var trail = trail
        var extras = index.nodes.view[node].extras
        while extras != 0 {
            let optional = index.extras.view[extras &- 1].optional
            guard optional.exists else { break }
            trail.addCapture(0, 0)
            let entry = entry(of: optional)
            if entry != 0, accept(entry &- 1, trail) { return (true, trail) }
            extras = optional.isLeaf ? 0 : index.nodes.view[optional.node].extras
        }
        return (false, trail)
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
