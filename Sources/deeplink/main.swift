import DeepLinkTool

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

let result = Tool.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment,
    standardInput: Terminal.read,
    files: .disk,
    isTerminal: Terminal.isOutput,
    width: Terminal.width
)
print(result.output, terminator: "")
Terminal.complain(result.errors)
Terminal.end(result.exitCode.rawValue)
