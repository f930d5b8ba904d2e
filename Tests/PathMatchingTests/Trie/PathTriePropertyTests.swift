import DeepLinksTestSupport
import Testing

@testable import PathMatching

/// The trie compared with a matcher that is plainly right, over seeded sets of patterns and paths.
struct PathTriePropertyTests {
    private static let uuid = "123e4567-e89b-12d3-a456-426614174000"

    private static let segments =
        [
            "a", "b", "ab", "a-b", "12", "{x}", "{x}", "{x:a|b}", "{x:a|b|ab}", "{x:1|2}", "a{x}",
            "b{x}", "{x}b", "{x}a", "a{x:int}", "{x}-{y}", "{x}-{y:int}", "{x:int}-{y}",
            "{x}-{y:uuid}", "{x}-{y}-{z}", "a-{x}", "{x:a|a-b}-{y}", "{x}b{y}", "a{x}b{y:alnum}",
            "{x}.{y:hex}", "{x}--{y}",
            "{x}--{y:slug}", "{x}AB{y:alpha}", "p{x}1{y:int}s", "p{x}-{y:uuid}s",
            "item-number-{x:int}", "the-long-literal", "another-long-literal",
        ] + PathConstraint.names.flatMap { ["{x:\($0)}", "{x}-{y:\($0)}"] }
        + Array(repeating: "{*x}", count: 4) + Array(repeating: "{*x?}", count: 4)

    private static let pieces =
        [
            "a", "b", "ab", "a-b", "12", "1", "a1", "f0", "b-a-12", "a-b-7", uuid, "x-\(uuid)",
            "a.b", "x.ff", "aab", "item-number-12", "the-long-literal", "the-long-literals", "--",
            "a-", "-1", "abab", "~", "a-b-ab", "x--y--z", "x---z", "x--y-z", "xABAB", "xABABc",
            "px1123s",
            "px1s", "px-\(uuid)s", "px-\(uuid)", "-\(uuid)", "x\(uuid)", "x-\(uuid)-\(uuid)",
            "x--\(uuid)",
        ] + constraintTexts

    /// Texts that fit the constraints or do not; none has escapes, since the slow matcher compares them as written.
    private static var constraintTexts: [String] {
        PathConstraint.allCases.flatMap { $0.samples + $0.misfits }.filter { !$0.contains("%") }
    }

    private static func pattern(using random: inout SplitMix64) -> String {
        var segments = (0..<Int.random(in: 0...4, using: &random)).map { _ in
            Self.segments.randomElement(using: &random) ?? "a"
        }
        if Int.random(in: 0..<8, using: &random) == 0 { segments.append("{*x}") }
        // The captures of a pattern need different names.
        return "/"
            + segments.enumerated().map { index, segment in
                segment.replacing(/{\*?[xyz]/) { "\($0.output)\(index)" }
            }.joined(separator: "/")
    }

    private static func path(using random: inout SplitMix64) -> String {
        "/"
            + (0..<Int.random(in: 0...5, using: &random)).map { _ in
                pieces.randomElement(using: &random) ?? "a"
            }.joined(separator: "/")
    }

    /// Segments of which some match the same texts though they look different, with or without case.
    private static let spellings = [
        "a", "A", "ab", "{x}", "{y}", "{x:int}", "{y:int}", "{x:b|c}", "{y:c|b}", "{x:B|c}",
        "a{x:b|c}", "{x:ab|ac}", "{x:Ab|aC}", "{x:a|b}c{y:d|e}", "{x:acd|ace|bcd|bce}",
        "{x:a|b}c{y:int}", "{x:ac|bc}-{y:int}", "{x}-{y:int}", "{y}-{x:int}", "{x:a|b}-{y}",
        "{y:b|a}-{x}",
    ]

    @Test(arguments: UInt64(0)..<4, [false, true])
    func `a pattern conflicts with its equal`(seed: UInt64, ignoresCase: Bool) throws {
        var random = SplitMix64(seed: seed)
        var conflicts = 0
        for _ in 0..<rounds(15) {
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            for number in 0..<20 {
                var segments = (0..<Int.random(in: 1...3, using: &random)).map { index in
                    (Self.spellings.randomElement(using: &random) ?? "a")
                        .replacing(/{[xy]/) { "\($0.output)\(index)" }
                }
                if Int.random(in: 0..<8, using: &random) == 0 { segments.append("{*z}") }
                let pattern = try PathPattern("/" + segments.joined(separator: "/"))
                let expected = trie[pattern]
                #expect(trie.insertIfAbsent(number, at: pattern) == expected, "\(pattern)")
                #expect(trie[pattern] == expected ?? number, "\(pattern)")
                conflicts += expected == nil ? 0 : 1
            }
            trie.checkInvariants()
        }
        #expect(conflicts > rounds(7))
    }

    @Test(arguments: UInt64(0)..<4)
    func `segments of text and lists conflict if they spell the same texts`(seed: UInt64) throws {
        var random = SplitMix64(seed: 5_000 + seed)
        func text(using random: inout SplitMix64) -> String {
            String(
                (0..<Int.random(in: 1...2, using: &random)).map { _ in
                    Bool.random(using: &random) ? "a" : "b"
                }
            )
        }
        var conflicts = 0
        for _ in 0..<rounds(20) {
            var trie = PathTrie<Int>()
            var known: [Set<String>: Int] = [:]
            func insert(_ segment: String, spelling texts: Set<String>, _ number: Int) throws {
                let expected = known[texts]
                let existing = try trie.insertIfAbsent(number, at: PathPattern("/\(segment)"))
                #expect(existing == expected, "\(segment)")
                known[texts] = expected ?? number
                conflicts += existing == nil ? 0 : 1
            }
            for number in 0..<8 {
                // Two lists with text around them, whose combinations may spell a text twice; then one list of the same texts.
                var segment = Bool.random(using: &random) ? text(using: &random) : ""
                var texts: Set<String> = [segment]
                for (name, end) in [("x", text(using: &random)), ("y", "")] {
                    let words = Set([text(using: &random), text(using: &random), "ab"])
                    guard words.count > 1 else { continue }
                    let list = words.shuffled(using: &random).joined(separator: "|")
                    segment += "{\(name):\(list)}\(end)"
                    texts = Set(texts.flatMap { start in words.map { start + $0 + end } })
                }
                try insert(segment, spelling: texts, 2 * number)
                if Int.random(in: 0..<4, using: &random) == 0, texts.count > 2,
                    let one = texts.first
                {
                    texts.remove(one)
                }
                let list = texts.shuffled(using: &random).joined(separator: "|")
                if texts.count > 1 { try insert("{z:\(list)}", spelling: texts, 2 * number + 1) }
            }
            trie.checkInvariants()
        }
        #expect(conflicts > rounds(50))
    }

    @Test(arguments: UInt64(0)..<6, [false, true])
    func `agrees with the linear matcher`(seed: UInt64, ignoresCase: Bool) throws {
        var random = SplitMix64(seed: seed)
        // 6 seeds × 2 × 15 sets × 25 paths: 4 500 pairs.
        for _ in 0..<rounds(15) {
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            var patterns: [String] = []
            var identities: Set<[[Int]]> = []
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let pattern = Self.pattern(using: &random)
                let isNew = identities.insert(LinearMatcher.identity(of: pattern)).inserted
                do throws(PathConflict) {
                    try trie.insert(patterns.count, at: PathPattern(checked: pattern))
                    if !isNew {
                        #expect(Bool(false), "\(pattern) was inserted twice into \(patterns)")
                    }
                    patterns.append(pattern)
                } catch { if isNew { #expect(Bool(false), "\(pattern) was refused: \(error)") } }
            }
            trie.checkInvariants()
            let linear = LinearMatcher(patterns, ignoresCase: ignoresCase)
            for _ in 0..<25 {
                let lower = Self.path(using: &random)
                let path = ignoresCase ? lower.withRandomCase(using: &random) : lower
                let expected = linear.match(path)
                let match = trie.match(path)
                if match?.value != expected?.index {
                    #expect(
                        Bool(false),
                        "\(path) in \(patterns): \(String(describing: match?.value))"
                    )
                }
                for (name, value) in expected?.captures ?? [:] where match?[name] != value {
                    #expect(
                        Bool(false),
                        "\(name) of \(path) in \(patterns): \(String(describing: match?[name]))"
                    )
                }
            }
        }
    }

    /// Segments with unusual spellings, that are no valid text, or that end where a word does.
    private static let unusualPieces = [
        "", ".", "..", ".a", "a.", "%61", "%2e", "%2E%2E", "a%2Fb", "a%2fb", "é", "%C3%A9",
        "e\u{301}", "~", "a;b", "{a}", "a b", "\u{7F}", "%7F", "%", "%zz", "abcdefg", "abcdefgh",
        "abcdefghi", "the-long-literal", "the-l%6Fng-literal", "abcdefg\u{80}",
        // Zeros and other control characters after literals of every length that is handled separately.
        "\u{0}", "a\u{0}", "12\u{0}", "seven-7\u{0}", "eight--8\u{0}", "nine----9\u{0}", "a\u{1}",
        "a%00", "seven-7%00", "%00", "\u{301}", "%CC%81", "a\u{301}", "seven-7", "eight--8",
        "nine----9", "the-long-literal\u{0}", "\u{0}the-long-literal", "seven-7\u{0}\u{0}",
        "a\u{0}b", String(repeating: "y", count: 70),
    ]

    /// Literals as long as keys, a byte shorter and a byte longer, alone and with segments after them.
    private static let literalPatterns = [
        "/seven-7", "/eight--8", "/nine----9", "/seven-7/{x}", "/eight--8/{x}", "/nine----9/{x}/a",
        "/a", "/a/b/{x}", "/seven-7{x}", "/{x}eight--8", "/nine----9/{x:int}",
        "/the-long-literal/{x}-{y}", "/a/{*x}",
    ]

    @Test(arguments: UInt64(0)..<6, [false, true])
    func `a path is found as its canonical form is, however it is spelled`(
        seed: UInt64,
        ignoresCase: Bool
    ) throws {
        var random = SplitMix64(seed: 1_000 + seed)
        for _ in 0..<rounds(20) {
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            for number in 0..<Int.random(in: 1...12, using: &random) {
                let pattern =
                    Bool.random(using: &random)
                    ? Self.pattern(using: &random)
                    : Self.literalPatterns.randomElement(using: &random) ?? "/"
                try? trie.insert(number, at: PathPattern(checked: pattern))
            }
            for _ in 0..<40 {
                let pieces = (0..<Int.random(in: 0...5, using: &random)).map { _ in
                    let pieces = Bool.random(using: &random) ? Self.pieces : Self.unusualPieces
                    return Array((pieces.randomElement(using: &random) ?? "").utf8)
                }
                Self.check(trie, Array("/".utf8) + pieces.joined(separator: [UInt8(ascii: "/")]))
            }
        }
    }

    /// Bytes that affect how a path is read, and some others.
    private static let bytes =
        Array("//////..%%%2Fabe0158-~:\0\u{1}".utf8) + [0x80, 0xCC, 0x81, 0xFF]

    @Test(arguments: UInt64(0)..<6, [false, true])
    func `a capture satisfies its own constraint`(seed: UInt64, ignoresCase: Bool) throws {
        var random = SplitMix64(seed: 9_000 + seed)
        var found = 0
        for _ in 0..<rounds(30) {
            let constraints = ["a|B|bC|%C3%A9", "en|FR", "alpha", "hex", "int", "slug", "uuid"]
            let texts = [
                "a", "A", "b", "B", "bc", "bC", "BC", "%C3%A9", "en", "EN", "fr", "FR", "1", "x",
            ]
            let constraint = constraints.randomElement(using: &random) ?? ""
            let around = ["", "x", "X-"].randomElement(using: &random) ?? ""
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            try trie.insert(0, at: PathPattern("/\(around){c:\(constraint)}\(around)"))
            var own = PathTrie<Int>()
            try own.insert(0, at: PathPattern("/{c:\(constraint)}"))
            for text in texts {
                guard let match = trie.match("/\(around.uppercased())\(text)\(around)") else {
                    continue
                }
                let captured = try #require(match["c"])
                #expect(own.match("/" + captured) != nil, "\(captured) of \(constraint)")
                found += 1
            }
        }
        #expect(found > 0)
    }

    @Test(arguments: UInt64(0)..<6, [false, true])
    func `any bytes are found as their canonical form is, or not at all`(
        seed: UInt64,
        ignoresCase: Bool
    ) throws {
        var random = SplitMix64(seed: 4_000 + seed)
        for _ in 0..<rounds(15) {
            var trie = PathTrie<Int>(ignoresCase: ignoresCase)
            for number in 0..<Int.random(in: 1...8, using: &random) {
                try? trie.insert(number, at: PathPattern(checked: Self.pattern(using: &random)))
            }
            for text in trie.patterns.map(\.description) {
                // A path like a pattern, with bytes inserted, removed or replaced at random.
                var path = Array(text.utf8).filter { !"{:|*}".utf8.contains($0) }
                for _ in 0..<20 {
                    let place = Int.random(in: 0...path.count, using: &random)
                    let byte = Self.bytes.randomElement(using: &random) ?? 0
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: path.insert(byte, at: place)
                    case 1 where place < path.count: path[place] = byte
                    case 2 where place < path.count: path.remove(at: place)
                    default: path.append(.random(in: 0...255, using: &random))
                    }
                    Self.check(trie, path)
                }
            }
        }
    }

    /// Checks that a path of any bytes matches as its canonical form does, with the same captures, or not at all if it has none.
    private static func check(_ trie: PathTrie<Int>, _ path: [UInt8]) {
        var expected: (value: Int, captures: [Range<Int>])?
        let canonical = withBytes(of: path) { try? CanonicalPath.canonical($0) }
        if let canonical {
            withBytes(of: canonical) { bytes in
                _ = trie.firstMatch(canonical: bytes) { value, captures in
                    expected = (value, (0..<captures.count).map { captures[$0] })
                    return true
                }
            }
        }
        withBytes(of: path) { bytes in
            let found = trie.box.lookUp(bytes)
            let value = found.isNone ? nil : trie.values[found.entry]
            let captures = found.isNone ? [] : (0..<min(found.captureCount, 4)).map { found[$0] }
            #expect(
                value == expected?.value
                    && captures == expected?.captures.prefix(4).map { $0 } ?? []
                    && (found.isNone || found.captureCount == expected?.captures.count)
                    && (found.isNone || found.isCanonicalized == (canonical != path)),
                "\(String(decoding: path, as: UTF8.self).debugDescription) in \(trie.patterns): \(captures)"
            )
            guard canonical == path else { return }
            #expect(
                trie.lookUp(canonical: bytes)?.found.fields == (found.isNone ? nil : found.fields)
            )
        }
    }

    @Test func `the order of insertion never matters`() throws {
        let patterns = ["/{x}/b", "/a/{*x}", "/a/{x:int}", "/{x:a|b}/{y}", "/a{x}/b", "/{*x}"]
        let paths = ["/a/b", "/a/1", "/b/b", "/ab/b", "/a", "/a/b/c", "/c/c", "/b/1", "/ab/1", "/"]
        let linear = LinearMatcher(patterns)
        let expected = paths.map { linear.match($0)?.index }
        var orders = 0
        func check(_ order: [Int]) throws {
            guard order.count == patterns.count else {
                for next in patterns.indices where !order.contains(next) {
                    try check(order + [next])
                }
                return
            }
            var trie = PathTrie<Int>()
            for index in order { try trie.insert(index, at: PathPattern(patterns[index])) }
            #expect(paths.map { trie.match($0)?.value } == expected, "\(order)")
            orders += 1
        }
        try check([])
        #expect(orders == 720)
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(2)), [false, true])
    func `insertion and removal mixed agree with a list`(seed: UInt64, ignoresCase: Bool) throws {
        var random = SplitMix64(seed: seed)
        var trie = PathTrie<Int>(ignoresCase: ignoresCase)
        var model: [(pattern: String, identity: [[Int]], value: Int)] = []
        for step in 0..<400 {
            // While there is a copy, a change makes the trie's own storage, which must lack nothing; the copy stays as it is.
            let copy = Int.random(in: 0..<12, using: &random) == 0 ? trie : nil
            let before = copy?.patterns
            defer { #expect(copy?.patterns == before) }
            let pattern = Self.pattern(using: &random)
            let identity = LinearMatcher.identity(of: pattern)
            let known = model.firstIndex { $0.identity == identity }
            if Int.random(in: 0..<5, using: &random) < (step < 250 ? 3 : 1) {
                let inserted: Bool
                do throws(PathConflict) {
                    try trie.insert(step, at: PathPattern(checked: pattern))
                    inserted = true
                } catch { inserted = false }
                #expect(inserted == (known == nil))
                if inserted { model.append((pattern, identity, step)) }
            } else {
                let place =
                    Bool.random(using: &random)
                    ? model.indices.randomElement(using: &random) : known
                let victim = place.map { model[$0].pattern } ?? pattern
                guard place != nil || known == nil else { continue }
                #expect(trie.remove(PathPattern(checked: victim)) == place.map { model[$0].value })
                if let place { model.remove(at: place) }
            }
            #expect(trie.count == model.count)
            if step % 20 == 0 {
                trie.checkInvariants()
                let linear = LinearMatcher(model.map(\.pattern), ignoresCase: ignoresCase)
                for _ in 0..<10 {
                    let lower = Self.path(using: &random)
                    let path = ignoresCase ? lower.withRandomCase(using: &random) : lower
                    #expect(
                        trie.match(path)?.value == linear.match(path).map { model[$0.index].value }
                    )
                }
            }
        }
        let expected = try model.map { try PathPattern($0.pattern).description }.sorted()
        #expect(trie.patterns.map(\.description) == expected)
        for (pattern, _, value) in model.shuffled(using: &random) {
            #expect(trie.remove(PathPattern(checked: pattern)) == value)
        }
        trie.checkInvariants()
        #expect(trie.count == 0 && trie.match("/a") == nil)
    }
}

extension PathPattern {
    /// Creates a pattern that the test knows to be valid.
    fileprivate init(checked pattern: String) {
        do throws(PathPatternError) { self = try PathPattern(pattern) } catch {
            fatalError("\(error)")
        }
    }
}

extension String {
    /// This text with some letters in upper case.
    fileprivate func withRandomCase(using random: inout SplitMix64) -> String {
        map { Bool.random(using: &random) ? $0.uppercased() : String($0) }.joined()
    }
}
