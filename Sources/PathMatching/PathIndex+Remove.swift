extension PathIndex {
    /// A node on a pattern's way, and where the reference to what follows it stands.
    private struct Step {
        let node: NodeID
        let place: Place
    }

    /// The entry whose pattern matches exactly the same paths as the given one, whatever the captures' names are.
    func entry(matchingSamePathsAs pattern: PathPattern) -> Int? {
        if let steps = steps(along: pattern) {
            return entry(after: steps).map(Int.init)
        }
        // Lists with text around them can match the same texts and look different.
        return pattern.programs.isEmpty ? nil : entry(spellingSameTextsAs: pattern)
    }

    /// Removes an entry.
    ///
    /// The last entry takes its number.
    mutating func remove(entry: Int) {
        let removed = pattern(of: entry)
        guard var steps = steps(along: removed) else {
            preconditionFailure("An entry's pattern leads nowhere")
        }
        garbage += textRange(of: entry).count + Self.textEndLength
        clear(&steps)
        let last = entries.count - 1
        if entry != last {
            setEntry(UInt32(entry), along: pattern(of: last))
        }
        entries[entry] = entries[last]
        entries.removeLast()
        if garbage > 4096, garbage > (texts.count + programs.count) / 2 {
            sweep()
        }
    }

    private mutating func setEntry(_ entry: UInt32, along pattern: PathPattern) {
        guard let steps = steps(along: pattern) else {
            preconditionFailure("An entry's pattern leads nowhere")
        }
        setEntry(entry, at: steps.last?.place ?? .root)
    }

    /// The nodes that the pattern leads through; `nil` when the way is not there to its end.
    private func steps(along pattern: PathPattern) -> [Step]? {
        var steps: [Step] = []
        steps.reserveCapacity(pattern.segments.count)
        var node = root
        for (index, segment) in pattern.segments.enumerated() {
            guard let place = place(of: segment, in: pattern, at: node) else { return nil }
            steps.append(Step(node: node, place: place))
            let reference = reference(at: place)
            if index + 1 < pattern.segments.count {
                if reference.isEntryAfterCapture, pattern.hasOnlyCapture(after: index) {
                    return steps
                }
                guard reference.isNode else { return nil }
                node = reference.node
            } else if reference.isEntryAfterCapture {
                return nil
            }
        }
        return entry(after: steps) == nil ? nil : steps
    }

    private func entry(after steps: [Step]) -> UInt32? {
        let reference = reference(at: steps.last?.place ?? .root)
        return reference.isLeaf ? reference.entry : entry(at: reference)
    }

    private func place(
        of segment: PatternSegment,
        in pattern: PathPattern,
        at node: NodeID
    ) -> Place? {
        switch segment.kind {
        case .literal:
            withBytes(of: pattern.description) { text in
                let label = text[segment.text]
                return findSlot(for: label, key: key(of: label), at: node).map { .slot($0) }
            }
        case .program:
            withProgram(of: segment, in: pattern) { findEdge(for: $0, at: node) }.map { .edge($0) }
        case .plain: .plain(node: node)
        case .catchAll: .catchAll(node: node)
        }
    }

    /// Takes the last step's entry away, and then all that leads nowhere any more.
    private mutating func clear(_ steps: inout [Step]) {
        let reference = reference(at: steps.last?.place ?? .root)
        if reference.isNode {
            changeExtras(of: reference.node) { $0.entry = 0 }
            return
        }
        while let step = steps.popLast() {
            let place = steps.last?.place ?? .root
            removeReference(at: step.place, of: step.node, at: place)
            // Without a literal the node may have moved.
            let id = self.reference(at: place).node
            let node = node(at: id)
            guard !steps.isEmpty, !node.hasChildren else { return }
            let entry = extras(of: node).entry
            changeExtras(of: id) { $0 = Extras() }
            giveBackCells(of: id)
            if entry != 0 {
                setReference(Reference(entry: entry - 1), at: place)
                return
            }
        }
    }

    /// Removes what leads on at `place`, of the node that the reference at `nodePlace` leads to.
    private mutating func removeReference(
        at place: Place,
        of node: NodeID,
        at nodePlace: Place
    ) {
        switch place {
        case .root: return
        case .slot(let slot): return removeSlot(slot, of: node, at: nodePlace)
        case .plain, .catchAll: setReference(.none, at: place)
        case .edge(let edge): removeEdge(edge, of: node)
        }
        // It may have been the last of the node's alternatives.
        setReference(Reference(node), at: nodePlace)
    }

    private mutating func removeEdge(_ edge: UInt32, of node: NodeID) {
        let next = edges[Int(edge)].next
        garbage += edges[Int(edge)].range.count
        let first = extras(of: self.node(at: node)).edges
        if first == edge + 1 {
            changeExtras(of: node) { $0.edges = next }
        } else {
            var previous = first
            while previous != 0, edges[Int(previous - 1)].next != edge + 1 {
                previous = edges[Int(previous - 1)].next
            }
            precondition(previous != 0, "An edge is not in its node's list")
            edges[Int(previous - 1)].next = next
        }
        edges[Int(edge)] = Edge()
        freeEdges.append(edge)
    }

    /// Stores everything anew, without the texts that no entry uses; entries keep their numbers.
    private mutating func sweep() {
        var swept = PathIndex(ignoresCase: ignoresCase)
        for entry in 0..<entries.count {
            guard case .inserted = swept.insert(pattern(of: entry)) else {
                preconditionFailure("Two entries match the same paths")
            }
        }
        self = swept
    }
}

// MARK: - Lists that spell the same texts

extension PathIndex {
    /// How many texts a segment may match to be compared text by text.
    private static let spellingLimit = 1024

    /// The entry whose pattern matches the same paths as the given one though its segments look different: `a{x:b|c}`
    /// and `{y:ab|ac}` match the same two texts.
    private func entry(spellingSameTextsAs pattern: PathPattern) -> Int? {
        var references = [Reference(root)]
        for (index, segment) in pattern.segments.enumerated() {
            references = references.filter(\.isNode).flatMap {
                self.references(spellingSameTextsAs: segment, in: pattern, at: $0.node)
            }
            if pattern.hasOnlyCapture(after: index),
                let found = references.first(where: \.isEntryAfterCapture)
            {
                return Int(found.entry)
            }
        }
        for reference in references {
            if let entry = entry(at: reference) { return Int(entry) }
        }
        return nil
    }

    private func references(
        spellingSameTextsAs segment: PatternSegment,
        in pattern: PathPattern,
        at node: NodeID
    ) -> [Reference] {
        var found = place(of: segment, in: pattern, at: node).map { [reference(at: $0)] } ?? []
        found.removeAll { !$0.exists }
        guard segment.kind == .program,
            let texts = withProgram(of: segment, in: pattern, { finiteTexts(of: $0) })
        else { return found }
        var next = extras(of: self.node(at: node)).edges
        while next != 0 {
            let edge = edges[Int(next - 1)]
            if !found.contains(edge.reference), finiteTexts(of: self.program(of: edge)) == texts {
                found.append(edge.reference)
            }
            next = edge.next
        }
        return found
    }

    private func finiteTexts(of program: ByteView) -> [[UInt8]]? {
        SegmentProgram(bytes: program).finiteTexts(limit: Self.spellingLimit)
    }

    /// Calls `body` with the segment's program, as this index stores it.
    @inline(__always)
    private func withProgram<Result>(
        of segment: PatternSegment,
        in pattern: PathPattern,
        _ body: (ByteView) -> Result
    ) -> Result {
        pattern.withProgram(of: segment, ignoresCase: ignoresCase, body)
    }
}

extension PathPattern {
    /// Calls `body` with the segment's program, as an index stores it.
    @inline(__always)
    func withProgram<Result>(
        of segment: PatternSegment,
        ignoresCase: Bool,
        _ body: (ByteView) -> Result
    ) -> Result {
        withBytes(of: programs) { programs in
            let program = programs[segment.program]
            guard ignoresCase else { return body(program) }
            return withBytes(of: SegmentProgram(bytes: program).lowercased(), body)
        }
    }

    /// Whether a segment has captures, and all of them are lists of words.
    var hasSegmentOfLists: Bool {
        guard !programs.isEmpty else { return false }
        return withBytes(of: programs) { programs in
            segments.contains {
                $0.kind == .program && SegmentProgram(bytes: programs[$0.program]).hasOnlyLists
            }
        }
    }

    /// Whether exactly one segment follows the one at `index`, and is a plain capture.
    fileprivate func hasOnlyCapture(after index: Int) -> Bool {
        index + 2 == segments.count && segments[index + 1].kind == .plain
    }
}
