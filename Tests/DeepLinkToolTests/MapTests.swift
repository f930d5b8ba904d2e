import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

@testable import DeepLinkTool

/// What `deeplink map` writes.
struct MapTests {
    @Test func `examples keep the order of the file`() {
        let rules = """
            {"version": 1, "domains": [{"hosts": ["a.io"], "rules": [{"from": "/p/{id:int}", "to": "/p/{id}",
              "examples": {"/p/9": "/p/9", "/p/\\u0035": "/p/5", "/p/x": null, "/p/7": "/p/7"}}]}],
             "schemes": [{"names": ["a"], "wholeLinkAs": "url", "to": "/open?url={url}",
              "examples": {"a://z": "/open?url=a%3A%2F%2Fz", "a://b": "/open?url=a%3A%2F%2Fb"}}]}
            """
        let map = ToolFixture.run("map", "--json", "--config", "-", input: rules).output
        let written = [
            "https://a.io/p/9", "https://a.io/p/5", "https://a.io/p/7", "a://z", "a://b",
        ]
        let places = written.map { map.firstRange(of: "\"url\" : \"\($0)\"")?.lowerBound }
        #expect(places == places.compactMap(\.self).sorted(), "\(map)")
    }

    @Test func `each option of a source has a sentence of its own`() {
        let changed = SourceOptions(
            unmatched: .passThrough,
            query: .drop,
            plusIsSpace: true,
            ignoresCase: true,
            prefixes: ["/x"],
            fragment: .query,
            malformedOptionals: .ignore,
            allow: ["a"]
        )
        #expect(Set(changed.sentences).count == SourceOptions().descriptions.count)
        #expect(SourceOptions().sentences == [])
        #expect(
            SourceOptions(prefixes: ["", "/x", "/y"]).sentences
                == ["Each rule also matches under '/x', '/y'."]
        )
        for (none, verb) in [(SourceOptions.Query.strip([]), "kept"), (.keepOnly([]), "dropped")] {
            #expect(SourceOptions(query: none).sentences == ["Other query items are \(verb)."])
        }
    }

    @Test func `the legend of the page names each constraint`() {
        let page = ToolFixture.run("map", "--format", "html").output
        for name in PathConstraint.names {
            #expect(page.contains("<code>\(name)</code>") || page.contains("{id:\(name)}</code>"))
        }
    }

    @Test func `no text of a rule ends a cell, a code or a label`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io", query: .strip(["&lt;~$"])) {
                Rewrite("/{k:x|y}/`b`", to: "/c/``?d=\"<|>{k}")
            }
        }
        let map = LinkMap(rewriter.configuration, rewriter)
        #expect(MapMarkdown(map: map).text.contains(#"except '\&lt;\~\$'."#))
        #expect(
            MapMarkdown(map: map).text.contains(
                #"""
                | `` /{k:x\|y}/`b` `` | ``` /c/``?d="<\|>{k} ``` |
                """#
            )
        )
        #expect(
            MapMermaid(map: map).text.hasSuffix(
                """
                    s0r0["/{k:x#124;y}/#96;b#96;"]
                  end
                  p0(["/c/#96;#96;"])
                  s0r0 -->|"?d=#34;#60;#124;#62;{k}"| p0

                """
            )
        )
    }

    @Test(arguments: [
        "/a", "/a/{x}", "/a/{x:int}", "/a/{x:uuid}", "/a/{x:hex}", "/a/{x:alpha}", "/a/{x:alnum}",
        "/a/{x:slug}", "/a/{x:b|c}", "/a/{x}-{y:int}", "/a/{*x}", "/é/{x}.html", "/a?b=c&d&e={x}",
        "/a?b={x:int}&c={y?}", "/a?b=x-{x:int}", "/", "/{x}/{y}", "/a%2Fb",
    ])
    func `an example that is made up is a link that the rule takes`(pattern: String) throws {
        let rewriter = try URLRewriter {
            Domain("{shop}.a.io", "*.b.io", prefixes: ["/{lang:en|fr}", ""]) {
                Rewrite(pattern, to: "/x")
            }
            Domain("localhost:8080", fragment: .path) { Rewrite(pattern, to: "/x") }
            Scheme("s") { Rewrite(pattern, to: "/x") }
        }
        let map = LinkMap(rewriter.configuration, rewriter)
        for source in map.sources {
            let example = try #require(source.entries[0].examples.first, "\(source.names)")
            #expect(example.isMadeUp)
            #expect(try rewriter.rewrite(example.url) == DeepLink(example.link))
            #expect(rewriter.explain(example.url).rule?.pattern == pattern)
        }
        #expect(map.sources[0].entries[0].examples[0].url.hasPrefix("https://shop.a.io/en"))
    }

    @Test(arguments: [
        "*.a.io", "{shop}.a.io", "{language:en|de}.a.io", "{id:uuid}.a.io", "{n:int}.a.io:8443",
        "{name:slug}.a.io", "{x:EN|b_}.a.io",
    ])
    func `an example that is made up has a host of its source`(host: String) throws {
        let rewriter = try URLRewriter {
            Domain("www.a.io", "a.io") { Rewrite("/a", to: "/x") }
            Domain(host) { Rewrite("/b", to: "/y") }
            Domain(anyHostAs: "server") { Rewrite("/c", to: "/z") }
        }
        let entry = LinkMap(rewriter.configuration, rewriter).sources[1].entries[0]
        let example = try #require(entry.examples.first)
        #expect(try rewriter.rewrite(example.url).path == "/y")
    }

    /// Domains, and the link to share of each of their entries.
    private static let shares = """
        // The template spells the path in another way than the link.
        [{'hosts': ['a.io'], 'rules': [{'from': '/p/{id}', 'to': '/商品?id={id}'}]}] → https://a.io/p/id
        [{'hosts': ['a.io'], 'rules': [{'from': '/p/{id}', 'to': '/%7eme?id={id}'}]}] → https://a.io/p/id
        // A host is made up only if no other domain has a rule for the link.
        [{'hosts': ['*.w.io'], 'rules': [{'from': '/b/{id}', 'to': '/x?id={id}'}, {'from': '/d/{id}', 'to': '/y?id={id}'}]}, {'hosts': ['s.io'], 'rules': [{'from': '/c/{id}', 'to': '/x?id={id}'}]}] → https://s.io/c/id  https://any.w.io/d/id  https://s.io/c/id
        // Rules that the site claims come first, whatever their domain.
        [{'hosts': ['a.io'], 'claims': false, 'rules': [ {'from': '/b/{id}', 'to': '/x?id={id}', 'claims': false}, {'from': '/c/{id}', 'to': '/x?id={id}'}]}] → https://a.io/c/id  https://a.io/c/id
        // A rule comes before a domain that lets links pass.
        [{'hosts': ['old.io'], 'unmatched': 'passThrough'}, {'hosts': ['a.io'], 'rules': [{'from': '/p/{id}', 'to': '/detail?id={id}'}]}] → https://a.io/p/id
        // Items that the site reads in the fragment do not reach its server.
        [{'hosts': ['a.io'], 'fragment': 'query', 'rules': [{'from': '/share?url={url}', 'to': '/new?url={url}', 'examples': {'/share?url=b': '/new?url=b'}}]}] → https://a.io/share#url=b
        // The example says another link than the one that it becomes.
        [{'hosts': ['a.io'], 'rules': [{'from': '/p/{id}', 'to': '/x?id={id}', 'examples': {'/p/5': '/y'}}]}] → https://a.io/p/5
        """

    @Test(arguments: lists(shares))
    func `the link to share is what the command makes`(domains: [String], expected: [String]) throws
    {
        let configuration = #"{"version": 1, "domains": \#(domains[0])}"#.replacing("'", with: "\"")
        let json = ToolFixture.run("map", "--json", configuration: configuration).output
        let map = try JSONDecoder().decode(LinkMap.self, from: Data(json.utf8))
        let entries = map.sources.flatMap(\.entries)
        #expect(entries.map(\.share.url) == expected)
        // Nothing is shared while an example fails.
        let corrected = configuration.replacing("\"/y\"", with: "\"/x?id=5\"")
        for entry in entries {
            let link = try #require(entry.share.link)
            var shared = ToolFixture.run("share", link, configuration: corrected)
            if shared.errors.contains("needs a host") {
                let host = try #require(URL(string: entry.share.url ?? "")?.host())
                shared = ToolFixture.run("share", link, "--host", host, configuration: corrected)
            }
            #expect(shared.output == "\(entry.share.url ?? "")\n")
        }
        let page = ToolFixture.run("map", "--format", "html", configuration: configuration).output
        #expect(!page.contains("Not to share"))
    }

    /// What a map promises to share is what `share` makes, and nothing is missing.
    @Test(arguments: MatcherCorpus.appNames)
    func `the map and the command agree on what is shared`(app: String) throws {
        let configuration = try Repository.text("Sources/Examples/Apps/\(app).json")
        let map = try JSONDecoder().decode(
            LinkMap.self,
            from: Data(ToolFixture.run("map", "--json", configuration: configuration).output.utf8)
        )
        struct Shared: Decodable {
            let link: String
            let url: String?
            let refused: String?
        }
        // One run for all links, as each reads the rules again.
        func share(_ links: [String], _ host: String? = nil) throws -> [String: Shared] {
            let result = Tool.run(
                arguments: ["share", "--json"] + (host.map { ["--host", $0] } ?? []) + links,
                files: .files(["links.json": configuration])
            )
            let shared = try JSONDecoder().decode([Shared].self, from: Data(result.output.utf8))
            return Dictionary(shared.map { ($0.link, $0) }) { first, _ in first }
        }
        func host(_ url: String?) -> String? { url.flatMap { URL(string: $0)?.host() } }
        let entries = map.sources.flatMap(\.entries).filter { $0.kind == .rewrite }
        let hasDomain = map.sources.contains { $0.kind == .domain }
        #expect(entries.contains { $0.share.url != nil } == hasDomain)
        // Without a domain, there is nothing to share.
        guard hasDomain else { return }
        let shown = entries.filter { !$0.examples.isEmpty }
        let asked = shown.map { (host($0.share.url), $0.share.link ?? $0.examples[0].link) }
        let shared = try share(asked.map(\.1))
        var sharedByHost: [String: [String: Shared]] = [:]
        let open = asked.filter { shared[$0.1]?.url == nil }
        for (host, links) in Dictionary(grouping: open, by: \.0) {
            if let host { sharedByHost[host] = try share(links.map(\.1), host) }
        }
        for (entry, (host, link)) in zip(shown, asked) {
            let own = host.flatMap { sharedByHost[$0]?[link]?.url }
            #expect((shared[link]?.url ?? own) == entry.share.url, "\(entry.place)")
        }
    }
}
