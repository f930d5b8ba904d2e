extension DeepLinkCoordinator {
    /// What was decided about a link.
    enum Verdict {
        /// Its route is opened.
        case open(RouteMatch)
        /// It waits until these requirements are satisfied.
        case wait(until: Set<Requirement>)
        /// It is refused, or failed.
        // Indirect: this is rare, and would make every verdict as large as an outcome.
        indirect case settled(DeepLinkOutcome)
        /// No route is registered for its path.
        case noRoute
    }

    /// An action that was prepared for a link.
    struct Prepared {
        let route: RegisteredRoute
        let destination: DeepLink
        let action: @MainActor () throws -> Void
    }

    /// The loop: tells observers what has happened, and gives links their turns, until nothing is left to do.
    ///
    /// This is the only place where one link follows another. First come the links that were opened inside the last one, then those that
    /// wait. The app's code may call the coordinator at any time; while the loop runs, such calls only change what it finds next.
    func goOn() {
        // Usually nobody listens, nothing waits, and nothing is left to do.
        guard !isBusy, hasListeners || isTurnDue || waiting.count > 0 || !undecided.isEmpty else {
            return
        }
        if handler.goesOnLater() { return }
        isBusy = true
        if waiting.count > 0 { dropExpired() }
        var walks = 0
        while true {
            tellObservers()
            if !undecided.isEmpty {
                let link = undecided[0]
                undecided = Array(undecided.dropFirst())
                tell(.resumed, link, nil)
                _ = step(link, isLate: true)
                continue
            }
            guard isOpening, handler.preparation == nil else { break }
            if isTurnDue, walks < Self.walkLimit {
                isTurnDue = false
                walks += 1
                waiting.beginWalk()
            }
            guard let link = waiting.next() else { break }
            takeTurn(link)
        }
        if walks == Self.walkLimit { isTurnDue = false }
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
        tell(.resumed, link, nil)
        around = link
        defer { around = nil }
        let (verdict, redirected) = decide(about: link)
        guard link.state == .waiting else { return }
        switch verdict {
        case .wait(let requirements): keep(link, until: requirements, redirected)
        // Its path may be registered later.
        case .noRoute: keep(link, until: nil, nil)
        case .open, .settled:
            waiting.remove(link)
            if let redirected { link.redirected = redirected }
            _ = carryOut(verdict, link, isLate: true)
        }
    }

    /// Decides about a link that does not wait, and carries it out: what was prepared for it runs if the link still leads there.
    ///
    /// It is late if `open` has returned already.
    func step(
        _ link: OpenedLink,
        _ match: RouteMatch? = nil,
        prepared: Prepared? = nil,
        isLate: Bool
    ) -> DeepLinkOutcome {
        guard isOpening else { return wait(link, until: nil, isLate: isLate) }
        let outer = around
        around = link
        defer { around = outer }
        let (verdict, redirected) = decide(about: link, match)
        if let redirected { link.redirected = redirected }
        return carryOut(verdict, link, prepared, isLate: isLate)
    }

    // MARK: - Deciding

    /// Finds a link's route and asks the policy, again after each redirection.
    ///
    /// - Returns: The decision, and the link that takes its place, if one does.
    func decide(
        about link: OpenedLink,
        _ match: RouteMatch? = nil,
        isTold: Bool = true
    ) -> (verdict: Verdict, redirected: OpenedLink?) {
        if let redirected = link.redirected {
            return decide(about: link, as: redirected, nil, 0, isTold: isTold)
        }
        return decide(about: link, as: link, match, 0, isTold: isTold)
    }

    /// Decides about a link, or the one that took its place, after so many redirections.
    private func decide(
        about link: OpenedLink,
        as target: OpenedLink,
        _ match: RouteMatch?,
        _ redirections: Int,
        isTold: Bool
    ) -> (verdict: Verdict, redirected: OpenedLink?) {
        let redirected = target === link ? nil : target
        guard redirections <= Self.depthLimit else {
            return (.settled(.rejected(.tooDeep)), redirected)
        }
        guard link.revocationsBefore == revocations else {
            return (.settled(.rejected(.revoked)), redirected)
        }
        guard let match = match ?? handler.match(for: target.link) else {
            return (.noRoute, redirected)
        }
        if redirections > 0, isTold { tell(.parsed, link, match, target) }
        if let origin = link.firstOrigin(untrustedBy: match.route) {
            return (.settled(.rejected(.untrusted(origin))), redirected)
        }
        let changes = handler.changeCount
        let decision: NavigationDecision
        let context = NavigationContext(target, consume match, satisfied: met)
        do {
            decision = try decider.decision(for: target.link, in: context)
        } catch {
            return (.settled(.failed(error)), redirected)
        }
        if isTold, hasEventListeners { tell(.decided(decision), link, context.match, target) }
        let awaited: Set<Requirement>?
        switch consume decision {
        case .reject(let reason): return (.settled(.rejected(.policy(reason))), redirected)
        case .redirect(let other):
            let target = link.leading(to: other)
            return decide(about: link, as: target, nil, redirections + 1, isTold: isTold)
        case .deferUntil(let requirements): awaited = requirements
        case .allow: awaited = nil
        }
        // The policy may have signed out, removed the route, or registered one that comes before it.
        guard link.revocationsBefore == revocations else {
            return (.settled(.rejected(.revoked)), redirected)
        }
        if let awaited { return (.wait(until: awaited), redirected) }
        guard
            handler.changeCount == changes
                || handler.match(for: target.link)?.route === context.match.route
        else {
            return decide(about: link, as: target, nil, redirections + 1, isTold: isTold)
        }
        return (.open((consume context).match), redirected)
    }

    // MARK: - Carrying out

    private func carryOut(
        _ verdict: consuming Verdict,
        _ link: OpenedLink,
        _ prepared: Prepared? = nil,
        isLate: Bool
    ) -> DeepLinkOutcome {
        switch consume verdict {
        case .open(let match): return run(match, link, prepared, isLate: isLate)
        case .wait(let requirements):
            return wait(link, until: requirements, isFirst: prepared != nil, isLate: isLate)
        case .settled(let outcome): return settle(link, outcome, isLate: isLate)
        case .noRoute:
            let error = DeepLinkHandleError.pathNotRegistered(path: link.destination.path)
            return settle(link, .failed(error), isLate: isLate)
        }
    }

    /// Runs the action of a link's route, or begins its preparation.
    private func run(
        _ match: RouteMatch,
        _ link: OpenedLink,
        _ prepared: Prepared?,
        isLate: Bool
    ) -> DeepLinkOutcome {
        do {
            if let prepared, prepared.route === match.route,
                prepared.destination == link.destination
            {
                try handler.cancellingPreparation { try prepared.action() }
            } else {
                let preparation = try match.route.runOrRead(match.queryItems, in: handler) {
                    LinkContext(link.destination, match.route, of: link)
                }
                if let preparation { return begin(preparation, match, link, isLate: isLate) }
            }
        } catch {
            return settle(link, .failed(error), match, isLate: isLate)
        }
        return settle(link, .handled(link.destination), match, isLate: isLate)
    }

    /// Begins a link's preparation.
    private func begin(
        _ preparation: @escaping RegisteredRoute.Preparation,
        _ match: RouteMatch,
        _ link: OpenedLink,
        isLate: Bool
    ) -> DeepLinkOutcome {
        // Reading the link's values may run the app's code.
        guard link.revocationsBefore == revocations else {
            return settle(link, .rejected(.revoked), match, isLate: isLate)
        }
        guard handler.isRegistered(match.route) else {
            return settle(link, .rejected(.cancelled), match, isLate: isLate)
        }
        let outcome = settle(link, .preparing(link.destination), match, isLate: isLate)
        // If it has to wait after this, it begins to wait.
        link.told = nil
        let tracked: RegisteredRoute.Preparation = {
            link.isInPreparation = true
            defer { link.isInPreparation = false }
            return try await PreparationContext.$link.withValue(link) { try await preparation() }
        }
        handler.start(tracked, for: link.destination, match.route) { [weak self] preparationEnd in
            self?.finish(link, match, preparationEnd)
        }
        return outcome
    }

    /// Goes on with a link whose preparation has ended: much may have changed meanwhile, so it is decided about again.
    ///
    /// The handler then lets all coordinators go on. If another link has cancelled the preparation, the other link runs first.
    private func finish(
        _ link: OpenedLink,
        _ match: RouteMatch,
        _ preparationEnd: PreparationEnd
    ) {
        switch preparationEnd {
        case .cancelled: _ = settle(link, .rejected(.cancelled), isLate: true)
        case .failed(let error): _ = settle(link, .failed(error), match, isLate: true)
        case .done(let action):
            let prepared = Prepared(
                route: match.route,
                destination: link.destination,
                action: action
            )
            let wasBusy = isBusy
            isBusy = true
            _ = step(link, prepared: prepared, isLate: true)
            isBusy = wasBusy
        }
    }

    // MARK: - Ending

    /// Notes and tells what became of a link, late if `open` has returned already, and why it stopped waiting, if it did.
    func settle(
        _ link: OpenedLink,
        _ outcome: DeepLinkOutcome,
        _ match: RouteMatch? = nil,
        isLate: Bool,
        dropping reason: RejectionReason? = nil
    ) -> DeepLinkOutcome {
        let stage: DeepLinkEvent.Stage
        switch outcome {
        case .handled: (link.state, stage) = (.handled, .applied)
        case .preparing: (link.state, stage) = (.preparing, .preparing)
        case .deferred(_, let requirements):
            (link.state, stage) = (.waiting, .waiting(until: requirements))
        case .duplicate: (link.state, stage) = (.over, .duplicate)
        case .rejected(.cancelled) where reason == nil:
            (link.state, stage) = (.over, .cancelled)
        case .rejected(let reason): (link.state, stage) = (.over, .rejected(reason))
        case .failed(let error):
            link.state = .over
            guard hasListeners else { return outcome }
            stage = .failed(text(of: error, (match ?? self.match(of: link))?.route))
        }
        guard hasListeners else { return outcome }
        tell(reason.map { .dropped($0) } ?? stage, link, match)
        report(link, outcome, match, isLate: isLate, isDropped: reason != nil)
        return outcome
    }

    /// Ends a link of which no internal link could be made.
    func refuse(
        _ incoming: IncomingLink,
        _ error: any Error,
        from origin: LinkOrigin,
        inside outer: OpenedLink?
    ) -> DeepLinkOutcome {
        let refusal = error as? RewriteError
        let outcome = refusal.map { DeepLinkOutcome.rejected(.external($0)) } ?? .failed(error)
        guard hasListeners else { return outcome }
        var details = URLRewriter.Details(.root)
        if let refusal, refusal.wrappers > 0, let text = incoming.received?.text {
            details.unwrappedURL = rewriter.unwrapped(text, refusal.wrappers)
        }
        // Observers may open links, which are then inside of this one.
        let link = OpenedLink(lastID, details, from: origin, incoming.received, inside: outer)
        link.isRefused = true
        if hasEventListeners { tellReceived(link) }
        return settle(link, outcome, isLate: false)
    }

    // MARK: - Waiting

    /// Makes a link wait; with `isFirst`, before the others.
    ///
    /// Requirements are nil if it was not decided about, since the coordinator is not active yet.
    func wait(
        _ link: OpenedLink,
        until requirements: Set<Requirement>?,
        isFirst: Bool = false,
        isLate: Bool
    ) -> DeepLinkOutcome {
        // A link that waits again, also after a relaunch, has only what is left of its time.
        if link.expiry == .zero { link.expiry = link.openedAt + expiresAfter }
        link.requirements = requirements
        let outcome = settle(
            link,
            .deferred(link.destination, until: requirements ?? []),
            isLate: isLate
        )
        let replaced = isFirst ? waiting.addFirst(link) : waiting.add(link)
        for link in replaced { drop(link, .replaced) }
        return outcome
    }

    /// Keeps a waiting link in its place; if it was redirected, its target takes that place.
    private func keep(
        _ link: OpenedLink,
        until requirements: Set<Requirement>?,
        _ redirected: OpenedLink?
    ) {
        link.requirements = requirements
        if let redirected {
            for link in waiting.redirect(link, to: redirected) { drop(link, .replaced) }
        }
        guard link.state == .waiting else { return }
        tell(.kept(until: requirements ?? []), link, nil)
        if let requirements {
            report(link, .deferred(link.destination, until: requirements), nil, isLate: true)
        }
    }

    /// Drops the links that have expired.
    func dropExpired() {
        for link in waiting.removeExpired(at: stopwatch.read()) { drop(link, .expired) }
    }

    /// Ends a link that waited.
    func drop(_ link: OpenedLink, _ reason: RejectionReason) {
        var outcome = DeepLinkOutcome.rejected(reason)
        if reason == .expired, isOpening, handler.match(for: link.destination) == nil {
            outcome = .failed(
                DeepLinkHandleError.pathNotRegistered(path: link.destination.path)
            )
        }
        _ = settle(link, outcome, isLate: true, dropping: reason)
    }
}

extension OpenedLink {
    /// The first origin, of this link and then of those that it was opened in, that a route does not trust; nil if it trusts them all,
    /// and so may be opened by this link.
    func firstOrigin(untrustedBy route: RegisteredRoute) -> LinkOrigin? {
        guard let trusted = route.trustedOrigins else { return nil }
        var link: OpenedLink? = self
        while let next = link {
            guard trusted.contains(next.origin) else { return next.origin }
            link = next.outer
        }
        return nil
    }
}
