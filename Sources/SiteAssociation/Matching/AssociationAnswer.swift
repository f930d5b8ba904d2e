/// What an association file says about one link.
public enum AssociationAnswer: Hashable, Sendable {
    /// The link opens the app.
    case matched(AssociationMatch)

    /// An exclusion keeps the link in the browser; later rules are not tried.
    case blocked(AssociationMatch)

    /// No rule matches the link, so it stays in the browser.
    case notMatched
}

extension AssociationAnswer {
    /// Whether the link opens the app.
    public var isMatched: Bool {
        if case .matched = self { true } else { false }
    }

    /// Whether an exclusion keeps the link in the browser.
    public var isBlocked: Bool {
        if case .blocked = self { true } else { false }
    }

    /// The rule that decided, or `nil` when none did.
    public var match: AssociationMatch? {
        switch self {
        case .matched(let match), .blocked(let match): match
        case .notMatched: nil
        }
    }
}

extension AssociationAnswer: CustomStringConvertible {
    /// A phrase such as `matched by { "/": "/buy/*" } at applinks.details[0].components[1]`.
    public var description: String {
        switch self {
        case .matched(let match): "matched by \(match.rule) at \(match.rule.place)"
        case .blocked(let match): "blocked by \(match.rule) at \(match.rule.place)"
        case .notMatched: "not matched"
        }
    }
}

/// The rule that decided about a link.
public struct AssociationMatch: Hashable, Sendable {
    /// The app that the answer is for.
    public let appID: String

    /// The index of the rule's entry in ``AppSiteAssociation/entries``.
    public let entryIndex: Int

    /// The index of the rule among its entry's rules.
    public let ruleIndex: Int

    /// The rule.
    public let rule: AssociationRule
}
