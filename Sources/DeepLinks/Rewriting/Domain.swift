/// Hosts whose `https` links are rewritten by the same rules.
///
/// ```swift
/// Domain("mydomain.io", "www.mydomain.io") {
///     Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
/// }
/// ```
///
/// A host is written in one of these forms; ASCII case is ignored:
///
/// - `mydomain.io`: only this host.
/// - `*.example.com`: one or more labels before `example.com`, but not `example.com` itself.
/// - `{shop}.example.com`: one label, which templates can use as `{shop}`. It can have a constraint, as in paths:
///   `{language:en|de|fr}.example.com`.
/// - `localhost:8080`: this host on this port. Without a port, only the default port of the scheme matches.
/// - `127.0.0.1` and `[::1]`: an address, for links to the local machine.
///
/// An exact host wins over a capture, a capture over a wildcard, and of two wildcards the longer one wins. A label that
/// begins with `xn--` matches only where it is written out.
///
/// An app for a federated or self-hosted service accepts links to servers that are not known in advance:
///
/// ```swift
/// Domain(anyHostAs: "server") {
///     Rewrite("/@{user}/{post:int}", to: "/post/{post}?user={user}&server={server}")
/// }
/// ```
///
/// This matches any host that no other source names, if it is a name with a dot on the default port: no address, and not
/// `localhost`. Links that fit no rule are refused.
public struct Domain: Hashable, Sendable {
    /// The hosts as they were written.
    public var hosts: [String]

    /// The name of the capture for the whole host, if the domain is for any host that no other source names.
    public var anyHostAs: String?

    /// Whether `http` links are accepted as well as `https`.
    public var allowsHTTP: Bool

    /// Whether the sites claim links to these hosts for the app, in their association files; a rule can say the same for its
    /// own links.
    public var claims: Bool

    /// The options that all rules share.
    public var options: SourceOptions

    /// The rules, in the order of declaration.
    public var rules: [RewriteRule]

    /// Creates a domain from data: at least one host, unless `anyHostAs` is given.
    public init(
        hosts: [String],
        anyHostAs: String? = nil,
        allowsHTTP: Bool = false,
        claims: Bool = true,
        options: SourceOptions = SourceOptions(),
        rules: [RewriteRule] = []
    ) {
        self.hosts = hosts
        self.anyHostAs = anyHostAs
        self.allowsHTTP = allowsHTTP
        self.claims = claims
        self.options = options
        self.rules = rules
    }
}
