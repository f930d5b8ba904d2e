package import PathMatching

/// Why no rewriter can be made from the given sources and rules.
public struct RewriteRuleError: Error, Hashable, Sendable {
    /// An obstacle that sources and rules can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, such as `duplicate-host`, which is also the code of the finding in `deeplink check`.
        public let code: String
    }

    /// The source, as it is named in messages: `Domain 'mydomain.io'`; `Limits` if these are at fault.
    public let source: String

    /// The external side of the rule; nil if the source itself is at fault.
    public let rule: String?

    /// The obstacle.
    public var reason: Reason { Reason(code: flaw.code) }

    /// The obstacle, its sentence and its place.
    package let flaw: RuleFlaw

    /// The number of the source, counted from 0; nil if the limits are at fault.
    package let sourceIndex: Int?

    /// The number of the rule in its source, counted from 0.
    package let ruleIndex: Int?
}

/// An obstacle, before it is known which rule it belongs to.
package struct RuleFlaw: Error, Hashable {
    /// Its stable name.
    let code: String

    /// The obstacle and the way out, printed after the source and the rule.
    package let text: ErrorText

    /// The path to the faulty part in the JSON of the source or the rule; until the rule is known, the root means the hosts of a
    /// domain, the names of a scheme or the external side of a rule.
    private(set) var place: JSONPath

    /// The number of the other rule that is at fault, counted from 0.
    package let otherRule: Int?

    /// The name that the template uses and nothing captures, if that is the obstacle.
    package let capture: String?

    init(
        _ code: String,
        _ text: ErrorText,
        at place: JSONPath = .root,
        otherRule: Int? = nil,
        capture: String? = nil
    ) {
        self.code = code
        self.text = text
        self.place = place
        self.otherRule = otherRule
        self.capture = capture
    }

    init(
        _ code: String,
        _ obstacle: String,
        _ remedy: String,
        at place: JSONPath = .root,
        otherRule: Int? = nil
    ) {
        self.init(code, ErrorText(obstacle, remedy), at: place, otherRule: otherRule)
    }

    /// The same flaw at a place.
    func at(_ place: JSONPath) -> RuleFlaw {
        var flaw = self
        flaw.place = place
        return flaw
    }

    /// The flaw of a malformed query item on either side, or of a fragment that begins with its mark, with its text and what is wrong
    /// with it.
    static func queryItem(_ item: String, _ text: ErrorText) -> RuleFlaw {
        let isFragment = item.utf8.first == UInt8(ascii: "#")
        return RuleFlaw(
            isFragment ? "malformed-fragment" : "malformed-query-item",
            text.after("the \(isFragment ? "fragment" : "query item") '\(item)' ")
        )
    }

    /// The same flaw with its text, what is wrong with it and the way out.
    static func queryItem(_ item: String, _ predicate: String, _ remedy: String) -> RuleFlaw {
        queryItem(item, ErrorText(predicate, remedy))
    }
}

extension RewriteRuleError: CustomStringConvertible {
    package var text: ErrorText {
        flaw.text.after("\(rule.map { "\(source), rule '\($0)'" } ?? source): ")
    }
}
