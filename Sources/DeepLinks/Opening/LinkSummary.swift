import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is printed of a link: the route that it leads to, and the names of the parameters that the app knows.
///
/// A path, a value or an unknown name may be a secret, or a stranger's words. So a path is printed as the route that was
/// registered, and a parameter's name only if the route captures it, a rule names it, or
/// ``DeepLinkCoordinator/Options/publicParameters`` lists it. All that the package prints of internal links is decided here.
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

    /// The known parameters as an action gets them: the captures of the path first, then those of the query.
    public let items: [Item]

    /// How many other parameters there are, whose names are not told.
    public let otherItemCount: Int

    /// Whether the link has a fragment.
    public let hasFragment: Bool
}

extension LinkSummary {
    /// Sums up a link.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - match: What it leads to, if that is known.
    ///   - names: The names of parameters that rules have.
    ///   - parameters: The parameters that are no secrets.
    init(
        _ link: DeepLink,
        _ match: RouteMatch? = nil,
        knowing names: Set<Parameter> = [],
        showing parameters: Set<Parameter> = []
    ) {
        let known = names.union(parameters)
            .union((match?.route.pattern.captureNames ?? []).map { Parameter(rawValue: $0) })
        let all = match?.queryItems ?? link.queryItems
        route = match?.route.description
        items = all.filter { known.contains(Parameter(rawValue: $0.name)) }.map { item in
            Item(
                name: item.name,
                hasValue: item.value != nil,
                value: parameters.contains(Parameter(rawValue: item.name)) ? item.value : nil
            )
        }
        otherItemCount = all.count - items.count
        hasFragment = link.fragment != nil
    }
}

extension LinkSummary: CustomStringConvertible {
    /// The route, the known parameters' names with `=…` or their public values, and `…` for the other parameters, if there are
    /// any, and for the fragment.
    ///
    /// For example `/items/{id}?id=872346&token=…&…#…`. Of a link without a known route, the path is `…`.
    public var description: String {
        var bytes: [UInt8] = []
        for item in items {
            bytes.append(UInt8(ascii: bytes.isEmpty ? "?" : "&"))
            if let value = item.value {
                QueryText.append([URLQueryItem(name: item.name, value: value)], to: &bytes)
            } else {
                QueryText.append(item.name, to: &bytes)
                if item.hasValue { bytes.append(contentsOf: "=…".utf8) }
            }
        }
        let others = otherItemCount == 0 ? "" : items.isEmpty ? "?…" : "&…"
        return (route ?? "…") + String(decoding: bytes, as: UTF8.self) + others
            + (hasFragment ? "#…" : "")
    }
}

extension URLRewriter {
    /// The names of parameters that rules have, on either side, and that sources keep.
    var parameterNames: Set<Parameter> {
        var names: Set<Parameter> = []
        for source in sources {
            if case .keepOnly(let kept) = source.options.query { names.formUnion(kept) }
            for rule in source.rules {
                let texts =
                    switch rule {
                    case .rewrite(let rule): [rule.pattern, rule.template]
                    case .unwrap(let rule): [rule.pattern]
                    case .refuse(let rule): [rule.pattern]
                    }
                names.formUnion(texts.flatMap(Self.parameterNames))
            }
        }
        return names
    }

    /// The names in the query of a pattern or a template.
    private static func parameterNames(in text: String) -> [Parameter] {
        var depth = 0
        let query = text.utf8.drop { byte in
            if byte == UInt8(ascii: "{") { depth += 1 }
            if byte == UInt8(ascii: "}") { depth -= 1 }
            // Within braces it marks what is optional.
            return byte != UInt8(ascii: "?") || depth > 0
        }
        let items = withBytes(of: String(Substring(query.dropFirst()))) { bytes in
            try? QueryText.items(of: bytes)
        }
        return (items ?? []).map { Parameter(rawValue: $0.name) }
    }
}
