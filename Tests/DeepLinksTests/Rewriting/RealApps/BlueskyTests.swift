import DeepLinks
import Foundation
import Testing

/// The routes of Bluesky's app (`src/routes.ts`) as rules, made from its own table of patterns and screens.
struct BlueskyTests {
    private static let routes = [
        ("/", "Home"),
        ("/search", "Search"),
        ("/feeds", "Feeds"),
        ("/notifications", "Notifications"),
        ("/notifications/settings", "NotificationSettings"),
        ("/settings", "Settings"),
        ("/lists", "Lists"),
        ("/moderation", "Moderation"),
        ("/moderation/modlists", "ModerationModlists"),
        ("/moderation/muted-accounts", "ModerationMutedAccounts"),
        ("/moderation/blocked-accounts", "ModerationBlockedAccounts"),
        ("/moderation/interaction-settings", "ModerationInteractionSettings"),
        ("/profile/:name", "Profile"),
        ("/profile/:name/rss", "Profile"),
        ("/profile/:name/followers", "ProfileFollowers"),
        ("/profile/:name/follows", "ProfileFollows"),
        ("/profile/:name/known-followers", "ProfileKnownFollowers"),
        ("/profile/:name/search", "ProfileSearch"),
        ("/profile/:name/lists/:rkey", "ProfileList"),
        ("/profile/:name/post/:rkey", "PostThread"),
        ("/profile/:name/post/:rkey/liked-by", "PostLikedBy"),
        ("/profile/:name/post/:rkey/reposted-by", "PostRepostedBy"),
        ("/profile/:name/post/:rkey/quotes", "PostQuotes"),
        ("/profile/:name/feed/:rkey", "ProfileFeed"),
        ("/profile/:name/feed/:rkey/liked-by", "ProfileFeedLikedBy"),
        ("/profile/:name/labeler/liked-by", "ProfileLabelerLikedBy"),
        ("/sys/debug", "Debug"),
        ("/sys/debug-mod", "DebugMod"),
        ("/sys/log", "Log"),
        ("/settings/language", "LanguageSettings"),
        ("/settings/app-passwords", "AppPasswords"),
        ("/settings/following-feed", "PreferencesFollowingFeed"),
        ("/settings/threads", "PreferencesThreads"),
        ("/settings/external-embeds", "PreferencesExternalEmbeds"),
        ("/settings/accessibility", "AccessibilitySettings"),
        ("/settings/appearance", "AppearanceSettings"),
        ("/settings/saved-feeds", "SavedFeeds"),
        ("/settings/account", "AccountSettings"),
        ("/settings/privacy-and-security", "PrivacyAndSecuritySettings"),
        ("/settings/content-and-media", "ContentAndMediaSettings"),
        ("/settings/about", "AboutSettings"),
        ("/settings/app-icon", "AppIconSettings"),
        ("/support", "Support"),
        ("/support/privacy", "PrivacyPolicy"),
        ("/support/tos", "TermsOfService"),
        ("/support/community-guidelines", "CommunityGuidelines"),
        ("/support/copyright", "CopyrightPolicy"),
        ("/hashtag/:tag", "Hashtag"),
        ("/topic/:topic", "Topic"),
        ("/messages", "Messages"),
        ("/messages/settings", "MessagesSettings"),
        ("/messages/:conversation", "MessagesConversation"),
        ("/start/:name/:rkey", "Start"),
        ("/starter-pack/edit/:rkey", "StarterPackEdit"),
        ("/starter-pack/:name/:rkey", "StarterPack"),
        ("/starter-pack-short/:code", "StarterPackShort"),
        ("/starter-pack/create", "StarterPackWizard"),
        ("/video-feed", "VideoFeed"),
    ]

    /// Sample text for each parameter.
    private static let samples = [
        "name": "alice.bsky.social", "rkey": "3k2yihcrp6f2c", "tag": "caf%C3%A9", "topic": "a%2Fb",
        "code": "Ab-9", "conversation": "3kx7",
    ]

    private static func parameters(of route: String) -> [String] {
        route.split(separator: "/").filter { $0.hasPrefix(":") }.map { String($0.dropFirst()) }
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("bsky.app", "staging.bsky.app") {
                for (route, screen) in Self.routes {
                    let names = Self.parameters(of: route)
                    let pattern = names.reduce(route) { $0.replacing(":\($1)", with: "{\($1)}") }
                    let query = names.map { "\($0)={\($0)}" }.joined(separator: "&")
                    Rewrite(pattern, to: "/\(screen)" + (query.isEmpty ? "" : "?\(query)"))
                }
            }
        }
    }

    @Test(arguments: routes)
    func `each link reaches its screen`(route: String, screen: String) throws {
        let names = Self.parameters(of: route)
        let path = try names.reduce(route) {
            try $0.replacing(":\($1)", with: #require(Self.samples[$1]))
        }
        let link = try RealApp.bluesky.rewriter().rewrite("https://bsky.app\(path)?ref=mail")
        #expect(link.path == "/\(screen)")
        #expect(link.queryItems.map(\.name) == names + ["ref"])
        for name in names {
            #expect(
                link.queryItems[name]
                    == Self.samples[name]?.replacing("%C3%A9", with: "é").replacing(
                        "%2F",
                        with: "/"
                    )
            )
        }
    }

    @Test(arguments: [
        "/profile", "/profile/alice/none", "/starter-pack", "/settings/none", "/messages/a/b",
        "/Search",
    ])
    func `other links are refused`(path: String) throws {
        #expect(
            try RealApp.bluesky.rewriter().refusal(of: "https://bsky.app\(path)")?.reason == .noRule
        )
    }
}
