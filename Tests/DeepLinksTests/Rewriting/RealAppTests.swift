import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// The configurations of nine real apps that ship with the examples.
///
/// Their own examples say what each rule makes of a link.
struct RealAppTests {
    @Test func `each file in the folder is an app of the tests`() {
        #expect(RealApp.all.map(\.name) == Self.sharedCounts.keys.sorted())
    }

    @Test(arguments: RealApp.all)
    func `the file names its schema, and says what its configuration writes`(app: RealApp) throws {
        let text = String(decoding: try app.data(), as: UTF8.self)
        let schema =
            "\n  \"$schema\": \"../../DeepLinks/DeepLinks.docc/Resources/links.schema.json\","
        #expect(text.contains(schema))
        let configuration = try app.configuration()
        let plain = try JSONText(Data(text.replacing(schema, with: "").utf8)).value
        #expect(try JSONText(configuration.data()).value == plain)
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
        var known = configuration
        known.paths = nil
        #expect(try app.rewriter().configuration == known)
    }

    /// The least number of each app's examples whose links can be shared, counted by hand: those of rules for domains whose
    /// template names each required capture, one for each rule.
    private static let sharedCounts = [
        "bluesky": 58, "duckduckgo": 0, "element": 11, "firefox": 1, "icecubes": 4,
        "kickstarter": 19, "mattermost": 9, "woocommerce": 7, "wordpress": 92,
    ]

    @Test(arguments: RealApp.all)
    func `each rule has an example that it makes a link of, and the link has its URL again`(
        app: RealApp
    ) throws {
        let rewriter = try app.rewriter()
        var shared = 0
        for (sourceIndex, source) in rewriter.sources.enumerated() {
            for (ruleIndex, rule) in source.rules.enumerated() {
                guard case .rewrite(let rewrite) = rule else { continue }
                #expect(!rule.notes.linksByExample.isEmpty, "\(rule.pattern)")
                for example in rule.notes.linksByExample.keys {
                    let whole = try #require(source.wholeLink(example))
                    let explanation = rewriter.explain(whole)
                    let chosen = try #require(explanation.rule, "\(whole)")
                    let isChosen =
                        chosen.sourceIndex == sourceIndex && chosen.ruleIndex == ruleIndex
                    #expect(isChosen, "\(example) is not for \(rule.pattern)")
                    let names = (chosen.prefix + rule.pattern).matches(of: /{\*?([^}:?]+)/)
                    guard case .domain = source, let link = explanation.link,
                        names.allSatisfy({ name in
                            ["{", "{*"].contains { rewrite.template.contains("\($0)\(name.1)}") }
                        })
                    else { continue }
                    let host = String(whole.split(separator: "/")[1].prefix { !"?#".contains($0) })
                    let url = try rewriter.externalURL(for: link, host: host)
                    #expect(try rewriter.rewrite(url) == link, "\(whole) → \(url)")
                    shared += 1
                }
            }
        }
        #expect(try shared >= #require(Self.sharedCounts[app.name]))
    }

    @Test(arguments: RealApp.all)
    func `the paths are those that the rules lead to`(app: RealApp) throws {
        let configuration = try app.configuration()
        let templates = configuration.sources.flatMap(\.rules).compactMap { rule in
            if case .rewrite(let rewrite) = rule { rewrite.template } else { nil }
        }
        let paths = Set(templates.map { String($0.prefix { $0 != "?" }) })
        #expect(configuration.paths == paths.sorted())
    }

    @Test(arguments: try rows(in: "real-apps.txt"))
    func `what is no link of the app is refused`(row: TableRow) throws {
        let app = try #require(RealApp.all.first { $0.name == row[0] })
        try app.rewriter().check(row.rest.joined(separator: "\n"))
    }

    @Test func `a space that the system has encoded is a space`() throws {
        let url = try #require(
            URL(string: "firefox://share-sheet?url=https://www.google.com&title=TEST TITLE")
        )
        let link = try RealApp(name: "firefox").rewriter().rewrite(url)
        #expect(link == (try DeepLink("/share?url=https://www.google.com&title=TEST%20TITLE")))
    }
}
