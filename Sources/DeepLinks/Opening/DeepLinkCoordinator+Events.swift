import PathMatching

extension DeepLinkCoordinator {
    /// What observers are to be told, with the link that it is about.
    // Indirect, so that an event or a report is not copied when it is noted and told.
    indirect enum Notice {
        case event(DeepLinkEvent, of: OpenedLink)
        case outcome(LinkReport, of: OpenedLink)
    }

    /// Those who listen.
    struct Observers {
        var onOutcome: (@MainActor (LinkReport) -> Void)?
        var onEvent: (@MainActor (DeepLinkEvent) -> Void)?
        /// The readers of event streams, by the numbers that identify them.
        var streams: [Int: AsyncStream<DeepLinkEvent>.Continuation] = [:]
    }

    /// Changes who listens.
    func observe(_ change: (inout Observers) -> Void) {
        var changed = observers
        change(&changed)
        replace(&observers, with: changed)
        hasEventListeners = changed.onEvent != nil || !changed.streams.isEmpty
        hasListeners = hasEventListeners || changed.onOutcome != nil
        // Those who listen next are told only what happens from then on.
        if !hasListeners { replace(&outbox, with: []) }
    }

    /// A stream of all events from now on; each call returns an independent one.
    ///
    /// A stream that is read more slowly than events come keeps the newest ones, so that unread events do not fill the memory. It
    /// ends with the coordinator.
    ///
    /// - Parameter limit: The most events that are kept for a slow reader, at least one.
    /// - Returns: The stream.
    public func events(buffering limit: Int = 256) -> AsyncStream<DeepLinkEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: DeepLinkEvent.self,
            bufferingPolicy: .bufferingNewest(Swift.max(limit, 1))
        )
        lastStream += 1
        let id = lastStream
        observe { $0.streams[id] = continuation }
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.observe { $0.streams[id] = nil } }
        }
        return stream
    }

    // MARK: - Outcomes

    /// Tells the outcome of a link, unless it still waits for what was last told.
    ///
    /// Of one that is refused by the rewriter, there is no internal link; of one that is dropped, no page to show, since the user does
    /// something else by then.
    func report(
        _ link: OpenedLink,
        _ outcome: DeepLinkOutcome,
        _ match: RouteMatch?,
        isLate: Bool,
        isDropped: Bool = false
    ) {
        guard observers.onOutcome != nil else { return }
        if case .deferred(_, let requirements) = outcome {
            guard link.told != requirements else { return }
            link.told = requirements
        }
        let report = LinkReport(
            id: link.id,
            outerID: link.outer?.number,
            outcome: outcome,
            isLate: isLate,
            link: link.isRefused ? nil : link.destination,
            origin: link.origin,
            route: (match ?? self.match(of: link))?.route,
            removedItems: link.removedItems,
            text: link.received?.text,
            pushKeyPath: link.received?.keyPath,
            innermostURL: isDropped ? nil : link.externalURL,
            rules: rules
        )
        note(.outcome(report, of: link))
    }

    /// The route of a link; nil if there is none, or no internal link.
    func match(of link: OpenedLink) -> RouteMatch? {
        link.isRefused ? nil : handler.match(for: link.destination)
    }

    // MARK: - Events

    /// Tells that something happened to a link.
    ///
    /// After a redirection, `target` is the link that is decided about in its place. Without a match, the route is looked up.
    func tell(
        _ stage: DeepLinkEvent.Stage,
        _ link: OpenedLink,
        _ match: RouteMatch?,
        _ target: OpenedLink? = nil
    ) {
        guard hasEventListeners else { return }
        var summary: LinkSummary?
        if case .decided(.redirect(let other)) = stage {
            summary = LinkSummary(other, handler.match(for: other), knownNames)
        } else if !link.isRefused {
            let shown = target ?? link.redirected ?? link
            // Usually only the match is needed, and the link is not copied.
            if let match = match ?? handler.match(for: shown.link) {
                summary = LinkSummary(match, hasFragment: shown.hasFragment, knownNames)
            } else {
                summary = LinkSummary(shown.link, nil, knownNames)
            }
        }
        note(.event(DeepLinkEvent(linkID: link.id, stage: stage, summary: summary), of: link))
    }

    private func note(_ notice: Notice) {
        var notices = replace(&outbox, with: [])
        notices.append(notice)
        replace(&outbox, with: notices)
    }

    /// Tells that a link came in.
    func tellReceived(_ link: OpenedLink) {
        let name = (link.received?.text).flatMap(knownNames.origin)
        let stage = DeepLinkEvent.Stage.received(link.origin, source: name)
        note(.event(DeepLinkEvent(linkID: link.id, stage: stage), of: link))
    }

    /// Tells observers what has happened since they were last told.
    func tellObservers() {
        // Each is moved out of an array that keeps its room.
        var notices: [Notice] = []
        while !outbox.isEmpty {
            swap(&outbox, &notices)
            notices.reverse()
            while let notice = notices.popLast() {
                switch notice {
                case .event(let event, let link):
                    around = link
                    for stream in observers.streams.values { stream.yield(event) }
                    observers.onEvent?(event)
                case .outcome(let report, let link):
                    around = link
                    observers.onOutcome?(report)
                }
                around = nil
            }
        }
        swap(&outbox, &notices)
    }

    // MARK: - What events show

    private var knownNames: KnownNames {
        if let names { return names }
        let names = KnownNames(of: rewriter, showing: options.publicParameters)
        self.names = names
        return names
    }

    /// The text that events show for an error: a name that only the link has, as a dictionary reads it, is not repeated.
    func text(of error: any Error, _ route: RegisteredRoute?) -> String {
        guard let error = error as? QueryItemValueError,
            knownNames.knows(Parameter(rawValue: error.name), route)
        else { return error.safeText(on: route) }
        return error.description
    }
}
