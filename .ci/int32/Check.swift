// Patterns and paths of every kind, also beyond 32 767 and 65 535 bytes, where `Int` has 32 bits.

import PathMatching

private let middle = String(repeating: "x", count: 40_000)
private let long = String(repeating: "x", count: 70_000)

/// Patterns, a path, the number of the pattern that matches it, and what that captures.
private let cases: [(patterns: [String], path: String, match: Int?, captures: [(String, String)])] = [
    (["/a", "/b/c"], "/b/c", 1, []),
    (["/a", "/b/c"], "/b/d", nil, []),
    (["/12345678/123456789"], "/12345678/123456789", 0, []),
    (["/{id}"], "/%41%c3%a9", 0, [("id", "Aé")]),
    (["/{id:int}", "/{id}"], "/4294967296", 0, [("id", "4294967296")]),
    (["/items/{title}-{id:int}"], "/items/top-10-872346", 0, [("title", "top-10"), ("id", "872346")]),
    (["/{a}/{b}/{c}/{d}-{e}/{f}"], "/1/2/3/4-5/6", 0, [("a", "1"), ("d", "4"), ("e", "5"), ("f", "6")]),
    (["/{lang:en|fr}/{id:uuid}"], "/fr/123e4567-e89b-12d3-a456-426614174000", 0, [("lang", "fr")]),
    (["/{a}/{b}"], "/\(middle)/7", 0, [("a", middle), ("b", "7")]),
    (["/{a}/{b}/{c}/{d}"], "/\(middle)/1/2/3", 0, [("a", middle), ("b", "1"), ("c", "2"), ("d", "3")]),
    (["/{a}/{b}/{c}/{d}/{e}/{f}"], "/\(middle)/1/2/3/4/5", 0, [("c", "2"), ("d", "3"), ("e", "4"), ("f", "5")]),
    (["/a/{*rest}"], "/a/\(middle)/7", 0, [("rest", "\(middle)/7")]),
    (["/{a}/{b}-{c:int}"], "/\(middle)/\(middle)-7", 0, [("a", middle), ("b", middle), ("c", "7")]),
    (["/{a}/{b}"], "/\(long)/7", 0, [("a", long), ("b", "7")]),
    (["/{a}/{b}-{c:int}"], "/\(long)/\(long)-7", 0, [("a", long), ("b", long), ("c", "7")]),
    (["/a/{*rest}"], "/a/\(long)/\(long)", 0, [("rest", "\(long)/\(long)")]),
    (["/\(String(repeating: "y", count: 4_000))/{a}"], "/\(String(repeating: "y", count: 4_000))/7", 0, [("a", "7")]),
]

@_cdecl("_start")
public func start() {
    precondition(Int.bitWidth == 32)
    for (patterns, path, match, captures) in cases {
        var trie = PathTrie<Int>()
        for (number, text) in patterns.enumerated() { insert(number, text, &trie) }
        let found = trie.match(path)
        guard found?.value == match else { fail("\(patterns[0]) finds another pattern.") }
        for (name, value) in captures {
            let captured = found?[name] ?? "nothing"
            guard captured.utf8.elementsEqual(value.utf8) else { fail("\(patterns[0]) captures another \(name).") }
        }
    }

    // Many patterns, as insertion and removal move what the trie holds.
    var trie = PathTrie<Int>()
    for number in 0..<1_000 { insert(number, "/s\(number % 40)/p\(number)/{id:int}", &trie) }
    for number in 0..<1_000 where number % 3 == 0 { remove("/s\(number % 40)/p\(number)/{id:int}", &trie) }
    for number in 0..<1_000 {
        let found = trie.match("/s\(number % 40)/p\(number)/5")?.value
        guard found == (number % 3 == 0 ? nil : number) else { fail("After removals, \(number) is not right.") }
    }
    guard trie.patterns.count == trie.count, trie.count == 666 else { fail("\(trie.count) patterns are left.") }

    print("\(cases.count + 1) checks")
}

private func pattern(_ text: String) -> PathPattern {
    do throws(PathPatternError) { return try PathPattern(text) } catch { fail("\(text) is no pattern.") }
}

private func insert(_ value: Int, _ text: String, _ trie: inout PathTrie<Int>) {
    do throws(PathConflict) { try trie.insert(value, at: pattern(text)) } catch { fail("\(text) conflicts.") }
}

private func remove(_ text: String, _ trie: inout PathTrie<Int>) {
    guard trie.remove(pattern(text)) != nil else { fail("\(text) is not there.") }
}

private func fail(_ message: String) -> Never {
    print(message)
    fatalError()
}
