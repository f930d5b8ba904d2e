import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinks

@MainActor
struct PreparationTests {
    private let handler = DeepLinkHandler()
    private let journal = Journal()
    private let gate = Gate()

    /// Registers a route that waits at the gate and records what happens.
    private func registerGated(_ path: String = "/slow/{id}", _ name: String = "slow") throws {
        try handler.register(
            path,
            preparing: { queryItems in
                journal.entries.append("\(name) prepares")
                await gate.pass()
                journal.entries.append(
                    Task.isCancelled ? "\(name) is cancelled" : "\(name) is ready"
                )
                try Task.checkCancellation()
                return queryItems["id"] ?? ""
            },
            action: { journal.entries.append("\(name) runs with \($0)") }
        )
    }

    /// The task of the current preparation, to be awaited even if it is cancelled.
    private func preparationTask() throws -> Task<Void, Never> {
        try #require(handler.preparation).task
    }

    @Test func `the action runs with what was prepared, after handle has returned`() async throws {
        try registerGated()
        try handler.handle("/slow/5?id=9")
        journal.entries.append("handled")
        let task = try preparationTask()
        #expect(handler.preparingLink?.path == "/slow/5")
        gate.open()
        await task.value
        #expect(
            journal.entries == ["handled", "slow prepares", "slow is ready", "slow runs with 5"]
        )
        #expect(handler.preparingLink == nil)
    }

    @Test(arguments: [
        ("/slow/6", ["slow prepares", "slow is ready", "slow runs with 6"]), ("/quick", ["quick"]),
        ("/failing", []), ("", []),
    ])
    func
        `opening another link, whatever it does, cancels the preparation, and its action does not run`(
            link: String,
            entries: [String]
        ) async throws
    {
        try registerGated()
        try handler.register("/quick", action: journal.action("quick"))
        try handler.register("/failing") { _ in throw Mishap() }
        handler.onFailure = { _, error in Issue.record(error) }
        try handler.handle("/slow/5")
        let task = try preparationTask()
        await turns { gate.arrivals > 0 }
        if link.isEmpty {
            #expect(handler.cancelPreparation())
            #expect(!handler.cancelPreparation())
        }
        try? handler.handle(link)
        #expect(task.isCancelled)
        gate.open()
        await task.value
        await handler.preparation?.task.value
        // The two tasks interleave, in any order.
        #expect(journal.entries.count { $0 == "slow is cancelled" } == 1)
        #expect(journal.entries.dropFirst().filter { $0 != "slow is cancelled" } == entries)
    }

    @Test func `a link that opens nothing cancels nothing`() async throws {
        try registerGated()
        try handler.handle("/slow/5")
        let task = try preparationTask()
        #expect(throws: DeepLinkHandleError.self) { try handler.handle("/nowhere") }
        #expect(throws: DeepLinkError.self) { try handler.handle("/../quick") }
        #expect(try handler.canHandle(DeepLink("/slow/7")))
        gate.open()
        await task.value
        #expect(journal.entries.last == "slow runs with 5")
    }

    @Test func `a feature that fails cancels what its routes prepare`() async throws {
        struct Failing: DeepLinkFeature {
            let begin: @MainActor () throws -> Void
            func registerDeepLinks(in handler: DeepLinkHandler) throws {
                try begin()
                throw Mishap()
            }
        }
        var task: Task<Void, Never>?
        #expect(throws: Mishap.self) {
            try handler.register(
                Failing {
                    try registerGated("/new/{id}")
                    try handler.handle("/new/5")
                    task = try preparationTask()
                }
            )
        }
        #expect(task?.isCancelled == true)
        #expect(journal.entries.isEmpty)
    }

    @Test func `what a preparation or its action throws is told, with the link`() async throws {
        var failures: [String] = []
        handler.onFailure = { link, error in
            failures.append(
                "\(link.path) \((error as? DeepLinkHandleError)?.description ?? "\(type(of: error))")"
            )
        }
        try handler.register("/a", preparing: { try $0.require(.id) }, action: { _ in })
        try handler.register("/b", preparing: { _ in 5 }, action: { _ in throw Mishap() })
        for link in ["/a", "/b"] {
            try handler.handle(link)
            await handler.preparation?.task.value
        }
        #expect(
            failures == [
                "/a The link has no value for 'id'; add 'id=…' to its query, or check how the name is spelled.",
                "/b Mishap",
            ]
        )
        #expect(handler.preparingLink == nil)
    }

    @Test func `a preparation that goes on after its cancellation leaves no trace`() async throws {
        var waiting: [String: CheckedContinuation<Void, Never>] = [:]
        try handler.register(
            "/deaf/{id}",
            preparing: { items in
                let id = items["id"] ?? ""
                await withCheckedContinuation { waiting[id] = $0 }
                return id
            },
            action: { journal.entries.append($0) }
        )
        func begin(_ id: String) async throws -> Task<Void, Never> {
            try handler.handle("/deaf/\(id)")
            for _ in 0..<1_000 where waiting[id] == nil { await Task.yield() }
            return try preparationTask()
        }
        let first = try await begin("1")
        let second = try await begin("2")
        waiting.removeValue(forKey: "1")?.resume()
        await first.value
        #expect(journal.entries.isEmpty)
        #expect(handler.preparingLink?.path == "/deaf/2")
        waiting.removeValue(forKey: "2")?.resume()
        await second.value
        #expect(journal.entries == ["2"])
        #expect(waiting.isEmpty)
    }

    @Test func `a handler that goes away cancels what it prepares`() async throws {
        var handler: DeepLinkHandler? = DeepLinkHandler()
        try handler?.register(
            "/slow",
            preparing: { _ in
                await gate.pass()
                journal.entries.append(Task.isCancelled ? "cancelled" : "not cancelled")
            },
            action: { journal.entries.append("slow") }
        )
        try handler?.handle("/slow")
        let task = try #require(handler?.preparation).task
        await turns { gate.arrivals > 0 }
        weak let weakHandler = handler
        handler = nil
        #expect(weakHandler == nil)
        gate.open()
        await task.value
        #expect(journal.entries == ["cancelled"])
    }

    // MARK: - Values

    private struct Search: Decodable {
        let text: String
        let page: Int?

        static let path = LinkPath<(String, Int?)>("/find", "text", "page")
    }

    /// A type that runs the app's code as it is read.
    private struct Meddling: Decodable {
        @MainActor static var onRead: (() -> Void)?

        init(from decoder: any Decoder) { MainActor.assumeIsolated { Self.onRead?() } }
    }

    @Test func `a route that is removed as its values are read prepares nothing`() throws {
        try handler.register(
            "/slow",
            as: Meddling.self,
            preparing: { _ in 1 },
            action: { _ in Issue.record("It was removed.") }
        )
        Meddling.onRead = { handler.unregister("/slow") }
        defer { Meddling.onRead = nil }
        try handler.handle("/slow")
        #expect(handler.preparation == nil)
    }

    @Test(arguments: [true, false])
    func `a coordinator prepares nothing for a link that its reading stops`(signsOut: Bool) throws {
        let app = try TestApp()
        try app.handler.register(
            "/slow",
            as: Meddling.self,
            preparing: { _ in 1 },
            action: { _ in Issue.record("It was stopped.") }
        )
        Meddling.onRead = {
            if signsOut { app.coordinator.revoke(.authenticated) }
            if !signsOut { app.handler.unregister("/slow") }
        }
        defer { Meddling.onRead = nil }
        #expect(app.open("/slow").text == "rejected \(signsOut ? "revoked" : "cancelled")")
        #expect(app.handler.preparation == nil)
    }

    @Test func `what the link lacks is told at once, and cancels nothing`() async throws {
        try registerGated()
        try handler.register(
            "/search",
            as: Search.self,
            preparing: { $0.text },
            action: { _ in Issue.record("There was no text.") }
        )
        try handler.register(
            Search.path,
            preparing: { text, _ in text },
            action: { _ in Issue.record("There was no text.") }
        )
        handler.onFailure = { _, error in Issue.record(error) }
        try handler.handle("/slow/5")
        let task = try preparationTask()
        for path in ["/search", "/find"] {
            #expect(throws: DeepLinkHandleError.missingQueryItem(name: "text")) {
                try handler.handle(path)
            }
            #expect(throws: QueryItemValueError.self) {
                try handler.handle(path + "?text=a&page=x")
            }
        }
        gate.open()
        await task.value
        #expect(journal.entries.last == "slow runs with 5")
    }
}
