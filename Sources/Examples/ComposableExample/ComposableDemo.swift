import DeepLinks

extension ComposableExample {
    /// Links to open, some of which are refused.
    public static let links = [
        "example://home/settings",
        "example://detail?id=872346",
        "example://detail?id=872346/settings",
        "example://detail?id=red%2Fshoe/settings",
        "example://detail/settings?id=872346",
        "example://detail?id/settings",
        "example://home",
        "example://detail?id=872346/../settings",
        "https://example.com/home/settings",
    ]

    /// Opens links in one app, in order.
    ///
    /// - Returns: What happened to each link.
    @MainActor
    public static func run() -> [Visit] {
        let app = App()
        return links.map { external in
            let link: DeepLink
            do {
                link = try DeepLink(external, matching: "example")
            } catch {
                return Visit(
                    external: external,
                    internal: nil,
                    decision: nil,
                    outcome: .refused("\(error)")
                )
            }
            let isHandled = app.deeplinkHandler.handle(deeplink: link)
            let path = app.navigator.path.map(\.base.title).joined(separator: ", ")
            return Visit(
                external: external,
                internal: link,
                decision: isHandled ? "replace the path" : nil,
                outcome: isHandled ? .opened(path) : .failed("No parser knows the link.")
            )
        }
    }
}
