/// Patterns, each with a path that it matches, from a file in `Data`.
struct RouteList {
    /// The patterns, in the order of the file.
    let patterns: [String]

    /// For each pattern, a path whose route it is.
    let paths: [String]

    /// Reads a file of routes.
    init(_ file: DataFile) throws {
        try self.init(Array(file.data))
    }

    /// Reads lines that have a pattern, a tab and a path; a line that begins with `#` is a comment.
    ///
    /// - Parameter text: The bytes of the file.
    /// - Throws: `WrongAnswer` for a line in any other form.
    init(_ text: [UInt8]) throws {
        var patterns: [String] = []
        var paths: [String] = []
        for line in String(decoding: text, as: UTF8.self).split(separator: "\n")
        where !line.hasPrefix("#") {
            let columns = line.split(separator: "\t")
            guard columns.count == 2 else {
                throw WrongAnswer(description: "'\(line)' is not a pattern, a tab and a path.")
            }
            patterns.append(String(columns[0]))
            paths.append(String(columns[1]))
        }
        self.patterns = patterns
        self.paths = paths
    }

    /// Creates a list of patterns and as many paths.
    init(patterns: [String], paths: [String]) {
        precondition(patterns.count == paths.count, "Each pattern has one path")
        self.patterns = patterns
        self.paths = paths
    }
}

extension RouteList {
    /// The paths as questions, each with its pattern's index as the answer.
    var hits: [Question] {
        paths.enumerated().map { Question(path: $1.copied, answer: $0) }
    }

    /// Paths similar to those of the list that no pattern matches.
    ///
    /// - Parameter matcher: Finds the paths that have an answer after all, which are left out.
    /// - Returns: A question for each path of the list that has a similar path without an answer.
    /// - Throws: `WrongAnswer` when there are none.
    func misses(by matcher: LinearMatcher) throws -> [Question] {
        let questions = paths.compactMap { path in
            [path + "x", path + "/x", "/x" + path].first { matcher.match($0) == nil }
        }.map { Question(path: $0.copied, answer: nil) }
        guard !questions.isEmpty else {
            throw WrongAnswer(
                description: "Every path similar to one of the list has an answer."
            )
        }
        return questions
    }

    /// The list without the patterns that have no text, as they match almost every path.
    var withoutCapturesAlone: RouteList {
        let kept = patterns.indices.filter { index in
            patterns[index].split(separator: "/").contains { segment in
                !segment.hasPrefix("{") || segment.firstIndex(of: "}") != segment.indices.last
            }
        }
        return RouteList(patterns: kept.map { patterns[$0] }, paths: kept.map { paths[$0] })
    }

    /// The list with every `step`th route, beginning with the first.
    func every(_ step: Int) -> RouteList {
        let kept = stride(from: 0, to: patterns.count, by: step)
        return RouteList(patterns: kept.map { patterns[$0] }, paths: kept.map { paths[$0] })
    }
}

/// A path, and the index of the pattern that should match it.
struct Question {
    /// The path to look up.
    let path: String

    /// The pattern's index; nil when no pattern matches.
    let answer: Int?
}

extension [Question] {
    /// Verifies the answers to all questions.
    ///
    /// - Parameters:
    ///   - name: The name of the way to look up, for the error's message.
    ///   - answer: Finds the index of the pattern for a path.
    /// - Throws: `WrongAnswer` for the first wrong answer.
    func verify(_ name: String, _ answer: (String) throws -> Int?) throws {
        for question in self {
            let found = try answer(question.path)
            guard found != question.answer else { continue }
            func text(_ index: Int?) -> String { index.map { "route \($0)" } ?? "no route" }
            throw WrongAnswer(
                description: """
                    '\(name)' finds \(text(found)) for '\(question.path)', where the answer is \
                    \(text(question.answer)).
                    """
            )
        }
    }
}

extension String {
    /// The same text in its own storage: strings with shared storage compare as equal without reading their bytes.
    var copied: String { String(decoding: Array(utf8), as: UTF8.self) }
}
