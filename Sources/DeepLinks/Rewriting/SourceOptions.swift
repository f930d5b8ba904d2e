/// What all rules of a source share: the options that ``Domain`` and ``Scheme`` have in common.
public struct SourceOptions: Hashable, Sendable {
    /// What becomes of a link that no rule fits.
    public var unmatched: UnmatchedPolicy

    /// Which query items go on into the internal link, of those that no rule consumed.
    public var query: QueryPolicy

    /// Whether a `+` in the query stands for a space, as in HTML forms; `%2B` is a plus in any case.
    public var plusIsSpace: Bool

    /// Whether the literal text of rules is compared without regard to ASCII case.
    ///
    /// Captures keep their case, and the names and values of query items are always compared exactly.
    public var ignoresCase: Bool

    /// The path patterns under each of which every rule also matches; `""` is the plain rule.
    public var prefixes: [String]

    /// What a link's fragment is.
    public var fragment: FragmentPolicy

    /// What becomes of an optional item whose value does not fit its constraint.
    public var malformedOptionals: MalformedOptionalPolicy

    /// The codes of the findings about this source that are meant as they are: a check passes over them.
    public var allow: [String]

    /// Whether a link's fragment, where it has one, is its path: another spelling of ``FragmentPolicy/path``.
    public var fragmentPaths: Bool {
        get { fragment == .path }
        set { fragment = newValue ? .path : .keep }
    }

    /// Creates options; those not given have their default.
    ///
    /// If `fragmentPaths` is true, `fragment` does not count.
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

/// What a link's fragment is.
public enum FragmentPolicy: String, Hashable, Sendable, CaseIterable {
    /// It goes on into the internal link.
    case keep
    /// Where there is one, it is the path: `/#/items/5?x=1` is `/items/5?x=1`.
    ///
    /// What stands before the fragment then only chooses the source, except that its query items follow those of the
    /// fragment. The fragment's leading slash is optional.
    case path
    /// It has query items: of `/share#url=a&title=b`, rules can read `url` and `title`. They go before the link's own.
    case query
}

/// What becomes of an optional item whose value does not fit its constraint: `t=soon` for `t={start:int?}`.
public enum MalformedOptionalPolicy: String, Hashable, Sendable, CaseIterable {
    /// The rule does not fit.
    case reject
    /// The item counts as absent.
    case ignore
}

/// What becomes of a link from a known source that no rule fits.
public enum UnmatchedPolicy: String, Hashable, Sendable, CaseIterable {
    /// It is refused.
    case reject
    /// Its path already is internal, and passes as it is.
    case passThrough
}

/// Which of a link's query items go on into the internal link, of those that the matching rule does not name.
public enum QueryPolicy: Hashable, Sendable {
    /// All of them.
    case keep
    /// None of them.
    case drop
    /// Those with the given names, in their exact case.
    case keepOnly([Parameter])
    /// Those with other names than the given. ASCII case does not count, and a `*` at a name's end stands for any rest: `utm_*`.
    case strip([Parameter])
}
