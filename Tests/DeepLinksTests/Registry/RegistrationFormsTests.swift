import Foundation
import Testing

@testable import DeepLinks

/// What every form of `register` and `replace` does, and what it keeps: losing that would open a route to everybody.
@MainActor
struct RegistrationFormsTests {
    private struct ID: Decodable, Sendable { let id: Int }

    private struct Feature: DeepLinkFeature {
        let register: (DeepLinkHandler) throws -> Void

        func registerDeepLinks(in handler: DeepLinkHandler) throws { try register(handler) }
    }

    /// A form, given what the route requires and trusts, and what its action does with the identifier.
    private typealias Form =
        @MainActor (
            DeepLinkHandler, Set<Requirement>, Set<LinkOrigin>?, @escaping @MainActor (Int) -> Void
        ) throws -> Void

    private static let path = "/items/{id}"
    private static let item = LinkPath("/items/{id}", TypedParameter<Int>("id"))

    private static func id(of items: [URLQueryItem]) throws -> Int { try items.require("id") }

    private static func on<Value>(
        _ read: @escaping @MainActor (Value) throws -> Int,
        _ ran: @escaping @MainActor (Int) -> Void
    ) -> @MainActor (Value) throws -> Void { { ran(try read($0)) } }

    private static func inApp<Value>(
        _ read: @escaping @MainActor (Value) throws -> Int,
        _ ran: @escaping @MainActor (Int) -> Void
    ) -> @MainActor (Value, LinkContext) throws -> Void {
        { ran($1.origin == .inApp ? try read($0) : 0) }
    }

    private static func parser() throws -> DeepLinkParser<Int> {
        try DeepLinkParser { Route("/items/{id}") { try $0.require("id") } }
    }

    private static func feature(
        _ needs: Set<Requirement>,
        _ trusted: Set<LinkOrigin>?,
        _ ran: @escaping @MainActor (Int) -> Void
    ) -> Feature {
        Feature { try $0.register(path, requires: needs, trusts: trusted, action: on(id, ran)) }
    }

    private static let forms: [String: (register: Form, replace: Form)] = [
        "items": (
            { try $0.register(path, requires: $1, trusts: $2, action: on(id, $3)) },
            { try $0.replace(path, requires: $1, trusts: $2, action: on(id, $3)) }
        ),
        "context": (
            { try $0.register(path, requires: $1, trusts: $2, action: inApp(id, $3)) },
            { try $0.replace(path, requires: $1, trusts: $2, action: inApp(id, $3)) }
        ),
        "decodable": (
            { try $0.register(path, as: ID.self, requires: $1, trusts: $2, action: on(\.id, $3)) },
            { try $0.replace(path, as: ID.self, requires: $1, trusts: $2, action: on(\.id, $3)) }
        ),
        "preparing": (
            { try $0.register(path, requires: $1, trusts: $2, preparing: id, action: $3) },
            { try $0.replace(path, requires: $1, trusts: $2, preparing: id, action: $3) }
        ),
        "decodable, preparing": (
            {
                try $0.register(
                    path,
                    as: ID.self,
                    requires: $1,
                    trusts: $2,
                    preparing: \.id,
                    action: $3
                )
            },
            {
                try $0.replace(
                    path,
                    as: ID.self,
                    requires: $1,
                    trusts: $2,
                    preparing: \.id,
                    action: $3
                )
            }
        ),
        "typed": (
            { try $0.register(path, "id", requires: $1, trusts: $2, action: $3) },
            { try $0.replace(path, "id", requires: $1, trusts: $2, action: $3) }
        ),
        "declared": (
            { try $0.register(item, requires: $1, trusts: $2, action: $3) },
            { try $0.replace(item, requires: $1, trusts: $2, action: $3) }
        ),
        "declared, context": (
            { try $0.register(item, requires: $1, trusts: $2, withContext: inApp({ $0 }, $3)) },
            { try $0.replace(item, requires: $1, trusts: $2, withContext: inApp({ $0 }, $3)) }
        ),
        "declared, preparing": (
            { try $0.register(item, requires: $1, trusts: $2, preparing: { $0 }, action: $3) },
            { try $0.replace(item, requires: $1, trusts: $2, preparing: { $0 }, action: $3) }
        ),
        "parser": (
            { try $0.register(parser(), requires: $1, trusts: $2, navigate: $3) },
            { try $0.replace(parser(), requires: $1, trusts: $2, navigate: $3) }
        ),
        "feature": (
            { try $0.register(feature($1, $2, $3)) }, { try $0.replace(feature($1, $2, $3)) }
        ),
    ]

    @Test(arguments: [false, true])
    func `a trailing closure takes two values, or all and the context`(isReplacing: Bool) throws {
        let handler = DeepLinkHandler()
        let search = LinkPath("/search", TypedParameter<String>("q"), TypedParameter<Int?>("page"))
        var seen: [Any] = []
        let check = { (link: String, first: String, second: Any) in
            try handler.handle(link)
            #expect("\(seen)" == "\([first, second])")
        }
        // What the closures do with their parameters does not tell which form is meant.
        if isReplacing {
            try handler.replace(search) { text, page in seen = [text, page as Any] }
        } else {
            try handler.register(search) { text, page in seen = [text, page as Any] }
        }
        try check("/search?q=shoe&page=2", "shoe", Optional(2) as Any)
        try handler.replace(Self.item) { id, context in
            _ = id
            seen = ["\(id)", context.origin]
        }
        try check("/items/5", "5", LinkOrigin.inApp)
        try handler.replace(search) { values, context in
            let text = values.0
            seen = [text, context.origin]
        }
        try check("/search?q=shoe", "shoe", LinkOrigin.inApp)
    }

    @Test(arguments: [false, true])
    func `every form runs, and keeps what a route needs and trusts`(isReplacing: Bool) async throws
    {
        let rewriter = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        for (name, forms) in Self.forms {
            let form = isReplacing ? forms.replace : forms.register
            for (isTaken, trusted) in [
                (false, nil), (false, []), (false, [.push, "code"]), (true, nil), (true, [.push]),
            ] as [(Bool, Set<LinkOrigin>?)] {
                let handler = DeepLinkHandler()
                var ran: [Int] = []
                if isTaken { try handler.register("/items/{number}", requires: ["old"]) { _ in } }
                try handler.register("/a") { _ in }
                guard !isTaken || isReplacing else {
                    #expect(throws: DeepLinkRegisterError.self) {
                        try form(handler, [], trusted) { _ in }
                    }
                    continue
                }
                try form(handler, [.authenticated, "other"], trusted) { ran.append($0) }
                #expect(handler.paths == ["/a", "/items/{id}"])
                #expect(handler.routes.map(\.requirements) == [[], [.authenticated, "other"]])
                #expect(handler.routes.map(\.trustedOrigins) == [nil, trusted])
                try handler.handle("/items/5")
                await handler.preparation?.task.value
                #expect(ran == [5], "\(name)")
                let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
                coordinator.activate()
                let outcome = coordinator.open("myapp://items/5", from: .customScheme)
                #expect(outcome.isAccepted == (trusted == nil), "\(name)")
            }
        }
    }
}
