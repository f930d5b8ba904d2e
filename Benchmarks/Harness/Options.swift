import PathMatching

/// The options of the command line.
struct Options: Equatable {
    /// What to do with the benchmarks.
    enum Mode: Equatable {
        /// Verify and time them.
        case measure
        /// Verify them and their allocations, but time nothing.
        case check
        /// Perform the work this number of times, and neither verify nor time it.
        case repeats(Int)
        /// Perform the work once and print its nanoseconds; none of it has run before in this process.
        case first
        /// Show how to use the program.
        case help
    }

    /// What to do.
    var mode = Mode.measure

    /// The text that contests must have in their suite or title.
    var filter: String?

    /// The name that benchmarks must have.
    var name: String?

    /// Whether instructions are counted beside the times.
    var countsInstructions = false

    /// The file for the results as JSON, in addition to the table on standard output.
    var jsonPath: String?

    /// The file for the pictures, in addition to the table on standard output.
    var svgPath: String?

    /// Creates the options of a run without arguments.
    init() {}

    /// Reads a command line.
    ///
    /// - Parameter arguments: The words after the program's name.
    /// - Throws: `UsageError` for the first word that is not an option or lacks its value.
    init(_ arguments: [String]) throws(UsageError) {
        var rest = arguments[...]
        while let word = rest.popFirst() {
            let name = word.prefix { $0 != "=" }
            var inlineValue: String? {
                name.count < word.count ? String(word.dropFirst(name.count + 1)) : nil
            }
            func value(_ what: String, example: String) throws(UsageError) -> String {
                let value = inlineValue ?? rest.popFirst()
                guard let value, !value.isEmpty, inlineValue != nil || !value.hasPrefix("--") else {
                    throw UsageError(
                        description: "'\(name)' needs \(what), for example '\(name) \(example)'."
                    )
                }
                return value
            }
            switch name {
            case "--filter": filter = try value("a word", example: "lookup")
            case "--json": jsonPath = try value("a file", example: "results.json")
            case "--svg": svgPath = try value("a file", example: "results.svg")
            case "--name": self.name = try value("a benchmark's name", example: "trie")
            case "--repeat":
                let text = try value("a number", example: "1000")
                guard let count = Int(text), count > 0 else {
                    throw UsageError(
                        description:
                            "'\(text)' is not a number of repetitions; write a number above 0."
                    )
                }
                mode = .repeats(count)
            case "--instructions" where inlineValue == nil: countsInstructions = true
            case "--check" where inlineValue == nil: mode = .check
            case "--first" where inlineValue == nil: mode = .first
            case "--help" where inlineValue == nil, "-h" where inlineValue == nil: mode = .help
            case "--instructions", "--check", "--first", "--help", "-h":
                throw UsageError(description: "'\(name)' takes no value; write '\(name)' alone.")
            default: throw UsageError(unknown: String(name))
            }
            // With `--help`, the other words do not matter.
            if mode == .help { return }
        }
    }
}

extension Options {
    /// All options, as they are written.
    static let names = [
        "--filter", "--name", "--json", "--svg", "--check", "--repeat", "--first", "--instructions",
        "--help",
    ]

    /// How to use the program.
    static let help = """
        Compares the package with other ways to do the same work.

        USAGE: swift run -c release DeepLinksBenchmarks [--filter WORD] [--json FILE] [--svg FILE]
                                                       [--instructions]
               swift run -c release DeepLinksBenchmarks --check [--filter WORD]
               swift run -c release DeepLinksBenchmarks --repeat N [--filter WORD] [--name NAME]
               swift run -c release DeepLinksBenchmarks --first --filter WORD --name NAME

          --filter WORD  run only what has WORD in its suite or title, such as 'lookup' or 'GitHub'
          --name NAME    repeat, or do first, only what is called NAME, such as 'trie, captures found'
          --json FILE    write the results to FILE as well
          --svg FILE     draw how lookups grow and compare to FILE, for a web page or a README
          --instructions count the instructions of each row too, with valgrind: a few seconds a row
          --check        verify answers, allocations and memory, and time nothing; exit 1 if any is wrong
          --repeat N     do the work once, then N times in 'repeatedWork', for a profiler to look at
          --first        do the work once, and print its nanoseconds alone
          --help         show this text

        Each row is one way to do the work of the line above it, per operation: least, middle and 95th
        percentile of its processor time in nanoseconds, instructions if they are counted,
        memory allocations, and the ratio of its time to that of the row marked 1.00. The rows of a group
        are sampled in turns, so their ratios hold while the machine's speed drifts, and '±' is half of
        their spread. If a ratio has a limit, the limit is beside it; a ratio above its limit is red on a
        terminal. Caches are warm, unless a title says that they are cold, or that it is the first time
        in a new process.
        The suite 'memory' measures memory instead: bytes for each route, and those beside its text.

        """
}

/// A command line that is wrong.
struct UsageError: Error, Equatable, CustomStringConvertible {
    /// A sentence that names the word, what is wrong with it, and what to write.
    let description: String

    /// Creates the error with its sentence.
    init(description: String) {
        self.description = description
    }

    /// Creates the error for a word that is not an option, with the option that was likely meant.
    init(unknown word: String) {
        if !word.hasPrefix("-") {
            description =
                "'\(word)' is not an option; write '--filter \(word)' to choose what runs."
        } else if let nearest = nearest(to: word, in: Options.names) {
            description = "'\(word)' is not an option; did you mean '\(nearest)'?"
        } else {
            description = "'\(word)' is not an option; '--help' lists them."
        }
    }
}
