/// One command of the tool: its name, the words that may follow it, and what it does.
struct Command: Sendable {
    /// The word that chooses it.
    let name: String

    /// What it does, in a phrase that begins with a verb.
    let summary: String

    /// The options that must follow it.
    var required: [Option] = []

    /// What may follow it, apart from the options that every command has.
    var options: [Option] = []

    /// The words that belong to no option, in order.
    var operands: [Operand] = []

    /// What there is to say beyond the options: lines of at most 100 columns.
    var discussion = ""

    /// Command lines that show its use, without the program's name.
    var examples: [String] = []

    /// Does the work.
    let run: @MainActor @Sendable (Invocation, ToolContext) throws(ToolError) -> ToolResult

    /// All options that may follow it.
    var allOptions: [Option] { required + options + [.color, .help] }
}

/// A word with two dashes.
struct Option: Sendable, Equatable {
    /// The word without its dashes.
    let name: String

    /// The name of its value, as in `--config FILE`; `nil` for an option without a value.
    var placeholder: String?

    /// The values it can have; empty when it takes any.
    var choices: [String] = []

    /// Whether it takes several values: with commas between them, or given several times.
    var isList = false

    /// What it does, in a phrase.
    let summary: String

    /// The word as it is written.
    var word: String { "--\(name)" }

    /// The option with what has to follow it.
    var usage: String { [word, placeholder].compactMap(\.self).joined(separator: " ") }

    /// The name of all values and operands that are files.
    static let file = "FILE"

    /// The option that every command has.
    static let help = Option(name: "help", summary: "show this text")

    /// The other one.
    static let color = Option(
        name: "color",
        placeholder: "WHEN",
        choices: Style.Choice.allCases.map(\.rawValue),
        summary: "when text for people has colours (default: auto)"
    )

    /// The option of all commands whose output programs can read.
    static let json = Option(name: "json", summary: "write JSON instead of text for people")
}

/// A word that belongs to no option.
struct Operand: Sendable {
    /// How often it may be given.
    enum Count: Sendable {
        case one
        case optional
        case any
        case oneOrMore
    }

    /// Its name in help, in capitals.
    let name: String

    /// How often it may be given; only the last operand of a command may be repeated.
    let count: Count

    /// The words that it can be, for shells to complete; none when it takes any.
    var choices: @Sendable () -> [String] = { [] }

    /// What it is, in a phrase.
    let summary: String
}

extension Command {
    /// The command that the first word of a command line chooses.
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
                "stands before the command",
                [Option.help.word, "--version"],
                rest: "; begin with a command, such as 'demo'"
            )
        }
        let names = Tool.commands.map(\.name)
        throw .unknown(word, "is not a command", names, rest: "; the commands are \(list(names))")
    }
}
