/// What becomes of a link.
enum Rewritten {
    /// It is an internal link.
    case link(RewriteDetails)
    /// There was a link in it, which starts again: its text.
    case wrapped(String)
    /// It is refused.
    case refused(RewriteError)
}

/// An internal link, and what its rewriter saw on the way to it.
package struct RewriteDetails: Hashable, Sendable {
    /// The internal link.
    package let link: DeepLink

    /// The number of the source that has the link's host or scheme.
    package let sourceIndex: Int

    /// The number of the rule in its source; nil if no rule fits and the link was passed on as it is.
    package let ruleIndex: Int?

    /// The innermost URL, if the link was wrapped in others; nil if it was not.
    ///
    /// Rewritten on its own, it gives the same ``link``. Where an unwrapped link comes from is decided by this URL, as if it had
    /// arrived without its wrapper: a web page can wrap a link of a custom scheme, which is then no universal link.
    package fileprivate(set) var unwrappedURL: String?

    /// The same, of a link that was taken out of others.
    func unwrapped(from url: String) -> RewriteDetails {
        var details = self
        details.unwrappedURL = url
        return details
    }
}
