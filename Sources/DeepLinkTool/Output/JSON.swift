#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The JSON of a value with sorted keys and a final line break; equal values give the same text.
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
