/// All texts that a segment of a pattern matches, to be compared with those of others.
///
/// For checks of whole lists of patterns. Matching itself never makes one.
package struct SegmentLanguage: Sendable {
    /// A piece of a segment.
    package enum Part: Hashable, Sendable {
        /// Canonical text.
        case literal([UInt8])
        /// A capture; `words` is empty unless it has the constraint of that name.
        case capture(PathConstraint, words: [[UInt8]])
    }

    /// All texts, if there are not many.
    package let finiteTexts: [[UInt8]]?

    /// The segment, in lower case if case does not count; `nil` if it was not made of a pattern.
    package let segment: MixedSegment?

    private let automaton: SegmentAutomaton

    /// A text that another segment has to match if it matches all texts of this one.
    private let sample: [UInt8]

    /// How many texts are few enough to be listed.
    private static let finiteLimit = 64

    /// Creates the language of some pieces in a row.
    ///
    /// - Parameters:
    ///   - parts: The pieces.
    ///   - ignoresCase: Whether literal text and words match in either ASCII case.
    package init(_ parts: [Part], ignoresCase: Bool = false) {
        self.init(parts, segment: nil, ignoresCase: ignoresCase)
    }

    /// Creates the language of a segment that is no catch-all.
    ///
    /// - Parameters:
    ///   - segment: The segment.
    ///   - pattern: The pattern that it is a part of.
    ///   - ignoresCase: Whether literal text and words match in either ASCII case.
    package init(_ segment: PatternSegment, of pattern: PathPattern, ignoresCase: Bool) {
        let segment = withBytes(of: pattern.description) {
            MixedSegment($0[segment.text], ignoresCase: ignoresCase)
        }
        var parts = [Part.literal(segment.literals[0])]
        for (capture, literal) in zip(segment.captures, segment.literals.dropFirst()) {
            parts += [.capture(capture.constraint, words: capture.words), .literal(literal)]
        }
        self.init(
            parts.filter { $0 != .literal([]) },
            segment: segment,
            ignoresCase: ignoresCase
        )
    }

    private init(_ parts: [Part], segment: MixedSegment?, ignoresCase: Bool) {
        self.segment = segment
        automaton = SegmentAutomaton(parts, ignoresCase: ignoresCase)
        sample = parts.flatMap { part in
            switch part {
            case .literal(let text): text
            case .capture(let constraint, let words):
                words.first ?? Array((constraint.samples.last ?? "").utf8)
            }
        }
        finiteTexts = Self.texts(of: parts)
    }

    /// A capture with a constraint as it is written, without the colon; empty for none.
    package static func part(constraint: ArraySlice<UInt8>) -> Part {
        let words = constraint.split(separator: UInt8(ascii: "|")).map(Array.init)
        if words.count > 1 { return .capture(.words, words: words) }
        let name = String(decoding: constraint, as: UTF8.self)
        return .capture(PathConstraint(name: name) ?? .any, words: [])
    }

    private static func texts(of parts: [Part]) -> [[UInt8]]? {
        var texts: [[UInt8]] = [[]]
        for part in parts {
            switch part {
            case .literal(let text): texts = texts.map { $0 + text }
            case .capture(.words, let words):
                guard texts.count * words.count <= finiteLimit else { return nil }
                texts = texts.flatMap { text in words.map { text + $0 } }
            case .capture: return nil
            }
        }
        return texts
    }
}

// MARK: - Questions

extension SegmentLanguage {
    /// Whether a canonical text is one of them.
    package func contains(_ text: [UInt8]) -> Bool {
        automaton.matches(text)
    }

    /// Whether all texts of another segment are among them.
    ///
    /// Where the answer would take too much work, it is no.
    package func contains(_ other: SegmentLanguage) -> Bool {
        if let texts = other.finiteTexts { return texts.allSatisfy(contains) }
        return contains(other.sample) && automaton.includes(other.automaton)
    }

    /// Whether some text is one of both.
    package func overlaps(_ other: SegmentLanguage) -> Bool {
        if let texts = other.finiteTexts { return texts.contains(where: contains) }
        if let texts = finiteTexts { return texts.contains(where: other.contains) }
        return automaton.intersects(other.automaton)
    }

    /// Whether a segment is tried before another one in the same place.
    ///
    /// Both must have been made of segments of patterns.
    package func precedes(_ other: SegmentLanguage) -> Bool {
        guard let segment, let other = other.segment else { return false }
        return segment < other
    }
}

// MARK: - Automata

/// A segment as a machine that reads one symbol after the other: a byte, or an escape as a whole, which no capture cuts
/// in two.
private struct SegmentAutomaton: Sendable {
    /// A byte, or 256 more than the byte that an escape stands for.
    typealias Symbol = UInt16

    enum Label: Sendable {
        case any
        case set(ByteSet)
        case symbol(Symbol)

        func contains(_ symbol: Symbol) -> Bool {
            switch self {
            case .any: true
            case .set(let set): symbol < 256 && set.contains(UInt8(truncatingIfNeeded: symbol))
            case .symbol(let own): symbol == own
            }
        }
    }

    struct Edge: Sendable {
        let label: Label
        let target: Int
    }

    /// The edges of each state; the first state is where reading begins.
    private(set) var edges: [[Edge]] = [[]]

    /// The state in which the whole text was read.
    private(set) var end = 0

    private let ignoresCase: Bool

    init(_ parts: [SegmentLanguage.Part], ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        for part in parts {
            switch part {
            case .literal(let text): end = append(text, from: end, to: nil)
            case .capture(let constraint, let words):
                switch constraint.form {
                case .words:
                    let target = addState()
                    for word in words { _ = append(word, from: end, to: target) }
                    end = target
                case .groups(let groups):
                    for (index, length) in groups.lengths.enumerated() {
                        if index > 0 { end = append([UInt8(ascii: "-")], from: end, to: nil) }
                        for _ in 0..<length { end = addEdge(.set(groups.bytes)) }
                    }
                case .bytes(let set):
                    end = addEdge(.set(set))
                    edges[end].append(Edge(label: .set(set), target: end))
                case .any:
                    end = addEdge(.any)
                    edges[end].append(Edge(label: .any, target: end))
                }
            }
        }
    }

    /// Adds a state behind the end, to which an edge leads.
    private mutating func addEdge(_ label: Label) -> Int {
        let target = addState()
        edges[end].append(Edge(label: label, target: target))
        return target
    }

    private mutating func addState() -> Int {
        edges.append([])
        return edges.count - 1
    }

    /// Adds a way for a text.
    ///
    /// - Returns: Where it ends: at `target`, or at a new state.
    private mutating func append(_ text: [UInt8], from start: Int, to target: Int?) -> Int {
        let symbols = Self.symbols(text)
        var state = start
        for (index, symbol) in symbols.enumerated() {
            let next = index == symbols.count - 1 ? target ?? addState() : addState()
            edges[state].append(Edge(label: .symbol(symbol), target: next))
            if ignoresCase, symbol < 256 {
                let byte = UInt8(truncatingIfNeeded: symbol)
                if ByteSet.letters.contains(byte) {
                    edges[state].append(Edge(label: .symbol(Symbol(byte ^ 0x20)), target: next))
                }
            }
            state = next
        }
        return state
    }

    static func symbols(_ text: [UInt8]) -> [Symbol] {
        var symbols: [Symbol] = []
        var offset = 0
        while offset < text.count {
            if text[offset] == UInt8(ascii: "%"), offset + 2 < text.count,
                let byte = UInt8(
                    String(decoding: text[(offset + 1)...(offset + 2)], as: UTF8.self),
                    radix: 16
                )
            {
                symbols.append(256 + Symbol(byte))
                offset += 3
            } else {
                symbols.append(Symbol(text[offset]))
                offset += 1
            }
        }
        return symbols
    }

    // MARK: - Reading

    private func next(_ states: [Int], _ symbol: Symbol) -> [Int] {
        var result: [Int] = []
        for state in states {
            for edge in edges[state] where edge.label.contains(symbol) {
                if !result.contains(edge.target) { result.append(edge.target) }
            }
        }
        return result.sorted()
    }

    func matches(_ text: [UInt8]) -> Bool {
        var states = [0]
        for symbol in Self.symbols(text) {
            states = next(states, symbol)
            if states.isEmpty { return false }
        }
        return states.contains(end)
    }

    // MARK: - Comparing

    /// How many pairs of states are looked at before a comparison gives up.
    private static let limit = 4_000

    private struct Pair: Hashable {
        let state: Int
        let others: [Int]
    }

    /// Whether every text of `other` is one of this.
    func includes(_ other: SegmentAutomaton) -> Bool {
        let alphabet = Self.alphabet(self, other)
        var seen: Set<Pair> = [Pair(state: 0, others: [0])]
        var open = Array(seen)
        while let pair = open.popLast() {
            if pair.state == other.end, !pair.others.contains(end) { return false }
            for symbol in alphabet {
                let targets = other.next([pair.state], symbol)
                guard !targets.isEmpty else { continue }
                let own = next(pair.others, symbol)
                if own.isEmpty { return false }
                for target in targets {
                    let new = Pair(state: target, others: own)
                    if seen.insert(new).inserted { open.append(new) }
                }
            }
            if seen.count > Self.limit { return false }
        }
        return true
    }

    /// Whether some text is one of both.
    func intersects(_ other: SegmentAutomaton) -> Bool {
        let alphabet = Self.alphabet(self, other)
        var seen: Set<Pair> = [Pair(state: 0, others: [0])]
        var open = Array(seen)
        while let pair = open.popLast() {
            if pair.state == other.end, pair.others == [end] { return true }
            for symbol in alphabet {
                for target in other.next([pair.state], symbol) {
                    for own in next(pair.others, symbol) {
                        let new = Pair(state: target, others: [own])
                        if seen.insert(new).inserted { open.append(new) }
                    }
                }
            }
        }
        return false
    }

    /// The symbols that stand for all: those that are named, and one of each class that no label tells apart.
    private static func alphabet(_ first: SegmentAutomaton, _ second: SegmentAutomaton) -> [Symbol]
    {
        var named: Set<Symbol> = []
        for edge in (first.edges + second.edges).joined() {
            if case .symbol(let symbol) = edge.label { named.insert(symbol) }
        }
        return named.sorted()
            + classes.compactMap { symbols in
                symbols.first { !named.contains($0) }
            }
    }

    private static let classes: [[Symbol]] = [
        Array("0123456789".utf8.map(Symbol.init)),
        Array("abcdef".utf8.map(Symbol.init)), Array("ABCDEF".utf8.map(Symbol.init)),
        Array("ghijklmnopqrstuvwxyz".utf8.map(Symbol.init)),
        Array("GHIJKLMNOPQRSTUVWXYZ".utf8.map(Symbol.init)),
        [Symbol(UInt8(ascii: "-"))], Array("._~".utf8.map(Symbol.init)),
        Array("!$&'()*+,;=:@".utf8.map(Symbol.init)), Array(256...511),
    ]
}
