import Foundation

/// Finding a path's route among those of real sites and apps.
@MainActor
enum Lookup {
    /// Each list, once with paths that have a route and once with paths that have none.
    static var contests: [Contest] {
        contests("GitHub API, 130 routes", DataFile.github, mark: 0.6)
            + contests("static site, 157 routes", DataFile.staticSite)
            + contests("apps and titles, 26 routes", DataFile.apps) + catchAlls
            + [cold, first]
    }

    /// GitLab's routes, most of which begin with a catch-all: what tries one after the other would take minutes.
    ///
    /// Its three patterns without text take every path but the root, so paths that miss are asked without those. To tell that they miss,
    /// all routes are tried one after the other, which is done for some of them.
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
                return try benchmarks(list, list.hits, mark: 2)
            },
            Contest(suite: "lookup", title: "GitLab without 3 that take all, misses") {
                let list = try RouteList(DataFile.gitlab).withoutCapturesAlone
                let questions = try list.every(16).misses(by: LinearMatcher(list.patterns))
                try Baselines.verifyAnswers(of: questions, among: list)
                return try benchmarks(list, questions, mark: nil)
            },
        ]
    }

    /// The same work after everything was driven out of the processor's caches.
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

    /// One lookup, with which a program begins.
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
