public import DeepLinks

extension Catalog {
    /// The four stages of each link as lines with its trace ID, and with the URL on request.
    ///
    /// ```
    /// traceId=7 deepLink.received url=myapp://product?id=123
    /// traceId=7 destination.parsed /product?…
    /// traceId=7 policy.decision allow
    /// traceId=7 navigation.applied
    /// ```
    @MainActor
    public final class NavigationLog {
        /// Whether URLs are written with their values; only for builds that stay with developers.
        public var showsURLs: Bool

        /// The lines that were written.
        public private(set) var lines: [String] = []

        private let firstTrace: Int

        /// Creates a log of what a coordinator does.
        ///
        ///   - coordinator: The coordinator.
        ///   - showsURLs: Whether URLs are written with their values.
        ///   - firstTrace: A number to add to the numbers of links, to keep the logs of several app starts apart.
        public init(
            of coordinator: DeepLinkCoordinator,
            showsURLs: Bool = false,
            firstTrace: Int = 0
        ) {
            self.showsURLs = showsURLs
            self.firstTrace = firstTrace
            coordinator.onEvent = { [weak self] event in self?.write(event) }
        }

        /// The URL of the link that is being opened; the link's first line shows it, if ``showsURLs`` allows.
        var url: String? {
            get { showsURLs ? shownURL : nil }
            set { shownURL = newValue }
        }
        private var shownURL: String?

        private func write(_ event: DeepLinkEvent) {
            var line = "traceId=\(firstTrace + event.linkID) \(event.name)"
            switch event.stage {
            case .received(let origin, _):
                line += url.map { " url=\($0)" } ?? " from \(origin)"
            case .parsed: line += event.link.map { " \($0)" } ?? ""
            case .decided(let decision): line += " \(decision)"
            case .applied, .preparing, .cancelled, .duplicate, .restored, .resumed: break
            case .failed(let reason): line += " \(reason)"
            case .rejected(let reason): line += " \(reason)"
            case .waiting(let requirements), .kept(let requirements):
                let names = requirements.map(\.rawValue).sorted()
                line += names.isEmpty ? "" : " until \(names.joined(separator: ", "))"
            case .dropped(let reason): line += " \(reason.code)"
            }
            lines.append(line)
        }
    }
}
