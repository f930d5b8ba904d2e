extension DeepLinkCoordinator {
    /// Does what was decided about a link.
    ///
    /// - Parameters:
    ///   - decision: The decision.
    ///   - id: The link's number.
    ///   - isLate: Whether `open` has returned already, so that nobody gets the outcome.
    /// - Returns: What became of the link.
    func carryOut(_ decision: Decision, _ id: LinkID, isLate: Bool) -> DeepLinkOutcome {
        let candidate = decision.candidate
        switch decision.verdict {
        case .open(let match):
            return run(candidate, match, id, isLate: isLate)
        case .wait(let match, let requirements):
            return wait(candidate, match, until: requirements, id)
        case .refuse(let reason, let match):
            return refuse(reason, candidate, match, id)
        case .fail(let error, let match):
            return fail(error, candidate, match, id, isLate: isLate)
        case .noRoute:
            let error = DeepLinkHandleError.pathNotRegistered(path: candidate.link.path)
            return fail(error, candidate, nil, id, isLate: isLate)
        }
    }

    /// Runs the action of a link's route, or begins to prepare it.
    private func run(
        _ candidate: Candidate,
        _ match: RouteMatch,
        _ id: LinkID,
        isLate: Bool
    ) -> DeepLinkOutcome {
        let before = revocations
        switch match.route.work {
        case .action(let action):
            handler.cancelPreparation()
            guard revocations == before else { return refuse(.revoked, candidate, match, id) }
            do {
                try action(match.queryItems)
            } catch {
                return fail(error, candidate, match, id, isLate: isLate)
            }
            tally.handled += 1
            emit(.applied, id, candidate.link, match)
            return .handled(candidate.link)
        case .preparation(let prepare):
            emit(.preparing, id, candidate.link, match)
            guard revocations == before else { return refuse(.revoked, candidate, match, id) }
            tally.preparing += 1
            handler.start(prepare, for: candidate.link, match) { [weak self] end in
                self?.endPreparation(end, candidate, match, id)
            }
            return .preparing(candidate.link)
        }
    }

    private func endPreparation(
        _ end: PreparationEnd,
        _ candidate: Candidate,
        _ match: RouteMatch,
        _ id: LinkID
    ) {
        tally.preparing -= 1
        switch end {
        case .finished:
            tally.handled += 1
            emit(.applied, id, candidate.link, match)
        case .cancelled:
            tally.cancelled += 1
            recent.forget(id)
            emit(.cancelled, id, candidate.link, match)
        case .failed(let error):
            recent.forget(id)
            _ = fail(error, candidate, match, id, isLate: true)
        }
        if depth == 0 { takeTurns() }
    }

    // MARK: - Links that are not opened

    /// Counts and reports a link that was refused.
    func refuse(
        _ reason: RejectionReason,
        _ candidate: Candidate?,
        _ match: RouteMatch?,
        _ id: LinkID
    ) -> DeepLinkOutcome {
        tally.rejected += 1
        emit(.rejected(reason), id, candidate?.link, match)
        return .rejected(reason)
    }

    /// Counts and reports a link that failed.
    private func fail(
        _ error: any Error,
        _ candidate: Candidate,
        _ match: RouteMatch?,
        _ id: LinkID,
        isLate: Bool
    ) -> DeepLinkOutcome {
        tally.failed += 1
        emit(.failed(error.safeText), id, candidate.link, match)
        if isLate { onFailure?(candidate.link, error) }
        // Without a route there is nothing for it either.
        if match?.isDeclined(candidate.link, by: error) ?? true {
            reportUnhandled(error, candidate.link, candidate.origin, candidate.source, id)
        }
        return .failed(error)
    }

    /// Tells of a link that the app has nothing for.
    func reportUnhandled(
        _ error: any Error,
        _ link: DeepLink?,
        _ origin: LinkOrigin,
        _ source: IncomingLink,
        _ id: LinkID
    ) {
        let isOwn = (error as? RewriteError)?.isAboutConfiguredSource ?? true
        onUnhandled?(
            UnhandledLink(
                id: id,
                url: source.url,
                link: link,
                origin: origin,
                wouldBounce: isOwn,
                error: error
            )
        )
    }
}

extension RouteMatch {
    /// Whether an error that a link's own route threw says that there is nothing for the link.
    ///
    /// Its action may as well have opened another link by the handler, which is not what nothing was found for.
    fileprivate func isDeclined(_ link: DeepLink, by error: any Error) -> Bool {
        switch error {
        case let error as RouteError: error.reason == .noDestination
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
}
