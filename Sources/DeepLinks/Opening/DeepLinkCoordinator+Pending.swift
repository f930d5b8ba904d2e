extension DeepLinkCoordinator {
    /// The links that wait, in the order in which they will be opened.
    ///
    /// - Complexity: O(*n*).
    public var pendingLinks: [PendingLink] {
        let now = currentTime()
        dropExpired(at: now)
        return pending.links.map { waiting in
            PendingLink(
                id: waiting.id,
                link: waiting.link,
                origin: waiting.origin,
                route: waiting.route,
                requirements: waiting.requirements,
                timeLeft: waiting.expiry - now
            )
        }
    }

    /// Opens links from now on, those first that have waited: the routes are registered.
    ///
    /// Call it again when more routes were registered or the policy was replaced; links that wait are then looked at again.
    public func activate() {
        isOpen = true
        replay?.isDue = true
        replayPending()
    }

    /// Lets links pass that wait for a requirement: somebody has signed in.
    ///
    /// The policy is asked again about each link that waits, in order, and those that it allows are opened. A link that cannot
    /// be opened is reported as an event, and the others go on. A link whose path is not registered goes on waiting.
    ///
    /// - Parameter requirement: What is satisfied from now on.
    public func satisfy(_ requirement: Requirement) {
        if !met.contains(requirement) {
            met = met.union([requirement])
            metBits = handler.bits(of: met) & ~DeepLinkHandler.unknownBit
            replay?.isDue = true
        }
        replayPending()
    }

    /// Takes back a requirement, and drops all links that wait, whatever they wait for: somebody has signed out.
    ///
    /// The next person must not get what was meant for the last one, so a preparation is cancelled too, and what was opened
    /// is forgotten and no duplicate. Call it before anybody else can sign in. When somebody gives up signing in, so that there is
    /// nothing to take back, ``cancelPendingLinks()`` drops what waits.
    ///
    /// - Parameter requirement: What is not satisfied any more.
    public func revoke(_ requirement: Requirement) {
        met = met.subtracting([requirement])
        metBits = handler.bits(of: met) & ~DeepLinkHandler.unknownBit
        recent.forgetLinks()
        let dropped = pending.removeAll()
        handler.cancelPreparation()
        for waiting in dropped {
            drop(waiting, .revoked)
        }
    }

    /// Drops all links that wait; what is satisfied stays.
    public func cancelPendingLinks() {
        for waiting in pending.removeAll() {
            drop(waiting, .cancelled)
        }
    }
}

// MARK: - Waiting

extension DeepLinkCoordinator {
    /// Lets a link wait, at the end.
    func wait(
        for requirements: Set<Requirement>,
        _ link: DeepLink,
        _ opening: Opening,
        _ match: RouteMatch?
    ) {
        let waiting = WaitingLink(
            id: opening.id,
            link: link,
            origin: opening.origin,
            source: opening.source,
            requirements: requirements,
            expiry: currentTime() + expiresAfter,
            depth: depth,
            route: match?.route.path
        )
        let room = replay == nil ? 0 : Replay.room
        let displaced = pending.append(waiting, capacity: options.pending.capacity + room)
        emit(.waiting(until: requirements), opening.id, link, match)
        if let replaced = displaced.samePath {
            drop(replaced, .replaced)
        }
        if let oldest = displaced.oldest {
            drop(oldest, .overflow)
        }
    }

    /// Counts and reports a link that was taken from the list, and is not opened.
    func drop(_ waiting: WaitingLink, _ reason: DeepLinkEvent.DropReason) {
        tally.dropped += 1
        recent.forget(waiting.id)
        emit(.dropped(reason), waiting.id, waiting.link, handler.match(for: waiting.link))
        guard reason == .expired, waiting.isUnmatched else { return }
        reportUnhandled(
            DeepLinkHandleError.pathNotRegistered(path: waiting.link.path),
            waiting.link,
            waiting.opening,
            wouldBounce: true
        )
    }

    /// Drops the links that have waited too long.
    func dropExpired() {
        if pending.count > 0 {
            dropExpired(at: currentTime())
        }
    }

    /// Drops the links that have waited too long at a time.
    @inline(__always)
    func dropExpired(at now: Duration) {
        guard let next = pending.nextExpiry, next <= now else { return }
        dropSome(thatExpireAt: now)
    }

    @inline(never)
    private func dropSome(thatExpireAt now: Duration) {
        for waiting in pending.removeExpired(at: now) {
            drop(waiting, .expired)
        }
    }
}

// MARK: - Replaying

extension DeepLinkCoordinator {
    /// A replay that is under way.
    struct Replay {
        /// How many links may wait beyond the capacity while others are replayed, so that what those open gets its turn.
        static let room = 64

        /// How often the links are gone through because of what their actions have satisfied.
        static let rounds = 8

        /// Whether something happened that links may wait for which had their turn already.
        var isDue = false
    }

    /// Opens what can be opened of the links that wait, in order, and what is opened meanwhile behind them.
    func replayPending() {
        guard isOpen, replay == nil, pending.count > 0 else { return }
        let depth = depth
        for _ in 0..<Replay.rounds {
            replay = Replay()
            var handles = pending.handles()
            while !handles.isEmpty {
                let newest = LinkID(rawValue: lastID)
                for handle in handles {
                    resume(handle, inside: depth)
                }
                handles = pending.handles(after: newest)
            }
            guard replay?.isDue == true else { break }
        }
        replay = nil
        while pending.count > options.pending.capacity, let oldest = pending.removeFirst() {
            drop(oldest, .overflow)
        }
    }

    /// Gives a link that waits its turn.
    ///
    /// It waits until it is decided about, and being on the list is its permission to run: whoever takes it off, be it an observer
    /// or the policy, has seen to it that it does not.
    private func resume(_ handle: PendingList.Handle, inside depth: Int) {
        dropExpired()
        guard let waiting = pending[handle] else { return }
        self.depth = Swift.min(Swift.max(waiting.depth, depth + 1), Self.depthLimit)
        defer { self.depth = depth }
        let id = waiting.id
        emit(.resumed, id, waiting.link, handler.match(for: waiting.link))
        guard pending[handle] != nil else { return }
        let decided = decide(about: waiting.link, id, from: waiting.origin)
        guard pending[handle] != nil else { return }
        switch decided {
        case .run(let link, let match):
            pending.remove(handle)
            let outcome = run(match, for: link, id, waiting.opening)
            if !outcome.isAccepted { recent.forget(id) }
        case .deferred(let link, let match, let requirements):
            keep(handle, link, match, requirements)
        case .rejected(let reason, let link, let match):
            pending.remove(handle)
            tally.rejected += 1
            recent.forget(id)
            emit(.rejected(reason), id, link, match)
        case .failed(let error, let link, let match):
            pending.remove(handle)
            recent.forget(id)
            fail(error, id, link, match)
        case .noRoute(let link):
            var unmatched = waiting
            unmatched.requirements = []
            unmatched.route = nil
            unmatched.isUnmatched = true
            pending.update(handle, to: unmatched)
            emit(.kept(until: []), id, link)
        }
    }

    /// Leaves a link on the list, in its place, as the link that it was redirected to if it was.
    private func keep(
        _ handle: PendingList.Handle,
        _ link: DeepLink,
        _ match: RouteMatch,
        _ requirements: Set<Requirement>
    ) {
        guard var waiting = pending[handle] else { return }
        if waiting.link.path != link.path, let other = pending.link(to: link.path) {
            // Of two links to one path the newer one stays.
            guard other.id < waiting.id else {
                pending.remove(handle)
                return drop(waiting, .replaced)
            }
            if let replaced = pending.removeLink(to: link.path) {
                drop(replaced, .replaced)
            }
            guard pending[handle] != nil else { return }
        }
        waiting.link = link
        waiting.requirements = requirements
        waiting.route = match.route.path
        waiting.isUnmatched = false
        pending.update(handle, to: waiting)
        emit(.kept(until: requirements), waiting.id, link, match)
    }
}
