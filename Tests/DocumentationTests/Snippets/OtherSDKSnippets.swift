import DeepLinks
import Foundation
import Testing

// LinksOfOtherSDKs.md: struct FrontDoor {
// LinksOfOtherSDKs.md: func open(_ parameters: [AnyHashable: Any], in coordinator: DeepLinkCoordinator) {

/// The SDK of AppsFlyer, as far as the article uses it.
@MainActor
private final class AppsFlyerLib {
    private static let instance = AppsFlyerLib()
    private(set) var pages: [URL?] = []

    static func shared() -> AppsFlyerLib { instance }

    @discardableResult
    func `continue`(
        _ userActivity: NSUserActivity?,
        restorationHandler: (([Any]?) -> Void)?
    ) -> Bool {
        guard userActivity?.activityType == NSUserActivityTypeBrowsingWeb else { return false }
        pages.append(userActivity?.webpageURL)
        return true
    }
}

@MainActor
final class Login {
    private(set) var callbacks: [String?] = []

    func resume(_ url: String?) { callbacks.append(url) }
}

// LinksOfOtherSDKs.md: func registerLogin(_ login: Login, in handler: DeepLinkHandler) throws {

// Analytics.md: final class LinkStatistics {

@MainActor
struct OtherSDKSnippets {
    private let login = Login()
    private let statistics = LinkStatistics()
    private let coordinator: DeepLinkCoordinator

    init() throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*"])) {
                Rewrite("/p/{id:int}", to: "/products/{id}")
            }
            Scheme("myapp", unmatched: .passThrough) {
                Rewrite("/branch?$deeplink_path={to:path}", to: "/{*to}")
            }
        }
        coordinator = DeepLinkCoordinator(handler: DeepLinkHandler(), rewriter: rewriter)
        try coordinator.handler.register("/products/{id}", requires: [.authenticated]) { _ in }
        try coordinator.handler.register("/open") { _ in }
        try registerLogin(login, in: coordinator.handler)
        coordinator.activate()
        statistics.listen(to: coordinator)
    }

    @Test func `an SDK takes its own URLs, and the coordinator all others`() throws {
        var taken: [URL] = []
        let door = FrontDoor(
            coordinator: coordinator,
            sdks: [
                { url in
                    guard url.scheme == "fb123" else { return false }
                    taken.append(url)
                    return true
                }
            ]
        )
        let own = try #require(URL(string: "fb123://authorize?code=1"))
        door.open(own)
        #expect(taken == [own])
        #expect(statistics.counts == [:])
        door.open(try #require(URL(string: "myapp:/open")))
        #expect(statistics.counts == ["/open customScheme opened": 1])
    }

    @Test func `an SDK that does not answer gets the URLs of its host`() throws {
        // LinksOfOtherSDKs.md: let appsFlyer: @MainActor (URL) -> Bool = { url in
        let door = FrontDoor(coordinator: coordinator, sdks: [appsFlyer])
        let own = try #require(URL(string: "https://Brand.onelink.me/a?b=c"))
        door.open(own)
        #expect(AppsFlyerLib.shared().pages == [own])
        #expect(statistics.counts == [:])
        door.open(try #require(URL(string: "myapp:/open")))
        #expect(AppsFlyerLib.shared().pages == [own])
        #expect(statistics.counts == ["/open customScheme opened": 1])
    }

    @Test(arguments: [
        (["$deeplink_path": "/open"], ["/open unknown opened": 1]),
        (["$deeplink_path": "open"], ["/open unknown opened": 1]),
        (["$deeplink_path": "https://evil.com/open"], ["no route unknown failed": 1]),
        (["other": "/open"], ["no route unknown failed": 1]),
    ])
    func `what a link service resolves is checked by the rules`(
        parameters: [String: String],
        counts: [String: Int]
    ) {
        open(parameters, in: coordinator)
        #expect(statistics.counts == counts)
    }

    @Test func `a login gets the whole URL of its callback, but not from a push`() throws {
        let callback = "myapp://oauth/callback?code=4&state=x#y"
        coordinator.open(try #require(URL(string: callback)))
        #expect(login.callbacks == [callback])
        coordinator.open(callback, from: .push)
        #expect(login.callbacks == [callback])
        #expect(
            statistics.counts == [
                "/oauth/{*rest?} customScheme opened": 1, "/oauth/{*rest?} push untrusted": 1,
            ]
        )
    }

    @Test func `a link is counted once, with its campaign and without its values`() throws {
        // Analytics.md: let counting = try URLRewriter {
        coordinator.rewriter = counting
        let link = "https://mydomain.io/p/5?utm_source=mail&utm_secret=4&mail=a%40b.de"
        coordinator.open(pushPayload: ["data": ["url": link]])
        coordinator.open(pushPayload: ["data": ["url": link]])
        #expect(statistics.counts == [:])
        coordinator.satisfy(.authenticated)
        #expect(statistics.counts == ["/products/{id} push opened data.url utm_source=mail": 1])
        coordinator.open("https://mydomain.io/q")
        #expect(statistics.counts["no route unknown external"] == 1)
    }
}
