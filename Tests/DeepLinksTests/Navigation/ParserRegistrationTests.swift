import DeepLinks
import Foundation
import Testing

@MainActor
struct ParserRegistrationTests {
    let handler = DeepLinkHandler()
    let navigator = Navigator<Place>()

    private func register(_ parser: DeepLinkParser<Place>) throws {
        try handler.register(parser) { navigator.push($0) }
    }

    @Test func `every route of a parser opens its destination, beside closures`() throws {
        var opened: [String] = []
        try handler.register("/featureA/detail") { opened.append(try $0.require(.id)) }
        try register(DeepLinkParserTests.places())
        try handler.handle("/items/7?id=9")
        try handler.handle("/featureA/detail?id=5")
        try handler.handle("/login")
        #expect(navigator.path == [.item("7"), .login])
        #expect(opened == ["5"])
        #expect(
            handler.paths == [
                "/docs/{*rest}", "/featureA/detail", "/items/new", "/items/{id}", "/login",
                "/materials/detail", "/materials/{materialId}", "/pages",
            ]
        )
    }

    @Test func `a route without a destination says so, and is registered all the same`() throws {
        try register(DeepLinkParser { Route("/items/{id}") { _ in nil } })
        let error = #expect(throws: RouteError.self) { try handler.handle("/items/7") }
        #expect(error?.code == "no-destination")
        #expect(error?.path == "/items/{id}")
        #expect(
            error?.description
                == "The route '/items/{id}' has no destination for the link; return one for it, or throw an error with the reason."
        )
        #expect(try handler.canHandle(DeepLink("/items/7")))
    }

    @Test func `a parser put together of others is registered with all their routes`() throws {
        let login = try DeepLinkParser<Place> { Route("/login") { _ in .login } }
        let items = try DeepLinkParser<String> { Route("/items/{id}") { $0["id"] } }
        try register(.anyOf(login, .empty, items.map(Place.item)))
        try handler.handle("/items/5")
        try handler.handle("/login")
        #expect(navigator.path == [.item("5"), .login])
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/login")) {
            let other = DeepLinkHandler()
            try other.register(DeepLinkParser.anyOf(login, login)) { _ in }
        }
    }

    @Test func `a parser made from a closure has no paths to register`() throws {
        let closure = DeepLinkParser<Place>(parse: { _ in .login })
        let routes = try DeepLinkParser<Place> { Route("/login") { _ in .login } }
        for parser in [closure, .anyOf(routes, closure), closure.map(\.self)] {
            let error = #expect(throws: RouteError.self) { try register(parser) }
            #expect(error?.code == "no-routes")
            #expect(
                error?.description
                    == "The parser, or one in it, was made from a closure and has no paths; make it from routes."
            )
        }
        #expect(handler.paths.isEmpty)
    }

    @Test func `what a route and the registration require is asked of its links`() throws {
        let parser = try DeepLinkParser<Int> {
            Route("/open") { _ in 1 }
            Route("/wallet", requires: ["onboarded"]) { _ in 2 }
        }
        try handler.register(parser.map { $0 + 1 }, requires: [.authenticated]) { _ in }
        #expect(try handler.requirements(of: "/open") == [.authenticated])
        #expect(try handler.requirements(of: "/wallet") == [.authenticated, "onboarded"])
    }

    @Test(
        arguments: [
            (nil, nil, nil), (nil, [.push, .inApp], [.push, .inApp]), ([.push], nil, [.push]),
            ([.push, .inApp], [.push, .universalLink], [.push]), ([.push], [.inApp], []),
        ] as [(Set<LinkOrigin>?, Set<LinkOrigin>?, Set<LinkOrigin>?)]
    )
    func `only links are opened that both the route and the registration trust`(
        route: Set<LinkOrigin>?,
        registration: Set<LinkOrigin>?,
        both: Set<LinkOrigin>?
    ) throws {
        let parser = try DeepLinkParser<Int> {
            Route("/a", trusts: route) { _ in 1 }
            Route(LinkPath("/b"), 2, trusts: route)
        }
        try handler.register(parser.map { $0 + 1 }, trusts: registration) { _ in }
        for path in ["/a", "/b"] { #expect(try handler.trustedOrigins(of: path) == both) }
    }
}

extension DeepLinkHandler {
    /// The origins that the route of a link trusts.
    fileprivate func trustedOrigins(of link: String) throws -> Set<LinkOrigin>? {
        try match(for: DeepLink(link))?.route.trustedOrigins
    }

    /// The requirements of the route of a link.
    fileprivate func requirements(of link: String) throws -> Set<Requirement>? {
        try match(for: DeepLink(link))?.route.requirements
    }
}
