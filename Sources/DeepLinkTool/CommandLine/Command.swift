/// One command of the tool: its name, the words that may follow it, and its action.
struct Command: Sendable {
    /// The word that selects it.
    let name: String

    /// What it does, in a phrase that begins with a verb.
    let summary: String

    /// The options that must follow it.
    var required: [Option] = []

    /// The options that may follow it, besides those that every command has.
    var options: [Option] = []

    /// The words that belong to no option, in order.
    var operands: [Operand] = []

    /// Further explanation for the help text, in lines of at most 100 columns.
    var discussion = ""

    /// Command lines that show its use, without the program's name.
    var examples: [String] = []

    /// Does the work.
    let run: @MainActor @Sendable (Invocation, ToolContext) throws(ToolError) -> ToolResult

    /// All options that the command has.
    var allOptions: [Option] { required + options + [.color, .help] }
}

/// A word that begins with two dashes.
struct Option: Sendable, Equatable {
    /// The word without its dashes.
    let name: String

    /// The name of its value, as in `--config FILE`; `nil` for an option without a value.
    var placeholder: String?

    /// The values that it can have; empty when it takes any value.
    var choices: [String] = []

    /// Whether it takes several values, separated by commas or in repeated options.
    var isList = false

    /// What it does, in a phrase.
    let summary: String

    /// The word as it is written.
    var word: String { "--\(name)" }

    /// The option with its value's name.
    var usage: String { [word, placeholder].compactMap(\.self).joined(separator: " ") }

    /// The name of all values and operands that are files.
    static let file = "FILE"

    /// The help option, which every command has.
    static let help = Option(name: "help", summary: "show this text")

    /// The option for colours, which every command has too.
    static let color = Option(
        name: "color",
        placeholder: "WHEN",
        choices: Style.Choice.allCases.map(\.rawValue),
        summary: "when to colour the text (default: auto)"
    )

    /// The option of all commands that can write output for programs.
    static let json = Option(name: "json", summary: "write JSON instead of text")
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

    /// What it is, in a phrase.
    let summary: String
}

extension Command {
    /// The command that the first word of a command line selects.
    ///
    /// - Parameter word: The first word.
    /// - Returns: The command, or `nil` when help for the whole tool is asked for.
    /// - Throws: An error with the command that was likely meant.
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
