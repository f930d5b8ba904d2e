import DeepLinksExamples

extension Command {
    static let demo = Command(
        name: "demo",
        summary: "run example systems and show what happens to each link",
        options: [.json],
        operands: [Operand("SYSTEM", .optional, "the system to run (default: all)")],
        discussion: """
            SYSTEMS
            \(ExampleSystem.all.map(\.helpLine).joined(separator: "\n"))

            In the table, a link can have a prefix that says when it arrives. Without one, it has just
            started the app, and no user is signed in:
              'signed in: LINK'  while a user is signed in
              'push: LINK'       with a push notification
              'fetch: LINK'      while a user is signed in and its content must be fetched first
            """,
        examples: ["demo", "demo features"],
        run: { invocation, context throws(ToolError) in
            let systems = try ExampleSystem.named(by: invocation.operands.first)
            let reports = try systems.map(DemoReport.init)
            return ToolResult(
                output: invocation.has(.json)
                    ? try json(reports.map(\.json))
                    : reports.map { $0.text(style: context.style, width: context.width) }
                        .joined(separator: "\n")
            )
        }
    )
}

extension ExampleSystem {
    /// The systems for a name: one, or all if there is no name.
    fileprivate static func named(by word: String?) throws(ToolError) -> [ExampleSystem] {
        guard let word else { return all }
        if let system = all.first(where: { $0.name == word }) { return [system] }
        let names = all.map(\.name)
        throw .unknown(word, "is not a system", names, rest: "; the systems are \(list(names))")
    }

    /// The name, and what the system shows, aligned as a column.
    fileprivate var helpLine: String {
        let width = ExampleSystem.all.map(\.name.count).max() ?? 0
        let gap = String(repeating: " ", count: width - name.count + 2)
        return "  \(name)\(gap)\(summary)"
    }
}

extension DemoReport {
    /// Runs a system on the main actor, where this must be called.
    init(running system: ExampleSystem) throws(ToolError) {
        self.system = system
        do {
            visits = try MainActor.assumeIsolated { try system.run() }
        } catch {
            throw ToolError(
                exitCode: .findings,
                message: "The system '\(system.name)' cannot start. \(error)"
            )
        }
    }
}
