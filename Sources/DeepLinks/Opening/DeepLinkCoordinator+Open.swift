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
        // It takes a while to get, so once must do.
        let text = url.absoluteString
        return open(from: origin, source: .url(url)) {
            (rewriter) throws(RewriteError) in
            try rewriter.rewrite(exactly: text)
        }
    }

    /// Opens an external link in text form, such as one from a QR code: this too is a door for what the app does not control.
    ///
    /// - Parameters:
    ///   - string: The link. ASCII white space around it does not count.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open(from: origin, source: .text(string)) {
            (rewriter) throws(RewriteError) in
            try rewriter.rewrite(string)
        }
    }

    /// Opens an internal link that the app made itself, on the same way: the policy is asked, and the link may wait.
    ///
    /// - Parameters:
    ///   - link: The internal link.
    ///   - origin: Where it comes from.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkOutcome {
        open(from: origin, source: .none) { _ in link }
    }

    /// Opens the link of a push notification.
    ///
    /// The payload is looked through at ``Options/pushKeyPaths``, in their order, for strings and URLs; the first that can be rewritten is
    /// opened. A notification delegate that is not on the main actor uses ``PushPayload`` and ``open(_:)``.
    ///
    /// - Parameter pushPayload: The payload as it arrived.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none, which
    ///   is neither counted nor an event.
    @discardableResult
    public func open(pushPayload: [AnyHashable: Any]) -> DeepLinkOutcome {
        open(PushPayload(pushPayload, keyPaths: options.pushKeyPaths))
    }

    /// Opens the link of a push notification: the first that can be rewritten.
    ///
    /// If none can be, the first is refused.
    ///
    /// - Parameter payload: The links that the payload had.
    /// - Returns: What became of the link; ``DeepLinkOutcome/failed(_:)`` with a ``PushPayloadError`` if there is none, which
    ///   is neither counted nor an event.
    @discardableResult
    public func open(_ payload: PushPayload) -> DeepLinkOutcome {
        guard let first = payload.linkCandidates.first else {
            return .failed(PushPayloadError(keyPaths: payload.keyPaths))
        }
        // If none can be rewritten, the first one's flaw is the one to tell.
        let chosen = payload.linkCandidates.first { (try? rewriter.rewrite($0)) != nil }
        return open(chosen ?? first, from: .push)
    }
}

// MARK: - The way in

extension DeepLinkCoordinator {
    /// A link that is being opened.
    struct Opening {
        let id: LinkID
        let origin: LinkOrigin
        let source: LinkSource
    }

    /// Opens a link.
    ///
    /// - Parameters:
    ///   - origin: Where it is said to come from.
    ///   - source: What it was when it came in, which is made only if need be.
    ///   - rewrite: Makes the internal link.
    /// - Returns: What became of it.
    @inline(__always)
    private func open(
        from origin: LinkOrigin,
        source: @autoclosure () -> LinkSource,
        rewrite: (URLRewriter) throws(RewriteError) -> DeepLink
    ) -> DeepLinkOutcome {
        tally.opened &+= 1
        let id = nextID()
        let outcome = open(
            id,
            Opening(id: id, saidToComeFrom: origin, source: source()),
            rewrite: rewrite
        )
        // Until here it was a duplicate of itself, so that an action or an observer which opens it again gets nowhere.
        if !outcome.isAccepted { recent.forget(id) }
        return outcome
    }

    /// Opens a link with a number.
    ///
    /// - Parameters:
    ///   - id: The number.
    ///   - opening: What the link was when it came in. Most links are opened without a question about that, so it is made only if
    ///     need be.
    ///   - rewrite: Makes the internal link.
    /// - Returns: What became of it.
    @inline(__always)
    private func open(
        _ id: LinkID,
        _ opening: @autoclosure () -> Opening,
        rewrite: (URLRewriter) throws(RewriteError) -> DeepLink
    ) -> DeepLinkOutcome {
        guard depth < Self.depthLimit else { return refuseTooDeep(opening()) }
        depth &+= 1
        defer { depth &-= 1 }
        if isObserved { emitReceived(opening()) }
        let link: DeepLink
        do throws(RewriteError) {
            link = try rewrite(currentRewriter)
        } catch {
            return refuse(opening(), error)
        }
        if looksBack || pending.count > 0 {
            let now = currentTime()
            dropExpired(at: now)
            let verdict = looksBack ? recent.admit(link, id, at: now) : .admitted
            if verdict != .admitted { return refuse(opening(), verdict, link) }
        }
        guard isOpen, replay == nil else { return deferUnasked(link, opening()) }
        guard let match = handler.match(for: link) else {
            return failWithoutRoute(link, opening())
        }
        emit(.parsed, id, link, match)
        // Mostly the decision is known without a question.
        if mayRun(match.route, from: opening().origin) {
            emit(.decided(.allow), id, link, match)
            return run(match, for: link, id, opening())
        }
        return ask(about: link, match, opening())
    }

    /// Asks the policy about a link, and does what it decides.
    @inline(never)
    private func ask(
        about link: DeepLink,
        _ match: RouteMatch,
        _ opening: Opening
    ) -> DeepLinkOutcome {
        let decision: NavigationDecision
        do {
            decision = try ask(about: link, match, opening.id, opening.origin)
        } catch {
            return fail(error, opening.id, link, match)
        }
        return act(on: decision, link, match, opening)
    }

    @inline(never)
    private func emitReceived(_ opening: Opening) {
        let source = opening.source.name(in: currentRewriter)
        emit(.received(opening.origin, source: source), opening.id, nil)
    }

    /// Lets a link wait without a question to the policy, since routes are not registered yet or others come first.
    @inline(never)
    private func deferUnasked(_ link: DeepLink, _ opening: Opening) -> DeepLinkOutcome {
        if replay != nil, pending.count >= options.pending.capacity + Replay.room {
            return refuse(opening, .tooManyLinks, link)
        }
        let match = isObserved ? handler.match(for: link) : nil
        emit(.parsed, opening.id, link, match)
        handler.cancelPreparation()
        wait(for: [], link, opening, match)
        return .deferred(link, until: [])
    }

    /// Does what the policy decided.
    private func act(
        on decision: NavigationDecision,
        _ link: DeepLink,
        _ match: RouteMatch,
        _ opening: Opening
    ) -> DeepLinkOutcome {
        switch settle(decision, link, match, opening.id, opening.origin) {
        case .run(let link, let match):
            return run(match, for: link, opening.id, opening)
        case .deferred(let link, let match, let requirements):
            handler.cancelPreparation()
            wait(for: requirements, link, opening, match)
            return .deferred(link, until: requirements)
        case .rejected(let reason, let link, let match):
            return refuse(opening, reason, link, match)
        case .failed(let error, let link, let match):
            return fail(error, opening.id, link, match)
        case .noRoute(let link):
            return failWithoutRoute(link, opening)
        }
    }

    @inline(never)
    private func failWithoutRoute(_ link: DeepLink, _ opening: Opening) -> DeepLinkOutcome {
        emit(.parsed, opening.id, link)
        let error = DeepLinkHandleError.pathNotRegistered(path: link.path)
        let outcome = fail(error, opening.id, link, nil)
        reportUnhandled(error, link, opening, wouldBounce: outcome.wouldBounce)
        return outcome
    }

    // MARK: - Refusals

    @inline(never)
    private func refuse(
        _ opening: Opening,
        _ reason: RejectionReason,
        _ link: DeepLink?,
        _ match: RouteMatch? = nil
    ) -> DeepLinkOutcome {
        tally.rejected += 1
        emit(.rejected(reason), opening.id, link, match)
        return .rejected(reason)
    }

    @inline(never)
    private func refuse(_ opening: Opening, _ error: RewriteError) -> DeepLinkOutcome {
        let outcome = refuse(opening, .external(error), nil)
        reportUnhandled(error, nil, opening, wouldBounce: outcome.wouldBounce)
        return outcome
    }

    @inline(never)
    private func refuse(
        _ opening: Opening,
        _ verdict: RecentLinks.Verdict,
        _ link: DeepLink
    ) -> DeepLinkOutcome {
        guard verdict == .duplicate else { return refuse(opening, .tooManyLinks, link) }
        tally.duplicates += 1
        emit(.duplicate, opening.id, link, handler.match(for: link))
        return .duplicate(link)
    }

    @inline(never)
    private func refuseTooDeep(_ opening: Opening) -> DeepLinkOutcome {
        guard depth == Self.depthLimit else {
            // Somebody opens links out of the events about links that were too deep, which has to come to an end.
            tally.rejected += 1
            return .rejected(.tooDeep)
        }
        depth += 1
        defer { depth -= 1 }
        if isObserved { emitReceived(opening) }
        return refuse(opening, .tooDeep, nil)
    }
}

// MARK: - Links that nothing is found for

extension DeepLinkCoordinator {
    /// Tells of a link whose own route says that there is nothing for it, as those of a parser do.
    ///
    /// Its action may as well have opened another link by the handler, which is not what nothing was found for.
    @inline(never)
    func reportIfDeclined(
        _ error: any Error,
        _ link: DeepLink,
        _ match: RouteMatch,
        _ opening: Opening
    ) {
        guard case DeepLinkHandleError.pathNotRegistered(let path) = error,
            hasSameBytes(path, link.path) || hasSameBytes(path, match.route.path)
        else { return }
        reportUnhandled(error, link, opening, wouldBounce: true)
    }

    /// Tells of a link that nothing was found for.
    @inline(never)
    func reportUnhandled(
        _ error: any Error,
        _ link: DeepLink?,
        _ opening: Opening,
        wouldBounce: Bool
    ) {
        onUnhandled?(
            UnhandledLink(
                id: opening.id,
                url: opening.source.url,
                link: link,
                origin: opening.origin,
                wouldBounce: wouldBounce,
                error: error
            )
        )
    }
}
