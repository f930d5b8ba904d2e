#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkCoordinator {
    /// Opens an external link: use this for URLs that the app does not control.
    ///
    /// The URL is checked and turned into an internal link by the ``rewriter``. ``DeepLinkHandler/handle(_:)-(URL)``, in contrast, trusts
    /// its URL, and is for internal links only.
    ///
    /// - Parameters:
    ///   - url: The URL as the system hands it over.
    ///   - origin: Where it comes from. ``LinkOrigin/system`` becomes ``LinkOrigin/universalLink`` or ``LinkOrigin/customScheme``,
    ///     depending on the URL's scheme. A universal link is always a web link: for a URL with another scheme,
    ///     ``LinkOrigin/universalLink`` becomes ``LinkOrigin/customScheme``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: URL, from origin: LinkOrigin = .system) -> DeepLinkOutcome {
        open(.external(url.absoluteString), from: origin)
    }

    /// Opens an external link in text form, such as one from a QR code; this too is for links that the app does not control.
    ///
    /// - Parameters:
    ///   - string: The link. ASCII white space around it does not count.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open(.external(string), from: origin)
    }

    /// Opens an internal link that the app made itself, in the same way: the policy is asked, and the link may wait.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkOutcome {
        open(.internal(link), from: origin)
    }

    /// Opens the link of a push notification.
    ///
    /// The payload is searched at ``Options/pushKeyPaths``, in their order, for strings and URLs; the first that the app can
    /// open is opened. A notification delegate that is not on the main actor uses ``PushPayload`` and ``open(_:)``.
    ///
    /// - Parameter pushPayload: The payload as it arrived.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none.
    @discardableResult
    public func open(pushPayload: [AnyHashable: Any]) -> DeepLinkOutcome {
        open(PushPayload(pushPayload))
    }

    /// Opens the first link of a push notification that can be rewritten and has a route that trusts ``LinkOrigin/push``.
    ///
    /// If there is no such link, the first that can be rewritten is opened; if none can be rewritten, the first is refused. Before
    /// ``activate()``, the first that can be rewritten waits. A payload without a text at any key path becomes
    /// ``Options/payloadLink``, if that is set and the payload has values for it.
    ///
    /// - Parameter payload: The payload. It is searched at its own key paths if it has some, otherwise at
    ///   ``Options/pushKeyPaths``.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none.
    @discardableResult
    public func open(_ payload: PushPayload) -> DeepLinkOutcome {
        let keyPaths = payload.keyPaths ?? options.pushKeyPaths
        let candidates = payload.links(at: keyPaths)
        if let chosen = usable(candidates) ?? candidates.first {
            return open(.external(chosen.text, keyPath: chosen.keyPath), from: .push)
        }
        if let base = options.payloadLink, !payload.values.isEmpty {
            return open(.external(payload.link(as: base)), from: .push)
        }
        return open(.nothing(PushPayloadError(keyPaths: keyPaths)), from: .push)
    }

    /// The candidate of a push payload to open; nil if none can be rewritten.
    private func usable(_ candidates: [PushPayload.Candidate]) -> PushPayload.Candidate? {
        guard candidates.count > 1 else { return candidates.first }
        var first: PushPayload.Candidate?
        for candidate in candidates {
            guard let details = try? rewriter.details(of: candidate.text) else { continue }
            first = first ?? candidate
            guard isOpening else { break }
            let origin = LinkOrigin(.push, isCustom: details.hasCustomScheme)
            let link = OpenedLink(0, details, from: origin, inside: current)
            if let route = handler.match(for: details.link)?.route,
                link.firstOrigin(untrustedBy: route) == nil
            {
                return candidate
            }
        }
        return first
    }
}

// MARK: - The way of a link

extension DeepLinkCoordinator {
    /// Receives a link: all links enter here.
    private func open(_ incoming: IncomingLink, from declared: LinkOrigin) -> DeepLinkOutcome {
        let outer = current
        // An observer may open links in the events about links that are too deep; this ends the recursion.
        if let outer, outer.depth > Self.depthLimit { return .rejected(.tooDeep) }
        if !isBusy, waiting.count > 0 { dropExpired() }
        lastID += 1
        let outcome: DeepLinkOutcome
        do {
            let link = try rewrite(incoming, from: declared, inside: outer)
            link.openedAt = stopwatch.read()
            if isObserved { tellReceived(link) }
            outcome = lookBack(link)
        } catch {
            let origin = LinkOrigin(declared, of: incoming.text)
            outcome = refuse(incoming, error, from: origin, inside: outer)
        }
        if !isBusy { goOn() }
        return outcome
    }

    /// The link for which the app's code runs now, and in which it opens links; nil if it runs for none.
    var current: OpenedLink? { around ?? preparing }

    /// The link whose preparation is opening links now; nil if none is.
    ///
    /// A task that goes on after the preparation that started it opens links of its own.
    private var preparing: OpenedLink? {
        guard handler.preparationTasks > 0, let link = PreparationContext.link,
            link.isInPreparation
        else { return nil }
        return link
    }

    /// Makes an internal link of what came in.
    private func rewrite(
        _ incoming: IncomingLink,
        from declared: LinkOrigin,
        inside outer: OpenedLink?
    ) throws -> OpenedLink {
        switch incoming {
        case .internal(let link):
            let origin = LinkOrigin(declared, isCustom: nil)
            let details = URLRewriter.Details(link)
            return OpenedLink(lastID, details, from: origin, inside: outer, session: session)
        case .external(let text, let keyPath):
            let details = try rules.details(of: text)
            let origin = LinkOrigin(declared, isCustom: details.hasCustomScheme)
            return OpenedLink(
                lastID,
                details,
                from: origin,
                text: text,
                keyPath: keyPath,
                inside: outer,
                session: session
            )
        case .nothing(let error): throw error
        }
    }

    /// Ends a link that is a duplicate or one too many; any other is decided about, now or when its turn comes.
    private func lookBack(_ link: OpenedLink) -> DeepLinkOutcome {
        if link.depth > Self.depthLimit { return end(link, .rejected(.tooDeep), isLate: false) }
        if let outer = link.outer, outer.state == .over, around == nil {
            // Its preparation was cancelled, and goes on all the same.
            return end(link, .rejected(.cancelled), isLate: false)
        }
        switch recent.admit(link) {
        case .admitted: break
        case .tooMany: return end(link, .rejected(.tooManyLinks), isLate: false)
        case .duplicate: return end(link, .duplicate(link.link), isLate: false)
        }
        var match: RouteMatch?
        if isObserved {
            match = handler.match(for: link.link)
            tell(.parsed, link, match)
        }
        guard isBusy else {
            isBusy = true
            defer { isBusy = false }
            return step(link, match, isLate: false)
        }
        guard inside.count < Self.insideLimit else {
            return end(link, .rejected(.tooManyLinks), isLate: false)
        }
        inside = inside + [link]
        let outcome = DeepLinkOutcome.deferred(link.link, until: [])
        tell(.waiting(until: []), link, nil)
        report(link, outcome, nil, isLate: false)
        return outcome
    }
}

/// A link as it comes in.
enum IncomingLink {
    /// The text of a URL from outside, and where it stood in a push payload.
    case external(String, keyPath: String? = nil)
    /// An internal link, which the app opens itself.
    case `internal`(DeepLink)
    /// A push notification's payload without a link.
    case nothing(PushPayloadError)

    /// The text that came in; nil for an internal link.
    var text: String? {
        if case .external(let text, _) = self { text } else { nil }
    }

    /// Where in a push payload it stood.
    var keyPath: String? {
        if case .external(_, let keyPath) = self { keyPath } else { nil }
    }
}

extension LinkOrigin {
    /// The origin of a link for which the app declares `declared`.
    ///
    /// A universal link is always a web link, so one with another scheme came by a custom scheme.
    ///
    /// - Parameters:
    ///   - declared: The origin that the app declares.
    ///   - isCustom: Whether the link has a custom scheme; nil for an internal link.
    init(_ declared: LinkOrigin, isCustom: Bool?) {
        if declared == .system {
            self = isCustom.map { $0 ? .customScheme : .universalLink } ?? .unknown
        } else {
            self = isCustom == true && declared == .universalLink ? .customScheme : declared
        }
    }

    /// The origin of a text that could not be rewritten.
    init(_ declared: LinkOrigin, of text: String?) {
        self.init(declared, isCustom: text.map { !$0.beginsLikeWebLink })
    }
}

extension String {
    /// Whether the text, without leading white space, begins with `https:` or `http:`.
    fileprivate var beginsLikeWebLink: Bool {
        let start = utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
        return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
    }
}
