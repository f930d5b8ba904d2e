import DeepLinks
import Foundation
import PathMatching

/// The cost of routes and rules when the app starts.
@MainActor
enum Register {
    static var contests: [Contest] {
        [
            contest("GitHub API, 130 routes", DataFile.github, mark: 4),
            contest("static site, 157 routes", DataFile.staticSite),
            Contest(suite: "register", title: "start of an app: 500 routes, 200 rules") {
                try launch(routes: 500, rules: 200)
            },
        ]
    }

    private static let dictionaryName = "dictionary of whole paths"

    private static func contest(
        _ title: String,
        _ file: DataFile,
        mark: Double? = nil
    ) -> Contest {
        Contest(suite: "register", title: title) {
            let list = try RouteList(file)
            return [
                trie(list.patterns, mark: mark),
                parsing(list.patterns),
                handler(list.patterns),
                dictionary(list.patterns),
            ]
        }
    }

    /// Reads patterns and inserts them into a trie.
    private static func trie(_ patterns: [String], mark: Double?) -> Benchmark {
        @MainActor func make() throws -> PathTrie<Int> {
            var trie = PathTrie<Int>()
            for (index, pattern) in patterns.enumerated() {
                try trie.insert(index, at: PathPattern(pattern))
            }
            return trie
        }
        return Benchmark(
            name: "trie, patterns parsed",
            operations: patterns.count,
            reference: dictionaryName,
            mark: mark,
            verify: { try verify("trie", make().count, is: patterns.count) },
            body: { blackHole(try? make()) }
        )
    }

    /// Only reads the patterns.
    private static func parsing(_ patterns: [String]) -> Benchmark {
        @MainActor func segments() throws -> Int {
            var sum = 0
            for pattern in patterns {
                sum += try PathPattern(pattern).captureCount
            }
            return sum
        }
        let braces = patterns.reduce(0) { $0 + $1.utf8.count { $0 == UInt8(ascii: "{") } }
        return Benchmark(
            name: "patterns alone",
            operations: patterns.count,
            reference: dictionaryName,
            verify: { try verify("patterns alone", segments(), is: braces) },
            body: { blackHole(try? segments()) }
        )
    }

    /// The registry of an app's features, with an action for each route.
    private static func handler(_ patterns: [String]) -> Benchmark {
        @MainActor func make() throws -> DeepLinkHandler {
            let handler = DeepLinkHandler()
            for pattern in patterns {
                try handler.register(pattern) { _ in }
            }
            return handler
        }
        return Benchmark(
            name: "handler, with actions",
            operations: patterns.count,
            reference: dictionaryName,
            verify: { try verify("handler", make().paths.count, is: patterns.count) },
            body: { blackHole(try? make()) }
        )
    }

    private static func dictionary(_ patterns: [String]) -> Benchmark {
        @MainActor func make() -> [String: Int] {
            var dictionary: [String: Int] = [:]
            for (index, pattern) in patterns.enumerated() {
                dictionary[pattern] = index
            }
            return dictionary
        }
        return Benchmark(
            name: dictionaryName,
            operations: patterns.count,
            reference: dictionaryName,
            verify: { try verify(dictionaryName, make().count, is: patterns.count) },
            body: { blackHole(make()) }
        )
    }

    private static func verify(_ name: String, _ count: Int, is expected: Int) throws {
        if count != expected {
            throw WrongAnswer(description: "'\(name)' counts \(count), where \(expected) is right.")
        }
    }

    // MARK: The start of an app

    /// Everything that an app with many features does with this package when it starts; figures are for all of it together.
    private static func launch(routes: Int, rules: Int) throws -> [Benchmark] {
        let paths = (0..<routes).map { index in
            index.isMultiple(of: 4)
                ? "/feature\(index / 10)/screen\(index)"
                : "/feature\(index / 10)/screen\(index)/{id}"
        }
        let sources = (0..<rules).map { "/section\($0 / 5)/items\($0)/{title}-{id:int}" }
        @MainActor func handler() throws -> DeepLinkHandler {
            let handler = DeepLinkHandler()
            for path in paths {
                try handler.register(path) { _ in }
            }
            return handler
        }
        @MainActor func rewriter() throws -> URLRewriter {
            try URLRewriter {
                Domain("mydomain.io", "www.mydomain.io") {
                    for source in sources {
                        Rewrite(source, to: "/featureA/detail?id={id}")
                    }
                }
            }
        }
        let json = try rewriter().configuration.data()
        @MainActor func dictionary() -> [String: Int] {
            var dictionary: [String: Int] = [:]
            for path in paths + sources {
                dictionary[path] = dictionary.count
            }
            return dictionary
        }
        let reference = "dictionary of 700 whole paths"
        let serialization = "JSONSerialization of the rules' file"
        return [
            Benchmark(
                name: "all of it: 500 routes, 200 rules",
                operations: 1,
                reference: reference,
                verify: {
                    try verify("handler", handler().paths.count, is: routes)
                    try verify("rules", rewriter().sources[0].rules.count, is: rules)
                },
                body: {
                    blackHole(try? handler())
                    blackHole(try? rewriter())
                }
            ),
            Benchmark(
                name: "handler: 500 routes",
                operations: 1,
                reference: reference,
                verify: { try verify("handler", handler().paths.count, is: routes) },
                body: { blackHole(try? handler()) }
            ),
            Benchmark(
                name: "rewriter: 200 rules, as code",
                operations: 1,
                reference: reference,
                verify: {
                    try verify("rules", rewriter().configuration.domains[0].rules.count, is: rules)
                },
                body: { blackHole(try? rewriter()) }
            ),
            Benchmark(
                name: "configuration: 200 rules, as JSON",
                operations: 1,
                reference: serialization,
                verify: {
                    let count = try LinkConfiguration(data: json).domains[0].rules.count
                    try verify("JSON", count, is: rules)
                },
                body: { blackHole(try? LinkConfiguration(data: json)) }
            ),
            Benchmark(
                name: serialization,
                operations: 1,
                reference: serialization,
                verify: {
                    let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
                    let domains = object?["domains"] as? [[String: Any]]
                    let count = (domains?.first?["rules"] as? [Any])?.count ?? 0
                    try verify(serialization, count, is: rules)
                },
                body: { blackHole(try? JSONSerialization.jsonObject(with: json)) }
            ),
            Benchmark(
                name: "rewriter: 200 rules, as JSON",
                operations: 1,
                reference: reference,
                verify: {
                    let configuration = try LinkConfiguration(data: json)
                    try verify(
                        "JSON",
                        URLRewriter(configuration: configuration).configuration.domains[0].rules
                            .count,
                        is: rules
                    )
                },
                body: { blackHole(try? URLRewriter(configuration: LinkConfiguration(data: json))) }
            ),
            Benchmark(
                name: reference,
                operations: 1,
                reference: reference,
                verify: { try verify(reference, dictionary().count, is: routes + rules) },
                body: { blackHole(dictionary()) }
            ),
        ]
    }
}
