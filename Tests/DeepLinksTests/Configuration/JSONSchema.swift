import DeepLinks
import LinkChecking

/// A JSON schema with the keywords that the package's own schema uses.
struct JSONSchema {
    private let document: JSONValue

    init(_ document: JSONValue) { self.document = document }

    /// Whether a value is valid according to the schema.
    func accepts(_ value: JSONValue) throws -> Bool { try accepts(value, by: document) }

    private struct UnknownKeyword: Error { let keyword: String }

    private func accepts(_ value: JSONValue, by schema: JSONValue) throws -> Bool {
        for member in schema.object ?? [:] {
            let argument = member.value
            let isFine =
                switch member.key {
                case "$schema", "title", "description", "default", "definitions": true
                case "$ref": try accepts(value, by: definition(argument.string ?? ""))
                case "type":
                    (argument.array ?? [argument]).contains { isOfType($0.string ?? "", value) }
                case "minimum":
                    if case .int(let int) = value { int >= number(argument) } else { true }
                case "const": value == argument
                case "enum": (argument.array ?? []).contains(value)
                case "oneOf": try (argument.array ?? []).count { try accepts(value, by: $0) } == 1
                case "anyOf": try (argument.array ?? []).contains { try accepts(value, by: $0) }
                case "not": try !accepts(value, by: argument)
                case "items": try (value.array ?? []).allSatisfy { try accepts($0, by: argument) }
                case "minItems": value.array.map { $0.count >= number(argument) } ?? true
                case "minLength":
                    value.string.map { $0.unicodeScalars.count >= number(argument) } ?? true
                case "pattern": try value.string.map { try fits($0, argument.string ?? "") } ?? true
                case "required":
                    value.object.map { object in
                        (argument.array ?? []).allSatisfy { object[$0.string ?? ""] != nil }
                    } ?? true
                case "properties": try propertiesFit(value, argument)
                case "additionalProperties":
                    try others(of: value, than: schema).allSatisfy { other in
                        try argument.bool ?? accepts(other, by: argument)
                    }
                default: throw UnknownKeyword(keyword: member.key)
                }
            guard isFine else { return false }
        }
        return true
    }

    private func definition(_ reference: String) throws -> JSONValue {
        let name = String(reference.dropFirst("#/definitions/".count))
        guard let found = document.object?["definitions"]?.object?[name] else {
            throw UnknownKeyword(keyword: reference)
        }
        return found
    }

    private func isOfType(_ type: String, _ value: JSONValue) -> Bool {
        switch type {
        case "object": value.object != nil
        case "array": value.array != nil
        case "string": value.string != nil
        case "boolean": value.bool != nil
        case "null": value == .null
        case "integer": { if case .int = value { true } else { false } }()
        default: false
        }
    }

    private func number(_ value: JSONValue) -> Int {
        if case .int(let int) = value { int } else { 0 }
    }

    private func propertiesFit(_ value: JSONValue, _ properties: JSONValue) throws -> Bool {
        try (properties.object ?? [:]).allSatisfy { property in
            guard let member = value.object?[property.key] else { return true }
            return try accepts(member, by: property.value)
        }
    }

    /// The members of an object that the schema does not name.
    private func others(of value: JSONValue, than schema: JSONValue) -> [JSONValue] {
        let known = schema.object?["properties"]?.object
        return (value.object ?? [:]).filter { known?[$0.key] == nil }.map(\.value)
    }

    /// Whether a text fits one of the schema's three patterns.
    private func fits(_ text: String, _ pattern: String) throws -> Bool {
        let bytes = Array(text.utf8)
        switch pattern {
        case "^/": return bytes.first == UInt8(ascii: "/")
        case "^(/|$)": return bytes.first ?? UInt8(ascii: "/") == UInt8(ascii: "/")
        case "^[A-Za-z][A-Za-z0-9+.-]*$":
            let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ".utf8)
            return bytes.first.map(letters.contains) ?? false
                && bytes.allSatisfy { letters.contains($0) || "0123456789+.-".utf8.contains($0) }
        default: throw UnknownKeyword(keyword: pattern)
        }
    }
}
