package import PathMatching

/// Why a link was not handled.
public enum DeepLinkHandleError: Error, Equatable {
    /// An action needs a parameter that the link has no value for.
    case missingQueryItem(name: String)

    /// No route is registered for the link's path.
    case pathNotRegistered(path: String)
}

extension DeepLinkHandleError: CustomStringConvertible {
    package var text: ErrorText {
        switch self {
        case .missingQueryItem(let name):
            ErrorText("The link has no value for '\(name)'", "add '\(name)=…' to its query")
        case .pathNotRegistered(let path):
            ErrorText(
                "The path '\(path)' is not registered",
                "register it, or check how it is spelled"
            )
        }
    }
}
