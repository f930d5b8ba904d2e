import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// Rules that lead to declared paths.
struct LinkPathRuleTests {
    private enum Links {
        static let home = LinkPath("/")
        static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
        static let search = LinkPath<(String, Int?)>("/search", "q", "page")
        static let tags = LinkPath("/t", TypedParameter<[String]>("tag"))
        static let file = LinkPath("/files/{*path}", TypedParameter<String>("path"))
        static let odd = LinkPath<(String, String?)>("/caf%C3%A9/v-{id}.html", "id", "a&b")
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
        // A declaration that has a flaw, which the rewriter tells.
        #expect(Rewrite("/p/{id}", to: LinkPath("/products/{id}")).template == "/products/{id}")
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

    private static let both = ["", "/{locale:en|fr}"]

    /// Rules that lead to declared paths, by the names in the table.
    private static let named: [String: @Sendable (String) -> Rewrite] = {
        let (q, maybe) = (TypedParameter<String>("q"), TypedParameter<String?>("q"))
        let (shop, path) = (TypedParameter<String>("shop"), TypedParameter<String>("path"))
        return [
            "product": { Rewrite($0, to: Links.product) }, "file": { Rewrite($0, to: Links.file) },
            "undeclared": { Rewrite($0, to: LinkPath("/products/{id}")) },
            "bare": { Rewrite($0, to: LinkPath("/products")) },
            "relative": { Rewrite($0, to: LinkPath("a")) },
            "absolute": { Rewrite($0, to: LinkPath("/a")) },
            "q": { Rewrite($0, to: LinkPath("/s", q)) },
            "maybe": { Rewrite($0, to: LinkPath("/s", maybe)) },
            "tags": { Rewrite($0, to: Links.tags) },
            "shop": { Rewrite($0, to: LinkPath("/u", shop)) },
            "maybeShop": { Rewrite($0, to: LinkPath("/u", TypedParameter<String?>("shop"))) },
            "onePath": { Rewrite($0, to: LinkPath("/files/{path}", path)) },
            "local": { Rewrite($0, to: LinkPath("/{locale}", TypedParameter<String>("locale"))) },
            "odd": { Rewrite($0, to: LinkPath("/s", TypedParameter<String>("user name"))) },
            "feed": { Rewrite($0, to: LinkPath("/add", TypedParameter<String>("feed"), q)) },
        ]
    }()

    /// A domain as the table writes it: hosts other than `m.io`, options, the name of a declared path, and a pattern.
    private static func domain(_ text: String) throws -> Domain {
        let words = text.split(separator: " ").map(String.init)
        let rule = try #require(named[words[words.count - 2]])
        var domain = Domain(hosts: [], rules: [.rewrite(rule(words[words.count - 1]))])
        for word in words.dropLast(2) {
            switch word {
            case "[any]": domain.anyHostAs = "server"
            case "[locale]": domain.options.prefixes = ["/{locale:en|fr}"]
            case "[both]": domain.options.prefixes = both
            case "[drop]": domain.options.query = .drop
            case "[strip]": domain.options.query = .strip(["t*"])
            case "[keep]": domain.options.query = .keepOnly(["user name", "tag"])
            default: domain.hosts.append(word)
            }
        }
        if domain.hosts.isEmpty { domain.hosts = ["m.io"] }
        return domain
    }

    /// The domains of the table that have a fault.
    static func faulty() throws -> [Domain] {
        try rows(in: "link-paths.txt").map { try domain($0[0]) }
    }

    @Test(arguments: try rows(in: "link-paths.txt"))
    func `what links would lack is told when the rewriter is made`(row: TableRow) throws {
        let domain = try Self.domain(row[0])
        let start = "Domain '\(domain.hosts[0])', rule '\(domain.rules[0].pattern)': "
        #expect(ruleError { domain }?.description == start + row[1])
        if row[1].hasPrefix("its LinkPath") {
            let errors = LinkConfiguration(domains: [domain]).findings().filter {
                $0.severity == .error
            }
            #expect(errors.map(\.place) == ["domains[0].rules[0].to"])
        }
        for text in row.texts(2) {
            let mended = try Self.domain(text)
            #expect(ruleError { mended } == nil, "\(text)")
        }
    }

    @Test(arguments: [SourceOptions.Query.drop, .keepOnly(["page"]), .strip(["q"]), .strip(["Q*"])])
    func `a parameter that the source removes is captured or kept`(query: SourceOptions.Query) {
        func error(_ query: SourceOptions.Query, _ pattern: String) -> String? {
            ruleError { Domain("a.io", query: query) { Rewrite(pattern, to: Links.search) } }?
                .description
        }
        #expect(
            error(query, "/find")
                == "Domain 'a.io', rule '/find': its LinkPath always needs 'q', which some of the rule's links would not have; capture it without '?', and for each host and prefix; or remove the item from the rule and keep 'q' in the option 'query', or give the parameter an optional type."
        )
        // A parameter that may be absent may be removed.
        #expect(error(.keepOnly(["q"]), "/find") == nil)
        #expect(error(query, "/find?q={q}") == nil)
    }

    /// Items of a stranger take the place of a capture only where a template would let them, too: where that is absent.
    @Test func `captures of the host and of prefixes win over items of the link`() throws {
        let post = LinkPath<(String, String)>("/u/{user}", "user", "server")
        let page = LinkPath<(String, String?)>("/page", "shop", "locale")
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
    @Test(arguments: [SourceOptions.Query.drop, .keep, .keepOnly(["p"]), .strip(["P"])])
    func `a rewriter is refused, or all its links can be read`(query: SourceOptions.Query) throws {
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
                Rewrite("/t", to: Links.tags)
                Rewrite("/tagged/{tag}", to: Links.tags)
            }
        }
        for (external, tags) in [
            ("/t?tag=a&tag=b", ["a", "b"]), ("/t", []), ("/tagged/a%20b", ["a b"]),
        ] {
            let link = try rewriter.rewrite("https://m.io\(external)")
            #expect(try Links.tags.values(of: link.queryItems) == tags)
        }
    }

    @Test func `a rule to a declared path has the same notes as any other`() throws {
        let (examples, allow) = (["/start": "/", "/start/x": nil], ["dead-rule"])
        let notes = RewriteRule.Notes(
            examples: examples,
            claims: false,
            title: "T",
            owner: "O",
            allow: allow
        )
        let rule = Rewrite(
            "/start",
            to: Links.home,
            examples: examples,
            claims: false,
            title: "T",
            owner: "O",
            allow: allow
        )
        let unwrap = Unwrap(
            "/go?u={t}",
            examples: examples,
            claims: false,
            title: "T",
            owner: "O",
            allow: allow
        )
        #expect(rule.notes == notes && unwrap.notes == notes)
        #expect(Rewrite("/start", to: Links.home).notes == RewriteRule.Notes())
        let failing = Rewrite("/start", to: Links.home, examples: ["/start": "/home"])
        #expect(
            ruleError { Domain("m.io") { failing } }?.description
                == "Domain 'm.io', rule '/start': the example '/start' becomes '/', not '/home'; correct the rule or the example."
        )
    }
}
