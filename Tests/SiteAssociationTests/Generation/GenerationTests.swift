import DeepLinks
import DeepLinksTestSupport
import Foundation
import SiteAssociation
import Testing

struct GenerationTests {
    /// The rules of one domain; texts in brackets are options.
    private static func configuration(_ texts: [String]) -> LinkConfiguration {
        var (options, paths) = (SourceOptions(), [String]())
        for text in texts where text.hasPrefix("[") {
            let words = text.dropFirst().dropLast().split(separator: " ").map(String.init)
            switch words[0] {
            case "passThrough": options.unmatched = .passThrough
            case "ignoresCase": options.ignoresCase = true
            case "fragment": options.fragment = words[1] == "path" ? .path : .query
            case "prefix": options.prefixes = ["", words[1]]
            case "paths": paths = Array(words.dropFirst())
            default: break
            }
        }
        let rules = texts.filter { !$0.hasPrefix("[") }.map(RewriteRule.init(text:))
        let domain = Domain(hosts: ["a.io"], options: options, rules: rules)
        return LinkConfiguration(domains: [domain], paths: paths.isEmpty ? nil : paths)
    }

    /// The components for the rules of one domain, as they are in the file.
    private static func components(for texts: [String]) throws -> [String] {
        let hasComments = texts.contains("[comments]")
        return try AppSiteAssociation(configuration(texts), .init(hasComments: hasComments))
            .entries[0].rules.map(\.source)
    }

    private static func words(_ count: Int) -> String {
        (0..<count).map { "w\($0)" }.joined(separator: "|")
    }

    private static let unclaimed = LinkConfiguration(domains: [
        Domain("a.io") {
            Rewrite("/items/{id}", to: "/i?id={id}")
            Rewrite("/items/{id}/draft", to: "/d?id={id}", claims: false)
            Rewrite("/qr/{id}", to: "/i?id={id}", examples: ["/qr/5": "/i?id=5"], claims: false)
            Unwrap("/u?t={target}", examples: ["/u?t=https://a.io/qr/5": "/i?id=5"])
        }, Domain("b.io", claims: false) { Rewrite("/", to: "/") },
    ])

    @Test func `links that the site does not claim are not in the file`() throws {
        let association = try AppSiteAssociation(Self.unclaimed)
        #expect(association.answer(for: "https://a.io/items/5").isMatched)
        #expect(!association.answer(for: "https://a.io/items/5/draft").isMatched)
        #expect(!association.answer(for: "https://a.io/qr/5").isMatched)
        #expect(!association.answer(for: "https://b.io/").isMatched)
        #expect(association.audit(against: Self.unclaimed).filter { $0.severity > .note } == [])
        #expect(AppSiteAssociation.hosts(for: Self.unclaimed) == ["a.io"])
        #expect(AppDeclarations(configuration: Self.unclaimed).hosts == ["a.io"])
        let rewriter = try URLRewriter(configuration: Self.unclaimed)
        for link in ["https://a.io/items/5/draft", "https://a.io/qr/5", "https://b.io"] {
            #expect(throws: Never.self) { try rewriter.rewrite(link) }
        }
    }

    @Test func `comments say that the site keeps links to itself`() throws {
        func comments(_ rules: RewriteRule...) throws -> [String?] {
            let configuration = LinkConfiguration { rules }
            return try AppSiteAssociation(configuration).entries[0].rules.map(\.comment)
        }
        let draft = RewriteRule.rewrite(Rewrite("/p/draft", to: "/d", claims: false))
        let page = RewriteRule.rewrite(Rewrite("/p/{id}", to: "/p/{id}"))
        #expect(
            try comments(draft, page) == [
                "/p/draft: kept in the browser",
                "/p/{id}",
            ]
        )
        #expect(try comments(draft) == ["No rule claims a link"])
    }

    @Test func `a host whose links are not claimed has no file, and the error says so`() throws {
        func message(_ domains: Domain...) -> String? {
            Self.message(LinkConfiguration(domains: domains), .init(host: "B.io"))
        }
        let own = Domain("b.io", claims: false) { Rewrite("/a", to: "/a") }
        let start =
            "The association file cannot be made: the domain of 'B.io' has 'claims: false', so the site keeps its links to itself and has no file for them; remove 'claims' if they must open the app"
        #expect(message(own) == "\(start).")
        #expect(message(own, Domain("a.io") {}) == "\(start), or use one of 'a.io'.")
        // The advice, followed.
        #expect(message(Domain("b.io") { Rewrite("/a", to: "/a") }) == nil)
    }

    private static let uuid = [8, 4, 4, 4, 12].map { String(repeating: "$(xdigit)", count: $0) }
        .joined(separator: "-")

    static let table = lists(
        #"""
        / → { "/": "/" }
        /home  /gyms → { "/": "/home" }  { "/": "/gyms" }
        /events/{id} → { "/": "/events/?*" }
        // The star takes the rest, too.
        /wiki/Talk:{*title} → { "/": "/wiki/Talk:?*" }
        /{id:int}/{*rest?} → { "/": "/$(digit)*" }
        /{id}/tab/{*rest?} → { "/": "/?*/tab/?*" }  { "/": "/?*/tab" }
        // A wildcard also matches slashes, so the wider rule claims deeper links too; it comes last.
        /events/{id}  /events/{id}/photos → { "/": "/events/?*/photos" }  { "/": "/events/?*" }
        // A pattern checks the first character of a capture; no variable stands for the characters of 'slug'.
        /events/{id:int} → { "/": "/events/$(digit)*" }
        /events/{id:hex}/x → { "/": "/events/$(xdigit)*/x" }
        /{a:alpha}/{b:alnum} → { "/": "/$(alpha)*/$(alnum)*" }
        /events/{id:slug} → { "/": "/events/?*" }
        /items/{title}-{id:int} → { "/": "/items/?*-$(digit)*" }
        // Every digit is checked.
        /u/{id:uuid} → { "/": "/u/\#(uuid)" }
        /{lang:en|es}/home → { "/": "/$(lang-2)/home" }
        /docs/{*rest} → { "/": "/docs/?*" }
        /events/{id}  /events/{id:int} → { "/": "/events/$(digit)*" }  { "/": "/events/?*" }
        /a/{x:int}  /a/1-b → { "/": "/a/1-b" }  { "/": "/a/$(digit)*" }
        /a/new  /a/{x}  /a/{x:alpha}/edit  /b/me → { "/": "/a/$(alpha)*/edit" }  { "/": "/a/new" }  { "/": "/b/me" }  { "/": "/a/?*" }
        /watch?v={video}&t={start?} → { "/": "/watch", "?": { "v": "?*" } }
        /p?n={n:int} → { "/": "/p", "?": { "n": "$(digit)*" } }
        /p?n={a:x|y}-{b:int} → { "/": "/p", "?": { "n": "$(a)-$(digit)*" } }
        // Words that links may spell in several ways are not checked.
        /p?n={a:two words|b} → { "/": "/p", "?": { "n": "?*" } }
        /p?kind=book → { "/": "/p", "?": { "kind": "book" } }
        /p?kind=two words → ""
        /p?preview → { "/": "/p", "?": "*preview*" }
        /p?preview&k=1 → { "/": "/p", "?": { "k": "1", "preview": "" } }
        // A missing item counts as empty, so a claim on a flag beside other items is wide, and comes last.
        /p?x={a:int?}&debug  /p?beta → { "/": "/p", "?": "*beta*" }  { "/": "/p", "?": { "debug": "" } }
        /p?x={a:int?}&ключ  /p?beta → { "/": "/p", "?": "*beta*" }  { "/": "/p", "?": { "%D0%BA%D0%BB%D1%8E%D1%87": "" } }
        /p?ключ  /p?beta → { "/": "/p", "?": "*beta*" }  { "/": "/p", "?": "?*" }
        /p?a={a}&debug  /p?a={a}  /p?beta  /p → { "/": "/p", "?": { "a": "?*", "debug": "" } }  { "/": "/p", "?": { "a": "?*" } }  { "/": "/p", "?": "*beta*" }  { "/": "/p" }
        // The plain rule takes all of these links, and comes last.
        /p  /p?n={n:int} → { "/": "/p", "?": { "n": "$(digit)*" } }  { "/": "/p" }
        /p?kind={k}  /p?kind=book → { "/": "/p", "?": { "kind": "book" } }  { "/": "/p", "?": { "kind": "?*" } }
        /café → { "/": "/caf%C3%A9" }
        /a*b/$(c) → { "/": "/a?b/$?c)" }
        // Text that can be written in several ways is not asked for its marks.
        /p?at=a%20b/c → { "/": "/p", "?": { "at": "a?*b?*c" } }
        // The options of the domain are kept.
        [ignoresCase]  [prefix /{l:x|y}]  /home → { "/": "/$(l)/home", "caseSensitive": false }  { "/": "/home", "caseSensitive": false }
        [fragment path]  /items/{id:int}  /home → { "#": "", "/": "/items/$(digit)*" }  { "#": "/items/$(digit)*" }  { "#": "items/$(digit)*" }  { "#": "", "/": "/home" }  { "#": "/home*" }  { "#": "home*" }
        // Links that pass through are claimed, or those to registered paths.
        [passThrough]  /home → { "/": "*" }
        [passThrough]  [paths /detail /m/{id:uuid}/x]  /home → { "/": "/m/\#(uuid)/x" }  { "/": "/detail" }  { "/": "/home" }
        [passThrough]  [fragment path]  /{x} → { "/": "*" }
        // A comment names the rules.
        [comments]  /items/{title}-{id:int}  /items/{id:int}  /events/new  /events/{id} → { "/": "/events/new", "comment": "/events/new" }  { "/": "/items/?*-$(digit)*", "comment": "/items/{title}-{id:int}" }  { "/": "/events/?*", "comment": "/events/{id}" }  { "/": "/items/$(digit)*", "comment": "/items/{id:int}" }
        // A link inside another may lead elsewhere, and marks in a name may be escaped or not.
        [comments]  unwrap: /out?to={target} → { "/": "/out", "?": { "to": "?*" }, "comment": "/out?to={target}" }
        [comments]  /p?filter[price]={p}  /q?a[]={x}&b={y}  /r?x;y={x} → { "/": "/q", "?": { "b": "?*" }, "comment": "/q?a[]={x}&b={y}" }  { "/": "/p", "?": "*filter*price*", "comment": "/p?filter[price]={p}" }  { "/": "/r", "?": "*x*y*", "comment": "/r?x;y={x}" }
        [comments]  /x/{a}  /x/{*r} → { "/": "/x/?*", "comment": "/x/{a}, /x/{*r}" }
        [comments]  /x/T:{*r}  /{a}-{b:int}/{*r?} → { "/": "/x/T:?*", "comment": "/x/T:{*r}" }  { "/": "/?*-$(digit)*", "comment": "/{a}-{b:int}/{*r?}" }
        """#
    )

    @Test(arguments: table.filter { !$0.1.isEmpty })
    func `rules become components`(rules: [String], components: [String]) throws {
        #expect(try Self.components(for: rules) == components)
    }

    static let refusals = lists(
        #"""
        // A refused link that nothing claims needs no exclusion.
        /home  no: /admin → { "/": "/home" }
        /p/{x}  no: /p/new → { "/": "/p/new", "exclude": true }  { "/": "/p/?*" }
        // A wildcard may match slashes, but links of the narrowed rule have no more of them.
        /p/{x}/{y}  no: /p/{x}/edit → { "/": "/p/?*/edit", "exclude": true }  { "/": "/p/?*/?*" }
        // The rule for deeper links handles '/p/a/b/edit', so it comes first.
        /p/{x}/{y}  /p/{x}/{y}/{z}  no: /p/{x}/edit → { "/": "/p/?*/?*/?*" }  { "/": "/p/?*/edit", "exclude": true }  { "/": "/p/?*/?*" }
        // The more specific rule wins over the refusing one.
        /blog/home  /{*page}  no: /blog/{*rest} → { "/": "/blog/home" }  { "/": "/blog/?*", "exclude": true }  { "/": "/?*" }
        /p/{x}  no: /p/{x}?token={t} → { "/": "/p/?*", "?": { "token": "?*" }, "exclude": true }  { "/": "/p/?*" }
        /{l}/p  no: /{l:en|de}/p → { "/": "/$(l)/p", "exclude": true }  { "/": "/?*/p" }
        // These cannot be excluded, as '/p/4x' and '/p/a/b/edit' are handled.
        /p/{x}  no: /p/{x:int} → { "/": "/p/?*" }
        /p/{*rest}  no: /p/{x}/edit → { "/": "/p/?*" }
        // Only links that both patterns match show that one rule takes links of the other.
        /{user}/edit  no: /admin/{*page} → { "/": "/admin/?*", "exclude": true }  { "/": "/?*/edit" }
        /users/{user}/{id:uuid}  /{page}?ref={ref}  no: /users/admin/{page}  no: /admin → { "/": "/users/admin/?*", "exclude": true }  { "/": "/admin", "exclude": true }  { "/": "/users/?*/\#(uuid)" }  { "/": "/?*", "?": { "ref": "?*" } }
        // The first can be excluded; an exclusion for the second would leave it without effect.
        /{*rest}  no: /admin  no: /p/{x}/edit → { "/": "/admin", "exclude": true }  { "/": "/?*" }
        // A claim whose links are all refused is left out.
        /edit/{*c?}/new  no: /edit/{x} → { "/": "/edit/?*/new" }
        [passThrough]  [paths /x/{*a?}]  no: /x/{*b} → { "/": "/x" }
        no: /a → { "/": "*", "exclude": true }
        // Links of both spellings of a path are refused.
        /{a}/{*b}  no: /{*a}/{b}?edit={e} → { "/": "/?*/?*", "?": { "edit": "?*" }, "exclude": true }  { "/": "/?*/?*" }
        // What cannot be excluded is claimed.
        [comments]  /p/{*rest}  no: /p/{x}/edit  no: /p/{x}/new  no: /p/a → { "/": "/p/a", "comment": "/p/a: kept in the browser", "exclude": true }  { "/": "/p/?*", "comment": "/p/{*rest}" }
        // An option may let an exclusion match besides, so there is none; without letters, case does not matter.
        [ignoresCase]  /x/{c}  no: /x/{w:new|old} → { "/": "/x/?*", "caseSensitive": false }
        [fragment query]  /p  no: /p?x={x} → { "/": "/p" }
        [passThrough]  [ignoresCase]  /{*page}  no: / → { "/": "/?*" }
        [prefix /{l:en|de}]  /o/{x}/{t}  no: /o/{x}/i → { "/": "/o/?*/i", "exclude": true }  { "/": "/$(l)/o/?*/i", "exclude": true }  { "/": "/$(l)/o/?*/?*" }  { "/": "/o/?*/?*" }
        // What passes without a rule is cut by a rule that refuses.
        [passThrough]  /home  no: /admin  no: /p/{x}/edit → { "/": "/admin", "exclude": true }  { "/": "*" }
        [passThrough]  [paths /items/new /items /items/{id}/{tab}]  no: /items/{id:slug} → { "/": "/items/new" }  { "/": "/items/?*/?*" }  { "/": "/items" }
        [passThrough]  [paths /admin/users/{id} /home]  no: /admin/{*page} → { "/": "/home" }
        // A rule handles one of its links, and all others are refused.
        [passThrough]  [paths /{*p}]  /p  no: /{*c?} → { "/": "/p" }
        """#
    )

    @Test(arguments: refusals)
    func `what a rule refuses is excluded where that takes nothing that is handled`(
        rules: [String],
        components: [String]
    ) throws { #expect(try Self.components(for: rules) == components) }

    /// Rules, and links: handled and claimed (`+`), only handled (`!`), only claimed (`~`), or neither (`-`).
    @Test(
        arguments: lists(
            #"""
            // Spellings that are not canonical, and values that count as missing, are handled alone.
            /a/{id:int} → +/a/1/  !/a/%31  !/a//1  !/%61/1  ~/a/5*  ~/a/5x  ~/a/5/more  -/a/x5
            /café → +/caf%C3%A9  !/caf%c3%a9  -/cafe%CC%81
            /a?v={v} → +/a?x=1&v=2  !/a?v=  !/a?v=1&v=  -/a
            // What no pattern can express is claimed alone.
            /a/{t}-{id:int} → ~/a/x-1y2  ~/a/x-1y  -/a/x-y1
            /a/{id}/b → ~/a/x/more/b
            /a/{id:slug} → ~/a/(x)
            /a* → ~/ab
            /a?v → ~/a?v=1  -/a
            /a?v&w=1 → ~/a?w=1
            /a?v={v:int} → -/a?v=x&v=1
            // Patterns cannot check what precedes the path either, or what no browser sends.
            /a/{id} → ~/a/x/more  ~/a/..  ~/a/%00  ~/a/%FF  ~/a/100%  ~http://a.io/a/1  ~https://a.io:8443/a/1  ~https://u@a.io/a/1
            unwrap: /out?to={target}  /home → +/out?to=https://a.io/home  ~/out?to=https://evil.com  -/out
            /p?filter[price]={p}  /q?a[]={x}&b={y} → +/p?filter[price]=5  +/p?filter%5Bprice%5D=5  +/q?a[]=1&b=2  +/q?b=2&a%5b%5d=1  -/p
            // Items behind the root in a fragment.
            [fragment path]  /?page={page:int?} → +/#/?page=42  +/#?page=42  +/#/  +/
            [fragment path]  /?page={page?}&q={q?} → +/#/?page=42  +/#/?q=x&page=1  +/?q=x
            [fragment path]  /?page={page?}&q={q} → +/#/?page=42&q=x  +/#?q=x
            [fragment query]  /open  /open?id={id}  /new?url={url}&size={size:int?} → +/new?url=a#size=5  +/new#url=a  +/new#size=5&url=a  +/new?url=a  -/new?size=5  -/old#url=a
            // A registered path of which rules refuse a part is claimed.
            [passThrough]  [paths /d/{*p}]  no: /d/{a}  no: /d/{a}/{b}  no: /d/{a}/{b}/{c} → +/d/1/2/3/4
            [passThrough]  [paths /x/{a:a1|a2|a3}]  no: /x/{b:a1|a2} → +/x/a3
            [passThrough]  [paths /x/{*rest}]  no: /x/{b} → +/x/1/2
            [passThrough]  [paths /{l:\#(words(70))}/x]  no: /{l:\#(words(64))}/x → +/w66/x
            """#
        )
    )
    func `a file claims what its rules handle, as far as the format has a pattern for it`(
        rules: [String],
        links: [String]
    ) throws {
        let configuration = Self.configuration(rules)
        let association = try AppSiteAssociation(configuration)
        let rewriter = try URLRewriter(configuration: configuration)
        for link in links {
            let url = (link.dropFirst().first == "/" ? "https://a.io" : "") + link.dropFirst()
            let isHandled = (try? rewriter.rewrite(url)) != nil
            let isClaimed = association.answer(for: url).isMatched
            #expect(
                link.first == (isHandled ? isClaimed ? "+" : "!" : isClaimed ? "~" : "-"),
                "\(link)"
            )
        }
        #expect(!association.audit(against: configuration).contains { $0.severity == .error })
    }

    /// Which exclusions a file has, and what is claimed before them.
    @Test(
        arguments: lists(
            #"""
            // The path in front of an optional rest is refused.
            /shop/{*page?}  no: /shop → /shop/?*
            /{*page?}  no: / → /?*
            /{l:de|fr}/{*page?}  no: /{l:de|fr} → /$(l)/?*
            /search/{*rest?}?q={q}  no: /search → /search/?* q=?*
            /{*page?}?app={a}  no: / → /?* app=?*
            // A part of what a capture with text beside it takes is refused.
            /v{n:int}/items/{id}  no: /v1/{*rest} → no /v1/?*  /v$(digit)*/items/?*
            /{l}-{r}/shop/{id}  no: /en-us/{*rest?} → no /en-us/?*  /?*-?*/shop/?*
            // The path is handled, and all that follows is refused.
            /account  no: /account/{*rest?}  /{*page} → no /account/?*  /account  /?*
            /docs/{*page}  no: /docs/{*page}/edit → no /docs/?*/edit  /docs/?*
            // One exclusion is enough for refusals that lie in one another.
            /{*page}  no: /api/{*r}  no: /api/v1/{*r}  no: /api/v1/{*r}/x → no /api/?*  /?*
            /{*page}  no: /i/{id}  no: /i/{*r?} → no /i/?*  no /i  /?*
            // The order of declaration decides, so the claim comes first.
            /p?a={a}  no: /p?b={b}  /p → /p a=?*  no /p b=?*  /p
            // One of two rules with the same component handles what an exclusion would match.
            /p/{x}  /p/{*rest}  no: /p/{x}/edit → /p/?*
            // The format has no pattern that is certain to match the same.
            /x/{c}  no: /x/{a}-{b} → /x/?*
            """#
        )
    )
    func `refusals are excluded where that has an effect`(
        rules: [String],
        expected: [String]
    ) throws {
        let configuration = LinkConfiguration(rules)
        let association = try AppSiteAssociation(configuration)
        let components = association.entries[0].rules.map { rule in
            var items: [String] = []
            if case .items(let all)? = rule.query { items = all.map { "\($0.name)=\($0.pattern)" } }
            return ((rule.isExclusion ? ["no"] : []) + [rule.path ?? "*"] + items)
                .joined(separator: " ")
        }
        #expect(components == expected)
        #expect(association.audit(against: configuration).map(\.code) == [])
    }

    @Test func `an exclusion whose links are all claimed before it is left out`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/{*all}", to: "/t")
                Refuse("/p/{*r?}")
            }, Domain("b.io") { Rewrite("/p", to: "/t") },
        ])
        let association = try AppSiteAssociation(configuration)
        #expect(
            association.entries[0].rules.map(\.source) == [
                #"{ "/": "/p/?*", "comment": "/p/{*r?}: kept in the browser", "exclude": true }"#,
                #"{ "/": "/p", "comment": "/p" }"#,
                #"{ "/": "/?*", "comment": "/{*all}" }"#,
            ]
        )
        #expect(association.audit(against: configuration).map(\.code) == [])
    }

    @Test func `a claim stays if its pattern is too long for a sample link`() throws {
        let long = "/" + String(repeating: "a", count: 20_000)
        let components = try Self.components(for: [long, "/p/{x}", "no: /p/new"])
        #expect(
            components.sorted() == [
                #"{ "/": "\#(long)" }"#, #"{ "/": "/p/?*" }"#,
                #"{ "/": "/p/new", "exclude": true }"#,
            ]
        )
    }

    @Test func `what passes is not claimed again where all links were decided before`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io", unmatched: .passThrough, prefixes: ["", "/{*p}"]) {
                Rewrite("/{c}", to: "/t")
                Refuse("/")
            }
        ])
        let association = try AppSiteAssociation(configuration)
        #expect(association.audit(against: configuration).filter { $0.severity == .error } == [])
    }

    @Test(
        arguments: table.filter { !$0.1.isEmpty }.map(\.0).filter {
            $0.contains { $0.contains("?") }
        }
    )
    func `no claim on a query comes after a wider one`(rules: [String]) throws {
        let configuration = Self.configuration(rules)
        let association = try AppSiteAssociation(configuration)
        #expect(association.audit(against: configuration).filter { $0.code == .deadRule } == [])
    }

    @Test func `of two components that claim the same links one stays`() throws {
        let rules = [RewriteRule.rewrite(Rewrite("/1", to: "/t"))]
        // Without letters, ignoring case makes no difference.
        let configuration = LinkConfiguration(domains: [
            Domain(hosts: ["a.io"], rules: rules),
            Domain(hosts: ["b.io"], options: SourceOptions(ignoresCase: true), rules: rules),
        ])
        let association = try AppSiteAssociation(configuration)
        #expect(association.entries[0].rules.map(\.path) == ["/1"])
    }

    /// If several domains share a host's file, links that pass through one of them are still claimed.
    @Test(arguments: [
        ("/", "https://any.a.io/"), ("/", "https://a.io/x"), ("/{x}", "https://a.io/"),
    ])
    func `what passes is claimed beside a wildcard's rules`(
        pattern: String,
        link: String
    ) throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io", unmatched: .passThrough) {},
            Domain("*.a.io") { Rewrite(pattern, to: "/t") },
        ])
        let association = try AppSiteAssociation(
            configuration,
            .init(host: "a.io", hasComments: false)
        )
        #expect(association.entries[0].rules.map(\.source) == [#"{ "/": "*" }"#])
        #expect(association.answer(for: link).isMatched)
    }

    @Test func `a claim says what a domain beside its own refuses`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") { Rewrite("/{*rest}", to: "/t") },
            Domain("*.a.io") {
                Rewrite("/home", to: "/t")
                Refuse("/admin/{*x}")
            },
        ])
        let association = try AppSiteAssociation(configuration)
        #expect(
            association.entries[0].rules.map(\.comment) == [
                "/home", "/{*rest}",
            ]
        )
        #expect(association.answer(for: "https://a.io/admin/x").isMatched)
        #expect(association.audit(against: configuration) == [])
    }

    @Test func `an example with an odd query is claimed alone`() throws {
        let configuration = LinkConfiguration {
            Rewrite("/watch?v={v}", to: "/t?v={v}", examples: ["/watch?v=": "/t?v="])
        }
        let association = try AppSiteAssociation(configuration)
        #expect(association.answer(for: "https://a.io/watch?v=").isMatched)
        #expect(!association.answer(for: "https://a.io/watch").isMatched)
        #expect(association.audit(against: configuration).map(\.code) == [])
    }

    @Test func `an example in another spelling has a rule of its own`() throws {
        let domain = Domain("a.io", "b.io:8443") {
            Rewrite(
                "/a/{id:int}",
                to: "/t?id={id}",
                examples: [
                    "/a/5": "/t?id=5", "/a//%36/?x=1": "/t?id=6&x=1",
                    "https://b.io:8443/%61/7#f": "/t?id=7#f",
                ]
            )
        }
        let association = try AppSiteAssociation(LinkConfiguration(domains: [domain]))
        #expect(
            association.entries[0].rules.map(\.source) == [
                #"{ "/": "/a//%36/", "?": "x=1", "comment": "/a/{id:int}: an example of it" }"#,
                ##"{ "#": "f", "/": "/%61/7", "comment": "/a/{id:int}: an example of it" }"##,
                #"{ "/": "/a/$(digit)*", "comment": "/a/{id:int}" }"#,
            ]
        )
        for link in ["https://a.io/a/5", "https://a.io/a//%36/?x=1", "https://b.io:8443/%61/7#f"] {
            #expect(association.answer(for: link).isMatched, "\(link)")
        }
    }

    // MARK: Hosts

    private static let sites = LinkConfiguration(
        domains: [
            Domain("Shop.io", "www.shop.io", "shop.io:8080") { Rewrite("/a", to: "/a") },
            Domain("*.shop.io") { Rewrite("/b", to: "/b") },
            Domain("{tenant}.app.io", "127.0.0.1", "[::1]") { Rewrite("/c", to: "/c") },
        ],
        schemes: [Scheme("myapp", "My-App+2"), Scheme("other")]
    )

    @Test func `each host has its file`() throws {
        #expect(AppSiteAssociation.hosts(for: Self.sites) == ["shop.io", "www.shop.io", "app.io"])
        let files = try AppSiteAssociation.files(
            for: Self.sites,
            appIDs: [AppSiteAssociation.appID]
        )
        #expect(files.map(\.hosts) == [["shop.io"], ["www.shop.io"], ["app.io"]])
        // The file of 'shop.io' also serves the hosts below it.
        #expect(
            files.map { $0.association.entries[0].rules.map(\.path) } == [
                ["/a", "/b"], ["/a"], ["/c"],
            ]
        )
        let whole = try AppSiteAssociation(Self.sites)
        #expect(whole.entries[0].rules.map(\.path) == ["/a", "/b", "/c"])
        let deeper = files[2].association
        #expect(deeper.answer(for: "https://x.y.app.io/c", domain: "*.app.io").isMatched)
        #expect(throws: RewriteError.self) {
            try URLRewriter(configuration: Self.sites).rewrite("https://x.y.app.io/c")
        }
    }

    @Test func `hosts with the same rules share a file`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io", "www.a.io") { Rewrite("/a", to: "/a") },
            Domain("b.io") { Rewrite("/b", to: "/b") },
            Domain("c.io", query: .drop) { Rewrite("/a", to: "/elsewhere") },
        ])
        let files = try AppSiteAssociation.files(
            for: configuration,
            appIDs: [AppSiteAssociation.appID]
        )
        #expect(files.map(\.hosts) == [["a.io", "www.a.io", "c.io"], ["b.io"]])
    }

    @Test func `addresses have no file`() throws {
        let addresses = Domain("127.0.0.1", "[::1]") { Rewrite("/a", to: "/a") }
        let apps = [AppSiteAssociation.appID]
        let only = LinkConfiguration(domains: [addresses])
        let sentence =
            "all hosts of the configuration are addresses, have a port or are single words, and such hosts have no file"
        for make in [
            { _ = try AppSiteAssociation(configuration: only, appIDs: apps) },
            { _ = try AppSiteAssociation.files(for: only, appIDs: apps) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SiteAssociationError.self) { try make() }
            #expect(error?.code == .noDomain)
            #expect(error?.description.contains(sentence) == true)
        }
        let both = LinkConfiguration(
            domains: [addresses, Domain("b.io") { Rewrite("/b", to: "/b") }]
        )
        let whole = try AppSiteAssociation(configuration: both, appIDs: apps)
        #expect(whole.entries[0].rules.map(\.path) == ["/b"])
        #expect(try AppSiteAssociation.files(for: both, appIDs: apps).map(\.hosts) == [["b.io"]])
    }

    /// The tool's transcripts show the whole texts.
    @Test func `what an app declares is a property list of its hosts and schemes`() throws {
        let declarations = AppDeclarations(configuration: Self.sites)
        #expect(declarations.hosts == ["shop.io", "www.shop.io", "*.shop.io", "*.app.io"])
        let text =
            "<plist version=\"1.0\"><dict>" + declarations.entitlement(mode: .developer)
            + declarations.urlTypes(name: "a & <b>") + "</dict></plist>"
        let list = try unsafe PropertyListSerialization.propertyList(
            from: Data(text.utf8),
            format: nil
        )
        let dictionary = try #require(list as? [String: Any])
        let types = try #require(dictionary["CFBundleURLTypes"] as? [[String: Any]])
        #expect(types[0]["CFBundleURLName"] as? String == "a & <b>")
        #expect(types[0]["CFBundleURLSchemes"] as? [String] == ["myapp", "my-app+2", "other"])
        #expect(
            dictionary["com.apple.developer.associated-domains"] as? [String]
                == declarations.hosts.map { "applinks:\($0)?mode=developer" }
        )
        #expect(
            declarations.associatedDomains(mode: .developerAndManaged)[0]
                == "applinks:shop.io?mode=developer+managed"
        )
        let none = AppDeclarations(configuration: LinkConfiguration())
        #expect(none.entitlement().isEmpty && none.urlTypes(name: "a").isEmpty)
    }

    // MARK: Errors

    private static func message(
        _ configuration: LinkConfiguration,
        appIDs: [String] = [AppSiteAssociation.appID],
        _ options: AppSiteAssociation.GenerationOptions = .init()
    ) -> String? {
        do throws(SiteAssociationError) {
            _ = try AppSiteAssociation(configuration, options, appIDs: appIDs)
            return nil
        } catch { return error.description }
    }

    @Test func `says why no file can be made`() {
        let unclaimed = LinkConfiguration(domains: [Domain("b.io", claims: false)])
        #expect(
            Self.message(unclaimed)
                == "The association file cannot be made: the configuration has no domain that claims its links; remove 'claims' from one."
        )
        #expect(
            Self.message(Self.sites, appIDs: [])
                == "The association file cannot be made: no app is named; name one, such as 'A1B2C3D4E5.com.example.app'."
        )
        #expect(
            Self.message(LinkConfiguration(schemes: [Scheme("myapp")]))
                == "The association file cannot be made: the configuration has no domain, and custom schemes need no association file; add a domain."
        )
        #expect(
            Self.message(Self.sites, .init(host: "a.io"))
                == "The association file cannot be made: no domain has the host 'a.io'; use one of 'shop.io', 'www.shop.io', 'app.io'."
        )
        #expect(
            Self.message(LinkConfiguration { Rewrite("a", to: "/a") })
                == "The association file cannot be made: the rules are invalid (The configuration has a fault at domains[0].rules[0].from: Domain 'a.io', rule 'a': 'a' does not begin with a slash; write '/a'.); correct them first."
        )
    }

    @Test func `a file that systems would ignore is not made`() throws {
        let rules = (0..<3000).map {
            RewriteRule.rewrite(Rewrite("/a\($0)/some/longer/path", to: "/t"))
        }
        let configuration = LinkConfiguration { rules }
        let message = try #require(Self.message(configuration))
        #expect(
            message.hasPrefix("The association file cannot be made: it would have ")
                && message.hasSuffix(
                    " bytes, and systems ignore files of more than 131072; leave out its comments, or combine rules into one pattern."
                ),
            "\(message)"
        )
    }

    /// Comparing all pairs in all ways would take minutes.
    @Test(.timeLimit(.minutes(5)))
    func `rules that overlap in many ways are all claimed`() throws {
        let rules = (0..<200).map { number in
            RewriteRule.rewrite(
                Rewrite("/{a:int}/{b:hex}/{c:slug}/x\(number)/{d:int}?k={e:int}", to: "/t")
            )
        }
        let association = try AppSiteAssociation(
            LinkConfiguration { rules },
            .init(hasComments: false)
        )
        for number in stride(from: 0, to: 200, by: 20) {
            let link = "https://a.io/1/c0/some-text/x\(number)/7?k=9"
            #expect(association.answer(for: link).isMatched, "\(link)")
        }
    }
}
