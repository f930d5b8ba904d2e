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
    /// The texts that a push notification's payload has; at least one.
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

/// An internal link on its way through a coordinator: each step hands it to the next.
///
/// It is a reference, so a step hands on one word: copies of its texts were a third of the cost of opening a link.
@MainActor
final class OpenedLink {
    /// The link's number.
    let id: Int
    let link: DeepLink
    let origin: LinkOrigin
    /// The text that came in; nil if the app opened an internal link.
    let text: String?
    /// The same, or the innermost URL if that wraps others.
    let externalURL: String?
    /// The items that the rewriter took away.
    let removedItems: [URLQueryItem]
    /// How many links were open when it was opened, itself included.
    let depth: Int
    /// How often requirements had been revoked when it was opened: after the next time, it does not run.
    let session: Int
    /// What else can be opened in its place: other links of a push payload, and the same link from other origins.
    var others: [OpenedLink] = []
    /// The route that it leads to, as far as that was looked up last.
    var match: RouteMatch?
    /// When it stops to wait, if it has waited.
    var expiry: Duration?
    /// What it waits for; nil until it has been decided about.
    var requirements: Set<Requirement>?
    /// How often the routes had changed by then.
    var changeCount = 0
    /// Whether its preparation is running, or the action after that.
    var isPreparing = false
    /// Whether its preparation was cancelled: what that opens all the same comes too late.
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

    /// What is opened in this one's place, as which it was redirected or came a second time.
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

    /// Adds what can be opened in its place, unless it is there already.
    func add(_ copies: [OpenedLink]) {
        for copy in copies
        where !([self] + others).contains(where: {
            $0.link == copy.link && $0.origin == copy.origin
        }) {
            others.append(copy.copy(id, copy.link))
        }
    }
}

/// What is known while a link's preparation is running, or the action after that.
enum PreparationContext {
    /// The link.
    @TaskLocal static var link: OpenedLink?
}

extension OpenedLink {
    /// What the link's route prepares, with the link known to all that it opens.
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

    /// The link whose preparation opens others now.
    ///
    /// A task that a preparation started and that goes on when it is over opens links of its own.
    static var preparing: OpenedLink? {
        guard let link = PreparationContext.link, link.isPreparing else { return nil }
        return link
    }
}

extension LinkOrigin {
    /// Where a link comes from for which the app says `declared`.
    ///
    /// A universal link is always a web link, so one with another scheme came in by its scheme.
    ///
    /// - Parameters:
    ///   - declared: What the app says.
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
    /// Whether `https:` or `http:` is the first that is not white space.
    fileprivate var beginsLikeWebLink: Bool {
        let start = utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
        return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
    }
}

extension URLRewriter {
    /// The configured host or scheme that a link is of, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter text: The link as it came in.
    /// - Returns: The name in lower case; nil if it is of another host or scheme, which is not repeated.
    func configuredName(of text: String) -> String? {
        let names = sources.flatMap { source in
            switch source {
            case .scheme(let source): source.names.map { $0 + ":" }
            case .domain(let source): source.hosts.flatMap { ["https://\($0)", "http://\($0)"] }
            }
        }
        // No more than a name has: a link may be larger than any that is accepted.
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
