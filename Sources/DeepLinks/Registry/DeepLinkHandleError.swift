package import PathMatching

/// Why a link was not handled.
public enum DeepLinkHandleError: Error, Equatable {
    /// An action needs a parameter that the link has no value for.
    case missingQueryItem(name: String)

    /// No route is registered for the link's path.
    case pathNotRegistered(path: String)
}

extension DeepLinkHandleError: CustomStringConvertible {
    package var text: ErrorText { text(on: nil) }

    /// The text about a link that leads to this route: of a missing value, it says which other names the route captures.
    func text(on route: RegisteredRoute?) -> ErrorText {
        switch self {
        case .missingQueryItem(let name):
            var remedy = "check how the name is spelled"
            if let route, !route.captureNames.isEmpty,
                !route.captureNames.contains(where: { hasSameBytes($0, name) })
            {
                let names = route.captureNames.map { "'\($0)'" }.joined(separator: ", ")
                remedy = "read what '\(route)' captures: \(names)"
            }
            return ErrorText(
                "The link has no value for '\(name)'",
                "add '\(name)=…' to its query, or \(remedy)"
            )
        case .pathNotRegistered(let path):
            return ErrorText(
                "The path '\(path)' is not registered",
                "register it, or check how it is spelled"
            )
        }
    }
}
