import DeepLinks
import PathMatching

/// The links that one rewrite rule handles under one prefix, on the way into an association file.
struct AssociationClaim {
    /// The rule as it was declared, prefix included.
    let name: String

    /// The paths.
    let language: PathLanguage

    /// The patterns that claim them: one, unless the form has no variables.
    let variants: [[PatternPart]]

    /// What is asked of the query.
    let query: ClaimedQuery

    let ignoresCase: Bool

    /// Whether the path is in the fragment.
    let isFragment: Bool

    /// Whether links of the domain have their path in the fragment if they have one, so that it must be empty for this
    /// claim.
    let hasFragmentPaths: Bool

    /// The same paths, to be compared with exclusions.
    let automaton: Automaton

    /// What the patterns take that the rule does not.
    var notes: [String]

    /// What takes some of that away again.
    var exclusions: [Exclusion] = []

    /// Whether deeper paths must be taken away in front of the claim.
    var needsDepthLimit = false

    /// Links that are not to be claimed.
    struct Exclusion {
        let content: GeneratedRule.Content
        /// The paths that it takes.
        let automaton: Automaton
        let head: [UInt8]
        /// What the comment says.
        let reason: String
        /// What is claimed if the exclusion cannot be written, because it would take links of other rules.
        let noteWithout: String
    }

    /// How many segments the paths have; nil for any number.
    var depth: Int? {
        language.endsInRest ? nil : language.segments.count
    }
}

/// What a rule asks of the query, in the words of the format.
struct ClaimedQuery {
    /// What is claimed.
    private(set) var pattern: AssociationRule.Query?

    /// What is claimed that the rule does not handle.
    private(set) var notes: [String] = []

    /// Values of one item that are not to be claimed.
    private(set) var exclusions: [(item: AssociationRule.QueryItem, class: CharacterClass)] = []

    /// Whether case makes no difference to what is asked.
    private(set) var isCaseless = true

    init(_ items: [ExternalShape.Item], variables: inout VariableTable) {
        var patterns: [AssociationRule.QueryItem] = []
        for item in items {
            let name = Self.written(item.name)
            switch item.form {
            case .flag, .text(""):
                patterns.append(AssociationRule.QueryItem(name: name, pattern: ""))
                notes.append("links without '\(item.name)' count as those that have it empty")
                isCaseless = isCaseless && items.count > 1
            case .text(let text):
                let parts = Self.parts(of: text)
                isCaseless = isCaseless && !text.utf8.contains(where: ByteSet.letters.contains)
                patterns.append(AssociationRule.QueryItem(name: name, pattern: parts.pattern))
                if parts.hasWildcard || parts.hasUnwritableText {
                    notes.append(
                        "'\(item.name)' may have other characters where its text has marks"
                    )
                }
            case .pattern(let pattern):
                addPattern(pattern, of: item, name, &patterns, &variables)
            }
        }
        // The whole query can at least be asked for the text of a flag.
        if items.count == 1, let item = patterns.first, item.pattern.isEmpty {
            pattern = .whole("*\(item.name)*")
            notes = ["'\(items[0].name)' may stand anywhere in the query"]
        } else if !patterns.isEmpty {
            pattern = .items(patterns)
        }
    }

    private mutating func addPattern(
        _ pattern: PathPattern,
        of item: ExternalShape.Item,
        _ name: String,
        _ patterns: inout [AssociationRule.QueryItem],
        _ variables: inout VariableTable
    ) {
        let pieces = PathLanguage(pattern).segments.first ?? []
        if pieces.count == 1, case .some(let members, _) = pieces[0] {
            let other = [PatternPart.many, .member(members.complement), .many].pattern
            exclusions.append((AssociationRule.QueryItem(name: name, pattern: other), members))
        } else if !item.isRequired {
            notes.append("'\(item.name)' may have any value")
        }
        guard item.isRequired else { return }
        var parts: [PatternPart] = []
        var isExact = true
        for piece in pieces {
            switch piece {
            case .text(let text) where text.contains(where: ByteSet.letters.contains):
                isCaseless = false
            case .words: isCaseless = false
            default: break
            }
            if case .text(let text) = piece {
                let own = Self.parts(of: text)
                parts += own
                isExact = isExact && own == [.text(text)]
            } else {
                parts += PathLanguage.parts(of: piece, &variables)
            }
            if case .some = piece, pieces.count > 1 { isExact = false }
        }
        if !isExact || parts.hasUnwritableText {
            notes.append("'\(item.name)' may have other characters too")
        }
        patterns.append(AssociationRule.QueryItem(name: name, pattern: parts.pattern))
    }

    /// A name as links have it that were written by the rules of URLs.
    private static func written(_ name: String) -> String {
        var bytes: [UInt8] = []
        withBytes(of: name) {
            PercentEncoding.append($0, keeping: plainInNames, to: &bytes)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let plainInNames = AssociationLink.plain.subtracting(ByteSet("%&=+"))

    /// Text that may be percent-encoded already; marks other than those of `unreserved` can be written in several ways,
    /// so a wildcard stands for them.
    private static func parts(of text: [UInt8]) -> [PatternPart] {
        var parts: [PatternPart] = []
        var rest = text[...]
        while let byte = rest.first {
            let plain = rest.prefix { ByteSet.unreserved.contains($0) }
            if !plain.isEmpty {
                parts.append(.text(Array(plain)))
                rest = rest.dropFirst(plain.count)
                continue
            }
            rest = rest.dropFirst(byte == UInt8(ascii: "%") ? 3 : 1)
            if parts.last != .many { parts += [.one, .many] }
        }
        return parts
    }

    private static func parts(of text: String) -> [PatternPart] {
        var bytes: [UInt8] = []
        withBytes(of: text) {
            PercentEncoding.append($0, keeping: .unreserved, to: &bytes)
        }
        return parts(of: bytes)
    }
}
