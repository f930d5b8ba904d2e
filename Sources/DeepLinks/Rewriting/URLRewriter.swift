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
    ///
    /// - Parameters:
    ///   - limits: How large a link may be.
    ///   - sources: The domains and schemes with their rules.
    /// - Throws: The first fault, with the rule, the obstacle and the way out.
    public init(limits: Limits = Limits(), sources: [RewriteSource]) throws(RewriteRuleError) {
        var flaws: [RewriteRuleError] = []
        self.init(passingOverFlaws: &flaws, limits: limits, sources: sources)
        if let flaw = flaws.first { throw flaw }
    }

    /// Makes a rewriter from the rules that have no flaw, for checks of these rules; `flaws` receives the flaws of the other rules, and of
    /// the examples of these.
    package init(
        passingOverFlaws flaws: inout [RewriteRuleError],
        limits: Limits,
        sources: [RewriteSource]
    ) {
        flaws = []
        index = RewriteIndex(limits: limits, sources, flaws: &flaws)
        let flawed = Set(flaws.map { [$0.sourceIndex, $0.ruleIndex] })
        // Examples of flawed rules say nothing, and with a flawed rule missing, other examples may be refused.
        flaws += exampleFlaws(besides: Set(flaws.map(\.sourceIndex))).filter { flaw in
            !flawed.contains([flaw.sourceIndex, flaw.ruleIndex])
                && !flawed.contains([flaw.sourceIndex, nil])
        }
    }

    /// How large a link may be.
    public var limits: Limits { index.limits }

    /// The domains and schemes with their rules, as they were given; the template of a rule to a ``LinkPath`` also uses the captures of
    /// the source's hosts and prefixes.
    public var sources: [RewriteSource] { index.descriptions }

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

    /// Turns an external link into an internal one, and says which rule made it and which items were removed.
    ///
    /// - Parameter url: The link, as the system delivers it.
    /// - Returns: The internal link, the rule's pattern and the removed items.
    /// - Throws: The same errors as ``rewrite(_:)-(URL)``.
    public func details(of url: URL) throws(RewriteError) -> URLRewriter.Details {
        try details(of: url.absoluteString, trims: false)
    }

    /// Turns an external link into an internal one, and says which rule made it and which items were removed.
    ///
    /// - Parameter string: The link. ASCII white space around it is ignored.
    /// - Returns: The internal link, the rule's pattern and the removed items.
    /// - Throws: The same errors as ``rewrite(_:)-(String)``.
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
                details.hasCustomScheme = details.hasCustomScheme || isCustom
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

// MARK: - Examples

extension URLRewriter {
    /// The flaws of examples that do not become the expected links, in order; some sources have flaws of their own, or the limits, which
    /// are nil.
    private func exampleFlaws(besides flawed: Set<Int?>) -> [RewriteRuleError] {
        var flaws: [RewriteRuleError] = []
        for (number, source) in sources.enumerated() {
            for (ruleNumber, rule) in source.rules.enumerated() {
                let examples = rule.notes.examples.inOrder { $0.key < $1.key }
                for (example, expected) in examples {
                    let place = (number, ruleNumber)
                    let text = flaw(ofExample: example, expected, at: place, besides: flawed)
                    guard let text else { continue }
                    let flaw = RuleFlaw(
                        "failing-example",
                        text.after("the example '\(example)' "),
                        at: .root.key("examples").key(example)
                    )
                    flaws.append(source.error(flaw, source: number, rule: ruleNumber))
                }
            }
        }
        return flaws
    }

    /// The flaw of an example of a rule, as the end of a sentence that begins with it, and the way out; nil if there is none.
    private func flaw(
        ofExample example: String,
        _ expected: String?,
        at place: (source: Int, rule: Int),
        besides flawed: Set<Int?>
    ) -> ErrorText? {
        /// Whether no flaw of another rule can be the reason for what a link of this source, or of another one, becomes.
        func isCertain(isOwn: Bool) -> Bool {
            flawed.isEmpty || isOwn && flawed.isDisjoint(with: [nil, place.source])
        }
        guard let link = sources[place.source].wholeLink(example) else {
            return ErrorText(
                "is only a path, but the domain has no host without a wildcard",
                "write the whole link"
            )
        }
        let expectedLink = expected.flatMap { try? DeepLink($0) }
        if let expected, expectedLink == nil {
            return ErrorText(
                "leads to '\(expected)', which is not an internal link",
                "write a path such as '/items/detail?id=1'"
            )
        }
        let obstacle: String
        do throws(RewriteError) {
            let actual = try details(of: link)
            if actual.link == expectedLink { return nil }
            let isOwn = actual.sourceIndex == place.source && actual.ruleIndex == place.rule
            let winner = actual.pattern.map { " by the rule '\($0)'" } ?? " without a rule"
            let result = "'\(actual.link.url.absoluteString)'\(isOwn ? "" : winner)"
            if let expected {
                let isOther = !isOwn && actual.unwrappedURL == nil
                let difference = difference(of: link, fromRule: place) ?? "that rule is tried first"
                obstacle =
                    "becomes \(result), not '\(expected)'\(isOther ? " (\(difference))" : "")"
            } else {
                // A rule that is missing may be the one that refuses it.
                let isOwn = actual.sourceIndex == place.source && actual.unwrappedURL == nil
                guard isCertain(isOwn: isOwn) else { return nil }
                obstacle = "must be refused, but becomes \(result)"
            }
        } catch {
            // No rule refuses a text without a scheme, so it tests nothing.
            if error.reason == .missingScheme, error.wrappers == 0 {
                let path = withBytes(of: example) { String($0[$0.trimmed]) }
                return ErrorText(
                    "is neither a path nor a whole link",
                    "write '\(path.hasPrefix("/") ? "" : "/")\(path)' if it is a path"
                )
            }
            let isOwn = error.wrappers == 0 && error.source == index.sources[place.source].name
            guard isCertain(isOwn: isOwn) else { return nil }
            let difference =
                error.reason == .noRule ? difference(of: link, fromRule: place) : nil
            if expected != nil {
                guard let difference else { return error.text.after("is refused: ") }
                obstacle = "is refused (\(difference))"
            } else {
                guard case .refuse(let rule) = sources[place.source].rules[place.rule],
                    error.reason != .refusedByRule(rule.pattern)
                        || error.source != index.sources[place.source].name
                else { return nil }
                obstacle =
                    "is refused, but not by this rule"
                    + (difference.map { " (\($0))" } ?? ": \(error.text.obstacle)")
            }
        }
        return ErrorText(obstacle, "correct the rule or the example")
    }
}

extension RewriteSource {
    /// The whole link of an example: the example itself or, if it is only a path, a link to the first plain host or scheme; nil if the
    /// source has none.
    package func wholeLink(_ example: String) -> String? {
        guard let first = example.utf8.first, [0x2F, 0x3F, 0x23].contains(first) else {
            return example
        }
        switch self {
        case .domain(let domain):
            return domain.hosts.first { !$0.isHostPattern }.map { "https://\($0)\(example)" }
        case .scheme(let scheme): return scheme.names.first.map { "\($0):\(example)" }
        }
    }
}
