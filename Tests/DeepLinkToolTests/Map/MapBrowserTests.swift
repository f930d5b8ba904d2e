import Foundation
import Testing

@testable import DeepLinkTool

/// The page in a real browser.
@MainActor
@Suite(.enabled(if: OtherProgram.chromium != nil, "no Chromium is installed"), .serialized)
struct MapBrowserTests {
    /// The page's document after its script has run, opened with a text in the address.
    private func document(_ app: String, _ name: String, _ text: String) throws -> String {
        let browser = try #require(OtherProgram.chromium)
        let folder = try TemporaryFolder()
        let configuration = try Repository.text("Sources/Examples/Apps/\(app).json")
        let result = ToolFixture.run("map", "--format", "html", configuration: configuration)
        let page = try folder.write(result.output, to: "page.html")
        let allowed = CharacterSet.alphanumerics.intersection(
            CharacterSet(charactersIn: "\0"..."\u{7F}")
        )
        let escaped = try #require(text.addingPercentEncoding(withAllowedCharacters: allowed))
        let (output, exitCode) = try browser.run(
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--dump-dom",
                "--user-data-dir=\(folder.url.path)/profile",
                "file://\(page.path)#\(name)=\(escaped)",
            ],
            in: folder
        )
        #expect(exitCode == 0)
        return String(decoding: output, as: UTF8.self)
    }

    /// What stands in the region for the answer.
    private func answer(in document: String) throws -> Substring {
        let start = try #require(document.firstRange(of: "id=\"answer\""))
        let end = try #require(document[start.upperBound...].firstRange(of: "</section>"))
        return document[start.upperBound..<end.lowerBound]
    }

    @Test
    func `a link in the address is answered with the internal link, the rule and lines to copy`()
        throws
    {
        let document = try document(
            "kickstarter",
            "url",
            "https://www.kickstarter.com/projects/it's/tea?ref=mail&token=4"
        )
        #expect(document.contains("class=\"scripted\""))
        let answer = try answer(in: document)
        #expect(answer.contains(">/project/preview?token=4&amp;slug=tea&amp;ref=mail</code>"))
        #expect(answer.contains("<code>/projects/{_creator}/{project}?token={token}</code>"))
        #expect(
            answer.contains(
                "xcrun simctl openurl booted 'https://www.kickstarter.com/projects/it'\\''s/tea?ref=mail&amp;token=4'"
            )
        )
    }

    @Test func `a link that is refused is answered with the reason, and is no markup`() throws {
        let document = try document(
            "element",
            "url",
            "https://<img src=x onerror=alert(1)>.matrix.to/"
        )
        let answer = try answer(in: document)
        #expect(
            answer.contains(
                "The link's host has a character that no host has at byte 8; write the host as it is configured."
            )
        )
        #expect(answer.contains("<strong>Refused.</strong>"))
        #expect(!document.contains("<img"))
    }

    @Test func `words in the address leave the rules that have all of them`() throws {
        let document = try document("wordpress", "search", "POSTS feeds/12")
        #expect(document.contains(">4 of 96 rules have these words.</p>"))
        let rows = Markup(document).tags.filter { $0.name == "tr" && $0.attributes["id"] != nil }
        #expect(rows.count == 96)
        let shown = rows.filter { $0.attributes["hidden"] == nil }
        #expect(shown.count == 4)
        let sections = Markup(document).tags.filter { $0.attributes["class"] == "source" }
        #expect(
            sections.map { $0.attributes["hidden"] == nil } == [
                true, true, false, false, false, false,
            ]
        )
    }
}
