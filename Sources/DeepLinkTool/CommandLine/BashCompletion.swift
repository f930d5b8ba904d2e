/// A script that lets bash complete command lines, made from the commands' declarations.
struct BashCompletion {
    let commands: [Command]

    /// The script, for bash 3.2 and later.
    var script: String {
        """
        # Completes '\(Tool.name)' in bash. Made by '\(Tool.name) completion bash'.
        _\(Tool.name)() {
            local IFS=$' \\t\\n'
            local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}
            local command=${COMP_WORDS[1]}
            COMPREPLY=()
            if [ "$COMP_CWORD" -eq 1 ]; then
                COMPREPLY=($(compgen -W '\(words(commands.map(\.name)))' -- "$word"))
                return
            fi
            # bash cuts '--option=value' in three.
            if [ "$word" = = ]; then
                word=
            elif [ "$previous" = = ]; then
                previous=${COMP_WORDS[COMP_CWORD-2]}
            fi
            case $command:$previous in
        \(commands.flatMap(values).joined(separator: "\n"))
            esac
            case $command:$word in
        \(commands.flatMap(others).joined(separator: "\n"))
            esac
        }
        complete -F _\(Tool.name) \(Tool.name)

        """
    }

    private func words(_ words: [String]) -> String {
        words.joined(separator: " ")
    }

    /// What can follow the options that take a value.
    private func values(of command: Command) -> [String] {
        command.allOptions.filter { $0.placeholder != nil }.map { option in
            let pattern = "    \(command.name):\(option.word))"
            if !option.choices.isEmpty {
                return "\(pattern) \(reply(option.choices)); return ;;"
            }
            guard option.takesFile else { return "\(pattern) return ;;" }
            return """
                \(pattern)
                        IFS=$'\\n'
                        compopt -o filenames 2>/dev/null
                        COMPREPLY=($(compgen -f -- "$word"))
                        return ;;
                """
        }
    }

    /// The options, and the words that are no values.
    private func others(of command: Command) -> [String] {
        var lines = ["    \(command.name):-*) \(reply(command.allOptions.map(\.word))) ;;"]
        if let choices = command.operands.first?.choices(), !choices.isEmpty {
            lines.append("    \(command.name):*) \(reply(choices)) ;;")
        }
        return lines
    }

    private func reply(_ choices: [String]) -> String {
        "COMPREPLY=($(compgen -W '\(words(choices))' -- \"$word\"))"
    }
}
