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

    /// Opens the first link of a push notification that can be rewritten, has a route, and is not refused.
    ///
    /// If there is no such link, the outcome is that of the first that can be rewritten; if none can be rewritten, the first is refused. A
    /// payload without a text at any key path becomes ``Options/payloadLink``, if that is set.
    ///
    /// - Parameter payload: The payload. It is searched at its own key paths if it has some, otherwise at
    ///   ``Options/pushKeyPaths``.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none.
    @discardableResult
    public func open(_ payload: PushPayload) -> DeepLinkOutcome {
        let keyPaths = payload.keyPaths ?? options.pushKeyPaths
        let texts = payload.links(at: keyPaths)
        if !texts.isEmpty { return open(.payload(texts), from: .push) }
        if let base = options.payloadLink {
            return open(.external(payload.link(as: base)), from: .push)
        }
        return open(.nothing(PushPayloadError(keyPaths: keyPaths)), from: .push)
    }
}

// MARK: - The way of a link

extension DeepLinkCoordinator {
    /// Receives a link: all links enter here.
    private func open(_ incoming: IncomingLink, from declared: LinkOrigin) -> DeepLinkOutcome {
        tally.opened += 1
        lastID += 1
        let id = lastID
        // A link that a preparation opens has the origin of the prepared link and is nested in it, so a short link that leads to itself
        // reaches the depth limit.
        let preparing = OpenedLink.preparing
        let outerDepth = depth
        let inside = Swift.max(outerDepth, preparing?.depth ?? 0)
        guard inside <= Self.depthLimit else {
            // An observer opens links in the events about links that are too deep; this ends the recursion.
            tally.rejected += 1
            return .rejected(.tooDeep)
        }
        depth = inside + 1
        let outcome = takeIn(incoming, from: preparing?.origin ?? declared, id)
        // Only now: until here the link is among the recent ones, so if its own action opens it again, that is a duplicate and does not
        // recurse.
        if !outcome.isAccepted { recent.forget(id) }
        depth = outerDepth
        if depth == 0 { goOnWithTurns() }
        return outcome
    }

    /// Rewrites a link; refuses it if it cannot be rewritten, is nested too deep, or is opened by a cancelled preparation.
    private func takeIn(
        _ incoming: IncomingLink,
        from declared: LinkOrigin,
        _ id: Int
    ) -> DeepLinkOutcome {
        let session = revocations
        do throws(RewriteError) {
            let link = try rewrite(incoming, from: declared, id, session)
            emitReceived(link.text, from: declared, id)
            return refuseAtOnce(id) ?? lookBack(link)
        } catch {
            emitReceived(incoming.text, from: declared, id)
            if let outcome = refuseAtOnce(id) { return outcome }
            if case .nothing(let error) = incoming {
                tally.failed += 1
                emit(.failed(error.description), id, nil)
                return .failed(error)
            }
            let outcome = refuse(.external(error), id)
            let origin = LinkOrigin(declared, of: incoming.text)
            reportUnhandled(error, nil, origin, incoming.text, id)
            return outcome
        }
    }

    /// Refuses a link that is nested too deep or opened by a cancelled preparation; nil for any other link.
    private func refuseAtOnce(_ id: Int) -> DeepLinkOutcome? {
        if depth > Self.depthLimit { return refuse(.tooDeep, id) }
        if OpenedLink.preparing?.isCancelled ?? false { return refuse(.cancelled, id) }
        return nil
    }

    /// Makes an internal link of what came in; for a payload, of the first that can be rewritten, with the others in `others`.
    ///
    /// - Throws: Why the link was refused; for several links, why the first was.
    func rewrite(
        _ incoming: IncomingLink,
        from declared: LinkOrigin,
        _ id: Int,
        _ session: Int
    ) throws(RewriteError) -> OpenedLink {
        switch incoming {
        case .internal(let link):
            let origin = LinkOrigin(declared, of: nil)
            return OpenedLink(id, link, from: origin, depth: depth, session: session)
        case .external(let text):
            let details = try rewriter.details(of: text)
            let externalURL = details.unwrappedURL ?? text.withoutBlanksAround
            return OpenedLink(
                id,
                details.link,
                from: LinkOrigin(declared, of: externalURL),
                text: text,
                externalURL: externalURL,
                removedItems: details.removedItems,
                depth: depth,
                session: session
            )
        case .payload(let texts):
            var first: OpenedLink?
            var flaw: RewriteError?
            for text in texts {
                do throws(RewriteError) {
                    let link = try rewrite(.external(text), from: declared, id, session)
                    if let first { first.others.append(link) } else { first = link }
                } catch {
                    flaw = flaw ?? error
                }
            }
            if let first { return first }
            throw flaw ?? RewriteError(.missingScheme, in: .link, at: 0)
        case .nothing:
            throw RewriteError(.missingScheme, in: .link, at: 0)
        }
    }

    /// Ends a link that is a duplicate or one too many; decides about any other link, now or when its turn comes.
    private func lookBack(_ link: OpenedLink) -> DeepLinkOutcome {
        dropExpired()
        let others = link.others.map(\.link)
        switch recent.admit(link.link, with: others, link.id, from: link.origin, at: stopwatch.time)
        {
        case .admitted: break
        case .tooMany: return refuse(.tooManyLinks, link)
        case .duplicate: return endDuplicate(link)
        }
        if isTakingTurns, waiting.count - Self.roomBehind >= options.pending.capacity {
            return refuse(.tooManyLinks, link)
        }
        if isObserved { for copy in [link] + link.others { emitWithRoute(.parsed, copy) } }
        guard isActive, !isTakingTurns else {
            guard link.session == revocations else { return refuse(.revoked, link) }
            return wait(link, until: nil)
        }
        return carryOut(settle(link), isLate: false)
    }

    /// Counts and reports a duplicate.
    func endDuplicate(_ link: OpenedLink) -> DeepLinkOutcome {
        tally.duplicates += 1
        // The waiting link may have an origin that its route does not trust, so this one may be opened in its place.
        for other in waiting where other.requirements == nil {
            if ([other] + other.others).contains(where: { $0.link == link.link }) {
                other.add([link] + link.others)
            }
        }
        emitWithRoute(.duplicate, link)
        return .duplicate(link.link)
    }
}

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
