import DeepLinks
import Foundation

/// From a URL that arrives to the feature's action.
@MainActor
enum Open {
    /// The name of the benchmark that the others are compared to.
    private static let componentsName = "URLComponents: path and items"

    static var contests: [Contest] {
        [
            Contest(suite: "open", title: "URL to internal link, rewritten") {
                let links = try links()
                return [
                    try rewriting(links),
                    try components(links.map(\.external)),
                    text(links.map(\.external)),
                ]
            }
        ]
    }

    /// External links and the internal ones that they become.
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
        ].map { external, link in
            guard let url = URL(string: external) else {
                throw WrongAnswer(description: "'\(external)' is not a URL.")
            }
            return (url, link)
        }
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

    /// The rewriter, whose link tells the path and the decoded query items.
    private static func rewriting(_ links: [(external: URL, internal: String)]) throws -> Benchmark
    {
        let rewriter = try rewriter()
        return Benchmark(
            name: "rewriter",
            operations: links.count,
            reference: componentsName,
            verify: {
                for link in links {
                    try verify("rewriter", try rewriter.rewrite(link.external), against: link)
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

    /// What it takes to get at the text of a URL, below which nothing that is handed one can go.
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

    /// What Foundation takes to find the path and the query items of the same URLs, and nothing else.
    private static func components(_ urls: [URL]) throws -> Benchmark {
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
