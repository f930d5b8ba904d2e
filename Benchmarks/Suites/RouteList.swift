/// Patterns, each with a path that it is the answer to, read from a file of `Data`.
struct RouteList {
    /// The patterns, in the order of the file.
    let patterns: [String]

    /// For each pattern, a path that has it as its answer.
    let paths: [String]

    /// Reads a file of routes.
    init(_ file: DataFile) throws {
        try self.init(Array(file.data))
    }

    /// Reads lines of a pattern, a tab and a path; a line that begins with `#` is a remark.
    ///
    /// - Parameter text: The bytes of the file.
    /// - Throws: `WrongAnswer` for a line of another form.
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

    /// Creates a list of the given patterns and their paths, of which there are equally many.
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

    /// Paths much like those of the list, to which no pattern is the answer.
    ///
    /// - Parameter matcher: Tells which path has an answer after all, and is not to be asked.
    /// - Returns: A question for each path of the list that is much like one without an answer.
    /// - Throws: `WrongAnswer` when there is none.
    func misses(by matcher: LinearMatcher) throws -> [Question] {
        let questions = paths.compactMap { path in
            [path + "x", path + "/x", "/x" + path].first { matcher.match($0) == nil }
        }.map { Question(path: $0.copied, answer: nil) }
        guard !questions.isEmpty else {
            throw WrongAnswer(
                description: "No path much like one of the list is without an answer."
            )
        }
        return questions
    }

    /// The list without the patterns that have no text: they take almost every path.
    var withoutCapturesAlone: RouteList {
        let kept = patterns.indices.filter { index in
            patterns[index].split(separator: "/").contains { segment in
                !segment.hasPrefix("{") || segment.firstIndex(of: "}") != segment.indices.last
            }
        }
        return RouteList(patterns: kept.map { patterns[$0] }, paths: kept.map { paths[$0] })
    }

    /// The list with the first of every so many routes.
    func every(_ step: Int) -> RouteList {
        let kept = stride(from: 0, to: patterns.count, by: step)
        return RouteList(patterns: kept.map { patterns[$0] }, paths: kept.map { paths[$0] })
    }
}

/// A path, and the index of the pattern that is its answer.
struct Question {
    /// The path to look up.
    let path: String

    /// The pattern's index; nil when no pattern matches.
    let answer: Int?
}

extension [Question] {
    /// Asks all questions.
    ///
    /// - Parameters:
    ///   - name: Who answers, for the error's sentence.
    ///   - answer: Gives the index of the pattern found for a path.
    /// - Throws: `WrongAnswer` for the first answer that is another than it should be.
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
    /// The same text in storage of its own: two strings that share theirs are compared without a look at the bytes.
    var copied: String { String(decoding: Array(utf8), as: UTF8.self) }
}
