/// A query parameter's name, paired with the type that its value is read as.
///
/// ```swift
/// extension TypedParameter<Int> {
///     static var page: Self { "page" }
/// }
///
/// let page = try queryItems.optional(.page) ?? 1
/// ```
public struct TypedParameter<Value: ParameterValue>: Sendable, ExpressibleByStringLiteral {
    /// The name after percent-decoding, in its exact case.
    public let name: String

    /// Creates a key for the parameter with the given decoded name.
    public init(_ name: String) {
        self.name = name
    }

    /// Creates a key for the parameter with the given decoded name.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension TypedParameter: Hashable {
    /// Whether both names have the same bytes: `ID` and `id` are two parameters.
    public static func == (lhs: TypedParameter, rhs: TypedParameter) -> Bool {
        hasSameBytes(lhs.name, rhs.name)
    }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
    }
}

extension TypedParameter: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
