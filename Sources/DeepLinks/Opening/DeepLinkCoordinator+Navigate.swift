extension DeepLinkCoordinator {
    /// What was decided about a link, with the link that it was redirected to if it was.
    enum Decided {
        case run(DeepLink, RouteMatch)
        case deferred(DeepLink, RouteMatch, Set<Requirement>)
        case rejected(RejectionReason, DeepLink, RouteMatch)
        case failed(any Error, DeepLink, RouteMatch)
        case noRoute(DeepLink)
    }

    /// Finds the route of a link that has waited, and asks the policy about it.
    func decide(about link: DeepLink, _ id: LinkID, from origin: LinkOrigin) -> Decided {
        guard let match = handler.match(for: link) else { return .noRoute(link) }
        do {
            return settle(try ask(about: link, match, id, origin), link, match, id, origin)
        } catch {
            return .failed(error, link, match)
        }
    }

    /// What a decision comes to, after all redirections.
    ///
    /// - Parameters:
    ///   - decision: What the policy decided about the link.
    ///   - link: The link.
    ///   - match: Its route.
    ///   - id: Its number.
    ///   - origin: Where it comes from.
    /// - Returns: What was decided in the end, and the link and route that it was decided about.
    func settle(
        _ decision: NavigationDecision,
        _ link: DeepLink,
        _ match: RouteMatch,
        _ id: LinkID,
        _ origin: LinkOrigin
    ) -> Decided {
        var (decision, link, match) = (decision, link, match)
        var redirections = 0
        while true {
            switch decision {
            case .allow: return .run(link, match)
            case .deferUntil(let requirements): return .deferred(link, match, requirements)
            case .reject(let reason): return .rejected(.policy(reason), link, match)
            case .redirect(let target):
                guard redirections < Self.depthLimit else {
                    return .rejected(.tooDeep, link, match)
                }
                redirections += 1
                link = target
            }
            guard let next = handler.match(for: link) else { return .noRoute(link) }
            match = next
            emit(.parsed, id, link, match)
            do {
                decision = try ask(about: link, match, id, origin)
            } catch {
                return .failed(error, link, match)
            }
        }
    }

    /// Whether the standard policy allows a link to a route, which trusts the link's origin; if not, the policy is to be asked.
    @inline(__always)
    func mayRun(_ route: RegisteredRoute, from origin: @autoclosure () -> LinkOrigin) -> Bool {
        judge.isStandard && route.requirementBits & ~metBits == 0
            && route.options.trusts(origin())
    }

    /// What the policy decides about a link, if the link's route trusts its origin.
    func ask(
        about link: DeepLink,
        _ match: RouteMatch,
        _ id: LinkID,
        _ origin: LinkOrigin
    ) throws -> NavigationDecision {
        guard match.route.options.trusts(origin) else { return distrust(match.route, origin) }
        let decision = try judge.policy.decision(
            for: link,
            in: NavigationContext(
                origin: origin,
                requirements: match.route.options.requirements,
                satisfied: met
            )
        )
        emit(.decided(summary(of: decision)), id, link, match)
        return decision
    }

    @inline(never)
    private func distrust(_ route: RegisteredRoute, _ origin: LinkOrigin) -> NavigationDecision {
        .reject(reason: "'\(route.path)' does not trust links from '\(origin)'.")
    }

    private func summary(of decision: NavigationDecision) -> DeepLinkEvent.Decision {
        switch decision {
        case .allow: .allow
        case .deferUntil(let requirements): .deferUntil(requirements)
        case .reject(let reason): .reject(reason)
        case .redirect(let link):
            .redirect(
                LinkSummary(link, handler.match(for: link), showing: options.publicParameters)
            )
        }
    }

    // MARK: - Running

    /// Runs a link's action, or begins to prepare it.
    ///
    /// - Parameters:
    ///   - match: The link's route.
    ///   - link: The link.
    ///   - id: Its number.
    ///   - opening: What it was when it came in, which is made only if need be.
    /// - Returns: What became of it.
    @inline(__always)
    func run(
        _ match: consuming RouteMatch,
        for link: consuming DeepLink,
        _ id: LinkID,
        _ opening: @autoclosure () -> Opening
    ) -> DeepLinkOutcome {
        if match.route.prepares { return prepare(match, for: link, opening()) }
        do {
            try handler.runAction(of: match, for: link)
        } catch {
            return failInRoute(error, link, match, opening())
        }
        tally.handled &+= 1
        if isObserved { emitApplied(id, link, match) }
        return .handled(link)
    }

    @inline(never)
    private func emitApplied(_ id: LinkID, _ link: DeepLink, _ match: RouteMatch) {
        emit(.applied, id, link, match)
    }

    @inline(never)
    private func prepare(
        _ match: RouteMatch,
        for link: DeepLink,
        _ opening: Opening
    ) -> DeepLinkOutcome {
        tally.preparing += 1
        emit(.preparing, opening.id, link, match)
        do {
            try handler.run(match, for: link) { [weak self] end in
                self?.endPreparation(end, match, link, opening)
            }
        } catch {
            tally.preparing -= 1
            return failInRoute(error, link, match, opening)
        }
        return .preparing(link)
    }

    private func endPreparation(
        _ end: PreparationEnd,
        _ match: RouteMatch,
        _ link: DeepLink,
        _ opening: Opening
    ) {
        let id = opening.id
        tally.preparing -= 1
        switch end {
        case .finished:
            tally.handled += 1
            emit(.applied, id, link, match)
        case .cancelled:
            tally.cancelled += 1
            recent.forget(id)
            emit(.cancelled, id, link, match)
        case .failed(let error):
            recent.forget(id)
            _ = failInRoute(error, link, match, opening)
        }
    }

    /// Reports what a link's own route threw.
    @inline(never)
    private func failInRoute(
        _ error: any Error,
        _ link: DeepLink,
        _ match: RouteMatch,
        _ opening: Opening
    ) -> DeepLinkOutcome {
        let outcome = fail(error, opening.id, link, match)
        reportIfDeclined(error, link, match, opening)
        return outcome
    }

    @inline(never)
    @discardableResult
    func fail(
        _ error: any Error,
        _ id: LinkID,
        _ link: DeepLink,
        _ match: RouteMatch?
    ) -> DeepLinkOutcome {
        tally.failed += 1
        emit(.failed(error.safeText), id, link, match)
        return .failed(error)
    }
}
