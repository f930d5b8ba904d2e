import LinkChecking
import PathMatching

extension PathShape {
    /// Whether its paths have words for which a source may ignore case.
    var hasWords: Bool {
        segments.joined().contains { if case .capture(.words, _, _) = $0 { true } else { false } }
    }
}

extension PathShape.Piece {
    /// Whether the piece is a capture within a segment.
    var isCapture: Bool { if case .capture = self { true } else { false } }
}

/// A way in which a claim goes beyond the links that are handled.
struct ClaimNote: Hashable, ExpressibleByStringInterpolation {
    let text: String

    /// The condition that the claim leaves out.
    var kind = Kind.other

    enum Kind {
        /// A capture has no slashes.
        case slashes

        /// All characters are of a kind: a pattern can check only the first one.
        case firstCharacter

        case other
    }

    init(_ text: String, _ kind: Kind) {
        self.text = text
        self.kind = kind
    }

    init(stringLiteral text: String) { self.text = text }

    /// The same note for a query item.
    func `in`(_ item: String) -> ClaimNote { ClaimNote("\(text) in '\(item)'", kind) }
}

/// A piece written as a pattern of the association format.
struct PiecePattern {
    let text: String

    /// What the pattern also matches; `nil` when it matches only what the piece does.
    var note: ClaimNote?
}

extension PiecePattern {
    /// Writes a piece of a path.
    ///
    /// The format can ask for one character of a kind, but not for a run of them.
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

    /// The predefined variable for one character of a set; `nil` if there is none.
    private static func variable(for bytes: ByteSet) -> String? {
        PredefinedVariables.classes.first { $0.value == bytes }.map { "$(\($0.key))" }
    }

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

    /// Whether text in a pattern matches only itself.
    private static func isExact(_ text: [UInt8]) -> Bool { escaped(text).utf8.elementsEqual(text) }

    private static func note(on texts: [[UInt8]]) -> ClaimNote? {
        texts.allSatisfy(isExact)
            ? nil : "any character matches '*', and '(' after '$'"
    }
}

extension PathShape {
    /// How many patterns a path may become; each optional catch-all doubles them.
    private static let patternLimit = 32

    /// The patterns that together match all of its paths, and what they also match: one, unless a catch-all may be empty.
    func patterns(_ variables: inout VariableTable) -> (texts: [String], notes: [ClaimNote]) {
        var texts = [""]
        var notes: [ClaimNote] = []
        for (index, pieces) in segments.enumerated() {
            let patterns = pieces.map { PiecePattern($0, variables: &variables) }
            let segment = "/" + patterns.map(\.text).joined()
            notes += patterns.compactMap(\.note)
            guard case .rest(let name, isOptional: true)? = pieces.first else {
                texts = texts.map { $0 + segment }
                continue
            }
            // At the end, a star also matches the segments that may follow it.
            if index == segments.count - 1, texts.allSatisfy({ $0.hasSuffix("*") }) {
                if case .capture(.any, _, _)? = segments[index - 1].last { notes.removeLast() }
                continue
            }
            // Without the segments of an optional catch-all, its slash is missing too.
            if texts.count <= Self.patternLimit / 2 {
                texts = texts.map { $0 + segment } + texts
            } else {
                notes.append("{\(name)} may begin without a slash")
                // A star matches with and without the slash. Only an empty text, of which there is at most one, needs two patterns.
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

    /// The variable for some words: one that has them already, otherwise the capture's name, with a number if that has other words.
    mutating func name(for words: [[UInt8]], of capture: String) -> String {
        let values = words.map(PiecePattern.escaped)
        if let known = definitions.filter({ $0.value == values }).keys.min() { return known }
        var number = 1
        while true {
            let name = number == 1 ? capture : "\(capture)-\(number)"
            if definitions[name] == nil, !PredefinedVariables.names.contains(name) {
                definitions[name] = values
                return name
            }
            number += 1
        }
    }
}
