import Foundation

/// Other ways to find the route of a path.
@MainActor
enum Baselines {
    /// The name of the benchmark that lookups are compared with.
    static let dictionaryName = "dictionary of whole paths"

    /// Verifies the answers with the linear matcher, which is the judge.
    static func verifyAnswers(of questions: [Question], among list: RouteList) throws {
        let matcher = LinearMatcher(list.patterns)
        try questions.verify("linear matcher") { matcher.match($0)?.index }
    }

    /// A dictionary of whole paths, without captures or patterns that could have any.
    static func dictionary(
        _ list: RouteList,
        _ questions: [Question],
        name: String = dictionaryName,
        reference: String = dictionaryName
    ) -> Benchmark {
        var dictionary: [String: Int] = [:]
        for (index, path) in list.paths.enumerated() {
            dictionary[path.copied] = index
        }
        let paths = questions.map(\.path)
        let routes = dictionary
        return Benchmark(
            name: name,
            operations: paths.count,
            reference: reference,
            allocations: 0,
            verify: { try questions.verify(name) { routes[$0] } },
            body: {
                var sum = 0
                for path in paths {
                    sum &+= routes[path] ?? 0
                }
                blackHole(sum)
            }
        )
    }

    /// The same dictionary, with the path that `URLComponents` finds in a URL as its key.
    static func componentsAndDictionary(
        _ list: RouteList,
        _ questions: [Question]
    ) throws -> Benchmark {
        let name = "URLComponents, then the dictionary"
        var dictionary: [String: Int] = [:]
        for (index, path) in list.paths.enumerated() {
            dictionary[path.copied] = index
        }
        let routes = dictionary
        func answer(_ url: URL) -> Int? {
            URLComponents(url: url, resolvingAgainstBaseURL: false).flatMap { routes[$0.path] }
        }
        func url(_ path: String) throws -> URL {
            guard let url = URL(string: "https://mydomain.io" + path) else {
                throw WrongAnswer(description: "'\(path)' is not the path of a URL.")
            }
            return url
        }
        let urls = try questions.map { try url($0.path) }
        return Benchmark(
            name: name,
            operations: urls.count,
            reference: dictionaryName,
            verify: { try questions.verify(name) { try answer(url($0)) } },
            body: {
                var sum = 0
                for url in urls {
                    sum &+= answer(url) ?? 0
                }
                blackHole(sum)
            }
        )
    }

    /// All routes in turn, byte by byte.
    static func linear(
        _ list: RouteList,
        _ questions: [Question],
        name: String = "linear scan",
        reference: String = dictionaryName
    ) -> Benchmark {
        let scan = LinearScan(list.patterns)
        return asking(questions, name, reference: reference, scan.match)
    }

    /// A tree with a dictionary for each node, keyed by segments.
    static func tree(_ list: RouteList, _ questions: [Question]) -> Benchmark {
        let tree = SegmentTree(list.patterns)
        return asking(questions, "tree of dictionaries, by segment", tree.match)
    }

    private static func asking(
        _ questions: [Question],
        _ name: String,
        reference: String = dictionaryName,
        _ answer: @escaping (String) -> Int?
    ) -> Benchmark {
        let paths = questions.map(\.path)
        return Benchmark(
            name: name,
            operations: paths.count,
            reference: reference,
            verify: { try questions.verify(name, answer) },
            body: {
                var sum = 0
                for path in paths {
                    sum &+= answer(path) ?? 0
                }
                blackHole(sum)
            }
        )
    }

    /// A regular expression for each route, tried in turn.
    static func regularExpressions(_ list: RouteList, _ questions: [Question]) throws -> Benchmark {
        let matcher = try RegularExpressionMatcher(list.patterns)
        return asking(questions, "a regular expression per route", matcher.match)
    }
}

/// Patterns as regular expressions that are tried in turn.
struct RegularExpressionMatcher {
    private let routes: [(index: Int, expression: Regex<AnyRegexOutput>)]

    /// Creates a matcher for the given patterns; an answer is the index of a pattern.
    ///
    /// - Parameter patterns: The patterns, which are tried in the same order as by the linear matcher.
    /// - Throws: The errors of the regular expression compiler.
    init(_ patterns: [String]) throws {
        routes = try LinearMatcher(patterns).order.map { index in
            (index, try Regex(Self.expression(for: patterns[index])))
        }
    }

    /// The index of the first pattern that matches the whole of `path`.
    func match(_ path: String) -> Int? {
        routes.first { path.wholeMatch(of: $0.expression) != nil }?.index
    }

    /// The expression for a pattern: `/items/{title}-{id:int}` becomes `/items/([^/]+)-([0-9]+)`.
    static func expression(for pattern: String) -> String {
        var result = ""
        var rest = pattern[...]
        while let character = rest.popFirst() {
            switch character {
            case "{":
                let capture = rest.prefix { $0 != "}" }
                rest = rest.dropFirst(capture.count + 1)
                if capture.hasSuffix(":int") {
                    result += "([0-9]+)"
                } else if capture.hasSuffix(":uuid") {
                    result += "([0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12})"
                } else {
                    result += "([^/]+)"
                }
            case "/", "-", "_":
                result.append(character)
            default:
                if !character.isLetter && !character.isNumber { result += "\\" }
                result.append(character)
            }
        }
        return result
    }
}
