import DeepLinkTool

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads the bytes of standard input up to its end.
@MainActor
func standardInput() -> [UInt8] {
    var bytes: [UInt8] = []
    while case let byte = getchar(), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
}

let result = Tool.run(
    arguments: Array(CommandLine.arguments.dropFirst()),
    environment: ProcessInfo.processInfo.environment,
    standardInput: standardInput,
    files: .disk,
    isTerminal: isatty(STDOUT_FILENO) == 1
)
print(result.output, terminator: "")
var complaint = Array(result.errors.utf8)[...]
while !complaint.isEmpty {
    // SAFETY: The array lends its memory for the call, and `count` is its length.
    let written = unsafe complaint.withUnsafeBytes {
        unsafe write(STDERR_FILENO, $0.baseAddress, $0.count)
    }
    guard written > 0 else { break }
    complaint.removeFirst(written)
}
exit(result.exitCode.rawValue)
