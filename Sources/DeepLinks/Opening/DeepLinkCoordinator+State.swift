extension DeepLinkCoordinator {
    /// The waiting links, in the order in which they get their turns.
    ///
    /// - Complexity: O(*n*).
    public var pendingLinks: [PendingLink] {
        let now = stopwatch.read()
        return waiting.links.filter { $0.expiry > now }.map { link in
            let match = handler.match(for: link.destination)
            return PendingLink(
                id: link.id,
                link: link.destination,
                queryItems: match?.queryItems ?? link.destination.queryItems,
                origin: link.origin,
                route: match?.route.description,
                requirements: link.requirements ?? [],
                timeLeft: link.expiry - now
            )
        }
    }

    /// Begins to open links, the waiting ones first; call it when the routes are registered, and before ``restore(_:for:at:)``.
    public func activate() {
        isOpening = true
        giveTurns()
    }

    /// Decides again about the waiting links; call it after registering more routes, and when the policy or its state has changed.
    ///
    /// Neither of them does it by itself.
    public func reconsider() {
        giveTurns()
    }

    /// Marks a requirement as satisfied, for example after a login, and gives the waiting links their turns.
    ///
    /// The policy is asked again about each waiting link, in order, and the links that it allows are opened, each after the
    /// preparation of the one before has ended. A link that cannot be opened is reported, and the others go on. A link whose path is not
    /// registered keeps waiting.
    public func satisfy(_ requirement: Requirement) {
        if !met.contains(requirement) { met = met + [requirement] }
        giveTurns()
    }

    private func giveTurns() {
        isTurnDue = true
        goOn()
    }

    /// Revokes a requirement, for example after a logout, and drops all waiting links, whatever they wait for.
    ///
    /// The next person must not get what was meant for the last one. So a preparation is cancelled too, the link that is on its way is
    /// refused, and links opened before have no duplicates. Call it before anybody else can sign in. If somebody only cancels the
    /// login, there is nothing to revoke: ``cancelPendingLinks()`` drops the waiting links.
    public func revoke(_ requirement: Requirement) {
        met = met.filter { $0 != requirement }
        revocations += 1
        recent.forgetLinks()
        dropAll(.revoked)
        handler.cancelPreparation()
        goOn()
    }

    /// Drops all waiting links; satisfied requirements stay satisfied.
    ///
    /// A preparation that is running goes on: ``DeepLinkHandler/cancelPreparation()`` ends it.
    public func cancelPendingLinks() {
        // A link whose time is over was not dropped by this call.
        dropExpired()
        dropAll(.cancelled)
        goOn()
    }

    private func dropAll(_ reason: RejectionReason) {
        let links = waiting.removeAll() + undecided
        undecided = []
        for link in links { drop(link, reason) }
    }
}
