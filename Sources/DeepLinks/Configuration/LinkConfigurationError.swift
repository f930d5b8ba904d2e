/// Why a configuration cannot be read, or no rewriter be made of it, and where.
public struct LinkConfigurationError: Error, Hashable, Sendable {
    /// The obstacles that a configuration can have.
    public enum Reason: Hashable, Sendable {
        /// The text is not JSON.
        case malformedJSON(obstacle: String, remedy: String)
        /// The version is another than ``LinkConfiguration/version``.
        case unknownVersion(String)
        /// An object has a member that it cannot have.
        case unknownKey(String, nearest: String?, known: [String])
        /// An object lacks a member that it must have.
        case missingKey(String)
        /// Two members of an object exclude each other, or are the same text in two spellings.
        case conflictingKeys(String, String)
        /// A value has another type than the one that is expected.
        case wrongType(expected: String, found: String)
        /// A word is none of those that can stand there.
        case unknownWord(String, nearest: String?, known: [String])
        /// The sources and rules make no rewriter.
        case rule(RewriteRuleError)
    }

    /// The way to the place from the document's root, such as `domains[0].rules[3].to`; `the document` for the root itself;
    /// nil if the text is not JSON.
    public let path: String?

    /// The line of the place, counted from 1; nil if it was not read from a text.
    public let line: Int?

    /// The column of the place in its line, counted from 1 in Unicode scalars; nil if it was not read from a text.
    public let column: Int?

    /// The obstacle.
    public let reason: Reason

    /// The way as steps.
    package let steps: JSONPath?

    package init(
        _ reason: Reason,
        at path: JSONPath?,
        line: Int? = nil,
        column: Int? = nil
    ) {
        self.reason = reason
        steps = path
        self.path = path?.description
        self.line = line
        self.column = column
    }

    /// The error for a text that Foundation does not read.
    static var notJSON: LinkConfigurationError {
        LinkConfigurationError(
            .malformedJSON(
                obstacle: "the text is not JSON",
                remedy: "'deeplink check' names the place"
            ),
            at: nil
        )
    }
}

extension LinkConfigurationError: CustomStringConvertible {
    /// One sentence: the place, the obstacle, the way out.
    public var description: String {
        var place = path ?? ""
        if let line, let column {
            let position = "line \(line), column \(column)"
            place = place.isEmpty ? position : "\(place) (\(position))"
        }
        if place.isEmpty { place = "the document" }
        return "The configuration has a fault at \(place): \(reason.sentence)"
    }
}

extension LinkConfigurationError.Reason {
    /// The obstacle and the way out.
    package var sentence: String {
        switch self {
        case .malformedJSON(let obstacle, let remedy):
            return "\(obstacle); \(remedy)."
        case .unknownVersion(let version):
            return
                "version \(version) is not known here; write \(LinkConfiguration.version), or use a newer release."
        case .unknownKey(let key, let nearest, let known):
            return nearest.map { "the key '\(key)' is unknown; write '\($0)'." }
                ?? "the key '\(key)' is unknown; remove it, or write \(Self.choice(known))."
        case .missingKey(let key):
            return "the key '\(key)' is missing; add it."
        case .conflictingKeys(let key, let other):
            return "the keys '\(key)' and '\(other)' exclude each other; remove one of the two."
        case .wrongType(let expected, let found):
            return "there is \(found); write \(expected)."
        case .unknownWord(let word, let nearest, let known):
            return nearest.map { "'\(word)' is not a value for this; write '\($0)'." }
                ?? "'\(word)' is not a value for this; write \(Self.choice(known))."
        case .rule(let error):
            return error.description
        }
    }

    private static func choice(_ words: [String]) -> String {
        let quoted = words.map { "'\($0)'" }
        guard let last = quoted.last, quoted.count > 1 else { return quoted.joined() }
        return quoted.dropLast().joined(separator: ", ") + " or " + last
    }
}
