import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A link as it comes in.
enum IncomingLink {
    /// The text of a URL from outside.
    case external(String)
    /// An internal link, which the app opens itself.
    case `internal`(DeepLink)
    /// The texts found in a push notification's payload; at least one.
    case payload([String])
    /// A push notification's payload without a link.
    case nothing(PushPayloadError)

    /// The text that events and refusals are about; nil for an internal link.
    var text: String? {
        switch self {
        case .external(let text): text
        case .internal, .nothing: nil
        case .payload(let texts): texts.first
        }
    }
}

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

extension LinkOrigin {
    /// The origin of a link for which the app declares `declared`.
    ///
    /// A universal link is always a web link, so one with another scheme came by a custom scheme.
    ///
    /// - Parameters:
    ///   - declared: The origin that the app declares.
    ///   - text: The link as it came in; nil for an internal link.
    init(_ declared: LinkOrigin, of text: String?) {
        if let text, declared == .system || declared == .universalLink {
            self = text.beginsLikeWebLink ? .universalLink : .customScheme
        } else {
            self = declared == .system ? .unknown : declared
        }
    }
}

extension String {
    /// Whether the text, without leading white space, begins with `https:` or `http:`.
    fileprivate var beginsLikeWebLink: Bool {
        let start = utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
        return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
    }
}

extension URLRewriter {
    /// The configured host or scheme that a link has, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter text: The link as it came in.
    /// - Returns: The name in lower case; nil for another host or scheme, which must not be repeated.
    func configuredName(of text: String) -> String? {
        let names = sources.flatMap { source in
            switch source {
            case .scheme(let source): source.names.map { $0 + ":" }
            case .domain(let source): source.hosts.flatMap { ["https://\($0)", "http://\($0)"] }
            }
        }
        // Read no more than the longest name: the link may be larger than any that is accepted.
        let longest = names.map(\.utf8.count).max() ?? 0
        let link = text.utf8.drop { $0 <= 0x20 }.prefix(longest + 1).map(ByteSet.lowercased)
        let name = names.map(\.asciiLowercased).first { name in
            guard link.starts(with: name.utf8) else { return false }
            let next = link.dropFirst(name.utf8.count).first
            return name.utf8.last == UInt8(ascii: ":") || next.map("/?#".utf8.contains) ?? true
        }
        return name.map { $0.utf8.last == UInt8(ascii: ":") ? String($0.dropLast()) : $0 }
    }
}
