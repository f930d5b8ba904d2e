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
        route = match.route
        items = match.queryItems
        self.hasFragment = hasFragment
        self.names = names
    }

    /// The text.
    ///
    /// A path, a value or an unknown name may be secret, or written by a stranger. So the path is printed as that of the registered
    /// route, or as `…`, and a parameter's name only if the route captures it, its ``LinkPath`` declares it, a rule names it, or it is
    /// public: with `=…` or, if it is public, its value. `…` stands for the other parameters, and for the fragment:
    /// `/items/{id}?id=872346&token=…&…#…`.
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

    /// The hosts and schemes as a link begins with them, in lower case: `https://mydomain.io`, `myapp:`.
    private let origins: [(start: [UInt8], name: String, isScheme: Bool)]

    init(of rewriter: URLRewriter?, showing publicParameters: Set<Parameter>) {
        parameters = rewriter?.parameterNames ?? []
        self.publicParameters = publicParameters
        let names = (rewriter?.sources ?? []).flatMap { source in
            switch source {
            case .scheme(let source): source.names.map { ($0, true) }
            case .domain(let source):
                source.hosts.flatMap { [("https://\($0)", false), ("http://\($0)", false)] }
            }
        }
        origins = names.map { name, isScheme in
            let name = name.asciiLowercased
            return (Array((isScheme ? name + ":" : name).utf8), name, isScheme)
        }
    }

    /// Whether a parameter's name may be shown, for a link to the given route.
    func knows(_ parameter: Parameter, _ route: RegisteredRoute?) -> Bool {
        parameters.contains(parameter) || publicParameters.contains(parameter)
            || route?.knows(parameter) ?? false
    }

    /// The configured host or scheme that a link has, such as `https://mydomain.io` or `myapp`.
    ///
    /// - Parameter text: The link as it came in.
    /// - Returns: The name in lower case; nil for another host or scheme, which must not be repeated.
    func origin(of text: String) -> String? {
        withBytes(of: text) { bytes in
            var start = 0
            while start < bytes.count, bytes[start] <= 0x20 { start += 1 }
            // Read in place, as a copy of each would be retained and released.
            for number in origins.indices {
                let end = start + origins[number].start.count
                guard end <= bytes.count else { continue }
                let name = bytes[start..<end]
                let isSame = withBytes(of: origins[number].start, name.isEqual(ignoringCase:))
                let ends =
                    origins[number].isScheme || end == bytes.count
                    || ByteSet.authorityEnd.contains(bytes[end])
                if isSame, ends { return origins[number].name }
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
