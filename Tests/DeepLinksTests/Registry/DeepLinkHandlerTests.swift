import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// An error that tests recognize by its type or its identity.
final class Mishap: Error {}

/// A record of the actions that ran.
@MainActor
final class Journal {
    var entries: [String] = []

    /// An action that records its path and its items.
    func action(_ path: String) -> DeepLinkHandler.Action {
        { queryItems in
            let items = queryItems.map { item in
                item.value.map { "\(item.name)=\($0)" } ?? item.name
            }
            self.entries.append(([path] + items).joined(separator: " "))
        }
    }

    /// A handler whose actions record into the journal.
    func handler(_ paths: String...) throws -> DeepLinkHandler {
        let handler = DeepLinkHandler()
        for path in paths { try handler.register(path, action: action(path)) }
        return handler
    }
}

@MainActor
struct DeepLinkHandlerTests {
    let journal = Journal()

    @Test(arguments: [
        "/featureA/detail?id=123&new", "https://domain.io/featureA/detail?id=123&new",
        "myapp://domain.io/featureA/detail?id=123&new", "myapp:///featureA/detail?id=123&new",
    ])
    func `a link runs its action, whatever its scheme and host`(link: String) throws {
        let handler = try journal.handler("/featureA/detail")
        try handler.handle(link)
        try handler.handle(#require(URL(string: link)))
        #expect(journal.entries == Array(repeating: "/featureA/detail id=123 new", count: 2))
    }

    @Test func `a URL is read with what it is relative to`() throws {
        let handler = try journal.handler("/featureA/detail")
        let base = try #require(URL(string: "https://domain.io/featureA/list"))
        try handler.handle(#require(URL(string: "detail?id=1", relativeTo: base)))
        #expect(journal.entries == ["/featureA/detail id=1"])
    }

    /// The pattern that each link reaches, among `/featureA/detail`, `/items/{id}`, `/items/new`, `/u/me` and others.
    @Test(
        arguments: try rows(in: "handled-links.txt")
            + rows("/items/\u{301}b → /items/{id} id=\u{301}b")
    )
    func `a link reaches the most specific path, with its captures as the first items`(
        row: TableRow
    ) throws {
        let (link, entry) = (row[0], row[1])
        // General patterns come first, to show that the order of registration does not matter.
        let handler = try journal.handler(
            "/{*rest}",
            "/items/{id}",
            "/items/new",
            "/featureA/detail",
            "/u/{id}/edit",
            "/u/me",
            "/a/{id}/x",
            "/a/{other}/y",
            "/oauth/{*rest?}",
            "/shop/{title}-{id:int}"
        )
        try handler.handle(link)
        #expect(journal.entries.map { Array($0.utf8) } == [Array(entry.utf8)], "\(journal.entries)")
        #expect(try handler.canHandle(DeepLink(link)))
    }

    @Test(arguments: [
        ("", "empty"), ("myapp:featureA/detail", "not-absolute"),
        ("/items/../secret", "dot-segment"), ("/items/5?id=%FF", "invalid-utf-8"),
    ])
    func `a malformed link runs nothing and says why`(
        link: String,
        code: String
    ) throws {
        let handler = try journal.handler("/", "/items/{id}", "/{*rest}")
        let error = #expect(throws: DeepLinkError.self) { try handler.handle(link) }
        #expect(error?.code == code)
        // Foundation repairs some of these links.
        if let url = URL(string: link), url.absoluteString == link {
            #expect(throws: DeepLinkError.self) { try handler.handle(url) }
        }
        #expect(journal.entries.isEmpty)
    }

    @Test(arguments: [
        ("/items/", "/items"), ("/items/5/x?id=1", "/items/5/x"), ("/", "/"),
        ("/ITEMS/5", "/ITEMS/5"), ("/featureA%2fdetail", "/featureA%2Fdetail"),
        ("https://domain.io/caf\u{E9}", "/caf%C3%A9"),
    ])
    func `an unregistered path is named in its canonical form`(link: String, path: String) throws {
        let handler = try journal.handler("/items/{id}", "/featureA/detail")
        #expect(throws: DeepLinkHandleError.pathNotRegistered(path: path)) {
            try handler.handle(link)
        }
        #expect(try !handler.canHandle(DeepLink(ignoringHostOf: link)))
        #expect(journal.entries.isEmpty)
    }

    @Test func `what an action throws reaches the caller unchanged`() throws {
        let mishap = Mishap()
        let handler = DeepLinkHandler()
        try handler.register("/items/{id}") { _ in throw mishap }
        let error = #expect(throws: Mishap.self) { try handler.handle("/items/5") }
        #expect(error === mishap)
    }
}
