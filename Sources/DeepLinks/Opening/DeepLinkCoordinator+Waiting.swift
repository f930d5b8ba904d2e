extension DeepLinkCoordinator {
    /// The links that wait, in the order in which they will be opened.
    ///
    /// - Complexity: O(*n*).
    public var pendingLinks: [PendingLink] {
        let now = stopwatch.time
        return waiting.filter { $0.expiry > now }.map { waiting in
            PendingLink(
                id: waiting.id,
                link: waiting.link,
                origin: waiting.candidates[0].origin,
                route: handler.match(for: waiting.link)?.route.description,
                requirements: waiting.requirements,
                timeLeft: waiting.expiry - now
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
        for link in dropped {
            reportDropped(link, .revoked)
        }
    }

    /// Drops all links that wait; what is satisfied stays.
    public func cancelPendingLinks() {
        let dropped = waiting
        waiting = []
        for link in dropped {
            reportDropped(link, .cancelled)
        }
    }
}

/// A link that waits, with all that is needed to open it.
struct WaitingLink {
    let id: LinkID
    /// What it can be opened as, at least one; exactly one if it was decided about.
    var candidates: [Candidate]
    /// What it waits for; nil until it has been decided about.
    var decidedRequirements: Set<Requirement>?
    /// When it stops to wait.
    let expiry: Duration
    /// How many links were open when it was opened, itself included.
    let depth: Int

    var link: DeepLink { candidates[0].link }
    var requirements: Set<Requirement> { decidedRequirements ?? [] }
}

// MARK: - Waiting

extension DeepLinkCoordinator {
    /// How many links may wait beyond the capacity while others have their turns, so that what those open gets its turn.
    static let roomBehind = 64

    /// Lets a link wait that nobody has decided about, since routes are not registered yet or others come first.
    func wait(_ candidates: [Candidate], _ id: LinkID) -> DeepLinkOutcome {
        append(candidates, until: nil, id, nil)
        if isTakingTurns { turns.append(id) }
        return .deferred(candidates[0].link, until: [])
    }

    /// Lets a link wait that was decided about.
    func wait(
        _ candidate: Candidate,
        _ match: RouteMatch,
        until requirements: Set<Requirement>,
        _ id: LinkID
    ) -> DeepLinkOutcome {
        append([candidate], until: requirements, id, match)
        return .deferred(candidate.link, until: requirements)
    }

    private func append(
        _ candidates: [Candidate],
        until requirements: Set<Requirement>?,
        _ id: LinkID,
        _ match: RouteMatch?
    ) {
        var new = WaitingLink(
            id: id,
            candidates: candidates,
            decidedRequirements: requirements,
            expiry: stopwatch.time + expiresAfter,
            depth: depth
        )
        let replaced = waiting.firstIndex { hasSameBytes($0.link.path, new.link.path) }
            .map { waiting.remove(at: $0) }
        if let replaced, replaced.link == new.link, requirements == nil {
            new.addCandidates(replaced.candidates)
        }
        var dropped: [(WaitingLink, DeepLinkEvent.DropReason)] = []
        if let replaced { dropped.append((replaced, .replaced)) }
        waiting.append(new)
        let isQueueMoving = isTakingTurns || !turns.isEmpty
        while waiting.count - (isQueueMoving ? Self.roomBehind : 0) > options.pending.capacity {
            dropped.append((waiting.removeFirst(), .overflow))
        }
        emit(.waiting(until: requirements ?? []), id, new.link, match)
        for (link, reason) in dropped {
            reportDropped(link, reason)
        }
    }

    /// Adds what a link can be opened as to the same link, if that waits and nobody has decided about it.
    func addToUndecided(_ candidates: [Candidate]) {
        for index in waiting.indices
        where waiting[index].decidedRequirements == nil
            && waiting[index].candidates.contains(where: { $0.link == candidates[0].link })
        {
            waiting[index].addCandidates(candidates)
        }
    }

    /// Counts and reports a link that does not wait any more, and is not opened.
    func reportDropped(_ dropped: WaitingLink, _ reason: DeepLinkEvent.DropReason) {
        tally.dropped += 1
        recent.forget(dropped.id)
        let (link, match) = (dropped.link, handler.match(for: dropped.link))
        emit(.dropped(reason), dropped.id, link, match)
        guard reason == .expired, isActive, match == nil else { return }
        let candidate = dropped.candidates[0]
        let error = DeepLinkHandleError.pathNotRegistered(path: link.path)
        reportUnhandled(error, link, candidate.origin, candidate.source, dropped.id)
    }

    /// Drops the links that have waited too long.
    func dropExpired() {
        guard !waiting.isEmpty else { return }
        let now = stopwatch.time
        let expired = waiting.filter { $0.expiry <= now }
        guard !expired.isEmpty else { return }
        waiting.removeAll { $0.expiry <= now }
        for link in expired {
            reportDropped(link, .expired)
        }
    }
}

extension WaitingLink {
    /// Adds what the link can be opened as, besides what it can be already.
    mutating func addCandidates(_ others: [Candidate]) {
        for other in others
        where !candidates.contains(where: { $0.link == other.link && $0.origin == other.origin }) {
            candidates.append(other)
        }
    }
}
