import DeepLinks
import PathMatching

/// The `deeplink` program as a function: words in, text and an exit code out.
package enum Tool {
    /// The name that users type and that messages begin with.
    static let name = "deeplink"

    static let commands: [Command] = [
        .demo, .explain, .check, .test, .diff, .doctor, .map, .share, .aasa, .match,
        .help,
    ]

    static let version = "1.0.0-dev"

    /// Runs one command line; the example systems of `demo` run on the main actor, so that command must be run there.
    ///
    /// - Parameters:
    ///   - arguments: The words after the program's name.
    ///   - environment: The environment variables. `NO_COLOR` and `TERM=dumb` switch colours off; `COLUMNS` is the width of
    ///     lines if the terminal's is not known.
    ///   - standardInput: Standard input.
    ///   - files: How files are read; by default there are none.
    ///   - isTerminal: Whether the output goes to a terminal.
    ///   - width: How many columns the terminal has; nil if this is not known.
    ///   - write: Writes a part of the output as soon as it is known, and says whether it could; nil leaves all of it to the result.
    /// - Returns: What is still to write, and the exit code.
    package static func run(
        arguments: [String],
        environment: [String: String] = [:],
        standardInput: StandardInput = .text(""),
        files: FileAccess = .none,
        isTerminal: Bool = false,
        width: Int? = nil,
        write: ((String) -> Bool)? = nil
    ) -> ToolResult {
        if arguments.first == "--version" { return ToolResult(output: "\(name) \(version)\n") }
        var command: Command?
        var output = ""
        do throws(ToolError) {
            command = try Command.named(by: arguments.first)
            guard let command else { return ToolResult(output: Tool.help) }
            let invocation = try Invocation(arguments.dropFirst(), of: command)
            if invocation.has(.help) { return ToolResult(output: command.help) }
            let color = invocation.value(of: .color).flatMap(Style.Choice.init) ?? .auto
            let context = ToolContext(
                style: Style(color, environment: environment, isTerminal: isTerminal),
                width: ToolContext.width(ofTerminal: width, environment),
                standardInput: standardInput,
                files: files,
                write: write ?? { text in
                    output += text
                    return true
                }
            )
            var result = try command.run(invocation, context)
            result.output = output + result.output
            return result
        } catch {
            var result = error.result(of: command)
            result.output = output
            return result
        }
    }

    /// The line for standard error if standard output cannot be written.
    package static let unwritable = complaint(nil, ToolError.unwritable.message)

    /// The program with a command, as users type it.
    static func program(_ command: String?) -> String {
        [name, command].compactMap(\.self).joined(separator: " ")
    }

    /// A line for standard error, safe for a terminal.
    static func complaint(_ command: String?, _ message: String) -> String {
        "\(program(command)): \(printable(message))\n"
    }
}

package struct ToolResult: Equatable {
    /// The text for standard output; it ends with a line break unless it is empty.
    package var output = ""

    /// The text for standard error; it ends with a line break unless it is empty.
    package var errors = ""

    package var exitCode = ExitCode.success
}

package enum ExitCode: Int32, CaseIterable {
    case success = 0
    /// A link was refused, an error was found, or an answer is not the expected one.
    case findings = 1
    case usage = 2
    case unreadable = 66
    case unwritable = 74
}

struct ToolContext {
    let style: Style
    let width: Int

    let standardInput: StandardInput
    let files: FileAccess

    /// Writes a part of the output, and says whether it could.
    let write: (String) -> Bool

    /// Takes each word, with the lines of standard input in place of `-`, as soon as the line has arrived, and without the white space
    /// around it; blank lines are left out, but not all may be blank.
    private func forEachLine(
        _ words: some Sequence<String>,
        _ body: (_ line: String, _ isMoreReady: Bool) throws(ToolError) -> Void
    ) throws(ToolError) {
        for word in words {
            guard word == "-" else {
                try refuseFile(word)
                try body(word.withoutBlanksAround, true)
                continue
            }
            var lines = LineReader(standardInput)
            while let line = try lines.next() {
                try body(line.text, lines.isReady)
            }
        }
    }

    /// Throws if a word that should be a link is the name of a file.
    func refuseFile(_ word: String) throws(ToolError) {
        guard !word.contains(":"), !word.hasPrefix("/"), case .success(let data) = files.read(word)
        else { return }
        let isJSON = data.first { $0 > 0x20 } == UInt8(ascii: "{")
        let way =
            isJSON ? "'--config \(word)' for its rules" : "'- < \(word)' to read the links in it"
        throw .usage("\(quoted(word)) is a file; write \(way).")
    }

    /// The words, with the lines of standard input in place of `-`.
    func lines(_ words: some Sequence<String>) throws(ToolError) -> [String] {
        var result: [String] = []
        try forEachLine(words) { line, _ in result.append(line) }
        return result
    }

    /// Writes reports about each operand, with the lines of standard input in place of `-`, as soon as the line has arrived.
    ///
    /// They are elements of a JSON array, or texts with blank lines between them.
    func writeReports(
        _ invocation: Invocation,
        _ reports: (String, _ isJSON: Bool) throws(ToolError) -> [String]
    ) throws(ToolError) {
        let isJSON = invocation.has(.json)
        let separator = isJSON ? ",\n" : "\n"
        var (pending, isFirst) = (isJSON ? "[\n" : "", true)
        func flush() throws(ToolError) {
            guard write(pending) else { throw .unwritable }
            pending = ""
        }
        func finish() throws(ToolError) {
            if isJSON { pending += "\n]\n" }
            try flush()
        }
        do throws(ToolError) {
            try forEachLine(invocation.operands) { line, isMoreReady throws(ToolError) in
                let texts = try reports(line, isJSON)
                pending += (isFirst ? "" : separator) + texts.joined(separator: separator)
                isFirst = false
                if !isMoreReady || pending.utf8.count > 1 << 16 { try flush() }
            }
        } catch {
            // What was answered comes before the error.
            if !isFirst { try finish() }
            throw error
        }
        try finish()
    }

    static let usualWidth = 100

    /// The width of lines: the terminal's, otherwise the value of `COLUMNS`; widths that are too small to read are ignored.
    static func width(ofTerminal width: Int?, _ environment: [String: String]) -> Int {
        let widths = [width, environment["COLUMNS"].flatMap { Int($0) }]
        return widths.lazy.compactMap(\.self).first { $0 >= 40 } ?? usualWidth
    }
}

struct ToolError: Error, Equatable {
    let exitCode: ExitCode

    /// One or two sentences: the word that the user wrote, the obstacle, the way out.
    let message: String

    static let unwritable = ToolError(
        exitCode: .unwritable,
        message:
            "The output cannot be written completely; look at the disk or the program that it goes to."
    )

    static func usage(_ message: String) -> ToolError {
        ToolError(exitCode: .usage, message: message)
    }

    /// An unknown word and what it is not, such as `is not a command`; the nearest known word is suggested, or `rest` ends the sentence.
    static func unknown(
        _ word: String,
        _ obstacle: String,
        _ known: [String],
        rest: String
    ) -> ToolError {
        let end = nearest(to: word, in: known).map { "; did you mean '\($0)'?" } ?? "\(rest)."
        return .usage("\(quoted(word)) \(obstacle)\(end)")
    }

    /// The output for the error; a wrong command line also gets the command that shows help.
    func result(of command: Command?) -> ToolResult {
        // The program says it if it cannot write, for all commands.
        if exitCode == .unwritable { return ToolResult(exitCode: exitCode) }
        var errors = Tool.complaint(command?.name, message)
        if exitCode == .usage {
            errors += "'\(Tool.program(command?.name)) --help' shows how to use it.\n"
        }
        return ToolResult(errors: errors, exitCode: exitCode)
    }
}
