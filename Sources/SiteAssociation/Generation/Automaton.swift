import PathMatching

/// The texts of a pattern or of a path language, to be compared with others: a graph whose edges are sets of bytes.
///
/// Canonical paths are ASCII, so bytes are characters here.
struct Automaton {
    /// The edges of all states, one state's after the other's; an edge of no bytes takes nothing.
    private let edges: [Edge]

    /// Where the edges of each state begin, and at the end their number.
    ///
    /// The last state is the one to reach.
    private let starts: [Int]

    private struct Edge {
        let bytes: ByteSet
        let target: Int
        let takesNothing: Bool
    }

    private init(_ builder: Builder) {
        var edges: [Edge] = []
        var starts: [Int] = []
        for state in builder.edges {
            starts.append(edges.count)
            for (bytes, target) in state {
                edges.append(
                    Edge(bytes: bytes ?? ByteSet(), target: target, takesNothing: bytes == nil)
                )
            }
        }
        starts.append(edges.count)
        self.edges = edges
        self.starts = starts
    }

    private var stateCount: Int { starts.count - 1 }

    init(_ parts: some Sequence<PatternPart>, ignoresCase: Bool) {
        var builder = Builder(ignoresCase: ignoresCase)
        for part in parts { builder.append(part) }
        self.init(builder)
    }

    init(_ language: PathLanguage, ignoresCase: Bool) {
        var builder = Builder(ignoresCase: ignoresCase)
        builder.append(language)
        self.init(builder)
    }

    // MARK: Comparing

    /// Whether some text is of both.
    ///
    /// - Parameters:
    ///   - other: The other texts.
    ///   - budget: How many steps may be taken; each is taken off.
    /// - Returns: Whether there is one; true when the budget does not suffice to tell.
    func intersects(_ other: Automaton, budget: inout Int) -> Bool {
        let width = other.stateCount
        let last = (own: stateCount - 1, other: width - 1)
        var seen = Array(repeating: false, count: stateCount * width)
        var pending = [0]
        seen[0] = true
        func visit(_ own: Int, _ other: Int) {
            let pair = own * width + other
            guard !seen[pair] else { return }
            seen[pair] = true
            pending.append(pair)
        }
        while budget > 0 {
            guard let pair = pending.popLast() else { return false }
            let (own, place) = (pair / width, pair % width)
            if own == last.own, place == last.other { return true }
            var index = starts[own]
            while index < starts[own + 1] {
                let edge = edges[index]
                index += 1
                budget -= 1
                if edge.takesNothing {
                    visit(edge.target, place)
                    continue
                }
                var otherIndex = other.starts[place]
                while otherIndex < other.starts[place + 1] {
                    let otherEdge = other.edges[otherIndex]
                    otherIndex += 1
                    budget -= 1
                    if !edge.bytes.isDisjoint(with: otherEdge.bytes) {
                        visit(edge.target, otherEdge.target)
                    }
                }
            }
            var otherIndex = other.starts[place]
            while otherIndex < other.starts[place + 1] {
                let edge = other.edges[otherIndex]
                otherIndex += 1
                if edge.takesNothing { visit(own, edge.target) }
            }
        }
        return true
    }
}

/// Builds an automaton state by state.
private struct Builder {
    /// One state's edges; an edge without bytes takes nothing.
    private(set) var edges: [[(bytes: ByteSet?, target: Int)]] = [[]]

    private let ignoresCase: Bool

    init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
    }

    /// What can stand in a path.
    private static let anything = ByteSet.segment.union(ByteSet("%/[]"))
    private static let inSegment = anything.subtracting(ByteSet("/"))

    mutating func append(_ part: PatternPart) {
        switch part {
        case .text(let text): append(text, isWritten: true)
        case .one: append(Self.anything)
        case .many: appendLoop(Self.anything)
        case .member(let variable): append(variable.members)
        case .words(_, let words): append(words, isWritten: true)
        }
    }

    mutating func append(_ language: PathLanguage) {
        for pieces in language.segments {
            append([UInt8(ascii: "/")], isWritten: false)
            for piece in pieces {
                switch piece {
                case .text(let text): append(text, isWritten: false)
                case .any:
                    append(Self.inSegment)
                    appendLoop(Self.inSegment)
                case .some(let members, _):
                    append(members.members)
                    appendLoop(members.members)
                case .words(let words, _): append(words, isWritten: false)
                case .rest:
                    append(Self.inSegment)
                    appendLoop(Self.anything)
                case .uuid:
                    for offset in 0..<36 {
                        append([8, 13, 18, 23].contains(offset) ? ByteSet("-") : .hexDigits)
                    }
                }
            }
        }
        if language.segments.isEmpty {
            append([UInt8(ascii: "/")], isWritten: false)
        }
    }

    private mutating func append(_ bytes: ByteSet) {
        edges[edges.count - 1].append((bytes, edges.count))
        edges.append([])
    }

    private mutating func appendLoop(_ bytes: ByteSet) {
        edges[edges.count - 1].append((bytes, edges.count - 1))
        // What follows must not go back into the loop.
        edges[edges.count - 1].append((nil, edges.count))
        edges.append([])
    }

    private mutating func append(_ text: [UInt8], isWritten: Bool) {
        for byte in text { append(set(of: byte, isWritten: isWritten)) }
    }

    /// Adds a branch for each word.
    private mutating func append(_ words: [[UInt8]], isWritten: Bool) {
        let start = edges.count - 1
        var ends: [Int] = []
        for word in words {
            var state = start
            for byte in word {
                edges[state].append((set(of: byte, isWritten: isWritten), edges.count))
                state = edges.count
                edges.append([])
            }
            ends.append(state)
        }
        let end = edges.count
        edges.append([])
        for state in ends { edges[state].append((nil, end)) }
    }

    /// The bytes that a byte of a text stands for.
    private func set(of byte: UInt8, isWritten: Bool) -> ByteSet {
        if isWritten, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "(") {
            return Self.anything
        }
        let lower = ByteSet.lowercased(byte)
        guard ignoresCase, ByteSet.letters.contains(byte) else { return ByteSet(byte...byte) }
        return ByteSet(lower...lower, (lower ^ 0x20)...(lower ^ 0x20))
    }
}
