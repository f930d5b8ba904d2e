/// A condition that a route waits for before a link may open it.
///
/// The set is open: an app adds the conditions that it knows.
///
/// ```swift
/// extension Requirement {
///     static let onboarded = Self(rawValue: "onboarded")
/// }
///
/// try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in showWallet() }
/// ```
///
/// ``DeepLinkHandler`` only keeps what a route requires; whether it is met is decided before a link reaches the handler.
public struct Requirement: RawRepresentable, Sendable, ExpressibleByStringLiteral {
    /// The condition's name.
    public let rawValue: String

    /// Creates the condition with the given name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates the condition with the given name.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }
}

extension Requirement {
    /// Somebody is signed in.
    public static let authenticated = Self(rawValue: "authenticated")
}

extension Requirement: Hashable {
    /// Whether both names have the same bytes.
    public static func == (lhs: Requirement, rhs: Requirement) -> Bool {
        hasSameBytes(lhs.rawValue, rhs.rawValue)
    }

    /// Feeds the name into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

extension Requirement: CustomStringConvertible {
    /// The name.
    public var description: String { rawValue }
}
