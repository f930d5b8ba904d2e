// What happens to a link whose route prepares something: it is decided about, prepared, and decided about again.

extension DeepLinkCoordinator {
    /// An action that was prepared for a link.
    struct Prepared {
        let route: RegisteredRoute
        let destination: DeepLink
        let action: @MainActor () throws -> Void
    }

    /// Begins a link's preparation.
    func begin(
        _ preparation: @escaping RegisteredRoute.Preparation,
        _ match: RouteMatch,
        _ link: OpenedLink
    ) -> Fate {
        // Reading the link's values may run the app's code.
        guard link.revocationsBefore == revocations else {
            return settle(link, .rejected(.revoked), match)
        }
        guard handler.isRegistered(match.route) else {
            return settle(link, .rejected(.cancelled), match)
        }
        let fate = settle(link, .preparing, match)
        // If it has to wait after this, it begins to wait.
        link.told = nil
        let scope = PreparationScope(link)
        handler.start(preparation, for: link.destination, match.route, in: scope) {
            [weak self] end in
            self?.finish(link, match, end)
        }
        return fate
    }

    /// Goes on with a link whose preparation has ended: much may have changed meanwhile, so it is decided about again.
    ///
    /// The handler then lets all coordinators go on. If another link has cancelled the preparation, the other link runs first.
    private func finish(_ link: OpenedLink, _ match: RouteMatch, _ end: PreparationEnd) {
        switch end {
        case .cancelled: settle(link, .rejected(.cancelled))
        case .failed(let error): settle(link, .failed(error), match)
        case .done(let action):
            let (wasBusy, outer) = (isBusy, around)
            isBusy = true
            defer { (isBusy, around) = (wasBusy, outer) }
            let prepared = Prepared(
                route: match.route,
                destination: link.destination,
                action: action
            )
            _ = decideAndCarryOut(link, prepared: prepared)
        }
    }
}
