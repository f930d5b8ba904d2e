/// A tree with a dictionary of segments in each node: the plain way to write a trie.
final class SegmentTree {
    private var literals: [Substring: SegmentTree] = [:]
    /// The segments that are not literal, in the order in which they are tried.
    private var others: [(pieces: [LinearMatcher.Piece], tree: SegmentTree)] = []
    private var route: Int?

    init(_ patterns: [String] = []) {
        for (index, pattern) in patterns.enumerated() {
            var tree = self
            for segment in LinearMatcher.split(pattern) {
                tree = tree.child(for: LinearMatcher.pieces(of: segment), segment)
            }
            tree.route = index
        }
    }

    private func child(for pieces: [LinearMatcher.Piece], _ segment: Substring) -> SegmentTree {
        if case .literal? = pieces.first, pieces.count == 1 {
            if let child = literals[segment] { return child }
            let child = SegmentTree()
            literals[segment] = child
            return child
        }
        if let (_, child) = others.first(where: { $0.pieces == pieces }) { return child }
        let child = SegmentTree()
        others.append((pieces, child))
        others.sort { LinearMatcher.rank(of: $0.pieces) < LinearMatcher.rank(of: $1.pieces) }
        return child
    }

    /// The index of the pattern that matches a path.
    func match(_ path: String) -> Int? {
        var captures: [Substring] = []
        return match(LinearMatcher.split(path)[...], &captures)
    }

    private func match(_ path: ArraySlice<Substring>, _ captures: inout [Substring]) -> Int? {
        guard let segment = path.first else { return route }
        let rest = path.dropFirst()
        if let found = literals[segment]?.match(rest, &captures) { return found }
        let count = captures.count
        for (pieces, tree) in others {
            if pieces == [.catchAll] {
                for end in rest.startIndex...rest.endIndex {
                    captures.append(segment.base[segment.startIndex..<path[end - 1].endIndex])
                    if let found = tree.match(path[end...], &captures) { return found }
                    captures.removeSubrange(count...)
                }
            } else if let own = LinearMatcher.captures(of: segment, by: pieces[...]) {
                captures += own
                if let found = tree.match(rest, &captures) { return found }
                captures.removeSubrange(count...)
            }
        }
        return nil
    }
}
