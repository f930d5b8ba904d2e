#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value as JSON, the same for the same value: with sorted keys, and a line break at the end.
func json(_ value: some Encodable) throws(ToolError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    } catch {
        throw ToolError(
            exitCode: .findings,
            message: "The result cannot be written as JSON. \(error)"
        )
    }
}
