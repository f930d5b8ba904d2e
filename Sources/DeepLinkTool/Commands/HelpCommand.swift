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
