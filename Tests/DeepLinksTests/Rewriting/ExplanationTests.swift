import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// What a rewriter says about its decisions.
struct ExplanationTests {
    private static func shop() throws -> URLRewriter {
        try URLRewriter {
            Domain(
                "mydomain.io",
                "{shop}.mydomain.io",
                query: .strip(["utm_source"]),
                prefixes: ["", "/{locale:en-us|fr-fr}"]
            ) {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}&shop={shop}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/watch?list={list}", to: "/playlist?id={list}")
                Unwrap("/mbar?redirect_to={target}")
                Rewrite("/out?kind={kind}&app={app}", to: "/{kind}?app={app}")
                Unwrap("/out?url={target}")
            }
            Domain("app.io", fragment: .path) { Rewrite("/room/{id}", to: "/room?id={id}") }
            Scheme("myapp", unmatched: .passThrough, query: .drop)
        }
    }

    // MARK: - Steps

    @Test func `a rule is shown with its title and its owner`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io") {
                Rewrite("/p/{id:int}", to: "/p/{id}", title: "Product page", owner: "Growth")
                Rewrite("/q/{id:int}", to: "/q/{id}", title: "Question")
                Refuse("/r/{id:int}", owner: "Shop")
            }
        }
        let rule = try #require(rewriter.explain("https://a.io/p/5").rule)
        #expect(rule.title == "Product page" && rule.owner == "Growth")
        #expect(rule.description == "'/p/{id:int}' ('Product page' of 'Growth')")
        let near = rewriter.explain("https://a.io/p/x").nearestRules
        #expect(
            near.map(\.description) == [
                "'/p/{id:int}' ('Product page' of 'Growth'): segment 2 is 'x', not '{id:int}'"
            ]
        )
    }

    @Test func `each step of a link is told`() throws {
        let rewriter = try Self.shop()
        let link = " https://Red.mydomain.io:443/fr-fr/domainA/5/?id=9&utm_source=x&ref=%26#top\n"
        let explanation = rewriter.explain(link)
        #expect(explanation.input == link)
        #expect(
            explanation.steps.map(\.description) == [
                "trimmed: white space around the link is ignored",
                "split: scheme https, host Red.mydomain.io, port 443, path /fr-fr/domainA/5/, items 'id' 'utm_source' 'ref', fragment top",
                "source: Domain 'mydomain.io'", "path: /fr-fr/domainA/5",
                "rule: '/domainA/{id:int}' under '/{locale:en-us|fr-fr}': shop = 'red', locale = 'fr-fr', id = '5'",
                "query: kept 'ref', replaced by the template 'id', dropped by the source 'utm_source'",
                "template: /featureA/detail?id={id}&shop={shop}",
            ]
        )
        #expect(explanation.link == (try DeepLink("/featureA/detail?id=5&shop=red&ref=%26#top")))
        let wanted = rewriter.explain("https://mydomain.io/out?kind=a&app=b").steps
        #expect(wanted.map(\.text).contains("used by the rule 'kind' 'app'"))
        let rule = try #require(explanation.rule)
        #expect(rule == explanation.steps[4].rule)
        #expect(rule.source == "Domain 'mydomain.io'" && rule.prefix == "/{locale:en-us|fr-fr}")
        #expect(rule.pattern == "/domainA/{id:int}" && rule.difference == nil)
        #expect(rule.template == "/featureA/detail?id={id}&shop={shop}")
        #expect(rule.sourceIndex == 0 && rule.ruleIndex == 0)
        #expect(explanation.error == nil)
        #expect(explanation.nearestRules.isEmpty)
    }

    @Test func `a rule whose items do not fit is told with the item`() throws {
        let explanation = try Self.shop().explain("https://mydomain.io/watch?list=7&t=3")
        #expect(
            explanation.steps[3].description
                == "tried: '/watch?v={video}&t={start?}': the item 'v' is missing; the rule requires 'v={video}'"
        )
        #expect(explanation.steps[3].rule?.ruleIndex == 2)
        #expect(explanation.steps[4].description == "rule: '/watch?list={list}': list = '7'")
        #expect(explanation.rule?.ruleIndex == 3)
        let player = try Self.shop().explain("https://mydomain.io/watch?v=a")
        #expect(
            player.steps[3].description
                == "rule: '/watch?v={video}&t={start?}': video = 'a', start = absent"
        )
    }

    @Test func `a wrapped link starts again`() throws {
        let explanation = try Self.shop().explain(
            "https://mydomain.io/mbar?redirect_to=myapp%3A%2F%2Fa%3Fx%3D1"
        )
        #expect(
            explanation.steps.map(\.label) == [
                "split", "source", "path", "rule", "unwrapped", "split", "source", "path",
                "passed", "query",
            ]
        )
        let texts = explanation.steps.map(\.text)
        #expect(texts.contains("myapp://a?x=1") && texts.contains("Scheme 'myapp'"))
        #expect(texts.last == "dropped by the source 'x'")
        #expect(explanation.link == (try DeepLink("/a")))
        // The inner link passed through without a rule.
        #expect(explanation.rule == nil)
    }

    @Test func `a path in the fragment is told as such`() throws {
        let explanation = try Self.shop().explain("https://app.io/x#/room/!a:b?via=c")
        #expect(explanation.steps[2].description == "path: /room/!a:b, in the fragment")
        #expect(explanation.link == (try DeepLink("/room?id=!a:b&via=c")))
    }

    // MARK: - Near rules

    private static let nearest = #"""
        https://mydomain.io/domainA/item/red-5 → '/domainA/items/{title}-{id:int}': segment 2 is 'item', not 'items'
        https://mydomain.io/en-us/domianA/5 → '/domainA/{id:int}' under '/{locale:en-us|fr-fr}': segment 2 is 'domianA', not 'domainA'
        https://mydomain.io/domainA/x → '/domainA/{id:int}': segment 2 is 'x', not '{id:int}'
        https://mydomain.io/domainA → '/domainA/{id:int}': the path ends before '{id:int}'
        https://mydomain.io/domainA/5/x → '/domainA/{id:int}': the path continues with 'x'
        https://mydomain.io/mbar → '/mbar?redirect_to={target}': the item 'redirect_to' is missing; the rule requires 'redirect_to={target}'
        https://mydomain.io/mbar?redirect_to=https%3A%2F%2Fapp.io%2F%23%2Froo%2F1 → '/room/{id}': segment 1 is 'roo', not 'room'
        https://mydomain.io/out → '/out?url={target}': the item 'url' is missing; the rule requires 'url={target}'
        https://mydomain.io/out?url=https%3A%2F%2Fmydomain.io%2Foutt → '/out?kind={kind}&app={app}': segment 1 is 'outt', not 'out'
        """#

    @Test(arguments: pairs(nearest))
    func `the nearest rule tells where the link differs`(link: String, expected: String) throws {
        let explanation = try Self.shop().explain(link)
        #expect(explanation.error?.reason == .noRule)
        #expect(explanation.nearestRules.first?.description == expected)
        #expect(explanation.nearestRules.count <= 3)
        #expect(explanation.rule == nil)
    }

    private static let requirements = #"""
        /café/Menu → '/café/menu': segment 2 is 'Menu', not 'menu'; 'ignoresCase' would accept the path
        /MAP/fr → '/map/{area:de|it}': segment 1 is 'MAP', not 'map'
        /a/-/ISSUES?id=5 → '/{*group}/-/issues?id={id:int}': no '-/issues' follows what '{*group}' takes; 'ignoresCase' would accept the path
        /a/-/ISUES?id=5 → '/{*group}/-/issues?id={id:int}': no '-/issues' follows what '{*group}' takes
        /goal?x= → '/goal?x={x}': the item 'x' is empty, but the template puts it into the path
        /goal?x → '/goal?x={x}': the item 'x' has no value; the rule requires 'x={x}'
        /café/men → '/café/menu': segment 2 is 'men', not 'menu'
        /go?kind=film&n=x → '/go?kind=book&n={n:int?}': the item 'kind' is 'film'; the rule requires 'kind=book'
        /go?kind=book&n=x → '/go?kind=book&n={n:int?}': the item 'n' is 'x'; the rule requires 'n={n:int?}'
        /a/b/-/issues → '/{*group}/-/issues?id={id:int}': the item 'id' is missing; the rule requires 'id={id:int}'
        /maybe → '/maybe/{*rest?}/end/now': no 'end/now' follows what '{*rest?}' takes
        /docs → '/docs/{*page}': the path ends before '{*page}'
        /go?kind → '/go?kind=book&n={n:int?}': the item 'kind' has no value; the rule requires 'kind=book'
        /map/DE → '/map/{area:de|it}': segment 2 is 'DE', not '{area:de|it}'
        /map/DEU → '/map/{area:de|it}': segment 2 is 'DEU', not '{area:de|it}'
        /way?a=2&b=1 → '/way?c={c}': the item 'c' is missing; the rule requires 'c={c}'
        /tour/it → '/tour/to-{area:de|it}': segment 2 is 'it', not 'to-{area:de|it}'
        """#

    @Test(arguments: pairs(requirements))
    func `what a rule asks for is shown as it was written, beside what the link has`(
        path: String,
        expected: String
    ) throws {
        let rewriter = try URLRewriter {
            Domain("a.io") {
                Rewrite("/café/menu", to: "/menu")
                Rewrite("/go?kind=book&n={n:int?}", to: "/book?n={n}")
                Rewrite("/goal?x={x}", to: "/goal/n-{x}")
                Rewrite("/docs/{*page}", to: "/docs/{*page}")
                Rewrite("/map/{area:de|it}", to: "/map?area={area}")
                Rewrite("/way?a=1&b=2", to: "/way")
                Rewrite("/way?c={c}", to: "/way?c={c}")
                Rewrite("/tour/to-{area:de|it}", to: "/tour?area={area}")
                Rewrite("/maybe/{*rest?}/end/now", to: "/maybe?rest={rest}")
                Rewrite("/{*group}/-/issues?id={id:int}", to: "/issue?id={id}")
            }
        }
        let explanation = rewriter.explain("https://a.io\(path)")
        #expect(explanation.nearestRules.first?.description == expected)
        if path.hasPrefix("/go") {
            #expect(explanation.description.contains("tried     \(expected)"))
        }
    }

    @Test func `a rule is near once, under the prefix where it comes nearest`() throws {
        for (path, prefix) in [("/domianA/5", ""), ("/fr-fr/domianA/5", "/{locale:en-us|fr-fr}")] {
            let explanation = try Self.shop().explain("https://mydomain.io" + path)
            let rules = explanation.nearestRules
            #expect(rules.first?.pattern == "/domainA/{id:int}" && rules.first?.prefix == prefix)
            #expect(Set(rules.map(\.ruleIndex)).count == rules.count)
        }
        let rewriter = try URLRewriter {
            Domain("a.io", prefixes: ["", "/{x}"]) {
                Rewrite("/{*rest}?q={q}", to: "/r?q={q}")
                Rewrite("/{*rest}?a={a}&b={b}", to: "/r?a={a}&b={b}")
                Rewrite("/{*rest}?c={c}&d={d}", to: "/r?c={c}&d={d}")
            }
        }
        // It is tried under each prefix that fits.
        let explanation = rewriter.explain("https://a.io/a/b")
        let tried = explanation.steps.filter { $0.label == "tried" && $0.rule?.ruleIndex == 0 }
        #expect(tried.map { $0.rule?.prefix } == ["/{x}", ""])
        #expect(explanation.nearestRules.map(\.ruleIndex) == [0, 1, 2])
    }

    @Test(
        arguments: [
            ("https://mydomian.io/a", "mydomain.io"), ("https://evil.com/a", nil),
            ("myap://a", "myapp"), ("htps://mydomain.io/a", "https"), ("ftp://mydomain.io/a", nil),
        ] as [(String, String?)]
    )
    func `a misspelled host or scheme is recognized`(link: String, expected: String?) throws {
        let explanation = try Self.shop().explain(link)
        #expect(explanation.link == nil)
        #expect(explanation.nearestSource == expected)
        #expect(explanation.nearestRules.isEmpty)
    }

    @Test func `the host above a wildcard's is near that`() throws {
        let rewriter = try URLRewriter { Domain("a.io", "*.B.io") { Rewrite("/x", to: "/x") } }
        #expect(rewriter.explain("https://b.io/x").nearestSource == "*.B.io")
    }

    // MARK: - Text

    @Test func `an explanation reads as lines`() throws {
        let rewriter = try Self.shop()
        #expect(
            rewriter.explain("https://mydomian.io:1/\u{1B}[31m").description == """
                https://mydomian.io:1/\\u{1B}[31m
                  split     scheme https, host mydomian.io, port 1, path /\\u{1B}[31m
                  refused   The link's host 'mydomian.io' is not configured; add it to a domain if its links are expected.
                  near      'mydomain.io'
                """
        )
        #expect(
            rewriter.explain("settings").description == """
                settings
                  refused   The link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'.
                """
        )
    }

    @Test func `what is very long is cut in the text`() throws {
        let link = "https://mydomain.io/" + String(repeating: "a", count: 1_000_000)
        let explanation = try Self.shop().explain(link)
        #expect(explanation.input == link)
        #expect(explanation.error?.reason == .tooManyBytes(limit: 8_192))
        #expect(explanation.description.utf8.count < 2_000)
        #expect(explanation.steps.isEmpty)
    }

    @Test func `an explanation names the rule that a single rule is`() throws {
        // Each link fits one rule best, whatever place precedence gives that rule.
        let patterns = [
            "/a/{x}", "/a/b", "/a/{x:int}", "/{*r}", "/a/{x}?q={q}", "/c-{x}", "/a/{x}?q=1",
        ]
        let links = ["/a/x", "/a/b", "/a/1", "/z/z", "/a/x?q=2", "/c-1", "/a/x?q=1"]
        let rewriter = try URLRewriter {
            Domain(
                hosts: ["a.io"],
                options: SourceOptions(prefixes: ["/p", ""]),
                rules: patterns.enumerated().map {
                    .rewrite(Rewrite($0.element, to: "/\($0.offset)"))
                }
            )
        }
        for (number, link) in links.enumerated() {
            for prefix in ["", "/p"] {
                let explanation = rewriter.explain("https://a.io\(prefix)\(link)")
                #expect(explanation.rule?.pattern == patterns[number])
                #expect(explanation.rule?.ruleIndex == number)
                #expect(explanation.rule?.prefix == prefix)
                #expect(explanation.link?.path == "/\(number)")
            }
        }
    }
}
