import DeepLinks
import Foundation
import PathMatching

/// Links of 8 KiB that are designed to take long, beside a harmless one of the same length.
@MainActor
enum Hostile {
    static var contests: [Contest] {
        [
            Contest(suite: "hostile", title: "paths of 8 KiB, in a trie") {
                try [friendlyPath] + hostilePaths
            },
            Contest(suite: "hostile", title: "links of 8 KiB, in a rewriter") {
                try links()
            },
            Contest(
                suite: "hostile",
                title: "catch-alls that could end anywhere, 1 to 1 000 of them"
            ) {
                try catchAlls()
            },
            growth("captures that could end anywhere", ["/{a}-{b}-{c}-{d}-{e:int}"], of: "a-"),
            growth("patterns that agree for long", Self.agreeing, of: "a/", answer: 20),
            growth("escapes that were not needed", ["/{*rest}"], of: "%41%2f/", answer: 0),
            queryGrowth("exclamation marks in a query", of: "!"),
            queryGrowth("items with escapes", of: "%61=%62&"),
        ]
    }

    private static let length = 8192

    /// Twenty patterns that differ late, and one that matches everything.
    private static let agreeing =
        (0..<20).map { depth in
            String(repeating: "/a", count: depth) + "/{x\(depth)}"
                + String(repeating: "/a", count: 20 - depth) + "/end"
        } + ["/{*rest}"]

    /// Paths of 1 to 8 KiB of the same kind: twice the length should take twice the time.
    private static func growth(
        _ title: String,
        _ patterns: [String],
        of unit: String,
        answer: Int? = nil
    ) -> Contest {
        Contest(suite: "growth", title: title) {
            try [1, 2, 4, 8].map { kibibytes in
                try lookup(
                    "\(kibibytes) KiB",
                    patterns: patterns,
                    path: "/" + text(of: unit, length: kibibytes * 1024),
                    answer: answer,
                    reference: "4 KiB",
                    mark: kibibytes == 8 ? 2.2 : nil
                )
            }
        }
    }

    /// Links with a query of 1 to 8 KiB of the same kind.
    private static func queryGrowth(_ title: String, of unit: String) -> Contest {
        Contest(suite: "growth", title: title) {
            let rewriter = try rewriter()
            return [1, 2, 4, 8].map { kibibytes in
                rewriting(
                    "\(kibibytes) KiB",
                    "https://mydomain.io/?" + text(of: unit, length: kibibytes * 1024),
                    to: "/home?",
                    by: rewriter,
                    reference: "4 KiB",
                    mark: kibibytes == 8 ? 2.2 : nil
                )
            }
        }
    }

    private static let friendlyName = "one segment after the other"

    /// How many times as long as a harmless link a hostile one may take.
    private static let mark = 4.0

    // MARK: Catch-alls

    /// Patterns and paths of one kind, of growing size; a miss has to try every way.
    private static func catchAlls() throws -> [Benchmark] {
        func text(_ count: Int, _ segment: (Int) -> String) -> String {
            (0..<count).map { "/" + segment($0) }.joined()
        }
        let kinds: [(name: String, patterns: (Int) -> [String], path: (Int) -> String)] = [
            (
                "competing", { size in (0..<size).map { "/{*a}/end\($0)" } },
                { text($0) { _ in "x" } }
            ),
            (
                "depth", { size in ["/{*a}" + text(size) { "s\($0)" } + "/end"] },
                { text($0) { "s\($0)" } }
            ),
            ("rescan", { _ in ["/{*a}/x/{*b}/end"] }, { text($0) { _ in "x" } }),
            (
                "nested", { size in [text(size) { "{*c\($0)}" } + "/end"] },
                { text(2 * $0) { _ in "x" } }
            ),
            (
                "backtrack", { size in ["/{*a}" + text(size) { "{c\($0)}" } + "/end"] },
                { text(2 * $0) { _ in "x" } }
            ),
            (
                "chain", { size in [text(size) { "{*c\($0)}/x" } + "/end"] },
                { text(2 * $0) { _ in "x" } }
            ),
        ]
        return try kinds.flatMap { kind in
            try [1, 10, 100, 1_000].map { size in
                try lookup(
                    "\(kind.name), \(size)",
                    patterns: kind.patterns(size),
                    path: kind.path(size) + "/other",
                    answer: nil,
                    reference: "\(kind.name), 100"
                )
            }
        }
    }

    // MARK: Paths

    private static var friendlyPath: Benchmark {
        get throws {
            try lookup(
                friendlyName,
                patterns: ["/{*rest}"],
                path: "/" + text(of: "abcdefg/"),
                answer: 0
            )
        }
    }

    private static var hostilePaths: [Benchmark] {
        get throws {
            try [
                lookup(
                    "captures that could end anywhere",
                    patterns: ["/{a}-{b}-{c}-{d}-{e:int}"],
                    path: "/" + text(of: "a-"),
                    answer: nil
                ),
                lookup(
                    "patterns that agree for long",
                    patterns: agreeing,
                    path: "/" + text(of: "a/"),
                    answer: 20
                ),
                lookup(
                    "a literal of the same beginning",
                    patterns: ["/" + text(of: "a") + "b", "/" + text(of: "a") + "c"],
                    path: "/" + text(of: "a") + "d",
                    answer: nil
                ),
                lookup(
                    "escapes that were not needed",
                    patterns: ["/{*rest}"],
                    path: "/" + text(of: "%41%2f/"),
                    answer: 0
                ),
                lookup(
                    "slashes and nothing between",
                    patterns: ["/a/{*rest}"],
                    path: "/a" + text(of: "/"),
                    answer: nil
                ),
            ]
        }
    }

    /// As many repetitions of `unit` as fit.
    private static func text(of unit: String, length: Int = length) -> String {
        var text = String(repeating: unit, count: (length - 1) / unit.utf8.count)
        if text.hasSuffix("/"), unit != "/" { text.removeLast() }
        return text
    }

    private static func lookup(
        _ name: String,
        patterns: [String],
        path: String,
        answer: Int?,
        reference: String = friendlyName,
        mark: Double? = nil
    ) throws -> Benchmark {
        var building = PathTrie<Int>()
        for (index, pattern) in patterns.enumerated() {
            try building.insert(index, at: PathPattern(pattern))
        }
        let trie = building
        return Benchmark(
            name: name,
            operations: 1,
            reference: reference,
            mark: mark,
            verify: {
                try [Question(path: path, answer: answer)].verify(name) { trie.match($0)?.value }
            },
            body: { blackHole(trie.match(path)?.value) }
        )
    }

    // MARK: Links

    private static func rewriter() throws -> URLRewriter {
        try URLRewriter(
            limits: Limits(bytes: 2 * length, segments: length, queryItems: length)
        ) {
            Domain("mydomain.io") {
                Rewrite("/a/{a}-{b}-{c}-{d:int}", to: "/a?a={a}&b={b}&c={c}&d={d}")
                Rewrite("/docs/{*rest}", to: "/docs/{rest}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/", to: "/home")
            }
        }
    }

    private static func links() throws -> [Benchmark] {
        let rewriter = try rewriter()
        let reference = "a long path"
        let links: [(name: String, url: String, internal: String?)] = [
            (reference, "https://mydomain.io/docs/" + text(of: "abcdefg/"), "/docs/"),
            ("captures that could end anywhere", "https://mydomain.io/a/" + text(of: "a-"), nil),
            ("many items", "https://mydomain.io/?" + text(of: "a=b&"), "/home?"),
            ("items without names", "https://mydomain.io/?" + text(of: "&"), "/home"),
            ("an item of exclamation marks", "https://mydomain.io/?" + text(of: "!"), "/home?"),
            ("items with escapes", "https://mydomain.io/?" + text(of: "%61=%62&"), "/home?"),
            ("escapes", "https://mydomain.io/docs/" + text(of: "%41%2f/"), "/docs/"),
            (
                "the item that a rule wants, last",
                "https://mydomain.io/watch?" + text(of: "v2=x&") + "v=7", "/player?id=7"
            ),
            ("a host without end", "https://" + text(of: "a.") + "mydomain.io/", nil),
            ("dots", "https://mydomain.io/docs/" + text(of: "x/../"), nil),
        ]
        return links.map { link in
            rewriting(
                link.name,
                link.url,
                to: link.internal,
                by: rewriter,
                reference: reference,
                mark: link.name == reference ? nil : mark
            )
        }
    }

    /// Rewrites a link to one that begins with `expected`; nil expects a refusal.
    private static func rewriting(
        _ name: String,
        _ url: String,
        to expected: String?,
        by rewriter: URLRewriter,
        reference: String,
        mark: Double?
    ) -> Benchmark {
        Benchmark(
            name: name,
            operations: 1,
            reference: reference,
            mark: mark,
            verify: {
                let found = try? rewriter.rewrite(url).url.absoluteString
                guard let expected else {
                    if let found {
                        throw WrongAnswer(
                            description: "'\(name)' is rewritten to '\(found.prefix(60))'."
                        )
                    }
                    return
                }
                guard let found, found.hasPrefix(expected) else {
                    throw WrongAnswer(
                        description: "'\(name)' is not rewritten to a link that begins with "
                            + "'\(expected)'."
                    )
                }
            },
            body: { blackHole(try? rewriter.rewrite(url)) }
        )
    }
}
