public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension ComposableExample {
    /// Replaces the path with the one that a link stands for.
    @MainActor
    public final class DeeplinkHandler {
        private let navigator: Navigator<AnyScreen>
        private let parser: DeepLinkParser<[AnyScreen]>

        /// Creates a handler.
        ///
        /// - Parameters:
        ///   - navigator: What navigates.
        ///   - parser: What knows the app's links.
        public init(navigator: Navigator<AnyScreen>, parser: DeepLinkParser<[AnyScreen]>) {
            self.navigator = navigator
            self.parser = parser
        }

        /// Goes where a link leads; a link that nobody knows changes nothing.
        ///
        /// - Parameter deeplink: The link.
        /// - Returns: Whether somebody knows the link.
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
        /// The path of screens, the root included.
        public let navigator = Navigator<AnyScreen>(path: [HomeScreen().eraseToAnyScreen()])

        /// What goes where a link leads.
        public let deeplinkHandler: DeeplinkHandler

        /// Creates the app with its home on screen.
        ///
        /// - Parameter parser: What knows the app's links.
        public init(parser: DeepLinkParser<[AnyScreen]> = .exampleApp) {
            deeplinkHandler = DeeplinkHandler(navigator: navigator, parser: parser)
        }

        /// What the scene calls when the app is opened with a URL.
        public func onOpenURL(_ url: URL) {
            // The matching parameter needs to match the URL scheme that the app declares.
            if let deeplink = try? DeepLink(url: url, matching: "example") {
                deeplinkHandler.handle(deeplink: deeplink)
            }
        }

        /// What the delegate calls with the payload of a push notification.
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
