extension PathIndex {
    /// A place that stores a reference.
    enum Place {
        case root
        case slot(Int)
        case plain(node: UInt32)
        /// The edge of a segment that mixes text and captures.
        case mixed(edge: UInt32)
        case catchAll(node: UInt32)
        case optional(node: UInt32)
    }

    /// Adds a pattern as the last entry.
    ///
    /// - Parameter pattern: The pattern.
    /// - Returns: The entry that matches exactly the same paths, if there is one; nothing was added then.
    mutating func insert(_ pattern: PathPattern) -> Int? {
        let identity = identity(of: pattern)
        if let existing = identity.flatMap({ spellings[$0] }) { return existing }
        if let existing = insertSteps(of: pattern) { return existing }
        if let identity { spellings[identity] = entries.count - 1 }
        return nil
    }

    /// Adds a pattern, unless one with the same segments is there already.
    private mutating func insertSteps(of pattern: PathPattern) -> Int? {
        guard let start = UInt32(exactly: texts.count) else {
            preconditionFailure("Too much text")
        }
        return withBytes(of: pattern.description) { text in
            texts.append(text)
            texts.append(UInt8(ascii: "/"))
            texts.append(UInt8(ascii: "\n"))

            // If all steps exist already, this changes nothing.
            var place = Place.root
            for segment in pattern.segments {
                let node = node(at: place)
                place = addPlace(of: segment, pattern, text, label: start, from: node)
            }
            if let existing = entry(at: place) {
                texts.truncate(to: Int(start))
                return existing
            }
            setEntry(UInt32(entries.count), at: place)
            entries.append(start)
            depth = max(depth, pattern.segments.count)
            captureLimit = max(captureLimit, pattern.captureCount)
            return nil
        }
    }

    /// Removes an entry; the last entry gets its number.
    mutating func remove(entry: Int) {
        let last = entries.count - 1
        for (entry, new) in entry == last ? [(entry, nil)] : [(entry, nil), (last, entry)] {
            let pattern = pattern(of: entry)
            guard let place = place(of: pattern), self.entry(at: place) == entry else {
                preconditionFailure("An entry's pattern leads elsewhere")
            }
            setEntry(new.map { UInt32($0) }, at: place)
            if let identity = identity(of: pattern) { spellings[identity] = new }
        }
        entries[entry] = entries[last]
        entries.truncate(to: last)
        removedCount += 1
        if removedCount > entries.count + 16 { sweep() }
    }

    /// Rebuilds the storage without what removed patterns left behind; entries keep their numbers.
    private mutating func sweep() {
        var swept = PathIndex(ignoresCase: ignoresCase)
        for entry in 0..<entries.count {
            let existing = swept.insertSteps(of: pattern(of: entry))
            precondition(existing == nil, "Two entries match the same paths")
        }
        swept.spellings = spellings
        self = swept
    }
}

// MARK: - Finding patterns

extension PathIndex {
    /// The entry of the pattern that matches exactly the same paths as the given one, whatever its captures are called.
    func entry(matchingSamePathsAs pattern: PathPattern) -> Int? {
        if let identity = identity(of: pattern) { return spellings[identity] }
        return place(of: pattern).flatMap { entry(at: $0) }
    }

    /// The key in ``spellings`` of a pattern, or nil if it has no other spellings.
    func identity(of pattern: PathPattern) -> PathIdentity? {
        PathIdentity.hasOtherSpellings(pattern)
            ? PathIdentity(pattern, ignoresCase: ignoresCase) : nil
    }

    /// The place where a pattern ends, if all of its steps exist.
    private func place(of pattern: PathPattern) -> Place? {
        withBytes(of: pattern.description) { text in
            var place = Place.root
            for segment in pattern.segments {
                let reference = reference(at: place)
                guard reference.isNode,
                    let next = self.place(of: segment, pattern, text, from: reference.node)
                else { return nil }
                place = next
            }
            return place
        }
    }

    /// The place that a segment of a pattern leads to from a node, if there is one.
    private func place(
        of segment: PatternSegment,
        _ pattern: PathPattern,
        _ text: ByteView,
        from node: UInt32
    ) -> Place? {
        switch segment.kind {
        case .literal:
            let literal = text[segment.text]
            let key = SegmentKey(literal, ignoresCase: ignoresCase)
            let (index, slot) = slot(key, literal, from: node, ignoresCase: ignoresCase)
            return slot.parent == 0 ? nil : .slot(index)
        case .mixed:
            let number = extras(of: nodes[Int(node)]).mixed
            guard number != 0 else { return nil }
            let mixed = MixedSegment(segment, of: pattern, ignoresCase: ignoresCase)
            return self.mixed.find(mixed, at: number).map { .mixed(edge: $0) }
        case .plain: return .plain(node: node)
        case .catchAll: return segment.isOptional ? .optional(node: node) : .catchAll(node: node)
        }
    }

    /// The place that a segment of a pattern leads to from a node, added if it is missing; it then leads nowhere yet.
    private mutating func addPlace(
        of segment: PatternSegment,
        _ pattern: PathPattern,
        _ text: ByteView,
        label start: UInt32,
        from node: UInt32
    ) -> Place {
        switch segment.kind {
        // Looked for here, since the whole index would be copied to look for any segment.
        case .literal:
            let literal = text[segment.text]
            let key = SegmentKey(literal, ignoresCase: ignoresCase)
            let (index, slot) = slot(key, literal, from: node, ignoresCase: ignoresCase)
            if slot.parent != 0 { return .slot(index) }
            nodes[Int(node)].filter |= key.filterBit
            let label = start + UInt32(segment.text.lowerBound)
            return .slot(slots.add(key.with(label: label), from: node))
        case .mixed:
            var number = extras(of: nodes[Int(node)]).mixed
            if number == 0 {
                number = mixed.addNode()
                changeExtras(of: node) { $0.mixed = number }
            }
            let segment = MixedSegment(segment, of: pattern, ignoresCase: ignoresCase)
            return .mixed(edge: mixed.find(segment, at: number) ?? mixed.add(segment, at: number))
        case .plain: return .plain(node: node)
        case .catchAll: return segment.isOptional ? .optional(node: node) : .catchAll(node: node)
        }
    }
}

// MARK: - References

extension PathIndex {
    /// The reference at `place`.
    // Inlined, as the whole index would be copied for the call.
    @inline(__always)
    private func reference(at place: Place) -> Reference {
        switch place {
        case .root: return Reference(node: Self.root)
        case .slot(let index): return slots[index]
        case .plain(let node): return nodes[Int(node)].plain
        case .mixed(let edge): return mixed[edge]
        case .catchAll(let node): return extras(of: nodes[Int(node)]).catchAll
        case .optional(let node): return extras(of: nodes[Int(node)]).optional
        }
    }

    private mutating func setReference(_ reference: Reference, at place: Place) {
        switch place {
        case .root: preconditionFailure("The root stays where it is")
        case .slot(let index): slots[index] = reference
        case .plain(let node): nodes[Int(node)].plain = reference
        case .mixed(let edge): mixed[edge] = reference
        case .catchAll(let node): changeExtras(of: node) { $0.catchAll = reference }
        case .optional(let node): changeExtras(of: node) { $0.optional = reference }
        }
    }

    /// The entry of the pattern that ends at `place`.
    private func entry(at place: Place) -> Int? { entry(of: reference(at: place)).map { Int($0) } }

    /// Sets the entry of the pattern that ends at `place`, or removes it.
    private mutating func setEntry(_ entry: UInt32?, at place: Place) {
        let reference = reference(at: place)
        if reference.exists, !reference.isLeaf {
            nodes[Int(reference.node)].entry = entry.map { $0 + 1 } ?? 0
        } else {
            setReference(entry.map { Reference(entry: $0) } ?? .none, at: place)
        }
    }

    /// The node at `place`, added if there is none.
    private mutating func node(at place: Place) -> UInt32 {
        let reference = reference(at: place)
        if reference.exists, !reference.isLeaf { return reference.node }
        let added = Reference(node: UInt32(nodes.count))
        nodes.append(Node(entry: reference.isLeaf ? reference.entry + 1 : 0))
        setReference(added, at: place)
        return added.node
    }

    /// Changes the extras of a node, adding them if there are none.
    private mutating func changeExtras(of node: UInt32, _ change: (inout Extras) -> Void) {
        var extras = extras(of: nodes[Int(node)])
        change(&extras)
        if extras.number == 0, extras.catchAll.isNode || extras.optional.isNode {
            catchAllCount += 1
            extras.number = UInt32(catchAllCount)
        }
        let number = nodes[Int(node)].extras
        if number != 0 {
            self.extras[Int(number) - 1] = extras
        } else {
            self.extras.append(extras)
            nodes[Int(node)].extras = UInt32(self.extras.count)
        }
    }
}
