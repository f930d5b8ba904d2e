#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension DeepLinkCoordinator {
    /// Opens an external link: this is the door for URLs that the app does not control.
    ///
    /// The URL is checked and turned into an internal link by the ``rewriter``. ``DeepLinkHandler/handle(_:)-(URL)``, in contrast, trusts the
    /// URL that it gets, and is for internal links only.
    ///
    /// - Parameters:
    ///   - url: The URL as the system hands it over.
    ///   - origin: Where it comes from. ``LinkOrigin/system`` becomes ``LinkOrigin/universalLink`` or ``LinkOrigin/customScheme``, by
    ///     the URL's scheme. A universal link is always a web link: for a URL with another scheme,
    ///     ``LinkOrigin/universalLink`` is taken for ``LinkOrigin/customScheme``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: URL, from origin: LinkOrigin = .system) -> DeepLinkOutcome {
        open(.external(url.absoluteString), from: origin)
    }

    /// Opens an external link in text form, such as one from a QR code: this too is a door for what the app does not control.
    ///
    /// - Parameters:
    ///   - string: The link. ASCII white space around it does not count.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open(.external(string), from: origin)
    }

    /// Opens an internal link that the app made itself, on the same way: the policy is asked, and the link may wait.
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
    /// The payload is looked through at ``Options/pushKeyPaths``, in their order, for strings and URLs; the first that the app can
    /// open is opened. A notification delegate that is not on the main actor uses ``PushPayload`` and ``open(_:)``.
    ///
    /// - Parameter pushPayload: The payload as it arrived.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none.
    @discardableResult
    public func open(pushPayload: [AnyHashable: Any]) -> DeepLinkOutcome {
        open(PushPayload(pushPayload))
    }

    /// Opens the link of a push notification: the first that can be rewritten, leads to a registered path, and is let in by the
    /// policy.
    ///
    /// If there is none, the outcome is that of the first that can be rewritten; if none can be, the first is refused. A payload
    /// without a text at any key path becomes ``Options/payloadLink``, if there is that.
    ///
    /// - Parameter payload: The payload. It is looked through at its own key paths if it has some, else at
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
    /// Receives a link: the way that all links take begins here.
    private func open(_ incoming: IncomingLink, from declared: LinkOrigin) -> DeepLinkOutcome {
        tally.opened += 1
        lastID += 1
        let id = lastID
        // What a preparation opens comes from where its own link comes from, and lies as deep: a short link that leads to itself comes
        // to an end.
        let preparing = OpenedLink.preparing
        let outerDepth = depth
        let inside = Swift.max(outerDepth, preparing?.depth ?? 0)
        guard inside <= Self.depthLimit else {
            // Somebody opens links out of the events about links that were too deep, which has to come to an end.
            tally.rejected += 1
            return .rejected(.tooDeep)
        }
        depth = inside + 1
        let outcome = takeIn(incoming, from: preparing?.origin ?? declared, id)
        // Until here it was a duplicate of itself, so that an action or an observer which opens it again gets nowhere.
        if !outcome.isAccepted { recent.forget(id) }
        depth = outerDepth
        if depth == 0 { goOnWithTurns() }
        return outcome
    }

    /// Rewrites a link, and refuses it if that is impossible, it was opened inside too many others, or what opens it was cancelled.
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

    /// Refuses a link that was opened inside too many others, or by a preparation that was cancelled; nil for any other link.
    private func refuseAtOnce(_ id: Int) -> DeepLinkOutcome? {
        if depth > Self.depthLimit { return refuse(.tooDeep, id) }
        if OpenedLink.preparing?.isCancelled ?? false { return refuse(.cancelled, id) }
        return nil
    }

    /// Makes an internal link of what came in; of a payload's links the first that can be rewritten, with the others behind it.
    ///
    /// - Throws: Why the link was refused; of several, the first.
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
            let externalURL = details.unwrappedURL ?? text
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

    /// Ends a link that was opened a moment before, or that is one too many, and has the others decided about, now or later.
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
        let (decided, verdict) = settle(link)
        return carryOut(verdict, decided, isLate: false)
    }

    /// Counts and reports a link that was opened a moment before.
    func endDuplicate(_ link: OpenedLink) -> DeepLinkOutcome {
        tally.duplicates += 1
        // The first one may come from where its route trusts nobody, so this one may be opened in its place.
        for other in waiting where other.requirements == nil {
            if ([other] + other.others).contains(where: { $0.link == link.link }) {
                other.add([link] + link.others)
            }
        }
        emitWithRoute(.duplicate, link)
        return .duplicate(link.link)
    }
}
