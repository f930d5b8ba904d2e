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
        var text = ""
        write(value, to: &text)
        return text
    }

    private static func write(_ value: JSONValue, to text: inout String) {
        switch value.content {
        case .null: text += "null"
        case .bool(let value): text += value ? "true" : "false"
        case .number(let value): text += value.text
        case .string(let value): text += quoted(value)
        case .array(let elements):
            text += "["
            for (index, element) in elements.enumerated() {
                if index > 0 { text += ", " }
                write(element, to: &text)
            }
            text += "]"
        case .object(let object):
            text += object.members.isEmpty ? "{" : "{ "
            for (index, member) in object.members.enumerated() {
                if index > 0 { text += ", " }
                write(member, to: &text)
            }
            text += object.members.isEmpty ? "}" : " }"
        }
    }

    private static func write(_ member: JSONObject.Member, to text: inout String) {
        text += quoted(member.key)
        text += ": "
        write(member.value, to: &text)
    }

    /// The text as a JSON string.
    package static func quoted(_ text: String) -> String {
        let needsNoEscape = text.utf8.allSatisfy { byte in
            byte >= 0x20 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
        }
        if needsNoEscape {
            return "\"\(text)\""
        }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
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
