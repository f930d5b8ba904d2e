import Foundation

/// Finding a path's route among the routes of real sites and apps.
@MainActor
enum Lookup {
    /// Each list, once with paths that have a route and once with paths that have none.
    static var contests: [Contest] {
        contests("GitHub API, 130 routes", DataFile.github, mark: 0.6)
            + contests("static site, 157 routes", DataFile.staticSite)
            + contests("apps and titles, 26 routes", DataFile.apps) + catchAlls
            + [titles, cold, first]
    }

    /// Titles with an identifier at their end: two captures in one segment.
    private static var titles: Contest {
        Contest(suite: "lookup", title: "two captures in one segment") {
            let list = RouteList(
                patterns: [
                    "/domainA/items/{title}-{id:int}", "/shop/{category}/{title}-{id:int}",
                    "/shop/{category}/{title}-{id:int}/reviews",
                ],
                paths: [
                    "/domainA/items/some-seo-title-872346",
                    "/shop/running-shoes/top-10-shoes-of-the-year-872346",
                    "/shop/running-shoes/top-10-shoes-of-the-year-872346/reviews",
                ]
            )
            return try [
                Tries.lookups(list, list.hits, mark: 1), Baselines.dictionary(list, list.hits),
            ]
        }
    }

    /// GitLab's routes, most of which begin with a catch-all: trying them one after the other would take minutes.
    ///
    /// Three of its patterns have no text and match every path but the root, so misses are looked up without them. To verify a miss,
    /// the judge tries all routes one after the other, so only some paths are used.
    private static var catchAlls: [Contest] {
        func benchmarks(
            _ list: RouteList,
            _ questions: [Question],
            mark: Double?
        ) throws -> [Benchmark] {
            [
                try Tries.lookups(list, questions, mark: mark),
                Baselines.dictionary(list, questions), Baselines.tree(list, questions),
            ]
        }
        return [
            Contest(suite: "lookup", title: "GitLab, 1 772 routes, hits") {
                let list = try RouteList(DataFile.gitlab)
                return try benchmarks(list, list.hits, mark: 1.6)
            },
            Contest(suite: "lookup", title: "GitLab without 3 that take all, misses") {
                let list = try RouteList(DataFile.gitlab).withoutCapturesAlone
                let questions = try list.every(16).misses(by: LinearMatcher(list.patterns))
                try Baselines.verifyAnswers(of: questions, among: list)
                return try benchmarks(list, questions, mark: nil)
            },
        ]
    }

    /// The same work after all data was evicted from the processor's caches.
    private static var cold: Contest {
        Contest(suite: "lookup", title: "GitHub API, 130 routes, hits, caches cold") {
            let list = try RouteList(DataFile.github)
            return try [
                Tries.lookups(list, list.hits), Baselines.dictionary(list, list.hits),
            ].map { benchmark in
                var benchmark = benchmark
                benchmark.caches = .cold
                return benchmark
            }
        }
    }

    /// A single lookup, the first in a program.
    private static var first: Contest {
        Contest(suite: "lookup", title: "GitHub API, 130 routes, the first in a new process") {
            let list = try RouteList(DataFile.github)
            let question = list.hits.suffix(1)
            return try [
                Tries.lookups(list, Array(question)), Baselines.dictionary(list, Array(question)),
            ].map { benchmark in
                var benchmark = benchmark
                benchmark.caches = .new
                return benchmark
            }
        }
    }

    private static func contests(
        _ title: String,
        _ file: DataFile,
        mark: Double? = nil
    ) -> [Contest] {
        [
            Contest(suite: "lookup", title: "\(title), hits") {
                let list = try RouteList(file)
                return try benchmarks(list, questions: list.hits, mark: mark)
            },
            Contest(suite: "lookup", title: "\(title), misses") {
                let list = try RouteList(file)
                return try benchmarks(
                    list,
                    questions: list.misses(by: LinearMatcher(list.patterns))
                )
            },
        ]
    }

    private static func benchmarks(
        _ list: RouteList,
        questions: [Question],
        mark: Double? = nil
    ) throws -> [Benchmark] {
        try Baselines.verifyAnswers(of: questions, among: list)
        return [
            try Tries.lookups(list, questions, mark: mark),
            Baselines.dictionary(list, questions),
            try Baselines.componentsAndDictionary(list, questions),
            Baselines.tree(list, questions),
            Baselines.linear(list, questions),
            try Baselines.regularExpressions(list, questions),
        ]
    }
}
