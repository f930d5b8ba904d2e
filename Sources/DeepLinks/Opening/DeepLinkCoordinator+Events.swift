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
        listeners.append(continuation)
        isObserved = true
        return stream
    }

    /// Reports that something happened to a link; makes nothing of its arguments unless somebody listens.
    ///
    /// - Parameters:
    ///   - stage: What happened.
    ///   - id: The link's number.
    ///   - link: The internal link, once there is one.
    ///   - match: The route that it leads to, if it is known.
    @inline(__always)
    func emit(
        _ stage: @autoclosure () -> DeepLinkEvent.Stage,
        _ id: LinkID,
        _ link: @autoclosure () -> DeepLink?,
        _ match: @autoclosure () -> RouteMatch? = nil
    ) {
        guard isObserved else { return }
        deliver(stage(), id, link(), match())
    }

    /// Looks whether there is anybody left who listens.
    func noteWhetherObserved() {
        isObserved = onEvent != nil || !listeners.isEmpty
    }

    @inline(never)
    private func deliver(
        _ stage: DeepLinkEvent.Stage,
        _ id: LinkID,
        _ link: DeepLink?,
        _ match: RouteMatch?
    ) {
        let summary = link.map { LinkSummary($0, match, showing: options.publicParameters) }
        let event = DeepLinkEvent(linkID: id, stage: stage, link: summary)
        var index = 0
        while index < listeners.count {
            if case .terminated = listeners[index].yield(event) {
                listeners.remove(at: index)
            } else {
                index += 1
            }
        }
        noteWhetherObserved()
        onEvent?(event)
    }
}
