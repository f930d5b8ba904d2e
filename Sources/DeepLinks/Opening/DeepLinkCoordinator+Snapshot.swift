#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkCoordinator {
    /// The waiting links, for the app to store.
    ///
    /// The links also keep waiting here.
    ///
    /// - Parameters:
    ///   - userKey: The app's identifier of the person who is signed in; nil if nobody is.
    ///   - date: The current time by the wall clock.
    /// - Returns: The snapshot.
    public func snapshot(for userKey: String?, at date: Date = Date()) -> PendingLinkSnapshot {
        let now = stopwatch.time
        return PendingLinkSnapshot(
            userKey: userKey,
            date: date,
            entries: waiting.filter { $0.timeLeft(at: now) > .zero }.map { link in
                let expiry = date.addingTimeInterval(link.timeLeft(at: now).seconds)
                return PendingLinkSnapshot.Entry(link, expires: expiry.timeIntervalSince1970)
            }
        )
    }

    /// Adds the links of a snapshot before those that already wait, and opens them when their turn comes.
    ///
    /// The policy is asked about them as if they had just been opened. Links that have expired are dropped, and so are links
    /// that were opened a moment ago, or that a newer link replaces, as ``Options/pending`` says. No link waits longer than
    /// was left of its time when the snapshot was made, even if the wall clock has gone back since.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot.
    ///   - userKey: The app's identifier of the person who is signed in now; nil if nobody is.
    ///   - date: The current time by the wall clock.
    /// - Throws: ``PendingLinkSnapshotError`` if the snapshot was made for another user key; nothing is restored then.
    public func restore(
        _ snapshot: PendingLinkSnapshot,
        for userKey: String?,
        at date: Date = Date()
    ) throws(PendingLinkSnapshotError) {
        guard hasSameBytes(snapshot.userKey, userKey) else { throw PendingLinkSnapshotError() }
        dropExpired()
        let now = stopwatch.time
        var restored: [OpenedLink] = []
        var dropped: [(OpenedLink, DeepLinkEvent.DropReason)] = []
        for entry in snapshot.entries {
            lastID += 1
            let link = entry.opened(lastID, session: revocations)
            link.expiry = now + timeLeft(for: entry, of: snapshot, at: date)
            restored.append(link)
        }
        tally.restored += restored.count
        // Of two links to one path the newer one stays, which may be one that already waits.
        var paths = Set(waiting.map { Array($0.link.path.utf8) })
        for index in restored.indices.reversed() {
            let link = restored[index]
            let reason: DeepLinkEvent.DropReason
            if link.timeLeft(at: now) <= .zero {
                reason = .expired
            } else if recent.contains(link.link, at: now)
                || options.pending.isSuperseding
                    && !paths.insert(Array(link.link.path.utf8)).inserted
            {
                reason = .replaced
            } else {
                continue
            }
            dropped.append((restored.remove(at: index), reason))
        }
        // Restored links go first on the list. If there are too many, the first of them are the oldest and are dropped.
        let room = Swift.max(options.pending.capacity - waiting.count, 0)
        dropped += restored.dropLast(room).map { ($0, .overflow) }
        let kept = restored.suffix(room)
        waiting = kept + waiting
        isTurnDue = true
        for link in kept { recent.note(link.link, link.id, at: now) }
        // No link gets its turn before all are reported; an observer may remove some from the list.
        let isTakingTurns = isTakingTurns
        self.isTakingTurns = true
        for link in kept where isWaiting(link.id) { emitWithRoute(.restored, link) }
        for (link, reason) in dropped.sorted(by: { $0.0.id < $1.0.id }) {
            reportDropped(link, reason)
        }
        self.isTakingTurns = isTakingTurns
        // Links that were opened meanwhile get their turn after the others.
        if !isTakingTurns { turns = [] }
        takeTurns()
        if !isActive { dropSurplus() }
    }

    /// How much longer a stored link waits: never longer than when it was stored.
    private func timeLeft(
        for entry: PendingLinkSnapshot.Entry,
        of snapshot: PendingLinkSnapshot,
        at date: Date
    ) -> Duration {
        let expiry = Date(timeIntervalSince1970: entry.expires)
        let left = Swift.min(
            expiry.timeIntervalSince(date),
            expiry.timeIntervalSince(snapshot.date)
        )
        // This is also for NaN.
        guard left > 0 else { return .zero }
        return left < expiresAfter.seconds ? .seconds(left) : expiresAfter
    }
}
