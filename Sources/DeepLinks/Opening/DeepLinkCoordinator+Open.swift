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
    ///   - origin: Where it comes from. A universal link is always a web link: for a URL with another scheme,
    ///     ``LinkOrigin/universalLink`` is taken for ``LinkOrigin/customScheme``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: URL, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open([.external(url.absoluteString)], from: origin)
    }

    /// Opens an external link in text form, such as one from a QR code: this too is a door for what the app does not control.
    ///
    /// - Parameters:
    ///   - string: The link. ASCII white space around it does not count.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open([.external(string)], from: origin)
    }

    /// Opens an internal link that the app made itself, on the same way: the policy is asked, and the link may wait.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkOutcome {
        open([.internal(link)], from: origin)
    }

    /// Opens the link of a push notification.
    ///
    /// The payload is looked through at ``Options/pushKeyPaths``, in their order, for strings and URLs; the first that the app can
    /// open is opened. A notification delegate that is not on the main actor uses ``PushPayload`` and ``open(_:)``.
    ///
    /// - Parameter pushPayload: The payload as it arrived.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none, which
    ///   is neither counted nor an event.
    @discardableResult
    public func open(pushPayload: [AnyHashable: Any]) -> DeepLinkOutcome {
        open(PushPayload(pushPayload, keyPaths: options.pushKeyPaths))
    }

    /// Opens the link of a push notification: the first that can be rewritten, leads to a registered path, and is let in by the
    /// policy.
    ///
    /// If there is none, the outcome is that of the first that can be rewritten; if none can be, the first is refused.
    ///
    /// - Parameter payload: The links that the payload had.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none, which
    ///   is neither counted nor an event.
    @discardableResult
    public func open(_ payload: PushPayload) -> DeepLinkOutcome {
        guard !payload.linkCandidates.isEmpty else {
            return .failed(PushPayloadError(keyPaths: payload.keyPaths))
        }
        return open(payload.linkCandidates.map { .external($0) }, from: .push)
    }
}

// MARK: - The way of a link

extension DeepLinkCoordinator {
    /// Opens a link: the way that all links take.
    ///
    /// - Parameters:
    ///   - sources: The link as it came in, or several of which one is to be opened; at least one.
    ///   - origin: Where the app says that it comes from.
    /// - Returns: What became of it.
    private func open(_ sources: [IncomingLink], from origin: LinkOrigin) -> DeepLinkOutcome {
        tally.opened += 1
        lastID += 1
        let id = LinkID(rawValue: lastID)
        guard depth <= Self.depthLimit else {
            // Somebody opens links out of the events about links that were too deep, which has to come to an end.
            tally.rejected += 1
            return .rejected(.tooDeep)
        }
        depth += 1
        let outcome = open(sources, from: origin, id)
        // Until here it was a duplicate of itself, so that an action or an observer which opens it again gets nowhere.
        if !outcome.isAccepted { recent.forget(id) }
        depth -= 1
        if depth == 0 { takeTurns() }
        return outcome
    }

    /// Opens a link with a number: it is rewritten, looked back for, decided about, and opened, or it waits.
    private func open(
        _ sources: [IncomingLink],
        from declared: LinkOrigin,
        _ id: LinkID
    ) -> DeepLinkOutcome {
        let before = revocations
        guard depth <= Self.depthLimit else {
            emitReceived(sources[0], from: declared, id)
            return refuse(.tooDeep, nil, nil, id)
        }
        let candidates: [Candidate]
        switch rewrite(sources, from: declared) {
        case .success(let found):
            candidates = found
            emitReceived(found[0].source, from: declared, id)
        case .failure(let error):
            emitReceived(sources[0], from: declared, id)
            let outcome = refuse(.external(error), nil, nil, id)
            let origin = LinkOrigin(declared, of: sources[0])
            reportUnhandled(error, nil, origin, sources[0], id)
            return outcome
        }
        dropExpired()
        switch recent.admit(candidates[0].link, id, at: stopwatch.time) {
        case .admitted: break
        case .tooMany: return refuse(.tooManyLinks, candidates[0], nil, id)
        case .duplicate: return endDuplicate(candidates, id)
        }
        if isTakingTurns, waiting.count - Self.roomBehind >= options.pending.capacity {
            return refuse(.tooManyLinks, candidates[0], nil, id)
        }
        for candidate in candidates where isObserved {
            emit(.parsed, id, candidate.link, handler.match(for: candidate.link))
        }
        guard isActive, !isTakingTurns else {
            guard revocations == before else { return refuse(.revoked, candidates[0], nil, id) }
            return wait(candidates, id)
        }
        let decision = decide(about: candidates, id)
        guard revocations == before else { return refuse(.revoked, decision.candidate, nil, id) }
        return carryOut(decision, id, isLate: false)
    }

    /// Makes internal links of those that came in.
    ///
    /// - Returns: All that can be made, in order; if there are none, the flaw of the first.
    private func rewrite(
        _ sources: [IncomingLink],
        from declared: LinkOrigin
    ) -> Result<[Candidate], RewriteError> {
        var candidates: [Candidate] = []
        var flaw: RewriteError?
        for source in sources {
            do throws(RewriteError) {
                candidates.append(try rewriter.candidate(source, from: declared))
            } catch {
                flaw = flaw ?? error
            }
        }
        if candidates.isEmpty, let flaw { return .failure(flaw) }
        return .success(candidates)
    }

    /// Counts and reports a link that was opened a moment before.
    private func endDuplicate(_ candidates: [Candidate], _ id: LinkID) -> DeepLinkOutcome {
        tally.duplicates += 1
        let link = candidates[0].link
        // The first one may come from where its route trusts nobody, so this one may be opened in its place.
        addToUndecided(candidates)
        emit(.duplicate, id, link, handler.match(for: link))
        return .duplicate(link)
    }
}
