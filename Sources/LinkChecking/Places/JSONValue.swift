package import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Any value of a JSON text, as Foundation's coders read and write it.
package typealias JSONValue = ConfigurationValue

extension JSONValue {
    // Each is nil for a value of another kind.

    package var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var object: [String: JSONValue]? {
        if case .object(let value) = self { value } else { nil }
    }

    /// The value on one line, with sorted keys.
    package var line: String {
        switch self {
        case .array(let elements):
            return "[\(elements.map(\.line).joined(separator: ", "))]"
        case .object(let members):
            let parts = members.sorted { $0.key < $1.key }.map { key, value in
                "\(JSONValue.string(key).line): \(value.line)"
            }
            return parts.isEmpty ? "{}" : "{ \(parts.joined(separator: ", ")) }"
        case .null, .bool, .int, .number, .string:
            return text([.withoutEscapingSlashes])
        }
    }

    /// The value without white space, with sorted keys.
    package var compact: String { text([.sortedKeys, .withoutEscapingSlashes]) }

    /// The value with a line for each part, and a line feed at its end, with sorted keys.
    package var pretty: String {
        text([.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + "\n"
    }

    private func text(_ formatting: JSONEncoder.OutputFormatting) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        guard let data = try? encoder.encode(self) else {
            preconditionFailure("A value that was read has no infinite number")
        }
        return String(decoding: data, as: UTF8.self)
    }
}
