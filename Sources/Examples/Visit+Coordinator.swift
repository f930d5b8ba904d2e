import DeepLinks

extension Visit {
    /// Opens a link in a system that was just started, signs somebody in if it waits for that, and tells its way.
    ///
    /// - Parameters:
    ///   - external: The link.
    ///   - coordinator: The system's coordinator.
    ///   - isPush: Whether the link comes with a push notification.
    ///   - signIn: Signs somebody in.
    ///   - screen: What is on screen.
    @MainActor
    init(
        of external: String,
        in coordinator: DeepLinkCoordinator,
        isPush: Bool = false,
        signIn: () -> Void,
        screen: () -> String
    ) {
        var decisions: [String] = []
        var failures: [String] = []
        coordinator.onEvent = { event in
            switch event.stage {
            case .decided(.reject): decisions.append("reject")
            case .decided(let decision): decisions.append(decision.description)
            case .failed(let reason): failures.append(reason)
            default: break
            }
        }
        let outcome =
            isPush
            ? coordinator.open(pushPayload: ["aps": ["sound": "default"], "deeplink": external])
            : coordinator.open(external)
        if case .deferred = outcome {
            signIn()
        }
        self.external = isPush ? "push: \(external)" : external
        `internal` = try? coordinator.rewriter.rewrite(external)
        decision = decisions.first
        self.outcome =
            switch outcome {
            case .rejected(let reason): .refused(reason.description)
            case .failed(let error): .refused("\(error)")
            case .deferred where !failures.isEmpty: .refused(failures.joined(separator: " "))
            case .deferred: .opened("\(screen()), after signing in")
            case .preparing: .opened("\(screen()) and began to fetch the rest")
            case .handled, .duplicate: .opened(screen())
            }
    }
}
