import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

struct CanonicalPathTests {
    private func canonical(_ text: String) throws(PathTextError) -> String {
        try canonical(Array(text.utf8))
    }

    private func canonical(_ bytes: [UInt8]) throws(PathTextError) -> String {
        let result: Result<[UInt8], PathTextError> = withBytes(of: bytes) { bytes in
            do throws(PathTextError) { return .success(try CanonicalPath.canonical(bytes)) } catch {
                return .failure(error)
            }
        }
        return String(decoding: try result.get(), as: UTF8.self)
    }

    private func isCanonical(_ text: String) -> Bool {
        withBytes(of: text, CanonicalPath.isCanonical)
    }

    @Test(arguments: [
        "/", "/a", "/featureA/detail", "/items/a%2Fb", "/items/a%252Fb", "/a%5Cb",
        "/items/caf%C3%A9", "/a:b@c!$&'()*+,;=-._~", "/.a/a./a.b/...", "/..;/a", "/%20",
        "/%3F%23%25", "/1/2/3/4/5/6/7/8", "/abcdefg/hijklmn/opqrstu", "/x%CC%81", "/%CC%81b",
        "/%F0%9F%98%80", "/%E0%B9%89a%E0%B8%B2", "/%E1%BA%BF", "/%ED%95%9C", "/cafe%CC%81",
        "/%D6%91%D6%B0", "/%E2%84%A6", "/%3C%CC%B8", "/abcdef/.well-known", "/%E2%84%AA",
    ])
    func `a canonical path is itself`(path: String) throws {
        #expect(isCanonical(path))
        #expect(try canonical(path) == path)
    }

    @Test(arguments: [
        ("/featureA/detail/", "/featureA/detail"), ("/featureA//detail", "/featureA/detail"),
        ("//featureA///detail//", "/featureA/detail"), ("//", "/"), ("////////////", "/"),
        ("/%7Euser", "/~user"), ("/%7euser", "/~user"), ("/a%2fb", "/a%2Fb"), ("/%38%37", "/87"),
        ("/a b", "/a%20b"), ("/a?b#c", "/a%3Fb%23c"), ("/a\\b", "/a%5Cb"), ("/a%5cb", "/a%5Cb"),
        ("/<\">[]^`{|}", "/%3C%22%3E%5B%5D%5E%60%7B%7C%7D"), ("/café", "/caf%C3%A9"),
        ("/cafe\u{301}", "/cafe%CC%81"), ("/cafe%cc%81", "/cafe%CC%81"),
        ("/caf%c3%a9", "/caf%C3%A9"), ("/a/\u{301}b", "/a/%CC%81b"),
        ("/\u{1F600}", "/%F0%9F%98%80"), ("/%2e%2e%2e", "/..."),
        ("/\u{1112}\u{1161}\u{11AB}", "/%E1%84%92%E1%85%A1%E1%86%AB"), ("/\u{2126}", "/%E2%84%A6"),
        ("/<%CC%B8", "/%3C%CC%B8"), ("/\u{10FFFF}", "/%F4%8F%BF%BF"),
        ("/e\u{302}\u{323}", "/e%CC%82%CC%A3"), ("/abcdefgh/%41", "/abcdefgh/A"),
    ])
    func `other spellings have one canonical form`(text: String, expected: String) throws {
        #expect(!isCanonical(text))
        #expect(try canonical(text) == expected)
        #expect(isCanonical(expected))
    }

    @Test(
        arguments: try rows(in: "refused-paths.txt")
            + rows(
                """
                /a\u{7F}b → control-character 2
                /a\u{85}b → control-character 2
                /\u{9F} → control-character 1
                """
            )
    )
    func `what has no canonical form is refused where it goes wrong`(row: TableRow) {
        #expect(!isCanonical(row[0]))
        let error = #expect(throws: PathTextError.self) { try canonical(row[0]) }
        #expect(error.map { "\($0.reason.rawValue) \($0.offset)" } == row[1])
    }

    @Test(
        arguments: [
            ([0x2F, 0xFF], 1), ([0x2F, 0x61, 0xC3], 2), ([0x2F, 0xED, 0xA0, 0x80], 1),
            ([0x2F, 0xC0, 0xAE, 0xC0, 0xAE], 1),
        ] as [([UInt8], Int)]
    )
    func `plain bytes that are not UTF-8 are refused`(bytes: [UInt8], offset: Int) {
        #expect(!withBytes(of: bytes, CanonicalPath.isCanonical))
        #expect(throws: PathTextError(reason: .invalidUTF8, offset: offset)) {
            try canonical(bytes)
        }
    }

    /// The fast check must accept nearly all paths; those that it misses are read byte by byte.
    @Test(arguments: UInt64(0)..<16)
    func `usual bytes without pairs of slashes are seen to be canonical at once`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for _ in 0..<200 {
            let segments = (0..<Int.random(in: 1...9, using: &random)).map { _ in
                String(
                    (0..<Int.random(in: 1...12, using: &random)).map { _ in
                        "aZ09--__:.".randomElement(using: &random) ?? "a"
                    }
                )
            }
            let path = segments.map { "/" + ($0.hasPrefix(".") ? "a" : "") + $0 }.joined()
            guard path.utf8.count > 16 else { continue }
            #expect(withBytes(of: path) { $0.isPlainPath(from: 0) }, "\(path)")
        }
    }

    /// Each position of an odd byte in a word, and each length of the tail, takes its own way through the fast check.
    @Test(arguments: 2..<34)
    func `an odd byte is seen wherever it stands`(place: Int) {
        let plain = "/" + String(repeating: "a", count: 40)
        for (odd, isFine) in [
            ("?", false), (" ", false), ("%41", false), ("%2f", false), ("//", false), ("é", false),
            ("/../", false), ("/./", false), ("\u{0}", false), ("\u{7F}", false), ("[", false),
            ("`", false), ("{", false), ("<", false), (",", true), ("%2F", true), ("/.a", true),
            ("/..a", true), ("%C3%A9", true), ("a%CC%81", true), ("@", true), ("_", true),
        ] {
            var path = Array(plain.utf8)
            path.insert(contentsOf: Array(odd.utf8), at: place)
            let text = String(decoding: path, as: UTF8.self)
            #expect(isCanonical(text) == isFine, "\(text)")
            path.removeLast(40 - place + 1)
            let tail = String(decoding: path, as: UTF8.self)
            let ending = odd.hasSuffix("/") ? false : isFine
            #expect(isCanonical(tail) == ending, "\(tail)")
        }
    }

    /// The same rules written plainly with Foundation; nil if a path is refused.
    private func reference(_ text: String) -> String? {
        guard text.utf8.first == UInt8(ascii: "/") else { return nil }
        var plain = CharacterSet()
        plain.insert(
            charactersIn:
                "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,;=:@"
        )
        var segments: [String] = []
        for piece in text.utf8.split(separator: UInt8(ascii: "/")) {
            guard let bytes = PercentDecodingModel.decode(piece),
                let decoded = String(bytes: bytes, encoding: .utf8),
                !decoded.unicodeScalars.contains(where: {
                    $0.properties.generalCategory == .control
                }), decoded != ".", decoded != ".."
            else { return nil }
            guard let encoded = decoded.addingPercentEncoding(withAllowedCharacters: plain) else {
                return nil
            }
            segments.append(encoded)
        }
        return "/" + segments.joined(separator: "/")
    }

    @Test(arguments: UInt64(0)..<16)
    func `agrees with the rules written with Foundation`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let pieces = [
            "/", "/", "/", "a", "Z", "9", "-", ".", "..", "%2e", "%2F", "%41", "%7e", "%20", " ",
            "?", "\\", "%", "%0", "%00", "%C3%A9", "%c3%a9", "%C3", "%CC%81", "e", "\u{301}", "é",
            "\u{323}", "\u{4E2D}", "%FF", "\u{1F600}", "+", "longer-plain-text", "\u{1100}\u{1161}",
            "@", "\u{E49}",
        ]
        for _ in 0..<400 {
            let count = Int.random(in: 0..<9, using: &random)
            let text =
                "/" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            let result = try? canonical(text)
            let expected = reference(text)
            #expect(result == expected, "\(text.debugDescription), seed \(seed)")
            let isItself = result.map { $0.utf8.elementsEqual(text.utf8) } ?? false
            #expect(isCanonical(text) == isItself, "\(text.debugDescription), seed \(seed)")
            if let result {
                #expect(isCanonical(result))
                #expect((try? canonical(result)) == result)
            }
        }
    }

    @Test(arguments: [
        ("a/b", "a%2Fb"), ("1&admin=true", "1&admin=true"), ("100%", "100%25"), ("%2F", "%252F"),
        ("", ""), ("cafe\u{301}", "cafe%CC%81"), ("..", ".."), ("a\nb", "a%0Ab"),
        ("%é", "%25%C3%A9"), ("/", "%2F"), ("/a/b", "%2Fa%2Fb"), ("naïve", "na%C3%AFve"),
        ("\u{0}", "%00"), ("a+b", "a+b"), ("e\u{301}", "e%CC%81"),
    ])
    func `data is encoded as one segment and decodes to its bytes`(data: String, expected: String) {
        var result = Array("/x".utf8)
        withBytes(of: data) { PercentEncoding.append($0, keeping: .segment, to: &result) }
        #expect(String(decoding: result, as: UTF8.self) == "/x" + expected)
        let decoded = withBytes(of: expected, CanonicalPath.decode)
        #expect(decoded.map { Array($0.utf8) } == Array(data.utf8))
    }

    @Test func `data that is not UTF-8 is encoded byte by byte`() {
        var result: [UInt8] = []
        let data: [UInt8] = [0x65, 0xCC, 0x81, 0xFF, 0x61, 0xC3]
        withBytes(of: data) { PercentEncoding.append($0, keeping: .segment, to: &result) }
        #expect(String(decoding: result, as: UTF8.self) == "e%CC%81%FFa%C3")
    }

    @Test(arguments: [
        ("a%20b", "a b"), ("a+b", "a+b"), ("a%252Fb", "a%2Fb"), ("", ""), ("caf%c3%A9", "café"),
        ("%00", "\u{0}"), ("%FF", nil), ("%", nil), ("a%4", nil), ("%C3", nil), ("%C3x", nil),
    ])
    func `text is decoded once`(encoded: String, expected: String?) {
        #expect(withBytes(of: encoded, CanonicalPath.decode) == expected)
    }

    @Test(.timeLimit(.minutes(5))) func `long hostile paths take time in proportion`() throws {
        let slashes = String(repeating: "/", count: 1_000_000)
        #expect(try canonical(slashes) == "/")
        let segments = String(repeating: "/a", count: 500_000)
        #expect(isCanonical(segments))
        let marks = "/a" + String(repeating: "%CD%85%CC%81%CC%A3", count: 20_000)
        #expect(isCanonical(marks))
        #expect(try canonical(marks) == marks)
        let tangled = String(repeating: "/%CC%81", count: 100_000)
        #expect(isCanonical(tangled))
        let oneSegment = "/" + String(repeating: "%E0%B9%89", count: 100_000)
        #expect(isCanonical(oneSegment))
    }
}
