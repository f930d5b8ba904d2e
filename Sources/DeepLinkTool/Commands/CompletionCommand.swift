extension Command {
    /// Writes the script that lets a shell complete command lines of the tool.
    static let completion = Command(
        name: "completion",
        summary: "write a script that completes command lines in a shell",
        operands: [
            Operand(
                name: "SHELL",
                count: .one,
                choices: { Shell.allCases.map(\.rawValue) },
                summary: "the shell: \(Shell.allCases.map(\.rawValue).joined(separator: " or "))"
            )
        ],
        discussion: """
            bash: add to ~/.bashrc       source <(\(Tool.name) completion bash)
            zsh:  add to ~/.zshrc        source <(\(Tool.name) completion zsh)
                  after the line that calls 'compinit'
            """,
        examples: ["completion bash > deeplink.bash"],
        run: { invocation, _ throws(ToolError) in
            ToolResult(output: try Shell.named(invocation.operands.first ?? "").script)
        }
    )
}

/// A shell that can complete command lines.
private enum Shell: String, CaseIterable {
    case bash
    case zsh

    static func named(_ word: String) throws(ToolError) -> Shell {
        if let shell = Shell(rawValue: word) { return shell }
        let names = allCases.map(\.rawValue)
        throw .unknown(
            word,
            "is not a shell with completion",
            names,
            rest: "; there are \(list(names))"
        )
    }

    /// What the shell has to read.
    var script: String {
        switch self {
        case .bash: BashCompletion(commands: Tool.commands).script
        case .zsh: ZshCompletion(commands: Tool.commands).script
        }
    }
}
