/// Collects the elements of a list; `if`, `else`, `switch` and `for` work as in any other code.
@resultBuilder
public enum ListBuilder<Element> {
    /// Takes an element.
    public static func buildExpression(_ element: Element) -> [Element] { [element] }

    /// Joins the elements of all statements, in order.
    public static func buildBlock(_ elements: [Element]...) -> [Element] {
        Array(elements.joined())
    }

    /// Takes the elements of an `if` without `else`.
    public static func buildOptional(_ elements: [Element]?) -> [Element] { elements ?? [] }

    /// Takes the elements of the first of two branches.
    public static func buildEither(first elements: [Element]) -> [Element] { elements }

    /// Takes the elements of the second of two branches.
    public static func buildEither(second elements: [Element]) -> [Element] { elements }

    /// Joins the elements of all iterations of a loop.
    public static func buildArray(_ elements: [[Element]]) -> [Element] {
        Array(elements.joined())
    }

    /// Takes the elements of an `if #available`.
    public static func buildLimitedAvailability(_ elements: [Element]) -> [Element] { elements }
}
