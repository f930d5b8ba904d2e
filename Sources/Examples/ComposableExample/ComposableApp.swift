public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ComposableExample {
    /// Replaces the path with the one that a link leads to.
    @MainActor
    public final class DeeplinkHandler {
        private let navigator: Navigator<AnyScreen>
        private let parser: DeepLinkParser<[AnyScreen]>

        /// Creates a handler.
        ///
        /// - Parameters:
        ///   - navigator: Holds the path.
        ///   - parser: Reads the app's links.
        public init(navigator: Navigator<AnyScreen>, parser: DeepLinkParser<[AnyScreen]>) {
            self.navigator = navigator
            self.parser = parser
        }

        /// Goes where a link leads; a link that the parser does not know changes nothing.
        ///
        /// - Parameter deeplink: The link.
        /// - Returns: Whether the parser knows the link.
        @discardableResult
        public func handle(deeplink: DeepLink) -> Bool {
            guard let path = parser.parse(deeplink) else { return false }
            navigator.replace(path: path)
            return true
        }
    }

    /// The app.
    @MainActor
    public final class App {
        /// The path of screens, including the root.
        public let navigator = Navigator<AnyScreen>(path: [HomeScreen().eraseToAnyScreen()])

        /// The handler that goes where a link leads.
        public let deeplinkHandler: DeeplinkHandler

        /// Creates the app with its home screen shown.
        public init() {
            deeplinkHandler = DeeplinkHandler(navigator: navigator, parser: .exampleApp)
        }

        /// Called by the scene when the app is opened with a URL.
        public func onOpenURL(_ url: URL) {
            // The matching parameter needs to match the URL scheme that the app declares.
            if let deeplink = try? DeepLink(url: url, matching: "example") {
                deeplinkHandler.handle(deeplink: deeplink)
            }
        }

        /// Called by the delegate with the payload of a push notification.
        public func didReceive(userInfo: [AnyHashable: Any]) {
            for text in PushPayload(userInfo).linkCandidates {
                if let deeplink = try? DeepLink(text, matching: "example"),
                    deeplinkHandler.handle(deeplink: deeplink)
                {
                    return
                }
            }
        }
    }
}
