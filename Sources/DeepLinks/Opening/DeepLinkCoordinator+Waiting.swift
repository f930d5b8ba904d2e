extension DeepLinkCoordinator {
    /// The links that wait, in the order in which they will be opened.
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

    /// Opens links from now on, those first that have waited: the routes are registered.
    ///
    /// Call it again when more routes were registered or the policy was replaced; links that wait are then looked at again.
    public func activate() {
        isActive = true
        isTurnDue = true
        takeTurns()
    }

    /// Lets links pass that wait for a requirement: somebody has signed in.
    ///
    /// The policy is asked again about each link that waits, in order, and those that it allows are opened, each when what the
    /// one before prepares is done. A link that cannot be opened is reported, and the others go on. A link whose path is not
    /// registered goes on waiting.
    ///
    /// - Parameter requirement: What is satisfied from now on.
    public func satisfy(_ requirement: Requirement) {
        if satisfied.insert(requirement).inserted || !isTakingTurns {
            isTurnDue = true
        }
        takeTurns()
    }

    /// Takes back a requirement, and drops all links that wait, whatever they wait for: somebody has signed out.
    ///
    /// The next person must not get what was meant for the last one, so a preparation is cancelled too, a link that is just being
    /// decided about is refused, and what was opened is forgotten and no duplicate. Call it before anybody else can sign in. When
    /// somebody gives up signing in, so that there is nothing to take back, ``cancelPendingLinks()`` drops what waits.
    ///
    /// - Parameter requirement: What is not satisfied any more.
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

    /// Drops all links that wait; what is satisfied stays.
    public func cancelPendingLinks() {
        drop(.cancelled) { _ in true }
    }
}

// MARK: - Waiting

extension DeepLinkCoordinator {
    /// How many links may wait beyond the capacity while others have their turns, so that what those open gets its turn.
    static let roomBehind = 64

    /// Lets a link wait.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - requirements: What it waits for; nil if nobody has decided about it, since routes are not registered yet or others come
    ///     first.
    /// - Returns: The outcome.
    func wait(_ link: OpenedLink, until requirements: Set<Requirement>?) -> DeepLinkOutcome {
        var dropped: [(OpenedLink, DeepLinkEvent.DropReason)] = []
        link.expiry = link.expiry ?? stopwatch.time + expiresAfter
        link.requirements = requirements
        // A link that was prepared meanwhile has its place before those that were opened later.
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

    /// Takes a link off the list if it, or the given one, has the path of a newer link: where the options say so, that one alone stays.
    ///
    /// Older is what stands before the other on the list, as restored links do.
    ///
    /// - Parameter link: A link that waits, or that one which waits was redirected to.
    /// - Returns: The older one of the two, as it waited.
    func takeReplaced(by link: OpenedLink) -> OpenedLink? {
        guard options.pending.isSuperseding,
            let own = waiting.firstIndex(where: { $0.id == link.id }),
            let other = waiting.firstIndex(where: {
                $0.id != link.id && hasSameBytes($0.link.path, link.link.path)
            })
        else { return nil }
        return waiting.remove(at: Swift.min(own, other))
    }

    /// Tells that a link waits for requirements, unless there are none or it does not wait any more.
    func tellWaiting(_ link: OpenedLink, until requirements: Set<Requirement>) {
        guard let onWaiting, !requirements.isEmpty,
            let pending = pendingLinks.first(where: { $0.id == link.id })
        else { return }
        onWaiting(pending)
    }

    /// Counts and reports a link that does not wait any more, and is not opened.
    func reportDropped(_ link: OpenedLink, _ reason: DeepLinkEvent.DropReason) {
        tally.dropped += 1
        recent.forget(link.id)
        let isUnknown = reason == .expired && handler.match(for: link.link) == nil
        emitWithRoute(.dropped(reason), link)
        guard isUnknown, isActive else { return }
        let error = DeepLinkHandleError.pathNotRegistered(path: link.link.path)
        reportUnhandled(error, link.link, link.origin, link.text, link.id)
    }

    /// Drops the links that have waited too long.
    func dropExpired() {
        guard !waiting.isEmpty else { return }
        let now = stopwatch.time
        drop(.expired) { $0.timeLeft(at: now) <= .zero }
    }

    /// Takes the links off the list that a condition holds for, and then reports them.
    func drop(_ reason: DeepLinkEvent.DropReason, where isDropped: (OpenedLink) -> Bool) {
        let dropped = waiting.filter(isDropped)
        waiting.removeAll(where: isDropped)
        report(dropped, reason)
    }

    /// Reports links that were taken off the list.
    func report(_ dropped: [OpenedLink], _ reason: DeepLinkEvent.DropReason) {
        // First of all, since an observer may open one of them again.
        for link in dropped { recent.forget(link.id) }
        for link in dropped { reportDropped(link, reason) }
    }
}
