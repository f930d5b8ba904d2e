extension DeepLinkCoordinator {
    /// How many rounds, one after the other, may go through the waiting links without a link leaving the list.
    private static let idleRounds = 8

    /// Gives the waiting links their turns, one after the other, and then the links that are opened meanwhile.
    ///
    /// While one link is being prepared, the next one waits; this is called again when the preparation has ended.
    func takeTurns() {
        guard isTurnDue || !turns.isEmpty, isActive, !isTakingTurns else { return }
        isTakingTurns = true
        let outerDepth = depth
        // No more links can leave the list than wait now, plus those that find room behind them.
        var rounds = waiting.count + Self.roomBehind
        var idleRounds = Self.idleRounds
        while tally.preparing == 0 {
            if turns.isEmpty, isTurnDue, rounds > 0, idleRounds > 0 {
                isTurnDue = false
                rounds -= 1
                idleRounds -= 1
                turns = waiting.map(\.id)
            }
            guard !turns.isEmpty else { break }
            let id = turns.removeFirst()
            // If a preparation calls this, the links of these turns are not opened by that preparation.
            PreparationContext.$link.withValue(nil) { takeTurn(id, inside: outerDepth) }
            if !isWaiting(id) { idleRounds = Self.idleRounds }
        }
        isTakingTurns = false
        if tally.preparing > 0, isTurnDue || !turns.isEmpty { return }
        isTurnDue = false
        dropSurplus()
    }

    /// Continues with the turns, but not while somebody else prepares something with the same handler: a link that only waited for
    /// its turn must not cancel what began after it.
    func goOnWithTurns() {
        guard isTurnDue || !turns.isEmpty else { return }
        guard tally.preparing == 0, let preparation = handler.preparation else {
            return takeTurns()
        }
        guard preparation.id != awaitedPreparation else { return }
        awaitedPreparation = preparation.id
        handler.whenPreparationEnds { [weak self] in
            // If a link is being opened, the turns continue after it.
            if let self, depth == 0 { goOnWithTurns() }
        }
    }

    /// Drops the oldest links if more wait than the capacity allows.
    func dropSurplus() {
        let surplus = waiting.prefix(Swift.max(0, waiting.count - options.pending.capacity))
        waiting.removeFirst(surplus.count)
        report(Array(surplus), .overflow)
    }

    /// Gives a waiting link its turn.
    ///
    /// It stays on the list until it is decided about. If an observer or the policy removes it meanwhile, it does not run.
    private func takeTurn(_ id: Int, inside outerDepth: Int) {
        dropExpired()
        guard let link = waiting.first(where: { $0.id == id }) else { return }
        depth = Swift.min(Swift.max(link.depth, outerDepth + 1), Self.depthLimit)
        defer { depth = outerDepth }
        emitWithRoute(.resumed, link)
        guard isWaiting(id) else { return }
        let (decided, verdict) = settle(link)
        decided.expiry = link.expiry
        guard isWaiting(id) else { return }
        switch verdict {
        case .wait(let requirements):
            keep(decided, until: requirements)
        case .noRoute:
            keep(link, until: nil)
        case .open, .refuse, .fail, .duplicate:
            waiting.removeAll { $0.id == id }
            let outcome = carryOut((decided, verdict), isLate: true)
            if !outcome.isAccepted { recent.forget(id) }
        }
    }

    func isWaiting(_ id: Int) -> Bool {
        waiting.contains { $0.id == id }
    }

    /// Keeps a link in its place on the list; if it was redirected, its target takes that place.
    private func keep(_ link: OpenedLink, until requirements: Set<Requirement>?) {
        if requirements != nil, let replaced = takeReplaced(by: link) {
            report([replaced], .replaced)
        }
        guard let index = waiting.firstIndex(where: { $0.id == link.id }) else { return }
        let before = waiting[index].requirements ?? []
        link.requirements = requirements
        waiting[index] = link
        emit(.kept(until: requirements ?? []), link)
        tellWaiting(link, until: (requirements ?? []).subtracting(before))
    }
}
