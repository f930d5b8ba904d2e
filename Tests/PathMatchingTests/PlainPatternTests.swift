import Testing

@testable import PathMatching

/// Patterns whose text is canonical as it stands are read in a shorter way, which must give the same.
struct PlainPatternTests {
    private static let segments = [
        "a", "detail-2", ".", "..", "...", ".a", "a.", "~", "{a}", "{b}", "{a:int}", "{b:nat}",
        "{c:b|a}", "{c:a|b|a}", "{c:|a}", "{c:a|}", "{c:.|..}", "{*a}", "{*b}", "{*a:int}", "x{a}",
        "{a}x", "..{a}.", "{a}-{b:uuid}", "{a}{b}", "{a}-{a}", "{d}x{e:x|yz}y{f:slug}", "{}", "{*}",
        "{a", "a}", "{a:}", "{a:int", "{{a}}", "{a}}}", "%41", "é", "a b", "a?b", "a:b", "{a-b}",
        "{a b}", "", "{a:x%2Fy|z}",
    ]

    private static func parsed(_ text: String) -> PathPatternParser? {
        var parser = PathPatternParser(text)
        do throws(PathPatternError) {
            try parser.parse()
            return parser
        } catch {
            return nil
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `the short way gives what the parser gives`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var readCount = 0
        for _ in 0..<200 {
            let segments = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Self.segments.randomElement(using: &random) ?? ""
            }
            let text = "/" + segments.joined(separator: "/")
            guard let plain = withBytes(of: text, { PlainPatternReader.read($0) }) else { continue }
            readCount += 1
            let parsed = Self.parsed(text)
            #expect(parsed?.text == Array(text.utf8), "\(text)")
            #expect(parsed?.segments == plain.segments, "\(text)")
            #expect(parsed?.programs == plain.programs, "\(text)")
        }
        #expect(readCount > 10)
    }

    @Test(arguments: [
        "/a", "/a/{b}/c.html", "/{a}/{b:int}/{*c}", "/{lang:fr|de|en}/x-{id:uuid}.y", "/..{a}",
        "/{title}-{id:int}",
    ])
    func `usual patterns are read in the short way`(text: String) {
        #expect(withBytes(of: text) { PlainPatternReader.read($0) != nil })
    }

    @Test(arguments: [
        "", "a", "/", "/a/", "//a", "/.", "/..", "/%41", "/{a}{b}", "/{a}/{a}", "/{*a}/b",
        "/{a:nat}",
        "/{a:x|x}", "/{a:x|}", "/{{a}}", "/é", "/{*a:int}", "/x{*a}",
    ])
    func `what is unusual or wrong is left to the parser`(text: String) {
        #expect(withBytes(of: text) { PlainPatternReader.read($0) == nil })
    }

    @Test func `a name is found again whatever the other names are`() {
        // More names than there are bits to tell most of them apart.
        for first in 0..<100 {
            for second in 0..<100 {
                let text = "/{n\(first)}/{x}-{n\(second):int}"
                #expect(
                    withBytes(of: text) {
                        (PlainPatternReader.read($0) == nil) == (first == second)
                    },
                    "\(text)"
                )
            }
        }
    }

    @Test func `the names of captures come from left to right`() throws {
        let pattern = try PathPattern("/{lang:en|fr}/{title}-{id:int}/{*rest}")
        #expect(pattern.captureNames == ["lang", "title", "id", "rest"])
        #expect(pattern.captureCount == 4)
    }
}
