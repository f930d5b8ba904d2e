import PathMatching

extension DeepLinkCoordinator {
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

    /// Reports that something happened to a link.
    func emit(_ stage: DeepLinkEvent.Stage, _ link: OpenedLink) {
        if isObserved { emit(stage, link.id, summary(of: link.link, link.match)) }
    }

    /// Reports that something happened to a link that may have no internal link yet.
    func emit(_ stage: DeepLinkEvent.Stage, _ id: Int, _ summary: String?) {
        guard isObserved else { return }
        let event = DeepLinkEvent(linkID: id, stage: stage, link: summary)
        for listener in listeners {
            if case .terminated = listener.continuation.yield(event) { removeListener(listener.id) }
        }
        onEvent?(event)
    }

    /// Reports that a link came in.
    func emitReceived(_ text: String?, from declared: LinkOrigin, _ id: Int) {
        guard isObserved else { return }
        let name = text.flatMap { rewriter.configuredName(of: $0) }
        emit(.received(LinkOrigin(declared, of: text), source: name), id, nil)
    }

    /// Reports that something happened to a link, with the route that it leads to now.
    func emitWithRoute(_ stage: DeepLinkEvent.Stage, _ link: OpenedLink) {
        guard isObserved else { return }
        lookUp(link)
        emit(stage, link)
    }

    /// The text that events show for a link.
    func summary(of link: DeepLink, _ match: RouteMatch?) -> String {
        let names = ruleNames ?? rewriter.parameterNames
        ruleNames = names
        return link.summary(match, knowing: names, showing: options.publicParameters)
    }
}

extension URLRewriter {
    /// The configured host or scheme that a link has, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter text: The link as it came in.
    /// - Returns: The name in lower case; nil for another host or scheme, which must not be repeated.
    func configuredName(of text: String) -> String? {
        let names = sources.flatMap { source in
            switch source {
            case .scheme(let source): source.names.map { $0 + ":" }
            case .domain(let source): source.hosts.flatMap { ["https://\($0)", "http://\($0)"] }
            }
        }
        // Read no more than the longest name: the link may be larger than any that is accepted.
        let longest = names.map(\.utf8.count).max() ?? 0
        let link = text.utf8.drop { $0 <= 0x20 }.prefix(longest + 1).map(ByteSet.lowercased)
        let name = names.map(\.asciiLowercased).first { name in
            guard link.starts(with: name.utf8) else { return false }
            let next = link.dropFirst(name.utf8.count).first
            return name.utf8.last == UInt8(ascii: ":") || next.map("/?#".utf8.contains) ?? true
        }
        return name.map { $0.utf8.last == UInt8(ascii: ":") ? String($0.dropLast()) : $0 }
    }
}
