import DeepLinksTestSupport
import Testing

@testable import PathMatching

/// What the parser keeps of a pattern.
struct PatternSegmentsTests {
    private static func text(ofSegment number: Int) -> String {
        switch number % 4 {
        case 0: "segment\(number)"
        case 1: "{plain\(number)}"
        case 2: "{first\(number)}-{second\(number):int}"
        default: "{only\(number):fr|de}"
        }
    }

    @Test(arguments: 0..<20)
    func `segments stand one behind the other`(count: Int) throws {
        let texts = (0..<count).map(Self.text(ofSegment:)) + ["{*rest}"]
        let text = "/" + texts.joined(separator: "/")
        // One pattern is canonical as written, the other is not.
        for pattern in try [PathPattern(text), PathPattern(text + "/")] {
            #expect(pattern.segments.count == count + 1)
            for (segment, text) in zip(pattern.segments, texts) {
                #expect(String(decoding: pattern.text[segment.text], as: UTF8.self) == text)
            }
            let kinds = (0..<count).map {
                [PatternSegment.Kind.literal, .plain, .mixed, .mixed][$0 % 4]
            }
            #expect(pattern.segments.map(\.kind) == kinds + [.catchAll])
        }
    }

    @Test func `segments are the same if all of them are`() throws {
        let long = "/a/b/c/d/e/f/g/h/i/j"
        #expect(try PathPattern(long).segments == PathPattern(long + "/").segments)
        #expect(try PathPattern(long).segments != PathPattern(long + "/{k}").segments)
        #expect(try PathPattern("/a/b").segments != PathPattern("/a/{b}").segments)
        #expect(try PathPattern("/").segments.isEmpty)
    }

    @Test func `pieces are canonical, and their captures are complete`() throws {
        let pattern = try PathPattern(
            "//caf\u{E9}/a{{b}}/x {n:int}-{w:b a|\u{E9}}y/{*r?}/{p}/{*end}/"
        )
        func capture(
            _ name: String,
            isCatchAll: Bool = false,
            isOptional: Bool = false,
            _ constraint: PathConstraint = .any,
            _ words: [String] = []
        ) -> PatternPiece {
            let words = words.map { Array($0.utf8) }
            return .capture(
                PatternCapture(
                    name: name,
                    isCatchAll: isCatchAll,
                    isOptional: isOptional,
                    constraint: constraint,
                    words: words
                )
            )
        }
        func text(_ text: String) -> PatternPiece { .text(Array(text.utf8)) }
        let expected: [[PatternPiece]] = [
            [text("caf%C3%A9")], [text("a%7Bb%7D")],
            [
                text("x%20"), capture("n", .int), text("-"),
                capture("w", .words, ["b%20a", "%C3%A9"]), text("y"),
            ], [capture("r", isCatchAll: true, isOptional: true)], [capture("p")],
            [capture("end", isCatchAll: true)],
        ]
        #expect(pattern.segments.map(pattern.pieces(of:)) == expected)
        #expect(pattern.captureNames == ["n", "w", "r", "p", "end"])
        #expect(pattern.captures.map(\.constraintText) == [":int", ":b%20a|%C3%A9", "", "", ""])
    }

    /// The text is made again of the pieces, and the pieces of that text are the same.
    @Test(arguments: UInt64(0)..<4)
    func `the pieces make up the canonical text`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(200) {
            let pattern = try PathPattern(.randomPattern(using: &random))
            let texts = pattern.segments.map { segment in
                pattern.pieces(of: segment).map { piece in
                    switch piece {
                    case .text(let text): return String(decoding: text, as: UTF8.self)
                    case .capture(let capture):
                        let star = capture.isCatchAll ? "*" : ""
                        let mark = capture.isOptional ? "?" : ""
                        return "{\(star)\(capture.name)\(mark)\(capture.constraintText)}"
                    }
                }.joined()
            }
            #expect("/" + texts.joined(separator: "/") == pattern.description)
            let again = try PathPattern(pattern.description)
            #expect(again == pattern && again.segments == pattern.segments)
            #expect(
                again.segments.map(again.pieces(of:)) == pattern.segments.map(pattern.pieces(of:))
            )
            withBytes(of: pattern.description) { text in
                for (number, name) in pattern.captureNames.enumerated() {
                    #expect(
                        withBytes(of: name) { PathPattern.number(ofCapture: $0, inCanonical: text) }
                            == number
                    )
                }
            }
        }
    }

    // MARK: A single pattern

    @Test(arguments: UInt64(0)..<4, [false, true])
    func `a single pattern finds the captures that a trie with it finds`(
        seed: UInt64,
        ignoresCase: Bool
    ) throws {
        var random = SplitMix64(seed: 100 + seed)
        var matches = 0
        for _ in 0..<rounds(50) {
            let pattern = try PathPattern(.randomPattern(using: &random))
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            trie[pattern] = 0
            for _ in 0..<10 {
                let path = String.randomPath(like: pattern, using: &random)
                var expected: [Range<Int>]?
                withBytes(of: path) { bytes in
                    trie.firstMatch(canonical: bytes) { _, captures in
                        expected = (0..<captures.count).map { captures[$0] }
                        return true
                    }
                    let found = pattern.captures(in: bytes, ignoresCase: ignoresCase)
                    #expect(found == expected, "\(pattern) \(path)")
                }
                #expect(pattern.matches(path + "/", ignoresCase: ignoresCase) == (expected != nil))
                matches += expected == nil ? 0 : 1
            }
        }
        #expect(matches > rounds(75))
    }

    /// The order of two patterns that match the same paths is the one in which a trie tries them.
    @Test(arguments: [
        ("/{a}/{*b}", "/{*a}/{b}"), ("/{*a?}/{b}", "/{*b}"), ("/{*a?}/{*b?}", "/{*c?}"),
        // More literal text, then longer leading text.
        ("/a{x:b|c}", "/{x:ab|ac}"), ("/{x:b|c}/{y:d|e}f", "/{x:b|c}/{y:df|ef}"),
        ("/a{x:mb|nb}-{y}", "/{x:am|an}b-{y}"),
    ])
    func `of two patterns for the same paths, one precedes the other`(
        first: String,
        second: String
    ) throws {
        let (first, second) = try (PathPattern(first), PathPattern(second))
        #expect(first.matchesSamePaths(as: second))
        let isMixed = !first.description.contains("*")
        #expect(first.precedes(second, ignoresCase: false) || !isMixed)
        #expect(
            first.precedes(second, ignoresCase: false) != second.precedes(first, ignoresCase: false)
        )
        #expect(!first.precedes(first, ignoresCase: false))
        #expect(!first.captures(as: second))
    }

    // MARK: Limits

    /// Lists of words with text between them, the shortest of which spells more than the limit.
    private static let longLists: [String] = [
        "/" + (0..<15).map { "{c\($0):a|b}-" }.joined() + String(repeating: "x", count: 8_192),
        "/" + (0..<16).map { "{c\($0):a|b}-" }.joined(),
        "/{a:\((0..<300).map(String.init).joined(separator: "|"))}-{b:\((0..<300).map(String.init).joined(separator: "|"))}",
        "/{w:aaaa|bbbb}" + String(repeating: "y", count: 32_768),
        "/"
            + (0..<8).map { n in "{c\(n):\((0..<1_000).map { "w\($0)" }.joined(separator: "|"))}-" }
            .joined(),
        // Each segment is below the limit, all of them together are not.
        (0..<10).map { n in "/" + (0..<9).map { "{c\(n).\($0):a|b}-" }.joined() }.joined(),
    ]

    @Test(arguments: longLists)
    func `lists may not spell more than the limit, and the advice helps`(pattern: String) throws {
        let error = #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
        #expect(error?.reason.code == "long-word-lists")
        let subject =
            pattern.utf8.count > 1_024 ? "A pattern of \(pattern.utf8.count) bytes" : "'\(pattern)'"
        #expect(
            error?.description
                == "\(subject) has lists of words that spell more than 65536 bytes in all their combinations with the text beside them; write a constraint such as 'slug' instead of a list, or several patterns."
        )
        // The advice: constraints instead of lists, or a pattern for each word of a list.
        var (constrained, halved) = (pattern, pattern)
        while let list = constrained.firstList, (try? PathPattern(constrained)) == nil {
            constrained.replaceSubrange(list, with: ":slug")
        }
        #expect(throws: Never.self) { try PathPattern(constrained) }
        while let list = halved.firstList, (try? PathPattern(halved)) == nil {
            let word = halved[list].dropFirst().prefix { $0 != "|" }
            let open = try #require(halved[..<list.lowerBound].lastIndex(of: "{"))
            let close = try #require(halved[list.upperBound...].firstIndex(of: "}"))
            halved.replaceSubrange(open...close, with: word)
        }
        #expect(throws: Never.self) { try PathPattern(halved) }
    }

    @Test(arguments: UInt64(0)..<4)
    func `what lists spell is counted text by text`(seed: UInt64) throws {
        var random = SplitMix64(seed: 200 + seed)
        for _ in 0..<rounds(100) {
            let pattern = try PathPattern(.randomPattern(using: &random))
            var total = 0
            for segment in pattern.segments where segment.kind != .literal {
                var texts = [""]
                for piece in pattern.pieces(of: segment) {
                    switch piece {
                    case .text(let text):
                        texts = texts.map { $0 + String(decoding: text, as: UTF8.self) }
                    case .capture(let capture) where capture.constraint == .words:
                        let words = capture.words.map { String(decoding: $0, as: UTF8.self) }
                        texts = texts.flatMap { text in words.map { text + $0 } }
                    case .capture:
                        total += texts.joined().utf8.count
                        texts = [""]
                    }
                }
                total += texts.joined().utf8.count
            }
            #expect(pattern.spelledLength == total, "\(pattern)")
        }
    }
}

extension String {
    /// The first list of words with its colon.
    fileprivate var firstList: Range<String.Index>? {
        guard let bar = firstIndex(of: "|"), let colon = self[..<bar].lastIndex(of: ":"),
            let close = self[bar...].firstIndex(of: "}")
        else { return nil }
        return colon..<close
    }

    /// A pattern with segments of all kinds, each of whose captures has its own name.
    fileprivate static func randomPattern(using random: inout SplitMix64) -> String {
        var number = 0
        func capture(_ star: String = "", _ rest: String = "") -> String {
            number += 1
            return "{\(star)c\(number)\(rest)}"
        }
        let texts = ["a", "b", "-", "ab", "A", "\u{E9}", "{{", "%2F", "a.b"]
        let rests = ["", ":int", ":a|b", ":slug", ":ab|a|b-a", ":uuid", ":alpha"]
        let segments = (0..<Int.random(in: 0...5, using: &random)).map { _ -> String in
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1: return texts.randomElement(using: &random) ?? "a"
            case 2: return capture()
            case 3: return capture("*", Bool.random(using: &random) ? "?" : "")
            default:
                var segment =
                    Bool.random(using: &random) ? texts.randomElement(using: &random) ?? "" : ""
                for index in 0..<Int.random(in: 1...3, using: &random) {
                    if index > 0 { segment += texts.randomElement(using: &random) ?? "-" }
                    segment += capture("", rests.randomElement(using: &random) ?? "")
                }
                return segment + (Bool.random(using: &random) ? "b" : "")
            }
        }
        return "/" + segments.joined(separator: "/")
    }

    /// A canonical path that often matches a pattern.
    fileprivate static func randomPath(
        like pattern: PathPattern,
        using random: inout SplitMix64
    ) -> String {
        let texts = ["a", "b", "7", "a-b", "ab", "A", "x", "%C3%A9", "-", "42"]
        var path = ""
        for segment in pattern.segments {
            func text() -> String { texts.randomElement(using: &random) ?? "a" }
            guard segment.kind != .catchAll else {
                for _ in 0..<Int.random(in: 0...2, using: &random) { path += "/" + text() }
                continue
            }
            if Int.random(in: 0..<12, using: &random) == 0 { path += "/" + text() }
            path += "/"
            for piece in pattern.pieces(of: segment) {
                switch piece {
                case .text(let text): path += String(decoding: text, as: UTF8.self)
                case .capture(let capture):
                    let words = capture.words.map { String(decoding: $0, as: UTF8.self) }
                    path +=
                        (words + capture.constraint.samples + [text()]).randomElement(
                            using: &random
                        ) ?? "a"
                }
            }
        }
        return path.isEmpty ? "/" : path
    }
}
