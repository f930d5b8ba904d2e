import DeepLinks
import DeepLinksTestSupport
import Testing

/// Random texts, given to rewriters whose rules have similar texts.
struct RawTextTests {
    /// Literals with lengths around eight bytes, the size of a word, and some with several spellings.
    private static let literals = [
        "a", "items", "section", "sections", "sectional", "sectional-sections", "café",
        "cafe\u{301}", "a b", "100%", "K", "\u{212A}", "~", "a\u{1}b", "\u{1F600}",
    ]

    /// Pieces that are put between and into the literals.
    private static let pieces = [
        "/", "//", "\0", "\u{1}", "\u{7F}", "\u{85}", "\u{301}", "%00", "%01", "%7F", "%C2%85",
        "%CC%81", "%C3%A9", "%FF", "%C3", "%", "%4", "%2F", "%2f", "%7E", "%7e", "%61", ".", "..",
        "%2E", "%2e%2E", "é", "\u{212A}", " ", "\\", "+", ";", "@", ":", "\u{202E}", "\u{FEFF}",
        "\r\n",
    ]

    /// Rules for literal paths, by their decoded segments.
    private struct Rules {
        private var templates: [[[UInt8]]: String] = [:]
        let rewriter: URLRewriter

        init(using random: inout SplitMix64, capturing: Bool) throws {
            var rules: [RewriteRule] = []
            for number in 0..<12 {
                let count = Int.random(in: 1...3, using: &random)
                let segments = (0..<count).map { _ in
                    Array((RawTextTests.literals.randomElement(using: &random) ?? "").utf8)
                }
                // A pattern cannot have control characters.
                guard templates[segments] == nil, !segments.joined().contains(1) else { continue }
                templates[segments] = "/rule\(number)"
                let pattern = segments.map { "/" + RawTextTests.encoded($0) }.joined()
                rules.append(.rewrite(Rewrite(pattern, to: "/rule\(number)")))
            }
            if capturing {
                rules.append(.rewrite(Rewrite("/items/{id}", to: "/item?id={id}")))
                rules.append(
                    .rewrite(Rewrite("/{name}-{id:int}/sections", to: "/n?a={name}&b={id}"))
                )
                rules.append(.rewrite(Rewrite("/sectional/{*rest}", to: "/r?rest={rest}")))
                rules.append(.rewrite(Rewrite("/{a}/{b}/{c}/{d}/{e}", to: "/{e}/{a}?b={b}")))
            }
            rewriter = try URLRewriter(sources: [
                .domain(Domain(hosts: ["mydomain.io"], rules: rules)),
                .scheme(Scheme(names: ["myapp"], rules: rules)),
            ])
        }

        func template(for segments: [[UInt8]]) -> String? { templates[segments] }
    }

    private static func path(using random: inout SplitMix64) -> String {
        var path = "/"
        for _ in 0..<Int.random(in: 1...5, using: &random) {
            if Int.random(in: 0..<3, using: &random) == 0 {
                path += pieces.randomElement(using: &random) ?? ""
            } else {
                var literal = literals.randomElement(using: &random) ?? ""
                if Int.random(in: 0..<3, using: &random) == 0 {
                    literal = encoded(Array(literal.utf8))
                }
                path += literal
            }
            if Bool.random(using: &random) { path += "/" }
        }
        return path
    }

    /// The bytes, with all but letters and digits escaped.
    private static func encoded(_ bytes: [UInt8]) -> String {
        bytes.map { byte in
            let character = Character(Unicode.Scalar(byte))
            if byte < 0x80, character.isLetter || character.isNumber { return String(character) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
        }.joined()
    }

    /// The decoded segments of a path; nil if it has something that no path may have.
    private static func segments(of path: String) -> [[UInt8]]? {
        var segments: [[UInt8]] = []
        for piece in Array(path.utf8).split(separator: UInt8(ascii: "/")) {
            var bytes: [UInt8] = []
            var rest = piece[...]
            while let byte = rest.popFirst() {
                guard byte == UInt8(ascii: "%") else {
                    if byte <= 0x20 || byte == UInt8(ascii: "\\") { return nil }
                    bytes.append(byte)
                    continue
                }
                let digits = String(decoding: rest.prefix(2), as: UTF8.self)
                guard digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                    let value = UInt8(digits, radix: 16)
                else { return nil }
                bytes.append(value)
                rest = rest.dropFirst(2)
            }
            guard let text = String(validating: bytes, as: UTF8.self), text != ".", text != "..",
                !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
            else { return nil }
            segments.append(bytes)
        }
        return segments
    }

    @Test(arguments: UInt64(0)..<40)
    func `literal rules take a text whose decoded segments are theirs, and no other`(
        seed: UInt64
    ) throws {
        var random = SplitMix64(seed: seed)
        let rules = try Rules(using: &random, capturing: false)
        for _ in 0..<200 {
            let path = Self.path(using: &random)
            let expected = Self.segments(of: path).flatMap(rules.template)
            for origin in ["https://mydomain.io", "myapp:"] {
                // The question mark ends the text, because a rewriter trims white space around it.
                let text = rules.rewriter.text(of: origin + path + "?")
                #expect(text == expected, "\(origin)\(path.debugDescription)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a text is rewritten as its canonical form is, or refused`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = try Rules(using: &random, capturing: true)
        for _ in 0..<200 {
            let path = Self.path(using: &random)
            let canonical = Self.segments(of: path)?.map { "/" + Self.encoded($0) }.joined()
            let expected = canonical.flatMap { rules.rewriter.text(of: "https://mydomain.io" + $0) }
            let text = rules.rewriter.text(of: "https://mydomain.io\(path)?")
            #expect(text == expected, "\(path.debugDescription)")
        }
    }

    @Test(arguments: ["\0", "\u{1}", "%00", "%01", "\u{7F}", "%7F", "\u{85}", "%C2%85"])
    func `a control character beside a literal is refused`(piece: String) throws {
        for length in 1...17 {
            let literal = String(repeating: "a", count: length)
            let rewriter = try Fixture.domain {
                Rewrite("/\(literal)", to: "/one")
                Rewrite("/\(literal)/open", to: "/two")
                Rewrite("/\(literal)/{id}", to: "/three")
                Rewrite("/\(literal)-{id}/x", to: "/four")
            }
            for path in [
                "/\(literal)\(piece)", "/\(piece)\(literal)", "/\(literal)\(piece)/open",
                "/\(literal)/open\(piece)", "/\(literal)\(piece)/1234567890123456",
                "/\(literal)/1\(piece)", "/\(literal)-1\(piece)/x", "/\(literal)\(piece)-1/x",
            ] {
                let reason = rewriter.refusal(of: "https://mydomain.io\(path)?")?.reason
                #expect(reason == .controlCharacter, "\(path.debugDescription)")
            }
        }
    }
}
