/// Collects the sources of a rewriter; `if`, `else`, `switch` and `for` work as in any other code.
public typealias RewriterBuilder = ListBuilder<RewriteSource>

/// Collects the rules of a source; `if`, `else`, `switch` and `for` work as in any other code.
public typealias RuleBuilder = ListBuilder<RewriteRule>

/// Collects the elements of a list; `if`, `else`, `switch` and `for` work as in any other code.
@resultBuilder
public enum ListBuilder<Element> {
    /// Takes an element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }

    /// Takes elements that were made elsewhere.
    public static func buildExpression(_ elements: [Element]) -> [Element] { elements }

    /// Puts the elements of all statements in order.
    public static func buildBlock(_ elements: [Element]...) -> [Element] {
        elements.flatMap(\.self)
    }

    /// Takes the elements of an `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

    /// Takes the elements of the first of two branches.
    public static func buildEither(first elements: [Element]) -> [Element] { elements }

    /// Takes the elements of the second of two branches.
    public static func buildEither(second elements: [Element]) -> [Element] { elements }

    /// Takes the elements of all rounds of a loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] {
        elements.flatMap(\.self)
    }

    /// Takes the elements of an `if #available`.
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
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

    /// Takes a rule that takes the link out of a link.
    public static func buildExpression(_ unwrap: Unwrap) -> [RewriteRule] { [.unwrap(unwrap)] }

    /// Takes a rule that refuses links.
    public static func buildExpression(_ refuse: Refuse) -> [RewriteRule] { [.refuse(refuse)] }
}
