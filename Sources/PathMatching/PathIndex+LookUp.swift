extension PathIndexBox {
    /// The entry that the path, canonical or not, leads to.
    ///
    /// This is the way nearly every path goes: at each node the first way on is taken, by precedence, that fits the
    /// segment, and whether others were passed over is noted. Only if the way then ends nowhere, and others were passed
    /// over, the path is walked again with all of them.
    ///
    /// Reads are unchecked where the index's invariants vouch for them: nodes refer to nodes that exist and are
    /// followed by their slots, and no way through the nodes has more captures than `captureLimit`.
    ///
    /// It releases nothing that its caller holds, and says so, so that the caller need not retain the trie for the time of
    /// the call, which is about a tenth of a lookup. Without the attribute, which the language does not promise to keep, all
    /// is the same and slower.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(_ path: ByteView) -> PathIndexMatch {
        guard !index.ignoresCase, index.captureLimit <= ScratchWords.stackLimit,
            path.count > 1, path[0] == CanonicalPath.slash
        else { return lookUpThoroughly(path) }
        return PathWords.with(path) { words in
            ScratchWords.withStack { scratch in
                lookUp(words, scratch)
            }
        }
    }

    @inline(__always)
    private func lookUp(_ words: PathWords, _ captures: ScratchWords) -> PathIndexMatch {
        let slashes = words.slashes()
        guard slashes.areAmongPlain || CanonicalPath.isCanonical(words.path) else {
            return lookUpCanonicalized(words.path)
        }
        // One bit for each place where a segment ends, in the 64 bytes from `endsStart` on.
        var ends = slashes.bits & ~1
        var endsStart = 0
        if words.count < 64 {
            ends |= 1 &<< UInt64(truncatingIfNeeded: words.count)
        } else if ends == 0 {
            ends = words.segmentEnds(after: &endsStart)
        }
        let cells = index.cells.view
        for index in 0..<4 {
            captures.set(unchecked: index, to: 0)
        }
        var captureCount = 0
        var passedOver: UInt32 = 0
        var cell = index.root
        var start = 1
        while true {
            let end = endsStart &+ ends.trailingZeroBitCount
            ends &= ends &- 1
            let length = end &- start
            guard length > 0 else { return lookUpCanonicalized(words.path) }

            let node = PathIndex.Node(cells[unchecked: cell])
            var child = PathIndex.Reference.none
            let size = node.size
            if size != 0 {
                let key =
                    if length <= 8 {
                        words.shortWord(start, end)
                    } else if length <= 16 {
                        PathIndex.key(
                            first: words.word(from: start),
                            last: words.word(before: end)
                        )
                    } else {
                        Self.key(words, start, end)
                    }
                let home = PathIndex.place(of: key, size: size)
                var place = home
                var slot = PathIndex.Slot(cells[unchecked: cell, 1 &+ Int(place)])
                while slot.key != key || length > 8 && !hasLabel(slot.label, words, start, end) {
                    place = PathIndex.next(place, size: size)
                    guard slot.key != 0, place != home else {
                        slot.reference = .none
                        break
                    }
                    slot = PathIndex.Slot(cells[unchecked: cell, 1 &+ Int(place)])
                }
                child = slot.reference
            }
            if child.exists {
                passedOver |= node.alternatives
            } else {
                if node.extras != 0 {
                    let extras = index.extras[Int(node.extras &- 1)]
                    if extras.edges != 0,
                        let edge = firstEdge(
                            from: extras.edges,
                            words.path,
                            start,
                            end,
                            captures,
                            captureCount
                        )
                    {
                        child = edge.reference
                        captureCount &+= Int(edge.captureCount)
                        passedOver |= edge.next | node.plain.raw | extras.catchAll
                    } else if node.plain.exists {
                        passedOver |= extras.catchAll
                    } else {
                        guard extras.catchAll != 0 else { break }
                        guard Self.hasCanonicalSegments(words, slashes.bits) else {
                            return lookUpThoroughly(words.path)
                        }
                        captures.set(
                            unchecked: captureCount,
                            to: PathCaptures.word(start, words.count)
                        )
                        return PathIndexMatch(
                            entry: extras.catchAll &- 1,
                            captures: PathCaptures(captures, captureCount &+ 1),
                            pathLength: words.count
                        )
                    }
                }
                if !child.exists {
                    child = node.plain
                    guard child.exists else { break }
                    captures.set(unchecked: captureCount, to: PathCaptures.word(start, end))
                    captureCount &+= 1
                }
                // It could be a dot segment.
                guard words[start] != CanonicalPath.dot else {
                    return lookUpThoroughly(words.path)
                }
            }

            if ends == 0, end != words.count {
                ends = words.segmentEnds(after: &endsStart)
            }
            let entry: UInt32
            if ends == 0 {
                if child.isLeaf {
                    guard child.isEntry else { break }
                    entry = child.entry
                } else {
                    let number = PathIndex.Node(cells[unchecked: child.node]).extras
                    guard number != 0 else { break }
                    // Without an entry it is the greatest number.
                    entry = index.extras[Int(number &- 1)].entry &- 1
                    guard entry != .max else { break }
                }
            } else if !child.isLeaf {
                cell = child.node
                start = end &+ 1
                continue
            } else {
                // The rest has to be one segment.
                start = end &+ 1
                guard child.isEntryAfterCapture, start < words.count,
                    endsStart &+ ends.trailingZeroBitCount == words.count
                else { break }
                guard words[start] != CanonicalPath.dot else {
                    return lookUpThoroughly(words.path)
                }
                captures.set(
                    unchecked: captureCount,
                    to: PathCaptures.word(start, words.count)
                )
                captureCount &+= 1
                entry = child.entry
            }
            return PathIndexMatch(
                entry: entry,
                captures: PathCaptures(captures, captureCount),
                pathLength: words.count
            )
        }
        guard passedOver == 0 else { return lookUpThoroughly(words.path) }
        return Self.hasCanonicalSegments(words, slashes.bits)
            ? .none : lookUpThoroughly(words.path)
    }

    /// Whether no segment is empty or begins with a dot, given where the slashes are, if that can be said quickly.
    @inline(__always)
    private static func hasCanonicalSegments(_ words: PathWords, _ slashes: UInt64) -> Bool {
        guard words.count <= 64, slashes & slashes &>> 1 == 0,
            words[words.count &- 1] != CanonicalPath.slash
        else {
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

    /// The key of a segment of more than eight bytes.
    @inline(never)
    private static func key(_ words: PathWords, _ start: Int, _ end: Int) -> UInt64 {
        var key = words.word(from: start)
        var offset = start &+ 8
        while offset < end &- 8 {
            key = PathIndex.key(key, following: words.word(from: offset))
            offset &+= 8
        }
        return PathIndex.key(first: key, last: words.word(before: end))
    }

    /// Whether the text at `label` up to the next slash is the segment, which is longer than eight bytes.
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
        guard texts.count &- label > length, texts[label &+ length] == CanonicalPath.slash,
            texts.wholeWord(at: label &+ length &- 8) == words.word(before: end)
        else { return false }
        var offset = 0
        repeat {
            guard texts.wholeWord(at: label &+ offset) == words.word(from: start &+ offset) else {
                return false
            }
            offset &+= 8
        } while offset < length &- 8
        return true
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
