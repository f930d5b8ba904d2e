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
///   If the template puts the capture into the path, the value must not be empty.
/// - `t={start?}`: the item is optional.
/// - `kind=book`: the item must have this value.
/// - `preview`: the item must be present without a value.
/// - `{code}`: an item without `=` must be present, and its name is captured. `{code?}` may be present. The first one that fits the
///   constraint counts, if the rule does not name it. A rule can have one such item.
///
/// Its last segment may have text before a catch-all: of `/wiki/Talk:a/b`, the pattern `/wiki/Talk:{*title}` captures `a/b`.
///
/// A pattern without items may end in `{*rest:verbatim}`, which captures the whole rest of the link as it was written, including the
/// query and the fragment: `/subscribe/{*feed:verbatim}` takes the whole URL from `/subscribe/https://example.com/feed/?token=1`.
/// With `{*rest?:verbatim}`, the path may end before it; the capture is absent if nothing follows at all.
///
/// It may end in a condition on the fragment: `#{anchor}`, which can have a constraint, `#{anchor?}`, or a text such as `#top`. An empty
/// fragment counts as absent.
///
/// If an item is repeated, the first one counts. If the items or the fragment do not fit, the rule is passed over and the next one is tried.
/// Of rules with the same path, the one with more fixed values is tried first, then the one with more required items, then
/// the one with more constrained captures, then the one that requires more of the fragment, then the one declared first.
///
/// **The internal side** is a path and a query made of text and captures, and a fragment if it ends in a capture such as `#{anchor}`.
/// Otherwise, the link's own fragment is kept if the external side does not ask for it. Captures are inserted as data: no text in a link
/// can add a segment or an item. Only a catch-all, or an item with a path, written as `{*rest}` alone in a segment, adds its segments. A segment or
/// item with an absent capture is left out. Items of the link with a name that the template sets, or that the external
/// side names, are dropped. The source's ``SourceOptions/Query`` decides which of the others are kept; these follow in order.
public struct Rewrite: Hashable, Sendable {
    /// The external side: a path pattern, query items and a fragment.
    public var pattern: String

    /// The internal side: a path and query items, which can contain captures, and a capture for the fragment.
    public var template: String {
        didSet { declaredPath = nil }
    }

    /// What the rule says beside its two sides.
    public var notes: RewriteRule.Notes

    /// The ``LinkPath`` that the template is made of; nil if it was given as text.
    var declaredPath: DeclaredPath?

    /// Creates a rule; ``RewriteRule/Notes`` describes what it says beside its two sides.
    public init(
        _ pattern: String,
        to template: String,
        examples: [String: String?] = [:],
        claims: Bool = true,
        title: String? = nil,
        owner: String? = nil,
        allow: [String] = []
    ) {
        self.pattern = pattern
        self.template = template
        notes = .init(
            examples: examples,
            claims: claims,
            title: title,
            owner: owner,
            allow: allow
        )
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
    /// The external side: a path pattern, query items and a fragment, as in ``Rewrite``.
    public var pattern: String

    /// What the rule says beside its external side.
    public var notes: RewriteRule.Notes

    /// Creates a rule; ``RewriteRule/Notes`` describes what it says beside its external side.
    public init(
        _ pattern: String,
        examples: [String: String?] = [:],
        claims: Bool = true,
        title: String? = nil,
        owner: String? = nil,
        allow: [String] = []
    ) {
        self.pattern = pattern
        notes = .init(
            examples: examples,
            claims: claims,
            title: title,
            owner: owner,
            allow: allow
        )
    }
}

/// A rule for links that are refused, although a less specific rule would take them.
///
/// ```swift
/// Rewrite("/projects/{creator}/{project}", to: "/project?id={project}")
/// Refuse("/projects/{creator}/edit")
/// ```
///
/// Examples show what it refuses: `Refuse("/projects/{creator}/edit", examples: ["/projects/ann/edit": nil])`.
///
/// It has the same precedence as any other rule with its pattern. The error ``RewriteError/Reason/refusedByRule(_:)`` names it.
public struct Refuse: Hashable, Sendable {
    /// The external side: a path pattern, query items and a fragment, as in ``Rewrite``.
    public var pattern: String

    /// What the rule says beside its external side; links that it refuses are never claimed.
    public var notes: RewriteRule.Notes

    /// Creates a rule; ``RewriteRule/Notes`` describes what it says beside its external side.
    public init(
        _ pattern: String,
        examples: [String: String?] = [:],
        title: String? = nil,
        owner: String? = nil,
        allow: [String] = []
    ) {
        self.pattern = pattern
        notes = .init(examples: examples, title: title, owner: owner, allow: allow)
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

    /// What the rule says beside its two sides.
    public var notes: Notes {
        switch self {
        case .rewrite(let rewrite): rewrite.notes
        case .unwrap(let unwrap): unwrap.notes
        case .refuse(let refuse): refuse.notes
        }
    }
}

extension RewriteRule {
    /// What a rule says beside its two sides: for checks, for the site and for people.
    public struct Notes: Hashable, Sendable {
        /// External links with the internal links that they must become, or nil if they must be refused, of a ``Refuse`` rule by this
        /// rule; checked when the rewriter is made.
        ///
        /// A key is a whole link, or a path with its query and fragment, which is read as a link to the source's first
        /// host that is not a pattern, or to its first scheme.
        public var examples: [String: String?]

        /// Whether the site claims the rule's links for the app, in its association file.
        ///
        /// Links that it does not claim stay in the browser, and open the app in other ways: by a QR code's scanner in the app,
        /// a push notification, or a wrapper.
        public var claims: Bool

        /// What the rule is called by people, such as `Product page`; shown with findings, in maps and in explanations.
        public var title: String?

        /// The team or person that owns the rule; shown together with the title.
        public var owner: String?

        /// The codes of the findings about this rule that are intended and that checks should not report.
        public var allow: [String]

        /// Creates notes; those not given have their default.
        public init(
            examples: [String: String?] = [:],
            claims: Bool = true,
            title: String? = nil,
            owner: String? = nil,
            allow: [String] = []
        ) {
            self.examples = examples
            self.claims = claims
            self.title = title
            self.owner = owner
            self.allow = allow
        }

        /// The examples that must become internal links.
        package var linksByExample: [String: String] { examples.compactMapValues(\.self) }

        /// What people call the rule, and whom it belongs to: `'Product page' of 'Growth'`; nil if neither is said, or both are empty.
        package var name: String? {
            let owner = owner.flatMap { $0.isEmpty ? nil : "of '\($0)'" }
            guard let title, !title.isEmpty else { return owner.map { "a rule \($0)" } }
            return "'\(title)'" + (owner.map { " \($0)" } ?? "")
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

    /// The external side of one of its rules; the capture of a whole link is the rest after no path at all.
    func external(of rule: RewriteRule) throws(RuleFlaw) -> ExternalPattern {
        guard case .scheme(let scheme) = self, let whole = scheme.wholeLink else {
            return try ExternalPattern(rule.pattern)
        }
        return try ExternalPattern(wholeLinkAs: whole.name)
    }

    /// Whether it is a scheme that hands its links over whole.
    package var takesWholeLinks: Bool {
        if case .scheme(let scheme) = self { scheme.wholeLink != nil } else { false }
    }
}
