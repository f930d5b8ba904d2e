import LinkChecking
import PathMatching

extension PathShape {
    /// Whether a wildcard of its patterns may take slashes though its paths have none there.
    var takesSlashes: Bool {
        segments.joined().contains { if case .capture(.any, _, _) = $0 { true } else { false } }
    }

    /// Whether its paths have words that a source may compare without regard to case.
    var hasWords: Bool {
        segments.joined().contains { if case .capture(.words, _, _) = $0 { true } else { false } }
    }
}

extension PathShape.Piece {
    /// Whether the piece is a capture within a segment.
    var isCapture: Bool { if case .capture = self { true } else { false } }
}

/// In what a claim goes beyond what is handled.
struct ClaimNote: Hashable, ExpressibleByStringInterpolation {
    let text: String

    /// What the claim does not ask for.
    var kind = Kind.other

    enum Kind {
        /// That a capture has no slashes.
        case slashes

        /// That more than the first character is of a kind, as one can be asked for, and not several.
        case firstCharacter

        case other
    }

    init(_ text: String, _ kind: Kind) {
        self.text = text
        self.kind = kind
    }

    init(stringLiteral text: String) { self.text = text }

    /// The same of a query item.
    func `in`(_ item: String) -> ClaimNote { ClaimNote("\(text) in '\(item)'", kind) }
}

/// A piece as patterns of the association format have it.
struct PiecePattern {
    let text: String

    /// What the pattern also takes; `nil` when it takes what the piece does.
    var note: ClaimNote?
}

extension PiecePattern {
    /// Writes a piece of a path.
    ///
    /// The format can ask for one character of a kind, but not for any number of them.
    init(_ piece: PathShape.Piece, variables: inout VariableTable) {
        switch piece {
        case .text(let text):
            self.init(text: Self.escaped(text), note: Self.note(on: [text]))
        case .capture(let constraint, let words, let name):
            switch constraint.form {
            case .any:
                self.init(text: "?*", note: ClaimNote("{\(name)} may have slashes", .slashes))
            case .groups(let groups):
                let one = Self.variable(for: groups.bytes) ?? "?"
                let texts = groups.lengths.map { String(repeating: one, count: $0) }
                self.init(text: texts.joined(separator: "-"))
            case .bytes(let set):
                guard let variable = Self.variable(for: set) else {
                    self.init(text: "?*", note: "{\(name)} may have any characters")
                    return
                }
                let note = "only the first character of {\(name)} is checked"
                self.init(text: "\(variable)*", note: ClaimNote(note, .firstCharacter))
            case .words:
                let text = "$(\(variables.name(for: words, of: name)))"
                self.init(text: text, note: Self.note(on: words))
            }
        case .rest:
            self.init(text: "?*")
        }
    }

    /// The predefined variable that stands for one of some characters, if there is one.
    private static func variable(for bytes: ByteSet) -> String? {
        PredefinedVariables.classes.first { $0.value == bytes }.map { "$(\($0.key))" }
    }

    /// Text as it can be written in a pattern, or in the value of a variable: `?` stands for a `*` that is meant as such,
    /// and for the parenthesis of a `$(`.
    static func escaped(_ bytes: [UInt8]) -> String {
        var result: [UInt8] = []
        for byte in bytes {
            let isVariable = byte == UInt8(ascii: "(") && result.last == UInt8(ascii: "$")
            result.append(byte == UInt8(ascii: "*") || isVariable ? UInt8(ascii: "?") : byte)
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Whether text in a pattern stands for itself alone.
    private static func isExact(_ text: [UInt8]) -> Bool { escaped(text).utf8.elementsEqual(text) }

    private static func note(on texts: [[UInt8]]) -> ClaimNote? {
        texts.allSatisfy(isExact)
            ? nil : "any character may stand for '*', and for '(' after '$'"
    }
}

extension PathShape {
    /// How many patterns optional catch-alls, each of which doubles them, may make of one path.
    private static let patternLimit = 32

    /// The patterns that all of its paths match: one, unless a catch-all may be empty.
    ///
    /// - Parameter variables: The names of variables for words.
    /// - Returns: The patterns, and what they also match.
    func patterns(_ variables: inout VariableTable) -> (texts: [String], notes: [ClaimNote]) {
        var texts = [""]
        var notes: [ClaimNote] = []
        for pieces in segments {
            let patterns = pieces.map { PiecePattern($0, variables: &variables) }
            let segment = "/" + patterns.map(\.text).joined()
            notes += patterns.compactMap(\.note)
            guard case .rest(let name, isOptional: true)? = pieces.first else {
                texts = texts.map { $0 + segment }
                continue
            }
            // Without the segments of an optional catch-all, its slash is none either.
            if texts.count <= Self.patternLimit / 2 {
                texts = texts.map { $0 + segment } + texts
            } else {
                notes.append("{\(name)} may begin without a slash")
                // A star takes both; but a path begins with its slash, and one text at most is empty.
                texts = texts.flatMap { text in
                    text.isEmpty ? [segment, ""] : [text.hasSuffix("*") ? text : text + "*"]
                }
            }
        }
        return (texts.map { $0.isEmpty ? "/" : $0 }, notes)
    }
}

/// The names of the variables that a file defines.
struct VariableTable {
    /// The values of each name.
    private(set) var definitions: [String: [String]] = [:]

    /// The variable for some words: the capture's name, or one like it when that stands for something else.
    mutating func name(for words: [[UInt8]], of capture: String) -> String {
        let values = words.map(PiecePattern.escaped)
        var number = 1
        while true {
            let name = number == 1 ? capture : "\(capture)-\(number)"
            if definitions[name] == values { return name }
            if definitions[name] == nil, !PredefinedVariables.names.contains(name) {
                definitions[name] = values
                return name
            }
            number += 1
        }
    }
}
