import PathMatching

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
    public func snapshot(for userKey: String?, at date: Date = Date()) -> PendingLink.Snapshot {
        let now = stopwatch.read()
        return PendingLink.Snapshot(
            userKey: userKey,
            date: date,
            entries: waiting.links.filter { $0.expiry > now }.map { link in
                let expiry = date.addingTimeInterval(link.timeLeft(at: now).seconds)
                return PendingLink.Snapshot.Entry(link, expires: expiry.timeIntervalSince1970)
            }
        )
    }

    /// Adds the links of a snapshot before those that already wait, and opens them when their turn comes.
    ///
    /// The policy is asked about them as if they had just been opened. Links that have expired are dropped, and so are links
    /// that were opened a moment ago, that wait already, or for which there is no room, as ``Options/pending`` says. They replace
    /// no link. No link waits longer than was left of its time when the snapshot was made, even if the wall clock has gone back since.
    ///
    /// Call ``activate()`` first: until then every link waits, so a login's callback would take the room of a restored link.
    ///
    /// - Parameters:
    ///   - snapshot: The snapshot.
    ///   - userKey: The app's identifier of the person who is signed in; nil if nobody is, or if nobody was before ``activate()``, in which
    ///     the callback of a login may sign somebody in.
    ///   - date: The current time by the wall clock.
    /// - Throws: ``PendingLink/SnapshotError`` if the snapshot was made for another user key; nothing is restored then.
    public func restore(
        _ snapshot: PendingLink.Snapshot,
        for userKey: String?,
        at date: Date = Date()
    ) throws(PendingLink.SnapshotError) {
        guard hasSameBytes(snapshot.userKey, userKey) else { throw PendingLink.SnapshotError() }
        dropExpired()
        let now = stopwatch.read()
        lastID += snapshot.entries.count
        var kept: [OpenedLink] = []
        var gone: [(link: OpenedLink, reason: RejectionReason)] = []
        // From the last on, since each is put before those that wait already.
        for (index, entry) in snapshot.entries.enumerated().reversed() {
            let id = lastID - snapshot.entries.count + index + 1
            let link = entry.opened(id, revocations: revocations)
            link.openedAt = now
            link.expiry = now + timeLeft(for: entry, of: snapshot, at: date)
            link.state = .waiting
            if link.expiry <= now {
                gone.append((link, .expired))
            } else if !recent.admitRestored(link) {
                gone.append((link, .replaced))
            } else {
                kept.append(link)
                gone += waiting.addFirst(link).map { ($0, .replaced) }
            }
        }
        for link in kept.reversed() where link.slot != nil { tell(.restored, link, nil) }
        for (link, reason) in gone.inOrder(by: { $0.link.id < $1.link.id }) { drop(link, reason) }
        isTurnDue = true
        goOn()
    }

    /// How much longer a stored link waits: never longer than when it was stored.
    private func timeLeft(
        for entry: PendingLink.Snapshot.Entry,
        of snapshot: PendingLink.Snapshot,
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
