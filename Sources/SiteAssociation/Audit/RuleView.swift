import DeepLinks
import LinkChecking
import PathMatching

/// A rule as the audit looks at it: the model, the compiled patterns, and where in the file each of them is.
struct RuleView {
    /// Where something is.
    typealias Location = (path: JSONPath, position: JSONPosition?)

    let model: AssociationRule
    let compiled: CompiledRule
    let location: Location
    let patterns: [Pattern]

    /// One pattern of a rule.
    struct Pattern {
        let text: String
        let bytes: [UInt8]
        let location: Location

        /// Whether the pattern is the path's, and whether it is a query item's.
        let isPath: Bool
        let isItem: Bool

        /// The bytes that the pattern has.
        let members: ByteMembers
    }

    /// Looks at the rule with that index.
    init(_ entry: AssociationAudit.Entry, _ index: Int) {
        let model = entry.model.rules[index]
        let path = entry.path(ofRule: index)
        let location = (path: path, position: model.value.position)
        let object = model.value.object

        // A pattern that comes from defaults, and a legacy path, is where the rule is.
        func add(
            _ text: String?,
            _ key: String,
            _ item: JSONObject.Member? = nil,
            isItem: Bool = false
        ) {
            guard let text else { return }
            var place: Location = object?[key].map { (path.key(key), $0.position) } ?? location
            if let item {
                place = (place.path.key(item.key), item.value.position)
            }
            let bytes = Array(text.utf8)
            patterns.append(
                Pattern(
                    text: text,
                    bytes: bytes,
                    location: place,
                    isPath: key == "/",
                    isItem: isItem,
                    members: ByteMembers(bytes)
                )
            )
        }
        var patterns: [Pattern] = []
        add(model.path, "/")
        switch model.query {
        case .whole(let text):
            add(text, "?")
        case .items(let items):
            // The rule's own items were made of the object's members, one of each.
            let members = object?["?"]?.object?.members
            for (index, item) in items.enumerated() {
                add(item.pattern, "?", members?[index], isItem: true)
            }
        case nil: break
        }
        add(model.fragment, "#")
        self.model = model
        compiled = entry.rules[index]
        self.location = location
        self.patterns = patterns
    }

    /// The path's pattern, when the rule has one.
    var path: Pattern? {
        patterns.first(where: \.isPath)
    }
}

/// Which bytes a text has: a check that looks for rare ones is over at once for most patterns.
struct ByteMembers {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    init(_ bytes: [UInt8]) {
        for byte in bytes {
            let bit: UInt64 = 1 << UInt64(byte & 63)
            switch byte >> 6 {
            case 0: words.0 |= bit
            case 1: words.1 |= bit
            case 2: words.2 |= bit
            default: words.3 |= bit
            }
        }
    }

    /// Whether the text has that ASCII character.
    func contains(_ character: Unicode.Scalar) -> Bool {
        let byte = UInt8(ascii: character)
        return (byte < 64 ? words.0 : words.1) >> UInt64(byte & 63) & 1 == 1
    }

    /// Whether the text has bytes that no URL has as they are.
    var mustBeEncoded: Bool {
        words.2 | words.3 | words.0 & Self.forbidden.0 | words.1 & Self.forbidden.1 != 0
    }

    private static let forbidden = ByteMembers(
        (UInt8(0)..<0x80).filter { !AssociationLink.plain.contains($0) }
    )
    .words
}
