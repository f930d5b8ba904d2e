import DeepLinks

extension Visit {
    /// Opens a link in a system that was just started, and records what happened.
    ///
    /// A user is signed in before the link arrives if its moment says so, and otherwise as soon as the link waits for it.
    ///
    /// - Parameters:
    ///   - link: The link and the moment when it arrives.
    ///   - coordinator: The system's coordinator.
    ///   - signIn: Signs a user in.
    ///   - screen: Describes what is on screen.
    @MainActor
    init(
        of link: DemoLink,
        in coordinator: DeepLinkCoordinator,
        signIn: () -> Void,
        screen: () -> String
    ) {
        if link.moment?.isSignedIn == true { signIn() }
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
            link.moment == .push
            ? coordinator.open(pushPayload: ["aps": ["sound": "default"], "deeplink": link.link])
            : coordinator.open(link.link)
        if case .deferred = outcome {
            signIn()
        }
        external = link.text
        `internal` = try? coordinator.rewriter.rewrite(link.link)
        decision = decisions.first
        self.outcome =
            switch outcome {
            case .rejected(let reason): .refused(reason.description)
            case .failed(let error): .failed("\(error)")
            case .deferred where !failures.isEmpty: .failed(failures.joined(separator: " "))
            case .deferred: .opened("\(screen()), after signing in")
            case .preparing: .opened("\(screen()) and began to fetch the rest")
            case .handled, .duplicate: .opened(screen())
            }
    }
}
