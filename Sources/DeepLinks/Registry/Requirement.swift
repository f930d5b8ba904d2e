/// A condition that a route waits for before a link may open it.
///
/// The set is open: an app can add its own conditions.
///
/// ```swift
/// extension Requirement {
///     static let onboarded = Self(rawValue: "onboarded")
/// }
///
/// try handler.register("/wallet", requires: [.authenticated, .onboarded]) { _ in showWallet() }
/// ```
///
/// ``DeepLinkHandler`` only stores what a route requires. The coordinator's policy checks it: ``RequirementPolicy``, or your own.
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
