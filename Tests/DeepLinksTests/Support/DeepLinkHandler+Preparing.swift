@testable import DeepLinks

extension DeepLinkHandler {
    /// The link that is being prepared.
    var preparingLink: DeepLink? { preparation?.link }
}
