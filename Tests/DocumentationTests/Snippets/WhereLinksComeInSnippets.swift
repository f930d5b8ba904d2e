import DeepLinks
import Foundation
import Testing

// WhereLinksComeIn.md: enum AppLinks {

// MARK: - The rest of the app

private struct Shop: DeepLinkFeature {
    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try handler.register("/shop/item") { queryItems in
            DoorSnippets.shown.append("item \(try queryItems.require(.id))")
        }
    }
}

private struct Account: DeepLinkFeature {
    func registerDeepLinks(in handler: DeepLinkHandler) throws {
        try handler.register("/account") { _ in
            DoorSnippets.shown.append("account")
        }
    }
}

// MARK: - The system, which delivers links to the app

/// The tests of all doors, one at a time: they have one coordinator.
@MainActor
@Suite(.serialized)
enum DoorSnippets {
    /// What the app has shown.
    static var shown: [String] = []

    static let universal = URL(string: "https://mydomain.io/items/red-shoe-872346")
    static let custom = URL(string: "myapp://account")
    static let foreign = URL(string: "https://evil.com/items/red-shoe-872346")

    /// Starts the app anew: without a memory of links.
    static func start() {
        shown = []
        for path in DeepLinkHandler.main.paths {
            DeepLinkHandler.main.unregister(path)
        }
        AppLinks.coordinator.revoke(.authenticated)
        AppLinks.start()
    }
}

/// Notes the origins that links are opened from.
@MainActor
final class Origins {
    private(set) var seen: [String] = []

    init() {
        AppLinks.coordinator.onEvent = { [weak self] event in
            if case .received(let origin, _) = event.stage {
                self?.seen.append(origin.rawValue)
            }
        }
    }
}
