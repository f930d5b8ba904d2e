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
/// What a rewriter accepts, a browser reads the same way: scheme, host, port and path. Whatever a browser would repair,
/// or could read in another way than the text says, is refused with the reason and the place.
///
/// A rewriter never changes. To use other rules, make another one: if its rules have a fault, nothing is made and the
/// old one stays.
public struct URLRewriter: Sendable {
    /// How many links a link may be wrapped in.
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
        @RewriterBuilder sources: () -> [RewriteSource]
    ) throws(RewriteRuleError) {
        try self.init(limits: limits, sources: sources())
    }

    /// Makes a rewriter of sources that were made elsewhere.
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

    /// Makes a rewriter of the rules that have no flaw, to look at them.
    ///
    /// - Parameters:
    ///   - flaws: Becomes what is wrong with the others, and with the examples of these.
    ///   - limits: How large a link may be.
    ///   - sources: The domains and schemes with their rules.
    package init(
        passingOverFlaws flaws: inout [RewriteRuleError],
        limits: Limits,
        sources: [RewriteSource]
    ) {
        flaws = []
        index = RewriteIndex(limits: limits, sources, flaws: &flaws)
        let flawed = Set(flaws.map { [$0.sourceIndex, $0.ruleIndex ?? -1] })
        // What becomes of the links of a rule that has a flaw says nothing, and a refused link may only lack such a rule.
        flaws += exampleFlaws(tellingRefused: flaws.isEmpty).filter { flaw in
            !flawed.contains([flaw.sourceIndex, flaw.ruleIndex ?? -1])
                && !flawed.contains([flaw.sourceIndex, -1])
        }
    }

    /// How large a link may be.
    public var limits: Limits { index.limits }

    /// The domains and schemes with their rules, as they were given.
    public var sources: [RewriteSource] { index.descriptions }

    /// Turns an external link into an internal one.
    ///
    /// - Parameter url: The link, as the system hands it over.
    /// - Returns: The internal link.
    /// - Throws: Why and where the link was refused.
    public func rewrite(_ url: URL) throws(RewriteError) -> DeepLink {
        try details(of: url).link
    }

    /// Turns an external link into an internal one.
    ///
    /// - Parameter string: The link. ASCII white space around it, as QR codes and push payloads have it, does not
    ///   count.
    /// - Returns: The internal link.
    /// - Throws: Why and where the link was refused.
    public func rewrite(_ string: String) throws(RewriteError) -> DeepLink {
        try details(of: string).link
    }

    /// Turns an external link into an internal one, and says which rule made it and which items were removed.
    ///
    /// - Parameter url: The link, as the system hands it over.
    /// - Returns: The internal link, the rule's pattern and the removed items.
    /// - Throws: Why and where the link was refused, as ``rewrite(_:)-(URL)`` does.
    public func details(of url: URL) throws(RewriteError) -> RewriteDetails {
        try details(of: url.absoluteString, trims: false, recorder: nil)
    }

    /// Turns an external link into an internal one, and says which rule made it and which items were removed.
    ///
    /// - Parameter string: The link. ASCII white space around it does not count.
    /// - Returns: The internal link, the rule's pattern and the removed items.
    /// - Throws: Why and where the link was refused, as ``rewrite(_:)-(String)`` does.
    public func details(of string: String) throws(RewriteError) -> RewriteDetails {
        try details(of: string, trims: true, recorder: nil)
    }

    /// Turns an external link, or one that is wrapped in it, into an internal one, and takes note of what is decided.
    func details(
        of text: String,
        trims: Bool,
        recorder: ExplanationRecorder?
    ) throws(RewriteError) -> RewriteDetails {
        var text = text
        for wrappers in 0...Self.wrapperLimit {
            do throws(RewriteError) {
                switch try index.rewrite(text, trims: trims && wrappers == 0, recorder: recorder) {
                case .link(var details):
                    if wrappers > 0 { details.unwrappedURL = text }
                    return details
                case .wrapped(let target): text = target
                }
            } catch {
                var error = error
                error.wrappers = wrappers
                throw error
            }
        }
        var error = RewriteError(.tooManyWrappers, in: .link, at: 0)
        error.wrappers = Self.wrapperLimit
        throw error
    }
}

// MARK: - Examples

extension URLRewriter {
    /// The examples that do not become what they say, in order.
    private func exampleFlaws(tellingRefused tellsRefused: Bool) -> [RewriteRuleError] {
        var flaws: [RewriteRuleError] = []
        for (number, source) in sources.enumerated() {
            for (ruleNumber, rule) in source.rules.enumerated() {
                for (example, expected) in rule.examples.sorted(by: { $0.key < $1.key }) {
                    let predicate = flaw(ofExample: example, expected, in: source, tellsRefused)
                    guard let predicate else { continue }
                    let flaw = RuleFlaw(
                        "failing-example",
                        "the example '\(example)' \(predicate)",
                        at: .root.key("examples").key(example)
                    )
                    flaws.append(source.error(flaw, source: number, rule: ruleNumber))
                }
            }
        }
        return flaws
    }

    /// What is wrong with an example, as a sentence goes on after it.
    private func flaw(
        ofExample example: String,
        _ expected: String,
        in source: RewriteSource,
        _ tellsRefused: Bool
    ) -> String? {
        guard let link = source.wholeLink(example) else {
            return
                "is only a path, and the domain has no host without a wildcard; write the whole link."
        }
        guard let expectedLink = try? DeepLink(expected) else {
            return
                "leads to '\(expected)', which is no internal link; write a path such as '/items/detail?id=1'."
        }
        do throws(RewriteError) {
            let actual = try rewrite(link)
            if actual == expectedLink { return nil }
            return
                "becomes '\(actual.url.absoluteString)', not '\(expected)'; correct the rule or the example."
        } catch {
            return tellsRefused ? "is refused: \(error)" : nil
        }
    }
}

extension RewriteSource {
    /// The link that an example stands for: itself, or, if it is only a path, one to the first plain host or scheme.
    ///
    /// - Parameter example: The external side of an example.
    /// - Returns: The link, or nil if the source has no plain host.
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
