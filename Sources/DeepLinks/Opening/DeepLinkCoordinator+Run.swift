import PathMatching

extension DeepLinkCoordinator {
    /// Does what was decided about a link.
    ///
    /// - Parameters:
    ///   - verdict: What was decided.
    ///   - link: The link.
    ///   - isLate: Whether `open` has returned already, so that nobody gets the outcome.
    /// - Returns: What became of the link.
    func carryOut(_ verdict: Verdict, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        guard link.session == revocations else { return refuse(.revoked, link) }
        switch verdict {
        case .open(let match): return run(match, link, isLate: isLate)
        case .wait(let requirements): return wait(link, until: requirements)
        case .refuse(let reason): return refuse(reason, link)
        case .fail(let error): return fail(error, link, isLate: isLate)
        case .duplicate: return endDuplicate(link)
        case .noRoute:
            let error = DeepLinkHandleError.pathNotRegistered(path: link.link.path)
            return fail(error, link, isLate: isLate)
        }
    }

    /// Runs the action of a link's route, or begins to prepare it.
    private func run(_ match: RouteMatch, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        if selfCancelled !== OpenedLink.preparing { forgetSelfCancelled() }
        switch match.route.work {
        case .action(let action):
            // An observer of the cancellation may sign somebody out.
            handler.cancelPreparation()
            guard link.session == revocations else { return refuse(.revoked, link) }
            return run({ try action(match.queryItems) }, link, isLate: isLate)
        case .preparation(let begin):
            let prepare: RegisteredRoute.Preparation
            do {
                prepare = try begin(match.queryItems)
            } catch {
                return fail(error, link, isLate: isLate)
            }
            emit(.preparing, link)
            guard link.session == revocations else { return refuse(.revoked, link) }
            tally.preparing += 1
            handler.start(link.knowing(prepare), for: link.link, match.route) { [weak self] end in
                self?.endPreparation(end, link)
            }
            return .preparing(link.link)
        }
    }

    private func endPreparation(_ end: PreparationEnd, _ link: OpenedLink) {
        // Links that wait have their turns afterwards, and not when something ends that is opened here.
        let outerDepth = depth
        depth = Swift.max(depth, link.depth, 1)
        accept(end, of: link)
        depth = outerDepth
        if depth == 0 { goOnWithTurns() }
    }

    private func accept(_ end: PreparationEnd, of link: OpenedLink) {
        switch end {
        case .done(let action):
            let outcome = finish(link, action)
            if !outcome.isAccepted { recent.forget(link.id) }
        case .cancelled:
            if OpenedLink.preparing === link {
                selfCancelled = link
            } else {
                link.isCancelled = true
            }
            tally.preparing -= 1
            tally.cancelled += 1
            recent.forget(link.id)
            emit(.cancelled, link)
        case .failed(let error):
            tally.preparing -= 1
            recent.forget(link.id)
            _ = fail(error, link, isLate: true)
        }
    }

    /// What a preparation opens that cancelled itself comes too late from now on.
    func forgetSelfCancelled() {
        selfCancelled?.isCancelled = true
        selfCancelled = nil
    }

    /// Runs the action of a link that was prepared for, if the policy still allows it: much may have happened meanwhile.
    private func finish(
        _ link: OpenedLink,
        _ action: @MainActor () throws -> Void
    ) -> DeepLinkOutcome {
        let route = link.match?.route
        let (decided, verdict) = settle(link)
        guard case .open(let match) = verdict, decided === link, match.route === route,
            link.session == revocations
        else {
            tally.preparing -= 1
            return carryOut(verdict, decided, isLate: true)
        }
        return run(
            {
                defer { tally.preparing -= 1 }
                try action()
            },
            link,
            isLate: true
        )
    }

    private func run(
        _ action: @MainActor () throws -> Void,
        _ link: OpenedLink,
        isLate: Bool
    ) -> DeepLinkOutcome {
        do {
            try action()
        } catch {
            return fail(error, link, isLate: isLate)
        }
        tally.handled += 1
        emit(.applied, link)
        return .handled(link.link)
    }

    // MARK: - Links that are not opened

    /// Counts and reports a link that was refused.
    func refuse(_ reason: RejectionReason, _ link: OpenedLink) -> DeepLinkOutcome {
        tally.rejected += 1
        emit(.rejected(reason), link)
        return .rejected(reason)
    }

    /// Counts and reports a link that was refused before there was an internal one.
    func refuse(_ reason: RejectionReason, _ id: Int) -> DeepLinkOutcome {
        tally.rejected += 1
        emit(.rejected(reason), id, nil)
        return .rejected(reason)
    }

    /// Counts and reports a link that failed.
    private func fail(_ error: any Error, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        tally.failed += 1
        emit(.failed(error.safeText), link)
        if isLate { onFailure?(link.link, error) }
        // Without a route there is nothing for it either.
        if link.match?.isDeclined(link.link, by: error) ?? true {
            reportUnhandled(error, link.link, link.origin, link.text, link.id)
        }
        return .failed(error)
    }

    /// Tells of a link that the app has nothing for.
    func reportUnhandled(
        _ error: any Error,
        _ link: DeepLink?,
        _ origin: LinkOrigin,
        _ text: String?,
        _ id: Int
    ) {
        onUnhandled?(UnhandledLink(id: id, text: text, link: link, origin: origin, error: error))
    }
}

extension RouteMatch {
    /// Whether an error that a link's own route threw says that there is nothing for the link.
    ///
    /// Its action may as well have opened another link by the handler, which is not what nothing was found for.
    fileprivate func isDeclined(_ link: DeepLink, by error: any Error) -> Bool {
        switch error {
        case let error as RouteError:
            error.path.flatMap { try? PathPattern(registering: $0) } == route.pattern
        case DeepLinkHandleError.pathNotRegistered(let path):
            hasSameBytes(path, link.path) || hasSameBytes(path, route.description)
        default: false
        }
    }
}

extension RejectionReason {
    /// Somebody signed out, or the like, before the link's action ran.
    static let revoked = Self.policy(
        "A requirement was revoked while the link was on its way; open it again if it is still wanted."
    )

    /// The preparation that opens the link was cancelled before.
    static let cancelled = Self.policy(
        "What opens the link was cancelled, by another link or as somebody signed out; open it again if it is still wanted."
    )
}
