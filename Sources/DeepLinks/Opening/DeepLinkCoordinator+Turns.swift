extension DeepLinkCoordinator {
    /// How often the links are gone through because of what their actions have satisfied.
    private static let rounds = 8

    /// Gives the links that wait their turns, one after the other, and those that are opened meanwhile behind them.
    ///
    /// While a link prepares something, the next one waits; this is called again when that has ended.
    func takeTurns() {
        guard isActive, !isTakingTurns else { return }
        isTakingTurns = true
        defer { isTakingTurns = false }
        let outerDepth = depth
        var round = 0
        while tally.preparing == 0 {
            if turns.isEmpty, isTurnDue, round < Self.rounds {
                isTurnDue = false
                round += 1
                turns = waiting.map(\.id)
            }
            guard !turns.isEmpty else { break }
            takeTurn(turns.removeFirst(), inside: outerDepth)
        }
        if tally.preparing > 0, isTurnDue || !turns.isEmpty { return }
        isTurnDue = false
        while waiting.count > options.pending.capacity {
            reportDropped(waiting.removeFirst(), .overflow)
        }
    }

    /// Gives a link that waits its turn.
    ///
    /// It stays on the list until it is decided about. If an observer or the policy takes it off meanwhile, it does not run.
    private func takeTurn(_ id: LinkID, inside outerDepth: Int) {
        dropExpired()
        guard let link = waiting.first(where: { $0.id == id }) else { return }
        depth = Swift.min(Swift.max(link.depth, outerDepth + 1), Self.depthLimit)
        defer { depth = outerDepth }
        emit(.resumed, id, link.link, handler.match(for: link.link))
        guard isWaiting(id) else { return }
        let decision = decide(about: link.candidates, id)
        guard isWaiting(id) else { return }
        switch decision.verdict {
        case .wait(let match, let requirements):
            keep(id, decision.candidate, match, until: requirements)
        case .noRoute:
            keepUndecided(id)
        case .open, .refuse, .fail:
            waiting.removeAll { $0.id == id }
            let outcome = carryOut(decision, id, isLate: true)
            if !outcome.isAccepted { recent.forget(id) }
        }
    }

    private func isWaiting(_ id: LinkID) -> Bool {
        waiting.contains { $0.id == id }
    }

    /// Leaves a link on the list, in its place, as the link that it was redirected to if it was.
    private func keep(
        _ id: LinkID,
        _ candidate: Candidate,
        _ match: RouteMatch,
        until requirements: Set<Requirement>
    ) {
        let path = candidate.link.path
        if let other = waiting.first(where: { $0.id != id && hasSameBytes($0.link.path, path) }) {
            // Of two links to one path the newer one stays.
            let older = Swift.min(other.id, id)
            let dropped = waiting.filter { $0.id == older }
            waiting.removeAll { $0.id == older }
            for link in dropped { reportDropped(link, .replaced) }
        }
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting[index].candidates = [candidate]
        waiting[index].decidedRequirements = requirements
        emit(.kept(until: requirements), id, candidate.link, match)
    }

    /// Leaves a link on the list that leads to no registered path.
    private func keepUndecided(_ id: LinkID) {
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        waiting[index].decidedRequirements = nil
        emit(.kept(until: []), id, waiting[index].link)
    }
}
