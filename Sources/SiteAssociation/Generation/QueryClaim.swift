import DeepLinks
import LinkChecking
import PathMatching

/// What a rule asks of the query and of the fragment, as patterns of the format.
struct QueryClaim {
    /// The pattern; `nil` when every query matches.
    private(set) var pattern: AssociationRule.Query?

    /// The pattern of the fragment; `nil` when every fragment matches.
    private(set) var fragment: String?

    init(_ conditions: [ItemCondition], variables: inout VariableTable) {
        let items = conditions.filter { $0.subject != .fragment }
        var patterns: [AssociationRule.QueryItem] = []
        for item in items where item.isRequired {
            // Marks may be written as they are or percent-encoded, and a name has no wildcards.
            guard let name = item.name, !Self.hasMarks(name) else { continue }
            let text =
                switch item.kind {
                case .equals(let value):
                    Self.text((value ?? "").percentEncoded(keeping: .unreserved))
                case .capture(let value):
                    (PathShape(value.pattern).segments.first ?? []).map { piece in
                        Self.text(of: piece, &variables)
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
        } else if patterns.isEmpty, items.contains(where: { $0.name == nil }) {
            pattern = .whole("?*")
        } else if !patterns.isEmpty {
            pattern = .items(patterns)
        }
        for condition in conditions where condition.subject == .fragment {
            switch condition.kind {
            case .equals(let text):
                fragment = Self.text((text ?? "").percentEncoded(keeping: .unreserved))
            case .capture: if condition.isRequired { fragment = "?*" }
            }
        }
    }

    /// The pattern for a piece of a value.
    private static func text(of piece: PatternPiece, _ variables: inout VariableTable) -> String {
        switch piece {
        case .text(let bytes): text(String(decoding: bytes, as: UTF8.self))
        case .capture(let capture)
        where !capture.words.joined().allSatisfy(ByteSet.unreserved.contains):
            "?*"
        case .capture: piece.pattern(&variables)
        }
    }

    /// The pattern for percent-encoded text.
    ///
    /// Marks outside of `unreserved` can be written in several ways, so a wildcard stands for them.
    private static func text(_ text: String) -> String {
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
