import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
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
        #expect(try comments(draft, page) == ["/p/draft: kept in the browser", "/p/{id}"])
        #expect(try comments(draft) == ["No rule claims a link"])
        let shared = LinkConfiguration(
            domains: "abcdef".map { name in
                Domain("\(name).io") { Rewrite("/p/{\(name)}", to: "/p/{\(name)}") }
            }
        )
        let comment = try AppSiteAssociation(shared).entries[0].rules[0].comment
        #expect(comment == "/p/{a}, /p/{b}, /p/{c}, /p/{d} and 2 more")
    }

    private static let uuid = [8, 4, 4, 4, 12].map { String(repeating: "$(xdigit)", count: $0) }
        .joined(separator: "-")

    /// Every digit is checked.
    private static let uuids = rows(
        #"""
        /u/{id:uuid} → { "/": "/u/\#(uuid)" }
        [passThrough]  [paths /detail /m/{id:uuid}/x]  /home
          { "/": "/m/\#(uuid)/x" }
          { "/": "/detail" }
          { "/": "/home" }
        // Only links that both patterns match show that one rule takes links of the other.
        /users/{user}/{id:uuid}  /{page}?ref={ref}  no: /users/admin/{page}  no: /admin
          { "/": "/users/admin/?*", "exclude": true }
          { "/": "/admin", "exclude": true }
          { "/": "/users/?*/\#(uuid)" }
          { "/": "/?*", "?": { "ref": "?*" } }
        """#
    )

    /// What rules refuse is excluded where that takes nothing that is handled.
    @Test(arguments: try uuids + rows(in: "generated.txt") + rows(in: "refusals.txt"))
    func `rules become components, and no claim comes after a wider one`(row: TableRow) throws {
        let configuration = Self.configuration(row.texts(0))
        let association = try AppSiteAssociation(configuration)
        let hasComments = row.texts(0).contains("[comments]")
        let rules = association.entries[0].rules
        #expect(rules.map(hasComments ? \.source : \.plainSource) == row.rest)
        #expect(association.audit(against: configuration).filter { $0.code == .deadRule } == [])
    }

    @Test(
        arguments: try rows(in: "claims.txt")
            + rows(
                """
                [passThrough]  [paths /{l:\(words(70))}/x]  no: /{l:\(words(64))}/x → +/w66/x
                """
            )
    )
    func `a file claims what its rules handle if the format has a pattern`(row: TableRow) throws {
        let configuration = Self.configuration(row.texts(0))
        let association = try AppSiteAssociation(configuration)
        let rewriter = try URLRewriter(configuration: configuration)
        for link in row.texts(1) {
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

    @Test(arguments: try rows(in: "exclusions.txt"))
    func `refusals are excluded where that has an effect`(row: TableRow) throws {
        let configuration = LinkConfiguration(row.texts(0))
        let association = try AppSiteAssociation(configuration)
        let components = association.entries[0].rules.map { rule in
            var items: [String] = []
            if case .items(let all)? = rule.query { items = all.map { "\($0.name)=\($0.pattern)" } }
            return ((rule.isExclusion ? ["no"] : []) + [rule.path ?? "*"] + items)
                .joined(separator: " ")
        }
        #expect(components == row.rest)
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
        let configuration = Self.configuration([long, "/p/{x}", "no: /p/new"])
        let association = try AppSiteAssociation(configuration)
        #expect(
            association.entries[0].rules.map(\.plainSource).sorted() == [
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

    @Test func `of two components that claim the same links one stays`() throws {
        let rules = ["/1", "/a"].map { RewriteRule.rewrite(Rewrite($0, to: "/t")) }
        let configuration = LinkConfiguration(domains: [
            Domain(hosts: ["b.io"], options: SourceOptions(ignoresCase: true), rules: rules),
            Domain(hosts: ["a.io"], rules: rules),
        ])
        let made = try AppSiteAssociation(configuration).entries[0].rules
        // Without letters, ignoring case makes no difference; with them, the one that counts it comes first.
        #expect(made.map(\.path) == ["/1", "/a", "/a"])
        #expect(made.map(\.isCaseSensitive) == [true, true, false])
    }

    /// If several domains share a host's file, links that pass through one of them are still claimed.
    @Test(arguments: [
        ("/", "https://any.a.io/"), ("/", "https://a.io/x"), ("/{x}", "https://a.io/"),
    ])
    func `what passes is claimed beside a wildcard's rules`(pattern: String, link: String) throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io", unmatched: .passThrough) {},
            Domain("*.a.io") { Rewrite(pattern, to: "/t") },
        ])
        let association = try AppSiteAssociation(configuration, .init(host: "a.io"))
        #expect(association.entries[0].rules.map(\.plainSource) == [#"{ "/": "*" }"#])
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
        #expect(association.entries[0].rules.map(\.comment) == ["/home", "/{*rest}"])
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
        for make in [
            { _ = try AppSiteAssociation(configuration: only, appIDs: apps) },
            { _ = try AppSiteAssociation.files(for: only, appIDs: apps) },
        ] as [() throws -> Void] {
            let error = #expect(throws: SiteAssociationError.self) { try make() }
            #expect(error?.code == .noDomain)
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
            "<plist version=\"1.0\"><dict>" + declarations.entitlement()
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
                == declarations.hosts.map { "applinks:\($0)" }
        )
        // A scheme that no rewriter accepts is no markup either.
        let odd = AppDeclarations(configuration: LinkConfiguration(schemes: [Scheme("a&<b>")]))
        #expect(odd.urlTypes(name: "a").contains("<string>a&amp;&lt;b&gt;</string>"))
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
        let invalid = LinkConfiguration { Rewrite("a", to: "/a") }
        let expected = [
            "the configuration has no domain that can have a file; add one with a public name, without a port and without 'claims: false'.",
            "no app is named; name one, such as 'A1B2C3D4E5.com.example.app'.",
            "no domain that claims its links has the host 'a.io'; use one of 'shop.io', 'www.shop.io', 'app.io'.",
            "the rules are invalid (The configuration has a fault at domains[0].rules[0].from: Domain 'a.io', rule 'a': 'a' does not begin with a slash; write '/a'.); correct them first.",
        ]
        let messages = [
            Self.message(unclaimed), Self.message(Self.sites, appIDs: []),
            Self.message(Self.sites, .init(host: "a.io")), Self.message(invalid),
        ]
        #expect(messages == expected.map { "The association file cannot be made: \($0)" })
    }

    @Test func `an example that no file can claim is an error`() {
        let text = String(repeating: "x", count: 65_600)
        let rule = Rewrite("/a/{x}", to: "/a?x={x}", examples: ["/a/\(text)": "/a?x=\(text)"])
        let configuration = LinkConfiguration(
            limits: Limits(bytes: 200_000),
            domains: [Domain("a.io") { rule }]
        )
        let message = Self.message(configuration)
        #expect(message?.hasSuffix("cannot be claimed; remove it, or shorten it.") == true)
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
                    " bytes, and systems ignore files of more than 131072; combine rules into one pattern."
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
        let association = try AppSiteAssociation(LinkConfiguration { rules })
        for number in stride(from: 0, to: 200, by: 20) {
            let link = "https://a.io/1/c0/some-text/x\(number)/7?k=9"
            #expect(association.answer(for: link).isMatched, "\(link)")
        }
    }
}
