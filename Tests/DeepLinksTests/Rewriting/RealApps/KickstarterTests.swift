import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The routes of Kickstarter's iOS app (`Library/Navigation.swift`) as rules.
///
/// It leaves the preview of a project, a link with a `token`, to the browser.
struct KickstarterTests {
    private static func project(_ path: String, to template: String) -> Rewrite {
        let separator = template.contains("?") ? "&" : "?"
        return Rewrite(
            "/projects/{_creator}/{project}\(path)",
            to: "/project\(template)\(separator)slug={project}"
        )
    }

    private static let rules = Fixture.rules {
        Rewrite("/activity", to: "/tab/activity")
        Rewrite("/authorize", to: "/tab/login")
        Rewrite("/checkouts/{checkout:int}/payments", to: "/checkout/payments?checkout={checkout}")
        for (name, path) in [("new", "new"), ("use_stored_card", "use-stored-card")] {
            Rewrite(
                "/checkouts/{checkout:int}/payments/\(name)",
                to: "/checkout/payments/\(path)?checkout={checkout}"
            )
        }
        Rewrite(
            "/checkouts/{checkout:int}/payments/apple-pay?payload={payload}",
            to: "/checkout/payments/apple-pay?checkout={checkout}&payload={payload}"
        )
        Rewrite("/discover", to: "/tab/discovery")
        Rewrite("/discover/advanced", to: "/tab/discovery")
        Rewrite("/discover/categories/{category}", to: "/tab/discovery?category_id={category}")
        Rewrite(
            "/discover/categories/{parent}/{category}",
            to: "/tab/discovery?parent_category_id={parent}&category_id={category}"
        )
        Rewrite("/messages/{thread:int}", to: "/messages?thread={thread}")
        Rewrite("/profile/{_user}", to: "/tab/me")
        Rewrite("/profile/verify_email", to: "/profile/verify-email")
        Rewrite("/search", to: "/tab/search")
        Rewrite("/signup", to: "/signup")
        project("", to: "")
        Refuse("/projects/{_creator}/{project}?token={_token}")
        project("/backing/{tab}", to: "/survey?tab={tab}")
        project("/backing/details", to: "/survey?tab=survey_responses")
        project("/checkouts/{checkout:int}/thanks", to: "/checkout/thanks?checkout={checkout}")
        project(
            "/checkouts/{checkout:int}/thanks?racing=1",
            to: "/checkout/thanks?checkout={checkout}&racing=true"
        )
        project("/comments", to: "/comments")
        project(
            "/comments?comment={comment}&reply={reply?}",
            to: "/comments/thread?comment={comment}&reply={reply}"
        )
        project("/creator_bio", to: "/creator-bio")
        project("/description", to: "")
        project("/faqs", to: "")
        project("/friends", to: "/friends")
        project("/messages/new", to: "/message-creator")
        project("/pledge", to: "/pledge")
        project(
            "/pledge?ref=ksr_email_backer_failed_transaction",
            to: "/pledge/manage?ref=ksr_email_backer_failed_transaction"
        )
        for (name, path) in [
            ("big_print", "big-print"), ("change_method", "change-method"), ("destroy", "destroy"),
            ("edit", "edit"),
            ("new", "new"),
        ] {
            project("/pledge/\(name)", to: "/pledge/\(path)")
        }
        project("/posts", to: "/updates")
        project("/updates", to: "/updates")
        project("/posts/{update:int}", to: "/update?update={update}")
        project("/posts/{update:int}/comments", to: "/update/comments?update={update}")
        project(
            "/posts/{update:int}/comments?comment={comment}&reply={reply?}",
            to: "/update/comments/thread?update={update}&comment={comment}&reply={reply}"
        )
        for end in ["", "/edit", "/edit_address"] {
            project("/surveys/{survey}\(end)", to: "/survey?survey={survey}")
        }
        Rewrite(
            "/settings/{notification}/{enabled:true|false}",
            to: "/settings/notifications?name={notification}&enabled={enabled}"
        )
        Rewrite(
            "/users/{user}/surveys/{response:int}",
            to: "/user/survey?user={user}&response={response}"
        )
    }

    /// The same rules, written with the builder.
    static func built() throws -> URLRewriter {
        try URLRewriter {
            Domain("www.kickstarter.com", "kickstarter.com") { Self.rules }
            Scheme("ksr", prefixes: ["/www.kickstarter.com"]) { Self.rules }
            // The app must follow such a link over the network, so its path is passed on.
            Domain("clicks.kickstarter.com", "emails.kickstarter.com") {
                Rewrite("/", to: "/email-click")
                Rewrite("/{*path}", to: "/email-click?path={path}")
            }
            Domain("email.kickstarter.com") {
                Rewrite(
                    "/mpss/{a}/{b}/{c}/{d}/{e}/{f}/{g}",
                    to: "/email-link?path={a}/{b}/{c}/{d}/{e}/{f}/{g}"
                )
            }
        }
    }

    @Test(
        arguments: pairs(
            #"""
            https://clicks.kickstarter.com/wf/click?upn=deadbeef → /email-click?path=wf/click&upn=deadbeef
            https://emails.kickstarter.com/anything/?qs=deadbeef → /email-click?path=anything&qs=deadbeef
            https://emails.kickstarter.com/ → /email-click
            https://www.kickstarter.com/activity → /tab/activity
            https://www.kickstarter.com/authorize → /tab/login
            https://www.kickstarter.com/checkouts/1/payments → /checkout/payments?checkout=1
            https://www.kickstarter.com/checkouts/1/payments/new → /checkout/payments/new?checkout=1
            https://www.kickstarter.com/checkouts/1/payments/apple-pay?payload=x → /checkout/payments/apple-pay?checkout=1&payload=x
            https://www.kickstarter.com/checkouts/1/payments/use_stored_card → /checkout/payments/use-stored-card?checkout=1
            https://www.kickstarter.com/discover?sort=newest → /tab/discovery?sort=newest
            https://www.kickstarter.com/discover/advanced → /tab/discovery
            https://www.kickstarter.com/discover/categories/a → /tab/discovery?category_id=a
            https://www.kickstarter.com/discover/categories/b/c → /tab/discovery?parent_category_id=b&category_id=c
            https://www.kickstarter.com/messages/12 → /messages?thread=12
            https://www.kickstarter.com/profile/me → /tab/me
            https://kickstarter.com/profile/verify_email → /profile/verify-email
            https://www.kickstarter.com/search → /tab/search
            https://www.kickstarter.com/signup → /signup
            https://www.kickstarter.com/projects/creator/project?ref=discovery → /project?slug=project&ref=discovery
            https://www.kickstarter.com/projects/creator/project/backing/gifts → /project/survey?tab=gifts&slug=project
            https://www.kickstarter.com/projects/creator/project/backing/details → /project/survey?tab=survey_responses&slug=project
            https://www.kickstarter.com/projects/creator/project/checkouts/1/thanks?racing=1 → /project/checkout/thanks?checkout=1&racing=true&slug=project
            https://www.kickstarter.com/projects/creator/project/checkouts/1/thanks → /project/checkout/thanks?checkout=1&slug=project
            https://www.kickstarter.com/projects/creator/project/comments → /project/comments?slug=project
            https://www.kickstarter.com/projects/creator/project/comments?comment=dead&reply=beef → /project/comments/thread?comment=dead&reply=beef&slug=project
            https://www.kickstarter.com/projects/creator/project/creator_bio → /project/creator-bio?slug=project
            https://www.kickstarter.com/projects/creator/project/description → /project?slug=project
            https://www.kickstarter.com/projects/creator/project/faqs → /project?slug=project
            https://www.kickstarter.com/projects/creator/project/friends → /project/friends?slug=project
            https://www.kickstarter.com/projects/creator/project/messages/new → /project/message-creator?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge → /project/pledge?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge?ref=ksr_email_backer_failed_transaction → /project/pledge/manage?ref=ksr_email_backer_failed_transaction&slug=project
            https://www.kickstarter.com/projects/creator/project/pledge/big_print → /project/pledge/big-print?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge/change_method → /project/pledge/change-method?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge/destroy → /project/pledge/destroy?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge/edit → /project/pledge/edit?slug=project
            https://www.kickstarter.com/projects/creator/project/pledge/new → /project/pledge/new?slug=project
            https://www.kickstarter.com/projects/creator/project/posts → /project/updates?slug=project
            https://www.kickstarter.com/projects/creator/project/updates → /project/updates?slug=project
            https://www.kickstarter.com/projects/creator/project/posts/1 → /project/update?update=1&slug=project
            https://www.kickstarter.com/projects/creator/project/posts/2/comments → /project/update/comments?update=2&slug=project
            https://www.kickstarter.com/projects/creator/project/posts/2/comments?comment=dead&reply=beef → /project/update/comments/thread?update=2&comment=dead&reply=beef&slug=project
            https://www.kickstarter.com/projects/creator/project/surveys/3 → /project/survey?survey=3&slug=project
            https://www.kickstarter.com/projects/creator/project/surveys/3/edit → /project/survey?survey=3&slug=project
            https://www.kickstarter.com/projects/creator/project/surveys/3/edit_address → /project/survey?survey=3&slug=project
            https://www.kickstarter.com/settings/notify_mobile_of_messages/false → /settings/notifications?name=notify_mobile_of_messages&enabled=false
            https://www.kickstarter.com/users/self/surveys/3 → /user/survey?user=self&response=3
            ksr://www.kickstarter.com/projects/creator/project → /project?slug=project
            https://email.kickstarter.com/mpss/c/2gA/Oiw/t.25j/deadbeef/h1/dead-beef → /email-link?path=c/2gA/Oiw/t.25j/deadbeef/h1/dead-beef
            // An item cannot pose as the captured project.
            https://www.kickstarter.com/projects/creator/project?slug=other → /project?slug=project
            """#
        )
    )
    func `each link reaches its screen`(link: String, expected: String) throws {
        #expect(try RealApp.kickstarter.rewriter().rewrite(link) == DeepLink(expected))
    }

    @Test(arguments: [
        (
            "http://www.face-kickstarter.com/projects/creator/project",
            RewriteError.Reason.unknownHost("www.face-kickstarter.com")
        ),
        (
            "https://notemailhost.kickstarter.com/wf/click?upn=deadbeef",
            .unknownHost("notemailhost.kickstarter.com")
        ),
        (
            "https://www.kickstarter.com.evil.example/projects/a/b",
            .unknownHost("www.kickstarter.com.evil.example")
        ),
        (
            "https://www.kickstarter.com/projects/creator/project?ref=discovery&token=4",
            .refusedByRule("/projects/{_creator}/{project}?token={_token}")
        ),
        ("ksr://evil.example/projects/creator/project", .noRule),
        ("https://www.kickstarter.com/checkouts/x/payments", .noRule),
        ("https://www.kickstarter.com/checkouts/1/payments/apple-pay", .noRule),
        ("https://www.kickstarter.com/settings/messages/maybe", .noRule),
        ("https://www.kickstarter.com/", .noRule),
    ])
    func `other links are refused`(link: String, reason: RewriteError.Reason) throws {
        #expect(try RealApp.kickstarter.rewriter().refusal(of: link)?.reason == reason)
    }
}
