extension PathIndexBox {
    /// The entry that the path, canonical or not, leads to.
    ///
    /// This is the way nearly every path goes: at each node the first way on is taken, by precedence, that fits the
    /// segment, and whether others were passed over is noted. Only if the way then ends nowhere, and others were passed
    /// over, the path is walked again with all of them.
    ///
    /// Reads are unchecked where the index's invariants vouch for them: nodes refer to nodes and blocks that exist, and
    /// no way through the nodes has more captures than `captureLimit`.
    ///
    /// It releases nothing that its caller holds, and says so, so that the caller need not retain the trie for the time of
    /// the call: 840 instructions a lookup became 764. Without the attribute, which the language does not promise to keep,
    /// all is the same and slower.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(_ path: ByteView) -> PathIndexMatch {
        guard !index.ignoresCase, index.captureLimit <= ScratchWords.stackLimit, path.count > 1,
            path[0] == CanonicalPath.slash
        else { return lookUpThoroughly(path) }
        return PathWords.with(path) { words in
            ScratchWords.withStack { scratch in
                lookUp(path, words, scratch)
            }
        }
    }

    @inline(__always)
    private func lookUp(
        _ path: ByteView,
        _ words: PathWords,
        _ captures: ScratchWords
    ) -> PathIndexMatch {
        let nodes = index.nodes.view
        let slots = index.slots.view
        let pathEnd = words.count
        let first = words.firstSlashes()
        let isPlain = first.arePlain && pathEnd <= 64
        // One bit for each place where a segment of these 64 bytes ends, the path's end among them.
        var ends = first.slashes & ~1
        if pathEnd < 64 {
            ends |= 1 &<< UInt64(truncatingIfNeeded: pathEnd)
        }
        var endsStart = 0
        for index in 0..<4 {
            captures.set(unchecked: index, to: 0)
        }
        var captureCount = 0
        var passedOver: UInt32 = 0
        var node: UInt32 = 0
        var start = 1
        while true {
            while ends == 0 {
                endsStart &+= 64
                ends = Self.ends(path, from: endsStart)
            }
            let end = endsStart &+ ends.trailingZeroBitCount
            ends &= ends &- 1
            let length = end &- start
            guard length > 0 else { return lookUpCanonicalized(path) }

            var child = PathIndex.Reference.none
            let size = nodes[unchecked: node].blockSize
            if size != 0 {
                var key = words.word(at: start)
                if length <= 8 {
                    key &= .max &>> UInt64(truncatingIfNeeded: 64 &- length &* 8)
                } else if length <= 16 {
                    key = PathIndex.key(first: key, last: words.word(before: end))
                } else {
                    key = Self.key(key, words, start, end)
                }
                let block = nodes[unchecked: node].block
                let place = PathIndex.place(of: key, size: size)
                let slot = slots[unchecked: block &+ place]
                if slot.key == key,
                    length <= 8 || length <= 16 && hasLabel(slot.label, words, start, end)
                {
                    child = slot.reference
                } else if slot.key != 0 {
                    child = literal(key, from: place, block, size, words, start, length)
                }
            }
            if child.exists {
                let here = nodes[unchecked: node]
                passedOver |= here.edges | here.plain.raw | here.catchAll
            } else if nodes[unchecked: node].edges != 0,
                let edge = firstEdge(
                    from: nodes[unchecked: node].edges,
                    path,
                    start,
                    end,
                    captures,
                    captureCount
                )
            {
                child = edge.reference
                captureCount &+= Int(edge.captureCount)
                let here = nodes[unchecked: node]
                passedOver |= edge.next | here.plain.raw | here.catchAll
                // It could be a dot segment.
                guard words[start] != CanonicalPath.dot else { return lookUpThoroughly(path) }
            } else if nodes[unchecked: node].plain.exists {
                child = nodes[unchecked: node].plain
                passedOver |= nodes[unchecked: node].catchAll
                captures.set(unchecked: captureCount, to: PathCaptures.word(start, end))
                captureCount &+= 1
                guard words[start] != CanonicalPath.dot else { return lookUpThoroughly(path) }
            } else {
                let catchAll = nodes[unchecked: node].catchAll
                guard catchAll != 0 else { break }
                captures.set(unchecked: captureCount, to: PathCaptures.word(start, pathEnd))
                return checked(
                    PathIndexMatch(
                        entry: catchAll &- 1,
                        captures: PathCaptures(captures, captureCount &+ 1),
                        pathLength: pathEnd
                    ),
                    path
                )
            }

            if end == pathEnd {
                let entry =
                    child.isEntry ? child.entry &+ 1 : nodes[unchecked: child.node].entry
                guard entry != 0 else { break }
                let found = PathIndexMatch(
                    entry: entry &- 1,
                    captures: PathCaptures(captures, captureCount),
                    pathLength: pathEnd
                )
                return isPlain ? found : checked(found, path)
            }
            guard !child.isEntry else { break }
            node = child.node
            start = end &+ 1
        }
        guard passedOver == 0 else { return lookUpThoroughly(path) }
        return isPlain && Self.hasCanonicalSegments(words, first.slashes)
            ? .none : checked(.none, path)
    }

    /// Whether no segment of a path of plain bytes is empty or begins with a dot, given where its slashes are.
    @inline(__always)
    private static func hasCanonicalSegments(_ words: PathWords, _ slashes: UInt64) -> Bool {
        guard slashes & slashes &>> 1 == 0, words[words.count &- 1] != CanonicalPath.slash else {
            return false
        }
        var rest = slashes
        while rest != 0 {
            // The last byte is no slash, so there is one more.
            guard words[rest.trailingZeroBitCount &+ 1] != CanonicalPath.dot else { return false }
            rest &= rest &- 1
        }
        return true
    }

    /// What was found, if the path is canonical; else what its canonical form leads to.
    ///
    /// Literal text is canonical if it matches; the rest has to be looked at closely, which is seldom.
    @inline(never)
    private func checked(_ found: PathIndexMatch, _ path: ByteView) -> PathIndexMatch {
        CanonicalPath.isCanonical(path) ? found : lookUpCanonicalized(path)
    }

    /// As ``lookUp(_:)``, trying every way.
    @inline(never)
    private func lookUpThoroughly(_ path: ByteView) -> PathIndexMatch {
        CanonicalPath.isCanonical(path)
            ? index.match(canonical: path) ?? .none : lookUpCanonicalized(path)
    }

    /// The entry that the canonical form of the path leads to.
    @inline(never)
    private func lookUpCanonicalized(_ path: ByteView) -> PathIndexMatch {
        guard let canonical = try? CanonicalPath.canonical(path),
            var found = withBytes(of: canonical, { index.match(canonical: $0) })
        else { return .none }
        found.setCanonicalized(pathLength: path.count)
        return found
    }

    /// Where segments end in the 64 bytes from `start` on, the path's end among them.
    @inline(never)
    private static func ends(_ path: ByteView, from start: Int) -> UInt64 {
        var ends: UInt64 = 0
        var offset = start
        while offset < min(path.count, start &+ 64) {
            // The high bit of each byte that is a slash, gathered into the lowest byte.
            let slashes = ByteWord.equalAnyway(path.word(at: offset), CanonicalPath.slash)
            let bits = (slashes &>> 7 &* 0x0102_0408_1020_4080) &>> 56
            ends |= bits &<< UInt64(truncatingIfNeeded: offset &- start)
            offset &+= 8
        }
        if path.count &- start < 64 {
            ends |= 1 &<< UInt64(truncatingIfNeeded: path.count &- start)
        }
        return ends
    }

    /// The key of a segment of more than eight bytes, of which the first eight are given.
    @inline(never)
    private static func key(
        _ first: UInt64,
        _ words: PathWords,
        _ start: Int,
        _ end: Int
    ) -> UInt64 {
        var key = first
        var offset = start &+ 8
        while offset < end &- 8 {
            key = PathIndex.key(key, following: words.word(at: offset))
            offset &+= 8
        }
        return PathIndex.key(first: key, last: words.word(before: end))
    }

    /// Where the literal with the given key leads that is the same as the segment, searched for from `home` on.
    @inline(never)
    private func literal(
        _ key: UInt64,
        from home: UInt32,
        _ block: UInt32,
        _ size: UInt32,
        _ words: PathWords,
        _ start: Int,
        _ length: Int
    ) -> PathIndex.Reference {
        let slots = index.slots.view
        var place = home
        repeat {
            let slot = slots[block &+ place]
            if slot.key == key, length <= 8 || hasLongLabel(slot.label, words, start, length) {
                return slot.reference
            }
            guard slot.key != 0 else { return .none }
            place = PathIndex.next(place, size: size)
        } while place != home
        return .none
    }

    /// Whether the text at `label` up to the next slash is the segment, which is of nine to sixteen bytes.
    @inline(__always)
    private func hasLabel(
        _ label: UInt32,
        _ words: PathWords,
        _ start: Int,
        _ end: Int
    ) -> Bool {
        let texts = index.texts.bytes
        let label = Int(label)
        let length = end &- start
        return texts.count &- label > length
            && texts[label &+ length] == CanonicalPath.slash
            && texts.wholeWord(at: label) == words.word(at: start)
            && texts.wholeWord(at: label &+ length &- 8) == words.word(before: end)
    }

    /// Whether the text at `label` up to the next slash is the segment, which is longer than eight bytes.
    @inline(__always)
    private func hasLongLabel(
        _ label: UInt32,
        _ words: PathWords,
        _ start: Int,
        _ length: Int
    ) -> Bool {
        let texts = index.texts.bytes
        let label = Int(label)
        guard texts.count &- label > length, texts[label &+ length] == CanonicalPath.slash else {
            return false
        }
        var offset = 0
        while true {
            guard words.word(at: start &+ offset) == texts.word(at: label &+ offset) else {
                return false
            }
            guard offset &+ 8 < length else { return true }
            // Overlapping the bytes before keeps the last word inside of the segment.
            offset = min(offset &+ 8, length &- 8)
        }
    }

    /// The first edge, of those in the list from the given one on, that the segment fits.
    @inline(never)
    private func firstEdge(
        from first: UInt32,
        _ path: ByteView,
        _ start: Int,
        _ end: Int,
        _ captures: ScratchWords,
        _ captureCount: Int
    ) -> PathIndex.Edge? {
        let segment = path[start..<end]
        var next = first
        while next != 0 {
            let edge = index.edges[Int(next &- 1)]
            if SegmentProgram(bytes: index.program(of: edge)).matches(
                segment,
                base: start,
                ignoresCase: false,
                captures: captures,
                captureCount
            ) {
                return edge
            }
            next = edge.next
        }
        return nil
    }
}
