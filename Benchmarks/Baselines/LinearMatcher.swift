/// Tries patterns in turn, most specific first: the plain way to find a route.
///
/// It judges all other answers, so it is written to be obviously correct, not to be fast. It knows
/// literals, captures, the constraints `int` and `uuid`, segments that mix them, and catch-alls.
struct LinearMatcher {
    /// A piece of a segment.
    enum Piece: Equatable {
        case literal(String)
        case capture(constraint: String?)
        /// One or more whole segments.
        case catchAll
    }

    /// The pattern that was found and the captured texts, in order.
    struct Match: Equatable {
        let index: Int
        let captures: [Substring]
    }

    private struct Route {
        let index: Int
        let segments: [[Piece]]
    }

    private let routes: [Route]

    /// Creates a matcher for the given patterns; a match names its pattern by the index.
    init(_ patterns: [String]) {
        routes = patterns.enumerated()
            .map { index, pattern in
                Route(index: index, segments: Self.split(pattern).map(Self.pieces))
            }
            .sorted { Self.precedes($0.segments, $1.segments) }
    }

    /// The most specific pattern that matches `path`.
    func match(_ path: String) -> Match? {
        let segments = Self.split(path)
        for route in routes {
            if let captures = Self.captures(of: segments[...], by: route.segments[...]) {
                return Match(index: route.index, captures: captures)
            }
        }
        return nil
    }

    /// The indices of the patterns in the order in which they are tried.
    var order: [Int] { routes.map(\.index) }

    static func split(_ path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    private static func captures(
        of segments: ArraySlice<Substring>,
        by patterns: ArraySlice<[Piece]>
    ) -> [Substring]? {
        guard let pieces = patterns.first, let first = segments.first else {
            return segments.isEmpty && patterns.isEmpty ? [] : nil
        }
        let others = patterns.dropFirst()
        if pieces == [.catchAll] {
            // It takes as few segments as possible.
            for (index, last) in zip(segments.indices, segments) {
                if let found = captures(of: segments[(index + 1)...], by: others) {
                    return [first.base[first.startIndex..<last.endIndex]] + found
                }
            }
            return nil
        }
        guard let own = captures(of: first, by: pieces[...]),
            let found = captures(of: segments.dropFirst(), by: others)
        else { return nil }
        return own + found
    }

    /// The captures of a segment's pieces, split from the right: the last capture takes as little as possible.
    static func captures(of text: Substring, by pieces: ArraySlice<Piece>) -> [Substring]? {
        guard let last = pieces.last else { return text.isEmpty ? [] : nil }
        let others = pieces.dropLast()
        switch last {
        case .catchAll: return nil
        case .literal(let literal):
            guard text.utf8.count >= literal.utf8.count else { return nil }
            let start = text.utf8.index(text.endIndex, offsetBy: -literal.utf8.count)
            guard text.utf8[start...].elementsEqual(literal.utf8) else { return nil }
            return captures(of: text[..<start], by: others)
        case .capture(let constraint):
            if others.isEmpty { return fits(text, constraint) ? [text] : nil }
            var start = text.endIndex
            while start > text.startIndex {
                start = text.utf8.index(before: start)
                guard fits(text[start...], constraint) else { continue }
                if let before = captures(of: text[..<start], by: others) {
                    return before + [text[start...]]
                }
            }
            return nil
        }
    }

    private static func fits(_ text: Substring, _ constraint: String?) -> Bool {
        switch constraint {
        case "int":
            return !text.isEmpty
                && text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        case "uuid":
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
                && groups.joined().allSatisfy(\.isHexDigit)
        default:
            return !text.isEmpty
        }
    }
}

extension LinearMatcher {
    /// The pieces of a segment in a pattern: `{title}-{id:int}` is a capture, a literal and a capture.
    static func pieces(of segment: Substring) -> [Piece] {
        if segment.hasPrefix("{*") { return [.catchAll] }
        var pieces: [Piece] = []
        var rest = segment
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            if rest.startIndex < open { pieces.append(.literal(String(rest[..<open]))) }
            let words = rest[rest.index(after: open)..<close].split(separator: ":")
            pieces.append(.capture(constraint: words.count > 1 ? String(words[1]) : nil))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { pieces.append(.literal(String(rest))) }
        return pieces
    }

    /// Whether the first pattern is more specific; the leftmost segments that differ in kind decide.
    private static func precedes(_ first: [[Piece]], _ second: [[Piece]]) -> Bool {
        func ranks(_ segments: [[Piece]]) -> [Int] {
            segments.enumerated().map { index, pieces in
                pieces == [.catchAll] && index == segments.count - 1 ? 5 : rank(of: pieces)
            }
        }
        return ranks(first).lexicographicallyPrecedes(ranks(second))
    }

    /// The rank of a segment's kind: literal, mixed with more literal text first, `uuid`, `int`, plain capture,
    /// catch-all; a catch-all at the end has rank 5.
    static func rank(of pieces: [Piece]) -> Int {
        let literal = pieces.reduce(0) { count, piece in
            if case .literal(let text) = piece { count + text.utf8.count } else { count }
        }
        switch (pieces.count, pieces.first) {
        case (1, .literal): return Int.min
        case (1, .capture(constraint: "uuid")): return 1
        case (1, .capture(constraint: "int")): return 2
        case (1, .catchAll): return 4
        case (1, _): return 3
        default: return -literal
        }
    }
}
