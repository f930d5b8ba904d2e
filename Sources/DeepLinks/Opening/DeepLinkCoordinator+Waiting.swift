extension DeepLinkCoordinator {
    /// The waiting links, in the order in which they will be opened.
    ///
    /// - Complexity: O(*n*).
    public var pendingLinks: [PendingLink] {
        let now = stopwatch.time
        return waiting.filter { $0.timeLeft(at: now) > .zero }.map { link in
            let match = handler.match(for: link.link)
            return PendingLink(
                id: link.id,
                link: link.link,
                queryItems: match?.queryItems ?? link.link.queryItems,
                origin: link.origin,
                route: match?.route.description,
                requirements: link.requirements ?? [],
                timeLeft: link.timeLeft(at: now)
            )
        }
    }

    /// Begins to open links, the waiting ones first; call it when the routes are registered.
    ///
    /// Call it again after registering more routes or replacing the policy; waiting links are then decided about again.
    public func activate() {
        isActive = true
        isTurnDue = true
        takeTurns()
    }

    /// Marks a requirement as satisfied, for example after a login, and opens the links that waited for it.
    ///
    /// The policy is asked again about each waiting link, in order, and the links that it allows are opened, each after the
    /// preparation of the one before has ended. A link that cannot be opened is reported, and the others go on. A link whose path is not
    /// registered keeps waiting.
    ///
    /// - Parameter requirement: The requirement that is satisfied from now on.
    public func satisfy(_ requirement: Requirement) {
        if satisfied.insert(requirement).inserted || !isTakingTurns {
            isTurnDue = true
        }
        takeTurns()
    }

    /// Revokes a requirement, for example after a logout, and drops all waiting links, whatever they wait for.
    ///
    /// The next person must not get what was meant for the last one. So a preparation is cancelled too, a link that is just being
    /// decided about is refused, and links opened before have no duplicates. Call it before anybody else can sign in. If somebody only
    /// cancels the login, there is nothing to revoke: ``cancelPendingLinks()`` drops the waiting links.
    ///
    /// - Parameter requirement: The requirement that is no longer satisfied.
    public func revoke(_ requirement: Requirement) {
        satisfied.remove(requirement)
        revocations += 1
        recent.forgetLinks()
        let dropped = waiting
        waiting = []
        handler.cancelPreparation()
        forgetSelfCancelled()
        report(dropped, .revoked)
    }

    /// Drops all waiting links; satisfied requirements stay satisfied.
    public func cancelPendingLinks() {
        drop(.cancelled) { _ in true }
    }
}

// MARK: - Waiting

extension DeepLinkCoordinator {
    /// How many links may wait beyond the capacity while others have their turns, so that links opened by those get a turn, too.
    static let roomBehind = 64

    /// Makes a link wait.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - requirements: What it waits for; nil if it was not decided about, since the coordinator is not active yet or other links
    ///     come first.
    /// - Returns: The outcome.
    func wait(_ link: OpenedLink, until requirements: Set<Requirement>?) -> DeepLinkOutcome {
        var dropped: [(OpenedLink, DeepLinkEvent.DropReason)] = []
        link.expiry = link.expiry ?? stopwatch.time + expiresAfter
        link.requirements = requirements
        // A link that waits after its preparation goes before links that were opened later.
        waiting.insert(link, at: waiting.firstIndex { $0.id > link.id } ?? waiting.endIndex)
        if let replaced = takeReplaced(by: link) {
            if replaced.link == link.link, requirements == nil {
                link.add([replaced] + replaced.others)
            }
            dropped.append((replaced, .replaced))
        }
        let isQueueMoving = isTakingTurns || !turns.isEmpty
        while waiting.count - (isQueueMoving ? Self.roomBehind : 0) > options.pending.capacity {
            dropped.append((waiting.removeFirst(), .overflow))
        }
        if requirements == nil, isTakingTurns { turns.append(link.id) }
        emit(.waiting(until: requirements ?? []), link)
        for (link, reason) in dropped {
            reportDropped(link, reason)
        }
        tellWaiting(link, until: requirements ?? [])
        return .deferred(link.link, until: requirements ?? [])
    }

    /// Removes the older of two waiting links with the same path, if the options say that a newer link replaces it.
    ///
    /// The older link is the one that stands first on the list, as restored links do.
    ///
    /// - Parameter link: A waiting link, or the target that it was redirected to.
    /// - Returns: The removed link, as it waited; nil if none was removed.
    func takeReplaced(by link: OpenedLink) -> OpenedLink? {
        guard options.pending.isSuperseding,
            let own = waiting.firstIndex(where: { $0.id == link.id }),
            let other = waiting.firstIndex(where: {
                $0.id != link.id && hasSameBytes($0.link.path, link.link.path)
            })
        else { return nil }
        return waiting.remove(at: Swift.min(own, other))
    }

    /// Calls ``onWaiting`` for a link, unless there are no requirements or it does not wait for them any more.
    func tellWaiting(_ link: OpenedLink, until requirements: Set<Requirement>) {
        guard let onWaiting, !requirements.isEmpty,
            let pending = pendingLinks.first(where: { $0.id == link.id }),
            requirements.isSubset(of: pending.requirements)
        else { return }
        onWaiting(pending)
    }

    /// Counts and reports a link that stops waiting without being opened.
    func reportDropped(_ link: OpenedLink, _ reason: DeepLinkEvent.DropReason) {
        tally.dropped += 1
        recent.forget(link.id)
        let isUnknown = reason == .expired && handler.match(for: link.link) == nil
        emitWithRoute(.dropped(reason), link)
        guard isUnknown, isActive else { return }
        let error = DeepLinkHandleError.pathNotRegistered(path: link.link.path)
        reportUnhandled(error, link.link, link.origin, link.text, link.id)
    }

    /// Drops the links that have expired.
    func dropExpired() {
        guard !waiting.isEmpty else { return }
        let now = stopwatch.time
        drop(.expired) { $0.timeLeft(at: now) <= .zero }
    }

    /// Removes the links that meet a condition from the list, and then reports them.
    func drop(_ reason: DeepLinkEvent.DropReason, where isDropped: (OpenedLink) -> Bool) {
        let dropped = waiting.filter(isDropped)
        waiting.removeAll(where: isDropped)
        report(dropped, reason)
    }

    /// Reports links that were removed from the list.
    func report(_ dropped: [OpenedLink], _ reason: DeepLinkEvent.DropReason) {
        // Forget all of them first, since an observer may open one of them again.
        for link in dropped { recent.forget(link.id) }
        for link in dropped { reportDropped(link, reason) }
    }
}
