import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// What `deeplink map --format html` writes.
struct MapPageTests {
    private func page(_ configuration: String = ToolFixture.configuration) -> String {
        let result = ToolFixture.run("map", "--format", "html", configuration: configuration)
        #expect(result.errors == "" && result.exitCode == .success)
        return result.output
    }

    private static let small = """
        {
          "version": 1,
          "domains": [
            {
              "hosts": ["mydomain.io"],
              "rules": [
                { "from": "/a/{id:int}", "to": "/b?id={id}", "examples": { "/a/5": "/b?id=5" } },
                { "unwrap": "/mbar?to={target}" }
              ]
            }
          ],
          "schemes": [{ "names": ["myapp"], "unmatched": "passThrough" }]
        }
        """

    @Test func `the page has landmarks, headings, a table for each source, live regions`() throws {
        let outline = try Repository.text("Tests/DeepLinkToolTests/Map/Data/outline.txt")
        #expect(Markup(page(Self.small)).outline + "\n" == outline)
    }

    @Test(arguments: MatcherCorpus.appNames)
    func `the page of a real app is well formed, and its references lead on`(app: String) throws {
        let markup = Markup(page(try Repository.text("Sources/Examples/Apps/\(app).json")))
        #expect(markup.flaws == [])
        let ids = markup.tags.compactMap { $0.attributes["id"] }
        #expect(Set(ids).count == ids.count)
        for tag in markup.tags {
            for attribute in ["for", "aria-labelledby", "aria-describedby"] {
                guard let id = tag.attributes[attribute] else { continue }
                #expect(ids.contains(id), "\(tag.name) \(attribute)")
            }
            if let address = tag.attributes["href"], tag.name == "a" {
                try #require(address.hasPrefix("#"))
                #expect(address.hasPrefix("#url=") || ids.contains(String(address.dropFirst())))
            }
            // The page has nothing that a browser would fetch.
            #expect(tag.attributes["src"] == nil)
            if tag.name == "link" { #expect(tag.attributes["href"] == "data:,") }
        }
        let fields = markup.tags.filter { $0.name == "input" }.compactMap { $0.attributes["id"] }
        let labels = markup.tags.filter { $0.name == "label" }.compactMap { $0.attributes["for"] }
        #expect(fields == labels)
    }

    @Test func `each place of the page's file is filled`() {
        let html = page(Self.small)
        #expect(MapPage.template.contains("{{title}}") && MapPage.template.contains("{{links}}"))
        #expect(!html.contains("{{") && !html.contains("}}"))
        #expect(html.contains("<style>\n:root {") && html.contains("<script>\n\"use strict\";\n"))
        #expect(html.contains("<p class=\"aside\">2 rules for 1 domain and 1 scheme.</p>"))
        #expect(
            html.contains("placeholder=\"Paste a link or type a word: https://mydomain.io/a/5\">")
        )
        // The shortest link fits in the field.
        #expect(page().contains("a word: myapp://open/id\">"))
        #expect(html.hasSuffix("</script>\n</body>\n</html>\n"))
    }

    @Test func `the links of a row fill the field, and say what they are`() {
        let html = page(Self.small)
        #expect(
            html.contains(
                """
                <a href="#url=https%3A%2F%2Fmydomain.io%2Fa%2F5"><code>https://mydomain.io/<wbr>a/<wbr>5</code></a>
                """
            )
        )
        #expect(
            html.contains("<code>/a/<wbr>{id:int}</code>")
                && html.contains("<code>/b<wbr>?id={id}</code>")
        )
        #expect(html.contains("<title>Links of mydomain.io</title>"))
        #expect(html.contains(">myapp://</h2>"))
        #expect(
            html.contains("Links that fit no rule are already internal links. Links of a scheme")
        )
        #expect(page().contains("<span class=\"aside\">(generated)</span>"))
    }

    @Test func `a row has one link to share, and others to try once each`() throws {
        let html = page(
            """
            {
              "version": 1,
              "paths": ["/city", "/town"],
              "domains": [
                {
                  "hosts": ["a.io", "www.a.io"],
                  "rules": [
                    { "from": "/stadt/{name}", "to": "/city?name={name}",
                      "examples": { "/stadt/Köln": "/city?name=K%C3%B6ln", "/stadt/K%C3%B6ln": "/city?name=K%C3%B6ln", "/stadt/Ulm?x=1": "/city?name=Ulm&x=1" } },
                    { "from": "/s/{_slug}-{id:int}", "to": "/village?id={id}" },
                    { "from": "/old/{name}", "to": "/city?name={name}", "examples": { "/old/Ulm": "/city?name=Ulm" } },
                    { "from": "/kind/{k:a|b}", "to": "/town" },
                    { "from": "/login?code={code}&state={state}", "to": "/login?code={code}&state={state}", "title": "Back from the login", "owner": "R&D", "claims": false }
                  ]
                }
              ],
              "schemes": [{ "names": ["a"], "rules": [{ "from": "/c/{name}", "to": "/city?name={name}" }] }]
            }
            """
        )
        /// What a row says, its links with a break before each.
        func row(_ id: String) throws -> String {
            let start = try #require(html.firstRange(of: "id=\"rule-\(id)\"")).upperBound
            let end = try #require(html[start...].firstRange(of: "</tr>")).lowerBound
            return String(html[start..<end]).replacing("<li", with: "\n<").replacing(
                "<td",
                with: " <td"
            )
            .replacing(/^[^>]*>|<[^>]*>/, with: "")
        }
        #expect(
            try row("0-0")
                == "/stadt/{name} /city?name={name} \nShare this one https://a.io/stadt/K%C3%B6ln\nTo try https://a.io/stadt/Ulm?x=1"
        )
        #expect(
            try row("0-1")
                == "/s/{_slug}-{id:int} /village?id={id} not registered in the app Not to share: the rule does not keep its capture &#39;_slug&#39;\nTo try https://a.io/s/_slug-42 (generated)"
        )
        // The link to share is the one of the first rule with the same destination.
        #expect(
            try row("0-2")
                == "/old/{name} /city?name={name} \nShare this one https://a.io/stadt/Ulm\nTo try https://a.io/old/Ulm"
        )
        #expect(
            try row("1-0")
                == "/c/{name} /city?name={name} \nShare this one https://a.io/stadt/name (generated)\nTo try a://c/name (generated)"
        )
        #expect(
            try row("0-4")
                == "Back from the login /login?code={code}&amp;state={state} of R&amp;D, not claimed by the site /login?code={code}&amp;state={state} not registered in the app Not to share: the rule carries &#39;code&#39;, which looks like a secret\nTo try https://a.io/login?code=code&amp;state=state (generated)"
        )
        #expect(html.contains("<code>/kind/<wbr>{k:a<wbr>|b}</code>"))
        #expect(html.contains("<p class=\"aside\">also www.a.io</p>"))
    }

    @Test func `the page says when its rules were changed`() {
        let result = Tool.run(
            arguments: ["map", "--format", "html"],
            files: FileAccess(
                read: {
                    $0 == "links.json" ? .success(Array(Self.small.utf8)) : .failure(.notFound)
                },
                day: { $0 == "links.json" ? "2026-11-26" : nil }
            )
        )
        #expect(
            result.output.contains(
                "2 rules for 1 domain and 1 scheme. Changed on <time>2026-11-26</time>.</p>"
            )
        )
    }

    // MARK: - Safety

    @Test func `text of the configuration is no markup and ends no script`() throws {
        let text = "</script><img src=x onerror=alert(1)>&amp;'\u{2028}\u{2029}<!--"
        let json = JSONValue.string(text).compact
        let html = page(
            """
            {
              "version": 1,
              "domains": [
                {
                  "hosts": ["mydomain.io"],
                  "query": { "strip": [\(json)] },
                  "rules": [
                    { "from": "/<b>\\"&'{x}", "to": "/<i>?q={x}", "examples": { "/<b>%22&'1": "/<i>?q=1" } },
                    { "from": "/q?a=</script>{x}", "to": "/</script>?</script>={x}" }
                  ]
                }
              ]
            }
            """
        )
        let markup = Markup(html)
        #expect(markup.flaws == [])
        #expect(markup.tags.filter { $0.name == "script" }.count == 2)
        #expect(!markup.tags.contains { ["img", "b", "i"].contains($0.name) })
        #expect(html.contains("<code>/&lt;b&gt;&quot;<wbr>&amp;&#39;{x}</code>"))
        #expect(html.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;&#39;"))
        let data = try #require(markup.contents.first { $0.name == "script" }).text
        #expect(!data.contains { "<>&\u{2028}\u{2029}".contains($0) })
        #expect(data.contains("\\u003c/script\\u003e\\u003cimg"))
        #expect(data.contains("'\\u2028\\u2029\\u003c!--"))
    }

    @Test func `what would turn the direction of writing is shown as an escape`() {
        let html = page(
            """
            {
              "version": 1,
              "domains": [
                {
                  "hosts": ["mydomain.io"],
                  "rules": [{ "from": "/a\u{202E}b/{x}", "to": "/c\u{2066}?q={x}", "examples": { "/a\u{202E}b/\u{2067}": "/c\u{2066}?q=%E2%81%A7" } }]
                }
              ]
            }
            """
        )
        // The data of the rules is JSON, which is not displayed.
        let shown = html.prefix(upTo: html.firstRange(of: "<script")?.lowerBound ?? html.endIndex)
        #expect(!shown.unicodeScalars.contains { $0.properties.isBidiControl })
        #expect(shown.contains(#"<code>/a\u{202E}b/<wbr>{x}</code>"#))
        // The link to follow and to copy is the one to share, which has escapes.
        let link = "https%3A%2F%2Fmydomain.io%2Fa%25E2%2580%25AEb%2F%25E2%2581%25A7"
        #expect(shown.contains("href=\"#url=\(link)\""))
    }

    @Test func `the data in the page is that of the compiled rules`() throws {
        let configuration = try LinkConfiguration(data: Data(ToolFixture.configuration.utf8))
        let rewriter = try URLRewriter(configuration: configuration)
        let markup = Markup(page())
        let scripts = markup.contents.filter { $0.name == "script" }.map(\.text)
        try #require(scripts.count == 2)
        #expect(try JSONText(Data(scripts[0].utf8)).value == rewriter.outline)
        #expect(scripts[1].contains(MapPage.matcher) && scripts[1].contains(MapPage.script))
    }

    @Test func `the security policy lets the page load nothing and send nothing`() {
        let markup = Markup(page())
        let policy = markup.tags.first { $0.attributes["http-equiv"] == "Content-Security-Policy" }
        #expect(
            policy?.attributes["content"]
                == "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; "
                + "base-uri 'none'; form-action 'none'"
        )
        // Code and styles each have one place.
        for tag in markup.tags {
            #expect(!tag.attributes.keys.contains { $0.hasPrefix("on") || $0 == "style" })
        }
    }
}
