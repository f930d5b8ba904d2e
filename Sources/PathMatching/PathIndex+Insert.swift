extension PathIndex {
    /// Where a reference stands.
    enum Place {
        case root
        case slot(UInt32)
        case plain(node: NodeID)
        case edge(UInt32)
        /// A catch-all, which is an entry and never leads on.
        case catchAll(node: NodeID)
    }

    /// What came of an insertion.
    enum Insertion {
        case inserted
        /// The entry whose pattern matches exactly the same paths; nothing was changed.
        case conflict(Int)
    }

    /// Adds a pattern as the last entry.
    mutating func insert(_ pattern: PathPattern) -> Insertion {
        // Only lists of words can match the same texts and look different; others conflict where they end.
        if pattern.hasSegmentOfLists, let existing = entry(matchingSamePathsAs: pattern) {
            return .conflict(existing)
        }
        compactIfNeeded()
        let start = texts.count
        withBytes(of: pattern.description) { text in
            precondition(start + text.count < Int(UInt32.max), "Too much text")
            texts.append(text, Self.textEnd)
        }

        // Where the way exists already, this changes nothing.
        let entry = UInt32(entries.count)
        var place = Place.root
        var existing: Int?
        var isSet = false
        for index in pattern.segments.indices {
            let segment = pattern.segments[index]
            let reference = reference(at: place)
            if segment.kind == .plain, index > 0, index + 1 == pattern.segments.count {
                if !reference.exists {
                    setReference(Reference(entryAfterCapture: entry), at: place)
                    isSet = true
                    break
                } else if reference.isEntryAfterCapture {
                    existing = Int(reference.entry)
                    break
                }
            }
            switch segment.kind {
            case .literal:
                let node = reference.isNode ? reference.node : makeNode(at: place, forLiteral: true)
                let range = (start + segment.text.lowerBound)..<(start + segment.text.upperBound)
                place = .slot(findOrAddSlot(for: range, of: node, at: place))
            case .program:
                let node = nodeWithAlternatives(at: place)
                place = .edge(
                    pattern.withProgram(of: segment, ignoresCase: ignoresCase) {
                        findOrAddEdge(for: $0, at: node)
                    }
                )
            case .plain:
                place = .plain(node: nodeWithAlternatives(at: place))
            case .catchAll:
                place = .catchAll(node: nodeWithAlternatives(at: place))
            }
        }
        if !isSet, let existing = existing ?? self.entry(at: place) {
            texts.removeLast(texts.count - start)
            return .conflict(existing)
        }
        if !isSet {
            if reference(at: place).isEntryAfterCapture {
                _ = makeNode(at: place, forLiteral: false)
            }
            setEntry(entry, at: place)
        }
        entries.append(UInt32(start))
        depth = max(depth, pattern.segments.count)
        captureLimit = max(captureLimit, pattern.captureCount)
        return .inserted
    }

    /// The entry of the pattern that ends at `place`.
    @inline(__always)
    private func entry(at place: Place) -> Int? {
        entry(at: reference(at: place)).map(Int.init)
    }

    /// The entry of the pattern that ends where the reference leads.
    @inline(__always)
    func entry(at reference: Reference) -> UInt32? {
        if reference.isEntry { return reference.entry }
        guard reference.isNode else { return nil }
        let entry = extras(of: node(at: reference.node)).entry
        return entry == 0 ? nil : entry - 1
    }

    /// What stands at `place`.
    @inline(__always)
    func reference(at place: Place) -> Reference {
        switch place {
        case .root: return Reference(root)
        case .slot(let cell): return slot(at: cell).reference
        case .plain(let node): return self.node(at: node).plain
        case .edge(let edge): return edges[Int(edge)].reference
        case .catchAll(let node):
            let entry = extras(of: self.node(at: node)).catchAll
            return entry == 0 ? .none : Reference(entry: entry - 1)
        }
    }

    mutating func setReference(_ reference: Reference, at place: Place) {
        switch place {
        case .root: root = reference.node
        case .slot(let cell):
            var slot = slot(at: cell)
            slot.set(reference, outline(ofNodeAt: reference))
            cells[Int(cell)] = slot.cell
        case .plain(let node): setPlain(reference, of: node)
        case .edge(let edge): edges[Int(edge)].reference = reference
        case .catchAll(let node):
            changeExtras(of: node) { $0.catchAll = reference.exists ? reference.entry + 1 : 0 }
        }
    }

    /// Lets the pattern that ends at `place` be the given entry.
    mutating func setEntry(_ entry: UInt32, at place: Place) {
        let reference = reference(at: place)
        if reference.isNode {
            changeExtras(of: withHeader(reference.node, at: place)) { $0.entry = entry + 1 }
        } else {
            setReference(
                reference.exists ? reference.with(entry: entry) : Reference(entry: entry),
                at: place
            )
        }
    }

    private mutating func setPlain(_ reference: Reference, of id: NodeID) {
        var node = node(at: id)
        node.set(plain: reference, extras: node.extras, extras(of: node))
        setHeader(of: id, to: node)
    }

    /// Changes the extras of a node, which are made when there are none and given back when nothing is left.
    mutating func changeExtras(of id: NodeID, _ change: (inout Extras) -> Void) {
        var node = node(at: id)
        var extras = extras(of: node)
        change(&extras)
        var number = node.extras
        if extras == Extras() {
            if number != 0 {
                self.extras[Int(number - 1)] = Extras()
                freeExtras.append(number - 1)
                number = 0
            }
        } else if number != 0 {
            self.extras[Int(number - 1)] = extras
        } else if let free = freeExtras.popLast() {
            self.extras[Int(free)] = extras
            number = free + 1
        } else {
            self.extras.append(extras)
            number = UInt32(self.extras.count)
        }
        node.set(plain: node.plain, extras: number, extras)
        setHeader(of: id, to: node)
    }

    /// Makes a node at `place`, where there is none.
    ///
    /// - Parameters:
    ///   - place: Where the reference to it is to stand.
    ///   - isForLiteral: Whether it needs a slot, which stays empty; it is a bare node then if it can be.
    /// - Returns: The node, from which nothing leads on but what the reference led to.
    private mutating func makeNode(at place: Place, forLiteral isForLiteral: Bool) -> NodeID {
        let reference = reference(at: place)
        if isForLiteral, !reference.exists {
            let id = NodeID(bareSlot: takeCells(1))
            setReference(Reference(id), at: place)
            return id
        }
        let size: UInt32 = isForLiteral ? 1 : 0
        let id = takeNode(size: size)
        if reference.isEntryAfterCapture {
            setPlain(Reference(entry: reference.entry), of: id)
        } else if reference.isEntry {
            changeExtras(of: id) { $0.entry = reference.entry + 1 }
        }
        setReference(Reference(id), at: place)
        return id
    }

    /// The node, which gets a header if it has none.
    private mutating func withHeader(_ id: NodeID, at place: Place) -> NodeID {
        id.isBare ? resize(id, to: 1, at: place) : id
    }

    /// The node at `place`, which is made if there is none and is about to get an alternative if it has none.
    private mutating func nodeWithAlternatives(at place: Place) -> NodeID {
        let reference = reference(at: place)
        let node =
            reference.isNode
            ? withHeader(reference.node, at: place) : makeNode(at: place, forLiteral: false)
        if case .slot(let cell) = place {
            var slot = slot(at: cell)
            slot.set(
                slot.reference,
                Outline(size: self.node(at: node).size, hasAlternatives: true)
            )
            cells[Int(cell)] = slot.cell
        }
        return node
    }
}

// MARK: - Literals

extension PathIndex {
    /// The cell of the slot of the literal `label`.
    func findSlot(for label: ByteView, key: UInt64, at id: NodeID) -> UInt32? {
        let (found, isFound) = search(for: label, key: key, at: id, size: node(at: id).size)
        return isFound ? found : nil
    }

    /// Searches the slots of a node for the literal `label`.
    ///
    /// - Returns: The cell of its slot, or of the empty one where the search ended, or 0 if none is empty; and whether it
    ///   was found.
    @inline(__always)
    private func search(
        for label: ByteView,
        key: UInt64,
        at id: NodeID,
        size: UInt32
    ) -> (slot: UInt32, isFound: Bool) {
        var place = Self.place(of: key, size: size)
        for _ in 0..<size {
            let cell = id.firstSlot + place
            let slot = slot(at: cell)
            if slot.key == 0 { return (cell, false) }
            if slot.key == key, label.count <= 8 || hasLabel(slot, label) { return (cell, true) }
            place = Self.next(place, size: size)
        }
        return (0, false)
    }

    /// The place after `place`, where a search goes on.
    @inline(__always)
    static func next(_ place: UInt32, size: UInt32) -> UInt32 {
        place &+ 1 == size ? 0 : place &+ 1
    }

    /// Finds the slot of a literal, or adds one.
    ///
    /// - Parameters:
    ///   - range: Where the literal stands.
    ///   - id: The node; it becomes another one when it has to move.
    ///   - place: Where the reference to the node stands.
    /// - Returns: The slot's cell.
    private mutating func findOrAddSlot(
        for range: Range<Int>,
        of id: NodeID,
        at place: Place
    ) -> UInt32 {
        let label = texts.bytes[range]
        let key = key(of: label)
        var id = id
        var node = node(at: id)
        var (slot, isFound) = search(for: label, key: key, at: id, size: node.size)
        guard !isFound else { return slot }
        if !Self.fits(node.literalCount + 1, size: node.size) {
            id = resize(id, to: Self.size(ofClass: Self.sizeClass(of: node.size) + 1), at: place)
            node = self.node(at: id)
            slot = emptySlot(for: key, at: id, size: node.size)
        }
        cells[Int(slot)] =
            Slot(key: key, label: range.count > 8 ? UInt32(range.lowerBound) : 0).cell
        if !id.isBare {
            node.literalCount += 1
            setHeader(of: id, to: node)
        }
        return slot
    }

    /// Whether `size` slots may hold `count` literals: few fill up, since all of them are in one or two cache lines; more
    /// to two thirds, so that searches stay short.
    private static func fits(_ count: UInt32, size: UInt32) -> Bool {
        size <= 4 ? count <= size : count <= size - size / 3
    }

    /// How many slots nodes of a class have: 0, 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on.
    static func size(ofClass index: Int) -> UInt32 {
        index < 2
            ? UInt32(index) : UInt32(2 + index % 2) << UInt32((index - 2) / 2)
    }

    private static func sizeClass(of size: UInt32) -> Int {
        guard size > 1 else { return Int(size) }
        let power = 31 - size.leadingZeroBitCount
        return 2 * power + (size.nonzeroBitCount - 1)
    }

    /// Moves a node to where it has another number of slots, and a header.
    ///
    /// - Parameters:
    ///   - id: The node.
    ///   - size: The number of slots, which is that of a class.
    ///   - place: Where the reference to the node stands.
    /// - Returns: What the node is now.
    private mutating func resize(_ id: NodeID, to size: UInt32, at place: Place) -> NodeID {
        let new = takeNode(size: size)
        var node = node(at: id)
        node.size = size
        setHeader(of: new, to: node)
        for cell in slots(of: id) {
            let slot = cells[Int(cell)]
            guard slot.word != 0 else { continue }
            cells[Int(emptySlot(for: slot.word, at: new, size: size))] = slot
        }
        giveBackCells(of: id)
        setReference(Reference(new), at: place)
        return new
    }

    /// The cell for a literal that the node, of which one slot is empty, does not have.
    @inline(__always)
    private func emptySlot(for key: UInt64, at id: NodeID, size: UInt32) -> UInt32 {
        var place = Self.place(of: key, size: size)
        while cells[Int(id.firstSlot + place)].word != 0 {
            place = Self.next(place, size: size)
        }
        return id.firstSlot + place
    }

    /// Removes the literal in the slot at `slot`, and moves those after it that it had pushed on.
    ///
    /// - Parameters:
    ///   - slot: The slot's cell.
    ///   - id: The node.
    ///   - place: Where the reference to the node stands, which moves if few slots are left.
    mutating func removeSlot(_ slot: UInt32, of id: NodeID, at place: Place) {
        let size = node(at: id).size
        let first = id.firstSlot
        /// How many places a search goes on from one place to another.
        func distance(from start: UInt32, to end: UInt32) -> UInt32 {
            end >= start ? end - start : end + size - start
        }
        var hole = slot - first
        var candidatePlace = hole
        cells[Int(slot)] = Cell()
        for _ in 1..<size {
            candidatePlace = Self.next(candidatePlace, size: size)
            let candidate = cells[Int(first + candidatePlace)]
            guard candidate.word != 0 else { break }
            let home = Self.place(of: candidate.word, size: size)
            // It may move to the hole unless its home lies behind the hole, on the way to where it stands.
            if distance(from: home, to: candidatePlace) >= distance(from: hole, to: candidatePlace)
            {
                cells[Int(first + hole)] = candidate
                cells[Int(first + candidatePlace)] = Cell()
                hole = candidatePlace
            }
        }
        guard !id.isBare else {
            _ = resize(id, to: 0, at: place)
            return
        }
        var node = node(at: id)
        node.literalCount -= 1
        setHeader(of: id, to: node)
        if node.literalCount == 0 {
            _ = resize(id, to: 0, at: place)
        } else if node.literalCount <= size / 4 {
            _ = resize(id, to: Self.size(ofClass: Self.sizeClass(of: size) - 1), at: place)
        }
    }

    /// Room for a node with a header, all of it empty cells but for the header's size.
    private mutating func takeNode(size: UInt32) -> NodeID {
        let id = NodeID(header: takeCells(1 + size))
        setHeader(of: id, to: Node(size: size))
        return id
    }

    /// Empty cells, one after the other, one more than the slots of a class of sizes.
    private mutating func takeCells(_ count: UInt32) -> UInt32 {
        let index = Self.sizeClass(of: count - 1)
        if index < freeNodes.count, freeNodes[index] != 0 {
            let cell = freeNodes[index]
            freeNodes[index] = cells[Int(cell)].number
            freeCellCount -= Int(count)
            cells.fill(Int(cell)..<(Int(cell) + Int(count)), with: Cell())
            return cell
        }
        let cell = UInt32(cells.count)
        cells.append(Cell(), count: Int(count))
        return cell
    }

    /// Gives back the room of a node.
    mutating func giveBackCells(of id: NodeID) {
        let range = cells(of: id)
        let index = Self.sizeClass(of: UInt32(range.count) - 1)
        while freeNodes.count <= index {
            freeNodes.append(0)
        }
        cells[Int(range.lowerBound)] = Cell(word: 0, reference: .none, number: freeNodes[index])
        freeNodes[index] = range.lowerBound
        freeCellCount += range.count
    }

    /// Moves all nodes together if too many cells are free, each behind those that lead to it.
    ///
    /// Cells that are known from before have no meaning after it.
    mutating func compactIfNeeded() {
        if freeCellCount > 64, freeCellCount > cells.count / 4 {
            compact()
        }
    }

    private mutating func compact() {
        let old = cells.view
        var compact = Table<Cell>(capacity: cells.count - freeCellCount)
        compact.append(Cell())
        // Nodes that were moved and whose children were not from `next` on.
        var moved: [NodeID] = []
        var next = 0
        /// Copies the node that the reference leads to, if it does, and returns the reference to the copy.
        func move(_ reference: Reference, to table: inout Table<Cell>) -> Reference {
            guard reference.isNode else { return reference }
            let new = UInt32(table.count)
            let range = cells(of: reference.node)
            table.append(old, Int(range.lowerBound)..<Int(range.upperBound))
            let id = reference.node.isBare ? NodeID(bareSlot: new) : NodeID(header: new)
            moved.append(id)
            return Reference(id)
        }
        root = move(Reference(root), to: &compact).node
        while next < moved.count {
            let id = moved[next]
            next += 1
            var size: UInt32 = 1
            if !id.isBare {
                let node = Node(compact[Int(id.header)])
                size = node.size
                compact[Int(id.header)].reference = move(node.plain, to: &compact)
                var edge = extras(of: node).edges
                while edge != 0 {
                    edges[Int(edge - 1)].reference = move(
                        edges[Int(edge - 1)].reference,
                        to: &compact
                    )
                    edge = edges[Int(edge - 1)].next
                }
            }
            for slot in Int(id.firstSlot)..<Int(id.firstSlot + size) {
                compact[slot].reference = move(compact[slot].reference, to: &compact)
            }
        }
        cells = compact
        freeNodes.removeAll()
        freeCellCount = 0
    }

    /// Whether the slot's label is `label`, both being longer than eight bytes.
    @inline(__always)
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
    func findEdge(for program: ByteView, at node: NodeID) -> UInt32? {
        var next = extras(of: self.node(at: node)).edges
        while next != 0 {
            let edge = edges[Int(next - 1)]
            if self.program(of: edge).elementsEqual(program) { return next - 1 }
            next = edge.next
        }
        return nil
    }

    private mutating func findOrAddEdge(for program: ByteView, at node: NodeID) -> UInt32 {
        if let found = findEdge(for: program, at: node) { return found }
        // The list is in order of precedence: go on to the last edge that is tried before this one.
        var previous: UInt32 = 0
        var next = extras(of: self.node(at: node)).edges
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
            captureCount: program[0],
            shape: SegmentProgram(bytes: program).shape,
            separator: SegmentProgram(bytes: program).separator,
            reference: .none,
            next: next
        )
        programs.append(program)
        let index: UInt32
        if let free = freeEdges.popLast() {
            index = free
            edges[Int(index)] = edge
        } else {
            index = UInt32(edges.count)
            edges.append(edge)
        }
        if previous == 0 {
            changeExtras(of: node) { $0.edges = index + 1 }
        } else {
            edges[Int(previous - 1)].next = index + 1
        }
        return index
    }
}
