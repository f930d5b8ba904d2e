extension Command {
    /// Writes the script with which a shell completes the tool's command lines, and answers that script.
    static let completion = Command(
        name: "completion",
        summary: "write a script that completes command lines in a shell",
        operands: [
            Operand(
                name: "SHELL",
                count: .one,
                choices: { Shell.allCases.map(\.rawValue) },
                summary: "the shell: \(Shell.allCases.map(\.rawValue).joined(separator: " or "))"
            ),
            Operand(
                name: "WORD",
                count: .any,
                summary: "an unfinished command line; the script asks for the words that fit"
            ),
        ],
        discussion: """
            bash: add to ~/.bashrc       source <(\(Tool.name) completion bash)
            zsh:  add to ~/.zshrc        source <(\(Tool.name) completion zsh)
                  after the line that calls 'compinit'
            """,
        examples: ["completion bash > deeplink.bash"],
        run: { invocation, _ throws(ToolError) in
            let name = invocation.operands.first ?? ""
            guard let shell = Shell(rawValue: name) else {
                let names = Shell.allCases.map(\.rawValue)
                throw .unknown(
                    name,
                    "is not a shell with completion",
                    names,
                    rest: "; the shells are \(list(names))"
                )
            }
            let line = invocation.operands.dropFirst()
            guard !line.isEmpty else { return ToolResult(output: shell.script) }
            return ToolResult(output: Completion(of: Array(line)).words.map { "\($0)\n" }.joined())
        }
    )
}
