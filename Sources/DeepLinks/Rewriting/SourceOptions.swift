/// The options that all rules of a source share, the same for ``Domain`` and ``Scheme``.
public struct SourceOptions: Hashable, Sendable {
    /// What happens to a link that fits no rule.
    public var unmatched: UnmatchedPolicy

    /// Which query items are kept in the internal link, of those that the rule did not use.
    public var query: QueryPolicy

    /// Whether a `+` in the query stands for a space, as in HTML forms; `%2B` is always a plus sign.
    public var plusIsSpace: Bool

    /// Whether ASCII case is ignored in the literal text of rules.
    ///
    /// Captures keep their case, and the names and values of query items are always compared exactly.
    public var ignoresCase: Bool

    /// The path patterns under which every rule matches; `""` is the rule without a prefix.
    public var prefixes: [String]

    /// How a link's fragment is read.
    public var fragment: FragmentPolicy

    /// What happens to an optional item whose value does not fit its constraint.
    public var malformedOptionals: MalformedOptionalPolicy

    /// The codes of the findings about this source that are intended and that checks should not report.
    public var allow: [String]

    /// Whether a link's fragment, if it has one, is its path: another spelling of ``FragmentPolicy/path``.
    public var fragmentPaths: Bool {
        get { fragment == .path }
        set { fragment = newValue ? .path : .keep }
    }

    /// Creates options; those not given have their default.
    ///
    /// If `fragmentPaths` is true, `fragment` is ignored.
    public init(
        unmatched: UnmatchedPolicy = .reject,
        query: QueryPolicy = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragment: FragmentPolicy = .keep,
        malformedOptionals: MalformedOptionalPolicy = .reject,
        allow: [String] = [],
        fragmentPaths: Bool = false
    ) {
        self.unmatched = unmatched
        self.query = query
        self.plusIsSpace = plusIsSpace
        self.ignoresCase = ignoresCase
        self.prefixes = prefixes
        self.fragment = fragmentPaths ? .path : fragment
        self.malformedOptionals = malformedOptionals
        self.allow = allow
    }
}

/// How a link's fragment is read.
public enum FragmentPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is kept in the internal link.
    case keep
    /// If there is one, it is the path: `/#/items/5?x=1` is `/items/5?x=1`.
    ///
    /// The text before the fragment then only chooses the source, except that its query items follow those of the
    /// fragment. The fragment's leading slash is optional.
    case path
    /// It has query items, which come before the link's own: rules can read `url` and `title` in `/share#url=a&title=b`.
    case query
}

/// What happens to an optional item whose value does not fit its constraint: `t=soon` for `t={start:int?}`.
public enum MalformedOptionalPolicy: String, Hashable, Sendable, CaseIterable {
    /// The rule does not fit.
    case reject
    /// The item counts as absent.
    case ignore
}

/// What happens to a link to a known source if it fits no rule.
public enum UnmatchedPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is refused.
    case reject
    /// Its path is internal already, and passes as it is.
    case passThrough
}

/// Which query items are kept in the internal link, of those that the rule and its template do not name.
public enum QueryPolicy: Hashable, Sendable {
    /// All of them.
    case keep
    /// None of them.
    case drop
    /// Those with the given names, in their exact case.
    case keepOnly([Parameter])
    /// All except those with the given names, ignoring ASCII case; a `*` at a name's end stands for any rest: `utm_*`.
    case strip([Parameter])
}
