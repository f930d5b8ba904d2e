// The links that wait, and the loop that gives them their turns.

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
        storedIsActive = true
        reconsider()
    }

    /// Decides again about the waiting links; call it after registering more routes, and when the policy or its state has changed.
    ///
    /// Neither of them does it by itself.
    public func reconsider() {
        isTurnDue = true
        runLoop()
    }

    /// Marks a requirement as satisfied, for example after a login, and gives the waiting links their turns.
    ///
    /// The policy is asked again about each, in order, and the links that it allows are opened, each after the preparation of the one
    /// before has ended. A link that cannot be opened is reported, and the others go on. A link whose path is not registered keeps
    /// waiting.
    public func satisfy(_ requirement: Requirement) {
        if !satisfiedList.contains(requirement) { satisfiedList = satisfiedList + [requirement] }
        reconsider()
    }

    /// Revokes a requirement, for example after a logout, and drops all waiting links, whatever they wait for.
    ///
    /// The next person must not get what was meant for the last one. So a preparation is cancelled too, the link that is on its way is
    /// refused, and links opened before have no duplicates. Call it before anybody else can sign in. If somebody only cancels the
    /// login, there is nothing to revoke: ``cancelPendingLinks()`` drops the waiting links.
    public func revoke(_ requirement: Requirement) {
        satisfiedList = satisfiedList.filter { $0 != requirement }
        revocations += 1
        recent.forgetLinks()
        dropAll(.revoked)
        handler.cancelPreparation()
        runLoop()
    }

    /// Drops all waiting links; satisfied requirements stay satisfied.
    ///
    /// A preparation that is running goes on: ``DeepLinkHandler/cancelPreparation()`` ends it.
    public func cancelPendingLinks() {
        // A link whose time is over was not dropped by this call.
        dropExpired()
        dropAll(.cancelled)
        runLoop()
    }

    // MARK: - The loop

    /// Runs the loop, if it does not run and there is something to do.
    func runLoop() {
        // Usually nobody listens, nothing waits, and nothing is left to do.
        if !isBusy, hasListeners || isTurnDue || waiting.count > 0 || !undecided.isEmpty {
            handler.runInOwnScope { loop() }
        }
    }

    /// The loop: tells observers what has happened, and gives links their turns, until nothing is left to do.
    ///
    /// This is the only place where one link follows another. First come the links that were opened inside the last one, then those that
    /// wait. The app's code may call the coordinator at any time; while the loop runs, such calls only change what it finds next.
    private func loop() {
        if handler.holdsLoops() { return }
        isBusy = true
        if waiting.count > 0 { dropExpired() }
        var walks = 0
        // The code that runs for a waiting link may ask for another walk each time.
        let walkLimit = 8
        while true {
            tellObservers()
            if let link = undecided.first {
                undecided = Array(undecided.dropFirst())
                link.state = .onItsWay
                tell(.resumed, link)
                _ = decideAndCarryOut(link)
                continue
            }
            guard storedIsActive, handler.preparation == nil else { break }
            if isTurnDue, walks < walkLimit {
                isTurnDue = false
                walks += 1
                waiting.beginWalk()
            }
            guard let link = waiting.next() else { break }
            takeTurn(link)
        }
        if walks == walkLimit { isTurnDue = false }
        isBusy = false
    }

    /// Gives a waiting link its turn.
    ///
    /// It stays on the list until it is decided about; if it is dropped meanwhile, it does not run.
    private func takeTurn(_ link: OpenedLink) {
        // The actions before it in this walk may have taken long.
        guard link.expiry > stopwatch.read() else {
            waiting.remove(link)
            return drop(link, .expired)
        }
        tell(.resumed, link)
        around = link
        defer { around = nil }
        let redirected = link.redirected
        let verdict = decide(about: link)
        guard link.state == .waiting else { return }
        switch verdict {
        case .wait(let requirements): keep(link, until: requirements)
        case .noRoute:
            // Its path may be registered later, and the policy then redirects it again.
            link.redirected = redirected
            keep(link, until: nil)
        case .open, .end:
            waiting.remove(link)
            link.state = .onItsWay
            _ = carryOut(verdict, link)
        }
    }

    // MARK: - Waiting

    /// Makes a link wait; with `isFirst`, before the others.
    ///
    /// Requirements are nil if it was not decided about, since the coordinator is not active yet.
    func wait(
        _ link: OpenedLink,
        until requirements: Set<Requirement>?,
        isFirst: Bool = false
    ) -> Fate {
        // A link that waits again, also after a relaunch, has only what is left of its time.
        if link.expiry == link.openedAt { link.expiry = link.openedAt + expiresAfter }
        link.requirements = requirements
        let fate = settle(link, .deferred(until: requirements ?? []))
        let replaced = isFirst ? waiting.addFirst(link) : waiting.add(link)
        for link in replaced { drop(link, .replaced) }
        return fate
    }

    /// Keeps a waiting link in its place; if it was redirected, its target takes that place.
    private func keep(_ link: OpenedLink, until requirements: Set<Requirement>?) {
        link.requirements = requirements
        for link in waiting.updateKey(of: link) { drop(link, .replaced) }
        guard link.state == .waiting else { return }
        tell(.kept(until: requirements ?? []), link)
        if let requirements {
            report(link, .deferred(until: requirements), isLate: true)
        }
    }

    /// Drops the links that have expired.
    func dropExpired() {
        for link in waiting.removeExpired(at: stopwatch.read()) { drop(link, .expired) }
    }

    private func dropAll(_ reason: RejectionReason) {
        let links = waiting.removeAll() + undecided
        undecided = []
        for link in links { drop(link, reason) }
    }

    /// Ends a link that waited.
    func drop(_ link: OpenedLink, _ reason: RejectionReason) {
        var fate = Fate.rejected(reason)
        if reason == .expired, storedIsActive, handler.match(for: link.destination) == nil {
            fate = .failed(DeepLinkHandleError.pathNotRegistered(path: link.destination.path))
        }
        settle(link, fate)
    }
}
