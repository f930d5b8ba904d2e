import PathMatching
import Testing

@testable import DeepLinks

/// Templates of plain text and whole captures are compiled in a shorter way, which must give the same.
struct PlainTemplateTests {
    private static let segments = [
        "", "a", "detail-2", ".", "..", ".a", "{id}", "{rest}", "{*rest}", "{*id}", "{host}",
        "{item}", "{locale}", "{none}", "{id}-{item}", "x{id}", "%41", "a b", "{{a}}", "{id", "id}",
    ]

    private static let items = [
        "", "a", "a=", "a=b", "a={id}", "a={rest}", "a={item}", "a={locale}", "a={host}",
        "a={none}",
        "a=x{id}", "a={id}x", "a={*rest}", "a=%41", "{id}=a", "a=b=c", "a+b=c", "a={id", "a&b", "#",
    ]

    private static func scope() throws -> CaptureScope {
        try CaptureScope(
            PathPattern("/x/{id:int}/{*rest}"),
            ExternalPattern("/x/{id:int}/{*rest}?v={item}"),
            hosts: ["host"],
            prefixes: ["locale", "id"]
        )
    }

    @Test(arguments: UInt64(0)..<20)
    func `the short way gives what the pieces give`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let scope = try Self.scope()
        var readCount = 0
        for _ in 0..<200 {
            let segments = (0..<Int.random(in: 1...3, using: &random)).map { _ in
                Self.segments.randomElement(using: &random) ?? ""
            }
            let items = (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Self.items.randomElement(using: &random) ?? ""
            }
            let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
            let text = "/" + segments.joined(separator: "/") + query
            guard let plain = CompiledTemplate(plain: text, scope) else { continue }
            readCount += 1
            let pieces = try TemplateText(text)
            #expect(pieces.captures.allSatisfy { scope[$0] != nil }, "\(text)")
            #expect("\(plain)" == "\(CompiledTemplate(pieces, scope))", "\(text)")
        }
        #expect(readCount > 10)
    }

    @Test func `captures are found in the path, the host and the items, and else are absent`()
        throws
    {
        let scope = try Self.scope()
        #expect(scope["id"] == .path(0))
        #expect(scope["rest"] == .path(1))
        #expect(scope["host"] == .host(0))
        #expect(scope["item"] == .item(0))
        #expect(scope["locale"] == .absent)
        #expect(scope["none"] == nil)
        #expect(scope.catchAll == "rest")
        #expect(scope.names.sorted() == ["host", "id", "item", "locale", "rest"])
    }
}
