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

    /// A link of the domain, one of the scheme, and one that is not the app's.
    static let urls = [
        "https://mydomain.io/items/red-shoe-872346", "myapp://account",
        "https://evil.com/items/red-shoe-872346",
    ].compactMap(URL.init(string:))

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
