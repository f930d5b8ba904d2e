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
public struct Requirement: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral,
    CustomStringConvertible, ByteName
{
    /// The condition's name.
    public let rawValue: String

    /// Creates the condition with the given name.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

extension Requirement {
    /// Somebody is signed in.
    public static let authenticated = Self(rawValue: "authenticated")
}
