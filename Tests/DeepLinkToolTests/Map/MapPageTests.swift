import DeepLinks
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// What `deeplink map --format html` writes.
@MainActor
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

    @Test func `the page has landmarks, headings, a table for each source, and live regions`() {
        #expect(
            Markup(page(Self.small)).outline == """
                html
                 head
                  meta
                  meta
                  meta
                  meta
                  meta
                  title
                  link
                  style
                 body
                  a.skip
                  header
                   h1
                   p.aside
                  main
                   section.panel.needs-script
                    h2#field-heading
                    label
                    input#url
                    p#url-note.aside
                    div#answer status
                   noscript
                    p.panel
                   section.panel
                    h2#contents-heading
                    div.needs-script search
                     label
                     input#search
                     p#found.aside status
                    nav
                     ul
                      li
                       a
                       span.aside
                      li
                       a
                       span.aside
                   div#links
                    section#source-0.source
                     header
                      h2#source-0-heading
                      p.aside
                     table table
                      thead rowgroup
                       tr row
                        th columnheader
                        th columnheader
                        th columnheader
                      tbody rowgroup
                       tr#rule-0-0 row
                        th rowheader
                         code
                        td cell
                         code
                        td cell
                         ul
                          li
                           a#link-0-0-0
                            code
                           span.buttons.needs-script
                            button
                            button
                       tr#rule-0-1 row
                        th rowheader
                         code
                        td cell
                        td cell
                         span.aside
                    section#source-1.source
                     header
                      h2#source-1-heading
                      p.aside
                  p#copied.hidden status
                  script#rules
                  script
                """
        )
    }

    @Test(arguments: MatcherCorpus.appNames)
    func `the page of a real app is well formed, and all references lead somewhere`(
        app: String
    ) throws {
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
        #expect(html.contains("<p class=\"aside\">2 sources, 2 rules. Each line shows"))
        #expect(html.contains("placeholder=\"https://mydomain.io/a/5\">"))
        // The shortest link fits in the field.
        #expect(page().contains("placeholder=\"myapp://open/id\">"))
        #expect(html.hasSuffix("</script>\n</body>\n</html>\n"))
    }

    @Test func `the links of a row fill the field, and say what they are`() {
        let html = page(Self.small)
        #expect(
            html.contains(
                """
                <a id="link-0-0-0" href="#url=https%3A%2F%2Fmydomain.io%2Fa%2F5"><code>https://mydomain.io/<wbr>a/<wbr>5</code></a>
                """
            )
        )
        #expect(
            html.contains("<code>/a/<wbr>{id:int}</code>")
                && html.contains("<code>/b<wbr>?id={id}</code>")
        )
        #expect(html.contains("<title>Link map of mydomain.io</title>"))
        #expect(html.contains(">myapp://</h2>"))
        #expect(html.contains("Links that fit no rule are already internal links.</p>"))
        #expect(page().contains("<span class=\"aside\">(generated)</span>"))
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
        // The link to follow and to copy is unchanged.
        #expect(shown.contains("href=\"#url=https%3A%2F%2Fmydomain.io%2Fa%E2%80%AEb%2F%E2%81%A7\""))
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
