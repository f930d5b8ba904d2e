import Testing

@testable import PathMatching

struct PathTrieTests {
    @Test(arguments: [
        ("/a%2Fb/c", "/{x}/c", "a/b"), ("/items/a%252Fb", "/items/{x}", "a%2Fb"),
        ("/items/caf%C3%A9", "/items/{x}", "café"),
        ("/items/cafe\u{301}", "/items/{x}", "cafe\u{301}"), ("/items/a%20b", "/items/{x}", "a b"),
        ("/items/a b", "/items/{x}", "a b"), ("/items/%41", "/items/{x}", "A"),
    ])
    func `captures are decoded once`(path: String, pattern: String, expected: String) throws {
        #expect(
            try PathTrie(pattern).match(path)?["x"]?.unicodeScalars.elementsEqual(
                expected.unicodeScalars
            ) == true
        )
    }

    /// Words have eight bytes and vectors more, so longer segments are compared like those of these lengths.
    @Test(arguments: Array(1..<40) + [63, 64, 65, 127, 128, 129])
    func `segments of any length are told apart by every byte`(length: Int) throws {
        let letters = (0..<length).map { _ in UInt8(ascii: "a") }
        let segments =
            [letters]
            + letters.indices.map { index in
                var changed = letters
                changed[index] = UInt8(ascii: "b")
                return changed
            }
        let texts = segments.map { String(decoding: $0, as: UTF8.self) }
        var trie = PathTrie<Int>()
        for (index, text) in texts.enumerated() where index % 2 == 0 {
            try trie.insert(index, at: PathPattern("/\(text)/\(text)"))
        }
        for (index, text) in texts.enumerated() {
            let expected = index % 2 == 0 ? index : nil
            #expect(trie.match("/\(text)/\(text)")?.value == expected)
            #expect(trie.match("/\(text)/\(text)a") == nil)
        }
    }

    @Test func `a segment is not taken for a long literal that has the same key`() throws {
        let trie = try PathTrie("/a-long-literal/b", "/{a}/c")
        let path = "/a-long-literal/b"
        let key = withBytes(of: path) { path in SegmentKey(path[1..<15], ignoresCase: false).word }
        // With any place of the literal, as it is stored, and without one.
        for label in 0..<UInt64(path.utf8.count) {
            let segment = (0..<8).map { UInt8(truncatingIfNeeded: (key | label) >> (8 * $0)) }
            let other = Array("/".utf8) + segment + Array("/b".utf8)
            #expect(withBytes(of: other) { trie.box.lookUp($0).isNone })
        }
    }

    @Test(arguments: 0..<70)
    func `another spelling of a path is found wherever it is unusual`(place: Int) throws {
        let trie = try PathTrie("/{a}/b", "/{a}/c/d")
        let front = String(repeating: "x", count: place)
        for path in ["/\(front)a//b", "//\(front)a/b", "/\(front)a/b/", "/\(front)a/%62"] {
            #expect(trie.match(path)?["a"] == front + "a")
        }
        for path in ["/\(front)a/./b", "/\(front)a/../b", "/./\(front)/b", "/\(front)a/b/."] {
            #expect(trie.match(path) == nil)
        }
    }

    @Test func `literals that make way for others stay where they are found`() throws {
        var trie = PathTrie<Int>()
        for index in 0..<6_000 {
            try trie.insert(index, at: PathPattern("/section\(index % 20)/item\(index)/{id}"))
        }
        trie.checkInvariants()
        for index in 0..<6_000 {
            #expect(trie.match("/section\(index % 20)/item\(index)/7")?.value == index)
            #expect(trie.match("/section\(index % 20)/item\(index + 1)/7")?.value == nil)
        }
    }

    /// The arguments are the lengths of one capture, mostly around powers of two; another test has those around 65 535.
    @Test(arguments: [1, 7, 8, 9, 63, 64, 65, 127, 128, 70_000], [false, true])
    func `captures are found wherever they stand`(length: Int, ignoresCase: Bool) throws {
        let trie = try PathTrie(
            ["/{a}/B/{c}/{d}-{e}/{f}/{*g}", "/{a}/B"],
            ignoresCase: ignoresCase
        )
        for spelling in length > 1000 ? ["%42"] : ["B", "%42"] {
            let short = "/\(spelling)"
            // Captures before, within and behind the long one; for a very long one only in the middle.
            let long = String(repeating: "x", count: max(1, length - 3))
            #expect(trie.match("/\(long)" + short)?["a"] == long)
            for place in length > 1000 ? [3] : Array(0..<7) {
                let values = (0..<7).map { $0 == place ? long : "v\($0)" }
                let path =
                    "/\(values[0])\(short)/\(values[1])/\(values[2])-\(values[3])/\(values[4])"
                    + "/\(values[5])/\(values[6])"
                let match = try #require(trie.match(path))
                let captures = ["a", "c", "d", "e", "f", "g"].map { match[$0] }
                #expect(captures == values[0..<5] + [values[5] + "/" + values[6]])
                #expect(match.pattern.description == "/{a}/B/{c}/{d}-{e}/{f}/{*g}")
            }
        }
    }

    @Test(arguments: [3, 4, 5, 9, 64, 65, 255], [false, true])
    func `any number of captures is found`(count: Int, ignoresCase: Bool) throws {
        // In separate segments, and in one segment with text between them at which no capture may be split.
        for separator in ["/", "x"] {
            let pattern = (0..<count).map { "{c\($0)}" }.joined(separator: separator)
            let values = (0..<count).map { "\($0)X\($0)" }
            let trie = try PathTrie(["/" + pattern], ignoresCase: false)
            let match = try #require(trie.match("/" + values.joined(separator: separator)))
            #expect((0..<count).map { match["c\($0)"] } == values)
            #expect(match.captureCount == count)
            if ignoresCase {
                let folding = try PathTrie(["/a/" + pattern], ignoresCase: true)
                #expect(folding.match("/A/" + values.joined(separator: separator)) != nil)
            }
        }
    }

    @Test(arguments: [
        ("/.{x}", "/..", nil), ("/.{x}", "/.a", "a"), ("/.{x}", "/.%2E", nil),
        ("/.{x}", "/...", ".."),
        ("/{x}.", "/..", nil), ("/{x}.", "/a.", "a"), ("/{x}.", "/...", ".."), ("/{x}", "/.", nil),
        ("/{x}", "/.a", ".a"), ("/{x:slug}", "/..", nil), ("/a/{x}/b/c/d", "/a/./b/c/d", nil),
        ("/a/.{x}/b/c/d/e", "/a/../b/c/d/e", nil), ("/a/{*x}", "/a/b/../c/d/e/f/g", nil),
        ("/.{x}/b/c/d/e/f/g/h/i", "/../b/c/d/e/f/g/h/i", nil), ("/{*x}", "/a//b", "a/b"),
        ("/{*x}", "/a/", "a"),
    ])
    func `a dot segment is never captured, whatever text is beside it`(
        pattern: String,
        path: String,
        expected: String?
    ) throws { #expect(try PathTrie(pattern).match(path)?["x"] == expected) }

    @Test func `a long literal is compared to its end`() throws {
        let trie = try PathTrie("/abcdefghij/a", "/abcdefgh/b")
        func begins(with text: String) -> Bool {
            withBytes(of: text) {
                trie.box.index.texts.bytes.hasSegment($0, at: 1, ignoresCase: false)
            }
        }
        #expect(begins(with: "abcdefghij"))
        #expect(
            !begins(with: "abcdefgh") && !begins(with: "abcdefghijk") && !begins(with: "abcdefghiJ")
        )
    }

    /// The linear matcher knows of no letters beyond ASCII.
    @Test func `ignoring case folds literals in ASCII alone`() throws {
        let trie = try PathTrie(["/k", "/a-very-long-literal-segment"], ignoresCase: true)
        #expect(trie.match("/K") != nil && trie.match("/\u{212A}") == nil)
        #expect(trie.match("/a-very-LONG-literal-segment") != nil)
        #expect(trie.match("/a-very-long-literal-segmen\u{212A}") == nil)
    }

    /// Offsets that a match keeps have 16 bits; of a longer path, captures are found again.
    @Test(arguments: [65_534, 65_535, 65_536, 65_537], [false, true])
    func `captures are read wherever they end, in a path of any length`(
        length: Int,
        ignoresCase: Bool
    ) throws {
        let trie = try PathTrie(
            ["/{a}", "/{a}/b", "/{a}/{b}", "/{a}/{b}/{c}/{d}/{e}", "/x/y/z/{*r}"],
            ignoresCase: ignoresCase
        )
        for tail in ["", "/b", "/c", "/2/3/4/5"] {
            let first = String(repeating: "x", count: length - tail.utf8.count - 1)
            let path = "/" + first + tail
            let others = tail == "/c" ? [path + "/", path.replacing("/", with: "//")] : []
            for spelling in [path] + others {
                let match = try #require(trie.match(spelling), "\(tail)")
                #expect(match["a"] == first)
                if match.captureCount > 1 {
                    #expect(match["b"] == String(tail.dropFirst().prefix(1)))
                }
                if match.captureCount > 2 { #expect(match["e"] == "5") }
            }
        }
        let rest = String(repeating: "r", count: length - 7)
        #expect(trie.match("/x/y/z/" + rest)?["r"] == rest)
    }

    @Test func `matches a part of a string as it matches a string of its own`() throws {
        let trie = try PathTrie("/items/{id}")
        let text = "https://caf\u{E9}.io/items/872346-and-more"
        let path = try #require(text.range(of: "/items/872346")).self
        #expect(trie.match(text[path])?["id"] == "872346")

        let deep = try PathTrie("/{a}/{b}/{c}/{d}/{e}")
        let other = "caf\u{E9}/1/2/3/4//5/6"
        let part = try #require(other.range(of: "/1/2/3/4//5"))
        let match = try #require(deep.match(other[part]))
        #expect(["a", "b", "c", "d", "e"].map { match[$0] } == ["1", "2", "3", "4", "5"])
    }

    @Test func `a match outlives changes of the trie, and a copy is independent`() throws {
        var trie = try PathTrie("/a/{x}", "/b")
        let copy = trie
        let match = try #require(trie.match("/a/1"))
        trie.remove(try PathPattern("/a/{x}"))
        try trie.insert("c", at: PathPattern("/c"))
        #expect(match["x"] == "1" && match.pattern.description == "/a/{x}")
        #expect(trie.match("/a/1") == nil && copy.match("/a/1") != nil && copy.match("/c") == nil)
    }

    @Test(arguments: [("/{*a}/{b}", "/{b}/{*a}"), ("/{x:a|b}c", "/{y:ac|bc}"), ("/a{x}", "/a{y}")])
    func `a changed copy knows the original's conflicts`(first: String, second: String) throws {
        let original = try PathTrie(first, "/{*x}/y", "/{p}/{q}/{r}/{s}/{t}")
        var copy = original
        try copy.insert("", at: PathPattern("/c"))
        for trie in [original, copy] {
            #expect(trie[try PathPattern(second)] == first)
            #expect(trie.match("/1/2/3/4/5")?["t"] == "5")
            #expect(trie.match("/1/2/y")?["x"] == "1/2")
            var trie = trie
            #expect(throws: PathConflict.self) { try trie.insert("", at: PathPattern(second)) }
            #expect(trie.remove(try PathPattern(second)) == first)
            trie.checkInvariants()
        }
    }

    /// So many choices and captures do not fit the storage that every search has.
    @Test func `a copy that was changed has room for as many choices as the original`() throws {
        let captures = (0..<200).map { "/{c\($0)}" }.joined()
        let path = String(repeating: "/1", count: 200)
        let original = try PathTrie("\(captures)/x", "\(path)/y")
        var copy = original
        try copy.insert("", at: PathPattern("/c"))
        for trie in [original, copy] { #expect(trie.match("\(path)/x")?["c199"] == "1") }
    }

    @Test(arguments: ["/users/CANARY/edit", "/users/%43ANARY/edit/", "/files/a/CANARY"])
    func `nothing printed shows what a match captured`(path: String) throws {
        var trie = PathTrie<Int>()
        try trie.insert(0, at: PathPattern("/users/{id}/edit"))
        try trie.insert(1, at: PathPattern("/files/{*rest}"))
        let match = try #require(trie.match("/elsewhere\(path)".dropFirst(10)))
        #expect("\(match)" == (match.value == 0 ? "/users/{id}/edit" : "/files/{*rest}"))
        var dumped = ""
        dump(match, to: &dumped)
        #expect(dumped.contains("value: \(match.value)"))
        for print in [dumped, "\([match])", String(reflecting: match)] {
            #expect(!print.contains("CANARY") && !print.contains("43ANARY"), "\(print)")
        }
    }

    @Test func `what is inserted and removed over and over leaves little behind`() throws {
        var trie = try PathTrie("/keep", "/keep/{id:a|b}")
        let words = (10..<40).map { "\($0)" }.joined(separator: "|")
        for round in 0..<500 {
            let pattern = try PathPattern("/section\(round)/{a:\(words)}/{b}-{c:int}/{*d}")
            try trie.insert("", at: pattern)
            #expect(trie.remove(pattern) == "")
        }
        trie.checkInvariants()
        // This much is enough for twenty patterns.
        #expect(trie.box.index.texts.count < 20 * 150)
        #expect(trie.box.index.nodes.count < 20 * 5)
        #expect(trie.box.index.mixed.edges.count < 20 * 2)
        #expect(trie.match("/keep/b")?.value == "/keep/{id:a|b}")
    }

    @Test func `an entry is numbered by its place among the insertions`() throws {
        var trie = PathTrie<String>()
        let patterns = ["/{*rest}", "/a/{b}-{c:int}", "/a/b", "/", "/{a}/{b}/{c}/{d}/{e}"]
        for pattern in patterns { try trie.insert(pattern, at: PathPattern(pattern)) }
        let expected: [(String, Int, [Range<Int>])] = [
            ("/x", 0, [1..<2]), ("/a/b-c-7", 1, [3..<6, 7..<8]), ("/a/b", 2, []), ("/", 3, []),
            ("/1/2/3/4/5", 4, [1..<2, 3..<4, 5..<6, 7..<8]),
        ]
        for (path, entry, captures) in expected {
            let match = withBytes(of: path) { trie.box.lookUp($0) }
            #expect(!match.isNone)
            #expect(!match.isCanonicalized)
            #expect(match.entry == entry)
            #expect(match.captureCount == (entry == 4 ? 5 : captures.count))
            let kept = min(match.captureCount, 4)
            #expect((0..<kept).map { match[$0] } == captures)
        }
    }

    @Test(arguments: 0..<36)
    func `every byte of a UUID is looked at`(place: Int) throws {
        let trie = try PathTrie("/{id:uuid}", "/{title}-{id:uuid}")
        let bytes = Array("123E4567-e89b-12d3-A456-426614174FfF".utf8)
        for byte in UInt8(ascii: "!")...UInt8(ascii: "~") where byte != UInt8(ascii: "/") {
            var changed = bytes
            changed[place] = byte
            let text = String(decoding: changed, as: UTF8.self)
            let isHyphen = byte == UInt8(ascii: "-")
            let isHexDigit =
                UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
            let expected = [8, 13, 18, 23].contains(place) ? isHyphen : isHexDigit
            #expect(trie.match("/\(text)")?["id"] == (expected ? text : nil), "\(text)")
            #expect(trie.match("/a-b-\(text)")?["title"] == (expected ? "a-b" : nil), "\(text)")
        }
    }

    @Test func `an encoded slash is never a slash`() throws {
        let trie = try PathTrie("/a/b/c", "/featureA/detail")
        #expect(trie.match("/a%2Fb/c") == nil)
        #expect(trie.match("/featureA%2Fdetail") == nil)
    }

    @Test(arguments: [
        "", "x", "?", "xitems", "xitems/5", "%2Fitems/5", "é", "items", ".", "\u{0}items/5",
    ])
    func `what does not begin with a slash is no path`(path: String) throws {
        var trie = PathTrie<Int>()
        try trie.insert(0, at: PathPattern("/"))
        try trie.insert(1, at: PathPattern("/items/{id}"))
        try trie.insert(2, at: PathPattern("/{*rest}"))
        #expect(trie.match(path)?.value == nil)
    }

    @Test func `a value is set, replaced and taken out under its pattern`() throws {
        var trie = PathTrie<Int>()
        let pattern = try PathPattern("/items/{id}")
        let other = try PathPattern("/items/{number}")
        trie[pattern] = 1
        #expect(trie.match("/items/5")?.value == 1)
        // The paths are the same, whatever the name of the capture.
        trie[other] = 2
        #expect(trie[pattern] == 2)
        #expect(trie.count == 1)
        #expect(trie.match("/items/5")?["id"] == "5")
        trie[other] = nil
        #expect(trie.match("/items/5") == nil)
        trie[pattern] = nil
        #expect(trie.count == 0)
    }
}

extension String {
    fileprivate func range(of part: String) -> Range<Index>? {
        for start in indices where self[start...].hasPrefix(part) {
            return start..<index(start, offsetBy: part.count)
        }
        return nil
    }
}
