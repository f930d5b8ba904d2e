#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension FeatureLinks {
    /// Why ``internalLink(from:)`` did not convert a link.
    public enum PreprocessingError: Error {
        /// The URL has no components, or its path has no identifier.
        case malformed
        /// No case handles its path.
        case unknownPath
    }

    /// Turns an external link into an internal one by hand, as apps without a rewriter do.
    ///
    /// Compare it with ``rewriter()``, which says the same in a few rules and checks more: this function checks neither the
    /// scheme nor the host, and accepts any text as an identifier.
    ///
    /// - Parameter externalLink: The link.
    /// - Returns: The internal link.
    /// - Throws: ``PreprocessingError``.
    public static func internalLink(from externalLink: URL) throws -> URL {
        guard
            let urlComponents = URLComponents(url: externalLink, resolvingAgainstBaseURL: true)
        else { throw PreprocessingError.malformed }

        switch urlComponents.path {
        case let path where path.hasPrefix("/domainA/items"):
            return try detail(lastSegmentOf: path)
        // `https://mydomain.io/a/872346` is also a valid URL, just shorter!
        case let path where path.hasPrefix("/a/"):
            return try detail(lastSegmentOf: path)
        default:
            throw PreprocessingError.unknownPath
        }
    }

    private static func detail(lastSegmentOf path: String) throws -> URL {
        guard
            let identifier = path.components(separatedBy: "/").last,
            identifier != ""
        else { throw PreprocessingError.malformed }

        var internalURLComponents = URLComponents()
        internalURLComponents.path = "/featureA/detail"
        internalURLComponents.queryItems = [URLQueryItem(name: "id", value: identifier)]
        guard let url = internalURLComponents.url else { throw PreprocessingError.malformed }
        return url
    }
}
