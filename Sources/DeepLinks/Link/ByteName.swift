import PathMatching

/// A name from an open set, such as a parameter or a requirement; two names are equal if their bytes are.
package protocol ByteName: RawRepresentable<String>, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible
{
    init(rawValue: String)
}

extension ByteName {
    /// Creates the name from a literal.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// Whether both names have the same bytes: `ID` and `id` are two names.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        hasSameBytes(lhs.rawValue, rhs.rawValue)
    }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }

    /// The name.
    public var description: String { rawValue }
}

extension Set where Element: ByteName {
    /// The names in a stable order: `authenticated, onboarded`.
    var list: String { map(\.rawValue).inOrder(by: <).joined(separator: ", ") }
}
