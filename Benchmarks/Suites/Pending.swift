import DeepLinks
import Foundation
import LinkChecking

/// Links that arrive while no user is signed in, more than can wait.
@MainActor
enum Pending {
    static var contests: [Contest] {
        [
            Contest(suite: "pending", title: "links that wait for a login") {
                let urls = try (0..<1_000).map {
                    try Open.url("https://mydomain.io/items/some-seo-title-\($0)?utm_source=mail")
                }
                return [
                    try flood(urls, "queue of 100", .queue(capacity: 100)),
                    try flood(urls, "the latest one", .latest),
                    try flood(
                        urls,
                        "queue of 100, 20 links in 10 s",
                        .queue(capacity: 100),
                        .standard
                    ),
                    Open.components(urls),
                ]
            },
            Contest(suite: "growth", title: "links that are restored and wait") {
                try [2_500, 5_000].map { size in try restoring(size) }
            },
            Contest(suite: "growth", title: "links that wait and get their turns") {
                try [2_500, 5_000].map { size in try givingTurns(size) }
            },
        ]
    }

    /// Restores links that waited.
    private static func restoring(_ size: Int) throws -> Benchmark {
        let before = try signedOut(.queue(capacity: size), nil)
        for number in 0..<size { before.open("https://mydomain.io/items/title-\(number)") }
        let snapshot = before.snapshot(for: nil)
        func restored() throws -> DeepLinkCoordinator {
            let coordinator = try signedOut(.queue(capacity: size), nil)
            try coordinator.restore(snapshot, for: nil, at: snapshot.date)
            return coordinator
        }
        return growth(size) { try restored().pendingLinks.count }
    }

    /// Opens links that have to wait, and then runs them one after the other.
    private static func givingTurns(_ size: Int) throws -> Benchmark {
        let urls = try (0..<size).map { try Open.url("https://mydomain.io/items/title-\($0)") }
        return growth(size) {
            var count = 0
            let mode = DeepLinkCoordinator.Options.Pending.queue(
                capacity: size,
                superseding: .sameLink
            )
            let coordinator = try signedOut(mode, nil) { count += 1 }
            for url in urls { coordinator.open(url) }
            coordinator.satisfy(.authenticated)
            return count
        }
    }

    /// Work with so many links, which it counts: twice as many take twice the work.
    private static func growth(
        _ size: Int,
        count: @escaping @MainActor () throws -> Int
    ) -> Benchmark {
        func name(_ size: Int) -> String { Decimals.text(Double(size), places: 0) + " links" }
        return Benchmark(
            name: name(size),
            operations: 1,
            reference: name(2_500),
            mark: size == 5_000 ? 2.4 : nil,
            verify: {
                let count = try count()
                if count != size { throw WrongAnswer(description: "\(count) of \(name(size)).") }
            },
            body: { blackHole(try? count()) }
        )
    }

    /// The number of links that a coordinator is verified with.
    private static let count = 100_000

    /// Sends links into a coordinator while no user is signed in.
    ///
    /// - Parameters:
    ///   - urls: The links, which lead to different paths.
    ///   - name: The benchmark's name.
    ///   - mode: How many of them wait.
    ///   - limit: How many of them are let in; nil lets all in.
    /// - Returns: The benchmark, whose verification opens 100 000 links and accounts for each, and for the memory.
    /// - Throws: A fault of the rules or the routes.
    private static func flood(
        _ urls: [URL],
        _ name: String,
        _ mode: DeepLinkCoordinator.Options.Pending,
        _ limit: DeepLinkCoordinator.Options.RateLimit? = nil
    ) throws -> Benchmark {
        let coordinator = try signedOut(mode, limit)
        return Benchmark(
            name: name,
            operations: urls.count,
            reference: Open.componentsName,
            // Time stands still, so that the number of links let in does not depend on the machine's speed.
            verify: { try verify(name, urls, signedOut(mode, limit, TestClock())) },
            body: {
                for url in urls {
                    coordinator.open(url)
                }
                blackHole(coordinator)
            }
        )
    }

    private static func signedOut(
        _ mode: DeepLinkCoordinator.Options.Pending,
        _ limit: DeepLinkCoordinator.Options.RateLimit?,
        _ clock: some Clock<Duration> = ContinuousClock(),
        action: @escaping @MainActor () -> Void = {
            preconditionFailure("Nobody is signed in, and an action runs")
        }
    ) throws -> DeepLinkCoordinator {
        let handler = DeepLinkHandler()
        try handler.register("/items/{id}", requires: [.authenticated]) { _ in action() }
        var options = DeepLinkCoordinator.Options()
        options.pending = mode
        options.rateLimit = limit
        let coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try URLRewriter {
                Domain("mydomain.io") {
                    Rewrite("/items/{title}-{id:int}", to: "/items/{id}")
                }
            },
            options: options,
            clock: clock
        )
        coordinator.activate()
        return coordinator
    }

    /// Opens 100 000 links, and throws unless all are accounted for and take no more memory than a thousand do.
    private static func verify(
        _ name: String,
        _ urls: [URL],
        _ coordinator: DeepLinkCoordinator
    ) throws {
        var (refused, dropped) = (0, 0)
        coordinator.onOutcome = { report in
            switch report.outcome {
            case .rejected where report.isLate: dropped += 1
            case .rejected, .failed, .duplicate: refused += 1
            case .handled, .deferred, .preparing: break
            }
        }
        func openAll() {
            for url in urls {
                coordinator.open(url)
            }
        }
        openAll()
        let allocations = Allocations.counted {
            for _ in 1..<(count / urls.count) { openAll() }
        }
        if let allocations, allocations.liveBytes > 4_096 {
            throw WrongAnswer(
                description: """
                    '\(name)' holds \(allocations.liveBytes) bytes more after \(count) links than after \
                    \(urls.count).
                    """
            )
        }
        let waiting = coordinator.pendingLinks.count
        if refused + dropped + waiting != count
            || waiting != min(coordinator.capacity, count - refused)
        {
            throw WrongAnswer(
                description:
                    "'\(name)' was given \(count) links: \(refused) refused, \(dropped) dropped, \(waiting) wait."
            )
        }
    }
}

extension DeepLinkCoordinator {
    /// How many links may wait.
    fileprivate var capacity: Int {
        switch options.pending {
        case .latest: 1
        case .queue(let capacity, _): capacity
        }
    }
}

extension DeepLinkCoordinator.Options.RateLimit {
    /// The limit of the standard options.
    fileprivate static var standard: DeepLinkCoordinator.Options.RateLimit? {
        DeepLinkCoordinator.Options().rateLimit
    }
}
