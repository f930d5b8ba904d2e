#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A link that waits, as ``DeepLinkCoordinator/pendingLinks`` lists it.
public struct PendingLink: Hashable, Sendable, Identifiable {
    /// The link's number, which its events carry too.
    public let id: Int

    /// The link.
    public let link: DeepLink

    /// What its route's action will get: the items that its path captured, then the link's own without those of the same names; the
    /// link's own while no route is known.
    public let queryItems: [URLQueryItem]

    /// Where it came from.
    public let origin: LinkOrigin

    /// The route that it leads to as it was registered, such as `/items/{id}`; nil if none is known yet.
    public let route: String?

    /// What it waits for; empty if that is the coordinator's activation, its turn, or its path to be registered.
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
