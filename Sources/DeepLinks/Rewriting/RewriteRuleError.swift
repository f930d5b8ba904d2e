/// Why no rewriter can be made from the given sources and rules.
public struct RewriteRuleError: Error, Hashable, Sendable {
    /// An obstacle that sources and rules can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, such as `duplicate-host`, which is also the code of the finding in `deeplink check`.
        public let code: String
    }

    /// The source, as it is named in messages: `Domain 'mydomain.io'`.
    public let source: String

    /// The external side of the rule; nil if the source itself is at fault.
    public let rule: String?

    /// The obstacle.
    public var reason: Reason { Reason(code: flaw.code) }

    /// The obstacle, its sentence and its place.
    package let flaw: RuleFlaw

    /// The number of the source, counted from 0.
    package let sourceIndex: Int

    /// The number of the rule in its source, counted from 0.
    package let ruleIndex: Int?
}

/// An obstacle, before it is known which rule it belongs to.
package struct RuleFlaw: Error, Hashable {
    /// Its stable name.
    let code: String

    /// The obstacle and the way out, printed after the source and the rule.
    let sentence: String

    /// The path to the faulty part in the JSON of the source or the rule; until the rule is known, the root means the hosts of a
    /// domain, the names of a scheme or the external side of a rule.
    let place: JSONPath

    /// The number of the other rule that is at fault, counted from 0.
    package let otherRule: Int?

    init(_ code: String, _ sentence: String, at place: JSONPath = .root, otherRule: Int? = nil) {
        self.code = code
        self.sentence = sentence
        self.place = place
        self.otherRule = otherRule
    }

    /// The same flaw at a place.
    func at(_ place: JSONPath) -> RuleFlaw {
        RuleFlaw(code, sentence, at: place, otherRule: otherRule)
    }

    /// The flaw of a malformed query item on either side, with its text and what is wrong with it.
    static func queryItem(_ item: String, _ predicate: String) -> RuleFlaw {
        RuleFlaw("malformed-query-item", "the query item '\(item)' \(predicate)")
    }
}

extension RewriteRuleError: CustomStringConvertible {
    /// One sentence: the source and the rule, the obstacle, the way out.
    public var description: String {
        let place = rule.map { "\(source), rule '\($0)'" } ?? source
        return "\(place): \(flaw.sentence)"
    }
}
