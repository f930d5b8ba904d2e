/// The state of a walk: the captures so far, and the choices to return to if the walk fails.
protocol Trail {
    /// Whether the trail keeps choices to return to.
    static var keepsChoices: Bool { get }

    /// The number of captures.
    var captureCount: Int { get }

    mutating func addCapture(_ range: Range<Int>)

    /// What to try first at the root.
    var firstWay: PatternWay { get set }

    /// Notes a choice to return to.
    mutating func note(_ choice: Choice)

    /// Removes and returns the last choice that was noted, and drops the captures added since.
    mutating func takeBack() -> Choice?

    /// Notes that a catch-all that goes on was reached, and returns whether this is the first time.
    mutating func enter(_ number: Int) -> Bool
}

/// The ways in which a segment of a pattern leads on, in the order in which a lookup tries them.
package enum PatternWay: UInt8, Comparable, Sendable {
    case literal
    /// Captures with constraints or with literal text; of several such segments, ``MixedSegment`` has the order.
    case mixed
    case plain
    /// A catch-all that goes on, and an optional one that goes on.
    case catchAll, optional
    /// A catch-all at the end, and an optional one at the end.
    case rest, optionalRest

    package static func < (left: PatternWay, right: PatternWay) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A node, a segment of the path, and what to try there next.
struct Choice {
    var node: UInt32
    /// The start of the segment.
    var start: Int
    /// The kind of edge to try next.
    var way: PatternWay
    /// The mixed edge that was tried last, or 0.
    var edge: UInt32 = 0
    /// The start of the segment after a catch-all that goes on, as tried last, or 0 if none was.
    var split = 0
    /// The number of captures at this point of the walk.
    var captureCount = 0
}

/// A trail that only notes whether there were choices, and keeps as many captures as a match has room for.
///
/// Nearly every path matches by the first choices, so most lookups pay nothing for backtracking.
struct QuickTrail: Trail {
    private(set) var captures = KeptCaptures()
    private(set) var hasChoices = false
    /// What a walk that keeps choices has to try first at the root.
    var firstWay = PatternWay.literal

    static var keepsChoices: Bool { false }

    var captureCount: Int { captures.count }

    @inline(__always)
    mutating func addCapture(_ range: Range<Int>) { captures.add(range) }

    mutating func note(_ choice: Choice) { hasChoices = true }

    mutating func takeBack() -> Choice? { nil }

    mutating func enter(_ number: Int) -> Bool { false }
}

/// The ranges of a match's first captures, if the path is not too long.
struct KeptCaptures {
    /// The largest number of captures that can be kept.
    static var limit: Int { 4 }

    /// The length of the longest path whose offsets fit in 16 bits.
    static var longestPath: Int { 0xFFFF }

    /// 32 bits for each capture, with its start in the upper half and its end in the lower.
    private(set) var words: (UInt64, UInt64) = (0, 0)
    /// The number of captures, including those that are not kept, times 32.
    private var bits: UInt64 = 0

    @inline(__always)
    mutating func add(_ range: Range<Int>) {
        let half =
            UInt64(UInt16(truncatingIfNeeded: range.lowerBound)) &<< 16
            | UInt64(UInt16(truncatingIfNeeded: range.upperBound))
        if bits < 64 {
            words.0 |= half &<< bits
        } else if bits < 128 {
            words.1 |= half &<< bits
        }
        bits &+= 32
    }

    var count: Int { Int(truncatingIfNeeded: bits &>> 5) }

    /// The start of the first capture, or an offset before it if the path is too long.
    var firstStart: Int { Int(truncatingIfNeeded: words.0 &>> 16 & 0xFFFF) }
}

/// A trail that keeps all choices and all captures.
struct ThoroughTrail: Trail {
    private let ranges: Scratch<Range<Int>>
    private(set) var captureCount = 0
    private let choices: Scratch<Choice>
    private var choiceCount = 0
    private let entered: Scratch<Bool>
    var firstWay = PatternWay.literal

    static var keepsChoices: Bool { true }

    /// Calls `body` with an empty trail that has room for every walk through an index and must not leave `body`.
    ///
    /// The index is not a parameter, because it would be copied; inlining avoids retaining its owner for each closure.
    @inline(__always)
    static func with<Result>(
        captureLimit: Int,
        depth: Int,
        catchAllCount: Int,
        _ body: (inout ThoroughTrail) -> Result
    ) -> Result {
        // Each choice is at a different node, so there is at most one for each segment of a pattern.
        Scratch.with(count: captureLimit) { ranges in
            Scratch.with(count: depth) { choices in
                Scratch.with(repeating: false, count: 2 * catchAllCount) { entered in
                    var trail = ThoroughTrail(ranges: ranges, choices: choices, entered: entered)
                    return body(&trail)
                }
            }
        }
    }

    private init(ranges: Scratch<Range<Int>>, choices: Scratch<Choice>, entered: Scratch<Bool>) {
        self.ranges = ranges
        self.choices = choices
        self.entered = entered
    }

    var captures: PathCaptures { PathCaptures(ranges, captureCount) }

    mutating func addCapture(_ range: Range<Int>) {
        ranges[captureCount] = range
        captureCount += 1
    }

    mutating func note(_ choice: Choice) {
        choices[choiceCount] = choice
        choiceCount += 1
    }

    mutating func takeBack() -> Choice? {
        guard choiceCount > 0 else { return nil }
        choiceCount -= 1
        captureCount = choices[choiceCount].captureCount
        return choices[choiceCount]
    }

    mutating func enter(_ number: Int) -> Bool {
        defer { entered[number] = true }
        return !entered[number]
    }
}

extension PathIndexBox {
    /// Walks from the root along the path, segment by segment, trying edges in order of precedence.
    ///
    /// It is written once and compiled once for each kind of trail. The path must be canonical if the trail keeps choices. Other
    /// paths may lead to another entry than their canonical form does, so the caller must check them.
    ///
    /// `_fastPath` and `_slowPath` mark what most segments do; the compiler then saves registers only in the branches for the others.
    ///
    /// The walk reaches each node with each segment at most once, so the work is bounded by the number of nodes times the
    /// number of segments; without catch-alls that go on, it reaches each node with only one segment.
    ///
    /// - Parameters:
    ///   - path: The path, which begins with a slash.
    ///   - trail: The state of the walk.
    ///   - accept: Called with each entry that the path leads to, in order of precedence, until it returns true.
    /// - Returns: Whether an entry was accepted.
    @inline(__always)
    func walk<SomeTrail: Trail>(
        _ path: ByteView,
        _ trail: inout SomeTrail,
        accept: (UInt32, SomeTrail) -> Bool
    ) -> Bool {
        let nodes = index.nodes.view
        guard path.count > 1 else {
            let root = PathIndex.Reference(node: PathIndex.root)
            return end(at: root, countsOwn: true, &trail, accept)
        }
        let words = PathWords(path)
        var here = Choice(node: PathIndex.root, start: 1, way: trail.firstWay)
        while true {
            let (segment, word, slash) = words.segment(at: here.start)
            let node = nodes[unchecked: here.node]
            var extras: PathIndex.Extras { index.extras(of: node) }
            here.captureCount = trail.captureCount
            var (child, end) = (PathIndex.Reference.none, segment.upperBound)
            // False after a catch-all that goes on: a pattern that ends with that catch-all is tried later, as `.rest`.
            var countsOwn = true
            func note(_ way: PatternWay, edge: UInt32 = 0, split: Int = 0) {
                var choice = here
                (choice.way, choice.edge, choice.split) = (way, edge, split)
                trail.note(choice)
            }
            func goOn(_ way: PatternWay, _ catchAll: PathIndex.Reference, first: Int) -> Bool {
                guard SomeTrail.keepsChoices, catchAll.isNode,
                    let next = nextSplit(from: here, way, first: first, extras, words, &trail)
                else {
                    here.split = 0
                    return false
                }
                note(way, split: next)
                // The catch-all's text ends before the slash; if it is empty, the capture is absent.
                (child, end, countsOwn) = (catchAll, next &- 1, false)
                trail.addCapture(next == here.start ? 0..<0 : here.start..<end)
                return true
            }
            step: switch here.way {
            case .literal:
                child = literal(segment, word, slash, in: path, from: node, here.node)
                if child.exists {
                    if node.hasAlternatives { note(.mixed) }
                    break step
                }
                fallthrough
            case .mixed:
                guard !segment.isEmpty else { break step }
                // Most nodes have no more than this.
                if _fastPath(node.extras == 0) {
                    guard node.plain.exists else { break step }
                    trail.addCapture(segment)
                    child = node.plain
                    break step
                }
                // The first choice of a catch-all that goes on often fails, so only a walk that keeps choices tries it.
                if !SomeTrail.keepsChoices, extras.number != 0 {
                    note(.mixed)
                    // No literal matched here. At the root, where every walk begins, the next walk need not try them again.
                    if here.node == PathIndex.root { trail.firstWay = .mixed }
                    return false
                }
                if extras.mixed != 0 {
                    let edge = takeEdge(of: extras.mixed, after: here.edge, path, segment, &trail)
                    if edge != 0 {
                        note(.mixed, edge: edge)
                        child = index.mixed[edge]
                        break step
                    }
                }
                fallthrough
            case .plain:
                if node.plain.exists {
                    if extras.hasCatchAll { note(.catchAll) }
                    trail.addCapture(segment)
                    child = node.plain
                    break step
                }
                fallthrough
            case .catchAll:
                if goOn(.catchAll, extras.catchAll, first: segment.upperBound &+ 1) { break step }
                fallthrough
            case .optional:
                if goOn(.optional, extras.optional, first: here.start) { break step }
                fallthrough
            case .rest:
                if let entry = index.entry(of: extras.catchAll) {
                    note(.optionalRest)
                    trail.addCapture(here.start..<path.count)
                    if accept(entry, trail) { return true }
                    break step
                }
                fallthrough
            case .optionalRest:
                if let entry = index.entry(of: extras.optional) {
                    trail.addCapture(here.start..<path.count)
                    if accept(entry, trail) { return true }
                }
            }
            if _fastPath(end &+ 1 < path.count && child.isNode) {
                here = Choice(node: child.node, start: end &+ 1, way: .literal)
                continue
            }
            if end >= path.count, self.end(at: child, countsOwn: countsOwn, &trail, accept) {
                return true
            }
            guard let choice = trail.takeBack() else { return false }
            here = choice
        }
    }

    /// Where a literal segment leads from a node.
    ///
    /// - Parameters:
    ///   - segment: The range of the segment in `path`.
    ///   - word: The eight bytes at its start.
    ///   - slash: The slashes in them; 0 if the segment is long.
    ///   - path: The path.
    ///   - node: The node.
    ///   - number: The node's number.
    /// - Returns: The target.
    @inline(__always)
    private func literal(
        _ segment: Range<Int>,
        _ word: UInt64,
        _ slash: UInt64,
        in path: ByteView,
        from node: PathIndex.Node,
        _ number: UInt32
    ) -> PathIndex.Reference {
        guard node.filter != 0 else { return .none }
        if _slowPath(slash == 0), SegmentKey.isLong(segment.count, word) {
            return longLiteral(path[segment], node.filter, from: number)
        }
        let key = SegmentKey(short: word, slash: slash, ignoresCase: index.ignoresCase)
        guard node.filter & key.filterBit != 0 else { return .none }
        return index.slots.slots.view.find(key, from: number) { $0 == key }.slot.child
    }

    /// Where a literal segment of at least eight bytes leads.
    ///
    /// This is a separate function, so that short segments need not wait for saving registers that only this one needs; and so is that
    /// which ignores case, for the same reason.
    @inline(never)
    private func longLiteral(
        _ segment: ByteView,
        _ filter: UInt32,
        from number: UInt32
    ) -> PathIndex.Reference {
        index.ignoresCase
            ? longLiteralIgnoringCase(segment, filter, from: number)
            : longLiteral(segment, filter, from: number, ignoresCase: false)
    }

    @inline(never)
    private func longLiteralIgnoringCase(
        _ segment: ByteView,
        _ filter: UInt32,
        from number: UInt32
    ) -> PathIndex.Reference { longLiteral(segment, filter, from: number, ignoresCase: true) }

    @inline(__always)
    private func longLiteral(
        _ segment: ByteView,
        _ filter: UInt32,
        from number: UInt32,
        ignoresCase: Bool
    ) -> PathIndex.Reference {
        let key = SegmentKey(long: segment, ignoresCase: ignoresCase)
        guard filter & key.filterBit != 0 else { return .none }
        return index.slot(key, segment, from: number, ignoresCase: ignoresCase).slot.child
    }

    /// Offers to `accept` the pattern that ends where the path does, and those that continue only with optional catch-alls.
    ///
    /// - Parameters:
    ///   - reference: The place where the path ends.
    ///   - countsOwn: Whether the pattern that ends there counts.
    ///   - trail: The state of the walk.
    ///   - accept: Called with each entry until it returns true.
    /// - Returns: Whether an entry was accepted.
    @inline(__always)
    private func end<SomeTrail: Trail>(
        at reference: PathIndex.Reference,
        countsOwn: Bool,
        _ trail: inout SomeTrail,
        _ accept: (UInt32, SomeTrail) -> Bool
    ) -> Bool {
        if countsOwn, let entry = index.entry(of: reference), accept(entry, trail) { return true }
        var reference = reference
        while reference.isNode {
            reference = index.extras(of: index.nodes.view[reference.node]).optional
            guard reference.exists else { break }
            trail.addCapture(0..<0)
            if let entry = index.entry(of: reference), accept(entry, trail) { return true }
        }
        return false
    }

    /// The next start to try for the segment after a catch-all that goes on; the catch-all takes as few segments as possible.
    ///
    /// A walk reaches a catch-all again only at a later segment, because what precedes it takes more and more segments. It has
    /// continued from all of those already. So a catch-all is entered only once, and nothing is tried twice.
    ///
    /// - Parameters:
    ///   - choice: The node of the catch-all, the segment, and the start that was tried last.
    ///   - way: Which of the node's two catch-alls it is.
    ///   - first: The first start to try.
    ///   - extras: The node's extras.
    ///   - path: The path.
    ///   - trail: The state of the walk.
    /// - Returns: The start, which is after the path if no segment is left; nil if all were tried.
    @inline(never)
    private func nextSplit<SomeTrail: Trail>(
        from choice: Choice,
        _ way: PatternWay,
        first: Int,
        _ extras: PathIndex.Extras,
        _ path: PathWords,
        _ trail: inout SomeTrail
    ) -> Int? {
        if choice.split != 0 {
            guard choice.split < path.bytes.count else { return nil }
            return path.segment(at: choice.split).range.upperBound &+ 1
        }
        let number = 2 * Int(extras.number - 1) + (way == .optional ? 1 : 0)
        return trail.enter(number) ? first : nil
    }
}

extension PathIndex {
    func extras(of node: Node) -> Extras {
        node.extras == 0 ? Extras() : extras.view[node.extras &- 1]
    }

    /// The entry of the pattern that ends at the target of a reference.
    func entry(of reference: Reference) -> UInt32? {
        if reference.isLeaf { return reference.entry }
        let entry = nodes.view[reference.node].entry
        return entry == 0 ? nil : entry &- 1
    }
}
