@testable import PathMatching

extension PathTrie {
    /// Traps unless the storage is consistent.
    func checkInvariants() {
        box.index.checkInvariants()
        precondition(box.index.entries.count == values.count, "Values and entries differ in number")
    }
}

extension PathIndex {
    /// Traps unless each entry and each node but the first two has exactly one reference, and each literal is found.
    func checkInvariants() {
        var nodesSeen: Set<UInt32> = []
        var entriesSeen: Set<UInt32> = []
        func see(_ reference: Reference) {
            guard reference.exists else { return }
            precondition(
                reference.isLeaf
                    ? entriesSeen.insert(reference.entry).inserted
                    : nodesSeen.insert(reference.node).inserted,
                "A node or an entry is reached twice"
            )
        }
        for index in 0..<nodes.count {
            let node = nodes[index]
            precondition(
                index > 0 || !node.hasAlternatives && node.entry == 0,
                "No node has ways on"
            )
            see(node.plain)
            if node.entry != 0 { see(Reference(entry: node.entry - 1)) }
            let extras = extras(of: node)
            see(extras.catchAll)
            see(extras.optional)
            precondition(
                extras.number != 0 || !extras.catchAll.isNode && !extras.optional.isNode,
                "A catch-all that goes on has no number"
            )
            if extras.mixed != 0 { mixed.checkInvariants(of: extras.mixed) { see($0) } }
        }
        slots.checkInvariants()
        for index in 0..<slots.slots.count { see(slots[index]) }
        for entry in 0..<entries.count {
            precondition(
                identity(of: pattern(of: entry)).map { spellings[$0] == entry } ?? true,
                "A pattern is not found by what it matches"
            )
        }
        precondition(
            spellings.values.allSatisfy { $0 < entries.count },
            "A pattern that is gone is found by what it matches"
        )
        precondition(nodesSeen == Set(2..<UInt32(max(2, nodes.count))), "A node is not reached")
        precondition(entriesSeen == Set(0..<UInt32(entries.count)), "An entry is not reached")
    }
}

extension SlotTable {
    /// Traps unless the number of literals is as counted, and each is found.
    func checkInvariants() {
        var used = 0
        for index in 0..<slots.count where slots[index].parent != 0 {
            let slot = slots[index]
            used += 1
            let found = slots.view.find(slot.key.withoutLabel, from: slot.parent) { $0 == slot.key }
            precondition(found.index == index, "A literal is not found")
        }
        precondition(used == count && used < slots.count, "Literals are counted wrong")
    }
}

extension MixedEdges {
    /// Traps unless the edges of a node are in order, and each is reached and found.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - body: Called with what each edge leads to.
    func checkInvariants(of node: UInt32, _ body: (PathIndex.Reference) -> Void) {
        var number = nodes[Int(node) - 1]
        var reached: [UInt32] = []
        while number != 0 {
            let band = bands[Int(number) - 1]
            var starts: [UInt32] = []
            for index in 0..<slots.slots.count where slots.slots[index].parent == number {
                starts.append(slots[index].node)
            }
            precondition(band.first == (starts.count == 1 ? starts[0] : 0), "Not the only ends")
            // Edges with different ends are in no order but that of their texts.
            for start in starts.sorted(by: { segment(of: $0) < segment(of: $1) }) {
                var edge = start
                while edge != 0 {
                    precondition(edges[Int(edge) - 1].band == number, "An edge is in another band")
                    precondition(
                        segment(of: edge).hasSameEnds(as: segment(of: start)),
                        "An edge has other ends"
                    )
                    precondition(find(segment(of: edge), at: node) == edge, "An edge is not found")
                    reached.append(edge)
                    body(self[edge])
                    edge = edges[Int(edge) - 1].next
                }
            }
            number = band.next
        }
        precondition(reached == edges(of: node), "Edges are out of order")
        for (edge, next) in zip(reached, reached.dropFirst()) {
            precondition(segment(of: edge) < segment(of: next), "Edges are out of order")
        }
    }
}
