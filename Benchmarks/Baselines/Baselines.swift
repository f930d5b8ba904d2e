import Foundation

/// Other ways to find a path's route.
@MainActor
enum Baselines {
    /// The name of the benchmark that lookups are compared to.
    static let dictionaryName = "dictionary of whole paths"

    /// Asks the judge, before anyone else is asked.
    static func verifyAnswers(of questions: [Question], among list: RouteList) throws {
        let matcher = LinearMatcher(list.patterns)
        try questions.verify("linear matcher") { matcher.match($0)?.index }
    }

    /// A dictionary that knows each whole path: no captures, and no pattern that could have any.
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

    /// The same dictionary, asked for the path that `URLComponents` finds in a URL.
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

    /// One route after the other, byte by byte.
    static func linear(
        _ list: RouteList,
        _ questions: [Question],
        name: String = "linear scan",
        reference: String = dictionaryName
    ) -> Benchmark {
        let scan = LinearScan(list.patterns)
        return asking(questions, name, reference: reference, scan.match)
    }

    /// A dictionary for each place after some segments.
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

    /// One regular expression after the other.
    static func regularExpressions(_ list: RouteList, _ questions: [Question]) throws -> Benchmark {
        let matcher = try RegularExpressionMatcher(list.patterns)
        return asking(questions, "a regular expression per route", matcher.match)
    }
}

/// Patterns as regular expressions, tried one after the other.
struct RegularExpressionMatcher {
    private let routes: [(index: Int, expression: Regex<AnyRegexOutput>)]

    /// Creates a matcher of the given patterns, which an answer names by their index.
    ///
    /// - Parameter patterns: Tried in the order that the linear matcher tries them in.
    /// - Throws: What the compiler of regular expressions throws.
    init(_ patterns: [String]) throws {
        routes = try LinearMatcher(patterns).order.map { index in
            (index, try Regex(Self.expression(for: patterns[index])))
        }
    }

    /// The index of the first pattern that matches all of `path`.
    func match(_ path: String) -> Int? {
        routes.first { path.wholeMatch(of: $0.expression) != nil }?.index
    }

    /// `/items/{title}-{id:int}` as `/items/([^/]+)-([0-9]+)`.
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
