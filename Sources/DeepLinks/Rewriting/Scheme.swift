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
}
