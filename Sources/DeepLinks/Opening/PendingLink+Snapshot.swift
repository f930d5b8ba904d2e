package import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

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
    /// A snapshot is only for the person for whom it was made, and its links expire by the wall clock while the app does not run. Restoring
    /// a snapshot twice opens its links twice, so remove the stored data as soon as it is read.
    ///
    /// - Important: Encoded, a snapshot holds the links with all of their parameters, so store it where the app keeps secrets.
    ///   Printed, it shows none of them.
    public struct Snapshot: Hashable, Sendable {
        /// A link that waited.
        struct Entry: Hashable, Sendable, Codable {
            let link: DeepLink
            let origin: LinkOrigin
            /// The URL that came in; left out if there was none.
            let url: String?
            /// The items that the rewriter removed, as a query; left out if there are none.
            let removed: String?
            /// When it expires, in seconds since 1970.
            let expires: Double
            /// The origins of the links that it was opened in, the innermost first; left out if there are none.
            let outer: [LinkOrigin]?
        }

        /// The version of the encoded form.
        private static let version = 1

        /// The names in the encoded form; dates are seconds since 1970.
        private enum CodingKeys: String, CodingKey {
            case version, date
            case userKey = "user"
            case entries = "links"
        }

        /// The app's identifier of the person who was signed in; nil if nobody was.
        public let userKey: String?

        /// When the snapshot was made.
        public let date: Date

        /// The links in the order in which they will be opened.
        let entries: [Entry]

        /// How many links waited.
        public var count: Int { entries.count }

        /// Whether no link waited, so that there is nothing to store.
        public var isEmpty: Bool { entries.isEmpty }
    }
}

extension PendingLink.Snapshot: Codable {
    /// Reads a snapshot.
    ///
    /// - Parameter decoder: What to read from.
    /// - Throws: `DecodingError` if the stored data is not a snapshot, or has another version.
    public init(from decoder: any Decoder) throws {
        let stored = try decoder.container(keyedBy: CodingKeys.self)
        let version = try stored.decode(Int.self, forKey: .version)
        guard version == Self.version else {
            throw DecodingError.dataCorruptedError(
                forKey: .version,
                in: stored,
                debugDescription:
                    "Version \(version) of a snapshot is not supported, only \(Self.version); remove it."
            )
        }
        userKey = try stored.decodeIfPresent(String.self, forKey: .userKey)
        date = Date(timeIntervalSince1970: try stored.decode(Double.self, forKey: .date))
        entries = try stored.decode([Entry].self, forKey: .entries)
    }

    /// Writes a snapshot, with everything that its links hold.
    ///
    /// - Parameter encoder: What to write to.
    /// - Throws: What the encoder throws.
    public func encode(to encoder: any Encoder) throws {
        var stored = encoder.container(keyedBy: CodingKeys.self)
        try stored.encode(Self.version, forKey: .version)
        try stored.encodeIfPresent(userKey, forKey: .userKey)
        try stored.encode(date.timeIntervalSince1970, forKey: .date)
        try stored.encode(entries, forKey: .entries)
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
            origin: link.origin,
            url: link.externalURL,
            removed: link.removedItems.isEmpty ? nil : QueryText.text(of: link.removedItems),
            expires: expires,
            outer: outer.isEmpty ? nil : outer
        )
    }

    /// The stored link, with a new number.
    @MainActor
    func opened(_ id: Int, revocations: Int) -> OpenedLink {
        var inside: OpenedLink?
        for origin in (outer ?? []).prefix(DeepLinkCoordinator.depthLimit).reversed() {
            inside = OpenedLink(0, URLRewriter.Details(.root), from: origin, inside: inside)
        }
        let removed = withBytes(of: removed ?? "") { (try? QueryText.items(of: $0)) ?? [] }
        return OpenedLink(
            id,
            URLRewriter.Details(link, removed),
            from: LinkOrigin(origin, of: url),
            url.map { ReceivedText(text: $0) },
            inside: inside,
            revocations: revocations
        )
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
