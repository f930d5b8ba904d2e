#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A waiting link, as listed by ``DeepLinkCoordinator/pendingLinks``.
public struct PendingLink: Hashable, Sendable, Identifiable {
    /// The link's number, which its events have too.
    public let id: Int

    /// The link.
    public let link: DeepLink

    /// The items that its route's action will get: those that its path captured, then the link's own with other names; only the
    /// link's own while it has no route.
    public let queryItems: [URLQueryItem]

    /// Where it came from.
    public let origin: LinkOrigin

    /// The registered route that it leads to, such as `/items/{id}`; nil if there is none yet.
    public let route: String?

    /// What it waits for; empty if it waits for the coordinator's activation, for its turn, or for its path to be registered.
    public let requirements: Set<Requirement>

    /// How much longer it waits before it is dropped.
    public let timeLeft: Duration
}

extension PendingLink: CustomStringConvertible, CustomReflectable {
    /// The link's number and what it waits for: `#3 to /items/{id}, waits until authenticated`.
    public var description: String {
        let place = route.map { " to \($0)" } ?? ""
        return "#\(id)\(place), waits\(requirements.untilText)"
    }

    /// What debuggers and `dump` show: nothing of what the link holds.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "link": link.description, "origin": origin, "route": route as Any,
                "requirements": requirements, "timeLeft": timeLeft,
            ],
            displayStyle: .struct
        )
    }
}
