import PathMatching

/// A matcher that is slow and plainly right.
///
/// It tries every pattern, splits segments by trying every split, and picks
/// the best by comparing segment after segment. It reads patterns with a parser of its own and knows ASCII only.
struct LinearMatcher {
    struct Match: Equatable {
        let index: Int
        let captures: [String: String]
    }

    private let patterns: [[Segment]]

    init(_ patterns: [String]) {
        self.patterns = patterns.map { pattern in
            pattern.split(separator: "/").map { Segment(String($0)) }
        }
    }

    func match(_ path: String) -> Match? {
        let segments = path.split(separator: "/").map(String.init)
        var best: (segments: [Segment], match: Match)?
        for (index, pattern) in patterns.enumerated() {
            guard let captures = Self.captures(of: segments, with: pattern) else { continue }
            if best == nil || Self.precedes(pattern, best?.segments ?? []) {
                best = (pattern, Match(index: index, captures: captures))
            }
        }
        return best?.match
    }

    private static func captures(of path: [String], with pattern: [Segment]) -> [String: String]? {
        var endsInCatchAll = false
        if case .catchAll? = pattern.last {
            endsInCatchAll = true
        }
        guard pattern.count == path.count || endsInCatchAll && pattern.count < path.count else {
            return nil
        }
        var result: [String: String] = [:]
        for (index, segment) in pattern.enumerated() {
            if case .catchAll(let name) = segment {
                result[name] = path[index...].joined(separator: "/")
                return result
            }
            guard let captures = segment.captures(of: path[index]) else { return nil }
            result.merge(captures) { first, _ in first }
        }
        return result
    }

    private static func precedes(_ left: [Segment], _ right: [Segment]) -> Bool {
        for (left, right) in zip(left, right) where left.rank != right.rank {
            return left.rank.lexicographicallyPrecedes(right.rank)
        }
        return false
    }

    /// What two patterns have in common when they match the same paths, as far as their text tells.
    static func identity(of pattern: String) -> [[Int]] {
        pattern.split(separator: "/").map { Segment(String($0)).rank }
    }
}

extension LinearMatcher {
    enum Segment {
        case text(literals: [String], captures: [(name: String, constraint: String)])
        case catchAll(String)

        init(_ text: String) {
            if text.hasPrefix("{*") {
                self = .catchAll(String(text.dropFirst(2).dropLast()))
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
            self = .text(literals: literals + [String(rest)], captures: captures)
        }

        /// Lists of numbers compare like the precedence of segments.
        var rank: [Int] {
            guard case .text(let literals, let captures) = self else { return [4] }
            if captures.isEmpty { return [0] + literals[0].utf8.map(Int.init) }
            let length = literals.joined().utf8.count
            let constraints = captures.flatMap { Self.rank(of: $0.constraint) }
            if length > 0 {
                let text = literals.flatMap { $0.utf8.map(Int.init) + [0] }
                return [1, -length, -literals[0].utf8.count] + constraints + [-1] + text
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
            guard case .text(let literals, let captures) = self else { return nil }
            guard let first = captures.first else { return literals[0] == segment ? [:] : nil }
            if captures.count == 1, literals == ["", ""], first.constraint.isEmpty {
                return [first.name: segment]
            }
            guard
                let values = Self.split(
                    Array(segment.utf8)[...],
                    literals.map { Array($0.utf8) }[...],
                    captures.map(\.constraint)[...]
                )
            else { return nil }
            return Dictionary(uniqueKeysWithValues: zip(captures.map(\.name), values))
        }

        /// Splits from the right: the last capture takes the shortest text with which the rest matches.
        private static func split(
            _ text: ArraySlice<UInt8>,
            _ literals: ArraySlice<[UInt8]>,
            _ constraints: ArraySlice<String>
        ) -> [String]? {
            guard let literal = literals.last, text.suffix(literal.count) == literal[...] else {
                return nil
            }
            let text = text.dropLast(literal.count)
            guard let constraint = constraints.last else { return text.isEmpty ? [] : nil }
            guard !text.isEmpty else { return nil }
            for length in 1...text.count {
                // Whatever stands before a capture must end in the literal before it.
                let rest = text.dropLast(length)
                guard let next = literals.dropLast().last, rest.suffix(next.count) == next[...]
                else { continue }
                let value = String(decoding: text.suffix(length), as: UTF8.self)
                if satisfies(value, constraint),
                    let before = split(rest, literals.dropLast(), constraints.dropLast())
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
            case .groups(let groups):
                let parts = value.utf8.split(separator: 45, omittingEmptySubsequences: false)
                return parts.map(\.count) == groups.lengths
                    && parts.joined().allSatisfy(groups.bytes.contains)
            }
        }
    }
}
