/// Custom schemes whose links are rewritten by the same rules.
///
/// ```swift
/// Scheme("myapp", unmatched: .passThrough)
/// ```
///
/// `myapp://a/b`, `myapp:///a/b`, `myapp:/a/b` and `myapp:a/b` all have the path `/a/b`: text in the place of a host is the
/// first segment, and keeps its case. The case of the scheme itself is ignored.
///
/// Any app and any page can send such a link, and another app can claim the same scheme: a link that arrives this way
/// proves nothing about its sender, and must not contain secrets.
public struct Scheme: Hashable, Sendable {
    /// The schemes as they were written, without a colon.
    public var names: [String]

    /// The options that all rules share.
    public var options: SourceOptions

    /// The rules, in the order of declaration.
    public var rules: [RewriteRule]

    /// Creates a scheme from data.
    ///
    /// - Parameters:
    ///   - names: The schemes without a colon; at least one.
    ///   - options: The options that all rules share.
    ///   - rules: The rules.
    public init(
        names: [String],
        options: SourceOptions = SourceOptions(),
        rules: [RewriteRule] = []
    ) {
        self.names = names
        self.options = options
        self.rules = rules
    }

    /// Creates a scheme from its names, its options and its rules.
    ///
    /// - Parameters:
    ///   - names: The schemes without a colon; at least one.
    ///   - unmatched: What happens to a link that fits no rule.
    ///   - query: Which query items are kept, of those that the rule did not use.
    ///   - plusIsSpace: Whether a `+` in the query stands for a space.
    ///   - ignoresCase: Whether ASCII case is ignored in the rules' literal text.
    ///   - prefixes: The path patterns under which every rule matches; `""` is the rule without a prefix.
    ///   - fragment: How a link's fragment is read.
    ///   - malformedOptionals: What happens to an optional item whose value does not fit its constraint.
    ///   - allow: The codes of the findings about this source that are intended.
    ///   - fragmentPaths: Another spelling of the fragment policy `.path`; if true, `fragment` is ignored.
    ///   - rules: The rules; none if left out.
    public init(
        _ names: String...,
        unmatched: UnmatchedPolicy = .reject,
        query: QueryPolicy = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragment: FragmentPolicy = .keep,
        malformedOptionals: MalformedOptionalPolicy = .reject,
        allow: [String] = [],
        fragmentPaths: Bool = false,
        @RuleBuilder rules: () -> [RewriteRule] = { [] }
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
                allow: allow,
                fragmentPaths: fragmentPaths
            ),
            rules: rules()
        )
    }
}
