import DeepLinks
import LinkChecking
import PathMatching

extension GlobPiece {
    /// Text for a pattern or a variable's value: `?` replaces a literal `*` and the parenthesis of a literal `$(`, which cannot
    /// be escaped.
    static func escaped(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self).replacing("*", with: "?").replacing("$(", with: "$?")
    }
}

extension PatternPiece {
    /// The piece as a pattern of the association format.
    ///
    /// The format can ask for one character of a kind, but not for a run of them, and a star also takes slashes.
    func pattern(_ variables: inout VariableTable) -> String {
        switch self {
        case .text(let text): GlobPiece.escaped(text)
        case .capture(let capture):
            switch capture.constraint.form {
            case .any: "?*"
            case .groups(let form, let set):
                form.map { $0 == "0" ? Self.pattern(for: set) : String($0) }.joined()
            case .bytes(let set): Self.pattern(for: set) + "*"
            case .words: "$(\(variables.name(for: capture.words, of: capture.name)))"
            }
        }
    }

    /// The predefined variable for one character of a set; `?` if there is none.
    private static func pattern(for bytes: ByteSet) -> String {
        PredefinedVariables.classes.first { $0.value == bytes }.map { "$(\($0.key))" } ?? "?"
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
                texts = texts.map { $0 + "*" }
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

// MARK: - Queries and fragments

extension AssociationRule {
    /// Sets the patterns of the query and of the fragment to what conditions ask for.
    ///
    /// Links may write marks as they are or percent-encoded, so wildcards stand for them; a name has no wildcards.
    mutating func ask(_ conditions: [ItemCondition], _ variables: inout VariableTable) {
        let items = conditions.filter { $0.subject != .fragment }
        var patterns: [QueryItem] = []
        for item in items where item.isRequired {
            guard let name = item.name, !Self.hasMarks(name) else { continue }
            let text =
                switch item.kind {
                case .equals(let value): Self.pattern(ofValue: value)
                case .capture(let value):
                    (PathShape(value.pattern).segments.first ?? []).map {
                        Self.pattern(of: $0, &variables)
                    }.joined()
                }
            let spelled = name.percentEncoded(keeping: .unreserved)
            patterns.append(QueryItem(name: spelled, pattern: text))
        }
        // The pattern for the whole query can at least ask for the text of a flag, or of a name with marks.
        if items.count == 1, let name = items[0].name,
            patterns.first?.pattern.isEmpty ?? (items[0].isRequired && Self.hasMarks(name))
        {
            query = .whole(Self.queryPattern(with: name))
        } else if !patterns.isEmpty {
            query = .items(patterns)
        } else if items.contains(where: { $0.name == nil }) {
            query = .whole("?*")
        }
        for condition in conditions where condition.subject == .fragment && condition.isRequired {
            if case .equals(let text) = condition.kind {
                fragment = Self.pattern(ofValue: text)
            } else {
                fragment = "?*"
            }
        }
    }

    /// The pattern for a piece of an item's value.
    private static func pattern(
        of piece: PatternPiece,
        _ variables: inout VariableTable
    ) -> String {
        if case .text(let bytes) = piece {
            return withoutMarks(String(decoding: bytes, as: UTF8.self))
        }
        let isPlain = piece.capture?.words.joined().allSatisfy(ByteSet.unreserved.contains) ?? true
        return isPlain ? piece.pattern(&variables) : "?*"
    }

    private static func pattern(ofValue value: String?) -> String {
        withoutMarks((value ?? "").percentEncoded(keeping: .unreserved))
    }

    /// Percent-encoded text with wildcards for its marks.
    private static func withoutMarks(_ text: String) -> String {
        text.replacing(/(%..|[^A-Za-z0-9._~-])+/, with: "?*")
    }

    private static func hasMarks(_ name: String) -> Bool {
        name.utf8.contains { $0 < 0x80 && !ByteSet.unreserved.contains($0) }
    }

    /// The pattern for a query that contains a name, without its marks; of a name in other letters remains only that there is a query.
    static func queryPattern(with name: String) -> String {
        let parts = name.utf8.split { !ByteSet.unreserved.contains($0) }
            .map { String(decoding: $0, as: UTF8.self) }
        return parts.isEmpty ? "?*" : "*\(parts.joined(separator: "*"))*"
    }
}
