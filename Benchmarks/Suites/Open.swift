import DeepLinks
import Foundation

/// Opening links, from an arriving URL to the feature's action.
@MainActor
enum Open {
    /// The name of the benchmark that the others are compared with.
    static let componentsName = "URLComponents: path and items"

    static var contests: [Contest] {
        [
            Contest(suite: "open", title: "external URL in, rewritten, action run") {
                let links = try links()
                return [
                    try opening(links),
                    try rewriting(links, mark: 0.5),
                    seed(links.map(\.external)),
                    components(links.map(\.external)),
                    text(links.map(\.external)),
                ]
            },
            Contest(suite: "open", title: "external URL in, policy asked, action run") {
                let links = try links()
                return [
                    try coordinating(links, "coordinator", mark: 0.9),
                    try coordinating(links, "coordinator, without a look back", looksBack: false),
                    try coordinating(links, "coordinator, origin trusted", from: .push),
                    try coordinating(
                        links,
                        "coordinator, events observed",
                        isObserved: true,
                        mark: 1.8
                    ),
                    try opening(links),
                    seed(links.map(\.external)),
                    components(links.map(\.external)),
                ]
            },
            Contest(suite: "open", title: "external URL in, action run, beside the seed") {
                let links = try links()
                var coordinator = try coordinating(links, "coordinator", mark: 1.0 / 6)
                coordinator.reference = SeedHandler.name
                return [coordinator, seed(links.map(\.external))]
            },
            Contest(suite: "open", title: "external URL with a title in, policy asked, action run")
            {
                let link = Array(try links()[2...2])
                var coordinator = try coordinating(link, "coordinator")
                coordinator.allocations = 2
                return [
                    coordinator, try opening(link),
                    try rewriting(link), components(link.map(\.external)),
                ]
            },
            Contest(suite: "open", title: "external URL in, the first in a new process") {
                let link = Array(try links().prefix(1))
                return [
                    try coordinating(link, "coordinator", mark: 2.5), try opening(link),
                    seed(link.map(\.external)),
                    components(link.map(\.external)),
                ].map { benchmark in
                    var benchmark = benchmark
                    benchmark.caches = .new
                    return benchmark
                }
            },
            Contest(suite: "open", title: "internal URL in, action run") {
                let urls = try links().map { try url("https://domain.io" + $0.internal) }
                return [
                    try handling(urls),
                    dictionaryOfActions(urls),
                    components(urls),
                ]
            },
        ]
    }

    static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else {
            throw WrongAnswer(description: "'\(text)' is not a URL.")
        }
        return url
    }

    /// External links and the internal links that they become.
    private static func links() throws -> [(external: URL, internal: String)] {
        try [
            ("https://mydomain.io/domainA/872346", "/featureA/detail?id=872346"),
            ("https://mydomain.io/domainA/items/872346", "/featureA/detail?id=872346"),
            (
                "https://mydomain.io/domainA/items/some-seo-title-872346",
                "/featureA/detail?id=872346"
            ),
            ("https://mydomain.io/a/872346", "/featureA/detail?id=872346"),
            (
                "https://www.mydomain.io/domainA/items/872346?utm_source=newsletter&utm_medium=email",
                "/featureA/detail?id=872346&utm_source=newsletter&utm_medium=email"
            ),
            (
                "https://mydomain.io/domainA/items/top-10-shoes-872346?color=red",
                "/featureA/detail?id=872346&color=red"
            ),
            ("myapp://featureA/detail?id=872346", "/featureA/detail?id=872346"),
            (
                "myapp:///featureA/detail?id=872346&source=push",
                "/featureA/detail?id=872346&source=push"
            ),
        ].map { (try url($0), $1) }
    }

    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/a/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/shop/{category}", to: "/shop?category={category}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    /// Records what the features' actions receive.
    @MainActor
    private final class Destination {
        var ids = 0
        var opened = 0

        /// A registry whose action reads one typed item, as a feature's action does.
        ///
        /// - Parameters:
        ///   - requirements: The requirements that links to that action wait for.
        ///   - origins: The origins that the action trusts.
        /// - Returns: The registry.
        /// - Throws: The registry's errors.
        func handler(
            requires requirements: Set<Requirement> = [],
            trusts origins: Set<LinkOrigin>? = nil
        ) throws -> DeepLinkHandler {
            let handler = DeepLinkHandler()
            for path in [
                "/featureB/list", "/featureB/detail", "/player", "/shop", "/items/{itemId}",
            ] {
                try handler.register(path) { _ in }
            }
            let id: TypedParameter<Int> = "id"
            try handler.register(
                "/featureA/detail",
                requires: requirements,
                trusts: origins
            ) { queryItems in
                self.ids &+= try queryItems.require(id)
                self.opened &+= 1
            }
            return handler
        }

        /// Calls `open`, and throws unless the action ran exactly once, with the right item.
        func verify(_ name: String, _ url: URL, open: @MainActor () throws -> Void) throws {
            (ids, opened) = (0, 0)
            try open()
            if ids != 872_346 || opened != 1 {
                throw WrongAnswer(
                    description: """
                        '\(name)' runs \(opened) actions for '\(url)', with \(ids) in sum, where one with \
                        872346 is right.
                        """
                )
            }
        }
    }

    /// All steps from an external URL to the action.
    private static func opening(_ links: [(external: URL, internal: String)]) throws -> Benchmark {
        let name = "rewriter, then handler"
        let urls = links.map(\.external)
        let rewriter = try rewriter()
        let destination = Destination()
        let handler = try destination.handler()
        return Benchmark(
            name: name,
            operations: links.count,
            reference: componentsName,
            verify: {
                for url in urls {
                    try destination.verify(name, url) {
                        try handler.handle(rewriter.rewrite(url))
                    }
                }
            },
            body: {
                for url in urls {
                    do {
                        try handler.handle(rewriter.rewrite(url))
                    } catch {
                        preconditionFailure("\(url) was verified, but now: \(error)")
                    }
                }
                blackHole(destination.ids)
            }
        )
    }

    /// All steps through a coordinator: a link is checked, rewritten, compared with earlier links and judged by the requirements of
    /// its route, and its action runs.
    ///
    /// - Parameters:
    ///   - links: The links and what they become.
    ///   - name: The benchmark's name.
    ///   - looksBack: Whether duplicates and floods are looked for, in a window that is too short to find any.
    ///   - origin: Where the links come from; if it is known, the route trusts it.
    ///   - isObserved: Whether a closure receives all events.
    ///   - mark: The limit for the ratio.
    /// - Returns: The benchmark.
    /// - Throws: A fault of the rules or the routes.
    private static func coordinating(
        _ links: [(external: URL, internal: String)],
        _ name: String,
        looksBack: Bool = true,
        from origin: LinkOrigin = .unknown,
        isObserved: Bool = false,
        mark: Double? = nil
    ) throws -> Benchmark {
        let urls = links.map(\.external)
        let destination = Destination()
        var options = DeepLinkCoordinator.Options()
        // In an app the last link was opened long ago; here it was opened a few hundred nanoseconds ago.
        options.duplicateWindow = looksBack ? .nanoseconds(1) : .zero
        options.rateLimit =
            looksBack ? DeepLinkCoordinator.Options.RateLimit(links: 20, per: .nanoseconds(1)) : nil
        let coordinator = DeepLinkCoordinator(
            handler: try destination.handler(
                requires: [.authenticated],
                trusts: origin == .unknown ? nil : [.inApp, origin]
            ),
            rewriter: try rewriter(),
            options: options
        )
        coordinator.activate()
        coordinator.satisfy(.authenticated)
        if isObserved {
            coordinator.onEvent = { blackHole($0) }
        }
        return Benchmark(
            name: name,
            operations: links.count,
            reference: componentsName,
            mark: mark,
            verify: {
                for url in urls {
                    try destination.verify(name, url) {
                        guard case .handled = coordinator.open(url, from: origin) else {
                            throw WrongAnswer(
                                description: "'\(name)' does not open '\(url)'."
                            )
                        }
                    }
                }
            },
            body: {
                for url in urls {
                    coordinator.open(url, from: origin)
                }
                blackHole(destination.ids)
            }
        )
    }

    /// The handler alone, given a URL that is already internal.
    private static func handling(_ urls: [URL]) throws -> Benchmark {
        let name = "handler"
        let destination = Destination()
        let handler = try destination.handler()
        return Benchmark(
            name: name,
            operations: urls.count,
            reference: componentsName,
            verify: {
                for url in urls {
                    try destination.verify(name, url) { try handler.handle(url) }
                }
            },
            body: {
                for url in urls {
                    do {
                        try handler.handle(url)
                    } catch {
                        preconditionFailure("\(url) was verified, but now: \(error)")
                    }
                }
                blackHole(destination.ids)
            }
        )
    }

    /// The plain way: the path that `URLComponents` finds is the key of an action, which receives the query items.
    private static func dictionaryOfActions(_ urls: [URL]) -> Benchmark {
        let name = "URLComponents, then a dictionary of actions"
        let destination = Destination()
        let action: DeepLinkHandler.Action = { items in
            guard let value = items.first(where: { $0.name == "id" })?.value, let id = Int(value)
            else {
                throw WrongAnswer(description: "There is no id in \(items).")
            }
            destination.ids &+= id
            destination.opened &+= 1
        }
        let actions: [String: DeepLinkHandler.Action] = [
            "/featureA/detail": action, "/featureB/list": { _ in }, "/player": { _ in },
        ]
        func open(_ url: URL) throws {
            guard let components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
                return
            }
            try actions[components.path]?(components.queryItems ?? [])
        }
        return Benchmark(
            name: name,
            operations: urls.count,
            reference: componentsName,
            verify: {
                for url in urls {
                    try destination.verify(name, url) { try open(url) }
                }
            },
            body: {
                for url in urls {
                    do {
                        try open(url)
                    } catch {
                        preconditionFailure("\(url) was verified, but now: \(error)")
                    }
                }
                blackHole(destination.ids)
            }
        )
    }

    /// The way of the document that the package began with.
    private static func seed(_ urls: [URL]) -> Benchmark {
        let destination = Destination()
        var handler = SeedHandler()
        for path in ["/featureB/list", "/featureB/detail", "/player", "/shop"] {
            handler.actions[path] = { _ in }
        }
        handler.actions["/featureA/detail"] = { items in
            guard let value = items.first(where: { $0.name == "id" })?.value, let id = Int(value)
            else { throw WrongAnswer(description: "There is no id in \(items).") }
            destination.ids &+= id
            destination.opened &+= 1
        }
        return Benchmark(
            name: SeedHandler.name,
            operations: urls.count,
            reference: componentsName,
            verify: {
                for url in urls {
                    try destination.verify(SeedHandler.name, url) { try handler.open(url) }
                }
            },
            body: {
                for url in urls {
                    do {
                        try handler.open(url)
                    } catch {
                        preconditionFailure("\(url) was verified, but now: \(error)")
                    }
                }
                blackHole(destination.ids)
            }
        )
    }

    /// The rewriter alone, whose link has the path and the decoded query items.
    private static func rewriting(
        _ links: [(external: URL, internal: String)],
        mark: Double? = nil
    ) throws -> Benchmark {
        let rewriter = try rewriter()
        return Benchmark(
            name: "rewriter alone",
            operations: links.count,
            reference: componentsName,
            mark: mark,
            verify: {
                for link in links {
                    try verify("rewriter alone", try rewriter.rewrite(link.external), against: link)
                }
            },
            body: {
                var sum = 0
                for link in links {
                    guard let link = try? rewriter.rewrite(link.external) else { continue }
                    sum &+= link.path.utf8.count &+ link.queryItems.count
                }
                blackHole(sum)
            }
        )
    }

    private static func verify(
        _ name: String,
        _ link: DeepLink,
        against expected: (external: URL, internal: String)
    ) throws {
        if link != (try DeepLink(expected.internal)) {
            throw WrongAnswer(
                description: """
                    '\(name)' makes \(link) of '\(expected.external)', where '\(expected.internal)' is right.
                    """
            )
        }
    }

    /// Reading the text of a URL, the least that any code with a URL has to do.
    private static func text(_ urls: [URL]) -> Benchmark {
        Benchmark(
            name: "absoluteString, not looked at",
            operations: urls.count,
            reference: componentsName,
            verify: {},
            body: {
                var sum = 0
                for url in urls {
                    sum &+= url.absoluteString.utf8.count
                }
                blackHole(sum)
            }
        )
    }

    /// The time that Foundation takes to find the path and the query items of the same URLs.
    static func components(_ urls: [URL]) -> Benchmark {
        Benchmark(
            name: componentsName,
            operations: urls.count,
            reference: componentsName,
            verify: {
                for url in urls where URLComponents(url: url, resolvingAgainstBaseURL: false) == nil
                {
                    throw WrongAnswer(description: "URLComponents does not take '\(url)'.")
                }
            },
            body: {
                var sum = 0
                for url in urls {
                    let components = URLComponents(url: url, resolvingAgainstBaseURL: false)
                    sum &+= components?.path.utf8.count ?? 0
                    sum &+= components?.queryItems?.count ?? 0
                }
                blackHole(sum)
            }
        )
    }
}
