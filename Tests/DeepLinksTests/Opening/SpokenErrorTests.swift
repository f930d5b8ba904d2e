import DeepLinks
import Foundation
import Testing

/// Errors that speak to the person who tapped a link, and to the developer.
@MainActor
struct SpokenErrorTests {
    private func app() throws -> TestApp {
        let app = try TestApp(
            policy: ClosurePolicy { link, _ in
                switch link.path {
                case "/closed": .reject(reason: "The shop is closed.")
                case "/circle": .redirect(link)
                default: .allow
                }
            }
        ) { $0.rateLimit = RateLimit(links: 7, per: .seconds(10)) }
        for path in ["/closed", "/circle"] { try app.register(path) }
        try app.handler.register("/number") { items in
            _ = try items.require(TypedParameter<UInt8>("n"))
        }
        return app
    }

    @Test func `what is told of a link that is not opened`() throws {
        let app = try app()
        var spoken: [[String?]] = []
        for link in ["/nowhere", "/number", "/number?n=x", "/closed", "/circle", "/a", "/b", "/c"] {
            guard let error = app.open(link).error else { continue }
            let localized = try #require(error as? any LocalizedError)
            #expect(error.localizedDescription == localized.errorDescription)
            spoken.append([
                localized.errorDescription, localized.failureReason,
                localized.recoverySuggestion,
            ])
        }
        #expect(
            spoken == [
                [
                    "The app has nothing at this link.", "The path '/nowhere' is not registered.",
                    "Register it, or check how it is spelled.",
                ],
                [
                    "This link is incomplete.", "The link has no value for 'n'.",
                    "Add 'n=…' to its query.",
                ],
                [
                    "This link is damaged or out of date.", "The value of 'n' is malformed.",
                    "It has to be an integer from 0 to 255.",
                ],
                [
                    "This link cannot be opened now.", "The shop is closed.",
                    "Open the link where the policy and the route allow it, or change these.",
                ],
                [
                    "This link leads in a circle.",
                    "The link was opened inside too many others, or redirected in a circle.",
                    "Open it from outside of an action, or mend the policy.",
                ],
                [
                    "Too many links were opened at once. Try again in a moment.",
                    "Too many links were opened in a short time.",
                    "Open it later, or raise the rate limit.",
                ],
            ]
        )
    }

    @Test func `nothing that is told to people shows what a link holds`() throws {
        let app = try app()
        for link in [
            "myapp://nowhere/SECRET?x=SECRET", "myapp://number?n=SECRET",
            "https://evil.com/SECRET", "https://mydomain.io/SECRET",
        ] {
            let error = try #require(app.coordinator.open(link).error as? any LocalizedError)
            #expect(error.errorDescription?.contains("SECRET") == false)
        }
    }

    @Test func `other errors speak, too`() throws {
        let app = try app()
        let push = try #require(app.coordinator.open(pushPayload: [:]).error as? PushPayloadError)
        #expect(push.errorDescription == "This notification leads nowhere.")
        #expect(
            push.failureReason?.hasPrefix("The payload has no text or URL at 'deeplink'") == true
        )
        #expect(
            push.recoverySuggestion == "Put the link there, or add its key path to the options."
        )
        let taken = #expect(throws: DeepLinkRegisterError.self) { try app.register("/a/") }
        #expect(taken?.failureReason == "The path '/a' is already registered.")
        #expect(taken?.recoverySuggestion == "Register another path, or replace that one.")
        let malformed = #expect(throws: DeepLinkRegisterError.self) { try app.register("a") }
        #expect(malformed?.failureReason == malformed?.description)
        let snapshot = app.coordinator.snapshot(for: "A")
        let other = #expect(throws: PendingLinkSnapshotError.self) {
            try app.coordinator.restore(snapshot, for: "B")
        }
        #expect(other?.errorDescription == "Links that waited were for somebody else.")
        #expect(other?.recoverySuggestion == "Remove it.")
    }
}
