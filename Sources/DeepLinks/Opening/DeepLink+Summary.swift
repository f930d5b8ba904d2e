import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLink {
    /// What is printed of a link: all that the package prints of internal links is decided here.
    ///
    /// A path, a value or an unknown name may be a secret, or a stranger's words. So a path is printed as the route that was
    /// registered, or as `…`, and a parameter's name only if the route captures it, a rule names it, or it is public: with `=…` or,
    /// if it is public, its value. `…` stands for the other parameters, and for the fragment:
    /// `/items/{id}?id=872346&token=…&…#…`.
    ///
    /// - Parameters:
    ///   - match: What the link leads to, if that is known.
    ///   - names: The names of parameters that rules have.
    ///   - parameters: The parameters that are no secrets.
    /// - Returns: The text.
    func summary(
        _ match: RouteMatch? = nil,
        knowing names: Set<Parameter> = [],
        showing parameters: Set<Parameter> = []
    ) -> String {
        let captures = match?.route.pattern.captureNames ?? []
        let items = match?.queryItems ?? queryItems
        var texts: [String] = []
        for item in items {
            let parameter = Parameter(rawValue: item.name)
            let isPublic = parameters.contains(parameter)
            let isCaptured = captures.contains { hasSameBytes($0, item.name) }
            guard isPublic || isCaptured || names.contains(parameter) else { continue }
            var bytes: [UInt8] = []
            let value = isPublic ? item.value : nil
            QueryText.append([URLQueryItem(name: item.name, value: value)], to: &bytes)
            let isHidden = item.value != nil && !isPublic
            texts.append(String(decoding: bytes, as: UTF8.self) + (isHidden ? "=…" : ""))
        }
        if texts.count < items.count { texts.append("…") }
        return (match?.route.description ?? "…") + (texts.isEmpty ? "" : "?")
            + texts.joined(separator: "&") + (fragment == nil ? "" : "#…")
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
