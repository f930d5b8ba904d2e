import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension DeepLink {
    /// The text that is printed for a link: everything that the package prints of internal links is decided here.
    ///
    /// A path, a value or an unknown name may be secret, or written by a stranger. So the path is printed as that of the registered
    /// route, or as `…`, and a parameter's name only if the route captures it, a rule names it, or it is public: with `=…` or,
    /// if it is public, its value. `…` stands for the other parameters, and for the fragment:
    /// `/items/{id}?id=872346&token=…&…#…`.
    ///
    /// - Parameters:
    ///   - match: The route that the link leads to, if that is known.
    ///   - names: The names of parameters in the rules.
    ///   - parameters: The parameters whose values may be shown.
    /// - Returns: The text.
    func summary(
        _ match: RouteMatch? = nil,
        knowing names: Set<Parameter> = [],
        showing parameters: Set<Parameter> = []
    ) -> String {
        let items = match?.queryItems ?? queryItems
        var text = match?.route.description ?? "…"
        var (mark, isWhole) = ("?", true)
        for item in items {
            let parameter = Parameter(rawValue: item.name)
            let isPublic = parameters.contains(parameter)
            guard isPublic || names.contains(parameter) || match?.route.knows(parameter) ?? false
            else {
                isWhole = false
                continue
            }
            text += mark
            text += QueryText.encoded(item.name)
            if let value = item.value {
                text += "="
                text += isPublic ? QueryText.encoded(value) : "…"
            }
            mark = "&"
        }
        if !isWhole { text += "\(mark)…" }
        if fragment != nil { text += "#…" }
        return text
    }
}

extension URLRewriter {
    /// The names of parameters in the rules, on either side, and of those that sources keep.
    var parameterNames: Set<Parameter> {
        var names: Set<Parameter> = []
        for source in index.sources {
            if case .keepOnly(let kept) = source.options.query { names.formUnion(kept) }
            for rule in source.rules {
                names.formUnion(rule.conditions.compactMap(\.name).map(Parameter.init(rawValue:)))
                guard case .rewrite(let template) = rule.action else { continue }
                names.formUnion(template.items.map { Parameter(rawValue: $0.name) })
            }
        }
        return names
    }
}
