@testable import DeepLinks

extension DeepLinkHandler {
    /// The link that something is being prepared for.
    var preparingLink: DeepLink? { preparation?.link }
}
