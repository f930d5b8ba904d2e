import PathMatching

/// The package's own way to find the route of a path.
@MainActor
enum Tries {
    /// A trie whose match has the route and the place of each capture in the path.
    ///
    /// - Parameters:
    ///   - list: The routes.
    ///   - questions: The paths, each of which is looked up once in a pass.
    ///   - name: The benchmark's name.
    ///   - reference: The name of the benchmark that it is compared with.
    ///   - mark: The limit for the ratio.
    /// - Returns: The benchmark, which promises not to allocate.
    /// - Throws: The trie's error for a pattern.
    static func lookups(
        _ list: RouteList,
        _ questions: [Question],
        name: String = "trie, captures found",
        reference: String = Baselines.dictionaryName,
        mark: Double? = nil
    ) throws -> Benchmark {
        var building = PathTrie<Int>()
        for (index, pattern) in list.patterns.enumerated() {
            try building.insert(index, at: PathPattern(pattern))
        }
        let trie = building
        let paths = questions.map(\.path)
        return Benchmark(
            name: name,
            operations: paths.count,
            reference: reference,
            mark: mark,
            allocations: 0,
            verify: {
                try questions.verify(name) { trie.match($0)?.value }
                for question in questions {
                    try verifyCaptures(of: trie.match(question.path), question, among: list)
                }
            },
            body: {
                var sum = 0
                for path in paths {
                    guard let match = trie.match(path) else { continue }
                    sum &+= match.value
                    for index in 0..<match.captureCount {
                        let range = match.range(ofCapture: index)
                        sum &+= range.lowerBound ^ range.upperBound
                    }
                }
                blackHole(sum)
            }
        )
    }

    /// Compares the captures with those that the judge finds, using only the pattern that matched.
    private static func verifyCaptures(
        of match: PathMatch<Int>?,
        _ question: Question,
        among list: RouteList
    ) throws {
        guard let match else { return }
        let utf8 = Array(question.path.utf8)
        let found = (0..<match.captureCount).map { index in
            String(decoding: utf8[match.range(ofCapture: index)], as: UTF8.self)
        }
        let expected = LinearMatcher([list.patterns[match.value]]).match(question.path)?.captures
        if found != expected?.map(String.init) {
            throw WrongAnswer(
                description: """
                    The trie captures \(found) in '\(question.path)' with '\(list.patterns[match.value])', \
                    where the captures are \(expected ?? []).
                    """
            )
        }
    }
}
