/// A query parameter's name, paired with the type that its value is read as.
///
/// ```swift
/// extension TypedParameter<Int> {
///     static var page: Self { "page" }
/// }
///
/// let page = try queryItems.optional(.page) ?? 1
/// ```
///
/// The type may also be optional or an array, `TypedParameter<Int?>("page")`, in the declaration of a ``LinkPath``.
///
/// Two are equal if their names have the same bytes: `ID` and `id` are two parameters.
public struct TypedParameter<Value: LinkValue>: Hashable, Sendable, ExpressibleByStringLiteral {
    private let parameter: Parameter

    /// The name after percent-decoding, in its exact case.
    public var name: String { parameter.rawValue }

    /// Creates a key for the parameter with the given decoded name.
    public init(_ name: String) {
        parameter = Parameter(rawValue: name)
    }

    /// Creates a key for the parameter with the given decoded name.
    public init(stringLiteral value: String) {
        self.init(value)
    }
}

extension TypedParameter: CustomStringConvertible {
    /// The name.
    public var description: String { name }
}
