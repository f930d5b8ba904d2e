/// Writes JSON for people: short arrays and objects on one line, longer ones with a line for each element.
///
/// Lists of single characters fill their lines instead.
/// The same value always gives the same text: members keep their order, numbers their digits, and text outside of
/// ASCII is written as it is.
package struct JSONWriter {
    /// How many columns a line may have before its array or object is broken up.
    package var width = 100

    /// How many spaces one level is moved to the right.
    package var indentation = 2

    /// Creates a writer with the usual layout.
    package init() {}

    /// The value's text, with a line feed at its end.
    package func text(_ value: JSONValue) -> String {
        var text = ""
        write(value, depth: 0, column: 0, to: &text)
        text += "\n"
        return text
    }

    /// The value on a single line.
    package static func line(_ value: JSONValue) -> String {
        var bytes: [UInt8] = []
        write(value, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func write(_ value: JSONValue, to bytes: inout [UInt8]) {
        switch value.content {
        case .null: bytes += "null".utf8
        case .bool(let value): bytes += (value ? "true" : "false").utf8
        case .number(let value): bytes += value.text.utf8
        case .string(let value): writeQuoted(value, to: &bytes)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes += ", ".utf8 }
                write(element, to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let object):
            bytes += (object.members.isEmpty ? "{" : "{ ").utf8
            for (index, member) in object.members.enumerated() {
                if index > 0 { bytes += ", ".utf8 }
                writeQuoted(member.key, to: &bytes)
                bytes += ": ".utf8
                write(member.value, to: &bytes)
            }
            bytes += (object.members.isEmpty ? "}" : " }").utf8
        }
    }

    /// The text as a JSON string.
    package static func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 2)
        writeQuoted(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func writeQuoted(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Writes `value`, whose first character will stand in `column`.
    private func write(_ value: JSONValue, depth: Int, column: Int, to text: inout String) {
        if let line = shortLine(value, room: width - column) {
            text += line
            return
        }
        switch value.content {
        case .array(let elements) where elements.allSatisfy(\.isCharacter):
            text += "["
            fill(elements, depth: depth + 1, to: &text)
            endLines(depth: depth, in: &text)
            text += "]"
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                startLine(depth: depth + 1, isFirst: index == 0, in: &text)
                write(element, depth: depth + 1, column: (depth + 1) * indentation, to: &text)
            }
            endLines(depth: depth, in: &text)
            text += "]"
        case .object(let object):
            text += "{"
            for (index, member) in object.members.enumerated() {
                startLine(depth: depth + 1, isFirst: index == 0, in: &text)
                let key = Self.quoted(member.key) + ": "
                text += key
                let column = (depth + 1) * indentation + key.utf8.count
                write(member.value, depth: depth + 1, column: column, to: &text)
            }
            endLines(depth: depth, in: &text)
            text += "}"
        default:
            text += Self.line(value)
        }
    }

    /// The value on one line when it fits and holds no more than one level of arrays and objects.
    private func shortLine(_ value: JSONValue, room: Int) -> String? {
        switch value.content {
        case .null, .bool, .number, .string:
            return Self.line(value)
        case .array(let elements):
            guard elements.allSatisfy(\.isScalar) else { return nil }
        case .object(let object):
            guard object.members.allSatisfy({ $0.value.isFlat }) else { return nil }
        }
        let line = Self.line(value)
        let isEmpty = line.utf8.count == 2
        return line.utf8.count <= room || isEmpty ? line : nil
    }

    /// Writes as many elements on each line as there is room for.
    private func fill(_ elements: [JSONValue], depth: Int, to text: inout String) {
        var column = 0
        for (index, element) in elements.enumerated() {
            let line = Self.line(element)
            let separator = index + 1 < elements.count ? 1 : 0
            if index == 0 || column + 2 + line.utf8.count + separator > width {
                startLine(depth: depth, isFirst: index == 0, in: &text)
                column = depth * indentation
            } else {
                text += ", "
                column += 2
            }
            text += line
            column += line.utf8.count
        }
    }

    private func startLine(depth: Int, isFirst: Bool, in text: inout String) {
        text += isFirst ? "\n" : ",\n"
        text += String(repeating: " ", count: depth * indentation)
    }

    private func endLines(depth: Int, in text: inout String) {
        text += "\n" + String(repeating: " ", count: depth * indentation)
    }
}

extension JSONValue {
    /// Whether this value has no parts.
    fileprivate var isScalar: Bool {
        switch content {
        case .null, .bool, .number, .string: true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.members.isEmpty
        }
    }

    /// Whether this value is a string of one character.
    fileprivate var isCharacter: Bool {
        string?.unicodeScalars.count == 1
    }

    /// Whether this value's parts have no parts; an array only with a single one, so that lists of strings that
    /// belong to an object's name keep a line of their own.
    fileprivate var isFlat: Bool {
        switch content {
        case .null, .bool, .number, .string: true
        case .array(let elements): elements.count <= 1 && elements.allSatisfy(\.isScalar)
        case .object(let object): object.members.allSatisfy { $0.value.isScalar }
        }
    }
}
