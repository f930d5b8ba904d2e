/// What the look-up of a path came to: the entry, and where its first captures are.
///
/// Every match holds one. It is a single vector, since the optimizer takes a struct apart only if it has few fields, and
/// a match that is not taken apart costs the counting of its references.
@usableFromInline
package struct PathIndexMatch: Sendable {
    /// Two halves each: the entry, and above it the number of captures with two bits for what is to be known of them; the
    /// length of the path as it was given, and above it where the path begins in its string; and ``KeptCaptures/words``.
    @usableFromInline var fields: SIMD4<UInt64>

    /// How many captures are kept, if any; others are found again when they are asked for.
    @usableFromInline static var keptCount: Int { KeptCaptures.limit }

    private static let canonicalizedBit: UInt64 = 1 << 63
    private static let forgottenBit: UInt64 = 1 << 62
    private static let plainBit: UInt64 = 1 << 61

    /// No pattern matches.
    @inline(__always) static var none: PathIndexMatch {
        PathIndexMatch(fields: SIMD4(repeating: .max))
    }

    /// No pattern matches the path, which is canonical.
    @inline(__always) static var noneOfCanonical: PathIndexMatch {
        PathIndexMatch(fields: SIMD4(.max, 0, 0, 0))
    }

    private init(fields: SIMD4<UInt64>) {
        self.fields = fields
    }

    /// A match of a path of at most ``KeptCaptures/longestPath`` bytes, with all its captures.
    @inline(__always)
    init(entry: UInt32, captures: KeptCaptures, pathLength: Int) {
        fields = SIMD4(
            UInt64(entry) | UInt64(truncatingIfNeeded: captures.count) &<< 32,
            UInt64(truncatingIfNeeded: pathLength),
            captures.words.0,
            captures.words.1
        )
    }

    init(entry: UInt32, captures: PathCaptures, pathLength: Int) {
        var kept = KeptCaptures()
        if pathLength <= KeptCaptures.longestPath {
            for index in 0..<captures.count {
                let range = captures[index]
                kept.add(range.lowerBound, range.upperBound)
            }
        }
        self.init(entry: entry, captures: kept, pathLength: pathLength)
        if pathLength > KeptCaptures.longestPath {
            fields[0] |= UInt64(captures.count) << 32 | Self.forgottenBit
        }
    }

    /// Whether no pattern matches; nothing else is to be asked then.
    @inlinable
    package var isNone: Bool { fields[0] == .max }

    /// Whether no pattern matches, but the path is canonical.
    @inlinable
    package var isNoneOfCanonical: Bool { isNone && fields[1] == 0 }

    /// The number of the pattern: how many were inserted before it, as long as none has been removed.
    @inlinable
    package var entry: Int { Int(truncatingIfNeeded: fields[0] & 0xFFFF_FFFF) }

    @inlinable
    package var captureCount: Int { Int(truncatingIfNeeded: fields[0] &>> 32 & 0x0FFF_FFFF) }

    /// Whether all captures are kept.
    @inlinable
    package var keepsAllCaptures: Bool { captureCount <= Self.keptCount && keepsCaptures }

    /// Whether the first captures are kept.
    @inlinable
    var keepsCaptures: Bool { fields[0] & 1 << 62 == 0 }

    /// The place of a capture that is kept, counted from the left, in the bytes of the canonical path.
    @inlinable
    @inline(__always)
    package subscript(index: Int) -> Range<Int> {
        precondition(index >= 0 && index < captureCount, "Index out of bounds")
        assert(index < Self.keptCount && keepsCaptures, "The capture is not kept")
        let both = index < 2 ? fields[2] : fields[3]
        let range = index & 1 == 0 ? both : both &>> 32
        return Int(
            truncatingIfNeeded: range &>> 16 & 0xFFFF
        )..<Int(truncatingIfNeeded: range & 0xFFFF)
    }

    /// The same match of a path whose captures are plain.
    @inline(__always) var withPlainCaptures: PathIndexMatch {
        var match = self
        match.fields[0] |= Self.plainBit
        return match
    }

    /// Whether the captures are known to be plain text, which is its own decoding; it may be and not be known.
    package var hasPlainCaptures: Bool {
        @inline(__always) get { fields[0] & Self.plainBit != 0 }
    }

    /// Where the path stands in its string's UTF-8.
    var pathRange: Range<Int> {
        let start = Int(truncatingIfNeeded: fields[1] &>> 32)
        return start..<(start + Int(truncatingIfNeeded: fields[1] & 0xFFFF_FFFF))
    }

    /// Notes where the path begins in its string's UTF-8.
    mutating func setPathStart(_ start: UInt32) {
        fields[1] |= UInt64(start) << 32
    }

    /// Whether the path had to be brought to canonical form, in which the captures stand.
    @inlinable
    package var isCanonicalized: Bool { fields[0] & 1 << 63 != 0 }

    /// Notes that it is the canonical form of a path of another length that was looked up.
    mutating func setCanonicalized(pathLength: Int) {
        fields[0] |= Self.canonicalizedBit
        fields[1] = UInt64(UInt32(truncatingIfNeeded: pathLength))
    }
}

/// The captures of a match that it keeps, where each stands in a path that is not too long.
struct KeptCaptures {
    /// How many there can be.
    static var limit: Int { 4 }

    /// The length of the longest path whose captures' ends fit 16 bits.
    static var longestPath: Int { 0xFFFF }

    /// 32 bits for each capture, its start in the upper half and its end in the lower.
    private(set) var words: (UInt64, UInt64) = (0, 0)
    /// How many captures there are, those included that are not kept, times 32.
    private var bits: UInt64 = 0

    @inline(__always)
    mutating func add(_ start: Int, _ end: Int) {
        let half = UInt64(truncatingIfNeeded: start &<< 16 | end)
        if bits < 64 {
            words.0 |= half &<< bits
        } else if bits < 128 {
            words.1 |= half &<< bits
        }
        bits &+= 32
    }

    @inline(__always) var count: Int { Int(truncatingIfNeeded: bits &>> 5) }

    @inline(__always) var areAllKept: Bool { bits <= 128 }

    /// Where the first capture begins.
    @inline(__always)
    var firstStart: Int { Int(truncatingIfNeeded: words.0 &>> 16 & 0xFFFF) }
}

/// The captures of a match, in scratch memory; they must not outlive the closure that they are handed to.
package struct PathCaptures {
    private let words: ScratchWords
    package let count: Int

    @inline(__always)
    init(_ words: ScratchWords, _ count: Int) {
        self.words = words
        self.count = count
    }

    /// The place of the capture at `index`, counted from the left, in the path's bytes.
    package subscript(index: Int) -> Range<Int> {
        precondition(index < count, "Index out of bounds")
        return Self.range(words[index])
    }

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

extension PathIndex {
    /// The entry that the canonical path leads to.
    func match(canonical path: ByteView) -> PathIndexMatch? {
        withViews { views, scratch in
            Walk(views: views, path: path, scratch: scratch).first {
                entry,
                captures in
                PathIndexMatch(entry: entry, captures: captures, pathLength: path.count)
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
            Walk(views: views, path: path, scratch: scratch).first {
                entry,
                captures in
                accept(Int(entry), captures) ? () : nil
            }
        }
        return accepted != nil
    }

    @inline(__always)
    func withViews<Result>(_ body: (Views, ScratchWords) -> Result) -> Result {
        let views = Views(
            cells: cells.view,
            extras: extras.view,
            edges: edges.view,
            texts: texts.bytes,
            programs: programs.bytes,
            root: root,
            captureLimit: captureLimit,
            ignoresCase: ignoresCase
        )
        return ScratchWords.with(count: captureLimit &+ 3 &* depth) { body(views, $0) }
    }

    struct Views {
        let cells: TableView<Cell>
        let extras: TableView<Extras>
        let edges: TableView<Edge>
        let texts: ByteView
        let programs: ByteView
        let root: NodeID
        let captureLimit: Int
        let ignoresCase: Bool

        /// The node's header, or what would be that of a bare node.
        func node(at id: NodeID) -> Node { id.isBare ? .bare : Node(cells[id.header]) }

        func extras(of node: Node) -> Extras {
            node.extras == 0 ? Extras() : extras[node.extras &- 1]
        }

        /// 1 + the entry of the pattern that ends at `reference`, or 0.
        @inline(__always)
        func entry(at reference: Reference) -> UInt32 {
            if reference.isEntry { return reference.entry &+ 1 }
            return reference.isNode ? extras(of: node(at: reference.node)).entry : 0
        }
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
    /// - Parameter accept: Takes an entry and the captures.
    /// - Returns: What `accept` made, or `nil` when it made nothing of any entry.
    @inline(__always)
    func first<Result>(
        accepting accept: (UInt32, PathCaptures) -> Result?
    ) -> Result? {
        let pathEnd = path.count
        var captureCount = 0
        var choices = PathChoices(scratch, from: views.captureLimit)
        var node = views.root
        guard pathEnd > 1 else {
            let entry = pathEnd == 1 ? views.entry(at: PathIndex.Reference(node)) : 0
            return entry == 0 ? nil : accept(entry &- 1, PathCaptures(scratch, 0))
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

            let here = views.node(at: node)
            let edges = here.hasAlternatives ? views.extras(of: here).edges : 0
            if here.literalCount != 0 {
                let child = literal(at: node, size: here.size, start, end, word)
                if child.exists {
                    if let result = endResult(of: child, end, captureCount, accept) {
                        return result
                    }
                    if end != pathEnd, child.isNode {
                        if here.hasAlternatives {
                            let next = edges != 0 ? edges : Self.plain
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
                next: edges != 0 ? edges : Self.plain,
                start: start,
                end: end
            )
            while true {
                let here = views.node(at: at.node)
                let countBefore = captureCount
                let child: PathIndex.Reference
                if at.next == Self.plain {
                    at.next = Self.catchAll
                    child = here.plain
                    guard child.exists, at.end > at.start else { continue }
                    scratch[captureCount] = PathCaptures.word(at.start, at.end)
                    captureCount &+= 1
                } else if at.next != Self.catchAll {
                    let edge = views.edges[at.next &- 1]
                    at.next = edge.next != 0 ? edge.next : Self.plain
                    child = edge.reference
                    guard matches(edge, at.start, at.end, capturesAt: captureCount) else {
                        continue
                    }
                    captureCount &+= Int(edge.captureCount)
                } else {
                    let catchAll = views.extras(of: here).catchAll
                    if catchAll != 0, at.end > at.start {
                        scratch[captureCount] = PathCaptures.word(at.start, pathEnd)
                        if let result = accept(
                            catchAll &- 1,
                            PathCaptures(scratch, captureCount &+ 1)
                        ) {
                            return result
                        }
                    }
                    guard let choice = choices.take() else { return nil }
                    at = choice.alternative
                    captureCount = choice.captureCount
                    continue
                }
                if let result = endResult(of: child, at.end, captureCount, accept) {
                    return result
                }
                if at.end != pathEnd, child.isNode {
                    if at.next != Self.catchAll || views.extras(of: here).catchAll != 0 {
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

    /// What `accept` makes of the entry that the path leads to if the segment that ends at `end` led to `reference`: at
    /// the path's end the pattern that ends there, and one segment before it the pattern that ends after a capture.
    @inline(__always)
    private func endResult<Result>(
        of reference: PathIndex.Reference,
        _ end: Int,
        _ captureCount: Int,
        _ accept: (UInt32, PathCaptures) -> Result?
    ) -> Result? {
        if end == path.count {
            let entry = views.entry(at: reference)
            return entry == 0 ? nil : accept(entry &- 1, PathCaptures(scratch, captureCount))
        }
        guard reference.isEntryAfterCapture, end &+ 1 < path.count,
            path.firstOffset(of: CanonicalPath.slash, from: end &+ 1) == nil
        else { return nil }
        scratch[captureCount] = PathCaptures.word(end &+ 1, path.count)
        return accept(reference.entry, PathCaptures(scratch, captureCount &+ 1))
    }

    /// Where the literal that is the same as the segment leads.
    private func literal(
        at node: PathIndex.NodeID,
        size: UInt32,
        _ start: Int,
        _ end: Int,
        _ word: UInt64
    ) -> PathIndex.Reference {
        let length = end &- start
        var key = views.ignoresCase ? PathIndex.lowercased(word) : word
        if length > 8 {
            func word(at offset: Int) -> UInt64 {
                let word = path.word(at: offset)
                return views.ignoresCase ? PathIndex.lowercased(word) : word
            }
            var offset = start &+ 8
            while offset < end &- 8 {
                key = PathIndex.key(key, following: word(at: offset))
                offset &+= 8
            }
            key = PathIndex.key(first: key, last: word(at: end &- 8))
        }
        let home = PathIndex.place(of: key, size: size)
        var place = home
        repeat {
            let slot = PathIndex.Slot(views.cells[node.firstSlot &+ place])
            if slot.key == key, length <= 8 || hasLabel(slot.label, start, length) {
                return slot.reference
            }
            guard slot.key != 0 else { return .none }
            place = PathIndex.next(place, size: size)
        } while place != home
        return .none
    }

    /// Whether the text at `label` up to the next slash is the segment.
    private func hasLabel(_ label: UInt32, _ start: Int, _ length: Int) -> Bool {
        let label = Int(label)
        guard views.texts.count &- label > length,
            views.texts[label &+ length] == UInt8(ascii: "/")
        else { return false }
        return views.texts.hasBytes(
            path[start..<(start &+ length)],
            at: label,
            ignoresCase: views.ignoresCase
        )
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
    var node: PathIndex.NodeID
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
        words[top] = UInt64(alternative.node.raw) &<< 32 | UInt64(alternative.next)
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
                node: PathIndex.NodeID(raw: UInt32(truncatingIfNeeded: first &>> 32)),
                next: UInt32(truncatingIfNeeded: first),
                start: Int(truncatingIfNeeded: second &>> 32),
                end: Int(truncatingIfNeeded: second & 0xFFFF_FFFF)
            ),
            Int(truncatingIfNeeded: words[top &+ 2])
        )
    }
}
