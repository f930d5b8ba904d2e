extension PathIndex {
    /// Where a reference stands.
    enum Place {
        case root
        case slot(Int)
        case plain(node: UInt32)
        /// Of a segment that mixes text and captures: 1 + its edge.
        case mixed(UInt32)
        /// A catch-all, which is an entry and leads nowhere.
        case rest(node: UInt32)
    }

    /// Adds a pattern as the last entry.
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The entry whose pattern matches exactly the same paths, so that nothing was added, if there is one.
    mutating func insert(_ pattern: PathPattern) -> Int? {
        // Only lists of words can match the same texts and look different; others conflict where they end.
        if pattern.description.utf8.contains(UInt8(ascii: "|")),
            let existing = entry(matchingSamePathsAs: pattern)
        {
            return existing
        }
        return withBytes(of: pattern.description) { insert($0) }
    }

    /// Adds the pattern with the given text, unless there is one whose segments are the same.
    private mutating func insert(_ text: ByteView) -> Int? {
        guard let start = UInt32(exactly: texts.count) else {
            preconditionFailure("Too much text")
        }
        texts.append(text)
        texts.append(UInt8(ascii: "/"))
        texts.append(UInt8(ascii: "\n"))

        // Where the way exists already, this changes nothing.
        var place = Place.root
        var segmentCount = 0
        Self.forEachSegment(of: text, ignoresCase: ignoresCase) { segment, key in
            place = addStep(segment, key, text, label: start, from: node(at: place))
            segmentCount += 1
        }
        if let existing = entry(at: place) {
            texts.truncate(to: Int(start))
            return existing
        }
        setEntry(UInt32(entries.count), at: place)
        entries.append(start)
        depth = max(depth, segmentCount)
        captureLimit = max(captureLimit, text.occurrences(of: UInt8(ascii: "{")))
        return nil
    }

    /// Removes an entry; the last one takes its number.
    mutating func remove(entry: Int) {
        setEntry(nil, at: place(of: entry))
        let last = entries.count - 1
        if entry != last {
            setEntry(UInt32(entry), at: place(of: last))
            entries[entry] = entries[last]
        }
        entries.truncate(to: last)
        removedCount += 1
        if removedCount > entries.count + 16 { sweep() }
    }

    /// Stores everything anew, without what removed patterns left behind; entries keep their numbers.
    private mutating func sweep() {
        var swept = PathIndex(ignoresCase: ignoresCase)
        for entry in 0..<entries.count {
            let existing = swept.insert(text(of: entry))
            precondition(existing == nil, "Two entries match the same paths")
        }
        self = swept
    }
}

// MARK: - Finding patterns

extension PathIndex {
    /// The entry of the pattern that matches exactly the same paths as the given one, whatever its captures are called.
    func entry(matchingSamePathsAs pattern: PathPattern) -> Int? {
        withBytes(of: pattern.description) { text in
            var places = [Place.root]
            Self.forEachSegment(of: text, ignoresCase: ignoresCase) { segment, key in
                places = places.flatMap { place in
                    let reference = reference(at: place)
                    guard reference.exists, !reference.isLeaf else { return [Place]() }
                    return steps(segment, key, text, from: reference.node)
                }
            }
            for place in places {
                if let entry = entry(at: place) { return entry }
            }
            return nil
        }
    }

    /// Where the entry's own pattern ends.
    private func place(of entry: Int) -> Place {
        var place = Place.root
        let text = text(of: entry)
        Self.forEachSegment(of: text, ignoresCase: ignoresCase) { segment, key in
            // Of segments that match the same texts, its own comes first.
            guard let next = steps(segment, key, text, from: reference(at: place).node).first
            else { preconditionFailure("An entry's pattern leads nowhere") }
            place = next
        }
        precondition(self.entry(at: place) == entry, "An entry's pattern leads elsewhere")
        return place
    }

    /// Calls `body` with each segment of a pattern's text and its key.
    private static func forEachSegment(
        of text: ByteView,
        ignoresCase: Bool,
        _ body: (PatternSegment, SegmentKey) -> Void
    ) {
        PathBytes.with(text) { path in
            var start = 1
            while start < text.count {
                let (end, key) = path.segment(from: start, ignoresCase: ignoresCase)
                body(PatternSegment(start..<end, of: text), key)
                start = end + 1
            }
        }
    }

    /// Where a segment of a pattern leads from a node: its own place first, then those of segments that look different and
    /// match the same texts.
    private func steps(
        _ segment: PatternSegment,
        _ key: SegmentKey,
        _ text: ByteView,
        from node: UInt32
    ) -> [Place] {
        let extras = extras(of: nodes[Int(node)])
        switch segment.kind {
        case .literal:
            let (index, slot) = slot(segment.text, key, text, from: node)
            return slot.parent == 0 ? [] : [.slot(index)]
        case .plain: return [.plain(node: node)]
        case .catchAll: return [.rest(node: node)]
        case .mixed:
            let mixedSegment = MixedSegment(text[segment.text], ignoresCase: ignoresCase)
            let own = mixed.find(mixedSegment, at: extras)
            var edges = own == 0 ? [] : [own]
            if mixedSegment.hasList {
                edges += mixed.edges(matchingSameTextsAs: mixedSegment, at: extras)
                    .filter { $0 != own }
            }
            return edges.map(Place.mixed)
        }
    }

    /// Where a segment of a pattern leads from a node; if it does not, a way is added that leads nowhere yet.
    private mutating func addStep(
        _ segment: PatternSegment,
        _ key: SegmentKey,
        _ text: ByteView,
        label start: UInt32,
        from node: UInt32
    ) -> Place {
        switch segment.kind {
        case .literal:
            let (index, slot) = slot(segment.text, key, text, from: node)
            if slot.parent != 0 { return .slot(index) }
            nodes[Int(node)].filter |= key.filterBit
            let label = start + UInt32(segment.text.lowerBound)
            return .slot(slots.add(key.with(label: label), from: node))
        case .plain: return .plain(node: node)
        case .catchAll: return .rest(node: node)
        case .mixed:
            let mixedSegment = MixedSegment(text[segment.text], ignoresCase: ignoresCase)
            var extras = extras(of: nodes[Int(node)])
            let edge = mixed.findOrAdd(mixedSegment, at: &extras)
            setExtras(extras, of: node)
            return .mixed(edge)
        }
    }

    /// The slot of a literal of a pattern that leads on from a node, or, if it is empty, where it can be added.
    private func slot(
        _ range: Range<Int>,
        _ key: SegmentKey,
        _ text: ByteView,
        from node: UInt32
    ) -> (index: Int, slot: SlotTable.Slot) {
        slots.find(key, from: node) { hasLabel($0, text[range]) }
    }

    /// Whether the text at `label` up to the next slash is the given segment.
    @inline(__always)
    func hasLabel(_ label: UInt32, _ segment: ByteView) -> Bool {
        let texts = texts.bytes
        let label = Int(label)
        guard texts.count &- label > segment.count,
            texts[label &+ segment.count] == CanonicalPath.slash
        else { return false }
        let stored = texts[label..<(label &+ segment.count)]
        return ignoresCase ? stored.isEqual(ignoringCase: segment) : stored.elementsEqual(segment)
    }
}

// MARK: - References

extension PathIndex {
    /// What stands at `place`.
    private func reference(at place: Place) -> Reference {
        switch place {
        case .root: return Reference(node: Self.root)
        case .slot(let index): return slots[index]
        case .plain(let node): return nodes[Int(node)].plain
        case .mixed(let edge): return mixed[edge]
        case .rest(let node):
            let rest = extras(of: nodes[Int(node)]).rest
            return rest == 0 ? .none : Reference(entry: rest - 1)
        }
    }

    private mutating func setReference(_ reference: Reference, at place: Place) {
        switch place {
        case .root: preconditionFailure("The root stays where it is")
        case .slot(let index): slots[index] = reference
        case .plain(let node): nodes[Int(node)].plain = reference
        case .mixed(let edge): mixed[edge] = reference
        case .rest(let node):
            var extras = extras(of: nodes[Int(node)])
            extras.rest = reference.exists ? reference.entry + 1 : 0
            setExtras(extras, of: node)
        }
    }

    /// The entry of the pattern that ends at `place`.
    private func entry(at place: Place) -> Int? {
        let reference = reference(at: place)
        guard reference.exists else { return nil }
        if reference.isLeaf { return Int(reference.entry) }
        let entry = nodes[Int(reference.node)].entry
        return entry == 0 ? nil : Int(entry) - 1
    }

    /// Lets the pattern that ends at `place` be the given entry, or none.
    private mutating func setEntry(_ entry: UInt32?, at place: Place) {
        let reference = reference(at: place)
        if reference.exists, !reference.isLeaf {
            nodes[Int(reference.node)].entry = entry.map { $0 + 1 } ?? 0
        } else {
            setReference(entry.map { Reference(entry: $0) } ?? .none, at: place)
        }
    }

    /// The node at `place`, which is made if there is none.
    private mutating func node(at place: Place) -> UInt32 {
        let reference = reference(at: place)
        if reference.exists, !reference.isLeaf { return reference.node }
        let added = Reference(node: UInt32(nodes.count))
        nodes.append(Node(entry: reference.isLeaf ? reference.entry + 1 : 0))
        setReference(added, at: place)
        return added.node
    }

    /// Changes the extras of a node, which are made when there are none.
    private mutating func setExtras(_ extras: Extras, of node: UInt32) {
        let number = nodes[Int(node)].extras
        if number != 0 {
            self.extras[Int(number) - 1] = extras
        } else {
            self.extras.append(extras)
            nodes[Int(node)].extras = UInt32(self.extras.count)
        }
    }
}
