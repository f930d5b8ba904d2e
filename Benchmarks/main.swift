import Foundation

/// Writes a line at once, so that the results of each contest appear when it is done.
func write(_ line: String, to file: FileHandle) {
    file.write(Data((line + "\n").utf8))
}

let program = Program(
    contests: Lookup.contests + Scale.contests + Register.contests + Memory.contests
        + Hostile.contests + Open.contests + Pending.contests + Files.contests,
    isColored: isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil,
    output: { write($0, to: .standardOutput) },
    complaint: { write($0, to: .standardError) }
)
exit(program.run(Array(CommandLine.arguments.dropFirst())))
