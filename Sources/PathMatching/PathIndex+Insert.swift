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
            let node =
                reference.isNode
                ? reference.node : makeNode(at: place, size: segment.kind == .literal ? 1 : 0)
            switch segment.kind {
            case .literal:
                let range = (start + segment.text.lowerBound)..<(start + segment.text.upperBound)
                place = .slot(findOrAddSlot(for: range, of: node, at: place))
            case .program:
                place = .edge(
                    pattern.withProgram(of: segment, ignoresCase: ignoresCase) {
                        findOrAddEdge(for: $0, at: node)
                    }
                )
            case .plain:
                place = .plain(node: node)
            case .catchAll:
                place = .catchAll(node: node)
            }
        }
        if !isSet, let existing = existing ?? self.entry(at: place) {
            texts.removeLast(texts.count - start)
            return .conflict(existing)
        }
        if !isSet {
            if reference(at: place).isEntryAfterCapture {
                _ = makeNode(at: place, size: 0)
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
        case .root: return Reference(node: root)
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
            slot.set(reference, size: size(ofNodeAt: reference))
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
            changeExtras(of: reference.node) { $0.entry = entry + 1 }
        } else {
            setReference(
                reference.exists ? reference.with(entry: entry) : Reference(entry: entry),
                at: place
            )
        }
    }

    private mutating func setPlain(_ reference: Reference, of cell: UInt32) {
        var node = node(at: cell)
        node.set(plain: reference, extras: node.extras, extras(of: node))
        cells[Int(cell)] = node.cell
    }

    /// Changes the extras of the node at `cell`, which are made when there are none and given back when nothing is left.
    mutating func changeExtras(of cell: UInt32, _ change: (inout Extras) -> Void) {
        var node = node(at: cell)
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
        cells[Int(cell)] = node.cell
    }

    /// Makes a node, with 0 or 1 slots, at `place`, where there is none.
    private mutating func makeNode(at place: Place, size: UInt32) -> UInt32 {
        let reference = reference(at: place)
        let cell = takeCells(class: Self.sizeClass(of: size))
        var node = Node()
        node.size = size
        cells[Int(cell)] = node.cell
        if reference.isEntryAfterCapture {
            setPlain(Reference(entry: reference.entry), of: cell)
        } else if reference.isEntry {
            changeExtras(of: cell) { $0.entry = reference.entry + 1 }
        }
        setReference(Reference(node: cell), at: place)
        return cell
    }
}

// MARK: - Literals

extension PathIndex {
    /// The cell of the slot of the literal `label`, at the node of the given cell.
    func findSlot(for label: ByteView, key: UInt64, at cell: UInt32) -> UInt32? {
        let (found, isFound) = search(for: label, key: key, at: cell, node(at: cell))
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
        at cell: UInt32,
        _ node: Node
    ) -> (slot: UInt32, isFound: Bool) {
        var place = Self.place(of: key, size: node.size)
        for _ in 0..<node.size {
            let slot = slot(at: cell + 1 + place)
            if slot.key == 0 { return (cell + 1 + place, false) }
            if slot.key == key, label.count <= 8 || hasLabel(slot, label) {
                return (cell + 1 + place, true)
            }
            place = Self.next(place, size: node.size)
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
    ///   - cell: The node's; it is another one when the node has to move.
    ///   - place: Where the reference to the node stands.
    /// - Returns: The slot's cell.
    private mutating func findOrAddSlot(
        for range: Range<Int>,
        of cell: UInt32,
        at place: Place
    ) -> UInt32 {
        let label = texts.bytes[range]
        let key = key(of: label)
        var cell = cell
        var node = node(at: cell)
        var (slot, isFound) = search(for: label, key: key, at: cell, node)
        guard !isFound else { return slot }
        if !Self.fits(node.literalCount + 1, size: node.size) {
            cell = resize(cell, toClass: Self.sizeClass(of: node.size) + 1, at: place)
            node = self.node(at: cell)
            slot = emptySlot(for: key, at: cell, size: node.size)
        }
        cells[Int(slot)] =
            Slot(key: key, label: range.count > 8 ? UInt32(range.lowerBound) : 0).cell
        node.literalCount += 1
        cells[Int(cell)] = node.cell
        return slot
    }

    /// Whether `size` slots may hold `count` literals: few fill up, since all of them are in one or two cache lines; more
    /// to four fifths, so that searches stay short.
    private static func fits(_ count: UInt32, size: UInt32) -> Bool {
        size <= 4 ? count <= size : count <= size - size / 5
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

    /// Moves a node to where it has another number of slots.
    ///
    /// - Parameters:
    ///   - cell: The node's.
    ///   - newClass: The class of its new size.
    ///   - place: Where the reference to the node stands.
    /// - Returns: The node's new cell.
    private mutating func resize(_ cell: UInt32, toClass newClass: Int, at place: Place) -> UInt32 {
        let new = takeCells(class: newClass)
        var node = node(at: cell)
        let old = slots(at: cell)
        node.size = Self.size(ofClass: newClass)
        cells[Int(new)] = node.cell
        for index in old {
            let slot = slot(at: index)
            guard slot.key != 0 else { continue }
            cells[Int(emptySlot(for: slot.key, at: new, size: node.size))] = slot.cell
        }
        giveBackCells(of: cell, size: UInt32(old.count))
        setReference(Reference(node: new), at: place)
        return new
    }

    /// The cell for a literal that the node, of which one slot is empty, does not have.
    @inline(__always)
    private func emptySlot(for key: UInt64, at cell: UInt32, size: UInt32) -> UInt32 {
        var place = Self.place(of: key, size: size)
        while cells[Int(cell + 1 + place)].word != 0 {
            place = Self.next(place, size: size)
        }
        return cell + 1 + place
    }

    /// Removes the literal in the slot at `slot`, and moves those after it that it had pushed on.
    ///
    /// - Parameters:
    ///   - slot: The slot's cell.
    ///   - cell: The node's.
    ///   - place: Where the reference to the node stands, which moves if few slots are left.
    mutating func removeSlot(_ slot: UInt32, of cell: UInt32, at place: Place) {
        let size = node(at: cell).size
        let first = cell + 1
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
        var node = node(at: cell)
        node.literalCount -= 1
        cells[Int(cell)] = node.cell
        let count = node.literalCount
        if count == 0 {
            _ = resize(cell, toClass: 0, at: place)
        } else if count <= size / 4 {
            _ = resize(cell, toClass: Self.sizeClass(of: size) - 1, at: place)
        }
    }

    /// Room for a node of a class of sizes, all of it empty cells.
    private mutating func takeCells(class index: Int) -> UInt32 {
        let count = 1 + Int(Self.size(ofClass: index))
        if index < freeNodes.count, freeNodes[index] != 0 {
            let cell = freeNodes[index]
            freeNodes[index] = cells[Int(cell)].number
            freeCellCount -= count
            cells.fill(Int(cell)..<(Int(cell) + count), with: Cell())
            return cell
        }
        let cell = UInt32(cells.count)
        cells.append(Cell(), count: count)
        return cell
    }

    /// Gives back the room of a node.
    mutating func giveBackCells(of cell: UInt32, size: UInt32) {
        let index = Self.sizeClass(of: size)
        while freeNodes.count <= index {
            freeNodes.append(0)
        }
        cells[Int(cell)] = Cell(word: 0, reference: .none, number: freeNodes[index])
        freeNodes[index] = cell
        freeCellCount += 1 + Int(size)
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
        // Nodes that were moved and whose children were not are a queue in the new table.
        var next = compact.count
        root = Self.move(Reference(node: root), from: old, to: &compact).node
        while next < compact.count {
            let node = Node(compact[next])
            if node.plain.isNode {
                compact[next].reference = Self.move(node.plain, from: old, to: &compact)
            }
            var edge = extras(of: node).edges
            while edge != 0 {
                edges[Int(edge - 1)].reference = Self.move(
                    edges[Int(edge - 1)].reference,
                    from: old,
                    to: &compact
                )
                edge = edges[Int(edge - 1)].next
            }
            for slot in (next + 1)..<(next + 1 + Int(node.size)) {
                let reference = compact[slot].reference
                if reference.isNode {
                    compact[slot].reference = Self.move(reference, from: old, to: &compact)
                }
            }
            next += 1 + Int(node.size)
        }
        cells = compact
        freeNodes.removeAll()
        freeCellCount = 0
    }

    /// Copies the node that the reference leads to, if it does, and returns the reference to the copy.
    private static func move(
        _ reference: Reference,
        from cells: TableView<Cell>,
        to table: inout Table<Cell>
    ) -> Reference {
        guard reference.isNode else { return reference }
        let new = UInt32(table.count)
        let start = Int(reference.node)
        let end = start + 1 + Int(Node(cells[reference.node]).size)
        table.append(cells, start..<end)
        return Reference(node: new)
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
    func findEdge(for program: ByteView, at node: UInt32) -> UInt32? {
        var next = extras(of: self.node(at: node)).edges
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
