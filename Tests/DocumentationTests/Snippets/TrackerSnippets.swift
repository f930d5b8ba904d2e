import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import SiteAssociation
import Testing

/// The rules of the article about trackers, as code and as JSON.
struct TrackerSnippets {
    /// The rules of the article's JSON, in order.
    private static func configurations() throws -> [LinkConfiguration] {
        try Repository.json(in: "LinksOfTrackers").map { try LinkConfiguration(data: $0) }
    }

    @Test func `no rules of the article have an error or a warning`() throws {
        let configurations = try Self.configurations()
        #expect(configurations.count == 5)
        for configuration in configurations {
            #expect(configuration.findings().filter { $0.severity >= .warning } == [])
        }
    }

    @Test func `links of Branch are rewritten, and the JSON says the same`() throws {
        // LinksOfTrackers.md: Domain("brand.app.link", "brand-alternate.app.link", query: .drop) {
        #expect(try Self.configurations()[0] == rewriter.configuration)
    }

    @Test func `links of AppsFlyer are rewritten, and the JSON says the same`() throws {
        // LinksOfTrackers.md: Domain("brand.onelink.me", query: .drop) {
        #expect(try Self.configurations()[1] == rewriter.configuration)
    }

    @Test func `links of Adjust are rewritten, and the JSON says the same`() throws {
        // LinksOfTrackers.md: Domain("brand.go.link", "f2k5.adj.st", query: .strip(["adj_*", "adjust_*"])) {
        #expect(try Self.configurations()[2] == rewriter.configuration)
    }

    @Test func `links of Firebase are rewritten, and the JSON says the same`() throws {
        // LinksOfTrackers.md: Unwrap("/?link={target}")
        #expect(try Self.configurations()[3] == rewriter.configuration)
    }

    @Test func `links of mails are rewritten, and the JSON says the same`() throws {
        // LinksOfTrackers.md: Rewrite("/uni/{*click:verbatim}", to: "/tracked?click=uni/{click}")
        #expect(try Self.configurations()[4] == rewriter.configuration)
    }

    @Test(arguments: [
        // A query in the path is a part of its last segment; in the callback it is an item.
        ("myapp://branch?$deeplink_path=orders/9%3Ftab%3D2", "/orders/9%3Ftab=2"),
        ("myapp://branch?$deeplink_path=orders/9&tab=2", "/orders/9?tab=2"),
        // No path: nothing opens, as the app has no route '/branch'.
        ("myapp://branch?$deeplink_path=/", "/branch"),
        ("https://brand.app.link/?$deeplink_path=/", nil),
        ("https://brand.app.link/?$deeplink_path=", nil),
        ("https://brand.app.link/?$deeplink_path=../admin", nil),
        ("https://brand.app.link/X7OsnWv9TF", nil),
    ])
    func `what Branch's links lose is what the article says`(link: String, result: String?) throws {
        let rewriter = try URLRewriter(configuration: Self.configurations()[0])
        #expect(rewriter.explain(link).link?.string == result)
    }

    @Test func `a rule for another tracker is tried with what arrived`() throws {
        let rewriter = try URLRewriter {
            Domain("click.mydomain.io", query: .drop) {
                // LinksOfTrackers.md: "/{_campaign}?dest={to:path}",
            }
        }
        #expect(rewriter.configuration.findings().filter { $0.severity >= .warning } == [])
    }

    @Test func `the campaign is in the removed items`() throws {
        let all = try Self.configurations()
        let branch = try URLRewriter(configuration: all[0])
        let link = "https://brand.app.link/?$deeplink_path=orders%2F9&~channel=mail"
        #expect(try branch.details(of: link).removedItems.map(\.name) == ["~channel"])
        let adjust = try URLRewriter(configuration: all[2])
        let other = "https://brand.go.link/orders/9?adj_t=abc123&adj_campaign=summer"
        #expect(
            try adjust.details(of: other).removedItems.map(\.name) == ["adj_t", "adj_campaign"]
        )
    }

    @Test(arguments: [
        ("/uni/ls/click?upn=u001.Xy", true), ("/f/open-in-app/AAEC/Xy~~", true),
        ("/CL1/app/https:%2F%2Fmydomain.io%2Forders%2F9/1/0102/Xy=", true),
        ("/ls/click?upn=u001.Xy", false), ("/f/a/AAEC/Xy~~", false),
        ("/CL0/https:%2F%2Fmydomain.io%2Funsubscribe/1/0102/Xy=", false), ("/", false),
    ])
    func `the host's file claims only links with the mark`(tail: String, isClaimed: Bool) throws {
        let configuration = try Self.configurations()[4]
        let file = try AppSiteAssociation(
            configuration: configuration,
            appIDs: ["A1B2C3D4E5.io.mydomain.app"],
            options: AppSiteAssociation.GenerationOptions(host: "links.mydomain.io")
        )
        let link = "https://links.mydomain.io" + tail
        #expect(file.answer(for: link).isMatched == isClaimed)
        let findings = file.audit(against: configuration, host: "links.mydomain.io")
        // Nobody knows which links are wrapped, so that rule is named.
        #expect(findings.map(\.code) == [.notCompared])
    }
}

@MainActor
struct TrackerOpeningSnippets {
    private let handler = DeepLinkHandler()
    private let shown: Shown

    @MainActor
    private final class Shown {
        var ids: [String] = []
    }

    init() throws {
        let shown = Shown()
        self.shown = shown
        try handler.register("/orders/{id}") { queryItems in
            shown.ids.append(try queryItems.require(.id))
        }
    }

    private func coordinator(_ domains: Domain...) throws -> DeepLinkCoordinator {
        let configuration = LinkConfiguration(domains: domains)
        let rewriter = try URLRewriter(configuration: configuration)
        let coordinator = try DeepLinkCoordinator.started(handler, rewriter)
        return coordinator
    }

    @Test(arguments: ["https://mydomain.io/orders/9", "https://evil.com/orders/9"])
    func `the tracker's server is asked, and its answer is checked`(answer: String) async throws {
        let coordinator = try coordinator(
            Domain("links.mydomain.io") {
                Rewrite("/uni/{*click:verbatim}", to: "/tracked?click=uni/{click}")
            },
            Domain("mydomain.io") { Rewrite("/orders/{id:int}", to: "/orders/{id}") }
        )
        var asked: [String] = []
        func location(_ url: String) async throws -> String {
            asked.append(url)
            return answer
        }
        // LinksOfTrackers.md: try handler.register(
        var outcomes: [DeepLinkOutcome] = []
        let isDone = AsyncStream<Void>.makeStream()
        coordinator.onOutcome = { report in
            outcomes.append(report.outcome)
            if case .preparing = report.outcome { return }
            if outcomes.count >= 2 { isDone.continuation.finish() }
        }
        coordinator.open("https://links.mydomain.io/uni/ls/click?upn=u001.Xy-2Fz")
        for await _ in isDone.stream {}
        #expect(asked == ["https://links.mydomain.io/uni/ls/click?upn=u001.Xy-2Fz"])
        #expect(shown.ids == (answer.contains("evil") ? [] : ["9"]))
    }
}
