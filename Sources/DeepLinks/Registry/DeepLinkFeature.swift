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
    /// - Throws: What the handler throws, or an error of the feature's own; then ``DeepLinkHandler/register(_:)`` takes everything back.
    func registerDeepLinks(in handler: DeepLinkHandler) throws
}
