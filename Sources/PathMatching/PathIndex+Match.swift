/// A match: the entry, and where its first captures are.
@usableFromInline
struct PathIndexMatch: Sendable {
    @usableFromInline let entry: Int
    let captureCount: Int
    /// Whether the path was found to be canonical.
    let isCanonical: Bool
    /// The first four captures, each one's start in the upper and its end in the lower half; further ones are found
    /// again when they are asked for.
    let captures: (UInt64, UInt64, UInt64, UInt64)

    @inline(__always)
    init(entry: UInt32, captures: PathCaptures) {
        self.entry = Int(entry)
        captureCount = captures.count
        isCanonical = captures.isPlain
        self.captures = (
            captures.word(at: 0), captures.word(at: 1), captures.word(at: 2), captures.word(at: 3)
        )
    }
}

/// The captures of a match in progress: a stack that is cut back when a choice fails.
package struct PathCaptures {
    private let words: ScratchWords
    private let limit: Int
    private(set) package var count = 0
    /// Whether all text that was captured, on failed ways too, is of the bytes that most paths are made of.
    private(set) var isPlain = true

    @inline(__always)
    init(_ words: ScratchWords, limit: Int) {
        self.words = words
        self.limit = limit
    }

    /// The place of the capture at `index`, counted from the left, in the path's bytes.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        let word = words[index]
        return Int(word &>> 32)..<Int(word & 0xFFFF_FFFF)
    }

    @inline(__always)
    func word(at index: Int) -> UInt64 { index < count ? words[index] : 0 }

    @inline(__always)
    mutating func append(_ start: Int, _ end: Int) {
        assert(count < limit, "More captures than any pattern has")
        words[count] = UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: end)
        count &+= 1
    }

    /// Appends a whole segment, whose first eight bytes are `word`, and looks at its bytes if `checks` is true.
    @inline(__always)
    mutating func append(_ start: Int, _ end: Int, _ path: ByteView, _ word: UInt64, checks: Bool) {
        append(start, end)
        guard checks else { return }
        let length = end &- start
        if length > 8 || word & 0xFF == UInt64(UInt8(ascii: ".")) {
            isPlain = isPlain && CanonicalPath.isPlain(path[start..<end])
        } else {
            // Letters where the segment has ended.
            let padding = ByteWord.repeating(UInt8(ascii: "a"))
            let filled =
                length == 8 ? word : word | padding &<< UInt64(truncatingIfNeeded: length &* 8)
            isPlain = isPlain && ByteWord.isPlain(filled)
        }
    }

    mutating func noteUnusualText() {
        isPlain = false
    }

    /// Makes room for captures that are `set` in any order.
    mutating func appendPlaceholders(_ number: Int) {
        for _ in 0..<number {
            append(0, 0)
        }
    }

    func set(_ index: Int, _ start: Int, _ end: Int) {
        words[index] = UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: end)
    }

    /// Forgets all captures from `count` on.
    @inline(__always)
    mutating func truncate(to count: Int) {
        self.count = count
    }
}

/// What a look-up of a path that may not be canonical came to.
@usableFromInline
enum PathIndexLookup: Sendable {
    case found(PathIndexMatch)
    case noMatch
    case notCanonical
}

extension PathIndex {
    /// The entry that the path leads to, if the path is canonical.
    @usableFromInline
    func lookUp(_ path: ByteView) -> PathIndexLookup {
        let found = withViews { views, scratch in
            Walk(views: views, path: path).first(scratch, checksCaptures: true) { entry, captures in
                PathIndexMatch(entry: entry, captures: captures)
            }
        }
        if let found, found.isCanonical { return .found(found) }
        // Literal text is canonical if it matches; the rest has to be looked at closely, which is seldom.
        guard CanonicalPath.isCanonical(path) else { return .notCanonical }
        return found.map { .found($0) } ?? .noMatch
    }

    /// The entry that the canonical path leads to.
    func match(canonical path: ByteView) -> PathIndexMatch? {
        withViews { views, scratch in
            Walk(views: views, path: path).first(scratch, checksCaptures: false) {
                entry,
                captures in
                PathIndexMatch(entry: entry, captures: captures)
            }
        }
    }

    /// Calls `accept` with the entries that the canonical path leads to and their captures, in order of precedence,
    /// until it returns true; returns whether it did.
    func firstMatch(
        canonical path: ByteView,
        accepting accept: (Int, PathCaptures) -> Bool
    ) -> Bool {
        let accepted: Void? = withViews { views, scratch in
            Walk(views: views, path: path).first(scratch, checksCaptures: false) {
                entry,
                captures in
                accept(Int(entry), captures) ? () : nil
            }
        }
        return accepted != nil
    }

    @inline(__always)
    private func withViews<Result>(_ body: (Views, ScratchWords) -> Result) -> Result {
        let views = Views(
            nodes: nodes.view,
            slots: slots.view,
            edges: edges.view,
            texts: texts.bytes,
            programs: programs.bytes,
            captureLimit: captureLimit,
            ignoresCase: ignoresCase
        )
        return ScratchWords.with(count: captureLimit &+ 3 &* depth) { body(views, $0) }
    }

    struct Views {
        let nodes: TableView<Node>
        let slots: TableView<Slot>
        let edges: TableView<Edge>
        let texts: ByteView
        let programs: ByteView
        let captureLimit: Int
        let ignoresCase: Bool
    }
}

/// One path's way through the nodes.
///
/// Where a node has more than one way on, the others are noted as a *choice* with the number of captures so far; when
/// the way taken ends nowhere, the last choice is taken up and later captures are forgotten. A node stands at one depth,
/// so each is visited at most once for a path, and there is at most one choice for each segment.
private struct Walk {
    let views: PathIndex.Views
    let path: ByteView

    /// The next thing to try at a node is an edge (its number plus 1), or one of these.
    private static let plain = UInt32.max - 1
    private static let catchAll = UInt32.max

    @inline(__always)
    init(views: PathIndex.Views, path: ByteView) {
        self.views = views
        self.path = path
    }

    /// What `accept` makes of the first entry, in order of precedence, for which it makes something.
    ///
    /// - Parameters:
    ///   - scratch: Room for the captures and the choices.
    ///   - checksCaptures: Whether to note in the captures if one has bytes that a canonical path may not have.
    ///   - accept: Takes an entry and the captures.
    /// - Returns: What `accept` made, or `nil` when it made nothing of any entry.
    @inline(__always)
    func first<Result>(
        _ scratch: ScratchWords,
        checksCaptures: Bool,
        accepting accept: (UInt32, PathCaptures) -> Result?
    ) -> Result? {
        var captures = PathCaptures(scratch, limit: views.captureLimit)
        var choices = PathChoices(scratch, from: views.captureLimit)
        var nodeIndex: UInt32 = 0
        guard path.count > 1 else {
            let entry = path.count == 1 ? views.nodes[0].entry : 0
            return entry == 0 ? nil : accept(entry &- 1, captures)
        }
        var start = 1
        descent: while true {
            // One segment: from `start` to `end`, `word` its first eight bytes.
            let node = views.nodes[nodeIndex]
            var word = path.word(at: start)
            let end: Int
            let slash = ByteWord.firstSlash(word)
            if slash != 0 {
                let bits = UInt64(truncatingIfNeeded: slash.trailingZeroBitCount &- 7)
                end = start &+ Int(truncatingIfNeeded: bits &>> 3)
                word &= (1 &<< bits) &- 1
            } else {
                end = segmentEnd(from: start &+ 8)
            }

            let next = node.edges != 0 ? node.edges : Self.plain
            if node.literals != 0 {
                let child = literal(of: node, start, end, word)
                if child.exists {
                    if end == path.count {
                        let entry = self.entry(at: child)
                        if entry != 0, let result = accept(entry &- 1, captures) { return result }
                    } else if !child.isEntry {
                        if node.hasAlternatives {
                            choices.note(node: nodeIndex, next: next, start, end, captures.count)
                        }
                        nodeIndex = child.node
                        start = end &+ 1
                        continue descent
                    }
                }
            } else if next == Self.plain, node.plain.exists, !node.plain.isEntry,
                node.catchAll == 0,
                end < path.count, end > start
            {
                // The only way on.
                captures.append(start, end, path, word, checks: checksCaptures)
                nodeIndex = node.plain.node
                start = end &+ 1
                continue descent
            }

            // From here on every way is an alternative; when none is left, the last choice is taken up.
            var alternative = Alternative(node: nodeIndex, next: next, start: start, end: end)
            while true {
                let node = views.nodes[alternative.node]
                let captureCount = captures.count
                let child: PathIndex.Reference
                if alternative.next == Self.plain {
                    alternative.next = Self.catchAll
                    child = node.plain
                    guard child.exists, alternative.end > alternative.start else { continue }
                    captures.append(
                        alternative.start,
                        alternative.end,
                        path,
                        path.word(at: alternative.start),
                        checks: checksCaptures
                    )
                } else if alternative.next != Self.catchAll {
                    let edge = views.edges[alternative.next &- 1]
                    alternative.next = edge.next != 0 ? edge.next : Self.plain
                    child = edge.reference
                    guard matches(edge, alternative.start, alternative.end, &captures) else {
                        captures.truncate(to: captureCount)
                        continue
                    }
                } else {
                    if node.catchAll != 0, alternative.end > alternative.start {
                        captures.append(alternative.start, path.count)
                        captures.noteUnusualText()
                        if let result = accept(node.catchAll &- 1, captures) { return result }
                    }
                    guard let choice = choices.take() else { return nil }
                    alternative = choice.alternative
                    captures.truncate(to: choice.captureCount)
                    continue
                }
                if alternative.end == path.count {
                    let entry = self.entry(at: child)
                    if entry != 0, let result = accept(entry &- 1, captures) { return result }
                } else if !child.isEntry {
                    if alternative.next != Self.catchAll || node.catchAll != 0 {
                        choices.note(
                            node: alternative.node,
                            next: alternative.next,
                            alternative.start,
                            alternative.end,
                            captureCount
                        )
                    }
                    nodeIndex = child.node
                    start = alternative.end &+ 1
                    continue descent
                }
                captures.truncate(to: captureCount)
            }
        }
    }

    /// The first slash at `start` or after it, or the end of the path.
    private func segmentEnd(from start: Int) -> Int {
        var offset = start
        while offset < path.count {
            let slash = ByteWord.firstSlash(path.word(at: offset))
            if slash != 0 { return offset &+ slash.trailingZeroBitCount &>> 3 }
            offset &+= 8
        }
        return path.count
    }

    /// Where the literal that is the same as the segment leads.
    @inline(__always)
    private func literal(
        of node: PathIndex.Node,
        _ start: Int,
        _ end: Int,
        _ word: UInt64
    ) -> PathIndex.Reference {
        let length = end &- start
        var word = word
        var last: UInt64 = 0
        if length > 8 {
            last = path.word(at: end &- 8)
        }
        if views.ignoresCase {
            word = PathIndex.lowercased(word)
            last = PathIndex.lowercased(last)
        }
        let bits = node.blockBits
        let mask = (1 &<< bits) &- 1
        let home = PathIndex.place(of: word, last: last, length: length, bits: bits)
        var place = home
        repeat {
            let slot = views.slots[node.block &+ place]
            if slot.word == word,
                slot.label == 0 ? length <= 8 : hasLabel(slot.label, start, length)
            {
                return slot.reference
            }
            guard slot.word != 0 else { return .none }
            place = (place &+ 1) & mask
        } while place != home
        return .none
    }

    /// Whether the text at `label` up to the next slash is the segment, the first eight bytes being known to be.
    private func hasLabel(_ label: UInt32, _ start: Int, _ length: Int) -> Bool {
        let label = Int(label)
        guard length > 8, views.texts.count &- label > length,
            views.texts[label &+ length] == UInt8(ascii: "/")
        else { return false }
        var offset = 8
        while offset < length {
            // Overlapping the bytes before keeps the last word inside of the segment.
            offset = min(offset, length &- 8)
            var own = path.word(at: start &+ offset)
            var other = views.texts.word(at: label &+ offset)
            if views.ignoresCase {
                own = PathIndex.lowercased(own)
                other = PathIndex.lowercased(other)
            }
            guard own == other else { return false }
            offset &+= 8
        }
        return true
    }

    /// 1 + the entry of the pattern that ends at `reference`, or 0.
    @inline(__always)
    private func entry(at reference: PathIndex.Reference) -> UInt32 {
        reference.isEntry ? reference.entry &+ 1 : views.nodes[reference.node].entry
    }

    @inline(never)
    private func matches(
        _ edge: PathIndex.Edge,
        _ start: Int,
        _ end: Int,
        _ captures: inout PathCaptures
    ) -> Bool {
        let segment = path[start..<end]
        if !CanonicalPath.isPlain(segment) {
            captures.noteUnusualText()
        }
        return SegmentProgram(bytes: views.programs[edge.range]).matches(
            segment,
            base: start,
            ignoresCase: views.ignoresCase,
            captures: &captures
        )
    }
}

/// What is left to try at a node for the segment from `start` to `end`.
private struct Alternative {
    var node: UInt32
    var next: UInt32
    var start: Int
    var end: Int
}

/// The choices of a walk: a stack of alternatives, each with the number of captures before it.
private struct PathChoices {
    private let words: ScratchWords
    private let bottom: Int
    private var top: Int

    @inline(__always)
    init(_ words: ScratchWords, from bottom: Int) {
        self.words = words
        self.bottom = bottom
        top = bottom
    }

    @inline(__always)
    mutating func note(node: UInt32, next: UInt32, _ start: Int, _ end: Int, _ captureCount: Int) {
        words[top] = UInt64(node) &<< 32 | UInt64(next)
        words[top &+ 1] = UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: end)
        words[top &+ 2] = UInt64(truncatingIfNeeded: captureCount)
        top &+= 3
    }

    @inline(__always)
    mutating func take() -> (alternative: Alternative, captureCount: Int)? {
        guard top > bottom else { return nil }
        top &-= 3
        let (first, second) = (words[top], words[top &+ 1])
        return (
            Alternative(
                node: UInt32(truncatingIfNeeded: first &>> 32),
                next: UInt32(truncatingIfNeeded: first),
                start: Int(truncatingIfNeeded: second &>> 32),
                end: Int(truncatingIfNeeded: second & 0xFFFF_FFFF)
            ),
            Int(truncatingIfNeeded: words[top &+ 2])
        )
    }
}

extension ByteWord {
    /// A word whose lowest set bit is the high bit of the first byte that is a slash; 0 if none is, whatever the others
    /// are.
    @inline(__always)
    fileprivate static func firstSlash(_ word: UInt64) -> UInt64 {
        let difference = word ^ repeating(UInt8(ascii: "/"))
        return (difference &- repeating(0x01)) & ~difference & repeating(0x80)
    }
}
