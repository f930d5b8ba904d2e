/// The options that all rules of a source share, the same for ``Domain`` and ``Scheme``.
public struct SourceOptions: Hashable, Sendable {
    /// What happens to a link that fits no rule.
    public var unmatched: Unmatched

    /// Which query items are kept in the internal link, of those that the rule did not use.
    public var query: Query

    /// Whether a `+` in the query stands for a space, as in HTML forms; `%2B` is always a plus sign.
    public var plusIsSpace: Bool

    /// Whether ASCII case is ignored in the literal text of paths.
    ///
    /// Captures keep their case. The words of a list, `{lang:en|fr}`, the names and values of query items, and fragments are always
    /// compared exactly.
    public var ignoresCase: Bool

    /// The path patterns under which every rule matches; `""` is the rule without a prefix.
    public var prefixes: [String]

    /// How a link's fragment is read.
    public var fragment: Fragment

    /// What happens to an optional item or fragment whose text does not fit its constraint.
    public var malformedOptionals: MalformedOptionals

    /// The codes of the findings about this source that are intended and that checks should not report.
    public var allow: [String]

    /// Creates options; those not given have their default.
    public init(
        unmatched: Unmatched = .reject,
        query: Query = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragment: Fragment = .keep,
        malformedOptionals: MalformedOptionals = .reject,
        allow: [String] = []
    ) {
        self.unmatched = unmatched
        self.query = query
        self.plusIsSpace = plusIsSpace
        self.ignoresCase = ignoresCase
        self.prefixes = prefixes
        self.fragment = fragment
        self.malformedOptionals = malformedOptionals
        self.allow = allow
    }
}

// MARK: - Values

extension SourceOptions {
    /// How a link's fragment is read.
    public enum Fragment: String, Hashable, Sendable, CaseIterable {
        /// It is kept in the internal link.
        case keep
        /// If there is one, it is the path: `/#/items/5?x=1` is `/items/5?x=1`.
        ///
        /// The text before the fragment then only chooses the source, except that its query items follow those of the
        /// fragment. It must still be well formed. The fragment's leading slash is optional.
        case path
        /// It has query items, which come before the link's own: rules can read `url` and `title` in `/share#url=a&title=b`. A URL to
        /// share has its items there.
        case query
    }

    /// What happens to an optional item or fragment whose text does not fit its constraint: `t=soon` for `t={start:int?}`.
    public enum MalformedOptionals: String, Hashable, Sendable, CaseIterable {
        /// The rule does not fit.
        case reject
        /// The item or fragment counts as absent.
        case ignore
    }

    /// What happens to a link to a known source if it fits no rule.
    public enum Unmatched: String, Hashable, Sendable, CaseIterable {
        /// It is refused.
        case reject
        /// Its path is internal already, and passes as it is.
        case passThrough
    }

    /// Which query items are kept in the internal link, of those that the rule and its template do not name.
    public enum Query: Hashable, Sendable {
        /// All of them.
        case keep
        /// None of them.
        case drop
        /// Those with the given names, in their exact case.
        case keepOnly([Parameter])
        /// All except those with the given names, ignoring ASCII case; a `*` at a name's end stands for any rest: `utm_*`.
        case strip([Parameter])
    }
}

// MARK: - Parameters of sources

extension Domain {
    /// Creates a domain from its hosts, its options and its rules.
    ///
    /// With `anyHostAs`, a link can name a stranger's host: show it to the user before sending anything there.
    /// ``SourceOptions`` describes the options, and what they are if left out.
    public init(
        _ hosts: String...,
        anyHostAs: String? = nil,
        allowsHTTP: Bool = false,
        claims: Bool = true,
        unmatched: SourceOptions.Unmatched = .reject,
        query: SourceOptions.Query = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragment: SourceOptions.Fragment = .keep,
        malformedOptionals: SourceOptions.MalformedOptionals = .reject,
        allow: [String] = [],
        @RewriteRule.Builder rules: () -> [RewriteRule] = { [] }
    ) {
        self.init(
            hosts: hosts,
            anyHostAs: anyHostAs,
            allowsHTTP: allowsHTTP,
            claims: claims,
            options: SourceOptions(
                unmatched: unmatched,
                query: query,
                plusIsSpace: plusIsSpace,
                ignoresCase: ignoresCase,
                prefixes: prefixes,
                fragment: fragment,
                malformedOptionals: malformedOptionals,
                allow: allow
            ),
            rules: rules()
        )
    }
}

extension Scheme {
    /// Creates a scheme from its names, its options and its rules.
    ///
    /// ``SourceOptions`` describes the options, and what they are if left out.
    public init(
        _ names: String...,
        unmatched: SourceOptions.Unmatched = .reject,
        query: SourceOptions.Query = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragment: SourceOptions.Fragment = .keep,
        malformedOptionals: SourceOptions.MalformedOptionals = .reject,
        allow: [String] = [],
        @RewriteRule.Builder rules: () -> [RewriteRule] = { [] }
    ) {
        self.init(
            names: names,
            options: SourceOptions(
                unmatched: unmatched,
                query: query,
                plusIsSpace: plusIsSpace,
                ignoresCase: ignoresCase,
                prefixes: prefixes,
                fragment: fragment,
                malformedOptionals: malformedOptionals,
                allow: allow
            ),
            rules: rules()
        )
    }
}

// MARK: - Descriptions

extension SourceOptions {
    /// One option, for code that shows all of them.
    package struct Description {
        /// The name of the property, and of the member in JSON.
        package let key: String
        package let value: ConfigurationValue
        package let isUsual: Bool
    }

    /// All options, in the order in which they are shown.
    package var descriptions: [Description] {
        let (own, usual) = (written, Self.usual.written.values)
        return own.keys.map { key in
            let value = own.values[key] ?? .null
            return Description(key: key, value: value, isUsual: value == usual[key])
        }
    }

    /// The options that differ from their defaults, as JSON members.
    package var unusual: [String: ConfigurationValue] { members }
}
