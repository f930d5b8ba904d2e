extension DeepLinkCoordinator {
    /// What was decided about a link.
    enum Verdict {
        /// Its route is opened.
        case open(RouteMatch)
        /// It waits until these requirements are satisfied.
        case wait(RouteMatch, until: Set<Requirement>)
        /// It is refused.
        case refuse(RejectionReason, RouteMatch?)
        /// The policy threw.
        case fail(any Error, RouteMatch)
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

    /// A decision, and the link that it is about.
    struct Decision {
        /// The link, after all redirections, and where it comes from.
        let candidate: Candidate
        let verdict: Verdict
    }

    /// Decides about a link: one that was just opened, and one whose turn has come after it waited.
    ///
    /// - Parameters:
    ///   - candidates: What the link can be opened as, at least one.
    ///   - id: Its number.
    /// - Returns: The decision about the first candidate that is let in; if there is none, that about the first of all.
    func decide(about candidates: [Candidate], _ id: LinkID) -> Decision {
        let first = decide(about: candidates[0], id)
        if first.verdict.letsIn { return first }
        for candidate in candidates.dropFirst() {
            let other = decide(about: candidate, id)
            if other.verdict.letsIn { return other }
        }
        return first
    }

    /// Finds a link's route and asks the policy, after each redirection again.
    private func decide(about candidate: Candidate, _ id: LinkID) -> Decision {
        var candidate = candidate
        for redirections in 0...Self.depthLimit {
            let link = candidate.link
            let match = handler.match(for: link)
            if redirections > 0 { emit(.parsed, id, link, match) }
            guard let match else { return Decision(candidate: candidate, verdict: .noRoute) }
            do {
                switch try ask(about: candidate, match, id) {
                case .allow:
                    return Decision(candidate: candidate, verdict: .open(match))
                case .deferUntil(let requirements):
                    return Decision(
                        candidate: candidate,
                        verdict: .wait(match, until: requirements)
                    )
                case .reject(let reason):
                    return Decision(candidate: candidate, verdict: .refuse(.policy(reason), match))
                case .redirect(let target):
                    candidate = candidate.redirected(to: target)
                }
            } catch {
                return Decision(candidate: candidate, verdict: .fail(error, match))
            }
        }
        return Decision(candidate: candidate, verdict: .refuse(.tooDeep, nil))
    }

    /// What the policy decides about a link, if the link's route trusts its origin.
    private func ask(
        about candidate: Candidate,
        _ match: RouteMatch,
        _ id: LinkID
    ) throws -> NavigationDecision {
        guard match.route.trusts(candidate.origin) else {
            let route = match.route.description
            return .reject(reason: "'\(route)' does not trust links from '\(candidate.origin)'.")
        }
        let decision = try policy.decision(
            for: candidate.link,
            in: NavigationContext(
                origin: candidate.origin,
                requirements: match.route.requirements,
                satisfied: satisfied
            )
        )
        emit(.decided(told(decision)), id, candidate.link, match)
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
}
