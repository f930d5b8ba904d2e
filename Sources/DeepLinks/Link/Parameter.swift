/// A query parameter's name.
///
/// ```swift
/// extension Parameter {
///     public static let custom = Self(rawValue: "custom")
/// }
///
/// let value = queryItems[.custom]
/// ```
public struct Parameter: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible, ByteName
{
    /// The name after percent-decoding, in its exact case.
    public let rawValue: String

    /// Creates a key for the parameter with the given decoded name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Parameter {
    /// The parameter `id`, which most links to a single thing have.
    public static let id = Self(rawValue: "id")
}
