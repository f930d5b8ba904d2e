import PathMatching

/// A matcher that is slow and plainly right.
///
/// It tries every pattern in every way in which its catch-alls can share a path, splits segments by trying every split, and
/// picks the best by comparing decision after decision. It reads patterns with a parser of its own and knows ASCII only.
package struct LinearMatcher {
    package struct Match: Equatable {
        package let index: Int
        package let captures: [String: String]
    }

    private let patterns: [[Segment]]

    package init(_ patterns: [String], ignoresCase: Bool = false) {
        self.patterns = patterns.map { Self.segments(of: $0, ignoresCase: ignoresCase) }
    }

    private static func segments(of pattern: String, ignoresCase: Bool = false) -> [Segment] {
        pattern.split(separator: "/").map { Segment(String($0), ignoresCase: ignoresCase) }
    }

    package func match(_ path: String) -> Match? {
        let segments = path.split(separator: "/").map(String.init)
        var best: (way: Way, index: Int)?
        for (index, pattern) in patterns.enumerated() {
            for way in Self.ways(of: segments[...], with: pattern[...])
            where best.map({ Self.precedes(way.decisions, $0.way.decisions) }) ?? true {
                best = (way, index)
            }
        }
        return best.map { match in
            let captures = match.way.captures.mapValues { $0.joined(separator: "/") }
            return Match(index: match.index, captures: captures)
        }
    }

    /// The way in which one pattern matches a path with the given segments; nil if it does not match.
    package static func way(of path: [String], with pattern: String, ignoresCase: Bool) -> Way? {
        ways(of: path[...], with: segments(of: pattern, ignoresCase: ignoresCase)[...])
            .min { precedes($0.decisions, $1.decisions) }
    }

    /// A way in which a pattern matches a path.
    package struct Way {
        /// The kind of each segment of the pattern; smaller decisions are tried first.
        ///
        /// A catch-all that is not last adds a 1 for each segment beyond the fewest it must take, and then a 0.
        package var decisions: [[Int]] = []
        /// The segments of each catch-all, and the texts of the other captures.
        package var captures: [String: [String]] = [:]
    }

    private static func ways(
        of path: ArraySlice<String>,
        with pattern: ArraySlice<Segment>
    ) -> [Way] {
        guard let segment = pattern.first else { return path.isEmpty ? [Way()] : [] }
        let others = pattern.dropFirst()
        var result: [Way] = []
        func add(_ decisions: [[Int]], _ captures: [String: [String]], _ count: Int) {
            for var way in ways(of: path.dropFirst(count), with: others) {
                way.decisions = decisions + way.decisions
                way.captures.merge(captures) { own, _ in own }
                result.append(way)
            }
        }
        if case .catchAll(let name, let isOptional) = segment {
            let least = isOptional ? 0 : 1
            for count in (others.isEmpty ? path.count : least)..<(path.count + 1)
            where count >= least {
                let texts = Array(path.prefix(count))
                let more = Array(repeating: [1], count: count - least) + [[0]]
                let decisions = others.isEmpty ? [[7 + 1 - least]] : [[5 + 1 - least]] + more
                add(decisions, count == 0 ? [:] : [name: texts], count)
            }
        } else if let first = path.first, let captures = segment.captures(of: first) {
            add([segment.rank], captures.mapValues { [$0] }, 1)
        }
        return result
    }

    package static func precedes(_ left: [[Int]], _ right: [[Int]]) -> Bool {
        for (left, right) in zip(left, right) where left != right {
            return left.lexicographicallyPrecedes(right)
        }
        return left.count < right.count
    }

    /// A value that is equal for two patterns that match the same paths, as far as their text shows.
    package static func identity(of pattern: String) -> [[Int]] {
        var identity: [[Int]] = []
        for segment in segments(of: pattern) {
            let any: [Int]
            switch segment {
            case .catchAll(_, let isOptional): any = [5, isOptional ? 0 : 1, 1]
            case .text: any = segment.rank == [3] ? [5, 1, 0] : []
            }
            if any.isEmpty {
                identity.append(segment.rank)
            } else if let last = identity.last, last[0] == 5 {
                // Consecutive segments of any text: the least number of them, and whether there may be more.
                identity[identity.count - 1] = [5, last[1] + any[1], max(last[2], any[2])]
            } else {
                identity.append(any)
            }
        }
        return identity
    }
}

extension LinearMatcher {
    private enum Segment {
        /// Literal texts are in lower case if `ignoresCase` is set.
        case text(
            literals: [String],
            captures: [(name: String, constraint: String)],
            ignoresCase: Bool
        )
        case catchAll(String, isOptional: Bool)

        init(_ text: String, ignoresCase: Bool = false) {
            if text.hasPrefix("{*") {
                let name = text.dropFirst(2).dropLast()
                self = .catchAll(
                    String(name.hasSuffix("?") ? name.dropLast() : name),
                    isOptional: name.hasSuffix("?")
                )
                return
            }
            var literals: [String] = []
            var captures: [(name: String, constraint: String)] = []
            var rest = text[...]
            while let open = rest.firstIndex(of: "{"), let close = rest.firstIndex(of: "}") {
                literals.append(String(rest[..<open]))
                let parts = rest[rest.index(after: open)..<close].split(
                    separator: ":",
                    maxSplits: 1
                )
                captures.append((String(parts[0]), parts.count > 1 ? String(parts[1]) : ""))
                rest = rest[rest.index(after: close)...]
            }
            literals.append(String(rest))
            if ignoresCase { literals = literals.map { $0.lowercased() } }
            self = .text(literals: literals, captures: captures, ignoresCase: ignoresCase)
        }

        /// Ranks compare in the order of segments' precedence.
        var rank: [Int] {
            guard case .text(let literals, let captures, _) = self else { return [4] }
            if captures.isEmpty { return [0] + literals[0].utf8.map(Int.init) }
            let length = literals.joined().utf8.count
            let constraints = captures.flatMap { Self.rank(of: $0.constraint) }
            if length > 0 {
                let text = literals.flatMap { $0.utf8.map(Int.init) + [0] }
                let ends = [literals[0], literals[captures.count]].map { -$0.utf8.count }
                return [1, -length] + ends + constraints + [-1] + text
            }
            return captures[0].constraint.isEmpty ? [3] : [2] + constraints
        }

        private static func rank(of constraint: String) -> [Int] {
            if constraint.contains("|") {
                let words = constraint.split(separator: "|").sorted()
                return [0, words.count] + words.flatMap { $0.utf8.map(Int.init) + [-1] }
            }
            return [PathConstraint(name: constraint).map { Int($0.rawValue) } ?? .max]
        }

        func captures(of segment: String) -> [String: String]? {
            guard case .text(let literals, let captures, let ignoresCase) = self else { return nil }
            guard let first = captures.first else {
                return literals[0] == (ignoresCase ? segment.lowercased() : segment) ? [:] : nil
            }
            if captures.count == 1, literals == ["", ""], first.constraint.isEmpty {
                return [first.name: segment]
            }
            guard
                let values = Self.split(
                    Array(segment.utf8)[...],
                    literals.map { Array($0.utf8) }[...],
                    captures.map(\.constraint)[...],
                    ignoresCase
                )
            else { return nil }
            return Dictionary(uniqueKeysWithValues: zip(captures.map(\.name), values))
        }

        /// Splits from the right: the last capture takes the shortest text with which the rest matches.
        private static func split(
            _ text: ArraySlice<UInt8>,
            _ literals: ArraySlice<[UInt8]>,
            _ constraints: ArraySlice<String>,
            _ ignoresCase: Bool
        ) -> [String]? {
            func ends(_ text: ArraySlice<UInt8>, in literal: [UInt8]) -> Bool {
                let end = text.suffix(literal.count)
                return ignoresCase
                    ? String(decoding: end, as: UTF8.self).lowercased().utf8.elementsEqual(literal)
                    : end == literal[...]
            }
            guard let literal = literals.last, ends(text, in: literal) else { return nil }
            let text = text.dropLast(literal.count)
            guard let constraint = constraints.last else { return text.isEmpty ? [] : nil }
            guard !text.isEmpty else { return nil }
            for length in 1...text.count {
                // The text before a capture must end in the literal before it.
                let rest = text.dropLast(length)
                guard let next = literals.dropLast().last, ends(rest, in: next) else { continue }
                let value = String(decoding: text.suffix(length), as: UTF8.self)
                if satisfies(value, constraint),
                    let before = split(
                        rest,
                        literals.dropLast(),
                        constraints.dropLast(),
                        ignoresCase
                    )
                {
                    return before + [value]
                }
            }
            return nil
        }

        private static func satisfies(_ value: String, _ constraint: String) -> Bool {
            if constraint.contains("|") {
                return constraint.split(separator: "|").contains(value[...])
            }
            let named = PathConstraint.allCases.first { $0.name == constraint } ?? .any
            switch named.form {
            case .any: return true
            case .words: return false
            case .bytes(let set): return value.utf8.allSatisfy(set.contains)
            case .groups(let form, let set):
                return value.utf8.map { set.contains($0) ? 48 : $0 } == Array(form.utf8)
            }
        }
    }
}
