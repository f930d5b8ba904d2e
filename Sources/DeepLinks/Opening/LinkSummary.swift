import PathMatching

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What is printed of an internal link: everything that the package prints of such links is decided here.
///
/// The text is made when it is read, since most events are not printed.
struct LinkSummary: Sendable {
    /// The route that the link leads to, if that is known.
    private let route: RegisteredRoute?
    /// The items that the route's action gets, or else the link's own.
    private let items: [URLQueryItem]
    private let hasFragment: Bool
    /// The names that may be shown.
    private let names: KnownNames

    /// The summary of a link, with what its route's action gets if that is known.
    init(_ link: DeepLink, _ match: RouteMatch? = nil, _ names: KnownNames = .none) {
        route = match?.route
        items = match?.queryItems ?? link.queryItems
        hasFragment = link.fragment != nil
        self.names = names
    }

    /// The summary of a link that leads to a route.
    init(_ match: RouteMatch, hasFragment: Bool, _ names: KnownNames) {
        (route, items) = (match.route, match.queryItems)
        self.hasFragment = hasFragment
        self.names = names
    }

    /// The text.
    ///
    /// A path, a value or an unknown name may be secret, or written by a stranger. So the path is printed as that of the registered
    /// route, or as `…`; a parameter, only if the route or a rule knows its name or it is public: with `=…` or, if it is public, its
    /// value. `…` stands for the other parameters, and for the fragment: `/items/{id}?id=872346&token=…&…#…`.
    var text: String {
        var text = route?.description ?? "…"
        var (mark, isWhole) = ("?", true)
        for item in items {
            let parameter = Parameter(rawValue: item.name)
            let isPublic = names.publicParameters.contains(parameter)
            guard isPublic || names.knows(parameter, route) else {
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
        if hasFragment { text += "#…" }
        return text
    }
}

/// The names that events may show: those in a rewriter's rules, and of public parameters.
final class KnownNames: Sendable {
    /// No names at all.
    static let none = KnownNames(of: nil, showing: [])

    /// The parameters whose values may be shown.
    let publicParameters: Set<Parameter>

    /// The parameters in the rules.
    private let parameters: Set<Parameter>

    /// The hosts and schemes, and how events show them: `https://mydomain.io`, `myapp`.
    private let sources: [(isSecure: Bool?, name: [UInt8], shown: String)]

    init(of rewriter: URLRewriter?, showing publicParameters: Set<Parameter>) {
        parameters = rewriter?.parameterNames ?? []
        self.publicParameters = publicParameters
        sources = (rewriter?.sources ?? []).flatMap { source in
            let (starts, names): ([(Bool?, String)], [String]) =
                switch source {
                case .scheme(let source): ([(nil, "")], source.names)
                case .domain(let source):
                    ([(true, "https://"), (false, "http://")], source.hosts)
                }
            return names.map(\.asciiLowercased).flatMap { name in
                starts.map { ($0.0, Array(name.utf8), $0.1 + name) }
            }
        }
    }

    /// Whether a parameter's name may be shown, for a link to the given route.
    func knows(_ parameter: Parameter, _ route: RegisteredRoute?) -> Bool {
        parameters.contains(parameter) || publicParameters.contains(parameter)
            || route?.knows(parameter) ?? false
    }

    /// The configured host or scheme of a link as it came in, in lower case, such as `https://mydomain.io` or `myapp`; nil for another one, which
    /// must not be repeated.
    func source(of text: String) -> String? {
        withBytes(of: text) { bytes in
            let link = bytes[bytes.trimmed]
            let (isSecure, name): (Bool?, ByteView)
            switch try? LinkBeginning(link) {
            case .web(let https, let authority)?: (isSecure, name) = (https, link[authority])
            case .custom(let scheme)?: (isSecure, name) = (nil, link[scheme])
            case nil: return nil
            }
            // Read in place, as a copy of each would be retained and released.
            for index in sources.indices where sources[index].isSecure == isSecure {
                if withBytes(of: sources[index].name, name.isEqual(ignoringCase:)) {
                    return sources[index].shown
                }
            }
            return nil
        }
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
                guard let template = rule.template else { continue }
                names.formUnion(template.items.map { Parameter(rawValue: $0.name) })
            }
        }
        return names
    }
}
