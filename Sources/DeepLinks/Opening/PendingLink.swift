package import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A waiting link, as listed by ``DeepLinkCoordinator/pendingLinks``.
public struct PendingLink: Hashable, Sendable, Identifiable {
    /// The link's number, which its events have too.
    public let id: Int

    /// The link.
    public let link: DeepLink

    /// The items that its route's action will get, with those that its path captured; only the link's own while it has no route.
    public let queryItems: [URLQueryItem]

    /// Where it came from.
    public let origin: LinkOrigin

    /// The registered route that it leads to, such as `/items/{id}`; nil if there is none yet.
    public let route: String?

    /// What it waits for; empty if it waits for the coordinator's activation, for its turn, or for its path to be registered.
    public let requirements: Set<Requirement>

    /// How much longer it waits before it is dropped.
    public let timeLeft: Duration
}

extension PendingLink: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The link's number and what it waits for: `#3 to /items/{id}, waits until authenticated`.
    public var description: String {
        let place = route.map { " to \($0)" } ?? ""
        return "#\(id)\(place), waits\(requirements.untilText)"
    }
}

extension PendingLink {
    /// The links that wait at one moment, for an app to store and to restore after its next launch.
    ///
    /// ```swift
    /// // When the app goes into the background:
    /// let data = try JSONEncoder().encode(coordinator.snapshot(for: session.userID))
    /// // When it has been launched again, and the stored data is removed:
    /// let wasSignedIn = session.userID != nil
    /// coordinator.activate()
    /// let snapshot = try JSONDecoder().decode(PendingLink.Snapshot.self, from: data)
    /// try coordinator.restore(snapshot, for: wasSignedIn ? session.userID : nil)
    /// ```
    ///
    /// Its links expire by the wall clock while the app does not run. Restoring a snapshot twice opens its links twice, so remove the stored
    /// data as soon as it is read.
    ///
    /// - Important: Encoded, a snapshot holds the links with all of their parameters, so store it where the app keeps secrets.
    public struct Snapshot: Hashable, Sendable, Codable {
        /// A link that waited.
        struct Entry: Hashable, Sendable, Codable {
            /// Where it leads.
            let link: DeepLink
            /// What it was before it was redirected; left out if it was not.
            let opened: DeepLink?
            let origin: LinkOrigin
            /// The URL that came in; left out if there was none.
            let url: String?
            /// Where in a push payload it stood; left out if it came in another way.
            let keyPath: String?
            /// The items that the rewriter removed, as a query; left out if there are none.
            let removed: String?
            /// When it expires, in seconds since 1970.
            let expires: Double
            /// The origins of the links that it was opened in, the innermost first; left out if there are none.
            let outer: [LinkOrigin]?
        }

        /// The versions of the encoded form; decoding refuses any other.
        private enum Version: Int, Codable {
            case one = 1
        }

        /// The names in the encoded form.
        private enum CodingKeys: String, CodingKey {
            case version
            case userKey = "user"
            case seconds = "date"
            case entries = "links"
        }

        private var version = Version.one

        /// The app's identifier of the person who was signed in; nil if nobody was.
        public let userKey: String?

        /// When the snapshot was made, in seconds since 1970.
        private let seconds: Double

        /// The links in the order in which they will be opened.
        let entries: [Entry]

        init(userKey: String?, date: Date, entries: [Entry]) {
            self.userKey = userKey
            seconds = date.timeIntervalSince1970
            self.entries = entries
        }

        /// When the snapshot was made.
        public var date: Date { Date(timeIntervalSince1970: seconds) }

        /// How many links waited.
        public var count: Int { entries.count }

        /// Whether no link waited, so that there is nothing to store.
        public var isEmpty: Bool { entries.isEmpty }
    }
}

extension PendingLink.Snapshot.Entry {
    /// The stored form of a link.
    @MainActor
    init(_ link: OpenedLink, expires: Double) {
        var outer: [LinkOrigin] = []
        var next = link.outer
        while let link = next {
            outer.append(link.origin)
            next = link.outer
        }
        self.init(
            link: link.destination,
            opened: link.redirected == nil ? nil : link.link,
            origin: link.origin,
            url: link.externalURL,
            keyPath: link.received?.keyPath,
            removed: link.removedItems.isEmpty ? nil : QueryText.text(of: link.removedItems),
            expires: expires,
            outer: outer.isEmpty ? nil : outer
        )
    }

    /// The stored link, with a new number.
    @MainActor
    func openedLink(_ id: Int, revocations: Int, at time: Duration) -> OpenedLink {
        var inside: OpenedLink?
        for origin in (outer ?? []).prefix(DeepLinkCoordinator.depthLimit).reversed() {
            inside = OpenedLink(0, URLRewriter.Details(.root), from: origin, inside: inside)
        }
        let removed = withBytes(of: removed ?? "") { (try? QueryText.items(of: $0)) ?? [] }
        let result = OpenedLink(
            id,
            URLRewriter.Details(opened ?? link, removed),
            from: LinkOrigin(origin, of: url),
            url.map { ReceivedText(text: $0, keyPath: keyPath) },
            inside: inside,
            revocations: revocations,
            at: time
        )
        if opened != nil { result.redirected = result.leading(to: link) }
        return result
    }
}

extension PendingLink.Snapshot: CustomStringConvertible, CustomReflectable,
    ShownByDescription
{
    /// How many links there are, but neither what they hold nor whose they are.
    public var description: String { "\(count) pending \(count == 1 ? "link" : "links")" }
}

extension PendingLink {
    /// The error that a snapshot was made for somebody else.
    public struct SnapshotError: Error, Hashable, Sendable {}
}

extension PendingLink.SnapshotError: CustomStringConvertible {
    package var text: ErrorText {
        ErrorText(
            "The snapshot was made for another user key, so its links are not restored",
            "remove it"
        )
    }
}

extension DeepLinkCoordinator {
    /// The waiting links, for the app to store; they also keep waiting here.
    ///
    /// A link whose route prepares something at this moment does not wait any more, so it is not in the snapshot.
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
                let expiry = date.addingTimeInterval((link.expiry - now).seconds)
                return PendingLink.Snapshot.Entry(link, expires: expiry.timeIntervalSince1970)
            }
        )
    }

    /// Adds the links of a snapshot before those that already wait, and opens them when their turn comes.
    ///
    /// The policy is asked about them as if they had just been opened. Links that have expired are dropped, and so are links that were
    /// opened within ``DeepLinkCoordinator/Options/duplicateWindow``, links that would be replaced by one that waits already in this mode
    /// of ``DeepLinkCoordinator/Options/pending``, and those for which there is no room. In the mode `.queue(capacity:)`, a link that has
    /// waited here for longer than that window is opened twice if the snapshot has it too. They replace no link, and no link waits longer
    /// than was left of its time when the snapshot was made.
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
            let link = entry.openedLink(id, revocations: revocations, at: now)
            link.expiry = now + timeLeft(for: entry, of: snapshot, at: date)
            (link.state, link.isLate) = (.waiting, true)
            if link.expiry <= now {
                gone.append((link, .expired))
            } else if !recent.admitRestored(link) {
                gone.append((link, .replaced))
            } else {
                kept.append(link)
                gone += waiting.addFirst(link).map { ($0, .replaced) }
            }
        }
        for link in kept.reversed() where link.place != nil { tell(.restored, link) }
        for (link, reason) in gone.inOrder(by: { $0.link.id < $1.link.id }) { drop(link, reason) }
        reconsider()
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
