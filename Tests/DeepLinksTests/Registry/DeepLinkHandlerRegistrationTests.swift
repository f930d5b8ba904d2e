import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

@MainActor
struct DeepLinkHandlerRegistrationTests {
    let journal = Journal()

    @Test func `the paths are listed in canonical spelling, sorted`() throws {
        #expect(DeepLinkHandler().paths.isEmpty)
        let handler = try journal.handler(
            "/items/{id:int}/",
            "/b//a",
            "/caf\u{E9}",
            "/",
            "/a{{b}}",
            "/{*rest}",
            "/a-b"
        )
        #expect(
            handler.paths == [
                "/", "/a%7Bb%7D", "/a-b", "/b/a", "/caf%C3%A9", "/items/{id:int}", "/{*rest}",
            ]
        )
    }

    @Test func `a handler can be made with its paths`() throws {
        let handler = DeepLinkHandler(paths: [
            "/items/{id}": journal.action("item"), "/items/new": journal.action("new"),
        ])
        #expect(handler.paths == ["/items/new", "/items/{id}"])
        try handler.handle("/items/new")
        try handler.handle("/items/5")
        #expect(journal.entries == ["new", "item id=5"])
    }

    @Test func `a handler made of a malformed path traps with the sentence`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent])
        { await MainActor.run { _ = DeepLinkHandler(paths: ["items": { _ in }]) } }
        let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(output.contains("The path 'items' does not begin with a slash; write '/items'."))
    }

    @Test(arguments: [
        ("/featureA/detail/", "//featureA//detail", "/featureA/detail"),
        ("/caf\u{E9}", "/caf%c3%a9", "/caf%C3%A9"),
        ("/items/{id}", "/items/{number}", "/items/{id}"),
        ("/{l:en|fr}/events", "/{lang:fr|en}/events", "/{l:en|fr}/events"),
        ("/", "/", "/"),
    ])
    func `a path that is taken is not registered again, however it is written`(
        first: String,
        second: String,
        registered: String
    ) throws {
        let handler = try journal.handler(first)
        let error = #expect(throws: DeepLinkRegisterError.self) {
            try handler.register(second, action: journal.action("second"))
        }
        #expect(error == .pathAlreadyRegistered(path: registered))
        #expect(
            error?.description
                == "The path '\(registered)' is already registered; register another path, replace that one, or remove one of the two routes."
        )
        #expect(handler.paths == [registered])
        try handler.handle(registered.replacing("{l:en|fr}", with: "en"))
        #expect(journal.entries.map { $0.prefix(first.count) } == [first[...]])
    }

    @Test func `what is advised for a path that is taken works`() throws {
        let handler = try journal.handler("/items/{id}")
        try handler.register("/other/{number}") { _ in }
        try handler.replace("/items/{number}") { _ in }
        handler.unregister("/items/{id}")
        try handler.register("/items/{number}") { _ in }
        #expect(handler.paths == ["/items/{number}", "/other/{number}"])
        // A parser has no registered routes: there, one of the two is removed.
        let routes = [Route("/items/{id}") { _ in 1 }, Route("/items/{number}") { _ in 2 }]
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/items/{id}")) {
            try DeepLinkParser<Int> {
                routes[0]
                routes[1]
            }
        }
        #expect(try DeepLinkParser<Int> { routes[1] }.paths == ["/items/{number}"])
    }

    private nonisolated static let malformedPaths = #"""
        items → The path 'items' does not begin with a slash; write '/items'.
        "" → The path '' does not begin with a slash; write '/'.
        /featureA/detail?id=123 → The path '/featureA/detail?id=123' has a '?', but a pattern is only a path; remove it and what follows, or write '%3F' if the path itself has that character.
        /items/../secret → The path '/items/../secret' has a dot segment at byte 7; write it without '.' and '..'.
        /items/100% → The path '/items/100%' has a '%' without two hexadecimal digits at byte 10; write '%25' for a percent sign.
        /{id}/{id} → The path '/{id}/{id}' has two captures named 'id'; give each its own name.
        \#u{301} → The path '\#u{301}' does not begin with a slash; write '/\#u{301}'.
        """#

    @Test(arguments: pairs(malformedPaths))
    func `a malformed path is refused with the way out`(path: String, sentence: String) throws {
        let handler = try journal.handler("/a")
        for isReplacing in [false, true] {
            let error = #expect(throws: DeepLinkRegisterError.self) {
                if isReplacing {
                    try handler.replace(path) { _ in }
                } else {
                    try handler.register(path) { _ in }
                }
            }
            #expect(error.map { Array($0.description.utf8) } == Array(sentence.utf8))
            guard case .malformedPath(path, let reason)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(sentence.hasSuffix(reason))
        }
        #expect(!handler.unregister(path))
        #expect(handler.paths == ["/a"])
    }

    @Test func `a path that is too long is refused without its reason repeating it`() throws {
        let path = "/" + String(repeating: "a", count: 65_535)
        #expect(
            throws: DeepLinkRegisterError.malformedPath(
                path: path,
                reason: "is too long; the limit is 65535 bytes."
            )
        ) { try DeepLinkHandler().register(path) { _ in } }
    }

    @Test func `unregistering says whether there was something`() throws {
        let handler = try journal.handler("/items/{id}", "/items/new")
        #expect(!handler.unregister("/items"))
        #expect(handler.unregister("/items/{number}/"))
        #expect(!handler.unregister("/items/{id}"))
        #expect(handler.paths == ["/items/new"])
        #expect(throws: DeepLinkHandleError.pathNotRegistered(path: "/items/5")) {
            try handler.handle("/items/5")
        }
        try handler.register("/items/{id}", action: journal.action("again"))
        try handler.handle("/items/5")
        #expect(journal.entries == ["again id=5"])
    }
}

@MainActor
struct DeepLinkHandlerReentrancyTests {
    let journal = Journal()

    @Test func `an action may unregister itself and register others`() throws {
        let handler = DeepLinkHandler()
        try handler.register("/start/{count:int}") { queryItems in
            journal.entries.append("start")
            handler.unregister("/start/{count:int}")
            let count = try #require(queryItems["count"].flatMap { Int($0) })
            for number in 0..<count {
                try handler.register("/route/\(number)/{id}", action: journal.action("route"))
            }
            try handler.handle("/route/\(count - 1)/7")
            #expect(queryItems["count"] == "500")
        }
        try handler.handle("/start/500")
        #expect(journal.entries == ["start", "route id=7"])
        #expect(handler.paths.count == 500)
        #expect(throws: DeepLinkHandleError.pathNotRegistered(path: "/start/500")) {
            try handler.handle("/start/500")
        }
    }

    @Test func `an action may let go of the last reference to its handler`() throws {
        var handler: DeepLinkHandler? = DeepLinkHandler()
        weak let weakHandler = handler
        try handler?.register("/a/{id}") { queryItems in
            handler = nil
            journal.entries.append(queryItems["id"] ?? "")
        }
        try handler?.handle("/a/5")
        #expect(journal.entries == ["5"])
        #expect(weakHandler == nil)
    }
}
