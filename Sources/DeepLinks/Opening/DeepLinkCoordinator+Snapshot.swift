#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkCoordinator {
    /// The links that wait, for the app to store.
    ///
    /// The links go on waiting here as well.
    ///
    /// - Parameters:
    ///   - userKey: What the app calls the person who is signed in; nil if nobody is.
    ///   - date: The time by the wall clock.
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

    /// Lets the links of a snapshot wait again, before those that wait already, and opens them when their turn comes.
    ///
    /// The policy is asked about them as if they had just been opened. Links that expired meanwhile are dropped, and so are those
    /// that were opened a moment ago, or whose place a newer one has taken, as ``Options/pending`` says. No link waits longer than
    /// it would have had to when the snapshot was made, even if the wall clock has gone back since.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot.
    ///   - userKey: What the app calls the person who is signed in now; nil if nobody is.
    ///   - date: The time by the wall clock.
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
        // Of two links to one path the newer one stays, which may wait already.
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
        // They come to stand first, and if there are too many, the first are the oldest and go.
        let room = Swift.max(options.pending.capacity - waiting.count, 0)
        dropped += restored.dropLast(room).map { ($0, .overflow) }
        let kept = restored.suffix(room)
        waiting = kept + waiting
        isTurnDue = true
        for link in kept { recent.note(link.link, link.id, at: now) }
        // No link has its turn before all are told of; an observer may take some off the list.
        let isTakingTurns = isTakingTurns
        self.isTakingTurns = true
        for link in kept where isWaiting(link.id) { emitWithRoute(.restored, link) }
        for (link, reason) in dropped.sorted(by: { $0.0.id < $1.0.id }) {
            reportDropped(link, reason)
        }
        self.isTakingTurns = isTakingTurns
        // What was opened meanwhile has its turn behind the others.
        if !isTakingTurns { turns = [] }
        takeTurns()
        if !isActive { dropSurplus() }
    }

    /// How much longer a stored link waits, which is never longer than when it was stored.
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
        // Also when it is no number.
        guard left > 0 else { return .zero }
        return left < expiresAfter.seconds ? .seconds(left) : expiresAfter
    }
}
