import DeepLinksTestSupport
import PathMatching
import Testing

struct PercentEncodingTests {
    private func decode(_ text: String, plusIsSpace: Bool = false) throws(PathTextError) -> String {
        try withBytes(of: text) { (bytes) throws(PathTextError) in
            try PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace)
        }
    }

    @Test(arguments: [
        ("", "", ""), ("a", "a", "a"), ("abcdefgh+", "abcdefgh+", "abcdefgh "),
        ("a%20b", "a b", "a b"),
        ("%2B+", "++", "+ "), ("%2525", "%25", "%25"), ("caf%C3%A9+é", "café+é", "café é"),
        ("12345678%41", "12345678A", "12345678A"), ("%00", "\u{0}", "\u{0}"),
        ("%F0%9F%98%80", "\u{1F600}", "\u{1F600}"), ("\u{1F600}", "\u{1F600}", "\u{1F600}"),
    ])
    func `text is decoded once`(text: String, decoded: String, form: String) throws {
        #expect(try Array(decode(text).utf8) == Array(decoded.utf8))
        #expect(try Array(decode(text, plusIsSpace: true).utf8) == Array(form.utf8))
    }

    @Test(arguments: [
        ("%", PathTextError.Reason.malformedEscape, 0), ("ab%2", .malformedEscape, 2),
        ("%g0", .malformedEscape, 0), ("a%C3%28", .invalidUTF8, 1), ("%C3", .invalidUTF8, 0),
        ("%41%80", .invalidUTF8, 3), ("é%E0%80%80", .invalidUTF8, 2),
        ("%F5%80%80%80", .invalidUTF8, 0), ("%C3é", .invalidUTF8, 0),
        ("aaaa%%%%", .malformedEscape, 4), ("123456789012345678%4", .malformedEscape, 18),
        ("%41%4%41", .malformedEscape, 3), ("%%41", .malformedEscape, 0), ("%C3%", .invalidUTF8, 0),
    ])
    func `what cannot be decoded is refused where it goes wrong`(
        text: String,
        reason: PathTextError.Reason,
        offset: Int
    ) { #expect(throws: PathTextError(reason: reason, offset: offset)) { try decode(text) } }

    @Test(arguments: UInt64(0)..<4)
    func `any text is decoded as byte after byte`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "a", "0", "+", "%41", "%2f", "%C3%A9", "%F0%9F%98%80", "é", "abcdefgh", "%", "%4",
            "%80", "%EF%BF%BD",
        ]
        var failures = 0
        for _ in 0..<2_000 {
            // The last pieces are mostly malformed, but most texts should be valid.
            let choice = pieces.prefix(Bool.random(using: &random) ? 9 : pieces.count)
            let byte = Int.random(in: 0..<0x80, using: &random)
            let escape = "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            let text = (0..<Int.random(in: 0...12, using: &random))
                .compactMap { _ in (choice + [escape]).randomElement(using: &random) }.joined()
            for plusIsSpace in [false, true] {
                let decoded = try? decode(text, plusIsSpace: plusIsSpace)
                let expected = PercentDecodingModel.decode(text.utf8, plusIsSpace: plusIsSpace)
                #expect(decoded.map { Array($0.utf8) } == expected, "\(text), seed \(seed)")
                failures += expected == nil ? 1 : 0
            }
        }
        #expect(failures > 100 && failures < 3_500)
    }

    @Test func `bytes are kept or escaped in upper case`() {
        var result = Array("x".utf8)
        withBytes(of: "a/b%é\n") { PercentEncoding.append($0, keeping: .unreserved, to: &result) }
        #expect(String(decoding: result, as: UTF8.self) == "xa%2Fb%25%C3%A9%0A")
    }
}
