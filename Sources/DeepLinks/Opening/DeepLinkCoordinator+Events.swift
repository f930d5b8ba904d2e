import PathMatching

extension DeepLinkCoordinator {
    /// What an observer is to be told, with the link that it is about.
    struct Notice {
        enum Content {
            case event(DeepLinkEvent)
            case outcome(LinkReport)
        }

        let link: OpenedLink
        let content: Content
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
        lastListener += 1
        let id = lastListener
        listeners.append((id, continuation))
        continuation.onTermination = { [weak self] _ in
            Task { @MainActor in self?.removeListener(id) }
        }
        return stream
    }

    private func removeListener(_ id: Int) {
        listeners.removeAll { $0.id == id }
    }

    // MARK: - The end of every link

    /// Notes what became of a link, and tells it.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - outcome: What became of it.
    ///   - match: The route that it leads to, if that is known.
    ///   - isLate: Whether `open` has returned already.
    ///   - reason: Why it stopped waiting, if it did.
    /// - Returns: The outcome.
    func end(
        _ link: OpenedLink,
        _ outcome: DeepLinkOutcome,
        _ match: RouteMatch? = nil,
        isLate: Bool,
        dropping reason: RejectionReason? = nil
    ) -> DeepLinkOutcome {
        let stage: DeepLinkEvent.Stage
        switch outcome {
        case .handled: (link.state, stage) = (.handled, .applied)
        case .preparing: (link.state, stage) = (.preparing, .preparing)
        case .deferred(_, let requirements):
            (link.state, stage) = (.waiting, .waiting(until: requirements))
        case .duplicate: (link.state, stage) = (.over, .duplicate)
        case .rejected(.cancelled) where reason == nil:
            (link.state, stage) = (.over, .cancelled)
        case .rejected(let reason): (link.state, stage) = (.over, .rejected(reason))
        case .failed(let error):
            link.state = .over
            guard isHeard else { return outcome }
            stage = .failed(text(of: error, match))
        }
        guard isHeard else { return outcome }
        tell(reason.map { .dropped($0) } ?? stage, link, match)
        report(link, outcome, match, isLate: isLate)
        return outcome
    }

    /// Ends a link of which no internal link could be made.
    func refuse(
        _ incoming: IncomingLink,
        _ error: any Error,
        _ id: Int,
        from origin: LinkOrigin,
        inside outer: OpenedLink?
    ) -> DeepLinkOutcome {
        var outcome = DeepLinkOutcome.failed(error)
        var stage = DeepLinkEvent.Stage.failed("\(error)")
        var inner = incoming.text
        if let error = error as? RewriteError {
            outcome = .rejected(.external(error))
            stage = .rejected(.external(error))
            if error.wrappers > 0 {
                inner = inner.flatMap { rewriter.unwrapped($0, error.wrappers) }
            }
        }
        guard isHeard else { return outcome }
        // Observers may open links, which are then inside of this one.
        let link = OpenedLink(id, .root, from: origin, inside: outer)
        let name = incoming.text.flatMap(knownNames.origin)
        outbox.append(
            Notice(link: link, content: .event(DeepLinkEvent(id, .received(origin, source: name))))
        )
        outbox.append(Notice(link: link, content: .event(DeepLinkEvent(id, stage))))
        guard onOutcome != nil else { return outcome }
        let report = LinkReport(
            id: id,
            outcome: outcome,
            isLate: false,
            link: nil,
            origin: origin,
            route: nil,
            removedItems: [],
            text: incoming.text,
            pushKeyPath: incoming.keyPath,
            innermostURL: inner
        )
        outbox.append(Notice(link: link, content: .outcome(report)))
        return outcome
    }

    /// Tells the outcome of a link.
    func report(
        _ link: OpenedLink,
        _ outcome: DeepLinkOutcome,
        _ match: RouteMatch?,
        isLate: Bool
    ) {
        guard onOutcome != nil else { return }
        let report = LinkReport(
            id: link.id,
            outcome: outcome,
            isLate: isLate,
            link: link.destination,
            origin: link.origin,
            route: (match ?? handler.match(for: link.destination))?.route,
            removedItems: link.removedItems,
            text: link.text,
            pushKeyPath: link.keyPath,
            innermostURL: link.externalURL
        )
        outbox.append(Notice(link: link, content: .outcome(report)))
    }

    // MARK: - Events

    /// Tells that something happened to a link.
    ///
    /// - Parameters:
    ///   - stage: What happened.
    ///   - link: The link.
    ///   - match: The route that it leads to; nil to find it.
    ///   - destination: Where it leads to; nil for its present destination.
    func tell(
        _ stage: DeepLinkEvent.Stage,
        _ link: OpenedLink,
        _ match: RouteMatch?,
        _ destination: DeepLink? = nil
    ) {
        guard isHeard, onEvent != nil || !listeners.isEmpty else { return }
        let shown: DeepLink
        var match = match
        if case .decided(.redirect(let target)) = stage {
            (shown, match) = (target, nil)
        } else {
            shown = destination ?? link.destination
        }
        let text = summary(of: shown, match ?? handler.match(for: shown))
        outbox.append(Notice(link: link, content: .event(DeepLinkEvent(link.id, stage, text))))
    }

    /// Tells that a link came in.
    func tellReceived(_ link: OpenedLink) {
        guard isHeard, onEvent != nil || !listeners.isEmpty else { return }
        let name = link.text.flatMap(knownNames.origin)
        let received = DeepLinkEvent(link.id, .received(link.origin, source: name))
        outbox.append(Notice(link: link, content: .event(received)))
    }

    /// Tells observers what has happened since they were last told.
    func tellObservers() {
        var next = 0
        while next < outbox.count {
            let notice = outbox[next]
            next += 1
            around = notice.link
            switch notice.content {
            case .outcome(let report): onOutcome?(report)
            case .event(let event):
                for listener in listeners {
                    if case .terminated = listener.continuation.yield(event) {
                        removeListener(listener.id)
                    }
                }
                onEvent?(event)
            }
            around = nil
        }
        outbox.removeAll(keepingCapacity: true)
    }

    // MARK: - What events show

    /// The text that events show for a link.
    private func summary(of link: DeepLink, _ match: RouteMatch?) -> String {
        link.summary(match, knowing: knownNames.parameters, showing: options.publicParameters)
    }

    private var knownNames: RuleNames {
        let names = ruleNames ?? RuleNames(of: rewriter)
        ruleNames = names
        return names
    }

    /// The text that events show for an error: a name that only the link has, as a dictionary reads it, is not repeated.
    private func text(of error: any Error, _ match: RouteMatch?) -> String {
        if case DeepLinkHandleError.missingQueryItem(let name) = error, let route = match?.route,
            !route.captureNames.isEmpty,
            !route.captureNames.contains(where: { hasSameBytes($0, name) })
        {
            let names = route.captureNames.map { "'\($0)'" }.joined(separator: ", ")
            return error.safeText.dropLast() + ", or read what '\(route)' captures: \(names)."
        }
        guard let error = error as? QueryItemValueError else { return error.safeText }
        let name = Parameter(rawValue: error.name)
        let isKnown =
            knownNames.parameters.contains(name) || options.publicParameters.contains(name)
            || match?.route.knows(name) ?? false
        return isKnown ? error.description : "The value of a parameter is malformed."
    }
}

extension DeepLinkEvent {
    fileprivate init(_ id: Int, _ stage: Stage, _ link: String? = nil) {
        self.init(linkID: id, stage: stage, link: link)
    }
}

/// The names in a rewriter's rules, which events may show.
struct RuleNames {
    /// The names of parameters.
    let parameters: Set<Parameter>

    /// The hosts and schemes as a link begins with them, in lower case: `https://mydomain.io`, `myapp:`.
    private let origins: [[UInt8]]
    private let longest: Int

    init(of rewriter: URLRewriter) {
        parameters = rewriter.parameterNames
        let names = rewriter.sources.flatMap { source in
            switch source {
            case .scheme(let source): source.names.map { $0 + ":" }
            case .domain(let source): source.hosts.flatMap { ["https://\($0)", "http://\($0)"] }
            }
        }
        origins = names.map { $0.utf8.map(ByteSet.lowercased) }
        longest = origins.map(\.count).max() ?? 0
    }

    /// The configured host or scheme that a link has, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter text: The link as it came in.
    /// - Returns: The name in lower case; nil for another host or scheme, which must not be repeated.
    func origin(of text: String) -> String? {
        // Read no more than the longest name: the link may be larger than any that is accepted.
        let link = text.utf8.drop { $0 <= 0x20 }.prefix(longest + 1).map(ByteSet.lowercased)
        let colon = UInt8(ascii: ":")
        for name in origins where link.starts(with: name) {
            let isScheme = name.last == colon
            let next = link.count > name.count ? link[name.count] : UInt8(ascii: "/")
            guard isScheme || "/?#".utf8.contains(next) else { continue }
            return String(decoding: isScheme ? name.dropLast() : name[...], as: UTF8.self)
        }
        return nil
    }
}
