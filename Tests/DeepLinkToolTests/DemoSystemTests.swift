import Testing

@testable import DeepLinkTool

/// The demo's output for links in each of the systems.
@MainActor
struct DemoSystemTests {
    @Test func `a link waits until somebody signs in to edugo`() {
        let result = Tool.run(arguments: [
            "demo",
            "edugo",
            "edugo://dashboard",
            "https://edugo.app/profile/987fcdeb-51a2-43f7-8ec4-123456789abc",
            "edugo://assessments/123e4567-e89b-12d3-a456-426614174000?userId=123",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        edugo: links of two schemes and a domain wait for the login
                        Sources/Examples/EduGo

                        External link            Internal link            Decision                  What ran
                        -----------------------  -----------------------  ------------------------  ------------------------
                        edugo://dashboard        /dashboard               defer until               opened the dashboard,
                                                                          authenticated             after signing in
                        https://edugo.app/       /profile/987fcdeb-51a2-  defer until               opened the profile of
                        profile/987fcdeb-51a2-   43f7-8ec4-123456789abc   authenticated             987FCDEB-51A2-43F7-8EC4-
                        43f7-8ec4-123456789abc                                                      123456789ABC, after
                                                                                                    signing in
                        edugo://assessments/     /assessments/123e4567-   reject
                        123e4567-e89b-12d3-      e89b-12d3-a456-
                        a456-426614174000        426614174000?userId=123
                        ?userId=123
                                                 refused: An identifier in the link is not a UUID.

                        3 links: 2 ran, 1 refused.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `catalog has a policy that decides about every link`() {
        let result = Tool.run(arguments: [
            "demo",
            "catalog",
            "myapp://product?id=123",
            "myapp://login",
            "myapp://product",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        catalog: typed destinations with a policy and routers
                        Sources/Examples/Catalog

                        External link           Internal link    Decision                   What ran
                        ----------------------  ---------------  -------------------------  --------------------------------
                        myapp://product?id=123  /product?id=123  defer until authenticated  opened product 123, after
                                                                                            signing in
                        myapp://login           /login           allow                      opened the login
                        myapp://product         /product         reject
                                                refused: The link names no product.

                        3 links: 2 ran, 1 refused.

                        """,
                    exitCode: .findings
                )
        )
    }

    /// The words before a link, the links of each system, and what the system does with them.
    nonisolated static let prefixed: [(system: String, link: String, ran: String)] = [
        ("edugo", "signed in: edugo://settings", "opened the settings"),
        ("edugo", "push: edugo://settings", "opened the settings, after signing in"),
        ("catalog", "signed in: myapp://product?id=1", "opened product 1"),
        ("catalog", "push: myapp://product?id=1", "opened product 1, after signing in"),
        ("shop-tabs", "signed in: shop://cart", "opened the checkout above home"),
        ("shop-tabs", "push: shop://cart", "opened the checkout above home, after signing in"),
        ("crahg", "signed in: crahg://gym/1", "opened gym 1"),
        ("crahg", "push: crahg://gym/1", "opened gym 1, after signing in"),
        ("crahg", "fetch: crahg://gym/1", "opened the gyms tab and began to fetch the rest"),
    ]

    @Test(arguments: prefixed)
    func `a prefix says when a link arrives`(system: String, link: String, ran: String) throws {
        let result = Tool.run(arguments: ["demo", "--json", system, link])
        #expect(result.exitCode == .success)
        #expect(result.output.contains(#""ran" : "\#(ran)""#), "\(result.output)")
    }

    @Test func `help names each prefix, and a system does not take those of others`() throws {
        let help = Tool.run(arguments: ["demo", "--help"]).output
        let named = help.matches(of: /'([a-z ]+: )LINK'/).map { String($0.1) }
        #expect(named == ["signed in: ", "push: ", "fetch: "])
        let links = [
            "features": "myapp://featureA/detail?id=1", "edugo": "edugo://dashboard",
            "catalog": "myapp://catalog", "crahg": "crahg://home",
            "composable": "example://home/settings", "shop-tabs": "shop://orders",
        ]
        for system in DemoSystem.all {
            let link = try #require(links[system.name])
            for prefix in named {
                let isTaken = Self.prefixed.contains {
                    $0.system == system.name && $0.link.hasPrefix(prefix)
                }
                let result = Tool.run(arguments: ["demo", system.name, prefix + link])
                #expect((result.exitCode == .success) == isTaken, "\(result.output)")
            }
        }
    }

    @Test func `crahg opens its site's links by all their names`() {
        let result = Tool.run(arguments: [
            "demo",
            "crahg",
            "https://www.crahg.app/event/event-123",
            "crahg://whatson",
            "https://crahg.app.evil.com/home",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        crahg: a web site's links and their aliases open tabs and details
                        Sources/Examples/Crahg

                        External link               Internal link     Decision                   What ran
                        --------------------------  ----------------  -------------------------  ---------------------------
                        https://www.crahg.app/      /events/event-    defer until authenticated  opened event event-123,
                        event/event-123             123                                          after signing in
                        crahg://whatson             /whats-on         defer until authenticated  opened the what's on tab,
                                                                                                 after signing in
                        https://                    refused: The link's host 'crahg.app.evil.com' is not configured; add it
                        crahg.app.evil.com/home     to a domain if its links are expected.

                        3 links: 2 ran, 1 refused.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `composable replaces the path of screens`() {
        let result = Tool.run(arguments: [
            "demo",
            "composable",
            "example://home/settings",
            "example://detail?id=872346/settings",
            "example://home",
            "https://example.com/home",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        composable: combined parsers replace the path of screens
                        Sources/Examples/ComposableExample

                        External link               Internal link               Decision          What ran
                        --------------------------  --------------------------  ----------------  --------------------------
                        example://home/settings     /home/settings              replace the path  opened home, settings
                        example://detail            /detail/settings            replace the path  opened home, detail of
                        ?id=872346/settings         ?0.id=872346                                  872346, settings
                        example://home              /home
                                                    refused: No parser knows the link.
                        https://example.com/home    refused: The link's scheme is 'https', not 'example'; pass only links
                                                    with that scheme.

                        4 links: 2 ran, 2 refused.

                        """,
                    exitCode: .findings
                )
        )
    }

    @Test func `the decision is in the JSON too`() {
        let result = Tool.run(arguments: [
            "demo",
            "--json",
            "catalog",
            "myapp://product?id=123",
            "myapp://product",
            "https://a.io/",
        ])
        #expect(
            result
                == ToolResult(
                    output: """
                        [
                          {
                            "links" : [
                              {
                                "decision" : "defer until authenticated",
                                "external" : "myapp://product?id=123",
                                "internal" : "/product?id=123",
                                "ran" : "opened product 123, after signing in"
                              },
                              {
                                "decision" : "reject",
                                "external" : "myapp://product",
                                "internal" : "/product",
                                "refused" : "The link names no product."
                              },
                              {
                                "external" : "https://a.io/",
                                "refused" : "The link's scheme 'https' is not configured; add a Domain with its host if such links are expected."
                              }
                            ],
                            "system" : "catalog"
                          }
                        ]

                        """,
                    exitCode: .findings
                )
        )
    }
}
