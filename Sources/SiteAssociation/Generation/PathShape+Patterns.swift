import LinkChecking
import PathMatching

extension PatternPiece {
    /// The piece as a pattern of the association format.
    ///
    /// The format can ask for one character of a kind, but not for a run of them, and a star also takes slashes.
    func pattern(_ variables: inout VariableTable) -> String {
        switch self {
        case .text(let text): return GlobPiece.escaped(text)
        case .capture(let capture):
            switch capture.constraint.form {
            case .any: return "?*"
            case .groups(let groups):
                let one = Self.pattern(for: groups.bytes)
                return groups.lengths.map { String(repeating: one, count: $0) }
                    .joined(separator: "-")
            case .bytes(let set): return Self.pattern(for: set) + "*"
            case .words: return "$(\(variables.name(for: capture.words, of: capture.name)))"
            }
        }
    }

    /// The predefined variable for one character of a set; `?` if there is none.
    private static func pattern(for bytes: ByteSet) -> String {
        PredefinedVariables.classes.first { $0.value == bytes }.map { "$(\($0.key))" } ?? "?"
    }
}

extension GlobPiece {
    /// Text for a pattern or a variable's value: `?` replaces a literal `*` and the parenthesis of a literal `$(`, which cannot
    /// be escaped.
    static func escaped(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            let isVariable = byte == UInt8(ascii: "(") && result.last == UInt8(ascii: "$")
            result.append(byte == UInt8(ascii: "*") || isVariable ? UInt8(ascii: "?") : byte)
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension PathShape {
    /// The patterns that together match all of its paths: one, unless a catch-all may be empty.
    func patterns(_ variables: inout VariableTable) -> [String] {
        var texts = [""]
        for (index, pieces) in segments.enumerated() {
            let segment = "/" + pieces.map { $0.pattern(&variables) }.joined()
            guard pieces.catchAll?.isOptional == true else {
                texts = texts.map { $0 + segment }
                continue
            }
            // At the end, a star also matches the segments that may follow it.
            if index == segments.count - 1, texts.allSatisfy({ $0.hasSuffix("*") }) { continue }
            // Without the segments of an optional catch-all, its slash is missing too. Each doubles the patterns.
            if texts.count <= 16 {
                texts = texts.map { $0 + segment } + texts
            } else {
                // A star matches with and without the slash.
                texts = texts.map { $0.hasSuffix("*") ? $0 : $0 + "*" }
            }
        }
        return texts.map { $0.isEmpty ? "/" : $0 }
    }
}

/// The names of the variables that a file defines.
struct VariableTable {
    /// The values of each name.
    private(set) var definitions: [String: [String]] = [:]

    /// The variable for some words: one that has them already, otherwise the capture's name, with a number if that has other words.
    mutating func name(for words: [[UInt8]], of capture: String) -> String {
        let values = words.map(GlobPiece.escaped)
        if let known = definitions.filter({ $0.value == values }).keys.min() { return known }
        var (name, number) = (capture, 1)
        while definitions[name] != nil || PredefinedVariables.names.contains(name) {
            number += 1
            name = "\(capture)-\(number)"
        }
        definitions[name] = values
        return name
    }
}
