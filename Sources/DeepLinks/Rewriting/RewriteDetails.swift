#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An internal link, and what its rewriter saw on the way to it.
public struct RewriteDetails: Hashable, Sendable {
    /// The internal link.
    public let link: DeepLink

    /// The items of the external link that the source's ``QueryPolicy`` removed, decoded and in order.
    ///
    /// Read campaign parameters here that features are not to see. Items that the rule reads, or that its template replaces, are not
    /// among them.
    public let removedItems: [URLQueryItem]

    /// The external side of the rule that made the link, as it was declared; nil if no rule fits and the link passed as it is.
    ///
    /// It has no text of the link, so it can be counted and logged.
    public let pattern: String?

    /// The number of the source that has the link's host or scheme.
    package let sourceIndex: Int

    /// The number of the rule in its source; nil if no rule fits and the link was passed on as it is.
    package let ruleIndex: Int?

    /// The innermost URL, if the link was wrapped in others; nil if it was not.
    ///
    /// Rewritten on its own, it gives the same ``link``. Where an unwrapped link comes from is decided by this URL, as if it had
    /// arrived without its wrapper: a web page can wrap a link of a custom scheme, which is then no universal link.
    package internal(set) var unwrappedURL: String?

    /// What a rule of a source made, or what passed without one.
    init(_ link: DeepLink, _ removed: [URLQueryItem], by rule: CompiledRule?, ofSource source: Int)
    {
        self.link = link
        removedItems = removed
        pattern = rule?.pattern
        sourceIndex = source
        ruleIndex = rule?.place.rule
    }
}

/// What becomes of a link that is not refused.
enum Rewritten {
    /// It is an internal link.
    case link(RewriteDetails)
    /// There was a link in it, which starts again: its text.
    case wrapped(String)
}
