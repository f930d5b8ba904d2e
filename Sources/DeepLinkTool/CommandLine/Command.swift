/// One command of the tool: its name, the words that may follow it, and its action.
struct Command: Sendable {
    let name: String

    /// What it does, in a phrase that begins with a verb.
    let summary: String
    var required: [Option] = []

    /// The options that may follow it, besides those that every command has.
    var options: [Option] = []
    var operands: [Operand] = []

    /// Further explanation for the help text, in lines of at most 100 columns.
    var discussion = ""

    /// Command lines that show its use, without the program's name.
    var examples: [String] = []

    let run: @Sendable (Invocation, ToolContext) throws(ToolError) -> ToolResult

    var allOptions: [Option] { required + options + [.color, .help] }
}

/// A word that begins with two dashes.
struct Option: Sendable, Equatable {
    /// The word without its dashes.
    let name: String

    /// The name of its value, as in `--config FILE`; `nil` for an option without a value.
    let placeholder: String?
    let summary: String

    /// The values that it can have; empty when it takes any value.
    let choices: [String]

    /// Whether it takes several values, separated by commas or in repeated options.
    let isList: Bool

    /// Declares an option by its use without dashes, such as `config FILE`.
    init(_ usage: String, _ summary: String, choices: [String] = [], isList: Bool = false) {
        let words = usage.split(separator: " ").map(String.init)
        (name, placeholder) = (words[0], words.dropFirst().first)
        (self.summary, self.choices, self.isList) = (summary, choices, isList)
    }

    var word: String { "--\(name)" }

    var usage: String { [word, placeholder].compactMap(\.self).joined(separator: " ") }

    /// The name of all values and operands that are files.
    static let file = "FILE"
    static let help = Option("help", "show this text")

    static let color = Option(
        "color WHEN",
        "when to colour the text (default: auto)",
        choices: Style.Choice.allCases.map(\.rawValue)
    )

    /// The option of a command that has several formats.
    static func format<Format: CaseIterable & RawRepresentable<String>>(
        _ formats: Format.Type
    ) -> Option {
        Option(
            "format FORMAT",
            "format of the output (default: text)",
            choices: formats.allCases.map(\.rawValue)
        )
    }

    /// The option of all commands that can write output for programs.
    static let json = Option("json", "write JSON instead of text")
}

/// A word that belongs to no option.
struct Operand: Sendable {
    /// How many times it may be given.
    enum Count: Sendable {
        case one
        case optional
        case any
        case oneOrMore
    }

    /// Its name in help, in capitals.
    let name: String

    /// How many times it may be given; only the last operand of a command may be repeated.
    let count: Count
    let summary: String

    init(_ name: String, _ count: Count, _ summary: String) {
        (self.name, self.count, self.summary) = (name, count, summary)
    }
}

extension Command {
    /// The command that the first word of a command line selects; `nil` when help for the whole tool is asked for.
    static func named(by word: String?) throws(ToolError) -> Command? {
        guard let word, word != Option.help.word, word != "-h" else { return nil }
        if let command = Tool.commands.first(where: { $0.name == word }) { return command }
        if word.hasPrefix("-") {
            throw .unknown(
                word,
                "comes before the command",
                [Option.help.word, "--version"],
                rest: "; begin with a command, such as 'demo'"
            )
        }
        let names = Tool.commands.map(\.name)
        throw .unknown(word, "is not a command", names, rest: "; the commands are \(list(names))")
    }
}
