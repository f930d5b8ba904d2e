import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// The page in a real browser.
@Suite(.enabled(if: OtherProgram.chromium != nil, "no Chromium is installed"), .serialized)
struct MapBrowserTests {
    /// The map page of an app.
    private func page(_ app: String) throws -> String {
        let configuration = try Repository.text("Sources/Examples/Apps/\(app).json")
        return ToolFixture.run("map", "--format", "html", configuration: configuration).output
    }

    /// The page's document after its script has run, with a text in the page's address.
    private func document(_ app: String, _ name: String, _ text: String) throws -> String {
        try document(of: page(app), name, text)
    }

    private func document(of html: String, _ name: String, _ text: String) throws -> String {
        let browser = try #require(OtherProgram.chromium)
        let folder = try TemporaryFolder()
        let page = try folder.write(html, to: "page.html")
        let allowed = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: "\0"..."\u{7F}")
        )
        let escaped = try #require(text.addingPercentEncoding(withAllowedCharacters: allowed))
        let (output, exitCode) = try browser.run(
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                // Virtual time makes timers fire without waiting.
                "--virtual-time-budget=10000",
                "--user-data-dir=\(folder.url.path)/profile",
                "file://\(page.path)#\(name)=\(escaped)",
            ],
            in: folder
        )
        #expect(exitCode == 0)
        return String(decoding: output, as: UTF8.self)
    }

    /// The content of the answer region.
    private func answer(in document: String) throws -> Substring {
        let start = try #require(document.firstRange(of: "id=\"answer\""))
        let end = try #require(document[start.upperBound...].firstRange(of: "</section>"))
        return document[start.upperBound..<end.lowerBound]
    }

    @Test func `a link in the address is answered with its internal link, rule and lines`() throws {
        let document = try document(
            "kickstarter",
            "url",
            "https://www.kickstarter.com/projects/it's/tea?ref=mail&note=4"
        )
        #expect(document.contains("class=\"scripted\""))
        let answer = try answer(in: document)
        #expect(answer.contains(">/project?slug=tea&amp;ref=mail&amp;note=4</code>"))
        #expect(shown(document).count == 1)
        #expect(!answer.contains("file://"))
        #expect(
            answer.contains(
                "xcrun simctl openurl booted 'https://www.kickstarter.com/projects/it'\\''s/tea?ref=mail&amp;note=4'"
            )
        )
    }

    @Test
    func
        `a link that is refused is answered with a sentence and the nearest rules, and is no markup`()
        throws
    {
        let markup = try document(
            "element",
            "url",
            "https://<img src=x onerror=alert(1)>.matrix.to/"
        )
        #expect(try answer(in: markup).contains("What stands in the place of the host cannot be"))
        #expect(!markup.contains("<img"))

        let document = try document("kickstarter", "url", "https://kickstarter.com/discovr/x/y")
        #expect(
            try answer(in: document).contains(
                "<strong>Not accepted.</strong> No rule of www.kickstarter.com fits the link."
            )
        )
        #expect(document.contains("The 3 nearest rules:</p>"))
        #expect(shown(document) == ["rule-0-6", "rule-0-7", "rule-0-8"])
    }

    /// The identifiers of the rules that the page shows.
    private func shown(_ document: String) -> [String] {
        Markup(document).tags.filter { $0.name == "tr" && $0.attributes["hidden"] == nil }
            .compactMap { $0.attributes["id"] }
    }

    @Test func `a reader searches, follows, copies and types`() throws {
        // The policy allows only the page's own script, so it is removed for this one.
        let start = try #require(try page("element").firstRange(of: "<meta http-equiv"))
        var html = try page("element")
        let end = try #require(html[start.lowerBound...].firstIndex(of: ">"))
        html.removeSubrange(start.lowerBound...end)
        let reader = try Repository.text("Tests/DeepLinkToolTests/Map/Data/reader.js")
        html = html.replacing("</body>", with: "<script>\(reader)</script></body>")
        let document = try document(of: html, "search", "")
        let open = try #require(document.firstRange(of: "<pre id=\"notes\">"))
        let close = try #require(document[open.upperBound...].firstRange(of: "</pre>"))
        #expect(
            document[open.upperBound..<close.lowerBound] == """
                18 rules
                5 found: 5 of 18 rules have these words.
                5 found: 5 of 18 rules have 'room event'.
                0 found: No rule has these words.
                18 after following a link to a rule, field ''
                focus on answer
                field: true
                1 rule shown: rule-0-0
                commands: false
                commands: true
                copied: true true
                told: true
                Leads to /user?id=@a:b.org
                #url=https://matrix.to/#/@a:b.org
                empty: true
                all controls have names and can be reached: true
                """
        )
    }
}
