/// A rule that turns links with a certain path, and certain query items, into internal links.
///
/// ```swift
/// Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}",
///         examples: ["/domainA/items/red-shoe-872346": "/featureA/detail?id=872346"])
/// Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
/// ```
///
/// **The external side** is a path pattern. Query items may follow it; a link may have them in any order:
///
/// - `v={video}`: the item must be present with a value, which is captured. It can have a constraint, `{video:int}`, or
///   text around it, `https://{rest}`, as in a segment. Of `{rest:path}`, a template can add the segments.
/// - `t={start?}`: the item is optional.
/// - `kind=book`: the item must have this value.
/// - `preview`: the item must be present without a value.
/// - `{code}`: an item without `=` must be present, and its name is captured. `{code?}` may be present. The first one that fits the
///   constraint counts, if the rule does not name it. A rule can have one such item.
///
/// A pattern without items may end in `{*rest:verbatim}`, which captures the whole rest of the link as it was written, including the
/// query and the fragment: `/subscribe/{*feed:verbatim}` takes the whole URL from `/subscribe/https://example.com/feed/?token=1`.
/// With `{*rest?:verbatim}`, the path may end before it; the capture is absent if nothing follows at all.
///
/// It may end in a condition on the fragment: `#{anchor}`, which can have a constraint, `#{anchor?}`, or a text such as `#top`. An empty
/// fragment counts as absent.
///
/// If an item is repeated, the first one counts. If the items or the fragment do not fit, the rule is passed over and the next one is tried.
/// Of rules with the same path, the one with more required items is tried first, then the one with more fixed values, then
/// the one with more constrained captures, then the one that requires more of the fragment, then the one declared first.
///
/// **The internal side** is a path and a query made of text and captures, and a fragment if it ends in a capture such as `#{anchor}`.
/// Otherwise, the link's own fragment is kept if the external side does not ask for it. Captures are inserted as data: no text in a link
/// can add a segment or an item. Only a catch-all, or an item with a path, written as `{*rest}` alone in a segment, adds its segments. A segment or
/// item with an absent capture is left out. Items of the link with a name that the template sets, or that the external
/// side names, are dropped. The source's ``SourceOptions/Query`` decides which of the others are kept; these follow in order.
public struct Rewrite: Hashable, Sendable {
    /// The external side: a path pattern and query items.
    public var pattern: String

    /// The internal side: a path and query items, which can contain captures.
    public var template: String

    /// External links with the internal links that they must become, checked when the rewriter is made.
    ///
    /// A key is a whole link, or a path with its query and fragment, which is read as a link to the source's first
    /// host that is not a pattern, or to its first scheme.
    public var examples: [String: String]

    /// The codes of the findings about this rule that are intended and that checks should not report.
    public var allow: [String]

    /// What is wrong with the ``LinkPath`` that the rule leads to; nil if nothing is, or if it leads to a template.
    var pathFlaw: DeepLinkRegisterError?

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - template: The internal side.
    ///   - examples: External links with the internal links that they must become.
    ///   - allow: The codes of the findings about this rule that are intended.
    public init(
        _ pattern: String,
        to template: String,
        examples: [String: String] = [:],
        allow: [String] = []
    ) {
        self.pattern = pattern
        self.template = template
        self.examples = examples
        self.allow = allow
    }
}

/// A rule for links that contain another link, as mail and marketing services make them.
///
/// ```swift
/// Unwrap("/mbar?redirect_to={target}")
/// ```
///
/// The captured text is rewritten as an external link: it must be a whole link to a configured source, and is checked
/// like any other. It may be a wrapper again, up to three in all. If a pattern has several captures, the target is the one
/// named `target`. The wrapper's other items are in ``URLRewriter/Details/removedItems``; its fragment is dropped.
public struct Unwrap: Hashable, Sendable {
    /// The external side: a path pattern and query items, as in ``Rewrite``.
    public var pattern: String

    /// External links with the internal links that they must become, checked when the rewriter is made.
    public var examples: [String: String]

    /// The codes of the findings about this rule that are intended and that checks should not report.
    public var allow: [String]

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - examples: External links with the internal links that they must become.
    ///   - allow: The codes of the findings about this rule that are intended.
    public init(_ pattern: String, examples: [String: String] = [:], allow: [String] = []) {
        self.pattern = pattern
        self.examples = examples
        self.allow = allow
    }
}

/// A rule for links that are refused, although a less specific rule would take them.
///
/// ```swift
/// Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
/// Refuse("/projects/{creator}/edit")
/// ```
///
/// It has the same precedence as any other rule with its pattern. The error ``RewriteError/Reason/refusedByRule(_:)`` names it.
public struct Refuse: Hashable, Sendable {
    /// The external side: a path pattern and query items, as in ``Rewrite``.
    public var pattern: String

    /// The codes of the findings about this rule that are intended and that checks should not report.
    public var allow: [String]

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - pattern: The external side.
    ///   - allow: The codes of the findings about this rule that are intended.
    public init(_ pattern: String, allow: [String] = []) {
        self.pattern = pattern
        self.allow = allow
    }
}

/// One rule of a source.
public enum RewriteRule: Hashable, Sendable {
    /// A rule that makes an internal link.
    case rewrite(Rewrite)
    /// A rule that unwraps a link.
    case unwrap(Unwrap)
    /// A rule that refuses links.
    case refuse(Refuse)

    /// The external side.
    public var pattern: String {
        switch self {
        case .rewrite(let rewrite): rewrite.pattern
        case .unwrap(let unwrap): unwrap.pattern
        case .refuse(let refuse): refuse.pattern
        }
    }

    /// The internal side; nil if the rule has none.
    package var template: String? {
        if case .rewrite(let rewrite) = self { rewrite.template } else { nil }
    }

    /// External links with the internal links that they must become.
    public var examples: [String: String] {
        switch self {
        case .rewrite(let rewrite): rewrite.examples
        case .unwrap(let unwrap): unwrap.examples
        case .refuse: [:]
        }
    }

    /// The codes of the findings about this rule that are intended.
    public var allow: [String] {
        switch self {
        case .rewrite(let rewrite): rewrite.allow
        case .unwrap(let unwrap): unwrap.allow
        case .refuse(let refuse): refuse.allow
        }
    }
}

/// A set of hosts or of schemes with its rules.
public enum RewriteSource: Hashable, Sendable {
    /// Hosts with their rules.
    case domain(Domain)
    /// Custom schemes with their rules.
    case scheme(Scheme)

    /// The options that all rules share.
    public var options: SourceOptions {
        switch self {
        case .domain(let domain): domain.options
        case .scheme(let scheme): scheme.options
        }
    }

    /// The rules, in the order of declaration.
    ///
    /// If a scheme hands its links over whole, they are one rule, whose external side is only the capture: `{url}`.
    public var rules: [RewriteRule] {
        switch self {
        case .domain(let domain): domain.rules
        case .scheme(let scheme): scheme.wholeLink.map { [$0.rule] } ?? scheme.rules
        }
    }

    /// Whether it is a scheme that hands its links over whole.
    package var takesWholeLinks: Bool {
        if case .scheme(let scheme) = self { scheme.wholeLink != nil } else { false }
    }
}
