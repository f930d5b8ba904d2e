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

    @Test(arguments: [
        (
            "/item?id=x",
            "No rule of 'b.io' can be reversed for '…?…' ('/item/{id:int}' gives a URL that is refused); add one whose template gives this link and uses all its captures. For a domain whose hosts have wildcards, name the host: '--host en.m.io'."
        ),
        (
            "/x?id=1&l=de",
            "No rule of 'a.io' can be reversed for '…?…' ('/k' leads to another path); add one whose template gives this link and uses all its captures. For a domain whose hosts have wildcards, name the host: '--host en.m.io'."
        ),
    ])
    func `the domain that came nearest gives the reason, and wildcards are named`(
        link: String,
        reason: String
    ) {
        let configuration = """
            {"version": 1, "domains": [
              {"hosts": ["a.io"], "rules": [{"from": "/k", "to": "/k"}]},
              {"hosts": ["{l:en|de}.m.io"], "rules": [{"from": "/x/{id}", "to": "/x?id={id}&l={l}"}]},
              {"hosts": ["b.io"], "rules": [{"from": "/item/{id:int}", "to": "/item?id={id}"}]}
            ]}
            """
        let result = ToolFixture.run("share", link, configuration: configuration)
        #expect(result.errors == "deeplink share: '\(link)': \(reason)\n")
        #expect(result.output == "" && result.exitCode == .findings)
        let named = ToolFixture.run(
            "share",
            "/x?id=1&l=de",
            "--host",
            "de.m.io",
            configuration: configuration
        )
        #expect(named.output == "https://de.m.io/x/1\n")
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
                        deeplink share: The configuration has no domain; add one to share links.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `a host that stands for several has to be named`() {
        let rules = """
            { "version": 1, "domains": [{
              "hosts": ["*.a.io", "{shop}.b.io"], "rules": [{ "from": "/x", "to": "/x" }]
            }] }
            """
        let result = ToolFixture.run("share", "/x", configuration: rules)
        #expect(
            result
                == ToolResult(
                    errors: """
                        deeplink share: The rules have no host without a wildcard; name one with '--host'.
                        'deeplink share --help' shows how to use it.

                        """,
                    exitCode: .usage
                )
        )
        let pattern = ToolFixture.run("share", "/x", "--host", "*.A.io", configuration: rules)
        #expect(
            pattern.errors.hasPrefix(
                "deeplink share: '*.A.io' of '--host' stands for several hosts; name one of them, such as 'any.a.io'.\n"
            )
        )
        #expect(pattern.exitCode == .usage)
        let named = ToolFixture.run("share", "/x", "--host", "b.a.io", configuration: rules)
        #expect(named.output == "https://b.a.io/x\n")
    }
}
