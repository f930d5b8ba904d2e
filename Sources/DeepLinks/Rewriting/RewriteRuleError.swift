/// Why a rewriter cannot be made of its sources and rules; nothing is made then.
public struct RewriteRuleError: Error, Hashable, Sendable {
    /// An obstacle that sources and rules can have.
    ///
    /// New versions know more of them, so an obstacle is told by its code.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, which is also the code of what `deeplink check` finds: `duplicate-host`.
        public let code: String

        /// The obstacle and the way out, as they follow after the source and the rule.
        let sentence: String

        /// What of the source or the rule is at fault.
        let place: Place

        /// The number of the other rule that is at fault, counted from 0.
        let otherRule: Int?
    }

    /// What of a source or a rule is at fault.
    enum Place: Hashable, Sendable {
        /// The hosts of a domain or the names of a scheme, or the external side of a rule.
        case whole
        /// A host or a scheme; of several that are spelled so the first.
        case name(String)
        /// A host or a scheme that stands there twice.
        case repeatedName(String)
        /// A prefix; of several that are spelled so the first.
        case prefix(String)
        /// A prefix that stands there twice.
        case repeatedPrefix(String)
        /// An option of the source, by its key.
        case option(String)
        /// The internal side of a rule.
        case template
        /// A query item, of the external side if that has a malformed one.
        case queryItem
        /// An example, by its external side.
        case example(String)
    }

    /// The source, as it is named in messages: `Domain 'mydomain.io'`.
    public let source: String

    /// The external side of the rule; nil when the source itself is at fault.
    public let rule: String?

    /// The obstacle.
    public let reason: Reason

    /// The number of the source, counted from 0.
    package let sourceIndex: Int

    /// The number of the rule in its source, counted from 0.
    package let ruleIndex: Int?

    /// The number of the other rule that is at fault, counted from 0.
    package var otherRuleIndex: Int? { reason.otherRule }
}

/// An obstacle, before it is known which rule it belongs to.
package struct RuleFlaw: Error {
    let reason: RewriteRuleError.Reason

    /// Creates a flaw: its stable name, the obstacle with the way out as they follow after the source and the rule, and what is at
    /// fault.
    init(
        _ code: String,
        _ sentence: String,
        at place: RewriteRuleError.Place = .whole,
        otherRule: Int? = nil
    ) {
        reason = RewriteRuleError.Reason(
            code: code,
            sentence: sentence,
            place: place,
            otherRule: otherRule
        )
    }

    /// A query item of either side that is malformed: its text, and what is wrong with it.
    static func queryItem(_ item: String, _ predicate: String) -> RuleFlaw {
        RuleFlaw("malformed-query-item", "the query item '\(item)' \(predicate)", at: .queryItem)
    }

    /// Two captures with the same name.
    static func duplicateCapture(_ name: String) -> RuleFlaw {
        RuleFlaw(
            "duplicate-capture",
            "two captures are named '\(name)', counting those of the host and the prefix; give each its own name."
        )
    }
}

extension RewriteRuleError: CustomStringConvertible {
    /// One sentence: the source and the rule, the obstacle, the way out.
    public var description: String {
        let place = rule.map { "\(source), rule '\($0)'" } ?? source
        return "\(place): \(reason.sentence)"
    }
}
