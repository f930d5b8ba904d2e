extension RewriteSource {
    /// Collects the sources of a rewriter; `if`, `else`, `switch` and `for` work as in any other code.
    public typealias Builder = ListBuilder<RewriteSource>
}

extension RewriteRule {
    /// Collects the rules of a source; `if`, `else`, `switch` and `for` work as in any other code.
    public typealias Builder = ListBuilder<RewriteRule>
}

// Routes have no such form: with two, the compiler does not say where a mistake in one is.

extension ListBuilder<RewriteSource> {
    /// Takes an array of sources.
    public static func buildExpression(_ sources: [RewriteSource]) -> [RewriteSource] { sources }

    /// Takes a domain.
    public static func buildExpression(_ domain: Domain) -> [RewriteSource] { [.domain(domain)] }

    /// Takes a scheme.
    public static func buildExpression(_ scheme: Scheme) -> [RewriteSource] { [.scheme(scheme)] }
}

extension ListBuilder<RewriteRule> {
    /// Takes an array of rules.
    public static func buildExpression(_ rules: [RewriteRule]) -> [RewriteRule] { rules }

    /// Takes a rule that makes an internal link.
    public static func buildExpression(_ rewrite: Rewrite) -> [RewriteRule] { [.rewrite(rewrite)] }

    /// Takes a rule that unwraps a link.
    public static func buildExpression(_ unwrap: Unwrap) -> [RewriteRule] { [.unwrap(unwrap)] }

    /// Takes a rule that refuses links.
    public static func buildExpression(_ refuse: Refuse) -> [RewriteRule] { [.refuse(refuse)] }
}
