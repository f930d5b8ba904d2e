import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Turns external links, which the app does not control, into the app's own internal links.
///
/// ```swift
/// let rewriter = try URLRewriter {
///     Domain("mydomain.io", "www.mydomain.io") {
///         Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
///         Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
///     }
///     Scheme("myapp", unmatched: .passThrough)
/// }
/// let link = try rewriter.rewrite("https://mydomain.io/domainA/items/red-shoe-872346")
/// // /featureA/detail?id=872346
/// ```
///
/// A browser reads every link that a rewriter accepts in the same way: scheme, host, port and path. A link that a browser
/// would repair, or could read differently than its text says, is refused with the reason and the place.
///
/// A rewriter never changes. To use other rules, make another one: if its rules have a fault, none is made and the old
/// one stays.
public struct URLRewriter: Sendable {
    /// The largest number of links that a link may be wrapped in.
    package static let wrapperLimit = 3

    package let index: RewriteIndex

    /// Makes a rewriter, after checking all of its rules and their examples.
    ///
    /// - Parameters:
    ///   - limits: How large a link may be.
    ///   - sources: The domains and schemes with their rules.
    /// - Throws: The first fault, with the rule, the obstacle and the way out.
    public init(
        limits: Limits = Limits(),
        @RewriteSource.Builder sources: () -> [RewriteSource]
    ) throws(RewriteRuleError) {
        try self.init(limits: limits, sources: sources())
    }

    /// Makes a rewriter from an array of sources, after checking all of their rules and examples.
    public init(limits: Limits = Limits(), sources: [RewriteSource]) throws(RewriteRuleError) {
        var flaws: [RewriteRuleError] = []
        self.init(passingOverFlaws: &flaws, limits: limits, sources: sources)
        if let flaw = flaws.first { throw flaw }
    }

    /// Makes a rewriter from the rules that have no flaw, for checks of these rules; `flaws` receives the flaws of the other rules or, if
    /// there are none, of the examples.
    package init(
        passingOverFlaws flaws: inout [RewriteRuleError],
        limits: Limits,
        sources: [RewriteSource]
    ) {
        flaws = []
        index = RewriteIndex(limits: limits, sources, flaws: &flaws)
        // With a flawed rule missing, the examples of others may fail.
        if flaws.isEmpty { flaws = exampleFlaws() }
    }

    /// How large a link may be.
    public var limits: Limits { index.limits }

    /// The domains and schemes with their rules, as they were given; the template of a rule to a ``LinkPath`` also uses the captures of
    /// the source's hosts and prefixes.
    public var sources: [RewriteSource] { index.declaredSources }

    /// Turns an external link into an internal one.
    ///
    /// - Parameter url: The link, as the system delivers it.
    /// - Returns: The internal link.
    /// - Throws: The reason why the link was refused, and the place.
    public func rewrite(_ url: URL) throws(RewriteError) -> DeepLink {
        try details(of: url).link
    }

    /// Turns an external link into an internal one.
    ///
    /// - Parameter string: The link. ASCII white space around it, which QR codes and push payloads may have, is ignored.
    /// - Returns: The internal link.
    /// - Throws: The reason why the link was refused, and the place.
    public func rewrite(_ string: String) throws(RewriteError) -> DeepLink {
        try details(of: string).link
    }

    /// The same as ``rewrite(_:)-(URL)``, with the rule that made the link and the items that were removed.
    public func details(of url: URL) throws(RewriteError) -> URLRewriter.Details {
        try details(of: url.absoluteString, trims: false)
    }

    /// The same as ``rewrite(_:)-(String)``, with the rule that made the link and the items that were removed.
    public func details(of string: String) throws(RewriteError) -> URLRewriter.Details {
        try details(of: string, trims: true)
    }

    private func details(of text: String, trims: Bool) throws(RewriteError) -> URLRewriter.Details {
        let made = try index.rewrite(text, trims: trims, wrappers: 0)
        return try Self.unwrapped(made) { (text, wrappers) throws(RewriteError) in
            try index.rewrite(text, trims: false, wrappers: wrappers)
        }
    }
}

// MARK: - Wrapped links

extension URLRewriter {
    /// The internal link that was made or, of a wrapper, the one that `rewrite` makes of the link in it, and so on.
    static func unwrapped(
        _ made: consuming Rewritten,
        _ rewrite: (String, _ wrappers: Int) throws(RewriteError) -> Rewritten
    ) throws(RewriteError) -> URLRewriter.Details {
        var (target, outer, isCustom): (String, [URLQueryItem], Bool)
        switch consume made {
        case .link(let details): return details
        case .wrapped(let first, let items, let custom):
            (target, outer, isCustom) = (first, items, custom)
        }
        for wrappers in 1...wrapperLimit {
            switch try rewrite(target, wrappers) {
            case .link(var details):
                details.unwrappedURL = target
                details.removedItems = outer + details.removedItems
                details.hasCustomScheme = details.hasCustomScheme == true || isCustom
                return details
            case .wrapped(let next, let items, let custom):
                target = next
                outer += items
                isCustom = isCustom || custom
            }
        }
        var error = RewriteError(.tooManyWrappers, in: .link, at: 0)
        error.wrappers = wrapperLimit
        throw error
    }

    /// The text that a link wraps, so many wrappers deep; nil if it wraps fewer.
    func unwrapped(_ text: String, _ wrappers: Int) -> String? {
        var text = text
        for number in 0..<wrappers {
            let made = try? index.rewrite(text, trims: number == 0, wrappers: number)
            guard case .wrapped(let target, _, _)? = made else { return nil }
            text = target
        }
        return text
    }
}

// MARK: - Details

extension URLRewriter {
    /// An internal link, with details about how it was rewritten.
    public struct Details: Hashable, Sendable {
        /// The internal link.
        public internal(set) var link: DeepLink

        /// The items of the external link that are not in the internal one, decoded and in order.
        ///
        /// Read campaign parameters here that features should not see. These are the items that the source's ``SourceOptions/Query`` removed.
        /// Items that the rule reads, or that its template replaces, are not included. If the link was wrapped in others, all items of
        /// its wrappers come first, those of the outermost wrapper before the others, without the items that held the wrapped links.
        public internal(set) var removedItems: [URLQueryItem]

        /// The external side of the rule that made the link, as it was declared; nil if no rule fits and the link passed as it is.
        ///
        /// It contains no text of the link, so it can be counted and logged.
        public var pattern: String? { rule?.pattern }

        /// The number of the source that has the link's host or scheme; -1 for a link that the app made itself.
        package let sourceIndex: Int

        /// Whether the link, or one of those that it was wrapped in, has a custom scheme; nil for a link that the app made itself.
        package internal(set) var hasCustomScheme: Bool?

        /// The number of the rule in its source; nil if no rule fits and the link passed as it is.
        package var ruleIndex: Int? { rule?.place.rule }

        /// The number of the prefix under which the rule fits; nil like ``ruleIndex``.
        package var prefixIndex: Int? { rule?.place.prefix }

        /// The innermost URL, if the link was wrapped in others; nil if it was not.
        ///
        /// Rewriting it gives the same ``link``. Its origin also depends on its wrappers: it is a universal link only if it and all of
        /// its wrappers are web links.
        package internal(set) var unwrappedURL: String?

        private let rule: CompiledRule?

        /// Creates the details of a link that a rule made, or that passed without one; without a source, of one that the app made itself.
        init(
            _ link: consuming DeepLink,
            _ removed: consuming [URLQueryItem] = [],
            by rule: CompiledRule? = nil,
            of source: CompiledSource? = nil
        ) {
            self.link = link
            removedItems = removed
            self.rule = rule
            sourceIndex = source?.number ?? -1
            hasCustomScheme = source?.isCustomScheme
        }
    }
}

extension URLRewriter.Details {
    /// Whether both have the same links and items, and were made by rules with the same place and pattern.
    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.link == rhs.link && hasSameItems(lhs.removedItems, rhs.removedItems)
            && hasSameBytes(lhs.unwrappedURL, rhs.unwrappedURL)
            && hasSameBytes(lhs.pattern, rhs.pattern)
            && lhs.sourceIndex == rhs.sourceIndex && lhs.ruleIndex == rhs.ruleIndex
    }

    /// Feeds the link and the rule's pattern into `hasher`.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(link)
        hasher.combine(pattern)
    }
}

extension URLRewriter.Details: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The link and the rule that made it, without what the link holds: `…?…, by '/reset/{token}'`.
    public var description: String {
        "\(link), " + (pattern.map { "by '\($0)'" } ?? "passed through")
            + (removedItems.isEmpty ? "" : ", \(removedItems.count) removed")
    }
}
