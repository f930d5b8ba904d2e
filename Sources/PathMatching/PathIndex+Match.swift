/// A match: the entry, and where its first captures are.
@usableFromInline
package struct PathIndexMatch: Sendable {
    /// How many captures are kept; further ones have to be looked for again.
    package static let keptCaptures = 4

    /// The number of the pattern: how many were inserted before it, as long as none has been removed.
    @usableFromInline package let entry: Int
    package let captureCount: Int
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

    /// The place of one of the kept captures, counted from the left, in the path's bytes.
    @inline(__always)
    package subscript(index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount && index < 4, "Index out of bounds")
        let word =
            switch index {
            case 0: captures.0
            case 1: captures.1
            case 2: captures.2
            default: captures.3
            }
        return PathCaptures.range(word)
    }
}

/// The captures of a match, in scratch memory; they must not outlive the closure that they are handed to.
package struct PathCaptures {
    private let words: ScratchWords
    package let count: Int
    /// Whether all text that was captured, on failed ways too, is of the bytes that most paths are made of.
    let isPlain: Bool

    @inline(__always)
    init(_ words: ScratchWords, _ count: Int, _ isPlain: Bool) {
        self.words = words
        self.count = count
        self.isPlain = isPlain
    }

    /// The place of the capture at `index`, counted from the left, in the path's bytes.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        return Self.range(words[index])
    }

    @inline(__always)
    func word(at index: Int) -> UInt64 { index < count ? words[index] : 0 }

    /// A range in one word: its start in the upper half, its end in the lower.
    @inline(__always)
    static func word(_ start: Int, _ end: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: end)
    }

    @inline(__always)
    static func range(_ word: UInt64) -> Range<Int> {
        Int(truncatingIfNeeded: word &>> 32)..<Int(truncatingIfNeeded: word & 0xFFFF_FFFF)
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
            Walk(views: views, path: path, scratch: scratch).first(checksCaptures: true) {
                entry,
                captures in
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
            Walk(views: views, path: path, scratch: scratch).first(checksCaptures: false) {
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
            Walk(views: views, path: path, scratch: scratch).first(checksCaptures: false) {
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
    let scratch: ScratchWords

    /// The next thing to try at a node is an edge (its number plus 1), or one of these.
    private static var plain: UInt32 { .max - 1 }
    private static var catchAll: UInt32 { .max }

    /// What `accept` makes of the first entry, in order of precedence, for which it makes something.
    ///
    /// The loop keeps its state in local variables and hands them to others by value only, so that they stay in
    /// registers.
    ///
    /// - Parameters:
    ///   - checksCaptures: Whether to note in the captures if one has bytes that a canonical path may not have.
    ///   - accept: Takes an entry and the captures.
    /// - Returns: What `accept` made, or `nil` when it made nothing of any entry.
    @inline(__always)
    func first<Result>(
        checksCaptures: Bool,
        accepting accept: (UInt32, PathCaptures) -> Result?
    ) -> Result? {
        let pathEnd = path.count
        var captureCount = 0
        var isPlain = true
        var choices = PathChoices(scratch, from: views.captureLimit)
        var node: UInt32 = 0
        guard pathEnd > 1 else {
            let entry = pathEnd == 1 ? views.nodes[0].entry : 0
            return entry == 0 ? nil : accept(entry &- 1, PathCaptures(scratch, 0, isPlain))
        }
        var start = 1
        descent: while true {
            // One segment: from `start` to `end`, `word` its first eight bytes, padded with zeros.
            var word = path.word(at: start)
            var end: Int
            let slash = ByteWord.firstSlash(word)
            if slash != 0 {
                let bits = UInt64(truncatingIfNeeded: slash.trailingZeroBitCount &- 7)
                end = start &+ Int(truncatingIfNeeded: bits &>> 3)
                word &= (1 &<< bits) &- 1
            } else {
                end = start &+ 8
                while true {
                    guard end < pathEnd else {
                        end = pathEnd
                        break
                    }
                    let slash = ByteWord.firstSlash(path.word(at: end))
                    guard slash == 0 else {
                        end = end &+ slash.trailingZeroBitCount &>> 3
                        break
                    }
                    end &+= 8
                }
            }

            let here = views.nodes[node]
            if here.literals != 0 {
                let child = literal(of: here, start, end, word)
                if child.exists {
                    if end == pathEnd {
                        let entry = self.entry(at: child)
                        if entry != 0,
                            let result = accept(
                                entry &- 1,
                                PathCaptures(scratch, captureCount, isPlain)
                            )
                        {
                            return result
                        }
                    } else if !child.isEntry {
                        if here.hasAlternatives {
                            let next = here.edges != 0 ? here.edges : Self.plain
                            choices.note(
                                Alternative(node: node, next: next, start: start, end: end),
                                captureCount
                            )
                        }
                        node = child.node
                        start = end &+ 1
                        continue descent
                    }
                }
            }

            // From here on every way is an alternative; when none is left, the last choice is taken up.
            var at = Alternative(
                node: node,
                next: here.edges != 0 ? here.edges : Self.plain,
                start: start,
                end: end
            )
            while true {
                let here = views.nodes[at.node]
                let countBefore = captureCount
                let child: PathIndex.Reference
                if at.next == Self.plain {
                    at.next = Self.catchAll
                    child = here.plain
                    guard child.exists, at.end > at.start else { continue }
                    scratch[captureCount] = PathCaptures.word(at.start, at.end)
                    captureCount &+= 1
                    if checksCaptures {
                        isPlain = isPlain && CanonicalPath.isPlain(path, at.start, at.end)
                    }
                } else if at.next != Self.catchAll {
                    let edge = views.edges[at.next &- 1]
                    at.next = edge.next != 0 ? edge.next : Self.plain
                    child = edge.reference
                    guard matches(edge, at.start, at.end, capturesAt: captureCount) else {
                        continue
                    }
                    captureCount &+= Int(edge.captureCount)
                    if checksCaptures {
                        isPlain = isPlain && CanonicalPath.isPlain(path, at.start, at.end)
                    }
                } else {
                    if here.catchAll != 0, at.end > at.start {
                        scratch[captureCount] = PathCaptures.word(at.start, pathEnd)
                        if let result = accept(
                            here.catchAll &- 1,
                            PathCaptures(scratch, captureCount &+ 1, false)
                        ) {
                            return result
                        }
                    }
                    guard let choice = choices.take() else { return nil }
                    at = choice.alternative
                    captureCount = choice.captureCount
                    continue
                }
                if at.end == pathEnd {
                    let entry = self.entry(at: child)
                    if entry != 0,
                        let result = accept(
                            entry &- 1,
                            PathCaptures(scratch, captureCount, isPlain)
                        )
                    {
                        return result
                    }
                } else if !child.isEntry {
                    if at.next != Self.catchAll || here.catchAll != 0 {
                        choices.note(at, countBefore)
                    }
                    node = child.node
                    start = at.end &+ 1
                    continue descent
                }
                captureCount = countBefore
            }
        }
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

    /// Whether the segment fits the edge, whose captures are then written from `first` on.
    @inline(never)
    private func matches(
        _ edge: PathIndex.Edge,
        _ start: Int,
        _ end: Int,
        capturesAt first: Int
    ) -> Bool {
        SegmentProgram(bytes: views.programs[edge.range]).matches(
            path[start..<end],
            base: start,
            ignoresCase: views.ignoresCase,
            captures: scratch,
            first
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
    mutating func note(_ alternative: Alternative, _ captureCount: Int) {
        words[top] = UInt64(alternative.node) &<< 32 | UInt64(alternative.next)
        words[top &+ 1] = PathCaptures.word(alternative.start, alternative.end)
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
