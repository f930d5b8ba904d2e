import DeepLinks
import Foundation
import PathMatching

/// Links of 8 KiB that were made to take long, beside a harmless one of the same length.
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
            growth("captures that could end anywhere", ["/{a}-{b}-{c}-{d}-{e:int}"], of: "a-"),
            growth("patterns that agree for long", Self.agreeing, of: "a/", answer: 20),
            growth("escapes that were not needed", ["/{*rest}"], of: "%41%2f/", answer: 0),
        ]
    }

    private static let length = 8192

    /// Twenty patterns that differ late, and one that takes all.
    private static let agreeing =
        (0..<20).map { depth in
            String(repeating: "/a", count: depth) + "/{x\(depth)}"
                + String(repeating: "/a", count: 20 - depth) + "/end"
        } + ["/{*rest}"]

    /// Paths of 1 to 8 KiB of the same kind: twice the length is to take twice the time.
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
    private static let friendlyName = "one segment after the other"

    /// How many times slower than a harmless link a hostile one may be.
    private static let mark = 4.0

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

    /// `unit` over and over, as often as it fits.
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

    private static func links() throws -> [Benchmark] {
        let rewriter = try URLRewriter(
            limits: Limits(bytes: 2 * length, segments: length, queryItems: length)
        ) {
            Domain("mydomain.io") {
                Rewrite("/a/{a}-{b}-{c}-{d:int}", to: "/a?a={a}&b={b}&c={c}&d={d}")
                Rewrite("/docs/{*rest}", to: "/docs/{rest}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/", to: "/home")
            }
        }
        let reference = "a long path"
        let links: [(name: String, url: String, internal: String?)] = [
            (reference, "https://mydomain.io/docs/" + text(of: "abcdefg/"), "/docs/"),
            ("captures that could end anywhere", "https://mydomain.io/a/" + text(of: "a-"), nil),
            ("many items", "https://mydomain.io/?" + text(of: "a=b&"), "/home?"),
            ("items without names", "https://mydomain.io/?" + text(of: "&"), "/home"),
            ("escapes", "https://mydomain.io/docs/" + text(of: "%41%2f/"), "/docs/"),
            (
                "the item that a rule wants, last",
                "https://mydomain.io/watch?" + text(of: "v2=x&") + "v=7", "/player?id=7"
            ),
            ("a host without end", "https://" + text(of: "a.") + "mydomain.io/", nil),
            ("dots", "https://mydomain.io/docs/" + text(of: "x/../"), nil),
        ]
        return links.map { link in
            Benchmark(
                name: link.name,
                operations: 1,
                reference: reference,
                mark: link.name == reference ? nil : mark,
                verify: {
                    let found = try? rewriter.rewrite(link.url).url.absoluteString
                    guard let expected = link.internal else {
                        if let found {
                            throw WrongAnswer(
                                description: "'\(link.name)' is rewritten to '\(found.prefix(60))'."
                            )
                        }
                        return
                    }
                    guard let found, found.hasPrefix(expected) else {
                        throw WrongAnswer(
                            description:
                                "'\(link.name)' is not rewritten to what begins with '\(expected)'."
                        )
                    }
                },
                body: { blackHole(try? rewriter.rewrite(link.url)) }
            )
        }
    }
}
