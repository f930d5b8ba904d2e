import DeepLinksTestSupport
import Testing

@testable import DeepLinks

/// A feature made from a closure.
private struct Feature: DeepLinkFeature {
    let body: @MainActor (DeepLinkHandler) throws -> Void

    func registerDeepLinks(in handler: DeepLinkHandler) throws { try body(handler) }
}

@MainActor
struct DeepLinkFeatureTests {
    let journal = Journal()

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

    /// What features do, one inside of another, against a plain dictionary that is put back when one throws.
    @Test(arguments: UInt64(0)..<UInt64(rounds(40)))
    func `after features of any shape, the routes and the preparation are what was registered last`(
        seed: UInt64
    ) async throws {
        let handler = DeepLinkHandler()
        var ran: [Int] = []
        var model: [String: Int] = [:]
        var (random, number) = (SplitMix64(seed: seed), 0)
        let paths = ["/p", "/a", "/b/{id}"]

        func register(_ path: String, replaces: Bool) throws {
            number += 1
            let own = number
            if path == "/p" {
                if replaces { handler.unregister(path) }
                try handler.register(
                    path,
                    preparing: { _ in try await Task.sleep(for: .seconds(60)) },
                    action: { _ in }
                )
            } else if replaces {
                try handler.replace(path) { _ in ran.append(own) }
            } else {
                try handler.register(path) { _ in ran.append(own) }
            }
            model[path] = own
        }

        func feature(depth: Int) -> Feature {
            Feature { handler in
                for _ in 0..<Int.random(in: 0...4, using: &random) {
                    let path = paths.randomElement(using: &random) ?? "/p"
                    switch Int.random(in: 0..<8, using: &random) {
                    case 0, 1:
                        handler.unregister(path)
                        model[path] = nil
                    case 2, 3: try register(path, replaces: true)
                    case 4: try register(path, replaces: false)
                    case 5...6 where depth < 3:
                        try run(feature(depth: depth + 1), mayThrow: Bool.random(using: &random))
                    case 7 where depth > 0: throw Mishap()
                    default: break
                    }
                }
            }
        }

        func run(_ feature: Feature, mayThrow: Bool) throws {
            let before = model
            do { try handler.register(feature) } catch {
                model = before
                if mayThrow { throw error }
            }
        }

        try register("/p", replaces: false)
        for _ in 0..<12 {
            if model["/p"] == nil { try register("/p", replaces: false) }
            try handler.handle("/p")
            let preparing = model["/p"]
            try run(feature(depth: 0), mayThrow: false)
            #expect(handler.paths == model.keys.sorted())
            #expect((handler.preparingLink != nil) == (model["/p"] == preparing))
            ran = []
            for path in ["/a", "/b/5"] { try? handler.handle(path) }
            #expect(ran == ["/a", "/b/{id}"].compactMap { model[$0] })
        }
        handler.cancelPreparation()
    }
}
