import Foundation
import PathMatching
import Testing

@testable import DeepLinks

struct ErrorsForPeopleTests {
    /// An error of each kind.
    private static var errors: [any Error] {
        get throws {
            let rewriter = try URLRewriter {
                Domain("mydomain.io") { Rewrite("/items/{title}-{id:int}", to: "/item?id={id}") }
            }
            func caught(_ body: () throws -> Void) throws -> any Error {
                try #require(throws: (any Error).self, performing: body)
            }
            return [
                try caught { _ = try DeepLink("") },
                QueryItemValueError(name: "id", value: "x", expected: "an integer"),
                DeepLinkHandleError.missingQueryItem(name: "id"),
                DeepLinkHandleError.pathNotRegistered(path: "/a;b"),
                RouteError.noRoutes, RouteError.noDestination(path: "/a"),
                try caught { _ = try rewriter.rewrite("https://evil.com/") },
                try caught { _ = try rewriter.rewrite("https://mydomain.io/other") },
                try caught {
                    _ = try rewriter.externalURL(for: DeepLink("/item?id=1"), host: "a.io")
                }, try caught { _ = try URLRewriter { Domain("a_b;") } },
                try caught { _ = try LinkConfiguration(data: Data("[]".utf8)) },
                RejectionReason.tooManyLinks, RejectionReason.tooDeep,
                RejectionReason.policy("The shop is closed."),
                DeepLinkRegisterError.pathAlreadyRegistered(path: "/a"),
                DeepLinkRegisterError.malformedPath(
                    path: "a",
                    reason: "does not begin with a slash."
                ), PushPayloadError(keyPaths: ["deeplink"]), PendingLink.SnapshotError(),
                try caught { _ = try PathPattern("/{a;}") },
                try caught {
                    var trie = PathTrie<Int>()
                    try trie.insert(1, at: PathPattern("/a;b/{x}"))
                    try trie.insert(2, at: PathPattern("/a;b/{y}"))
                },
            ]
        }
    }

    @Test func `every error has a sentence for a person, without a word for developers`() throws {
        for error in try Self.errors {
            let sentence = try #require((error as? any LocalizedError)?.errorDescription)
            #expect(error.localizedDescription == sentence)
            #expect(sentence.hasSuffix("."), "\(sentence)")
            #expect(sentence.count < 70, "\(sentence)")
            for word in ["'", "path", "route", "query", "parameter", "byte", "rule", ";"] {
                #expect(!sentence.contains(word), "\(sentence)")
            }
        }
    }

    @Test(
        arguments: [
            (DeepLinkHandleError.missingQueryItem(name: "id"), "This link is incomplete."),
            (
                DeepLinkHandleError.pathNotRegistered(path: "/a"),
                "The app has no page for this link."
            ),
            (RejectionReason.policy("Closed."), "This link cannot be opened here."),
            (RejectionReason.untrusted(.push), "This link cannot be opened here."),
            (RejectionReason.expired, "This link waited too long. Open it again."),
            (RejectionReason.replaced, "Another link was opened instead of this one."),
            (RejectionReason.revoked, "This link was not opened. Open it again."),
            (RejectionReason.cancelled, "This link was not opened. Open it again."),
            (
                RejectionReason.tooManyLinks,
                "Too many links were opened at once. Try again in a moment."
            ), (RejectionReason.tooDeep, "This link leads nowhere."),
        ] as [(any LocalizedError, String)]
    )
    func `people are told what became of their link`(error: any LocalizedError, sentence: String) {
        #expect(error.errorDescription == sentence)
    }

    @Test func `the reason and the way out are the halves of the developer's sentence`() throws {
        for error in try Self.errors {
            let error = try #require(error as? any LocalizedError & CustomStringConvertible)
            let reason = try #require(error.failureReason)
            guard let remedy = error.recoverySuggestion else {
                #expect(reason == error.description)
                continue
            }
            #expect(reason.hasSuffix(".") && remedy.hasSuffix("."), "\(reason) \(remedy)")
            let lowered = remedy.prefix(1).lowercased() + remedy.dropFirst()
            #expect(
                [reason.dropLast() + "; " + lowered, reason.dropLast() + "; " + remedy]
                    .contains(error.description[...].description),
                "\(error.description)"
            )
        }
    }

    @Test(arguments: ["a;b/c", "a; b/c", "it's;b", "l'é; b"])
    func `a pattern in a sentence does not end it`(pattern: String) throws {
        let error = try #require(throws: PathPatternError.self) { try PathPattern(pattern) }
        #expect(error.failureReason == "'\(pattern)' does not begin with a slash.")
        #expect(error.recoverySuggestion == "Write '/\(pattern)'.")
    }

    @Test(arguments: ["x;y", "x; y", "x';y"])
    func `a name in a sentence does not end it`(name: String) {
        let error = DeepLinkHandleError.missingQueryItem(name: name)
        #expect(error.failureReason == "The link has no value for '\(name)'.")
        #expect(
            error.recoverySuggestion
                == "Add '\(name)=…' to its query, or check how the name is spelled."
        )
    }

    @MainActor
    @Test(arguments: [
        "myapp://nowhere/SECRET?x=SECRET", "myapp://number?n=SECRET", "https://evil.com/SECRET",
        "https://mydomain.io/SECRET",
    ])
    func `nothing that people are told shows what a link holds`(link: String) throws {
        let app = try TestApp()
        try app.handler.register("/number") { items in
            _ = try items.require(TypedParameter<UInt8>("n"))
        }
        let error = try #require(app.coordinator.open(link).error as? any LocalizedError)
        #expect(error.errorDescription?.contains("SECRET") == false)
        // Only the text for developers names an unregistered path.
        #expect(
            "\(error) \(error.failureReason ?? "")".contains("SECRET")
                == link.hasPrefix("myapp://nowhere")
        )
    }

    @Test func `a refusal says what refused the link`() throws {
        let rewriter = try URLRewriter { Domain("mydomain.io", unmatched: .passThrough) }
        let error = try #require(throws: RewriteError.self) { try rewriter.rewrite("x:y") }
        #expect(RejectionReason.external(error).errorDescription == error.errorDescription)
        #expect(RejectionReason.external(error).failureReason == error.failureReason)
    }
}
