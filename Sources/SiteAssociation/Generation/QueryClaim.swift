import DeepLinks
import LinkChecking
import PathMatching

/// What a rule asks of the query and of the fragment, as patterns of the format.
struct QueryClaim {
    /// The pattern; `nil` when every query matches.
    private(set) var pattern: AssociationRule.Query?

    /// The pattern of the fragment; `nil` when every fragment matches.
    private(set) var fragment: String?

    /// What is claimed although the rule does not handle it.
    private(set) var notes: [ClaimNote] = []

    /// Whether case makes no difference to the pattern.
    private(set) var isCaseless = true

    init(_ conditions: [ItemCondition], variables: inout VariableTable) {
        let items = conditions.filter { $0.subject != .fragment }
        var patterns: [AssociationRule.QueryItem] = []
        for item in items {
            guard let name = item.name else {
                notes.append("'\(item.text)' may be any text")
                continue
            }
            guard item.isRequired else {
                notes.append("'\(name)' may have any value")
                continue
            }
            // Marks may be written as they are or percent-encoded, and a name has no wildcards.
            guard !Self.hasMarks(name) else {
                notes.append("'\(name)' is not checked")
                continue
            }
            let text: String
            switch item.kind {
            case .equals(""), .flag:
                notes.append("links without '\(name)' count as if it were empty")
                isCaseless = false
                text = ""
            case .equals(let value):
                text = self.text(value.percentEncoded(keeping: .unreserved), of: name)
            case .capture(let value):
                text = (PathShape(value.pattern).segments.first ?? []).map { piece in
                    self.text(of: piece, name, &variables)
                }.joined()
            }
            let spelled = name.percentEncoded(keeping: .unreserved)
            patterns.append(AssociationRule.QueryItem(name: spelled, pattern: text))
        }
        // The pattern for the whole query can at least ask for the text of a flag, or of a name with marks.
        if items.count == 1, let name = items[0].name,
            patterns.first?.pattern.isEmpty ?? (items[0].isRequired && Self.hasMarks(name))
        {
            pattern = .whole(Self.anywhere(name))
            notes = ["'\(name)' may be anywhere in the query"]
            isCaseless = false
        } else if patterns.isEmpty, items.contains(where: { $0.name == nil }) {
            pattern = .whole("?*")
        } else if !patterns.isEmpty {
            pattern = .items(patterns)
        }
        for condition in conditions where condition.subject == .fragment {
            switch condition.kind {
            case .equals(let text):
                let encoded = text.percentEncoded(keeping: .unreserved)
                fragment = self.text(encoded, of: condition.text)
            case .capture(let value):
                if !value.takesAll { notes.append("'\(condition.text)' may be any text") }
                if condition.isRequired { fragment = "?*" }
            case .flag: break
            }
        }
    }

    /// The pattern for a piece of a value.
    private mutating func text(
        of piece: PathShape.Piece,
        _ name: String,
        _ variables: inout VariableTable
    ) -> String {
        switch piece {
        case .text(let text): return self.text(String(decoding: text, as: UTF8.self), of: name)
        case .capture(.any, _, _): return "?*"
        case .capture(.words, let words, _)
        where !words.joined().allSatisfy(ByteSet.unreserved.contains):
            notes.append("'\(name)' may have any value")
            return "?*"
        case .rest:
            notes.append("'\(name)' may have any value")
            return "?*"
        case .capture:
            if case .capture(.words, _, _) = piece { isCaseless = false }
            let pattern = PiecePattern(piece, variables: &variables)
            if let note = pattern.note { notes.append(note.in(name)) }
            return pattern.text
        }
    }

    /// The pattern for percent-encoded text.
    ///
    /// Marks outside of `unreserved` can be written in several ways, so a wildcard stands for them.
    private mutating func text(_ text: String, of name: String) -> String {
        if text.utf8.contains(where: ByteSet.letters.contains) { isCaseless = false }
        var result: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard !ByteSet.unreserved.contains(byte) else {
                result.append(byte)
                continue
            }
            // The two digits of an escape belong to it.
            if byte == UInt8(ascii: "%") { rest = rest.dropFirst(2) }
            if result.last != UInt8(ascii: "*") { result += "?*".utf8 }
        }
        if result.contains(UInt8(ascii: "*")) {
            notes.append("'\(name)' may have other characters instead of punctuation")
        }
        return String(decoding: result, as: UTF8.self)
    }

    private static func hasMarks(_ name: String) -> Bool {
        name.utf8.contains { $0 < 0x80 && !ByteSet.unreserved.contains($0) }
    }

    /// The pattern for a query that contains a name.
    ///
    /// Links can write its marks in several ways, so a wildcard stands for them.
    static func anywhere(_ name: String) -> String {
        let parts = name.utf8.split { !ByteSet.unreserved.contains($0) }
        // Of a name in other letters remains only that there is a query.
        return (parts.isEmpty ? "?*" : "*")
            + parts.map { String(decoding: $0, as: UTF8.self) + "*" }.joined()
    }
}
