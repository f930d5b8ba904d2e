#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// The way of every link, in the order in which it happens: open, look back, decide, carry out, settle. What happens to links that
// wait or are prepared is in `+Waiting` and `+Preparing`; what observers are told, in `+Telling`.

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
        open(.external(ReceivedText(text: url.absoluteString)), from: origin)
    }

    /// Opens an external link in text form, such as one from a QR code; this too is for links that the app does not control.
    ///
    /// ASCII white space around it does not count.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open(.external(ReceivedText(text: string)), from: origin)
    }

    /// Opens an internal link that the app made itself, in the same way: the policy is asked, and the link may wait.
    @discardableResult
    public func open(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkOutcome {
        open(.internal(link), from: origin)
    }

    /// Opens what came in: all links enter here, except those of a snapshot, which ``restore(_:for:at:)`` puts on the list.
    func open(_ incoming: consuming IncomingLink, from declared: LinkOrigin) -> DeepLinkOutcome {
        let outer = current
        // `outer` was too deep itself: an observer that is told of it opens this link, which is refused without a report, or this would
        // never end.
        if let outer, outer.depth > Self.depthLimit { return .rejected(.tooDeep) }
        if !isBusy, waiting.count > 0 { dropExpired() }
        lastID += 1
        let outcome: DeepLinkOutcome
        do {
            let details = try internalLink(of: incoming)
            let origin = LinkOrigin(declared, isCustom: details.hasCustomScheme)
            let link = OpenedLink(
                lastID,
                consume details,
                from: origin,
                (consume incoming).received,
                inside: consume outer,
                revocations: revocations,
                at: stopwatch.read()
            )
            if hasEventListeners { tellReceived(link) }
            let fate = lookBack(link) ?? decideOrQueue(link)
            outcome = DeepLinkOutcome(fate, of: link.destination)
        } catch {
            let origin = LinkOrigin(declared, of: incoming.received?.text)
            outcome = refuse(incoming, error, from: origin)
        }
        runLoop()
        return outcome
    }

    /// The link for which the app's code runs now, and in which it opens links; nil if it runs for none.
    var current: OpenedLink? { around ?? handler.preparationScope?.link }

    /// The internal link of what came in, and what the rewriter says about it.
    private func internalLink(
        of incoming: borrowing IncomingLink
    ) throws -> URLRewriter.Details {
        switch incoming {
        case .external(let received): try storedRewriter.details(of: received.text)
        case .internal(let link): URLRewriter.Details(link)
        case .nothing(let error): throw error
        }
    }

    // MARK: - Looking back

    /// Refuses a link that is opened inside too many others, or by a cancelled preparation, a duplicate, and one too many; nil for
    /// any other link.
    private func lookBack(_ link: OpenedLink) -> Fate? {
        if link.depth > Self.depthLimit { return settle(link, .rejected(.tooDeep)) }
        if around == nil, handler.isInCancelledPreparation {
            return settle(link, .rejected(.cancelled))
        }
        switch recent.admit(link) {
        case .admitted: return nil
        case .tooMany: return settle(link, .rejected(.tooManyLinks))
        case .duplicate: return settle(link, .duplicate)
        }
    }

    /// Decides about a new link and carries it out; while another one is on its way, it waits for the end of that.
    private func decideOrQueue(_ link: OpenedLink) -> Fate {
        if hasEventListeners { tell(.parsed, link) }
        guard isBusy else {
            isBusy = true
            defer { isBusy = false }
            // Usually no preparation runs; the closure alone costs four percent of an `open`.
            guard handler.preparationTasks > 0 else { return decideAndCarryOut(link) }
            return handler.runInOwnScope { decideAndCarryOut(link) }
        }
        // Among the links that are opened inside others, none replaces another, so there is a limit.
        guard undecided.count < 64 else { return settle(link, .rejected(.tooManyLinks)) }
        undecided = undecided + [link]
        return settle(link, .deferred(until: []))
    }

    /// Decides about a link that is not on the list, and carries it out: what was prepared for it runs if the link still leads there.
    func decideAndCarryOut(_ link: OpenedLink, prepared: Prepared? = nil) -> Fate {
        guard storedIsActive else { return wait(link, until: nil) }
        around = link
        defer { around = nil }
        return carryOut(decide(about: link), link, prepared)
    }

    // MARK: - Deciding

    /// What was decided about a link.
    enum Verdict {
        /// Its route is opened.
        case open(RouteMatch)
        /// It waits until these requirements are satisfied.
        case wait(until: Set<Requirement>)
        /// It is refused, or failed.
        case end(Fate)
        /// No route is registered for its path.
        case noRoute
    }

    /// Finds a link's route and asks the policy, again after each redirection.
    ///
    /// The link gets the destination to which it is redirected.
    func decide(about link: OpenedLink) -> Verdict {
        if let redirected = link.redirected { return decide(about: link, as: redirected, 0) }
        return decide(about: link, as: link, 0)
    }

    /// Decides about a link after so many redirections; `target` is the link, or what it was redirected to.
    private func decide(
        about link: OpenedLink,
        as target: OpenedLink,
        _ redirections: Int
    ) -> Verdict {
        if link.isExplained { explainedDecision = nil }
        guard redirections <= Self.depthLimit else { return .end(.rejected(.tooDeep)) }
        guard link.revocationsBefore == revocations else { return .end(.rejected(.revoked)) }
        guard let match = handler.match(for: target.link) else { return .noRoute }
        if redirections > 0, hasEventListeners { tell(.parsed, link, match) }
        if let trusted = match.route.originList, let origin = link.firstOrigin(notIn: trusted) {
            return .end(.rejected(.untrusted(origin)))
        }
        let changes = handler.changeCount
        let context = NavigationContext(target, consume match, satisfied: satisfiedList)
        let decision: NavigationDecision
        do {
            decision = try storedPolicy.decision(for: target.link, in: context)
        } catch {
            return .end(.failed(error))
        }
        if hasEventListeners { tell(.decided(decision), link, context.match) }
        if link.isExplained { explainedDecision = decision }
        let awaited: Set<Requirement>?
        switch consume decision {
        case .reject(let reason): return .end(.rejected(.policy(reason)))
        case .redirect(let other):
            let target = link.leading(to: other)
            link.redirected = target
            return decide(about: link, as: target, redirections + 1)
        case .deferUntil(let requirements): awaited = requirements
        case .allow: awaited = nil
        }
        // The policy may have signed out, removed the route, or registered one that comes before it.
        guard link.revocationsBefore == revocations else { return .end(.rejected(.revoked)) }
        if let awaited { return .wait(until: awaited) }
        guard
            handler.changeCount == changes
                || handler.match(for: target.link)?.route === context.match.route
        else { return decide(about: link, as: target, redirections + 1) }
        return .open((consume context).match)
    }

    // MARK: - Carrying out

    /// Opens a link's route, makes the link wait, or ends it.
    func carryOut(
        _ verdict: consuming Verdict,
        _ link: OpenedLink,
        _ prepared: Prepared? = nil
    ) -> Fate {
        switch consume verdict {
        case .open(let match): return run(match, link, prepared)
        case .wait(let requirements):
            return wait(link, until: requirements, isFirst: prepared != nil)
        case .end(let fate): return settle(link, fate)
        case .noRoute:
            return settle(
                link,
                .failed(DeepLinkHandleError.pathNotRegistered(path: link.destination.path))
            )
        }
    }

    /// Runs the action of a link's route, or begins its preparation.
    private func run(
        _ match: RouteMatch,
        _ link: OpenedLink,
        _ prepared: Prepared?
    ) -> Fate {
        do {
            if let prepared, prepared.route === match.route,
                prepared.destination == link.destination
            {
                try handler.cancellingPreparation { try prepared.action() }
            } else {
                let preparation = try match.route.runOrRead(match.queryItems, in: handler) {
                    LinkContext(link.destination, match.route, of: link)
                }
                if let preparation { return begin(preparation, match, link) }
            }
        } catch {
            return settle(link, .failed(error), match)
        }
        return settle(link, .handled, match)
    }

    // MARK: - Settling

    /// Notes what became of a link, and tells observers; what `open` does not return is late.
    @discardableResult
    func settle(
        _ link: OpenedLink,
        _ fate: consuming Fate,
        _ match: RouteMatch? = nil
    ) -> Fate {
        let (before, isLate) = (link.state, link.isLate)
        link.isLate = true
        switch fate {
        case .handled: link.state = .handled
        case .preparing: link.state = .preparing
        case .deferred: link.state = .waiting
        case .duplicate, .rejected, .failed: link.state = .over
        }
        if hasListeners {
            tellOutcome(link, fate, match, isLate: isLate, isDropped: before == .waiting)
        }
        return fate
    }

    /// Ends a link of which no internal link could be made.
    private func refuse(
        _ incoming: IncomingLink,
        _ error: any Error,
        from origin: LinkOrigin
    ) -> DeepLinkOutcome {
        let refusal = error as? RewriteError
        let fate = refusal.map { Fate.rejected(.external($0)) } ?? .failed(error)
        // Neither outcome has a link.
        let outcome = DeepLinkOutcome(fate, of: .root)
        guard hasListeners else { return outcome }
        var details = URLRewriter.Details(.root)
        if let refusal, refusal.wrappers > 0, let text = incoming.received?.text {
            details.unwrappedURL = rewriter.unwrapped(text, refusal.wrappers)
        }
        // Observers may open links, which are then inside of this one.
        let link = OpenedLink(lastID, details, from: origin, incoming.received, inside: current)
        link.isRefused = true
        if hasEventListeners { tellReceived(link) }
        settle(link, fate)
        return outcome
    }
}

/// A link as it comes in.
enum IncomingLink {
    /// The text of a URL from outside.
    case external(ReceivedText)
    /// An internal link, which the app opens itself.
    case `internal`(DeepLink)
    /// A push notification's payload without a link.
    case nothing(PushPayloadError)

    /// The text that came in; nil for an internal link.
    var received: ReceivedText? {
        if case .external(let received) = self { received } else { nil }
    }
}

/// A text from outside.
struct ReceivedText {
    let text: String
    /// Where in a push payload it stood; nil if it came in another way.
    var keyPath: String?
}
