import Foundation

/// Finding a path's route among those of real sites and apps.
@MainActor
enum Lookup {
    /// Each list, once with paths that have a route and once with paths that have none.
    static var contests: [Contest] {
        contests("GitHub API, 130 routes", PackageResources.github_txt, mark: 0.6)
            + contests("static site, 157 routes", PackageResources.static_txt)
            + contests("apps and titles, 26 routes", PackageResources.apps_txt)
    }

    private static func contests(_ title: String, _ file: [UInt8], mark: Double? = nil) -> [Contest]
    {
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
            Baselines.linear(list, questions),
            try Baselines.regularExpressions(list, questions),
        ]
    }
}
