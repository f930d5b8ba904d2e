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

    /// The text about a link that leads to this route: of a missing value, it says what the route captures.
    func text(on route: RegisteredRoute?) -> ErrorText {
        switch self {
        case .missingQueryItem(let name):
            let obstacle = "The link has no value for '\(name)'"
            let remedy = "add '\(name)=…' to its query, or"
            guard let route, !route.captureNames.isEmpty else {
                return ErrorText(obstacle, "\(remedy) check how the name is spelled")
            }
            // A route's own capture takes the place of an item with its name.
            guard !route.captureNames.contains(where: { hasSameBytes($0, name) }) else {
                return ErrorText(obstacle, "write it in its path, as in '\(route)'")
            }
            let names = route.captureNames.map { "'\($0)'" }.joined(separator: ", ")
            return ErrorText(obstacle, "\(remedy) read what '\(route)' captures: \(names)")
        case .pathNotRegistered(let path):
            return ErrorText(
                "The path '\(path)' is not registered",
                "register it, or check how it is spelled"
            )
        }
    }
}
