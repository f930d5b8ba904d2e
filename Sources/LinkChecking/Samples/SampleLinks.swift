package import DeepLinks
package import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Links generated from a pattern, to see what becomes of all links like them.
///
/// A capture can have endlessly many texts. A few of different kinds are enough: a rule that takes one with a special character, a
/// number and a word takes all others, too. The last text of a constraint fits no narrower constraint.
package struct SampleLinks: Sendable {
    /// The possible texts of each piece of the path.
    private let path: [[String]]

    /// The possible texts of each query item, with its name; an empty text leaves it out.
    private let items: [[String]]

    /// The possible texts of the fragment, with its mark; an empty text leaves it out.
    private let fragments: [String]

    /// How many texts of a part occur at least, if it has as many.
    private let each: Int

    /// Prepares the links of a pattern.
    ///
    /// - Parameters:
    ///   - path: The path's pattern.
    ///   - conditions: The conditions on the query and the fragment.
    ///   - depth: How many segments a catch-all has at most.
    ///   - more: More texts for captures without a constraint.
    ///   - others: Links of something else that may match the same links: captures first have the texts that these have in the
    ///     same place.
    ///   - texts: The only texts of some captures, by their names, in canonical spelling; a text that does not fit is not used.
    ///   - each: How many texts of a part occur in links, whatever the limit, such as the words of a list.
    package init(
        _ path: PathPattern,
        _ conditions: [ItemCondition] = [],
        depth: Int = 3,
        more: [String] = [],
        like others: [String] = [],
        texts: [String: String] = [:],
        each: Int = 0
    ) {
        self.each = each
        let parts = others.map {
            $0.prefix { $0 != "#" }
                .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        }
        let paths = parts.map { $0[0].split(separator: "/").map(String.init) }
        let queries = parts.flatMap { $0.dropFirst().joined().split(separator: "&") }
        self.path = Self.texts(of: path, depth: depth, more, like: paths, texts)
        items = conditions.filter { $0.subject != .fragment }.map { item in
            let start = item.name.map { "\($0)=" }
            let near = queries.filter { start.map($0.hasPrefix) ?? !$0.contains("=") }
            let texts = Self.values(
                for: item,
                like: near.map { "/" + $0.dropFirst(start?.count ?? 0) },
                texts,
                each
            )
            .map { QueryText.text(of: [item.item($0)]) }
            return item.isRequired ? texts : [""] + texts
        }
        fragments =
            conditions.first { $0.subject == .fragment }.map { condition in
                (condition.isRequired ? [] : [""])
                    + Self.values(for: condition, texts, each).compactMap(\.self)
                    .map(DeepLink.text(ofFragment:))
            } ?? [""]
    }

    /// What follows the host in the links, the plainest first, each once.
    ///
    /// So many combinations of texts are tried in order; there are fewer than twice as many links, besides those with each text of a part.
    package func tails(_ limit: Int) -> [String] {
        choices(limit).map { choice in
            let written = zip(self.path, choice).map { $0[$1] }.joined()
            let path = written.isEmpty ? "/" : written
            let items = zip(self.items, choice.dropFirst(self.path.count)).map { $0[$1] }
            let query = items.filter { !$0.isEmpty }.joined(separator: "&")
            return (query.isEmpty ? path : "\(path)?\(query)") + fragments[choice.last ?? 0]
        }.uniqued()
    }

    /// Whether ``tails(_:)`` tries every combination of texts.
    package func hasAll(in limit: Int) -> Bool {
        var count = 1
        for texts in path + items + [fragments] where count <= limit { count *= texts.count }
        return count <= limit
    }

    /// The text of each part in each link: first combinations that have each text of a part once, then all combinations in order.
    private func choices(_ limit: Int) -> [[Int]] {
        let counts = (path + items + [fragments]).map(\.count)
        guard !counts.contains(0) else { return [] }
        var choices = (0..<min(max(limit, each), counts.max() ?? 1)).map { number in
            counts.map { number % $0 }
        }
        var choice = counts.map { _ in 0 }
        for _ in 0..<limit {
            choices.append(choice)
            guard let place = choice.indices.last(where: { choice[$0] + 1 < counts[$0] }) else {
                break
            }
            choice[place] += 1
            for later in choice.indices where later > place { choice[later] = 0 }
        }
        return choices
    }

    // MARK: Texts

    /// The possible texts of each piece of a pattern, in canonical spelling.
    private static func texts(
        of pattern: PathPattern,
        depth: Int,
        _ more: [String],
        like others: [[String]],
        _ given: [String: String]
    ) -> [[String]] {
        let segments = PathShape(pattern).segments
        guard !segments.isEmpty else { return [["/"]] }
        return segments.enumerated().flatMap { index, pieces in
            // The texts in the same place of the other paths, counted from either end.
            let last = segments.count - index
            let near = others.flatMap { other in
                [index, other.count - last].filter(other.indices.contains).map { other[$0] }
            }.uniqued()
            if let catchAll = pieces.catchAll {
                let isOptional = catchAll.isOptional
                if let text = given[catchAll.name] { return [["/"], [text]] }
                // So many segments that no constraint takes.
                let odd = (1...depth).map { count in
                    "x!" + String(repeating: "/x!", count: count - 1)
                }
                var texts = [catchAll.name, "some/more/text", "7/8"] + odd
                // Without its segments, an optional catch-all has no slash either.
                if isOptional { texts = ["/" + texts[0], ""] + texts.dropFirst().map { "/" + $0 } }
                // What the other paths have between the segments before it and those behind it.
                let near = others.compactMap { other -> String? in
                    let run = other.dropFirst(index).dropLast(last - 1)
                    guard !run.isEmpty else { return isOptional ? "" : nil }
                    return (isOptional ? "/" : "") + run.joined(separator: "/")
                }.uniqued()
                return (isOptional ? [] : [["/"]]) + [near + texts]
            }
            let texts: [[String]] = pieces.map { piece in
                if let capture = piece.capture, let text = given[capture.name],
                    capture.allows(Array(text.utf8))
                {
                    return [text]
                }
                return switch piece {
                case .text(let text): [String(decoding: text, as: UTF8.self)]
                case .capture(let capture) where capture.constraint == .words:
                    capture.words.map { String(decoding: $0, as: UTF8.self) }
                        .sorted { near.contains($0) && !near.contains($1) }
                case .capture(let capture):
                    near.filter { withBytes(of: $0, capture.constraint.allows) }
                        + (capture.constraint == .any ? [capture.name] : [])
                        + capture.constraint.samples + (capture.constraint == .any ? more : [])
                }
            }
            let fitting = pieces.count > 1 ? near.filter { pattern.segment(index, fits: $0) } : []
            guard !fitting.isEmpty else { return [["/"]] + texts }
            // The whole segment can be the same; its pieces then do not vary one by one.
            let joined = (0..<(texts.map(\.count).max() ?? 0)).map { number in
                texts.map { $0[number % $0.count] }.joined()
            }
            return [["/"], fitting + joined]
        }
    }

    /// Values that fit a condition; nil for an item without a value.
    private static func values(
        for condition: ItemCondition,
        like others: [String] = [],
        _ given: [String: String],
        _ each: Int
    ) -> [String?] {
        switch condition.kind {
        case .equals(let text): return [text]
        case .capture(let value):
            // Any text is also one that is no path.
            let texts = SampleLinks(
                value.pattern,
                more: ["%2F%2F"],
                like: others,
                texts: given,
                each: each
            )
            return texts.tails(16).compactMap { text in
                withBytes(of: Array(text.utf8.dropFirst()), CanonicalPath.decode)
            }
        }
    }
}

// MARK: - Shapes

/// What a path pattern requires, in pieces: sample links, checks and association files are made from it.
package struct PathShape: Sendable {
    /// The pieces of each segment; no segments for the root.
    package let segments: [[PatternPiece]]

    /// Cuts a pattern into its pieces.
    package init(_ pattern: PathPattern) {
        segments = pattern.segments.map(pattern.pieces)
    }
}

extension [PatternPiece] {
    /// The catch-all that the segment is, if it is one.
    package var catchAll: PatternCapture? {
        first?.capture.flatMap { $0.isCatchAll ? $0 : nil }
    }
}

extension PatternCapture {
    /// Whether this can be its text.
    func allows(_ text: [UInt8]) -> Bool {
        constraint == .words ? words.contains(text) : withBytes(of: text, constraint.allows)
    }
}

// MARK: - Texts

extension QueryText {
    static func text(ofItem name: String, _ value: String?) -> String {
        text(of: [URLQueryItem(name: name, value: value)])
    }
}

extension String {
    /// The path of a link, and what follows it, with more items in its query.
    package func adding(query: String) -> String {
        guard !query.isEmpty else { return self }
        let end = firstIndex(of: "#") ?? endIndex
        return self[..<end] + (self[..<end].contains("?") ? "&" : "?") + query + self[end...]
    }
}

extension Sequence where Element: Hashable {
    /// The elements without repetitions, each at its first place.
    package func uniqued() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
