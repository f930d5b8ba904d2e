#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
    public var line: Int? { position?.line }

    /// The column of the place in its line, counted from 1 in Unicode scalars; nil if it was not read from a text.
    public var column: Int? { position?.column }

    /// The obstacle.
    public let reason: Reason

    /// Where the place is in the text.
    package let position: JSONPosition?

    /// The way as steps.
    let steps: JSONPath?

    init(_ reason: Reason, at path: JSONPath?, _ position: JSONPosition?) {
        self.reason = reason
        steps = path
        self.path = path?.description
        self.position = position
    }

    init(_ error: JSONError) {
        self.init(
            .malformedJSON(obstacle: error.obstacle, remedy: error.remedy),
            at: nil,
            error.position
        )
    }

    /// The same error with the line and the column that its place has in a text.
    ///
    /// A configuration that was read does not know where its parts stood. An error of ``URLRewriter/init(configuration:)``
    /// becomes one that an editor can jump to when it is shown the text again.
    ///
    /// - Parameter data: The text that the configuration was read from.
    /// - Returns: The error with its line and column, or as it is if the text has no such place.
    public func located(in data: Data) -> LinkConfigurationError {
        guard position == nil, let steps, let document = try? JSONReader.read(Array(data)),
            let position = document[steps]?.position
        else { return self }
        return LinkConfigurationError(reason, at: steps, position)
    }
}

extension LinkConfigurationError: CustomStringConvertible {
    /// One sentence: the place, the obstacle, the way out.
    public var description: String {
        let place =
            switch (path, position) {
            case (let path?, let position?): "\(path) (\(position))"
            case (let path?, nil): path
            case (nil, let position?): position.description
            case (nil, nil): "the document"
            }
        return "The configuration has a fault at \(place): \(reason.sentence)"
    }
}

extension LinkConfigurationError.Reason {
    /// The obstacle and the way out.
    var sentence: String {
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
            return nearest.map { "'\(word)' is none of the words for this; write '\($0)'." }
                ?? "'\(word)' is none of the words for this; write \(Self.choice(known))."
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
