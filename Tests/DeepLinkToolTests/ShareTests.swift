import Testing

@testable import DeepLinkTool

/// What `deeplink share` writes.
@MainActor
struct ShareTests {
    @Test(arguments: [
        (["/featureA/detail?id=5"], "https://mydomain.io/domainA/5\n"),
        (
            ["/featureA/detail?id=5&locale=fr-fr", "--host", "www.mydomain.io"],
            "https://www.mydomain.io/fr-fr/domainA/5\n"
        ),
        (
            ["/player?id=a%20b&start=9", "/player?id=c"],
            "https://mydomain.io/watch?v=a%20b&t=9\nhttps://mydomain.io/watch?v=c\n"
        ),
    ])
    func `an internal link becomes an external URL`(arguments: [String], urls: String) {
        let result = Tool.run(
            arguments: ["share"] + arguments,
            files: .files(["links.json": ToolFixture.configuration])
        )
        #expect(result == ToolResult(output: urls))
    }

    @Test func `the first domain with a rule for the link gives the host`() {
        let configuration = """
            {"version": 1, "domains": [
              {"hosts": ["click.io"], "rules": [{"unwrap": "/t?u={target}"}]},
              {"hosts": ["*.m.io", "m.io"], "rules": [{"from": "/a", "to": "/a"}]},
              {"hosts": ["n.io"], "rules": [{"from": "/b", "to": "/b"}]}
            ]}
            """
        let result = Tool.run(
            arguments: ["share", "/b", "/a"],
            files: .files(["links.json": configuration])
        )
        #expect(result == ToolResult(output: "https://n.io/b\nhttps://m.io/a\n"))
    }

    private static let hosts = """
        {"version": 1, "domains": [
          {"hosts": ["a.io"], "rules": [{"from": "/k", "to": "/k"}]},
          {"hosts": ["{l:en|de}.m.io"], "rules": [{"from": "/x/{id}", "to": "/x?id={id}&l={l}"}]},
          {"hosts": ["b.io"], "rules": [{"from": "/item/{id:int}", "to": "/item?id={id}"}]},
          {"hosts": ["{seller}.s.io:8080"], "rules": [
            {"from": "/p/{id}", "to": "/product/{id}?seller={seller}"}
          ]},
          {"hosts": ["*.w.io"], "rules": [{"from": "/w", "to": "/w"}]},
          {"hosts": ["{l:en|de}.v.io"], "rules": [{"from": "/v", "to": "/v"}]},
          {"anyHostAs": "server", "rules": [
            {"from": "/p/{id}", "to": "/post/{id}?server={server}"}, {"from": "/any", "to": "/any"}
          ]}
        ]}
        """

    @Test(arguments: [
        (
            "/item?id=x",
            "No rule of 'b.io' can be reversed for '…?…' ('/item/{id:int}' gives a URL that is refused)"
        ),
        (
            "/x?id=1&l=fr",
            "No rule of '{l:en|de}.m.io' can be reversed for '…?…' ('/x/{id}' would need two values for its capture 'l')"
        ),
        (
            "/product/5",
            "No rule of '{seller}.s.io:8080' can be reversed for '…' ('/p/{id}' leads to a link with a different item 'seller')"
        ),
        (
            "/nowhere",
            "No rule of 'a.io' can be reversed for '…' ('/k' leads to another path)"
        ),
    ])
    func `the domain that came nearest gives the reason`(link: String, reason: String) {
        let result = ToolFixture.run("share", link, configuration: Self.hosts)
        #expect(
            result.errors
                == "deeplink share: '\(link)': \(reason); add one whose template gives this link and uses all its captures.\n"
        )
        #expect(result.output == "" && result.exitCode == .findings)
    }

    @Test(arguments: [
        ("/x?id=1&l=de", "a host that fits '{l:en|de}.m.io'; write '--host de.m.io'", "de.m.io"),
        (
            "/product/5?seller=anna",
            "a host that fits '{seller}.s.io:8080'; write '--host anna.s.io:8080'",
            "anna.s.io:8080"
        ),
        ("/post/5?server=x.org", "a host; write '--host x.org'", "x.org"),
        ("/w", "a host that fits '*.w.io'; name it with '--host HOST'", "shop.w.io"),
        ("/v", "a host that fits '{l:en|de}.v.io'; name it with '--host HOST'", "en.v.io"),
        ("/any", "a host; name it with '--host HOST'", "x.org"),
    ])
    func `a host that the rules do not name is asked for, and that of the link is known`(
        link: String,
        need: String,
        host: String
    ) {
        let result = ToolFixture.run("share", link, configuration: Self.hosts)
        #expect(result.errors == "deeplink share: '\(link)' needs \(need).\n")
        #expect(result.output == "" && result.exitCode == .findings)
        let named = ToolFixture.run("share", link, "--host", host, configuration: Self.hosts)
        #expect(named.output.hasPrefix("https://\(host)/") && named.exitCode == .success)
    }

    @Test func `the only useful reason is not hidden by rules that lead elsewhere`() {
        func rules(_ more: String) -> String {
            """
            {"version": 1, "domains": [{"hosts": ["m.io"], "rules": [
              {"from": "/a", "to": "/a"}, {"from": "/b", "to": "/b"}, {"from": "/c", "to": "/c"},
              {"from": "/d/{x}", "to": "/d"}, {"from": "/e/{x}", "to": "/e"},
              {"from": "/p/{title}-{id:int}", "to": "/product/{id}"}\(more)
            ]}]}
            """
        }
        let lost = ToolFixture.run("share", "/product/5", configuration: rules(""))
        #expect(
            lost.errors
                == "deeplink share: '/product/5': No rule of 'm.io' can be reversed for '…' ('/p/{title}-{id:int}' does not keep its capture 'title', '/a' leads to another path, '/d/{x}' does not keep its capture 'x', '/b' leads to another path, and 2 more); add one whose template gives this link and uses all its captures.\n"
        )
        let added = ToolFixture.run(
            "share",
            "/product/5",
            configuration: rules(#", {"from": "/q/{id}", "to": "/product/{id}"}"#)
        )
        #expect(added.output == "https://m.io/q/5\n")
    }

    @Test func `a link that no rule leads to is complained about, and the others are shared`() {
        let result = ToolFixture.run(
            "share",
            "-",
            input: "/settings\n/featureA/detail?id=5\nfeatureA\n"
        )
        #expect(
            result
                == ToolResult(
                    output: "https://mydomain.io/domainA/5\n",
                    errors: """
                        deeplink share: '/settings': No rule of 'mydomain.io' can be reversed for '…' ('/domainA/{id:int}' leads to another path, '/watch?v={video}&t={start?}' leads to another path, '/domainA/items/{title}-{id:int}' does not keep its capture 'title', '/mbar?redirect_to={target}' unwraps another link); add one whose template gives this link and uses all its captures.
                        deeplink share: 'featureA' is not an internal link. The link does not begin with '/'; write one like '/feature/detail?id=1'.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test(
        arguments: [
            (#"["/featureA/detail", "/player", "/home"]"#, "/playr?id=5", "/player"),
            (#"["/featureA/detail", "/player", "/home"]"#, "/hoem", "/home"),
            ("null", "/playr", "/player"),
            ("null", "/items/5/edti", "/items/{id}/edit"), ("null", "/settings", nil),
            (#"["/player", "/playr"]"#, "/playr", nil),
        ] as [(String, String, String?)]
    )
    func `an unknown path is told with the one that was meant`(
        paths: String,
        link: String,
        meant: String?
    ) {
        let configuration = """
            {"version": 1, "domains": [{"hosts": ["a.io"], "rules": [
              {"from": "/watch/{v}", "to": "/player?id={v}"},
              {"from": "/i/{id}", "to": "/items/{id}/edit#{x}"},
              {"from": "/a/{id:int}", "to": "/featureA/detail?id={id}"}
            ]}]\(paths == "null" ? "" : ", \"paths\": \(paths)")}
            """.replacing("#{x}", with: "")
        let result = Tool.run(
            arguments: ["share", link],
            files: .files(["links.json": configuration])
        )
        let hint = result.errors.split(separator: " Did you mean ").dropFirst().first
        #expect(hint == meant.map { "'\($0)'?\n" })
        #expect(result.exitCode == .findings)
    }

    @Test(arguments: [
        (#"["www.wiki.org", "{lang}.wiki.org"]"#, "{lang}.wiki.org", "de.wiki.org"),
        (#"["{lang}.wiki.org", "{lang}.m.wiki.org"]"#, "{lang}.wiki.org", "de.wiki.org"),
        (
            #"["www.wiki.org", "{lang:en|fr}.wiki.org", "{lang:de|nl}.m.wiki.org"]"#,
            "{lang:de|nl}.m.wiki.org", "de.m.wiki.org"
        ),
    ])
    func `a domain may have hosts that fit a wildcard beside one that cannot have the link`(
        hosts: String,
        pattern: String,
        host: String
    ) {
        let configuration = """
            {"version": 1, "domains": [{"hosts": \(hosts), "rules": [
              {"from": "/wiki/{title}", "to": "/article/{lang}/{title}"}
            ]}]}
            """
        let link = "/article/de/Berlin"
        #expect(
            ToolFixture.run("share", link, configuration: configuration).errors
                == "deeplink share: '\(link)' needs a host that fits '\(pattern)'; write '--host \(host)'.\n"
        )
        #expect(
            ToolFixture.run("share", link, "--host", host, configuration: configuration).output
                == "https://\(host)/wiki/Berlin\n"
        )
    }

    @Test func `who gives an external link is told what it becomes`() {
        #expect(
            ToolFixture.run("share", "https://mydomain.io/domainA/5")
                == ToolResult(
                    errors:
                        "deeplink share: 'https://mydomain.io/domainA/5' is not an internal link. 'deeplink explain' shows what the external link becomes: '/featureA/detail?id=5'.\n",
                    exitCode: .findings
                )
        )
    }

    @Test func `with JSON each link has its URL or its refusal`() {
        let result = ToolFixture.run("share", "/player?id=1", "x", "--json")
        #expect(
            result
                == ToolResult(
                    output: """
                        [
                          {
                            "link" : "/player?id=1",
                            "url" : "https://mydomain.io/watch?v=1"
                          },
                          {
                            "link" : "x",
                            "refused" : "'x' is not an internal link. The link does not begin with '/'; write one like '/feature/detail?id=1'."
                          }
                        ]

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `a link that the site claims is shared rather than one that it does not`() {
        func share(_ arguments: String...) -> ToolResult {
            Tool.run(
                arguments: ["share"] + arguments,
                files: .files([
                    "links.json": #"""
                    {"version": 1, "domains": [
                      {"hosts": ["q.io"], "claims": false, "rules": [{"from": "/b", "to": "/b"}]},
                      {"hosts": ["a.io"], "rules": [
                        {"from": "/qr/{id}", "to": "/item?id={id}", "claims": false},
                        {"from": "/item/{id}", "to": "/item?id={id}"},
                        {"from": "/login", "to": "/login", "claims": false},
                        {"from": "/b", "to": "/b"}
                      ]}
                    ]}
                    """#
                ])
            )
        }
        #expect(
            share("/item?id=5", "/b") == ToolResult(output: "https://a.io/item/5\nhttps://a.io/b\n")
        )
        let note =
            "does not open the app from other apps and web sites, as the site keeps such links to itself ('claims: false')."
        #expect(
            share("/login")
                == ToolResult(
                    output: "https://a.io/login\n",
                    errors: "deeplink share: 'https://a.io/login' \(note)\n"
                )
        )
        #expect(share("/b", "--host", "q.io").errors.contains("'https://q.io/b' \(note)"))
        #expect(share("/login", "--json").output.contains("\"note\" : \"'https://a.io/login' "))
    }

    @Test(arguments: [
        ("mydomian.io", "; did you mean 'mydomain.io'?"),
        ("example.com", ", which have 'mydomain.io' and 'www.mydomain.io'."),
    ])
    func `a host that no domain has is a wrong command line`(host: String, hint: String) {
        let result = ToolFixture.run("share", "/player?id=1", "--host", host)
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink share: '\(host)' of '--host' is not a host of the rules\(hint)
                        'deeplink share --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
    }

    @Test func `without a domain nothing can be shared`() {
        let result = ToolFixture.run("share", "/a", configuration: #"{ "version": 1 }"#)
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink share: links.json: The configuration has no domain; add one to share links.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `a pattern is no host`() {
        let pattern = ToolFixture.run("share", "/w", "--host", "*.W.io", configuration: Self.hosts)
        #expect(
            pattern.errors
                == """
                deeplink share: '*.W.io' of '--host' stands for several hosts; name one of them.
                'deeplink share --help' shows how to use it.

                """
        )
        #expect(pattern.exitCode == .usage)
    }
}
