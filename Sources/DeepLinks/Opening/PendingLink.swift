/// A link that waits, as ``DeepLinkCoordinator/pendingLinks`` lists it.
public struct PendingLink: Hashable, Sendable, Identifiable {
    /// The link's number, which its events carry too.
    public let id: LinkID

    /// The link.
    public let link: DeepLink

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
    /// The link's number and what it waits for: `#3 …?id=…, waits until authenticated`.
    public var description: String {
        let place = route.map { " to \($0)" } ?? ""
        return "\(id)\(place), waits\(requirements.untilText)"
    }

    /// What debuggers and `dump` show: nothing of what the link holds.
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "id": id, "link": LinkSummary(link), "origin": origin, "route": route as Any,
                "requirements": requirements, "timeLeft": timeLeft,
            ],
            displayStyle: .struct
        )
    }
}

/// A link that waits, with all that is needed to open it.
struct WaitingLink {
    let id: LinkID
    var link: DeepLink
    let origin: LinkOrigin
    /// The external link that it was made of, as it came in.
    let source: LinkSource
    var requirements: Set<Requirement>
    /// When it stops to wait.
    let expiry: Duration
    /// How many links were open when it was opened, itself included.
    let depth: Int
    /// The route that it was last seen to lead to.
    var route: String?
    /// Whether it had its turn and no path was registered that it leads to.
    var isUnmatched = false

    /// What it was when it came in.
    var opening: DeepLinkCoordinator.Opening {
        DeepLinkCoordinator.Opening(id: id, origin: origin, source: source)
    }
}
