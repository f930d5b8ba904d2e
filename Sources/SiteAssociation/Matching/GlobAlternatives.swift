/// The texts that a substitution variable stands for.
///
/// Those without wildcards are kept in a tree of their units, so that six hundred languages cost no more than the
/// longest of them.
final class GlobAlternatives: Sendable {
    /// The texts without wildcards.
    let plain: UnitTree

    /// The texts with wildcards.
    let patterns: [Glob]

    /// What one use costs: a step into the tree concerns one place of a text, any other part sixty-four at once.
    let weight: Int

    /// A text that the variable stands for, the first of the list; `nil` when the list is empty.
    let first: Glob?

    /// The name that the variable has in the file.
    let name: String

    /// The first few texts; `nil` for those with wildcards.
    private let some: [[UInt32]?]

    /// Creates the alternatives from the compiled texts of a list.
    init(name: String, _ values: [Glob]) {
        var plain = UnitTree()
        var patterns: [Glob] = []
        for value in values {
            if let units = value.units {
                plain.insert(units)
            } else {
                patterns.append(value)
            }
        }
        self.name = name
        self.plain = plain
        self.patterns = patterns
        weight = 1 + 64 * plain.depth + patterns.reduce(0) { $0 + $1.weight }
        first = values.first
        canBeEmpty = values.contains { value in
            value.tokens.allSatisfy { token in
                if case .many = token { true } else { false }
            }
        }
        some = values.prefix(8).map(\.units)
    }

    /// The text with that number, for samples; `nil` when the list is shorter, or has a pattern there.
    func text(_ number: Int) -> [UInt32]? {
        number < some.count ? some[number] : nil
    }

    /// Whether one of the texts has no character, or may have none.
    let canBeEmpty: Bool
}

extension Glob {
    /// The units of a pattern that has nothing but literal ones, or `nil`.
    var units: [UInt32]? {
        var units: [UInt32] = []
        for token in tokens {
            guard case .unit(let unit) = token else { return nil }
            units.append(unit)
        }
        return units
    }
}

/// A set of texts as a tree of their units.
struct UnitTree: Sendable {
    private struct Node {
        /// The children's units, sorted, each with the child's index.
        var children: [(unit: UInt32, node: Int)] = []
        /// Whether a text ends here.
        var isEnd = false
    }

    private var nodes = [Node()]

    /// How many units the longest text has.
    private(set) var depth = 0

    /// Adds a text.
    mutating func insert(_ units: [UInt32]) {
        var node = 0
        for unit in units {
            let place = Self.place(of: unit, in: nodes[node].children)
            if place < nodes[node].children.count, nodes[node].children[place].unit == unit {
                node = nodes[node].children[place].node
            } else {
                nodes[node].children.insert((unit, nodes.count), at: place)
                node = nodes.count
                nodes.append(Node())
            }
        }
        nodes[node].isEnd = true
        depth = max(depth, units.count)
    }

    /// Calls `body` with the end of each text of the set that `text` has at `start`.
    ///
    /// - Returns: How many units were read.
    @discardableResult
    func forEachEnd(in text: ArraySlice<UInt32>, from start: Int, _ body: (Int) -> Void) -> Int {
        var node = 0
        var offset = start
        while true {
            if nodes[node].isEnd {
                body(offset)
            }
            guard offset < text.endIndex else { return offset - start }
            let place = Self.place(of: text[offset], in: nodes[node].children)
            guard place < nodes[node].children.count,
                nodes[node].children[place].unit == text[offset]
            else { return offset - start + 1 }
            node = nodes[node].children[place].node
            offset += 1
        }
    }

    /// The index of the first child whose unit is not smaller.
    private static func place(of unit: UInt32, in children: [(unit: UInt32, node: Int)]) -> Int {
        var low = 0
        var high = children.count
        while low < high {
            let middle = (low + high) / 2
            if children[middle].unit < unit {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
