/// A part of an app that registers its own links, usually when the app starts.
///
/// ```swift
/// struct FeatureA: DeepLinkFeature {
///     func registerDeepLinks(in handler: DeepLinkHandler) throws {
///         try handler.register("/featureA/detail") { queryItems in
///             showDetail(id: try queryItems.require(.id))
///         }
///         try handler.register("/featureA/settings") { _ in showSettings() }
///     }
/// }
///
/// try DeepLinkHandler.main.register(FeatureA())
/// ```
@MainActor
public protocol DeepLinkFeature {
    /// Registers the feature's links.
    ///
    /// ``DeepLinkHandler/register(_:)`` calls this and takes everything back if it throws, so there is nothing to tidy up.
    ///
    /// - Throws: What the handler throws, or an error of the feature's own.
    func registerDeepLinks(in handler: DeepLinkHandler) throws
}
