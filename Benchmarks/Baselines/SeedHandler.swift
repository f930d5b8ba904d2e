import DeepLinks
import Foundation

/// What users would have without the package: a dictionary of actions by path, and a function that makes an internal URL of an
/// external one by hand, both with `URLComponents`.
@MainActor
struct SeedHandler {
    static let name = "seed: preprocessing, then its handler"

    /// The actions by the path that `URLComponents` gives.
    var actions: [String: DeepLinkHandler.Action] = [:]

    private struct UnknownLink: Error {}

    func open(_ url: URL) throws {
        try handle(Self.internalURL(from: url))
    }

    private func handle(_ url: URL) throws {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true),
            let action = actions[components.path]
        else { throw UnknownLink() }
        try action(components.queryItems ?? [])
    }

    /// The internal link for an external one; it checks no host, and takes any text as an identifier.
    private static func internalURL(from url: URL) throws -> URL {
        guard let components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
            throw UnknownLink()
        }
        var link = URLComponents()
        link.queryItems = components.queryItems
        switch components.path {
        case let path where components.scheme == "myapp":
            let host = components.host ?? ""
            link.path = host.isEmpty ? path : "/\(host)\(path)"
        case let path where path.hasPrefix("/domainA/") || path.hasPrefix("/a/"):
            guard
                let identifier = path.components(separatedBy: "/").last?
                    .components(separatedBy: "-").last,
                identifier != ""
            else { throw UnknownLink() }
            link.path = "/featureA/detail"
            let item = URLQueryItem(name: "id", value: identifier)
            link.queryItems = [item] + (components.queryItems ?? [])
        default: throw UnknownLink()
        }
        guard let internalURL = link.url else { throw UnknownLink() }
        return internalURL
    }
}
