extension DeepLinkCoordinator {
    /// What was decided about a link.
    enum Verdict {
        /// Its route is opened.
        case open(RouteMatch)
        /// It waits until these requirements are satisfied.
        case wait(until: Set<Requirement>)
        /// It is refused.
        case refuse(RejectionReason)
        /// The policy threw.
        case fail(any Error)
        /// Another link of its push payload would be opened, but is a duplicate.
        case duplicate
        /// No route is registered for its path.
        case noRoute

        /// Whether the link is opened, now or later.
        var letsIn: Bool {
            switch self {
            case .open, .wait: true
            case .refuse, .fail, .duplicate, .noRoute: false
            }
        }
    }

    /// Decides about a link that was just opened, or that waited and whose turn has come.
    ///
    /// - Parameters:
    ///   - link: The link, with the `others` that can be opened in its place.
    ///   - isTold: Whether events report the decision, and recent links are updated.
    /// - Returns: The first of these links that is let in, or the first of all if none is: after all redirections, and with its
    ///   verdict.
    func decide(about link: OpenedLink, isTold: Bool = true) -> (OpenedLink, Verdict) {
        let first = decideAlone(about: link, isTold: isTold)
        if first.1.letsIn {
            first.0.others = []
            return first
        }
        for other in link.others {
            let decision = decideAlone(about: other, isTold: isTold)
            guard decision.1.letsIn else { continue }
            // The same link from another origin was let in together with this one.
            if isTold, other.link != link.link {
                if recent.contains(other.link, butFor: link.id, at: stopwatch.time) {
                    return (other, .duplicate)
                }
                // Remember this one instead, so that the first may still be opened from another origin.
                recent.replace(link.id, with: other.link)
            }
            return decision
        }
        return first
    }

    /// Decides about a link, and once more if an observer of the decision changed what the decision depends on.
    func settle(_ link: OpenedLink) -> (link: OpenedLink, verdict: Verdict) {
        let (others, before) = (link.others, satisfied)
        let (decided, verdict) = decide(about: link)
        var isOutdated = handler.changeCount != decided.changeCount
        if case .wait = verdict, satisfied != before { isOutdated = true }
        guard isOutdated else { return (decided, verdict) }
        link.others = others
        return decide(about: link)
    }

    /// Finds a link's route and asks the policy, again after each redirection.
    private func decideAlone(about link: OpenedLink, isTold: Bool) -> (OpenedLink, Verdict) {
        var link = link
        for redirections in 0...Self.depthLimit {
            lookUp(link)
            if redirections > 0, isTold { emit(.parsed, link) }
            guard link.session == revocations else { return (link, .refuse(.revoked)) }
            guard let match = link.match else { return (link, .noRoute) }
            do {
                guard match.route.trusts(link.origin) else {
                    return (link, .refuse(.untrusted(link.origin, by: match.route)))
                }
                let decision = try ask(about: link, match)
                if isTold { tell(decision, about: link) }
                switch decision {
                case .allow: return (link, .open(match))
                case .deferUntil(let requirements): return (link, .wait(until: requirements))
                case .reject(let reason): return (link, .refuse(.policy(reason)))
                case .redirect(let target): link = link.copy(link.id, target)
                }
            } catch {
                return (link, .fail(error))
            }
        }
        return (link, .refuse(.tooDeep))
    }

    /// What the policy decides about a link.
    private func ask(
        about link: OpenedLink,
        _ match: RouteMatch
    ) throws -> NavigationDecision {
        try policy.decision(
            for: link.link,
            in: NavigationContext(
                origin: link.origin,
                queryItems: match.queryItems,
                requirements: match.route.requirements,
                satisfied: satisfied,
                externalURL: link.externalURL,
                removedItems: link.removedItems
            )
        )
    }

    private func tell(_ decision: NavigationDecision, about link: OpenedLink) {
        guard isObserved, case .redirect(let target) = decision else {
            return emit(.decided(decision), link)
        }
        emit(.decided(decision), link.id, summary(of: target, handler.match(for: target)))
    }

    /// Finds the route that a link leads to now.
    func lookUp(_ link: OpenedLink) {
        link.match = handler.match(for: link.link)
        link.changeCount = handler.changeCount
    }
}

extension RejectionReason {
    /// The route does not trust the link's origin.
    static func untrusted(_ origin: LinkOrigin, by route: RegisteredRoute) -> Self {
        .policy("'\(route)' does not trust links from '\(origin)'.")
    }
}
