import DeepLinkTool

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

let result = Tool.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment,
    standardInput: StandardInput { Terminal.receive() },
    files: .disk,
    isTerminal: Terminal.isOutput,
    width: Terminal.width,
    write: { Terminal.send($0, to: .output) }
)
var exitCode = result.exitCode
if exitCode == .unwritable || !Terminal.send(result.output, to: .output) {
    Terminal.send(Tool.unwritable, to: .errors)
    exitCode = .unwritable
}
Terminal.send(result.errors, to: .errors)
Terminal.end(exitCode.rawValue)
