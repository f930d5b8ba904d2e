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
        let now = currentTime()
        dropExpired(at: now)
        return PendingLinkSnapshot(
            userKey: userKey,
            date: date,
            entries: pending.links.map { waiting in
                PendingLinkSnapshot.Entry(
                    link: waiting.link,
                    origin: waiting.origin,
                    expiry: date.addingTimeInterval((waiting.expiry - now).seconds)
                )
            }
        )
    }

    /// Lets the links of a snapshot wait again, before those that wait already, and opens them when their turn comes.
    ///
    /// The policy is asked about them as if they had just been opened. Links that expired meanwhile are dropped, and so are those to
    /// whose path a newer link waits. No link waits longer than it would have had to when the snapshot was made, even if the
    /// wall clock has gone back since.
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
        let now = currentTime()
        dropExpired(at: now)
        let links = snapshot.entries.map { entry in
            tally.restored += 1
            return WaitingLink(
                id: nextID(),
                link: entry.link,
                origin: entry.origin,
                source: .none,
                requirements: [],
                expiry: now + timeLeft(for: entry, of: snapshot, at: date),
                depth: 0
            )
        }
        var dropped: [(WaitingLink, DeepLinkEvent.DropReason)] = []
        var kept: [WaitingLink] = []
        // The first of them comes to stand first, and if there are too many, the first are the oldest and go.
        for waiting in links.reversed() {
            if waiting.expiry <= now {
                dropped.append((waiting, .expired))
            } else if pending.link(to: waiting.link.path) != nil {
                dropped.append((waiting, .replaced))
            } else if pending.prepend(waiting, capacity: options.pending.capacity) {
                kept.append(waiting)
            } else {
                dropped.append((waiting, .overflow))
            }
        }
        for waiting in kept.reversed() {
            emit(.restored, waiting.id, waiting.link, handler.match(for: waiting.link))
        }
        for (waiting, reason) in dropped.reversed() {
            drop(waiting, reason)
        }
        replayPending()
    }

    /// How much longer a stored link waits, which is never longer than when it was stored.
    private func timeLeft(
        for entry: PendingLinkSnapshot.Entry,
        of snapshot: PendingLinkSnapshot,
        at date: Date
    ) -> Duration {
        let left = Swift.min(
            entry.expiry.timeIntervalSince(date),
            entry.expiry.timeIntervalSince(snapshot.date)
        )
        // Also when it is no number.
        guard left > 0 else { return .zero }
        return left < expiresAfter.seconds ? .seconds(left) : expiresAfter
    }
}
