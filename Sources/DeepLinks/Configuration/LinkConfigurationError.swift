package import PathMatching

/// Why a configuration cannot be read, or why no rewriter can be made from it, and where.
public struct LinkConfigurationError: Error, Hashable, Sendable {
    /// An obstacle that a configuration can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, such as `unknown-key`, which is also the code of the finding in `deeplink check`.
        public let code: String

        /// The obstacle and the way out.
        package let text: ErrorText
    }

    /// The path from the document's root, such as `domains[0].rules[3].to`; `the document` for the root itself; nil if the
    /// text is not JSON.
    public var path: String? { steps?.description }

    /// The line of the place, counted from 1; nil unless `LinkChecking` located it in the text.
    public var line: Int? { position?.line }

    /// The column of the place in its line, counted from 1 in Unicode scalars; nil unless `LinkChecking` located it in the text.
    public var column: Int? { position?.column }

    /// The obstacle.
    public let reason: Reason

    /// The path as steps.
    package let steps: JSONPath?

    package let position: JSONPosition?

    package init(_ reason: Reason, at path: JSONPath?, _ position: JSONPosition? = nil) {
        self.reason = reason
        steps = path
        self.position = position
    }
}

extension LinkConfigurationError: CustomStringConvertible {
    package var text: ErrorText {
        var place = path ?? ""
        if let position { place = place.isEmpty ? "\(position)" : "\(place) (\(position))" }
        if place.isEmpty { place = "the document" }
        return reason.text.after("The configuration has a fault at \(place): ")
    }
}

extension LinkConfigurationError.Reason {
    init(_ code: String, _ obstacle: String, _ remedy: String) {
        self.init(code: code, text: ErrorText(obstacle, remedy))
    }

    /// The text is not JSON.
    package static func malformedJSON(obstacle: String, remedy: String) -> Self {
        Self("malformed-json", obstacle, remedy)
    }

    /// Two keys of an object exclude each other, or are the same text with different bytes.
    static func conflictingKeys(_ key: String, _ other: String) -> Self {
        Self(
            "conflicting-keys",
            "the keys '\(key)' and '\(other)' cannot be used together",
            "remove one"
        )
    }

    /// No rewriter can be made from the sources and rules.
    package static func rule(_ error: RewriteRuleError) -> Self {
        Self(code: error.reason.code, text: error.text)
    }
}
