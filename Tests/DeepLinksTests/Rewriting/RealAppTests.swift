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

    /// For each app, links and what becomes of them.
    private static let tables = """
        bluesky
        https://bsky.app/profile → no-rule
        https://bsky.app/profile/alice/none → no-rule
        https://bsky.app/starter-pack → no-rule
        https://bsky.app/messages/a/b → no-rule
        https://bsky.app/Search → no-rule

        duckduckgo
        DDGNEWSEARCH:// → /search
        other:// → unknown-scheme
        about:blank → unknown-scheme
        ddgquicklink://https://foo.bar → unexpected-port
        ddgQuickLink:// → no-rule

        element
        io.element.nightly:/callback?state=s&code=c → unknown-scheme
        io.element.call:/callback.evil?state=s&code=c → no-rule
        https://matrix.to/#/room/!r:a.org → no-rule
        https://app.element.io/#/room/a/room/!r → no-rule
        https://mobile.element.io/?login_hint=x → no-rule
        https://matrix.to.evil.example/#/@a:b → unknown-host

        firefox
        https://example.com/a//b/#top → /open/web?host=example.com&rest=a//b/%23top
        https://google.com:8443/ → unknown-port
        https://google.com@evil.example/ → user-info
        firefox://open-url?url=javascript://https://google.com%2Fsearch?q=foo → no-rule
        firefox://open-url?url=java%0Ascript:alert(1) → no-rule
        firefox://open-url → no-rule
        firefox://deep-links-are-fun?url=/settings/newTab/ → no-rule
        firefox://deep-link?url=/homepanel/badbad → no-rule
        firefox:// → no-rule

        icecubes
        icecubesapp://example.com/products/42 → no-rule
        https://mastodon.social/@ann/about → no-rule
        https://127.0.0.1/@ann → malformed-host
        mailto:ann@b.org → no-rule
        https://mastodon.social@evil.example/@ann → user-info

        kickstarter
        // An item cannot pose as the captured project.
        https://www.kickstarter.com/projects/creator/project?slug=other → /project?slug=project
        http://www.face-kickstarter.com/projects/creator/project → unknown-host
        https://notemailhost.kickstarter.com/wf/click?upn=deadbeef → unknown-host
        https://www.kickstarter.com.evil.example/projects/a/b → unknown-host
        https://www.kickstarter.com/projects/creator/project?ref=discovery&token=4 → refused-by-rule
        ksr://evil.example/projects/creator/project → no-rule
        https://www.kickstarter.com/checkouts/x/payments → no-rule
        https://www.kickstarter.com/settings/messages/maybe → no-rule
        https://www.kickstarter.com/ → no-rule

        mattermost
        // A server may stand below a path, and a team can have the same name as a fixed segment.
        https://a.org/chat/team/channels/x → /channel?team=team&channel=x&server=a.org&base=chat
        mattermost://a.org/chat/eu/team/pl/abc → /permalink?team=team&post=abc&server=a.org&base=chat/eu
        https://a.org/channels/channels/channels → /channel?team=channels&channel=channels&server=a.org
        invalid-url → missing-scheme
        https://existingserver.com/team/messages/not-hex → no-rule
        https://existingserver.com/team/pl/a-b → no-rule
        https://existingserver.com/te%20am/channels/x → no-rule
        https://existingserver.com/..%2f.. → no-rule
        https://existingserver.com/chat/login → no-rule
        mattermost://existingserver.com/team/channels → no-rule

        woocommerce
        https://woocommerce.com/mobileorders/create → no-rule
        https://woocommerce.com/orders → no-rule
        https://woocommerce.com/mobile/orders/details?blog_id=x&order_id=2 → no-rule
        https://x.example/anything/orders → unknown-host
        woocommerce://magic-login?token=1 → unknown-scheme

        wordpress
        wordpress://some/action?x=1 → /some/action?x=1
        jetpack:action → /action
        http://wordpress.com/me → insecure-scheme
        https://wordpress.com/unknown → no-rule
        https://wordpress.com/read/feeds/x → no-rule
        https://somesite.wordpress.com/2020/may/01/hello → no-rule
        https://wordpress.com/mbar/?redirect_to=https%3A%2F%2Fevil.example%2F → unknown-host
        https://wordpress.com/mbar/?redirect_to=javascript:alert(1) → unknown-scheme
        https://apps.wordpress.com/get#/../post → dot-segment
        """

    @Test(arguments: tables.components(separatedBy: "\n\n"))
    func `what is no link of the app is refused`(table: String) throws {
        let name = table.prefix { $0 != "\n" }
        let app = try #require(RealApp.all.first { $0.name == name })
        try app.rewriter().check(String(table.dropFirst(name.count)))
    }

    @Test func `a space that the system has encoded is a space`() throws {
        let url = try #require(
            URL(string: "firefox://share-sheet?url=https://www.google.com&title=TEST TITLE")
        )
        let link = try RealApp(name: "firefox").rewriter().rewrite(url)
        #expect(link == (try DeepLink("/share?url=https://www.google.com&title=TEST%20TITLE")))
    }
}
