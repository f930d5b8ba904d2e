extension PathIndex {
    /// A node on a pattern's way, and where the reference to what follows it stands.
    private struct Step {
        let node: UInt32
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
        garbage += entries[entry].range.count + 1
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
        var node: UInt32 = 0
        for (index, segment) in pattern.segments.enumerated() {
            guard let place = place(of: segment, in: pattern, at: node) else { return nil }
            steps.append(Step(node: node, place: place))
            let reference = reference(at: place)
            if index + 1 < pattern.segments.count {
                guard reference.exists, !reference.isEntry else { return nil }
                node = reference.node
            } else if !reference.exists {
                return nil
            }
        }
        return entry(after: steps) == nil ? nil : steps
    }

    private func entry(after steps: [Step]) -> UInt32? {
        let entry: UInt32
        if let place = steps.last?.place {
            let reference = reference(at: place)
            if reference.isEntry { return reference.entry }
            entry = nodes[Int(reference.node)].entry
        } else {
            entry = nodes[0].entry
        }
        return entry == 0 ? nil : entry - 1
    }

    private func place(
        of segment: PatternSegment,
        in pattern: PathPattern,
        at node: UInt32
    ) -> Place? {
        switch segment.kind {
        case .literal:
            withBytes(of: pattern.text) { text in
                let label = text[segment.text]
                return findSlot(for: label, key: key(of: label), at: node).map { .slot($0) }
            }
        case .program:
            withBytes(of: program(of: segment, in: pattern)) { findEdge(for: $0, at: node) }.map {
                .edge($0)
            }
        case .plain: .plain(node: node)
        case .catchAll: .catchAll(node: node)
        }
    }

    /// Takes the last step's entry away, and then all that leads nowhere any more.
    private mutating func clear(_ steps: inout [Step]) {
        guard let end = steps.last else {
            nodes[0].entry = 0
            return
        }
        let reference = reference(at: end.place)
        if !reference.isEntry {
            nodes[Int(reference.node)].entry = 0
            return
        }
        while let step = steps.popLast() {
            removeReference(at: step.place, of: step.node)
            let node = nodes[Int(step.node)]
            guard step.node != 0, !node.hasChildren, let parent = steps.last else { return }
            freeNodes.append(step.node)
            nodes[Int(step.node)] = Node()
            if node.entry != 0 {
                setReference(Reference(entry: node.entry - 1), at: parent.place)
                return
            }
        }
    }

    private mutating func removeReference(at place: Place, of node: UInt32) {
        switch place {
        case .root: break
        case .slot(let slot): removeSlot(slot, of: node)
        case .plain, .catchAll: setReference(.none, at: place)
        case .edge(let edge): removeEdge(edge, of: node)
        }
    }

    private mutating func removeEdge(_ edge: UInt32, of node: UInt32) {
        let next = edges[Int(edge)].next
        garbage += edges[Int(edge)].range.count
        if nodes[Int(node)].edges == edge + 1 {
            nodes[Int(node)].edges = next
        } else {
            var previous = nodes[Int(node)].edges
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
        var references: [Reference] = []
        var nodes: [UInt32] = [0]
        for segment in pattern.segments {
            references = nodes.flatMap {
                self.references(spellingSameTextsAs: segment, in: pattern, at: $0)
            }
            guard !references.isEmpty else { return nil }
            nodes = references.filter { !$0.isEntry }.map(\.node)
        }
        for reference in references {
            if reference.isEntry { return Int(reference.entry) }
            let entry = self.nodes[Int(reference.node)].entry
            if entry != 0 { return Int(entry - 1) }
        }
        return nil
    }

    private func references(
        spellingSameTextsAs segment: PatternSegment,
        in pattern: PathPattern,
        at node: UInt32
    ) -> [Reference] {
        var found = place(of: segment, in: pattern, at: node).map { [reference(at: $0)] } ?? []
        found.removeAll { !$0.exists }
        guard segment.kind == .program,
            let texts = withBytes(of: program(of: segment, in: pattern), { finiteTexts(of: $0) })
        else { return found }
        var next = nodes[Int(node)].edges
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

    /// The segment's program, as this index stores it.
    func program(of segment: PatternSegment, in pattern: PathPattern) -> [UInt8] {
        let program = Array(pattern.programs[segment.program])
        return ignoresCase
            ? withBytes(of: program) { SegmentProgram(bytes: $0).lowercased() } : program
    }
}
