extension DeepLinkCoordinator {
    /// A stream of all events from now on; each call gives an independent one.
    ///
    /// A stream that is not read as fast as events come keeps the newest ones, so that what nobody reads does not fill the memory. It
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

    /// Whether anybody wants events; else none are made.
    var isObserved: Bool { onEvent != nil || !listeners.isEmpty }

    /// Reports that something happened to a link.
    ///
    /// - Parameters:
    ///   - stage: What happened.
    ///   - id: The link's number.
    ///   - link: The internal link, once there is one.
    ///   - match: The route that it leads to, if it is known.
    func emit(
        _ stage: DeepLinkEvent.Stage,
        _ id: LinkID,
        _ link: DeepLink?,
        _ match: RouteMatch? = nil
    ) {
        guard isObserved else { return }
        let event = DeepLinkEvent(
            linkID: id,
            stage: stage,
            link: link.map { summary(of: $0, match) }
        )
        for listener in listeners {
            if case .terminated = listener.continuation.yield(event) { removeListener(listener.id) }
        }
        onEvent?(event)
    }

    /// Reports that a link came in.
    func emitReceived(_ source: IncomingLink, from declared: LinkOrigin, _ id: LinkID) {
        guard isObserved else { return }
        let name = rewriter.configuredName(of: source)
        emit(.received(LinkOrigin(declared, of: source), source: name), id, nil)
    }

    /// What is printed of a link.
    func summary(of link: DeepLink, _ match: RouteMatch?) -> LinkSummary {
        let names = ruleNames ?? rewriter.parameterNames
        ruleNames = names
        return LinkSummary(link, match, knowing: names, showing: options.publicParameters)
    }
}
