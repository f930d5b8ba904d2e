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
        /// No path is registered that it leads to.
        case noRoute

        /// Whether the link is opened, now or later.
        var letsIn: Bool {
            switch self {
            case .open, .wait: true
            case .refuse, .fail, .noRoute: false
            }
        }
    }

    /// Decides about a link: one that was just opened, and one whose turn has come after it waited.
    ///
    /// - Returns: The link, or what is opened in its place, after all redirections, and the verdict: of several the first that is let
    ///   in; if there is none, the first of all.
    func decide(about link: OpenedLink) -> (OpenedLink, Verdict) {
        let first = decideAlone(about: link)
        if first.1.letsIn { return first }
        for other in link.others {
            let decision = decideAlone(about: other)
            if decision.1.letsIn { return decision }
        }
        return first
    }

    /// Finds a link's route and asks the policy, after each redirection again.
    private func decideAlone(about link: OpenedLink) -> (OpenedLink, Verdict) {
        var link = link
        for redirections in 0...Self.depthLimit {
            lookUp(link)
            if redirections > 0 { emit(.parsed, link) }
            guard let match = link.match else { return (link, .noRoute) }
            do {
                switch try ask(about: link, match.route) {
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

    /// What the policy decides about a link, if the link's route trusts its origin.
    private func ask(
        about link: OpenedLink,
        _ route: RegisteredRoute
    ) throws -> NavigationDecision {
        guard route.trusts(link.origin) else {
            return .reject(reason: "'\(route)' does not trust links from '\(link.origin)'.")
        }
        let decision = try policy.decision(
            for: link.link,
            in: NavigationContext(
                origin: link.origin,
                requirements: route.requirements,
                satisfied: satisfied
            )
        )
        if isObserved { emit(.decided(told(decision)), link) }
        return decision
    }

    private func told(_ decision: NavigationDecision) -> DeepLinkEvent.Decision {
        switch decision {
        case .allow: .allow
        case .deferUntil(let requirements): .deferUntil(requirements)
        case .reject(let reason): .reject(reason)
        case .redirect(let link): .redirect(summary(of: link, handler.match(for: link)))
        }
    }

    /// Finds the route that a link leads to now.
    func lookUp(_ link: OpenedLink) {
        link.match = handler.match(for: link.link)
    }
}
