import TestSupport
import Testing

@testable import PathMatching

/// What the texts of segments have in common.
struct SegmentLanguageTests {
    private static func language(
        _ segment: String,
        ignoresCase: Bool = false
    ) throws -> SegmentLanguage {
        let pattern = try PathPattern("/" + segment)
        return SegmentLanguage(pattern.segments[0], of: pattern, ignoresCase: ignoresCase)
    }

    @Test(arguments: [
        ("{x}", "{y:int}", true), ("{x:int}", "{y}", false), ("{x:hex}", "{y:int}", true),
        ("{x:alnum}", "{y:hex}", true), ("{x:slug}", "{y:uuid}", true),
        ("{x:hex}", "{y:uuid}", false), ("{x}-{y}", "{id:uuid}", true),
        ("{x}-{y}-{z}", "{t}-{id:uuid}", true), ("{x}-{y:int}", "{t}-{id:int}", true),
        ("{x:slug}", "{a}-{b}", false), ("{x:slug}", "{a:alpha}-{b:int}", true),
        ("{x}", "a%2Fb", true), ("{x:slug}", "a%2Fb", false), ("{x:a|b|c}", "{y:b|a}", true),
        ("{x:a|b}", "{y:a|c}", false), ("a{x}", "a{y:int}", true), ("a{x}", "{y:ab|ac}", true),
        ("a{x}", "{y:a|ab}", false), ("{x}.html", "{y:slug}.html", true),
        ("{x}a", "{y:alpha}", false), ("{x}%2F{y}", "{a}%2F{b}%2F{c}", true),
        // Captures never cut an escape in two.
        ("{x}F{y}", "{a}%2F{b}", false),
    ])
    func `one can have all texts of another`(first: String, second: String, expected: Bool) throws {
        let (first, second) = (try Self.language(first), try Self.language(second))
        #expect(first.contains(second) == expected)
        if expected { #expect(first.overlaps(second) && second.overlaps(first)) }
    }

    @Test(arguments: [
        ("{x:int}", "{y:alpha}", false), ("{x:int}", "{y:hex}", true), ("a{x}", "{y}b", true),
        ("a{x}", "b{y}", false), ("{x:int}", "new", false), ("{x:a|b}", "{y:b|c}", true),
        ("{x:uuid}", "{y}-{z:alpha}", true), ("{x:uuid}", "{y}-{z:int}-x", false),
        ("{x:int}-{y:alpha}", "{a:alpha}-{b}", false),
    ])
    func `two can have a text in common`(first: String, second: String, expected: Bool) throws {
        let (first, second) = (try Self.language(first), try Self.language(second))
        #expect(first.overlaps(second) == expected)
        #expect(second.overlaps(first) == expected)
    }

    @Test func `case counts only where it is to`() throws {
        let list = try Self.language("{x:AB|cd}", ignoresCase: true)
        #expect(list.contains(try Self.language("{x:ab|CD}", ignoresCase: true)))
        #expect(list.contains(Array("aB".utf8)))
        let exact = try Self.language("{x:AB|cd}")
        #expect(!exact.contains(try Self.language("{x:ab|CD}")))
        #expect(!exact.contains(Array("aB".utf8)))
    }

    @Test func `pieces make the same language as a pattern`() throws {
        let pieces = SegmentLanguage([
            .literal(Array("a-".utf8)), SegmentLanguage.part(constraint: Array("int".utf8)[...]),
        ])
        let pattern = try Self.language("a-{x:int}")
        #expect(pieces.contains(pattern) && pattern.contains(pieces))
    }

    /// Segments over a few letters, so that all short texts can be tried.
    private static let pieces = [
        "a", "b", "-", "1", "{0}", "{1:int}", "{2:alpha}", "{3:a|b}", "{4:ab|1}", "{5:slug}",
    ]

    private static let texts: [[UInt8]] = {
        var all: [[UInt8]] = []
        var last: [[UInt8]] = [[]]
        for _ in 0..<5 {
            last = last.flatMap { text in Array("ab1-!".utf8).map { text + [$0] } }
            all += last
        }
        return all
    }()

    @Test(arguments: UInt64(0)..<12)
    func `comparisons agree with trying all short texts`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        func segment() throws -> (text: String, language: SegmentLanguage) {
            while true {
                let count = Int.random(in: 1...4, using: &random)
                let text = (0..<count).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
                    .joined()
                // Two captures in a row, or the same one twice, are no pattern.
                if let language = try? Self.language(text) { return (text, language) }
            }
        }
        for _ in 0..<12 {
            let (first, second) = (try segment(), try segment())
            let own = Set(Self.texts.filter(first.language.contains))
            let others = Set(Self.texts.filter(second.language.contains))
            if first.language.contains(second.language) {
                #expect(others.isSubset(of: own), "\(first.text) \(second.text)")
            } else {
                // Five letters are enough to tell these apart.
                #expect(!others.isSubset(of: own), "\(first.text) \(second.text)")
            }
            #expect(
                first.language.overlaps(second.language) == !own.isDisjoint(with: others)
                    || own.isEmpty || others.isEmpty,
                "\(first.text) \(second.text)"
            )
        }
    }
}
