/// Finds rules whose paths can begin as another path does.
///
/// A rule can only match a path, or all that another rule matches, when its literal beginning is a beginning of the
/// other's.
struct HeadIndex<Value> {
    private var values: [[UInt32]: [Value]] = [:]

    /// How much of a beginning counts: an index needs not be exact, as each rule that is found is compared all the same.
    private static var longest: Int { 64 }

    /// Adds a rule with the literal beginning of its paths.
    mutating func insert(_ value: Value, head: some Collection<UInt32>) {
        values[Array(head.prefix(Self.longest)), default: []].append(value)
    }

    /// The rules whose literal beginnings begin `head`, one list for each length, the shortest first.
    func candidates(for head: some Collection<UInt32>) -> [[Value]] {
        var prefix: [UInt32] = []
        var candidates = [values[prefix] ?? []]
        for unit in head.prefix(Self.longest) {
            prefix.append(unit)
            if let found = values[prefix] { candidates.append(found) }
        }
        return candidates
    }
}

extension CompiledRule {
    /// The units with which every path begins that the rule matches, ASCII letters in small.
    var head: [UInt32] {
        guard let path, let glob = path.last else { return [] }
        // The last glob is the parent's where there is one, whose head is the shorter.
        if path.contains(where: \.coversEveryPath) { return [] }
        var head: [UInt32] = []
        for token in glob.tokens {
            guard case .unit(let unit) = token else { break }
            head.append((0x41...0x5A).contains(unit) ? unit + 0x20 : unit)
        }
        return head
    }
}
