/// Hosts whose `https` links are rewritten by the same rules.
///
/// ```swift
/// Domain("mydomain.io", "www.mydomain.io") {
///     Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
/// }
/// ```
///
/// A host is written in one of these forms; ASCII case does not count:
///
/// - `mydomain.io`: this host and no other.
/// - `*.example.com`: one or more labels before `example.com`, which itself is not meant.
/// - `{shop}.example.com`: one label, which templates can use as `{shop}`; `{language:en|de|fr}.example.com` with a constraint, of
///   those that paths have.
/// - `localhost:8080`: this host on this port. Without a port, the default port of the scheme is meant.
/// - `127.0.0.1` and `[::1]`: an address, for links of one's own machine.
///
/// An exact host goes before a capture, a capture before a wildcard, and of two wildcards the longer wins. A label that
/// begins with `xn--` is only matched where it is written out.
///
/// An app of a federated or self-hosted service takes links to servers that nobody knows beforehand. It says so:
///
/// ```swift
/// Domain(anyHostAs: "server") {
///     Rewrite("/@{user}/{post:int}", to: "/post/{post}?user={user}&server={server}")
/// }
/// ```
///
/// That is any host with a plain spelling, on the default port, that no other source names; only links that a rule fits pass.
public struct Domain: Hashable, Sendable {
    /// The hosts as they were written.
    public var hosts: [String]

    /// The name of the capture that takes the whole host of a link, if any host is meant that no other source names.
    public var anyHostAs: String?

    /// Whether `http` links are accepted beside `https`.
    public var allowsHTTP: Bool

    /// The options that all rules share.
    public var options: SourceOptions

    /// The rules, in the order of declaration.
    public var rules: [RewriteRule]

    /// Creates a domain from data.
    ///
    /// - Parameters:
    ///   - hosts: The hosts; at least one, unless any host is meant.
    ///   - anyHostAs: The name of the capture that takes the whole host, if any host is meant that no other source names.
    ///   - allowsHTTP: Whether `http` links are accepted beside `https`.
    ///   - options: The options that all rules share.
    ///   - rules: The rules.
    public init(
        hosts: [String],
        anyHostAs: String? = nil,
        allowsHTTP: Bool = false,
        options: SourceOptions = SourceOptions(),
        rules: [RewriteRule] = []
    ) {
        self.hosts = hosts
        self.anyHostAs = anyHostAs
        self.allowsHTTP = allowsHTTP
        self.options = options
        self.rules = rules
    }

    /// Creates a domain from its hosts, its options and its rules.
    ///
    /// Any host is a stranger's: show it before anything is sent there.
    ///
    /// - Parameters:
    ///   - hosts: The hosts; at least one, unless any host is meant.
    ///   - anyHostAs: The name of the capture that takes the whole host, if any host is meant that no other source names.
    ///   - allowsHTTP: Whether `http` links are accepted beside `https`.
    ///   - unmatched: What becomes of a link that no rule fits.
    ///   - query: Which query items go on, of those that no rule consumed.
    ///   - plusIsSpace: Whether a `+` in the query stands for a space.
    ///   - ignoresCase: Whether the rules' literal text is compared without regard to ASCII case.
    ///   - prefixes: The path patterns under each of which every rule also matches.
    ///   - fragment: What a link's fragment is.
    ///   - malformedOptionals: What becomes of an optional item whose value does not fit its constraint.
    ///   - allow: The codes of the findings about this source that are meant as they are.
    ///   - fragmentPaths: Another spelling of the fragment policy `.path`; if true, `fragment` does not count.
    ///   - rules: The rules; none if left out.
    public init(
        _ hosts: String...,
        anyHostAs: String? = nil,
        allowsHTTP: Bool = false,
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
            hosts: hosts,
            anyHostAs: anyHostAs,
            allowsHTTP: allowsHTTP,
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
