#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLinkCoordinator {
    /// Does what was decided about a link.
    ///
    /// - Parameters:
    ///   - verdict: What was decided.
    ///   - link: The link.
    ///   - isLate: Whether `open` has returned already, so that nobody gets the outcome.
    /// - Returns: What became of the link.
    func carryOut(_ verdict: Verdict, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        guard link.session == revocations else { return refuse(.revoked, link.id, link) }
        switch verdict {
        case .open(let match): return run(match, link, isLate: isLate)
        case .wait(let requirements): return wait(link, until: requirements)
        case .refuse(let reason): return refuse(reason, link.id, link)
        case .fail(let error): return fail(error, link, isLate: isLate)
        case .noRoute:
            let error = DeepLinkHandleError.pathNotRegistered(path: link.link.path)
            return fail(error, link, isLate: isLate)
        }
    }

    /// Runs the action of a link's route, or begins to prepare it.
    private func run(_ match: RouteMatch, _ link: OpenedLink, isLate: Bool) -> DeepLinkOutcome {
        switch match.route.work {
        case .action(let action):
            // An observer of the cancellation may sign somebody out.
            handler.cancelPreparation()
            guard link.session == revocations else { return refuse(.revoked, link.id, link) }
            do {
                try action(match.queryItems)
            } catch {
                return fail(error, link, isLate: isLate)
            }
            tally.handled += 1
            emit(.applied, link)
            return .handled(link.link)
        case .preparation(let begin):
            let prepare: RegisteredRoute.Preparation
            do {
                prepare = try begin(match.queryItems)
            } catch {
                return fail(error, link, isLate: isLate)
            }
            emit(.preparing, link)
            guard link.session == revocations else { return refuse(.revoked, link.id, link) }
            tally.preparing += 1
            handler.start(link.knowing(prepare), for: link.link, match.route) { [weak self] end in
                self?.endPreparation(end, link)
            }
            return .preparing(link.link)
        }
    }

    private func endPreparation(_ end: PreparationEnd, _ link: OpenedLink) {
        tally.preparing -= 1
        switch end {
        case .finished:
            tally.handled += 1
            emit(.applied, link)
        case .cancelled:
            tally.cancelled += 1
            recent.forget(link.id)
            emit(.cancelled, link)
        case .failed(let error):
            recent.forget(link.id)
            _ = fail(error, link, isLate: true)
        }
        if depth == 0 { takeTurns() }
    }

    // MARK: - Links that are not opened

    /// Counts and reports a link that was refused.
    ///
    /// - Parameters:
    ///   - reason: Why.
    ///   - id: The link's number.
    ///   - link: The link, if one could be made.
    /// - Returns: The outcome.
    func refuse(_ reason: RejectionReason, _ id: Int, _ link: OpenedLink?) -> DeepLinkOutcome {
        tally.rejected += 1
        if isObserved {
            emit(.rejected(reason), id, link.map { summary(of: $0.link, $0.match) })
        }
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
        onUnhandled?(
            UnhandledLink(
                id: id,
                url: text.flatMap { URL(string: $0) },
                link: link,
                origin: origin,
                wouldBounce: (error as? RewriteError)?.isAboutConfiguredSource ?? true,
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
        case let error as RouteError: error.path != nil
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
