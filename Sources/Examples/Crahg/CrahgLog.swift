public import DeepLinks

extension Crahg {
    /// A log with a mark for each kind of line, so that a console can filter by it.
    ///
    /// No line says which content a link leads to, as identifiers come from outside and may be private.
    @MainActor
    public final class Log {
        /// The kind of a line.
        public enum Category: String, CaseIterable, Sendable {
            /// A URL arrived or was parsed.
            case url = "🔗"
            /// The app goes somewhere.
            case navigation = "🎯"
            /// A link is not opened, because of the rules, the policy or the state of the app.
            case warning = "⚠️"
            /// A link could not be opened.
            case error = "❌"
            /// A link waits, or no longer waits.
            case pending = "📌"
            /// A link was opened.
            case success = "✅"
        }

        /// A line of the log.
        public struct Line: Equatable, Sendable, CustomStringConvertible {
            /// The kind of the line.
            public let category: Category
            /// What happened.
            public let text: String

            /// The category's mark, and what happened.
            public var description: String { "\(category.rawValue) \(text)" }
        }

        /// The lines that were written.
        public private(set) var lines: [Line] = []

        /// Creates a log of what a coordinator does.
        ///
        /// - Parameter coordinator: The coordinator.
        public init(of coordinator: DeepLinkCoordinator) {
            coordinator.onEvent = { [weak self] event in
                self?.lines.append(
                    Line(category: Category(event.stage), text: event.description)
                )
            }
        }
    }
}

extension Crahg.Log.Category {
    /// The category for a stage of a link.
    init(_ stage: DeepLinkEvent.Stage) {
        self =
            switch stage {
            case .received, .parsed: .url
            case .decided(.allow), .decided(.redirect), .preparing: .navigation
            case .decided(.deferUntil), .waiting, .restored, .resumed, .kept: .pending
            case .decided(.reject), .rejected, .duplicate, .cancelled, .dropped: .warning
            case .failed: .error
            case .applied: .success
            }
    }
}
