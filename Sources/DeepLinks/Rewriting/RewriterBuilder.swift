/// Collects the sources of a rewriter; `if`, `else`, `switch` and `for` work as in any other code.
@resultBuilder
public enum RewriterBuilder {
    /// Takes a domain.
    public static func buildExpression(_ domain: Domain) -> [RewriteSource] {
        [.domain(domain)]
    }

    /// Takes a scheme.
    public static func buildExpression(_ scheme: Scheme) -> [RewriteSource] {
        [.scheme(scheme)]
    }

    /// Takes a source of either kind.
    public static func buildExpression(_ source: RewriteSource) -> [RewriteSource] {
        [source]
    }

    /// Takes sources that were made elsewhere.
    public static func buildExpression(_ sources: [RewriteSource]) -> [RewriteSource] {
        sources
    }

    /// Puts the sources of all statements in order.
    public static func buildBlock(_ sources: [RewriteSource]...) -> [RewriteSource] {
        sources.flatMap(\.self)
    }

    /// Takes the sources of an `if` without `else`.
    public static func buildOptional(_ sources: [RewriteSource]?) -> [RewriteSource] {
        sources ?? []
    }

    /// Takes the sources of the first of two branches.
    public static func buildEither(first sources: [RewriteSource]) -> [RewriteSource] {
        sources
    }

    /// Takes the sources of the second of two branches.
    public static func buildEither(second sources: [RewriteSource]) -> [RewriteSource] {
        sources
    }

    /// Takes the sources of all rounds of a loop.
    public static func buildArray(_ sources: [[RewriteSource]]) -> [RewriteSource] {
        sources.flatMap(\.self)
    }

    /// Takes the sources of an `if #available`.
    public static func buildLimitedAvailability(_ sources: [RewriteSource]) -> [RewriteSource] {
        sources
    }
}

/// Collects the rules of a source; `if`, `else`, `switch` and `for` work as in any other code.
@resultBuilder
public enum RuleBuilder {
    /// Takes a rule that makes an internal link.
    public static func buildExpression(_ rewrite: Rewrite) -> [RewriteRule] {
        [.rewrite(rewrite)]
    }

    /// Takes a rule that takes the link out of a link.
    public static func buildExpression(_ unwrap: Unwrap) -> [RewriteRule] {
        [.unwrap(unwrap)]
    }

    /// Takes a rule that refuses links.
    public static func buildExpression(_ refuse: Refuse) -> [RewriteRule] {
        [.refuse(refuse)]
    }

    /// Takes a rule of any kind.
    public static func buildExpression(_ rule: RewriteRule) -> [RewriteRule] {
        [rule]
    }

    /// Takes rules that were made elsewhere.
    public static func buildExpression(_ rules: [RewriteRule]) -> [RewriteRule] {
        rules
    }

    /// Puts the rules of all statements in order.
    public static func buildBlock(_ rules: [RewriteRule]...) -> [RewriteRule] {
        rules.flatMap(\.self)
    }

    /// Takes the rules of an `if` without `else`.
    public static func buildOptional(_ rules: [RewriteRule]?) -> [RewriteRule] {
        rules ?? []
    }

    /// Takes the rules of the first of two branches.
    public static func buildEither(first rules: [RewriteRule]) -> [RewriteRule] {
        rules
    }

    /// Takes the rules of the second of two branches.
    public static func buildEither(second rules: [RewriteRule]) -> [RewriteRule] {
        rules
    }

    /// Takes the rules of all rounds of a loop.
    public static func buildArray(_ rules: [[RewriteRule]]) -> [RewriteRule] {
        rules.flatMap(\.self)
    }

    /// Takes the rules of an `if #available`.
    public static func buildLimitedAvailability(_ rules: [RewriteRule]) -> [RewriteRule] {
        rules
    }
}
