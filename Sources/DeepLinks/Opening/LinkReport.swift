import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What became of a link, as passed to ``DeepLinkCoordinator/onOutcome``.
///
/// ```swift
/// coordinator.onOutcome = { report in
///     switch report.suggestion {
///     case .none: break
///     case .showInApp(let url): showPage(url)
///     case .openInBrowser(let url): openBrowser(url)
///     }
/// }
/// ```
///
/// Printed, a report shows nothing of what the link holds.
public struct LinkReport: Sendable {
    /// What an app can do with a link that no route opens.
    public enum Suggestion: Hashable, Sendable {
        /// Nothing: the link was opened or waits, is refused for good, or is not the address of a page.
        case none
        /// Show the page inside the app: it is the app's own, and a browser can bring it straight back to the app.
        case showInApp(URL)
        /// Open the page in the browser: it belongs to somebody else.
        case openInBrowser(URL)
    }

    /// The link's number, which its events have too.
    public let id: Int

    /// The number of the link that this one was opened in, by an action, a policy, a preparation or an observer; nil if there is none,
    /// and for a link from a snapshot.
    public let outerID: Int?

    /// What became of it.
    public let outcome: DeepLinkOutcome

    /// Whether this is not what `open` returned: a late failure has no caller that could show a message, so show it here.
    public let isLate: Bool

    /// The internal link, after all redirections; nil if the rewriter refused the URL.
    public let link: DeepLink?

    /// Where the link came from.
    public let origin: LinkOrigin

    /// The route that it leads to; nil if there is none.
    public let route: RegisteredRoute?

    /// The items that the rewriter removed, such as campaign parameters; see ``URLRewriter/Details/removedItems``.
    public let removedItems: [URLQueryItem]

    /// The text that came in, and for a link from a snapshot the innermost URL; nil if the app opened an internal link.
    ///
    /// It may be secret, or written by a stranger: nothing prints it.
    public let text: String?

    /// Where in a push notification's payload the link stood, such as `data.url`; nil if it came in another way.
    public let pushKeyPath: String?

    /// The text of the innermost URL, or the text itself if it wraps no other; nil if the link was dropped while it waited.
    let innermostURL: String?

    /// The rules when the report was made, which say which hosts are the app's own.
    let rules: URLRewriter

    /// What the app can do with a link that no route opens.
    ///
    /// There is a suggestion only for a web URL that the rules refused, that has no registered route, or whose route threw
    /// ``DeepLinkHandleError/pathNotRegistered(path:)``, and that all browsers read in the same way. Pages of the hosts that the app's
    /// domains name, also with `http`, are shown in the app; those of other hosts go to the browser, with `https` only. Of a link that
    /// wraps another, the inner URL counts. A link that was dropped while it waited has no suggestion, since the user does something else
    /// by then.
    ///
    /// - Complexity: O(*n* + *h*), where *n* is the length of the text and *h* the number of hosts in the rules, which are read each time.
    public var suggestion: Suggestion {
        guard let text = innermostURL else { return .none }
        switch outcome {
        case .rejected(.external): return suggestion(forPage: text)
        case .failed(DeepLinkHandleError.pathNotRegistered(let path)):
            guard let link, hasSameBytes(link.path, path) else { return .none }
            return suggestion(forPage: text)
        default: return .none
        }
    }

    /// What the app can do with a page: the association file of its own domains may bring a link from a browser straight back.
    private func suggestion(forPage text: String) -> Suggestion {
        guard let url = URL(string: text.withoutBlanksAround) else { return .none }
        // Domains with the hosts of the rules, and one for any other host, read a URL as every browser does, or refuse it.
        let own = rules.configuration.domains.filter { !$0.hosts.isEmpty }.map { domain in
            Self.pages(Domain(hosts: domain.hosts, allowsHTTP: true), "/own")
        }
        var others = Domain(hosts: [], anyHostAs: "host", allowsHTTP: true)
        // Such a host is not any host, as an app cannot know which letters a browser shows for it; the browser does.
        if let host = url.host, host.contains("xn--") { others.hosts = [host] }
        // A host with a usual port can be a flaw here, if the same one stands elsewhere without it.
        var flaws: [RewriteRuleError] = []
        let reader = URLRewriter(
            passingOverFlaws: &flaws,
            limits: rules.limits,
            sources: own + [Self.pages(others, "/other")]
        )
        guard let page = try? reader.rewrite(text) else { return .none }
        if page.path == "/own" { return .showInApp(url) }
        return url.scheme?.asciiLowercased == "https" ? .openInBrowser(url) : .none
    }

    /// A domain with only one rule, which leads all of its pages to one path.
    private static func pages(_ domain: Domain, _ path: String) -> RewriteSource {
        var domain = domain
        domain.rules = [.rewrite(Rewrite("/{*_page?}", to: path))]
        return .domain(domain)
    }
}

extension LinkReport: CustomStringConvertible, CustomReflectable, ShownByDescription {
    /// The link's number and its outcome, without what the link holds: `#3 handled …?…`, or `#3, late: handled …?…`.
    public var description: String {
        "#\(id)\(isLate ? ", late:" : "") \(outcome.description(on: route))"
    }
}
