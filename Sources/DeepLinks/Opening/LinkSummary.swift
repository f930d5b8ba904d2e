import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What may be told of a link: the route that it leads to and its parameters' names, but not what they hold.
///
/// A path can hold secrets where its route has captures, so it is not told either.
public struct LinkSummary: Hashable, Sendable {
    /// A parameter of a link.
    public struct Item: Hashable, Sendable {
        /// The parameter's name, decoded.
        public let name: String

        /// Whether it has a value, be it an empty one.
        public let hasValue: Bool

        /// The value, if it has one and the parameter is one of those that ``DeepLinkCoordinator/Options/publicParameters``
        /// lists; else nil.
        public let value: String?
    }

    /// The path or pattern that the link leads to as it was registered, such as `/items/{id}`; nil if none is, or is known yet.
    public let route: String?

    /// The parameters as an action gets them: the captures of the path first, then those of the query.
    public let items: [Item]

    /// Whether the link has a fragment.
    public let hasFragment: Bool
}

extension LinkSummary {
    /// Sums up a link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - match: What it leads to, if that is known.
    ///   - parameters: The parameters that are no secrets.
    init(_ link: DeepLink, _ match: RouteMatch? = nil, showing parameters: Set<Parameter> = []) {
        route = match?.route.path
        items = (match?.mergedItems ?? link.queryItems).map { item in
            let isPublic =
                !parameters.isEmpty && parameters.contains(Parameter(rawValue: item.name))
            return Item(
                name: item.name,
                hasValue: item.value != nil,
                value: isPublic ? item.value : nil
            )
        }
        hasFragment = link.fragment != nil
    }
}

extension LinkSummary: CustomStringConvertible {
    /// The route, the parameters' names with `=…` or their public values, and whether there is a fragment.
    ///
    /// For example `/items/{id}?id=872346&token=…#…`. Of a link without a known route, the path is `…`.
    public var description: String {
        var bytes = Array((route ?? "…").utf8)
        for (index, item) in items.enumerated() {
            bytes.append(UInt8(ascii: index == 0 ? "?" : "&"))
            if let value = item.value {
                QueryText.append([URLQueryItem(name: item.name, value: value)], to: &bytes)
            } else {
                QueryText.appendName(item.name, to: &bytes)
                if item.hasValue {
                    bytes.append(contentsOf: "=…".utf8)
                }
            }
        }
        if hasFragment {
            bytes.append(contentsOf: "#…".utf8)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
