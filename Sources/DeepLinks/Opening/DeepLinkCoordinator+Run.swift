import PathMatching

extension DeepLinkCoordinator {
    /// Carries out what was decided about a link.
    ///
    /// - Parameters:
    ///   - decided: The link, and what was decided.
    ///   - isLate: Whether `open` has returned already, so that no caller gets the outcome.
    /// - Returns: What became of the link.
    func carryOut(_ decided: (link: OpenedLink, verdict: Verdict), isLate: Bool) -> DeepLinkOutcome
    {
        let (link, verdict) = decided
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

    /// Runs the action of a link's route, or begins its preparation.
    private func run(_ match: RouteMatch, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        if selfCancelled !== OpenedLink.preparing { forgetSelfCancelled() }
        switch match.route.work {
        case .action(let action):
            // An observer of the cancellation may revoke a requirement.
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
        // Waiting links get their turns after all of this, not when a link that is opened here ends.
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

    /// Refuses, from now on, the links of a preparation that cancelled itself.
    func forgetSelfCancelled() {
        selfCancelled?.isCancelled = true
        selfCancelled = nil
    }

    /// Runs the action of a link whose preparation is done, if the policy still allows it: much may have changed meanwhile.
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
            return carryOut((decided, verdict), isLate: true)
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
        // A link without a route is unhandled, too.
        if link.match?.isDeclined(link.link, by: error) ?? true {
            reportUnhandled(error, link.link, link.origin, link.text, link.id)
        }
        return .failed(error)
    }

    /// Reports an unhandled link.
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
    /// Whether an error that a link's own route threw says that the app has nothing for this link.
    ///
    /// The action may have passed another link to the handler; an error about that one does not count.
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
    /// A requirement was revoked, for example by a logout, before the link's action ran.
    static let revoked = Self.policy(
        "A requirement was revoked while the link was being opened; open it again if it is still needed."
    )

    /// The preparation that opens the link was cancelled.
    static let cancelled = Self.policy(
        "Opening the link was cancelled by another link or a sign-out; open it again if it is still needed."
    )
}
