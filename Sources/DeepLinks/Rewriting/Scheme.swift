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

    /// How links are handed over without being split; nil if they are rewritten by rules.
    public var wholeLink: WholeLink?

    /// The options that all rules share.
    public var options: SourceOptions

    /// The rules, in the order of declaration.
    public var rules: [RewriteRule]

    /// Creates a scheme from data: at least one name, and with `wholeLink` no rules and no option but `allow`.
    public init(
        names: [String],
        wholeLink: WholeLink? = nil,
        options: SourceOptions = SourceOptions(),
        rules: [RewriteRule] = []
    ) {
        self.names = names
        self.wholeLink = wholeLink
        self.options = options
        self.rules = rules
    }
}

extension Scheme {
    /// How the links of a scheme are handed over whole, because each one is an address that another system reads.
    public struct WholeLink: Hashable, Sendable {
        /// The name of the capture for the whole text of a link.
        public var name: String

        /// The internal side, which can use the capture.
        public var template: String

        /// External links with the internal links that they must become, or nil if they must be refused, checked when the rewriter is made.
        public var examples: [String: String?]

        /// Creates the description from data.
        public init(as name: String, to template: String, examples: [String: String?] = [:]) {
            self.name = name
            self.template = template
            self.examples = examples
        }

        /// The same as a rule.
        var rule: RewriteRule {
            .rewrite(Rewrite("{\(name)}", to: template, examples: examples))
        }
    }

    /// Creates a scheme whose links are addresses of their own: the whole text of a link is one value.
    ///
    /// ```swift
    /// Scheme("mysql", wholeLinkAs: "url", to: "/connect?url={url}")
    /// ```
    ///
    /// `mysql://user@host:3306/db` becomes `/connect` with the item `url`, exactly as it was written. A link is not split and not decoded,
    /// so it can have user information, a port and any escapes. It is refused only if it is longer than the limit, or has a control
    /// character. The action must check the value. None of the schemes can be one that belongs to browsers.
    public init(
        _ names: String...,
        wholeLinkAs: String,
        to template: String,
        examples: [String: String?] = [:],
        allow: [String] = []
    ) {
        self.init(
            names: names,
            wholeLink: WholeLink(as: wholeLinkAs, to: template, examples: examples),
            options: SourceOptions(allow: allow)
        )
    }
}
