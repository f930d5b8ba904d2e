import PathMatching

/// Why a link was not handled.
public enum DeepLinkHandleError: Error, Equatable {
    /// An action needs a parameter that the link has no value for.
    case missingQueryItem(name: String)

    /// No route is registered for the link's path.
    case pathNotRegistered(path: String)
}

extension DeepLinkHandleError: CustomStringConvertible {
    /// One sentence: what is missing, and what to do about it.
    public var description: String {
        switch self {
        case .missingQueryItem(let name):
            "The link has no value for '\(name)'; add '\(name)=…' to its query.".showingInvisible
        case .pathNotRegistered(let path):
            "The path '\(path)' is not registered; register it, or check how it is spelled."
                .showingInvisible
        }
    }
}
