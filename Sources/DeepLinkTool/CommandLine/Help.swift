extension Tool {
    static var help: String {
        """
        Checks link rules, and shows what they do with a URL.

        USAGE: \(Tool.name) COMMAND [ARGUMENT…]

        \(block("COMMANDS", Tool.commands.map { ($0.name, $0.summary) }))

        '\(Tool.name) COMMAND --help' shows how to use a command; '\(Tool.name) --version' shows the version.

        EXIT CODES
          0   no errors
          1   a link was refused, an error was found, or an answer is not the expected one
          2   the command line is wrong
          66  a file cannot be read
          74  the output cannot be written

        """
    }
}

extension Command {
    static let help = Command(
        name: "help",
        summary: "show how to use a command",
        operands: [
            Operand("COMMAND", .optional, "the command (default: all)")
        ],
        examples: ["help check"],
        run: { invocation, _ throws(ToolError) in
            let command = try Command.named(by: invocation.operands.first)
            return ToolResult(output: command?.help ?? Tool.help)
        }
    )
}

extension Command {
    var help: String {
        var parts = ["\(sentence)\n\n\(usageLines)"]
        if !operands.isEmpty {
            parts.append(block("OPERANDS", operands.map { ($0.name, $0.summary) }))
        }
        parts.append(block("OPTIONS", allOptions.map(\.entry)))
        if !discussion.isEmpty { parts.append(discussion) }
        let lines = examples.map { "  \(Tool.name) \($0)" }
        parts.append((["EXAMPLES"] + lines).joined(separator: "\n"))
        return parts.joined(separator: "\n\n") + "\n"
    }

    private var sentence: String {
        summary.prefix(1).uppercased() + summary.dropFirst() + "."
    }

    /// The command with everything that may follow it.
    var usage: String {
        ([Tool.name, name] + parts).joined(separator: " ")
    }

    /// The same for the help; a long line continues below, aligned with its first part.
    private var usageLines: String {
        let start = "USAGE: \(Tool.name) \(name)"
        var lines: [String] = []
        var line = start
        for part in parts {
            if line.unicodeScalars.count + 1 + part.unicodeScalars.count > ToolContext.usualWidth {
                lines.append(line)
                line = String(repeating: " ", count: start.unicodeScalars.count)
            }
            line += " \(part)"
        }
        return (lines + [line]).joined(separator: "\n")
    }

    /// The options and operands of the command, each option with its value's name.
    private var parts: [String] {
        let operands = operands.reversed().reduce("") { rest, operand in
            switch operand.count {
            case .one: " \(operand.name)\(rest)"
            case .oneOrMore: " \(operand.name)…\(rest)"
            case .optional: " [\(operand.name)\(rest)]"
            case .any: " [\(operand.name)…\(rest)]"
            }
        }
        return required.map(\.usage) + options.map { "[\($0.usage)]" }
            + (operands.isEmpty ? [] : [String(operands.dropFirst())])
    }
}

extension Option {
    /// The option's spelling and its summary, with the values that it can have.
    fileprivate var entry: (String, String) {
        (
            self == .help ? "-h, \(usage)" : usage,
            choices.isEmpty ? summary : "\(summary): \(choices.joined(separator: ", "))"
        )
    }
}

private func block(_ title: String, _ entries: [(String, String)]) -> String {
    var table = Table(width: ToolContext.usualWidth, indentation: 2)
    for (name, summary) in entries {
        table.append([Cell(name), Cell(summary)])
    }
    return ([title] + table.lines(style: .plain)).joined(separator: "\n")
}
