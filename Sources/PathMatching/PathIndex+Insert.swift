extension PathIndex {
    /// Where a reference stands.
    enum Place {
        case root
        case slot(UInt32)
        case plain(node: UInt32)
        case edge(UInt32)
        /// A catch-all, which is an entry and never leads on.
        case catchAll(node: UInt32)
    }

    /// What came of an insertion.
    enum Insertion {
        case inserted
        /// The entry whose pattern matches exactly the same paths; nothing was changed.
        case conflict(Int)
    }

    /// Adds a pattern as the last entry.
    mutating func insert(_ pattern: PathPattern) -> Insertion {
        if let existing = entry(matchingSamePathsAs: pattern) { return .conflict(existing) }
        let entry = UInt32(entries.count)
        let start = texts.count
        precondition(start + pattern.text.count < Int(UInt32.max), "Too much text")
        texts.append(contentsOf: pattern.text)
        texts.append(UInt8(ascii: "/"))
        entries.append(Entry(text: UInt32(start), textLength: UInt32(pattern.text.count)))
        depth = max(depth, pattern.segments.count)
        captureLimit = max(captureLimit, pattern.segments.reduce(0) { $0 + $1.captureCount })

        var place = Place.root
        for segment in pattern.segments {
            let node = makeNode(at: place)
            switch segment.kind {
            case .literal:
                let range = (start + segment.text.lowerBound)..<(start + segment.text.upperBound)
                place = .slot(findOrAddSlot(for: range, at: node))
            case .program:
                place = .edge(
                    withBytes(of: program(of: segment, in: pattern)) {
                        findOrAddEdge(for: $0, at: node)
                    }
                )
            case .plain:
                place = .plain(node: node)
            case .catchAll:
                place = .catchAll(node: node)
            }
        }
        setEntry(entry, at: place)
        return .inserted
    }

    /// What stands at `place`.
    func reference(at place: Place) -> Reference {
        switch place {
        case .root: .none
        case .slot(let slot): slots[Int(slot)].reference
        case .plain(let node): nodes[Int(node)].plain
        case .edge(let edge): edges[Int(edge)].reference
        case .catchAll(let node):
            nodes[Int(node)].catchAll == 0 ? .none : Reference(entry: nodes[Int(node)].catchAll - 1)
        }
    }

    mutating func setReference(_ reference: Reference, at place: Place) {
        switch place {
        case .root: preconditionFailure("Nothing refers to the root")
        case .slot(let slot): slots[Int(slot)].reference = reference
        case .plain(let node): nodes[Int(node)].plain = reference
        case .edge(let edge): edges[Int(edge)].reference = reference
        case .catchAll(let node):
            nodes[Int(node)].catchAll = reference.exists ? reference.entry + 1 : 0
        }
    }

    /// Lets the pattern that ends at `place` be the given entry.
    mutating func setEntry(_ entry: UInt32, at place: Place) {
        if case .root = place {
            nodes[0].entry = entry + 1
            return
        }
        let reference = reference(at: place)
        if reference.exists, !reference.isEntry {
            nodes[Int(reference.node)].entry = entry + 1
        } else {
            setReference(Reference(entry: entry), at: place)
        }
    }

    /// The node at `place`, which is made if there is none.
    private mutating func makeNode(at place: Place) -> UInt32 {
        if case .root = place { return 0 }
        let reference = reference(at: place)
        if reference.exists, !reference.isEntry { return reference.node }
        let new = Node(entry: reference.exists ? reference.entry + 1 : 0)
        let index: UInt32
        if let free = freeNodes.popLast() {
            index = free
            nodes[Int(index)] = new
        } else {
            index = UInt32(nodes.count)
            nodes.append(new)
        }
        setReference(Reference(node: index), at: place)
        return index
    }
}

// MARK: - Literals

extension PathIndex {
    /// The slot of the literal that stands at `range` of the texts.
    func findSlot(for label: ByteView, at node: UInt32) -> UInt32? {
        let node = nodes[Int(node)]
        guard node.literals != 0 else { return nil }
        let key = key(of: label)
        let mask = (UInt32(1) << node.blockBits) - 1
        var place = Self.place(
            of: key.word,
            last: key.last,
            length: label.count,
            bits: node.blockBits
        )
        for _ in 0...mask {
            let slot = slots[Int(node.block + place)]
            guard slot.reference.exists else { return nil }
            if slot.word == key.word, hasLabel(slot, label) { return node.block + place }
            place = (place + 1) & mask
        }
        return nil
    }

    private mutating func findOrAddSlot(for range: Range<Int>, at node: UInt32) -> UInt32 {
        let label = texts.bytes[range]
        if let found = findSlot(for: label, at: node) { return found }
        let count = nodes[Int(node)].literalCount
        if nodes[Int(node)].literals == 0 {
            setBlock(takeBlock(bits: 0), bits: 0, count: 0, of: node)
        } else if !Self.fits(count + 1, bits: nodes[Int(node)].blockBits) {
            resizeBlock(of: node, bits: nodes[Int(node)].blockBits + 1)
        }
        let key = key(of: label)
        let slot = Slot(
            word: key.word,
            reference: .none,
            label: label.count > 8 ? UInt32(range.lowerBound) : 0
        )
        let block = nodes[Int(node)]
        let place = emptyPlace(
            in: block.block,
            bits: block.blockBits,
            word: key.word,
            last: key.last,
            length: label.count
        )
        slots[Int(place)] = slot
        setBlock(block.block, bits: block.blockBits, count: count + 1, of: node)
        return place
    }

    /// Whether a block of two to the power of `bits` slots may hold `count` literals: small blocks fill up, since all
    /// of their slots are in one or two cache lines; larger ones to three quarters, so that searches stay short.
    static func fits(_ count: UInt32, bits: UInt32) -> Bool {
        bits <= 2 ? count <= 1 << bits : count <= (1 << bits) - (1 << bits) / 4
    }

    mutating func setBlock(_ block: UInt32, bits: UInt32, count: UInt32, of node: UInt32) {
        nodes[Int(node)].block = block
        nodes[Int(node)].literals = count << 5 | bits
    }

    /// Moves the node's literals to a block of another size.
    mutating func resizeBlock(of node: UInt32, bits: UInt32) {
        let old = nodes[Int(node)]
        let block = takeBlock(bits: bits)
        for index in old.block..<(old.block + (1 << old.blockBits))
        where slots[Int(index)].reference.exists {
            let slot = slots[Int(index)]
            let key = key(of: slot)
            let place = emptyPlace(
                in: block,
                bits: bits,
                word: slot.word,
                last: key.last,
                length: key.length
            )
            slots[Int(place)] = slot
        }
        giveBack(old.block, bits: old.blockBits)
        setBlock(block, bits: bits, count: old.literalCount, of: node)
    }

    private func emptyPlace(
        in block: UInt32,
        bits: UInt32,
        word: UInt64,
        last: UInt64,
        length: Int
    ) -> UInt32 {
        let mask = (UInt32(1) << bits) - 1
        var place = Self.place(of: word, last: last, length: length, bits: bits)
        while slots[Int(block + place)].reference.exists {
            place = (place + 1) & mask
        }
        return block + place
    }

    /// Removes the literal at `slot`, and moves those after it that it had pushed on.
    mutating func removeSlot(_ slot: UInt32, of node: UInt32) {
        let owner = nodes[Int(node)]
        let mask = (UInt32(1) << owner.blockBits) - 1
        var hole = slot - owner.block
        var place = hole
        slots[Int(slot)] = Slot()
        for _ in 0..<mask {
            place = (place + 1) & mask
            let candidate = slots[Int(owner.block + place)]
            guard candidate.reference.exists else { break }
            let key = key(of: candidate)
            let home = Self.place(
                of: candidate.word,
                last: key.last,
                length: key.length,
                bits: owner.blockBits
            )
            // It may move to the hole unless its home lies behind the hole, on the way to where it stands.
            if (place &- home) & mask >= (place &- hole) & mask {
                slots[Int(owner.block + hole)] = candidate
                slots[Int(owner.block + place)] = Slot()
                hole = place
            }
        }
        let count = owner.literalCount - 1
        if count == 0 {
            giveBack(owner.block, bits: owner.blockBits)
            nodes[Int(node)].block = 0
            nodes[Int(node)].literals = 0
        } else {
            setBlock(owner.block, bits: owner.blockBits, count: count, of: node)
            if owner.blockBits > 0, count <= (1 << owner.blockBits) / 4 {
                resizeBlock(of: node, bits: owner.blockBits - 1)
            }
        }
    }

    /// A block of empty slots.
    private mutating func takeBlock(bits: UInt32) -> UInt32 {
        if bits < freeBlocks.count, let block = freeBlocks[Int(bits)].popLast() { return block }
        let block = UInt32(slots.count)
        slots.append(contentsOf: repeatElement(Slot(), count: 1 << Int(bits)))
        return block
    }

    private mutating func giveBack(_ block: UInt32, bits: UInt32) {
        for index in block..<(block + (1 << bits)) {
            slots[Int(index)] = Slot()
        }
        while freeBlocks.count <= bits {
            freeBlocks.append([])
        }
        freeBlocks[Int(bits)].append(block)
    }

    /// What a literal is found by.
    struct Key {
        let word: UInt64
        let last: UInt64
        let length: Int
    }

    private func key(of label: ByteView) -> Key {
        let word = label.word(at: 0)
        let last = label.count > 8 ? label.word(at: label.count - 8) : 0
        return ignoresCase
            ? Key(word: Self.lowercased(word), last: Self.lowercased(last), length: label.count)
            : Key(word: word, last: last, length: label.count)
    }

    private func key(of slot: Slot) -> Key {
        guard slot.label != 0 else { return Key(word: slot.word, last: 0, length: 0) }
        let start = Int(slot.label)
        return key(
            of: texts.bytes[
                start..<(texts.bytes.firstOffset(of: UInt8(ascii: "/"), from: start) ?? start)
            ]
        )
    }

    /// Whether the slot's label is `label`, their first eight bytes being known to be the same.
    private func hasLabel(_ slot: Slot, _ label: ByteView) -> Bool {
        guard slot.label != 0 else { return label.count <= 8 }
        let start = Int(slot.label)
        return label.count > 8 && start + label.count < texts.count
            && texts[start + label.count] == UInt8(ascii: "/")
            && texts.bytes.hasBytes(label, at: start, ignoresCase: ignoresCase)
    }
}

// MARK: - Edges

extension PathIndex {
    /// The edge at `node` with the given program.
    func findEdge(for program: ByteView, at node: UInt32) -> UInt32? {
        var next = nodes[Int(node)].edges
        while next != 0 {
            let edge = edges[Int(next - 1)]
            if self.program(of: edge).elementsEqual(program) { return next - 1 }
            next = edge.next
        }
        return nil
    }

    private mutating func findOrAddEdge(for program: ByteView, at node: UInt32) -> UInt32 {
        if let found = findEdge(for: program, at: node) { return found }
        // The list is in order of precedence: go on to the last edge that is tried before this one.
        var previous: UInt32 = 0
        var next = nodes[Int(node)].edges
        while next != 0,
            SegmentProgram(bytes: self.program(of: edges[Int(next - 1)])).precedes(
                SegmentProgram(bytes: program)
            )
        {
            previous = next
            next = edges[Int(next - 1)].next
        }
        let edge = Edge(
            program: UInt32(programs.count),
            programLength: UInt32(program.count),
            captureCount: UInt32(program[0]),
            reference: .none,
            next: next
        )
        programs.append(contentsOf: program)
        let index: UInt32
        if let free = freeEdges.popLast() {
            index = free
            edges[Int(index)] = edge
        } else {
            index = UInt32(edges.count)
            edges.append(edge)
        }
        if previous == 0 {
            nodes[Int(node)].edges = index + 1
        } else {
            edges[Int(previous - 1)].next = index + 1
        }
        return index
    }
}
