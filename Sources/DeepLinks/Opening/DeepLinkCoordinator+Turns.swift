extension DeepLinkCoordinator {
    /// How often the links are gone through, because of what was satisfied meanwhile, without one of them leaving the list.
    private static let idleRounds = 8

    /// Gives the links that wait their turns, one after the other, and those that are opened meanwhile behind them.
    ///
    /// While a link prepares something, the next one waits; this is called again when that has ended.
    func takeTurns() {
        guard isTurnDue || !turns.isEmpty, isActive, !isTakingTurns else { return }
        isTakingTurns = true
        let outerDepth = depth
        // Also of those that are opened meanwhile, no more can leave it than there is room for.
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
            // A preparation that gives the links their turns does not open what they open.
            PreparationContext.$link.withValue(nil) { takeTurn(id, inside: outerDepth) }
            if !isWaiting(id) { idleRounds = Self.idleRounds }
        }
        isTakingTurns = false
        if tally.preparing > 0, isTurnDue || !turns.isEmpty { return }
        isTurnDue = false
        dropSurplus()
    }

    /// Goes on with the turns of links, but not while somebody else prepares something by the same handler: a link that only waited for
    /// its turn does not cancel what was begun after it.
    func goOnWithTurns() {
        guard isTurnDue || !turns.isEmpty else { return }
        guard tally.preparing == 0, let preparation = handler.preparation else {
            return takeTurns()
        }
        guard preparation.id != awaitedPreparation else { return }
        awaitedPreparation = preparation.id
        handler.whenPreparationEnds { [weak self] in
            // A link that is being opened has its turn first.
            if let self, depth == 0 { goOnWithTurns() }
        }
    }

    /// Drops the oldest links if more wait than may.
    func dropSurplus() {
        let surplus = waiting.prefix(Swift.max(0, waiting.count - options.pending.capacity))
        waiting.removeFirst(surplus.count)
        report(Array(surplus), .overflow)
    }

    /// Gives a link that waits its turn.
    ///
    /// It stays on the list until it is decided about. If an observer or the policy takes it off meanwhile, it does not run.
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
            let outcome = carryOut(verdict, decided, isLate: true)
            if !outcome.isAccepted { recent.forget(id) }
        }
    }

    func isWaiting(_ id: Int) -> Bool {
        waiting.contains { $0.id == id }
    }

    /// Leaves a link on the list, in its place, as the link that it was redirected to if it was.
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
