public import DeepLinks

extension Catalog {
    /// The four stages of a link's way as lines with one trace ID, and with the URL on request.
    ///
    /// ```
    /// traceId=7 deepLink.received url=myapp://product?id=123
    /// traceId=7 destination.parsed /product?…
    /// traceId=7 policy.decision allow
    /// traceId=7 navigation.applied
    /// ```
    @MainActor
    public final class NavigationLog {
        /// Whether URLs are written, values included: for builds that nobody but developers use.
        public var showsURLs: Bool

        /// The lines that were written.
        public private(set) var lines: [String] = []

        private let firstTrace: Int

        /// Creates a log of what a coordinator does.
        ///
        /// - Parameters:
        ///   - coordinator: The coordinator.
        ///   - showsURLs: Whether URLs are written, values included.
        ///   - firstTrace: Added to the numbers of links, for the logs of several starts of the app.
        public init(
            of coordinator: DeepLinkCoordinator,
            showsURLs: Bool = false,
            firstTrace: Int = 0
        ) {
            self.showsURLs = showsURLs
            self.firstTrace = firstTrace
            coordinator.onEvent = { [weak self] event in self?.write(event) }
        }

        /// The URL of the link that is being opened, which its first line shows.
        var url: String?

        private func write(_ event: DeepLinkEvent) {
            var line = "traceId=\(firstTrace + event.linkID) \(event.name)"
            switch event.stage {
            case .received(let origin, _):
                line += showsURLs ? " url=\(url ?? "none")" : " from \(origin)"
            case .parsed: line += event.link.map { " \($0)" } ?? ""
            case .decided(let decision): line += " \(decision)"
            case .applied, .preparing, .cancelled, .duplicate, .restored, .resumed: break
            case .failed(let reason): line += " \(reason)"
            case .rejected(let reason): line += " \(reason)"
            case .waiting, .kept, .dropped: break
            }
            lines.append(line)
        }
    }
}
