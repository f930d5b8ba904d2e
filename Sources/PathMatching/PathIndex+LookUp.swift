extension PathIndexBox {
    /// The entry that the path, canonical or not, leads to.
    ///
    /// This is the way nearly every path goes: at each node the first way on is taken, by precedence, that fits the
    /// segment, and whether others were passed over is noted. Only if the way then ends nowhere, and others were passed
    /// over, the path is walked again with all of them.
    ///
    /// Whether the path is canonical is asked late and of as little as possible: a segment that is the same as a literal
    /// is, so what was captured is looked at when an entry is found, and all of the path when none is.
    ///
    /// Reads are unchecked where the index's invariants vouch for them: nodes refer to nodes that exist and are
    /// followed by their slots.
    ///
    /// It releases nothing that its caller holds, and says so, so that the caller need not retain the trie for the time of
    /// the call, which is about a tenth of a lookup. Without the attribute, which the language does not promise to keep, all
    /// is the same and slower.
    @usableFromInline
    @inline(never)
    @_effects(releasenone)
    func lookUp(_ path: ByteView) -> PathIndexMatch {
        guard !index.ignoresCase, path.count > 1, path.count <= KeptCaptures.longestPath,
            path[0] == CanonicalPath.slash
        else { return lookUpThoroughly(path) }
        return path.count >= 8 ? lookUp(PathWords(path)) : lookUpPadded(path)
    }

    /// As ``lookUp(_:)`` for a path of fewer than eight bytes.
    @inline(never)
    private func lookUpPadded(_ path: ByteView) -> PathIndexMatch {
        PathWords.withPadded(path) { lookUp($0) }
    }

    @inline(never)
    @_effects(releasenone)
    private func lookUp(_ path: PathWords) -> PathIndexMatch {
        let cells = index.cells.view
        var captures = KeptCaptures()
        var passedOver = PathIndex.Outline.Alternatives()
        /// The cell of the node's header, or, of a bare node, the one before its slot.
        var cell = index.root.header
        var outline = PathIndex.Node(cells[unchecked: cell]).outline
        var start = 1
        /// From where on all bytes are known to be plain.
        var plainStart = Int.max
        var child: PathIndex.Reference
        let entry: UInt32
        walk: while true {
            guard _fastPath(start < path.count) else { return lookUpCanonicalized(path.bytes) }
            let (end, word) = path.segment(from: start)
            guard _fastPath(end > start) else { return lookUpCanonicalized(path.bytes) }
            let size = outline.size
            step: do {
                if size != 0 {
                    // A long literal's key has the high bit, which ASCII has not.
                    if _fastPath(end &- start <= 8 && word &>> 63 == 0) {
                        let home = PathIndex.place(of: word, size: size)
                        var place = home
                        repeat {
                            let slot = PathIndex.Slot(
                                cells[unchecked: cell, 1 &+ Int(place)]
                            )
                            if slot.key == word {
                                child = slot.reference
                                passedOver.add(outline)
                                outline = slot.outline
                                break step
                            }
                            guard slot.key != 0 else { break }
                            place = PathIndex.next(place, size: size)
                        } while place != home
                    } else {
                        child = longLiteral(path, start, end, cell, size: size)
                        if child.exists {
                            passedOver.add(outline)
                            outline = .none
                            break step
                        }
                    }
                }
                guard outline.hasAlternatives else { break walk }
                outline = .none
                let node = PathIndex.Node(cells[unchecked: cell])
                if node.extras != 0 {
                    let extras = index.extras[Int(node.extras &- 1)]
                    if _slowPath(extras.edges | extras.catchAll != 0) {
                        if extras.edges != 0 {
                            let number = firstEdge(
                                from: extras.edges,
                                path,
                                start,
                                end,
                                &plainStart,
                                &captures
                            )
                            guard _fastPath(number != .max) else {
                                return lookUpCanonicalized(path.bytes)
                            }
                            if number != 0 {
                                let edge = index.edges[Int(number &- 1)]
                                child = edge.reference
                                passedOver.add(edge.next | node.plain.raw | extras.catchAll)
                                break step
                            }
                        }
                        guard node.plain.exists else {
                            guard extras.catchAll != 0 else { break walk }
                            guard path.isCanonical() else {
                                return lookUpCanonicalized(path.bytes)
                            }
                            captures.add(start, path.count)
                            guard captures.areAllKept else {
                                return lookUpThoroughly(path.bytes)
                            }
                            return PathIndexMatch(
                                entry: extras.catchAll &- 1,
                                captures: captures,
                                pathLength: path.count
                            )
                        }
                        passedOver.add(extras.catchAll)
                    }
                }
                child = node.plain
                guard child.exists else { break walk }
                // It could be a dot segment.
                guard _fastPath(UInt8(truncatingIfNeeded: word) != CanonicalPath.dot) else {
                    return lookUpThoroughly(path.bytes)
                }
                captures.add(start, end)
            }

            if end == path.count {
                if child.isLeaf {
                    guard child.isEntry else { break }
                    entry = child.entry
                } else {
                    guard !child.node.isBare else { break }
                    let number = PathIndex.Node(cells[unchecked: child.node.header]).extras
                    guard number != 0 else { break }
                    // Without an entry it is the greatest number.
                    entry = index.extras[Int(number &- 1)].entry &- 1
                    guard entry != .max else { break }
                }
            } else if !child.isLeaf {
                cell = child.node.header
                outline = outline.or(bare: child.node.bareOutline)
                if !outline.exists { outline = PathIndex.Node(cells[unchecked: cell]).outline }
                start = end &+ 1
                continue
            } else {
                // The rest has to be one segment.
                start = end &+ 1
                guard child.isEntryAfterCapture, start < path.count,
                    path.segment(from: start).end == path.count
                else { break }
                guard _fastPath(path[start] != CanonicalPath.dot) else {
                    return lookUpThoroughly(path.bytes)
                }
                captures.add(start, path.count)
                entry = child.entry
            }
            guard _fastPath(captures.areAllKept) else { return lookUpThoroughly(path.bytes) }
            let match = PathIndexMatch(entry: entry, captures: captures, pathLength: path.count)
            // The literals are as canonical as the pattern's.
            guard captures.count != 0 else { return match }
            guard
                _fastPath(
                    captures.firstStart >= plainStart || path.arePlain(from: captures.firstStart)
                )
            else { return path.isCanonical() ? match : lookUpCanonicalized(path.bytes) }
            return match.withPlainCaptures
        }
        guard passedOver.areNone else { return lookUpThoroughly(path.bytes) }
        return path.isCanonical() ? .noneOfCanonical : lookUpCanonicalized(path.bytes)
    }

    /// As ``lookUp(_:)``, trying every way.
    @inline(never)
    private func lookUpThoroughly(_ path: ByteView) -> PathIndexMatch {
        CanonicalPath.isCanonical(path)
            ? index.match(canonical: path) ?? .noneOfCanonical : lookUpCanonicalized(path)
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

    /// Where the literal leads that is the same as the segment, which is long or not ASCII.
    @inline(never)
    private func longLiteral(
        _ path: PathWords,
        _ start: Int,
        _ end: Int,
        _ cell: UInt32,
        size: UInt32
    ) -> PathIndex.Reference {
        guard end &- start > 8 else { return .none }
        var key = path.word(from: start)
        var offset = start &+ 8
        while offset < end &- 8 {
            key = PathIndex.key(key, following: path.word(from: offset))
            offset &+= 8
        }
        key = PathIndex.key(first: key, last: path.word(before: end))
        let cells = index.cells.view
        let home = PathIndex.place(of: key, size: size)
        var place = home
        repeat {
            let slot = PathIndex.Slot(cells[unchecked: cell, 1 &+ Int(place)])
            if slot.key == key, hasLabel(slot.label, path, start, end) { return slot.reference }
            guard slot.key != 0 else { break }
            place = PathIndex.next(place, size: size)
        } while place != home
        return .none
    }

    /// Whether the text at `label` up to the next slash is the segment, which is longer than eight bytes.
    @inline(__always)
    private func hasLabel(
        _ label: UInt32,
        _ path: PathWords,
        _ start: Int,
        _ end: Int
    ) -> Bool {
        let texts = index.texts.bytes
        let label = Int(label)
        let length = end &- start
        guard texts.count &- label > length, texts[label &+ length] == CanonicalPath.slash,
            texts.wholeWord(at: label &+ length &- 8) == path.word(before: end)
        else { return false }
        var offset = 0
        repeat {
            guard texts.wholeWord(at: label &+ offset) == path.word(from: start &+ offset) else {
                return false
            }
            offset &+= 8
        } while offset < length &- 8
        return true
    }

    /// The first edge, of those in the list from the given one on, that the segment fits.
    ///
    /// - Parameters:
    ///   - first: 1 + the edge's number.
    ///   - path: The path.
    ///   - start: Where the segment begins.
    ///   - end: Where it ends.
    ///   - plainStart: From where on the path is known to be plain; the segment is looked at if it is not.
    ///   - captures: Receives what the edge captures.
    /// - Returns: 1 + the edge's number, or 0 if there is none, or the greatest number if the segment is not canonical.
    @inline(never)
    @_effects(releasenone)
    private func firstEdge(
        from first: UInt32,
        _ path: PathWords,
        _ start: Int,
        _ end: Int,
        _ plainStart: inout Int,
        _ captures: inout KeptCaptures
    ) -> UInt32 {
        if plainStart > start, path.arePlain(from: start) { plainStart = start }
        let isPlain = plainStart <= start
        // What edges look at has to be canonical, as plain text is that is no dot segment.
        guard
            _fastPath(isPlain && path[start] != CanonicalPath.dot)
                || CanonicalPath.isCanonical(path.bytes[(start &- 1)..<end])
        else { return .max }
        var next = first
        repeat {
            let edge = index.edges[Int(next &- 1)]
            if edge.shape == .integer {
                if path.areDigits(from: start, to: end) {
                    captures.add(start, end)
                    return next
                }
            } else if edge.shape == .titleAndInteger, isPlain {
                let digits = path.startOfDigits(before: end, from: start)
                if digits < end, digits > start &+ 1, path[digits &- 1] == edge.separator {
                    captures.add(start, digits &- 1)
                    captures.add(digits, end)
                    return next
                }
            } else if fits(edge, path.bytes, start, end, &captures) {
                return next
            }
            next = edge.next
        } while next != 0
        return 0
    }

    /// Whether the segment fits an edge, whose captures are then added.
    @inline(never)
    @_effects(releasenone)
    private func fits(
        _ edge: PathIndex.Edge,
        _ path: ByteView,
        _ start: Int,
        _ end: Int,
        _ captures: inout KeptCaptures
    ) -> Bool {
        ScratchWords.with(count: Int(edge.captureCount)) { scratch in
            guard
                SegmentProgram(bytes: index.program(of: edge)).matches(
                    path[start..<end],
                    base: start,
                    ignoresCase: false,
                    captures: scratch,
                    0
                )
            else { return false }
            for index in 0..<Int(edge.captureCount) {
                let range = PathCaptures.range(scratch[index])
                captures.add(range.lowerBound, range.upperBound)
            }
            return true
        }
    }
}
