import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

struct QueryTextTests {
    private func items(
        _ query: String,
        plusIsSpace: Bool = false
    ) throws(PathTextError) -> [URLQueryItem] {
        try withBytes(of: query) { (bytes) throws(PathTextError) in
            try QueryText.items(of: bytes, plusIsSpace: plusIsSpace)
        }
    }

    private func bytes(_ items: [URLQueryItem]) -> [[[UInt8]?]] {
        items.map { [Array($0.name.utf8), $0.value.map { Array($0.utf8) }] }
    }

    @Test(
        arguments: [
            ("", []), ("=v", []), ("x&y=&z=a=b", [("x", nil), ("y", ""), ("z", "a=b")]),
            ("x%3D1=%2541", [("x=1", "%41")]), ("x=e%CC%81", [("x", "e\u{301}")]),
            ("x=1&\u{301}y=2", [("x", "1"), ("\u{301}y", "2")]),
        ] as [(String, [(String, String?)])]
    )
    func `a query is split, then decoded once`(query: String, expected: [(String, String?)]) throws
    {
        let expected = expected.map { URLQueryItem(name: $0.0, value: $0.1) }
        #expect(try bytes(items(query)) == bytes(expected))
    }

    @Test(arguments: [
        ("x=a+b", "a b"), ("x=a%2Bb", "a+b"), ("x=+", " "), ("x=%20+%2b", "  +"), ("x=1+é", "1 é"),
        ("x=%2B+%C3%A9", "+ é"),
    ])
    func `a plus sign is a space only where a source says so`(query: String, value: String) throws {
        #expect(try items(query, plusIsSpace: true)["x"] == value)
        #expect(try items("a+b=1", plusIsSpace: true)["a b"] == "1")
    }

    @Test(arguments: [
        ("x=%", PathTextError.Reason.malformedEscape, 2), ("x=1&y=%4", .malformedEscape, 6),
        ("%zz=1", .malformedEscape, 0), ("x=%FF", .invalidUTF8, 2), ("x=ab%C3", .invalidUTF8, 4),
        ("x=%C0%AF", .invalidUTF8, 2), ("a=1&%ED%A0%80", .invalidUTF8, 4),
        ("x=%E2%82&y=%AC", .invalidUTF8, 2), ("x=é%80", .invalidUTF8, 4),
    ])
    func `a value that cannot be decoded is an error and not a missing value`(
        query: String,
        reason: PathTextError.Reason,
        offset: Int
    ) {
        let error = #expect(throws: PathTextError.self) { try items(query) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    /// Foundation's strict reading, or its lenient one if there are no escapes.
    ///
    /// If it has characters to repair, Foundation also encodes the query's percent signs, so that the first value of
    /// `x=%20&y=é` is `%20`. No other parser does this.
    private func foundation(_ query: String) -> [URLQueryItem]? {
        let hasEscapes = query.utf8.contains(UInt8(ascii: "%"))
        let string = "/a?" + query
        return (hasEscapes ? strictComponents(string) : URLComponents(string: string))?.queryItems
    }

    @Test(arguments: UInt64(0)..<32)
    func `queries are decoded as Foundation decodes them`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", "b", "id", "=", "=", "&", "&", "+", "%20", "%26", "%3d", "%3D", "%2B", "%25",
            "%41", ";", "/", "?", "%C3%A9", "%e4%b8%ad", "%F0%9F%98%80", "%00", "%0A", "-", "é",
            " ", "\u{301}", "[", "|", "%FF", "%",
        ]
        var compared = 0
        for _ in 0..<300 {
            let count = Int.random(in: 0..<10, using: &random)
            let query = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard let own = try? items(query), let theirs = foundation(query) else { continue }
            compared += 1
            #expect(
                bytes(own) == bytes(theirs.filter { !$0.name.isEmpty }),
                "\(query.debugDescription), seed \(seed)"
            )
        }
        #expect(compared > 30)
    }
}
