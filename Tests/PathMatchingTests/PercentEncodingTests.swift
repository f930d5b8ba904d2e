import PathMatching
import Testing

struct PercentEncodingTests {
    private func decode(_ text: String, plusIsSpace: Bool = false) throws(PathTextError) -> String {
        try withBytes(of: text) { (bytes) throws(PathTextError) in
            var scratch = Array("left over".utf8)
            return try PercentEncoding.decode(bytes, plusIsSpace: plusIsSpace, scratch: &scratch)
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

    @Test(
        arguments: [
            ("%", .malformedEscape, 0), ("ab%2", .malformedEscape, 2), ("%g0", .malformedEscape, 0),
            ("a%C3%28", .invalidUTF8, 1), ("%C3", .invalidUTF8, 0), ("%41%80", .invalidUTF8, 3),
            ("é%E0%80%80", .invalidUTF8, 2), ("%F5%80%80%80", .invalidUTF8, 0),
            ("%C3é", .invalidUTF8, 0),
        ] as [(String, PathTextError.Reason, Int)]
    )
    func `what cannot be decoded is refused where it goes wrong`(
        text: String,
        reason: PathTextError.Reason,
        offset: Int
    ) {
        #expect(throws: PathTextError(reason: reason, offset: offset)) { try decode(text) }
    }

    @Test func `bytes are kept or escaped in upper case`() {
        var result = Array("x".utf8)
        withBytes(of: "a/b%é\n") { PercentEncoding.append($0, keeping: .unreserved, to: &result) }
        #expect(String(decoding: result, as: UTF8.self) == "xa%2Fb%25%C3%A9%0A")
    }
}
