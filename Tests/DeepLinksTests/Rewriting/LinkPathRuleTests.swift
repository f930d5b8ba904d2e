import DeepLinks
import Foundation
import Testing

/// Rules that lead to declared paths.
struct LinkPathRuleTests {
    private enum Links {
        static let home = LinkPath("/")
        static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
        static let search = LinkPath(
            "/search",
            TypedParameter<String>("q"),
            TypedParameter<Int?>("page")
        )
        static let file = LinkPath("/files/{*path}", TypedParameter<String>("path"))
        static let odd = LinkPath(
            "/caf%C3%A9/v-{id}.html",
            TypedParameter<String>("id"),
            TypedParameter<String?>("a&b")
        )
    }

    private static let rules: [(rule: Rewrite, template: String)] = [
        (Rewrite("/start", to: Links.home), "/"),
        (Rewrite("/p/{_slug}-{id:int}.html", to: Links.product), "/products/{id}"),
        (Rewrite("/find/{q}", to: Links.search), "/search?q={q}"),
        (Rewrite("/find?text={q}&p={page?}", to: Links.search), "/search?q={q}&page={page}"),
        (Rewrite("/f/{*path}", to: Links.file), "/files/{*path}"),
        (Rewrite("/odd/{id}", to: Links.odd), "/caf%C3%A9/v-{id}.html"),
    ]

    @Test func `a rule may lead to a declared path`() throws {
        for (rule, template) in Self.rules { #expect(rule.template == template) }
        let rewriter = try URLRewriter {
            Domain(hosts: ["m.io"], rules: Self.rules.map { .rewrite($0.rule) })
        }
        for (external, link) in [
            ("/start", try Links.home.link()), ("/p/red-5.html", try Links.product.link(5)),
            ("/find/a%2Fb", try Links.search.link("a/b", nil)),
            ("/find?text=a&p=2", try Links.search.link("a", 2)),
            ("/find?text=a", try Links.search.link("a", nil)),
            // What the rule does not capture comes from the link's own items.
            ("/find/a?page=3", try Links.search.link("a", 3)),
            ("/f/a/b", try DeepLink("/files/a/b")), ("/odd/x", try DeepLink("/café/v-x.html")),
        ] { #expect(try rewriter.rewrite("https://m.io\(external)") == link, "\(external)") }
        let shared = try rewriter.externalURL(for: Links.search.link("a", 2), host: "m.io")
        #expect(try rewriter.rewrite(shared) == Links.search.link("a", 2))
    }

    /// A source whose rule leads to a declared path, what is told of it, and the sources that are mended as that says.
    struct Fault: Sendable, CustomTestStringConvertible {
        let source: Domain
        let sentence: String
        let mended: [Domain]

        init(_ source: Domain, _ sentence: String, _ mended: Domain...) {
            (self.source, self.sentence, self.mended) = (source, sentence, mended)
        }

        var testDescription: String { sentence }
    }

    private static let q = LinkPath("/s", TypedParameter<String>("q"))
    private static let maybe = LinkPath("/s", TypedParameter<String?>("q"))
    private static let tags = LinkPath("/t", TypedParameter<[String]>("tag"))
    private static let shop = LinkPath("/u", TypedParameter<String>("shop"))
    private static let maybeShop = LinkPath("/u", TypedParameter<String?>("shop"))
    private static let local = LinkPath("/{locale}/home", TypedParameter<String>("locale"))
    private static let odd = LinkPath("/s", TypedParameter<String>("user name"))
    private static let feed = LinkPath(
        "/add",
        TypedParameter<String>("feed"),
        TypedParameter<String>("q")
    )
    private static let both = ["", "/{locale:en|fr}"]

    static let faults: [Fault] = [
        Fault(
            Domain("m.io") { Rewrite("/p/{number}", to: Links.product) },
            "rule '/p/{number}': the LinkPath uses '{id}', which is not captured; the captures are 'number'.",
            Domain("m.io") { Rewrite("/p/{id}", to: Links.product) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/p", to: LinkPath("/products/{id}")) },
            "rule '/p': The path '/products/{id}' has a capture '{id}' without a parameter; add one named 'id', or remove the capture.",
            Domain("m.io") { Rewrite("/p/{id}", to: Links.product) },
            Domain("m.io") { Rewrite("/p", to: LinkPath("/products")) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/p", to: Links.product) },
            "rule '/p': the LinkPath uses '{id}', but nothing is captured; capture it.",
            Domain("m.io") { Rewrite("/p/{id}", to: Links.product) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/x", to: LinkPath("a")) },
            "rule '/x': The path 'a' does not begin with a slash; write '/a'.",
            Domain("m.io") { Rewrite("/x", to: LinkPath("/a")) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/p/{", to: Links.product) },
            "rule '/p/{': '/p/{' opens a capture at byte 3 that is not closed before the next slash; close it with '}', or write '{{' for a literal brace."
        ),
        Fault(
            Domain("m.io") { Rewrite("/f/{path}", to: Links.file) },
            "rule '/f/{path}': the template adds the segments of '{*path}', which captures text, not segments; write '{*path}' on the external side.",
            Domain("m.io") { Rewrite("/f/{*path}", to: Links.file) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/f?p={path}", to: Links.file) },
            "rule '/f?p={path}': the template adds the segments of '{*path}', which captures text, not segments; write '{path:path}' on the external side.",
            Domain("m.io") { Rewrite("/f?p={path:path}", to: Links.file) }
        ),
        // A parameter that may not be absent, and a capture that may.
        Fault(
            Domain("m.io") { Rewrite("/s?text={q?}", to: q) },
            "rule '/s?text={q?}': its LinkPath always needs 'q', and links may lack 'text={q?}'; write 'text={q}', or give the parameter an optional type.",
            Domain("m.io") { Rewrite("/s?text={q}", to: q) },
            Domain("m.io") { Rewrite("/s?text={q?}", to: maybe) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/s#{q:alpha?}", to: q) },
            "rule '/s#{q:alpha?}': its LinkPath always needs 'q', and links may lack '#{q:alpha?}'; write '#{q:alpha}', or give the parameter an optional type.",
            Domain("m.io") { Rewrite("/s#{q:alpha}", to: q) },
            Domain("m.io") { Rewrite("/s#{q:alpha?}", to: maybe) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/i?id={id:int?}", to: Links.product) },
            "rule '/i?id={id:int?}': its LinkPath always needs 'id', and links may lack 'id={id:int?}'; write 'id={id:int}'.",
            Domain("m.io") { Rewrite("/i?id={id:int}", to: Links.product) }
        ),
        Fault(
            Domain("{path}.m.io") { Rewrite("/f", to: Links.file) },
            "rule '/f': the template adds the segments of '{*path}', which captures text, not segments; write '{path}' in the LinkPath.",
            Domain("{path}.m.io") {
                Rewrite("/f", to: LinkPath("/files/{path}", TypedParameter<String>("path")))
            }
        ),
        Fault(
            Domain("m.io") { Rewrite("/f/{*path?}", to: Links.file) },
            "rule '/f/{*path?}': its LinkPath always needs 'path', and links may lack '{*path?}'; write '{*path}'.",
            Domain("m.io") { Rewrite("/f/{*path}", to: Links.file) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/s/{*q?:verbatim}", to: q) },
            "rule '/s/{*q?:verbatim}': its LinkPath always needs 'q', and links may lack '{*q?:verbatim}'; write '{*q:verbatim}', or give the parameter an optional type.",
            Domain("m.io") { Rewrite("/s/{*q:verbatim}", to: q) },
            Domain("m.io") { Rewrite("/s/{*q?:verbatim}", to: maybe) }
        ),
        Fault(
            Domain("m.io", prefixes: both) { Rewrite("/", to: local) },
            "rule '/': its LinkPath always needs 'locale', and links without a prefix lack it; remove the prefix ''.",
            Domain("m.io", prefixes: ["/{locale:en|fr}"]) { Rewrite("/", to: local) }
        ),
        Fault(
            Domain("{shop}.m.io", "m.io", query: .drop) { Rewrite("/", to: shop) },
            "rule '/': its LinkPath always needs 'shop', and links to 'm.io' lack it; move 'm.io' to another Domain, or give the parameter an optional type.",
            Domain("{shop}.m.io", query: .drop) { Rewrite("/", to: shop) },
            Domain("{shop}.m.io", "m.io", query: .drop) { Rewrite("/", to: maybeShop) }
        ),
        Fault(
            Domain("{shop}.m.io", anyHostAs: "server", query: .drop) { Rewrite("/", to: shop) },
            "rule '/': its LinkPath always needs 'shop', and links to any other host lack it; move 'anyHostAs' to another Domain, or give the parameter an optional type.",
            Domain("{shop}.m.io", query: .drop) { Rewrite("/", to: shop) },
            Domain("{shop}.m.io", anyHostAs: "server", query: .drop) { Rewrite("/", to: maybeShop) }
        ),
        // A parameter that may not be absent, and an item that the rule or the source removes.
        Fault(
            Domain("m.io") { Rewrite("/s?q=all", to: q) },
            "rule '/s?q=all': its LinkPath reads 'q', which 'q=all' removes; write 'q={q}'.",
            Domain("m.io") { Rewrite("/s?q={q}", to: q) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/s?user%20name={x}", to: odd) },
            "rule '/s?user%20name={x}': its LinkPath reads 'user name', which 'user%20name={x}' removes; write the rule without it.",
            Domain("m.io") { Rewrite("/s", to: odd) }
        ),
        Fault(
            Domain("m.io", query: .drop) { Rewrite("/s", to: odd) },
            "rule '/s': its LinkPath reads 'user name', which the option 'query' removes; keep 'user name' there.",
            Domain("m.io", query: .keepOnly(["user name"])) { Rewrite("/s", to: odd) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/add/{*feed:verbatim}", to: feed) },
            "rule '/add/{*feed:verbatim}': its LinkPath reads 'q', which ':verbatim' takes with the rest of a link; write '/add/{*feed}'.",
            Domain("m.io") { Rewrite("/add/{*feed}", to: feed) }
        ),
        // A parameter of several items.
        Fault(
            Domain("m.io") { Rewrite("/t?tag={tag}", to: tags) },
            "rule '/t?tag={tag}': its LinkPath takes all items 'tag', but 'tag={tag}' keeps only one; write the rule without it.",
            Domain("m.io") { Rewrite("/t", to: tags) }
        ),
        Fault(
            Domain("m.io") { Rewrite("/t?label={tag?}&tag=x", to: tags) },
            "rule '/t?label={tag?}&tag=x': its LinkPath takes all items 'tag', but 'label={tag?}' keeps only one; write the rule without it.",
            Domain("m.io") { Rewrite("/t", to: tags) }
        ),
        Fault(
            Domain("m.io", query: .drop) { Rewrite("/t?tag={tag}", to: tags) },
            "rule '/t?tag={tag}': its LinkPath takes all items 'tag', but 'tag={tag}' keeps only one; write the rule without it, and keep 'tag' in the option 'query'.",
            Domain("m.io", query: .keepOnly(["tag"])) { Rewrite("/t", to: tags) }
        ),
        Fault(
            Domain("m.io", query: .strip(["t*"])) { Rewrite("/t?tag=x", to: tags) },
            "rule '/t?tag=x': its LinkPath takes all items 'tag', but 'tag=x' removes them; write the rule without it, and keep 'tag' in the option 'query'.",
            Domain("m.io") { Rewrite("/t", to: tags) }
        ),
    ]

    @Test(arguments: faults)
    func `what links would lack is told when the rewriter is made`(fault: Fault) {
        let source = RewriteSource.domain(fault.source)
        let start = "Domain '\(fault.source.hosts[0])', "
        #expect(ruleError { source }?.description == start + fault.sentence)
        for mended in fault.mended { #expect(ruleError { mended } == nil) }
    }

    @Test(arguments: [
        SourceOptions.Query.drop, .keepOnly(["page"]), .strip(["q"]), .strip(["Q*"]),
    ])
    func `a parameter that the source removes is captured or kept`(query: SourceOptions.Query) {
        func error(_ query: SourceOptions.Query, _ pattern: String) -> String? {
            ruleError { Domain("a.io", query: query) { Rewrite(pattern, to: Links.search) } }?
                .description
        }
        #expect(
            error(query, "/find")
                == "Domain 'a.io', rule '/find': its LinkPath reads 'q', which the option 'query' removes; keep 'q' there, or capture it as 'q={q}'."
        )
        // A parameter that may be absent may be removed.
        #expect(error(.keepOnly(["q"]), "/find") == nil)
        #expect(error(query, "/find?q={q}") == nil)
    }

    /// Items of a stranger take the place of a capture only where a template would let them, too: where that is absent.
    @Test func `captures of the host and of prefixes win over items of the link`() throws {
        let post = LinkPath(
            "/u/{user}",
            TypedParameter<String>("user"),
            TypedParameter<String>("server")
        )
        let page = LinkPath(
            "/page",
            TypedParameter<String>("shop"),
            TypedParameter<String?>("locale")
        )
        let rewriter = try URLRewriter {
            Domain("{shop}.m.io", prefixes: Self.both) { Rewrite("/", to: page) }
            Domain("a.io", "{shop}.a.io") { Rewrite("/", to: page) }
            Domain(anyHostAs: "server", query: .drop) { Rewrite("/@{user}", to: post) }
        }
        for (external, link) in [
            ("a.social/@x", try post.link("x", "a.social")),
            ("a.social/@x?server=evil.com", try post.link("x", "a.social")),
            ("red.m.io/fr", try page.link("red", "fr")),
            ("red.m.io/fr?locale=de&shop=blue", try page.link("red", "fr")),
            ("red.m.io/?shop=blue", try page.link("red", nil)),
            ("red.a.io/?shop=blue", try page.link("red", nil)),
            ("a.io/?shop=blue", try page.link("blue", nil)),
        ] { #expect(try rewriter.rewrite("https://\(external)") == link, "\(external)") }
        let shared = try rewriter.externalURL(for: page.link("red", "fr"), host: "red.m.io")
        #expect(shared.absoluteString == "https://red.m.io/fr")
        var rule = Rewrite("/@{user}", to: post)
        rule.template = "/u/{user}"
        let changed = try URLRewriter { Domain(anyHostAs: "server") { rule } }
        #expect(try changed.rewrite("https://a.social/@x").string == "/u/x")
        // As JSON, the rules are the same.
        let written = try LinkConfiguration(data: rewriter.configuration.data())
        #expect(written == rewriter.configuration)
        let read = try URLRewriter(configuration: written)
        for external in ["https://a.social/@x?server=evil.com", "https://red.m.io/fr?shop=blue"] {
            #expect(try read.rewrite(external) == rewriter.rewrite(external))
        }
    }

    /// The ways to read a parameter `p`: one item, perhaps one, all.
    private enum Reading: CaseIterable {
        case one, perhaps, all

        private static let onePath = LinkPath("/a", TypedParameter<String>("p"))
        private static let perhapsPath = LinkPath("/a", TypedParameter<String?>("p"))
        private static let allPath = LinkPath("/a", TypedParameter<[String]>("p"))

        func rule(_ pattern: String) -> Rewrite {
            switch self {
            case .one: Rewrite(pattern, to: Self.onePath)
            case .perhaps: Rewrite(pattern, to: Self.perhapsPath)
            case .all: Rewrite(pattern, to: Self.allPath)
            }
        }

        func values(of link: DeepLink) throws -> [String] {
            switch self {
            case .one: [try Self.onePath.values(of: link.queryItems)]
            case .perhaps: [try Self.perhapsPath.values(of: link.queryItems)].compactMap(\.self)
            case .all: try Self.allPath.values(of: link.queryItems)
            }
        }
    }

    /// Domains that capture `p` in every way, or in none.
    private static let domains: [@Sendable ([RewriteRule], SourceOptions) -> Domain] = [
        { Domain(hosts: ["m.io"], options: $1, rules: $0) },
        { Domain(hosts: ["{p}.m.io"], options: $1, rules: $0) },
        { Domain(hosts: ["{p}.m.io", "m.io"], options: $1, rules: $0) },
        { Domain(hosts: ["m.io"], anyHostAs: "p", options: $1, rules: $0) },
    ]

    /// A link that has what the rule captures is read as that, whatever items a stranger adds; another one is read as its own items.
    @Test(arguments: [
        SourceOptions.Query.drop, .keep, .keepOnly(["p"]), .strip(["P"]),
    ])
    func `a rewriter is refused, or all of its links can be read`(
        query: SourceOptions.Query
    ) throws {
        let keeps = query == .keep || query == .keepOnly(["p"])
        let patterns = [
            "/a", "/a/{p}", "/a/{*p?}", "/a?p={p}", "/a?x={p}", "/a?x={p?}", "/a?p={x}", "/a?p=own",
            "/a#{p}", "/a#{p?}",
        ]
        let links = ["m.io", "mine.m.io"].flatMap { host in
            ["/a", "/a/mine", "/mine/a"].flatMap { path in
                ["", "x=mine"].flatMap { items in
                    ["", "#mine"].map { ("https://\(host)\(path)?\(items)", $0) }
                }
            }
        }
        var count = 0
        for (domain, prefixes) in Self.domains.map({ ($0, [""]) })
            + [["/{p}"], ["", "/{p}"]].map({ (Self.domains[0], $0) })
        {
            let options = SourceOptions(query: query, prefixes: prefixes)
            for (pattern, reading) in patterns.flatMap({ pattern in
                Reading.allCases.map { (pattern, $0) }
            }) {
                let source = domain([.rewrite(reading.rule(pattern))], options)
                guard let rewriter = try? URLRewriter(sources: [.domain(source)]) else { continue }
                for (start, end) in links {
                    guard let link = try? rewriter.rewrite("\(start)&p=own&p=two\(end)") else {
                        continue
                    }
                    count += 1
                    // Without more items than the rule asks for.
                    let needed = pattern.contains("?p") ? "&p=own" : ""
                    let plain = try? reading.values(of: rewriter.rewrite(start + needed + end))
                    let values = try reading.values(of: link)
                    switch reading {
                    case _ where plain?.isEmpty == false: #expect(values == plain)
                    case .one: #expect(values == ["own"])
                    case .perhaps: #expect(values == ["own"] || values.isEmpty)
                    case .all: #expect(values == (keeps ? ["own", "two"] : []))
                    }
                }
            }
        }
        #expect(count > 200, "\(count)")
    }

    @Test func `an array gets all items of a link, or the one text that the path has`() throws {
        let rewriter = try URLRewriter {
            Domain("m.io") {
                Rewrite("/t", to: Self.tags)
                Rewrite("/tagged/{tag}", to: Self.tags)
            }
        }
        for (external, tags) in [
            ("/t?tag=a&tag=b", ["a", "b"]), ("/t", []), ("/tagged/a%20b", ["a b"]),
        ] {
            let link = try rewriter.rewrite("https://m.io\(external)")
            #expect(try Self.tags.values(of: link.queryItems) == tags)
        }
    }

    @Test func `a rule to a declared path has the same notes as any other`() throws {
        let examples: [String: String?] = ["/start": "/", "/start/x": nil]
        let rule = Rewrite(
            "/start",
            to: Links.home,
            examples: examples,
            claims: false,
            title: "Start page",
            owner: "Growth",
            allow: ["dead-rule"]
        )
        #expect(
            rule.notes
                == RewriteRule.Notes(
                    examples: examples,
                    claims: false,
                    title: "Start page",
                    owner: "Growth",
                    allow: ["dead-rule"]
                )
        )
        let unwrap = Unwrap(
            "/go?u={t}",
            examples: examples,
            claims: false,
            title: "Start page",
            owner: "Growth",
            allow: ["dead-rule"]
        )
        #expect(unwrap.notes == rule.notes)
        #expect(Rewrite("/start", to: Links.home).notes == RewriteRule.Notes())
        let failing = Rewrite("/start", to: Links.home, examples: ["/start": "/home"])
        #expect(
            ruleError { Domain("m.io") { failing } }?.description
                == "Domain 'm.io', rule '/start': the example '/start' becomes '/', not '/home'; correct the rule or the example."
        )
    }
}
