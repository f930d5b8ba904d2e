import DeepLinks
import Foundation
import Testing

/// Sources and rules as they are written with the builder, and as they can be read again.
struct RewriterBuilderTests {
    private func rewriter(beta: Bool, sections: [String], extra: Bool?) throws -> URLRewriter {
        let more = [RewriteRule.rewrite(Rewrite("/more", to: "/more"))]
        let schemes = [RewriteSource.scheme(Scheme("one", unmatched: .passThrough))]
        return try URLRewriter {
            Domain("mydomain.io") {
                for section in sections { Rewrite("/\(section)/{id}", to: "/\(section)?id={id}") }
                if beta { Rewrite("/beta", to: "/beta") } else { Unwrap("/stable?u={target}") }
                if let extra { if extra { Rewrite("/extra", to: "/extra") } }
                switch sections.count {
                case 0: Rewrite("/empty", to: "/empty")
                default: Rewrite("/full", to: "/full")
                }
                more
                RewriteRule.rewrite(Rewrite("/last", to: "/last"))
            }
            if beta { Domain("beta.io", unmatched: .passThrough) }
            for name in sections { Scheme(name, unmatched: .passThrough) }
            schemes
            RewriteSource.scheme(Scheme("two", unmatched: .passThrough))
            if #available(macOS 14, iOS 17, *) { Scheme("three", unmatched: .passThrough) }
        }
    }

    @Test func `conditions and loops decide about rules and sources`() throws {
        let full = try rewriter(beta: true, sections: ["a", "b"], extra: true)
        let patterns = full.sources[0].rules.map(\.pattern)
        #expect(patterns == ["/a/{id}", "/b/{id}", "/beta", "/extra", "/full", "/more", "/last"])
        #expect(full.sources.count == 7)
        #expect(full.text(of: "https://mydomain.io/b/5") == "/b?id=5")
        #expect(full.text(of: "https://beta.io/x") == "/x")
        #expect(full.text(of: "three:x") == "/x")

        let bare = try rewriter(beta: false, sections: [], extra: nil)
        #expect(
            bare.sources[0].rules.map(\.pattern) == [
                "/stable?u={target}", "/empty", "/more", "/last",
            ]
        )
        #expect(bare.sources.count == 4)
        #expect(bare.refusal(of: "https://beta.io/x")?.reason == .unknownHost("beta.io"))
    }

    @Test func `options that are left out have their defaults`() {
        #expect(Domain("a.io").options == SourceOptions())
        #expect(Scheme("app").options == SourceOptions())
        #expect(!Domain("a.io").allowsHTTP)
        let options = SourceOptions()
        #expect(options.unmatched == .reject)
        #expect(options.query == .keep)
        #expect(options.prefixes == [""])
        #expect(!options.plusIsSpace && !options.ignoresCase && options.fragment != .path)
    }

    @Test(arguments: [true, false])
    func `one of two sources is taken, and what a system must have`(isFirst: Bool) throws {
        let rewriter = try URLRewriter {
            if isFirst {
                Scheme("first", unmatched: .passThrough)
            } else {
                Scheme("second") {
                    if #available(macOS 13, iOS 16, tvOS 16, watchOS 9, *) {
                        Rewrite("/a", to: "/b")
                    }
                }
            }
        }
        #expect(rewriter.text(of: "first:a") == (isFirst ? "/a" : nil))
        #expect(rewriter.text(of: "second:a") == (isFirst ? nil : "/b"))
    }
}
