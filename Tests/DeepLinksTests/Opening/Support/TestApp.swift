import DeepLinks
import Foundation
import LinkChecking

/// A small app that records which actions run and which events come.
@MainActor
final class TestApp {
    let clock = TestClock()
    let handler = DeepLinkHandler()
    let coordinator: DeepLinkCoordinator

    /// The paths of the actions that have run, with the values of their items.
    var ran: [String] = []

    /// The last number that a test has put into a link.
    var lastNumber = 0

    /// Each event's description.
    var log: [String] = []

    /// The outcomes that the app's hook got.
    var reports: [LinkReport] = []

    /// Creates an app with routes such as `/a` and `/items/{id}`, and some such as `/account` that require a signed-in user.
    init(
        policy: any NavigationPolicy = RequirementPolicy(),
        isActive: Bool = true,
        _ change: (inout DeepLinkCoordinator.Options) -> Void = { _ in }
    ) throws {
        var options = DeepLinkCoordinator.Options()
        options.pending = .queue(capacity: 8, superseding: .samePath)
        change(&options)
        coordinator = DeepLinkCoordinator(
            handler: handler,
            rewriter: try Fixture.shop(),
            policy: policy,
            options: options,
            clock: clock
        )
        for path in ["/a", "/b", "/c", "/items/{id}", "/featureA/detail"] { try register(path) }
        for path in ["/account", "/inbox", "/wallet"] {
            try register(path, requires: [.authenticated])
        }
        try handler.register("/fails") { _ in throw ActionError() }
        if isActive { coordinator.activate() }
        coordinator.onEvent = { [unowned self] in log.append($0.description) }
        coordinator.onOutcome = { [unowned self] in reports.append($0) }
    }

    /// Registers a route that records that it ran, and then calls a closure.
    func register(
        _ path: String,
        requires requirements: Set<Requirement> = [],
        trusts origins: Set<LinkOrigin>? = nil,
        and action: @escaping @MainActor () throws -> Void = {}
    ) throws {
        try handler.register(path, requires: requirements, trusts: origins) { [unowned self] in
            ran.append(([path] + $0.map { $0.value ?? $0.name }).joined(separator: " "))
            try action()
        }
    }

    /// Opens a link of the app's scheme.
    @discardableResult
    func open(_ path: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        coordinator.open("myapp:/" + path, from: origin)
    }

    /// The links that wait, as text.
    var waiting: [String] { coordinator.pendingLinks.map(\.link.string) }
}

/// The error of an action.
struct ActionError: Error, Equatable {}

/// A policy made of a closure.
struct ClosurePolicy: NavigationPolicy {
    let decide: @MainActor (DeepLink, NavigationContext) throws -> NavigationDecision

    func decision(for link: DeepLink, in context: NavigationContext) throws -> NavigationDecision {
        try decide(link, context)
    }
}

extension DeepLinkOutcome {
    /// The case and its values as a short text.
    var text: String {
        switch self {
        case .handled(let link): "handled \(link.string)"
        case .deferred(let link, let requirements):
            "deferred \(link.string) \(requirements.map(\.rawValue).sorted())"
        case .rejected(.external(let error)): "rejected external \(error.reason)"
        case .rejected(.policy(let reason)): "rejected policy \(reason)"
        case .rejected(.untrusted(let origin)): "rejected untrusted \(origin)"
        case .rejected(let reason): "rejected \(reason.code)"
        case .failed(let error): "failed \(error)"
        case .duplicate(let link): "duplicate \(link.string)"
        case .preparing(let link): "preparing \(link.string)"
        }
    }
}
