/// A query parameter's name.
///
/// ```swift
/// extension Parameter {
///     public static let custom = Self(rawValue: "custom")
/// }
///
/// let value = queryItems[.custom]
/// ```
public struct Parameter: RawRepresentable, Sendable, ExpressibleByStringLiteral {
    /// The name after percent-decoding, in its exact case.
    public let rawValue: String

    /// Creates a key for the parameter with the given decoded name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates a key for the parameter with the given decoded name.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension Parameter {
    /// The parameter `id`, which most links to one thing have.
    public static let id = Self(rawValue: "id")
}

extension Parameter: Hashable {
    /// Whether both names have the same bytes: `ID` and `id` are two parameters.
    public static func == (lhs: Parameter, rhs: Parameter) -> Bool {
        hasSameBytes(lhs.rawValue, rhs.rawValue)
    }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

extension Parameter: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
