import Foundation
import PathMatching

/// How the cost of a lookup grows with the number of routes.
@MainActor
enum Scale {
    /// The numbers of routes.
    private static let sizes = [10, 100, 1000, 10_000, 100_000]

    static var contests: [Contest] {
        [
            Contest(suite: "scale", title: "trie, 10 to 100 000 routes, hits") {
                try sizes.map { size in
                    let (list, questions) = try input(size)
                    return try Tries.lookups(
                        list,
                        questions,
                        name: name(size),
                        reference: name(100)
                    )
                }
            },
            // Not in the suite `scale`, each of whose contests is a curve of the picture.
            Contest(suite: "lookup", title: "100 000 routes, every one asked") {
                let (list, questions) = try input(100_000)
                return [
                    try Tries.lookups(list, questions, mark: 1.1),
                    Baselines.dictionary(list, questions),
                ]
            },
            Contest(suite: "growth", title: "number of routes") {
                try [100, 10_000].map { size in
                    let list = routes(size)
                    return try Tries.lookups(
                        list,
                        picked(256, of: list),
                        name: name(size),
                        reference: name(100),
                        mark: size == 10_000 ? 2 : nil
                    )
                }
            },
            Contest(suite: "scale", title: "mixed segments at one node, the last one asked") {
                try [1, 4000].map { size in
                    let patterns = (1...size).map { "/p\($0)-{id}" }
                    let paths = (1...size).map { "/p\($0)-872346" }
                    return try Tries.lookups(
                        RouteList(patterns: patterns, paths: paths),
                        [Question(path: paths[size - 1].copied, answer: size - 1)],
                        name: name(size),
                        reference: name(1),
                        mark: size == 4000 ? 4 : nil
                    )
                }
            },
            mixedGrowth("at both ends", "/p#-{id}", path: "/p#-872346"),
            mixedGrowth("between captures", "/{a}-p#-{b}", path: "/x-p#-y", lookups: 1),
            mixedGrowth("of any length", "/{a}#{b:int}", path: "/x#7", lookups: 1),
            Contest(suite: "scale", title: "dictionary, 10 to 100 000 routes, hits") {
                try sizes.map { size in
                    let (list, questions) = try input(size)
                    return Baselines.dictionary(
                        list,
                        questions,
                        name: name(size),
                        reference: name(100)
                    )
                }
            },
            Contest(suite: "scale", title: "linear scan, 10 to 1 000 routes, hits") {
                try sizes.prefix(3).map { size in
                    let (list, questions) = try input(size)
                    return Baselines.linear(
                        list,
                        Array(questions.prefix(64)),
                        name: name(size),
                        reference: name(100)
                    )
                }
            },
        ]
    }

    /// Segments at one node with other text in each, which are inserted, looked up and removed: twice the number takes twice the work.
    ///
    /// - Parameters:
    ///   - place: Where the text is.
    ///   - pattern: The pattern, with `#` for the text.
    ///   - path: A path for it.
    ///   - lookups: How many paths are looked up, the last patterns' ones, if each lookup tries all patterns; nil for all.
    /// - Returns: The contest.
    private static func mixedGrowth(
        _ place: String,
        _ pattern: String,
        path: String,
        lookups: Int? = nil
    ) -> Contest {
        Contest(suite: "growth", title: "mixed segments, text \(place)") {
            try [500, 1_000].map { size in
                let texts = (0..<size).map { number in
                    place == "of any length"
                        ? String(repeating: "-", count: number % 40) + "\(number)x" : "\(number)"
                }
                let patterns = try texts.map {
                    try PathPattern(pattern.replacingOccurrences(of: "#", with: $0))
                }
                let paths = texts.suffix(lookups ?? size).map {
                    path.replacingOccurrences(of: "#", with: $0)
                }
                func work() -> Int {
                    var trie = PathTrie<Int>()
                    for (number, pattern) in patterns.enumerated() { trie[pattern] = number }
                    var sum = 0
                    for path in paths { sum += trie.match(path)?.value ?? 0 }
                    for pattern in patterns { trie.remove(pattern) }
                    return sum + trie.count
                }
                return Benchmark(
                    name: name(size),
                    operations: 1,
                    reference: name(500),
                    mark: size == 1_000 ? 2.4 : nil,
                    verify: {
                        if work() != (0..<size).suffix(lookups ?? size).reduce(0, +) {
                            throw WrongAnswer(description: "The sum of '\(pattern)' is wrong.")
                        }
                    },
                    body: { blackHole(work()) }
                )
            }
        }
    }

    private static func name(_ size: Int) -> String {
        Decimals.text(Double(size), places: 0) + " routes"
    }

    /// An app's routes in the given number, and a question about each, in random order.
    private static func input(_ size: Int) throws -> (RouteList, [Question]) {
        let list = routes(size)
        var random = SplitMix64(seed: 20_240_916)
        let questions = list.hits.shuffled(using: &random)
        // The judge takes time for each route, so it verifies fewer paths if there are many routes.
        try Baselines.verifyAnswers(
            of: Array(questions.prefix(max(10, 1_000_000 / size))),
            among: list
        )
        return (list, questions)
    }

    /// Questions about routes picked at random.
    private static func picked(_ count: Int, of list: RouteList) -> [Question] {
        var random = SplitMix64(seed: 20_240_916)
        return (0..<count).map { _ in
            let index = Int(random.next() % UInt64(list.paths.count))
            return Question(path: list.paths[index].copied, answer: index)
        }
    }

    /// Four kinds of routes in turn, a hundred routes in each area: literal ones, and ones with one or two captures.
    static func routes(_ size: Int) -> RouteList {
        var patterns: [String] = []
        var paths: [String] = []
        for index in 0..<size {
            let area = "/area\(1000 + index / 100)"
            let item = "item\(1000 + index % 100)"
            let id = 872_346 + index
            switch index % 4 {
            case 0:
                patterns.append("\(area)/\(item)/overview")
                paths.append("\(area)/\(item)/overview")
            case 1:
                patterns.append("\(area)/\(item)/{id}")
                paths.append("\(area)/\(item)/\(id)")
            case 2:
                patterns.append("\(area)/\(item)/{id}/edit")
                paths.append("\(area)/\(item)/\(id)/edit")
            default:
                patterns.append("\(area)/{owner}/\(item)/{id}")
                paths.append("\(area)/octocat/\(item)/\(id)")
            }
        }
        return RouteList(patterns: patterns, paths: paths)
    }
}
