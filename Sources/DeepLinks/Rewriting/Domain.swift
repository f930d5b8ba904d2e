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
/// - `{shop}.example.com`: one label, which templates can use as `{shop}`.
/// - `localhost:8080`: this host on this port. Without a port, the default port of the scheme is meant.
/// - `127.0.0.1` and `[::1]`: an address, for links of one's own machine.
///
/// An exact host goes before a capture, a capture before a wildcard, and of two wildcards the longer wins. A label that
/// begins with `xn--` is only matched where it is written out.
public struct Domain: Hashable, Sendable {
    /// The hosts as they were written.
    public var hosts: [String]

    /// Whether `http` links are accepted beside `https`.
    public var allowsHTTP: Bool

    /// The options that all rules share.
    public var options: SourceOptions

    /// The rules, in the order of declaration.
    public var rules: [RewriteRule]

    /// Creates a domain from data.
    ///
    /// - Parameters:
    ///   - hosts: The hosts; at least one.
    ///   - allowsHTTP: Whether `http` links are accepted beside `https`.
    ///   - options: The options that all rules share.
    ///   - rules: The rules.
    public init(
        hosts: [String],
        allowsHTTP: Bool = false,
        options: SourceOptions = SourceOptions(),
        rules: [RewriteRule] = []
    ) {
        self.hosts = hosts
        self.allowsHTTP = allowsHTTP
        self.options = options
        self.rules = rules
    }

    /// Creates a domain from its hosts, its options and its rules.
    ///
    /// - Parameters:
    ///   - hosts: The hosts; at least one.
    ///   - allowsHTTP: Whether `http` links are accepted beside `https`.
    ///   - unmatched: What becomes of a link that no rule fits.
    ///   - query: Which query items go on, of those that no rule consumed.
    ///   - plusIsSpace: Whether a `+` in the query stands for a space.
    ///   - ignoresCase: Whether the rules' literal text is compared without regard to ASCII case.
    ///   - prefixes: The path patterns under each of which every rule also matches.
    ///   - fragmentPaths: Whether a link's fragment, where it has one, is its path.
    ///   - rules: The rules; none if left out.
    public init(
        _ hosts: String...,
        allowsHTTP: Bool = false,
        unmatched: UnmatchedPolicy = .reject,
        query: QueryPolicy = .keep,
        plusIsSpace: Bool = false,
        ignoresCase: Bool = false,
        prefixes: [String] = [""],
        fragmentPaths: Bool = false,
        @RuleBuilder rules: () -> [RewriteRule] = { [] }
    ) {
        self.init(
            hosts: hosts,
            allowsHTTP: allowsHTTP,
            options: SourceOptions(
                unmatched: unmatched,
                query: query,
                plusIsSpace: plusIsSpace,
                ignoresCase: ignoresCase,
                prefixes: prefixes,
                fragmentPaths: fragmentPaths
            ),
            rules: rules()
        )
    }
}
