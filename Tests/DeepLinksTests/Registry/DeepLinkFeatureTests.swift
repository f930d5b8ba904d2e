import DeepLinks
import Testing

/// A feature made from a closure.
private struct Feature: DeepLinkFeature {
    let body: @MainActor (DeepLinkHandler) throws -> Void

    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try body(handler)
    }
}

@MainActor
struct DeepLinkFeatureTests {
    let journal = Journal()

    @Test func `features register side by side`() throws {
        let handler = try journal.handler("/")
        try handler.register(Feature { try $0.register("/a", action: journal.action("a")) })
        let other: any DeepLinkFeature = Feature {
            try $0.register("/b", action: journal.action("b"))
            try $0.register("/b/{id}", action: journal.action("b"))
        }
        try handler.register(other)
        #expect(handler.paths == ["/", "/a", "/b", "/b/{id}"])
        try handler.handle("/b/7")
        #expect(journal.entries == ["b id=7"])
    }

    @Test func `a feature that meets a taken path registers nothing`() throws {
        let handler = try journal.handler("/a/{id}", "/z")
        let feature = Feature {
            try $0.register("/new", action: journal.action("new"))
            try $0.register("/a/{number}", action: journal.action("number"))
            try $0.register("/later", action: journal.action("later"))
        }
        #expect(throws: DeepLinkRegisterError.pathAlreadyRegistered(path: "/a/{id}")) {
            try handler.register(feature)
        }
        #expect(handler.paths == ["/a/{id}", "/z"])
        try handler.handle("/a/5")
        #expect(journal.entries == ["/a/{id} id=5"])
        // Nothing from the first attempt blocks the second.
        handler.unregister("/a/{id}")
        try handler.register(feature)
        #expect(handler.paths == ["/a/{number}", "/later", "/new", "/z"])
    }

    @Test func `a feature that throws leaves the handler as it was, whatever it did before`() throws
    {
        let mishap = Mishap()
        let handler = try journal.handler("/kept", "/replaced/{id}", "/unregistered", "/{*rest}")
        let error = #expect(throws: Mishap.self) {
            try handler.register(
                Feature { handler in
                    try handler.replace("/replaced/{number}", action: journal.action("number"))
                    try handler.replace("/replaced/{text}", action: journal.action("text"))
                    handler.unregister("/unregistered")
                    try handler.register("/unregistered", action: journal.action("new"))
                    try handler.handle("/unregistered")
                    try handler.register("/passing", action: journal.action("passing"))
                    handler.unregister("/passing")
                    handler.unregister("/{*rest}")
                    throw mishap
                }
            )
        }
        #expect(error === mishap)
        #expect(handler.paths == ["/kept", "/replaced/{id}", "/unregistered", "/{*rest}"])
        for link in ["/kept", "/replaced/5", "/unregistered", "/passing"] {
            try handler.handle(link)
        }
        #expect(
            journal.entries == [
                "new", "/kept", "/replaced/{id} id=5", "/unregistered", "/{*rest} rest=passing",
            ]
        )
    }

    @Test func `what is freed as a feature is taken back may use the handler`() throws {
        let handler = try journal.handler("/kept")
        #expect(throws: Mishap.self) {
            try handler.register(
                Feature { handler in
                    let owner = Owner { handler.unregister("/kept") }
                    try handler.register("/owned") { _ in withExtendedLifetime(owner) {} }
                    throw Mishap()
                }
            )
        }
        #expect(handler.paths.isEmpty)
    }

    @Test func `a feature inside of a feature is taken back with it`() throws {
        let handler = try journal.handler("/kept")
        let inner = Feature { handler in
            try handler.register("/inner", action: journal.action("inner"))
            handler.unregister("/kept")
        }
        #expect(throws: Mishap.self) {
            try handler.register(
                Feature { handler in
                    try handler.register("/outer", action: journal.action("outer"))
                    try handler.register(inner)
                    throw Mishap()
                }
            )
        }
        #expect(handler.paths == ["/kept"])
    }

    @Test func `a feature may do without one inside of it that throws`() throws {
        let handler = try journal.handler("/kept")
        let inner = Feature { handler in
            try handler.register("/inner", action: journal.action("inner"))
            handler.unregister("/outer/before")
            throw Mishap()
        }
        try handler.register(
            Feature { handler in
                try handler.register("/outer/before", action: journal.action("before"))
                #expect(throws: Mishap.self) { try handler.register(inner) }
                try handler.register("/outer/after", action: journal.action("after"))
            }
        )
        #expect(handler.paths == ["/kept", "/outer/after", "/outer/before"])
        // Routes that are registered later are not part of the feature.
        try handler.register("/last", action: journal.action("last"))
        #expect(throws: Mishap.self) { try handler.register(inner) }
        #expect(handler.paths == ["/kept", "/last", "/outer/after", "/outer/before"])
    }
}
