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
        // Only segments with programs can match the same texts and look different; others conflict where they end.
        if !pattern.programs.isEmpty, let existing = entry(matchingSamePathsAs: pattern) {
            return .conflict(existing)
        }
        let start = texts.count
        precondition(start + pattern.text.count < Int(UInt32.max), "Too much text")
        withBytes(of: pattern.text) { texts.append($0) }
        texts.append(UInt8(ascii: "/"))

        // Where the way exists already, this changes nothing.
        var place = Place.root
        var captureCount = 0
        for segment in pattern.segments {
            let node = makeNode(at: place)
            captureCount += segment.captureCount
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
        if let existing = entry(at: place) {
            texts.removeLast(pattern.text.count + 1)
            return .conflict(existing)
        }
        setEntry(UInt32(entries.count), at: place)
        entries.append(Entry(text: UInt32(start), textLength: UInt32(pattern.text.count)))
        depth = max(depth, pattern.segments.count)
        captureLimit = max(captureLimit, captureCount)
        return .inserted
    }

    /// The entry of the pattern that ends at `place`.
    private func entry(at place: Place) -> Int? {
        if case .root = place {
            return nodes[0].entry == 0 ? nil : Int(nodes[0].entry) - 1
        }
        let reference = reference(at: place)
        guard reference.exists else { return nil }
        if reference.isEntry { return Int(reference.entry) }
        let entry = nodes[Int(reference.node)].entry
        return entry == 0 ? nil : Int(entry) - 1
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
    /// The slot of the literal `label`.
    func findSlot(for label: ByteView, key: UInt64, at node: UInt32) -> UInt32? {
        let node = nodes[Int(node)]
        guard node.literalCount != 0 else { return nil }
        var place = Self.place(of: key, size: node.blockSize)
        for _ in 0..<node.blockSize {
            let slot = slots[Int(node.block + place)]
            guard slot.key != 0 else { return nil }
            if slot.key == key, label.count <= 8 || hasLabel(slot, label) {
                return node.block + place
            }
            place = Self.next(place, size: node.blockSize)
        }
        return nil
    }

    /// The place after `place`, where a search goes on.
    @inline(__always)
    static func next(_ place: UInt32, size: UInt32) -> UInt32 {
        place &+ 1 == size ? 0 : place &+ 1
    }

    private mutating func findOrAddSlot(for range: Range<Int>, at node: UInt32) -> UInt32 {
        let label = texts.bytes[range]
        let key = key(of: label)
        if let found = findSlot(for: label, key: key, at: node) { return found }
        let (count, size) = (nodes[Int(node)].literalCount, nodes[Int(node)].blockSize)
        if !Self.fits(count + 1, size: size) {
            resizeBlock(of: node, toClass: size == 0 ? 0 : Self.blockClass(ofSize: size) + 1)
            if freeSlotCount > 256, freeSlotCount > slots.count / 4 { compactBlocks() }
        }
        let slot = Slot(key: key, label: range.count > 8 ? UInt32(range.lowerBound) : 0)
        let place = emptyPlace(of: key, in: nodes[Int(node)].block, nodes[Int(node)].blockSize)
        slots[Int(place)] = slot
        nodes[Int(node)].literalCount = count + 1
        return place
    }

    /// Whether a block of `size` slots may hold `count` literals: small blocks fill up, since all of their slots are in
    /// one or two cache lines; larger ones to four fifths, so that searches stay short.
    private static func fits(_ count: UInt32, size: UInt32) -> Bool {
        size <= 4 ? count <= size : count <= size - size / 5
    }

    /// The size of the blocks of a class: 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on.
    static func blockSize(ofClass index: Int) -> UInt32 {
        index == 0 ? 1 : UInt32(2 + (index - 1) % 2) << UInt32((index - 1) / 2)
    }

    private static func blockClass(ofSize size: UInt32) -> Int {
        guard size > 1 else { return 0 }
        let power = 31 - size.leadingZeroBitCount
        return 2 * power - 1 + (size.nonzeroBitCount - 1)
    }

    /// Moves the node's literals to a block of another size.
    private mutating func resizeBlock(of node: UInt32, toClass newClass: Int) {
        let old = nodes[Int(node)]
        let size = Self.blockSize(ofClass: newClass)
        let block = takeBlock(class: newClass)
        for index in old.block..<(old.block + old.blockSize) where slots[Int(index)].key != 0 {
            let slot = slots[Int(index)]
            let place = emptyPlace(of: slot.key, in: block, size)
            slots[Int(place)] = slot
        }
        giveBack(old.block, size: old.blockSize)
        nodes[Int(node)].block = block
        nodes[Int(node)].blockSize = size
    }

    /// Moves all blocks together, so that none is free.
    ///
    /// Places of slots that are known from before have no meaning after it.
    private mutating func compactBlocks() {
        var compact = Table<Slot>(capacity: slots.count - freeSlotCount)
        for node in 0..<nodes.count where nodes[node].blockSize > 0 {
            let old = nodes[node].block
            nodes[node].block = UInt32(compact.count)
            for index in old..<(old + nodes[node].blockSize) {
                compact.append(slots[Int(index)])
            }
        }
        slots = compact
        freeBlocks.removeAll()
        freeSlotCount = 0
    }

    /// The slot for a literal that is not in the block, which has an empty one.
    private func emptyPlace(of key: UInt64, in block: UInt32, _ size: UInt32) -> UInt32 {
        var place = Self.place(of: key, size: size)
        while slots[Int(block + place)].key != 0 {
            place = Self.next(place, size: size)
        }
        return block + place
    }

    /// Removes the literal at `slot`, and moves those after it that it had pushed on.
    mutating func removeSlot(_ slot: UInt32, of node: UInt32) {
        let owner = nodes[Int(node)]
        let size = owner.blockSize
        /// How many places a search goes on from one place to another.
        func distance(from start: UInt32, to end: UInt32) -> UInt32 {
            end >= start ? end - start : end + size - start
        }
        var hole = slot - owner.block
        var place = hole
        slots[Int(slot)] = Slot()
        for _ in 1..<size {
            place = Self.next(place, size: size)
            let candidate = slots[Int(owner.block + place)]
            guard candidate.key != 0 else { break }
            let home = Self.place(of: candidate.key, size: size)
            // It may move to the hole unless its home lies behind the hole, on the way to where it stands.
            if distance(from: home, to: place) >= distance(from: hole, to: place) {
                slots[Int(owner.block + hole)] = candidate
                slots[Int(owner.block + place)] = Slot()
                hole = place
            }
        }
        let count = owner.literalCount - 1
        nodes[Int(node)].literalCount = count
        if count == 0 {
            giveBack(owner.block, size: size)
            nodes[Int(node)].block = 0
            nodes[Int(node)].blockSize = 0
        } else if size > 1, count <= size / 4 {
            resizeBlock(of: node, toClass: Self.blockClass(ofSize: size) - 1)
        }
    }

    /// A block of empty slots.
    private mutating func takeBlock(class index: Int) -> UInt32 {
        let size = Int(Self.blockSize(ofClass: index))
        if index < freeBlocks.count, let block = freeBlocks[index].popLast() {
            freeSlotCount -= size
            return block
        }
        let block = UInt32(slots.count)
        slots.append(Slot(), count: size)
        return block
    }

    private mutating func giveBack(_ block: UInt32, size: UInt32) {
        guard size > 0 else { return }
        for index in block..<(block + size) {
            slots[Int(index)] = Slot()
        }
        let index = Self.blockClass(ofSize: size)
        while freeBlocks.count <= index {
            freeBlocks.append([])
        }
        freeBlocks[index].append(block)
        freeSlotCount += Int(size)
    }

    /// Whether the slot's label is `label`, both being longer than eight bytes.
    private func hasLabel(_ slot: Slot, _ label: ByteView) -> Bool {
        let start = Int(slot.label)
        return start + label.count < texts.count
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
