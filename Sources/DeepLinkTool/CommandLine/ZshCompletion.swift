/// A script that lets zsh complete command lines, made from the commands' declarations.
struct ZshCompletion {
    let commands: [Command]

    /// The script, to be read or to be put into a folder of `fpath` as `_deeplink`.
    var script: String {
        """
        #compdef \(Tool.name)
        # Completes '\(Tool.name)' in zsh. Made by '\(Tool.name) completion zsh'.
        _\(Tool.name)() {
            local -a commands
            commands=(
        \(commands.map(description).joined(separator: "\n"))
            )
            if (( CURRENT == 2 )); then
                _describe -t commands command commands
                return
            fi
            local command=$words[2]
            shift words
            (( CURRENT -= 1 ))
            case $command in
        \(commands.map(arguments).joined(separator: "\n"))
            esac
        }
        if [ "$funcstack[1]" = _\(Tool.name) ]; then
            _\(Tool.name) "$@"
        else
            compdef _\(Tool.name) \(Tool.name)
        fi

        """
    }

    private func description(of command: Command) -> String {
        "        " + quoted("\(command.name):\(command.summary)")
    }

    private func arguments(of command: Command) -> String {
        let specifications =
            command.allOptions.map(specification) + command.operands.map(specification)
        return """
                \(command.name))
                    _arguments \\
            \(specifications.map { "            \(quoted($0))" }.joined(separator: " \\\n")) ;;
            """
    }

    private func specification(of option: Option) -> String {
        let name = option.word + (option.placeholder == nil ? "" : "=")
        let summary = "[\(escaped(option.summary))]"
        guard let placeholder = option.placeholder else { return name + summary }
        return "\(name)\(summary):\(placeholder):\(action(option.choices, option.takesFile))"
    }

    private func specification(of operand: Operand) -> String {
        let prefix =
            switch operand.count {
            case .one, .optional: ""
            case .any, .oneOrMore: "*"
            }
        return "\(prefix):\(operand.name):\(action(operand.choices(), false))"
    }

    private func action(_ choices: [String], _ takesFile: Bool) -> String {
        if !choices.isEmpty { return "(\(choices.joined(separator: " ")))" }
        return takesFile ? "_files" : " "
    }

    /// Text that does not end a description.
    private func escaped(_ text: String) -> String {
        text.replacing("[", with: "\\[").replacing("]", with: "\\]")
            .replacing(":", with: "\\:")
    }

    private func quoted(_ text: String) -> String {
        "'" + text.replacing("'", with: "'\\''") + "'"
    }
}
