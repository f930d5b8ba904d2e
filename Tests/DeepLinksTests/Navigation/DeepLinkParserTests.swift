import DeepLinks
import Foundation
import PathMatching
import Testing

/// The destinations in the tests of typed navigation.
enum Place: Hashable, Sendable {
    case login
    case item(String)
    case material(UUID)
    case page(Int?)
    case documents(String)
}

extension TypedParameter<UUID> { fileprivate static var materialID: Self { "materialId" } }

extension TypedParameter<Int> { fileprivate static var page: Self { "page" } }

struct DeepLinkParserTests {
    static let uuid = "123e4567-e89b-12d3-a456-426614174000"

    static func places() throws -> DeepLinkParser<Place> {
        try DeepLinkParser {
            Route("/items/{id}") { .item(try $0.require(.id)) }
            Route("/items/new") { _ in .item("the new one") }
            Route("/login") { _ in .login }
            Route("/materials/{materialId}") { .material(try $0.require(.materialID)) }
            Route("/materials/detail") { .material(try $0.require(.materialID)) }
            Route("/pages") { .page(try $0.optional(.page)) }
            Route("/docs/{*rest}") { $0["rest"].map(Place.documents) }
        }
    }

    @Test(arguments: [
        ("/login", Place.login), ("/items/7", .item("7")), ("/items/new", .item("the new one")),
        ("/items/a%2Fb", .item("a/b")), ("/items/7?id=9", .item("7")),
        ("/pages?page=4", .page(4)), ("/pages", .page(nil)), ("/docs/a/b", .documents("a/b")),
    ])
    func `a link becomes the destination of the most specific route`(
        link: String,
        place: Place
    ) throws { #expect(try Self.places().parse(DeepLink(link)) == place) }

    @Test(arguments: ["/materials/\(uuid)", "/materials/detail?materialId=\(uuid)"])
    func `parameters are read as their types`(link: String) throws {
        let uuid = try #require(UUID(uuidString: Self.uuid))
        #expect(try Self.places().parse(DeepLink(link)) == .material(uuid))
    }

    @Test(arguments: [
        "/", "/nowhere", "/items", "/items/7/more", "/materials/7", "/materials/detail",
        "/materials/detail?materialId=7", "/pages?page=four", "/Login",
    ])
    func `a link that no route knows, or whose values are missing or malformed, has no destination`(
        link: String
    ) throws { #expect(try Self.places().parse(DeepLink(link)) == nil) }

    @Test func `a route that declines does not pass its link on to a less specific one`() throws {
        let parser = try DeepLinkParser<Int> {
            Route("/items/{id:int}") { $0["id"] == "7" ? nil : 1 }
            Route("/items/{id}") { _ in 2 }
        }
        #expect(try parser.parse(DeepLink("/items/8")) == 1)
        #expect(try parser.parse(DeepLink("/items/7")) == nil)
        #expect(try parser.parse(DeepLink("/items/x")) == 2)
    }

    @Test func `a closure is a parser`() throws {
        let parser = DeepLinkParser<String> { $0.path == "/a" ? $0.fragment : nil }
        #expect(try parser.parse(DeepLink("/a#top")) == "top")
        #expect(try parser.parse(DeepLink("/a")) == nil)
        #expect(try parser.parse(DeepLink("/b#top")) == nil)
        #expect(parser.paths.isEmpty)
    }

    @Test func `routes can be chosen, repeated and collected`() throws {
        func parser(isNew: Bool, hasBeta: Bool) throws -> DeepLinkParser<Int> {
            try DeepLinkParser {
                if isNew { Route("/new") { _ in 1 } } else { Route("/old") { _ in 2 } }
                if hasBeta { Route("/beta") { _ in 3 } }
                for number in 10..<12 { Route("/page/\(number)") { _ in number } }
                for route in [Route<Int>("/collected") { _ in 4 }] { route }
            }
        }
        #expect(
            try parser(isNew: true, hasBeta: false).paths
                == ["/new", "/page/10", "/page/11", "/collected"]
        )
        let old = try parser(isNew: false, hasBeta: true)
        #expect(old.paths == ["/old", "/beta", "/page/10", "/page/11", "/collected"])
        #expect(try old.parse(DeepLink("/page/11")) == 11)
    }

    @Test func `routes that match the same links are refused, and the first of them is named`() {
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/items/{id}")) {
            try DeepLinkParser<Int> {
                Route("/items/{id}") { _ in 1 }
                Route("/items/new") { _ in 2 }
                Route("/items/{number}/") { _ in 3 }
            }
        }
    }
}
