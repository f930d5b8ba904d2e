#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An internal link on its way through a coordinator, passed from step to step.
///
/// It is a class, so that a step passes on one word: copying its texts was a third of the cost of opening a link.
@MainActor
final class OpenedLink {
    /// The link's number.
    let id: Int
    let link: DeepLink
    let origin: LinkOrigin
    /// The text that came in; nil if the app opened an internal link.
    let text: String?
    /// The same text, or the innermost URL if it wraps others.
    let externalURL: String?
    /// The items that the rewriter removed.
    let removedItems: [URLQueryItem]
    /// How many links were open when it was opened, itself included.
    let depth: Int
    /// How often requirements had been revoked when it was opened: after another revocation, it does not run.
    let session: Int
    /// The links that can be opened in its place: others of a push payload, and the same link from other origins.
    var others: [OpenedLink] = []
    /// The route that it leads to, as of the last lookup.
    var match: RouteMatch?
    /// When it expires; nil if it has never waited.
    var expiry: Duration?
    /// What it waits for; nil while that is not decided.
    var requirements: Set<Requirement>?
    /// How often the routes had changed at the last lookup.
    var changeCount = 0
    /// Whether its preparation or the action after that is running.
    var isPreparing = false
    /// Whether its preparation was cancelled: links that the preparation still opens are refused.
    var isCancelled = false

    init(
        _ id: Int,
        _ link: DeepLink,
        from origin: LinkOrigin,
        text: String? = nil,
        externalURL: String? = nil,
        removedItems: [URLQueryItem] = [],
        depth: Int,
        session: Int
    ) {
        self.id = id
        self.link = link
        self.origin = origin
        self.text = text
        self.externalURL = externalURL
        self.removedItems = removedItems
        self.depth = depth
        self.session = session
    }

    /// How much longer it waits.
    func timeLeft(at now: Duration) -> Duration { (expiry ?? now) - now }

    /// A link to open in place of this one: the target of its redirection, or an alternative to it.
    func copy(_ id: Int, _ link: DeepLink) -> OpenedLink {
        let copy = OpenedLink(
            id,
            link,
            from: origin,
            text: text,
            externalURL: externalURL,
            removedItems: removedItems,
            depth: depth,
            session: session
        )
        (copy.expiry, copy.changeCount) = (expiry, changeCount)
        return copy
    }

    /// Adds links that can be opened in its place, up to a limit and except those that it already has.
    func add(_ copies: [OpenedLink]) {
        for copy in copies
        where others.count < RecentLinks.memory
            && !([self] + others).contains(where: {
                $0.link == copy.link && $0.origin == copy.origin
                    && $0.externalURL == copy.externalURL
            })
        {
            others.append(copy.copy(id, copy.link))
        }
    }
}

/// What a link's preparation, and the action after that, can know while it runs.
enum PreparationContext {
    /// The link that is prepared.
    @TaskLocal static var link: OpenedLink?
}

extension OpenedLink {
    /// The preparation of the link's route, run so that every link it opens knows this one.
    func knowing(_ prepare: @escaping RegisteredRoute.Preparation) -> RegisteredRoute.Preparation {
        {
            self.isPreparing = true
            defer { self.isPreparing = false }
            let action = try await PreparationContext.$link.withValue(self) { try await prepare() }
            return {
                self.isPreparing = true
                defer { self.isPreparing = false }
                try PreparationContext.$link.withValue(self) { try action() }
            }
        }
    }

    /// The link whose preparation is running in the current task.
    ///
    /// A task that goes on after the preparation that started it opens links of its own.
    static var preparing: OpenedLink? {
        guard let link = PreparationContext.link, link.isPreparing else { return nil }
        return link
    }
}
