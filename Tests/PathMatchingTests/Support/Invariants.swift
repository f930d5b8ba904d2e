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
            if extras.mixed != 0 { mixed.checkInvariants(of: Int(extras.mixed) - 1) { see($0) } }
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
            let found = slots.view.find(slot.key.withoutLabel, from: slot.parent) {
                $0 == slot.key
            }
            precondition(found.index == index, "A literal is not found")
        }
        precondition(used == count && used < slots.count, "Literals are counted wrong")
    }
}

extension MixedEdges {
    /// Traps unless the bands of a node and their edges are in order.
    ///
    /// - Parameters:
    ///   - node: The number of the node among those with mixed segments.
    ///   - body: Called with what each edge leads to.
    func checkInvariants(of node: Int, _ body: (PathIndex.Reference) -> Void) {
        for (position, edge) in nodes[node].edges.enumerated() {
            precondition(edges[Int(edge)].position == position, "Edges are out of order")
            body(self[edge])
        }
        let bands = nodes[node].bands
        for (band, next) in zip(bands, bands.dropFirst()) {
            precondition(band.form.rank <= next.form.rank, "Bands are out of order")
        }
        for band in bands {
            for edge in band.edges {
                let form = Form(of: segments[Int(edge)])
                precondition(form == band.form, "An edge is in another band")
            }
            for (edge, next) in zip(band.edges, band.edges.dropFirst()) {
                precondition(precedes(segments[Int(edge)], next), "Edges are out of order")
            }
        }
    }
}
