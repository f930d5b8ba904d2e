extension RewriteSource {
    /// Collects the sources of a rewriter; `if`, `else`, `switch` and `for` work as in any other code.
    public typealias Builder = ListBuilder<RewriteSource>
}

extension RewriteRule {
    /// Collects the rules of a source; `if`, `else`, `switch` and `for` work as in any other code.
    public typealias Builder = ListBuilder<RewriteRule>
}

extension ListBuilder<RewriteSource> {
    /// Takes a domain.
    public static func buildExpression(_ domain: Domain) -> [RewriteSource] { [.domain(domain)] }

    /// Takes a scheme.
    public static func buildExpression(_ scheme: Scheme) -> [RewriteSource] { [.scheme(scheme)] }
}

extension ListBuilder<RewriteRule> {
    /// Takes a rule that makes an internal link.
    public static func buildExpression(_ rewrite: Rewrite) -> [RewriteRule] { [.rewrite(rewrite)] }

    /// Takes a rule that unwraps a link.
    public static func buildExpression(_ unwrap: Unwrap) -> [RewriteRule] { [.unwrap(unwrap)] }

    /// Takes a rule that refuses links.
    public static func buildExpression(_ refuse: Refuse) -> [RewriteRule] { [.refuse(refuse)] }
}
