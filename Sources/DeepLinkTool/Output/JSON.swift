import LinkChecking
import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A JSON text with escapes for the characters of its strings that are not seen; it means the same.
func jsonShowingInvisible(_ text: String) -> String {
    // The encoder escapes the control characters before it.
    guard text.utf8.contains(where: { $0 >= 0x7F }) else { return text }
    return replacing(in: text) { scalar in
        guard scalar.value >= 0x7F, scalar.isInvisible else { return nil }
        return String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }
}

/// The JSON of a value as an element of a list that is written piece by piece; it has no line break at its end.
func jsonElement(_ value: some Encodable) throws(ToolError) -> String {
    try json(value).utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        .dropLast().map { $0.isEmpty ? "" : "  \(Substring($0))" }.joined(separator: "\n")
}

/// The JSON of a value with sorted keys and a final line break; equal values give the same text.
func json(_ value: some Encodable) throws(ToolError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
        return jsonShowingInvisible(String(decoding: try encoder.encode(value), as: UTF8.self))
            + "\n"
    } catch {
        throw ToolError(
            exitCode: .findings,
            message: "The result cannot be written as JSON. \(error)"
        )
    }
}
