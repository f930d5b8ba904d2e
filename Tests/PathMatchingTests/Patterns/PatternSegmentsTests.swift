import Testing

@testable import PathMatching

/// The segments of a pattern with any number of them.
struct PatternSegmentsTests {
    private static func text(ofSegment number: Int) -> String {
        switch number % 4 {
        case 0: "segment\(number)"
        case 1: "{plain\(number)}"
        case 2: "{first\(number)}-{second\(number):int}"
        default: "{only\(number):fr|de}"
        }
    }

    @Test(arguments: 0..<20)
    func `segments stand one behind the other`(count: Int) throws {
        let texts = (0..<count).map(Self.text(ofSegment:)) + ["{*rest}"]
        let text = "/" + texts.joined(separator: "/")
        // One pattern is canonical as written, the other is not.
        for pattern in try [PathPattern(text), PathPattern(text + "/")] {
            #expect(pattern.segments.count == count + 1)
            for (segment, text) in zip(pattern.segments, texts) {
                #expect(String(decoding: pattern.text[segment.text], as: UTF8.self) == text)
            }
            let kinds = (0..<count).map {
                [PatternSegment.Kind.literal, .plain, .mixed, .mixed][$0 % 4]
            }
            #expect(pattern.segments.map(\.kind) == kinds + [.catchAll])
        }
    }

    @Test func `segments are the same if all of them are`() throws {
        let long = "/a/b/c/d/e/f/g/h/i/j"
        #expect(try PathPattern(long).segments == PathPattern(long + "/").segments)
        #expect(try PathPattern(long).segments != PathPattern(long + "/{k}").segments)
        #expect(try PathPattern("/a/b").segments != PathPattern("/a/{b}").segments)
        #expect(try PathPattern("/").segments.isEmpty)
    }
}
