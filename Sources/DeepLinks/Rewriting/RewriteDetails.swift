/// What a link is rewritten to.
enum Rewritten {
    /// An internal link.
    case link(DeepLink)
    /// The text of a link that was in the link, which starts again.
    case wrapped(String)
}

/// An internal link, and what its rewriter saw on the way to it.
package struct RewriteDetails: Hashable, Sendable {
    /// The internal link.
    package let link: DeepLink

    /// The innermost URL, if the link was wrapped in others; nil if it was not.
    ///
    /// Rewritten on its own, it gives the same ``link``. Where an unwrapped link comes from is decided by this URL, as if it had
    /// arrived without its wrapper: a web page can wrap a link of a custom scheme, which is then no universal link.
    package let unwrappedURL: String?
}
