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
                spellingHash(pattern(of: entry)).map { spellings[$0]?.contains(entry) == true }
                    ?? true,
                "A pattern is not found by what it matches"
            )
        }
        precondition(
            spellings.values.joined().allSatisfy { $0 < entries.count },
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
    /// Traps unless the ranks of a node and their edges are in order, and each edge is found.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - body: Called with what each edge leads to.
    func checkInvariants(of node: UInt32, _ body: (PathIndex.Reference) -> Void) {
        var rank = nodes[Int(node)]
        while rank != 0 {
            let next = bands[Int(rank)].nextRank
            precondition(
                next == 0 || bands[Int(rank)].precedes(bands[Int(next)]),
                "Ranks are out of order"
            )
            var band = rank
            while band != 0 {
                precondition(bands[Int(band)].first == rank, "A band is in another rank")
                var groupCount: UInt32 = 0
                for group in 1..<UInt32(groups.count) where groups[Int(group)].band == band {
                    groupCount += 1
                    checkGroup(group, of: node, body)
                }
                precondition(bands[Int(band)].groupCount == groupCount, "Groups are counted wrong")
                band = bands[Int(band)].next
            }
            rank = next
        }
    }

    private func checkGroup(_ group: UInt32, of node: UInt32, _ body: (PathIndex.Reference) -> Void)
    {
        var edge = groups[Int(group)].first
        precondition(edge != 0, "A group is empty")
        while edge != 0 {
            let next = edges[Int(edge)].next
            precondition(edges[Int(edge)].group == group, "An edge is in another group")
            precondition(
                next == 0 || segment(of: edge) < segment(of: next),
                "Edges are out of order"
            )
            precondition(find(segment(of: edge), at: node) == edge, "An edge is not found")
            body(self[edge])
            edge = next
        }
    }
}
