import DeepLinks
import DeepLinksTestSupport
import SiteAssociation
import Testing

/// Generated files agree with the rewriter about links.
struct GenerationPropertyTests {
    @Test(arguments: UInt64(0)..<UInt64(rounds(16)))
    func `what is handled is claimed, also where something is refused`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for refusing in [false, true] {
            let configuration = RandomRules.configuration(refusing: refusing, using: &random)
            let rewriter = try URLRewriter(configuration: configuration)
            let association = try AppSiteAssociation(configuration)
            let rules = configuration.domains[0].rules.map(\.pattern)
            for _ in 0..<100 {
                let link = RandomRules.link(using: &random)
                let answer = association.answer(for: link)
                if (try? rewriter.rewrite(link)) != nil {
                    #expect(answer.isMatched, "\(link) \(rules) \(answer)")
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<UInt64(rounds(12)))
    func `examples and links made from the rules are claimed`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed &+ 3000)
        var configuration = RandomRules.configuration(using: &random)
        let rewriter = try URLRewriter(configuration: configuration)
        var links: [String] = []
        for number in configuration.domains[0].rules.indices {
            guard case .rewrite(var rule) = configuration.domains[0].rules[number] else { continue }
            for _ in 0..<8 {
                let link = RandomRules.link(of: rule.pattern, using: &random)
                guard let result = try? rewriter.rewrite(link) else { continue }
                links.append(link)
                // Leave out an example that another rule takes.
                rule.notes.examples[link] = result.description
                configuration.domains[0].rules[number] = .rewrite(rule)
                if (try? URLRewriter(configuration: configuration)) == nil {
                    rule.notes.examples[link] = nil
                    configuration.domains[0].rules[number] = .rewrite(rule)
                }
            }
        }
        // Some generated links may be handled by no rule.
        #expect(links.count >= configuration.domains[0].rules.count)
        let association = try AppSiteAssociation(configuration)
        for link in links {
            #expect(
                association.answer(for: link).isMatched,
                "\(link) \(configuration.domains[0].rules.map(\.pattern))"
            )
        }
    }

    @Test(arguments: [("/x", ""), ("", "/x"), ("", "")])
    func `many optional catch-alls take few patterns`(beside: (left: String, right: String)) throws
    {
        let pattern = (0..<20).map { "\(beside.left)/{*a\($0)?}\(beside.right)" }.joined()
        let configuration = LinkConfiguration { Rewrite(pattern, to: "/t") }
        let association = try AppSiteAssociation(configuration)
        #expect(association.entries[0].rules.count <= 64)
        let rewriter = try URLRewriter(configuration: configuration)
        var random = SplitMix64(seed: 5)
        for _ in 0..<50 {
            let path = (0..<20).map { _ in
                beside.left + (Bool.random(using: &random) ? "/y/z" : "") + beside.right
            }.joined()
            let link = "https://a.io\(path)"
            #expect((try? rewriter.rewrite(link)) != nil, "\(link)")
            #expect(association.answer(for: link).isMatched, "\(link)")
        }
    }

    @Test(arguments: [
        "/", "/a", "/{x:uuid}/edit", "/{x:p|q}/b", "/a/{*rest}", "/{x:p|q}/{*rest}", "/a?k={v}",
        "/a?k=b", "/a?k={v:p|q}", "/{x:uuid}/{y:p|q}?k={v:uuid}", "/{x:p|q}#{f}", "/a#top",
        "/{x:p|q}#{f?}", "/?k={v}#top",
    ])
    func `of a rule of this kind only what is handled is claimed`(pattern: String) throws {
        let configuration = LinkConfiguration { Rewrite(pattern, to: "/t") }
        let association = try AppSiteAssociation(configuration)
        var random = SplitMix64(seed: 7)
        let rewriter = try URLRewriter(configuration: configuration)
        for _ in 0..<200 {
            let link = RandomRules.link(using: &random)
            let isHandled = (try? rewriter.rewrite(link)) != nil
            #expect(association.answer(for: link).isMatched == isHandled, "\(link)")
        }
    }
}
