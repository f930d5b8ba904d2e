import DeepLinksTestSupport
import PathMatching
import Testing

struct PathPatternTests {
    @Test(arguments: [
        ("/events", "/events", []), ("/events/{eventId}", "/events/{eventId}", ["eventId"]),
        ("/items/{title}-{id:int}", "/items/{title}-{id:int}", ["title", "id"]),
        ("/{lang:en|es|fr}/events", "/{lang:en|es|fr}/events", ["lang"]),
        ("/docs/{*rest}", "/docs/{*rest}", ["rest"]),
        ("/{*a?}/b//{*c}/", "/{*a?}/b/{*c}", ["a", "c"]), ("/a{{b}}", "/a%7Bb%7D", []),
        ("/", "/", []), ("//", "/", []), ("/a//b/", "/a/b", []), ("/caf\u{E9}", "/caf%C3%A9", []),
        ("/cafe\u{301}", "/cafe%CC%81", []), ("/%7e%2f", "/~%2F", []),
        ("/a b/{x}", "/a%20b/{x}", ["x"]), ("/{a}.{b}", "/{a}.{b}", ["a", "b"]),
        ("/{a}..{b}", "/{a}..{b}", ["a", "b"]),
        ("/{user_id-1.~}", "/{user_id-1.~}", ["user_id-1.~"]), ("/x+y;z=1", "/x+y;z=1", []),
    ])
    func `has one canonical text`(pattern: String, text: String, names: [String]) throws {
        let parsed = try PathPattern(pattern)
        #expect(parsed.description == text)
        #expect(parsed.captureNames == names)
        #expect(try PathPattern(text) == parsed)
    }

    private static let constraints = PathConstraint.names.joined(separator: ", ")

    @Test(
        arguments: try rows(in: "patterns.txt")
            + rows(
                """
                /{id:itn}
                  '/{id:itn}' has the unknown constraint 'itn'; did you mean 'int'? Or use \(constraints) or a list of words such as 'en|fr'.
                /{id:[0-9]?}
                  '/{id:[0-9]?}' has the unknown constraint '[0-9]?'; use \(constraints) or a list of words such as 'en|fr'.
                """
            )
    )
    func `says what is wrong with a pattern and what to write`(row: TableRow) {
        let error = #expect(throws: PathPatternError.self) { try PathPattern(row[0]) }
        #expect(error?.description == row[1])
        #expect(error?.pattern == row[0])
    }

    @Test func `refuses what is too long before it looks at it`() {
        let pattern = "/" + String(repeating: "{", count: 70_000)
        let error = #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
        #expect(
            error?.description == "A pattern of 70001 bytes is too long; the limit is 65535 bytes."
        )
    }

    @Test func `a pattern of more than a kilobyte is not repeated`() {
        let pattern = "/{" + String(repeating: "a", count: 1_023)
        let error = #expect(throws: PathPatternError.self) { try PathPattern(pattern) }
        #expect(error?.description.hasPrefix("A pattern of 1025 bytes opens ") == true)
    }

    @Test func `the limit is on the canonical text`() throws {
        // Each space becomes three bytes.
        let spaces = "/" + String(repeating: " ", count: 21_845)
        let error = #expect(throws: PathPatternError.self) { try PathPattern(spaces) }
        #expect(
            error?.description
                == "A pattern of 21846 bytes is too long once it is percent-encoded; the limit is 65535 bytes."
        )
        // Captures on both sides of the limit, in one segment.
        for count in 65_500..<65_540 {
            let text = "/" + String(repeating: "a", count: count) + "{first}-{second}"
            #expect(((try? PathPattern(text)) != nil) == (count <= 65_518))
        }
        let grown = "/" + String(repeating: "é", count: 10_921) + "xx{abcdefghij}-{b}"
        #expect(throws: PathPatternError.self) { try PathPattern(grown) }
        for text in [String(spaces.dropLast()), "/" + String(repeating: "%61", count: 65_534)] {
            let pattern = try PathPattern(text)
            #expect(pattern.description.utf8.count <= 65_535)
            var trie = PathTrie<Int>()
            try trie.insert(1, at: pattern)
            #expect(trie.patterns == [pattern])
            #expect(trie.match(text)?.pattern == pattern)
            #expect(throws: PathConflict.self) { try trie.insert(2, at: PathPattern(text)) }
            #expect(trie.remove(pattern) == 1)
        }
        #expect(throws: PathPatternError.self) {
            try PathPattern("/" + String(repeating: "a", count: 65_535))
        }
        #expect(throws: PathPatternError.self) {
            try PathPattern("/{w:" + (0..<6_000).map { "\($0) \($0)" }.joined(separator: "|") + "}")
        }
    }

    @Test(arguments: [
        ("/.{x}", "/%2E{x}"), ("/..{x}", "/%2e.{x}"), ("/{c:.|a}", "/{c:%2E|a}"),
        ("/{x}.{y}", "/{x}%2E{y}"), ("/\u{E9}{x}", "/%C3%A9{x}"),
        ("/{c:\u{E9}|a}", "/{c:%c3%a9|%61}"), ("/a b/{x}", "/a%20b/{x}"),
        ("/{{{x}}}", "/%7B{x}%7D"), ("/...", "/%2E%2E%2E"), ("/a~", "/%61%7E"),
    ])
    func `a character and its escape are the same pattern`(plain: String, escaped: String) throws {
        #expect(try PathPattern(plain) == PathPattern(escaped))
        #expect(try PathPattern(plain).description == PathPattern(escaped).description)
    }

    /// A few names are compared one by one, many are kept in a set.
    @Test(arguments: [2, 15, 16, 17, 18, 40])
    func `a name that occurs twice is found among any number of names`(count: Int) {
        let segments = (0..<count).map { "/{c\($0)}" }.joined()
        #expect(throws: Never.self) { try PathPattern(segments) }
        for twice in [0, count / 2, count - 1] {
            let error = #expect(throws: PathPatternError.self) {
                try PathPattern(segments + "/{c\(twice)}")
            }
            #expect(error?.reason.code == "duplicate-name" && error?.reason.name == "c\(twice)")
        }
    }

    @Test(arguments: [
        ("/{a:x|x}", "x"), ("/{a:%61|a}", "a"), ("/{a: |%20}", "%20"), ("/{a:b|%62|c}", "%62"),
    ])
    func `a word that is there in another spelling is there twice`(text: String, word: String) {
        let error = #expect(throws: PathPatternError.self) { try PathPattern(text) }
        #expect(error?.reason.text.obstacle == "has '\(word)' twice in the list of 'a'")
    }

    @Test func `names of captures count for equality`() throws {
        #expect(try PathPattern("/{a}") != PathPattern("/{b}"))
        #expect(try Set([PathPattern("/a/"), PathPattern("/a")]).count == 1)
    }

    @Test func `a conflict names both patterns`() throws {
        var trie = PathTrie<Int>()
        try trie.insert(1, at: PathPattern("/a/{id}"))
        let other = #expect(throws: PathConflict.self) {
            try trie.insert(2, at: PathPattern("/a/{name}"))
        }
        #expect(
            other?.description
                == "'/a/{name}' matches exactly the same paths as '/a/{id}'; remove one, or constrain a capture."
        )
        let same = #expect(throws: PathConflict.self) {
            try trie.insert(2, at: PathPattern("/a/{id}/"))
        }
        #expect(same?.description == "'/a/{id}' is inserted twice; remove one.")
    }

    @Test(arguments: [
        ("itn", "int"), ("UUID", "uuid"), ("alhpa", "alpha"), ("xyz", nil), ("", nil),
        ("slugs", "slug"), ("domin", "domains"), ("domains", nil),
        // Both are as near: the first.
        ("worf", "word"),
    ])
    func `finds the nearest spelling`(word: String, expected: String?) {
        let candidates = ["uuid", "int", "hex", "alpha", "alnum", "slug", "word", "work"]
        #expect(
            nearest(to: word, in: candidates + (expected == "domains" ? ["domains"] : []))
                == expected
        )
    }

    @Test(arguments: UInt64(0)..<8)
    func `a spelling is near if the longer text of the two allows the edits`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var (near, far) = (0, 0)
        for _ in 0..<rounds(200) {
            let word = (0..<Int.random(in: 1...12, using: &random)).map { _ in
                "abcd".randomElement(using: &random) ?? "a"
            }
            var other = word
            for _ in 0..<Int.random(in: 1...5, using: &random) {
                let place = Int.random(in: 0...other.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: other.insert("e", at: place)
                case 1 where place < other.count: other.remove(at: place)
                case 2 where place < other.count: other[place] = "f"
                case 3 where place + 1 < other.count: other.swapAt(place, place + 1)
                default: break
                }
            }
            let edits = Self.edits(word[...], other[...])
            #expect(
                editDistance(word.map { $0.utf8.first ?? 0 }, other.map { $0.utf8.first ?? 0 })
                    == edits
            )
            let isNear = edits <= max(1, max(word.count, other.count) / 3)
            for (left, right) in [(word, other), (other, word)] {
                let expected = isNear ? String(right) : nil
                #expect(
                    nearest(to: String(left), in: [String(right)]) == expected,
                    "\(left) \(right)"
                )
            }
            if isNear { near += 1 } else { far += 1 }
        }
        #expect(near > 50 && far > 50)
    }

    /// The edits from one text to another, by trying all of them on the last characters.
    private static func edits(_ left: ArraySlice<Character>, _ right: ArraySlice<Character>) -> Int
    {
        var known: [[Int]: Int] = [:]
        func edits(_ i: Int, _ j: Int) -> Int {
            if i == 0 || j == 0 { return i + j }
            if let edits = known[[i, j]] { return edits }
            let (own, other) = (Array(left), Array(right))
            var least = min(edits(i - 1, j), edits(i, j - 1)) + 1
            least = min(least, edits(i - 1, j - 1) + (own[i - 1] == other[j - 1] ? 0 : 1))
            if i > 1, j > 1, own[i - 1] == other[j - 2], own[i - 2] == other[j - 1] {
                least = min(least, edits(i - 2, j - 2) + 1)
            }
            known[[i, j]] = least
            return least
        }
        return edits(left.count, right.count)
    }
}
