import PathMatching

// What observers are told: it is noted where it happens, and told when the app's code does not run.

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
        hasEventListeners = changed.onEvent != nil || !changed.streams.isEmpty
        hasListeners = hasEventListeners || changed.onOutcome != nil
        // Those who listen next are told only what happens from then on.
        if !hasListeners { exchangeValue(of: &outbox, with: []) }
        // Last, as an object that is freed with an observer may set another one.
        exchangeValue(of: &observers, with: changed)
    }

    /// A stream of all events from now on; each call returns an independent one.
    ///
    /// A stream that is read more slowly than events come keeps the newest ones. It ends with the coordinator.
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

    /// Tells what became of a link: the event, and the report.
    ///
    /// A link is dropped if it was taken off the waiting links without being decided about; only one that expires without a route has
    /// failed then.
    func tellOutcome(
        _ link: OpenedLink,
        _ fate: Fate,
        _ match: RouteMatch?,
        isLate: Bool,
        isDropped: Bool
    ) {
        let stage: DeepLinkEvent.Stage =
            switch fate {
            case .handled: .applied
            case .preparing: .preparing
            case .deferred(let requirements): .waiting(until: requirements)
            case .duplicate: .duplicate
            case .rejected(let reason) where isDropped: .dropped(reason)
            case .rejected(.cancelled): .cancelled
            case .rejected(let reason): .rejected(reason)
            case .failed where isDropped: .dropped(.expired)
            case .failed(let error):
                .failed(text(of: error, (match ?? self.match(of: link))?.route))
            }
        tell(stage, link, match)
        report(link, fate, match, isLate: isLate, isDropped: isDropped)
    }

    /// Reports the outcome of a link, unless it still waits for what was last reported.
    ///
    /// Of one that is refused by the rewriter, there is no internal link; of one that is dropped, no page to show, since the user does
    /// something else by then.
    func report(
        _ link: OpenedLink,
        _ fate: Fate,
        _ match: RouteMatch? = nil,
        isLate: Bool,
        isDropped: Bool = false
    ) {
        guard observers.onOutcome != nil else { return }
        if case .deferred(let requirements) = fate {
            guard link.told != requirements else { return }
            link.told = requirements
        }
        let report = LinkReport(
            id: link.id,
            outerID: link.outer?.number,
            outcome: DeepLinkOutcome(fate, of: link.destination),
            isLate: isLate,
            link: link.isRefused ? nil : link.destination,
            origin: link.origin,
            route: (match ?? self.match(of: link))?.route,
            removedItems: link.removedItems,
            text: link.received?.text,
            pushKeyPath: link.received?.keyPath,
            innermostURL: isDropped ? nil : link.externalURL,
            rules: storedRewriter
        )
        note(.outcome(report, of: link))
    }

    /// The route of a link; nil if there is none, or no internal link.
    private func match(of link: OpenedLink) -> RouteMatch? {
        link.isRefused ? nil : handler.match(for: link.destination)
    }

    // MARK: - Events

    /// Tells that something happened to a link; without a match, its route is looked up.
    func tell(
        _ stage: consuming DeepLinkEvent.Stage,
        _ link: OpenedLink,
        _ match: RouteMatch? = nil
    ) {
        guard hasEventListeners, !link.isExplained else { return }
        let summary: LinkSummary?
        if case .decided(.redirect(let target)) = stage {
            summary = LinkSummary(target, handler.match(for: target), knownNames)
        } else if link.isRefused {
            summary = nil
        } else {
            let shown = link.redirected ?? link
            // Usually only the match is needed, and the link is not copied.
            if let match = match ?? self.match(of: link) {
                summary = LinkSummary(match, hasFragment: shown.hasFragment, knownNames)
            } else {
                summary = LinkSummary(shown.link, nil, knownNames)
            }
        }
        let event = DeepLinkEvent(linkID: link.id, stage: stage, summary: consume summary)
        note(.event(consume event, of: link))
    }

    /// Tells that a link came in.
    func tellReceived(_ link: OpenedLink) {
        let name = (link.received?.text).flatMap(knownNames.source)
        let stage = DeepLinkEvent.Stage.received(link.origin, source: name)
        note(.event(DeepLinkEvent(linkID: link.id, stage: stage), of: link))
    }

    private func note(_ notice: consuming Notice) {
        var notices = exchangeValue(of: &outbox, with: [])
        notices.append(notice)
        exchangeValue(of: &outbox, with: notices)
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
                    // Walking through an empty dictionary costs time, too.
                    if !observers.streams.isEmpty {
                        for stream in observers.streams.values { stream.yield(event) }
                    }
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
        let names = KnownNames(of: storedRewriter, showing: options.publicParameters)
        self.names = names
        return names
    }

    /// The text that events show for an error: a name that only the link has, as a dictionary reads it, is not repeated.
    private func text(of error: any Error, _ route: RegisteredRoute?) -> String {
        guard let error = error as? QueryItemValueError,
            knownNames.knows(Parameter(rawValue: error.name), route)
        else { return error.safeText(on: route) }
        return error.description
    }
}
