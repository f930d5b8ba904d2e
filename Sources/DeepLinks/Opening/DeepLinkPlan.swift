import PathMatching

/// What a ``DeepLinkCoordinator`` would do with a link now, as returned by ``DeepLinkCoordinator/explain(_:from:)-(String,_)``.
///
/// ```swift
/// let plan = coordinator.explain("https://mydomain.io/shop/red-shoe-5")
/// plan.link  // /items/5
/// print(plan)  // the whole way, step by step
/// ```
///
/// A plan is for developers: unlike errors and links, its description shows the whole link with all values.
public struct DeepLinkPlan: Sendable {
    /// The internal link, after all redirections; nil if the rewriter refuses the link.
    public let link: DeepLink?

    /// Where the link comes from; ``LinkOrigin/system`` is replaced as it is for an opened link.
    public let origin: LinkOrigin

    /// The route that the link leads to; nil if there is none.
    public let route: RegisteredRoute?

    /// What the policy decides, about the last link if it redirects; nil if it throws or is not asked, since there is no route or the
    /// route does not trust the origin.
    public let decision: NavigationDecision?

    /// Why the link would not be opened, as in ``DeepLinkOutcome/error``; nil if it would be, now or later.
    ///
    /// The values of the link's parameters are not read: a link that lacks a value, or has a malformed one, has no error here, and fails
    /// when it is opened.
    public let error: (any Error)?

    /// What the rewriter does; nil for an internal link.
    let explanation: Explanation?

    /// The link that was redirected; nil if none was.
    let redirected: DeepLink?

    /// Whether the link would first wait for the coordinator to be activated.
    let waitsForActivation: Bool
}

extension DeepLinkCoordinator {
    /// Explains what would become of a link, for a debug menu or a test: the link is not opened, kept, counted or reported.
    ///
    /// The rewriter and the policy are asked as for any link. Duplicates and rate limits are left out, so that a link can be
    /// explained again and again. In an action, a preparation, a policy or an observer, the link is explained as if it were
    /// opened there.
    ///
    /// The origin is ``LinkOrigin/system`` by default, as for a URL that is opened. A text that is opened has the origin
    /// ``LinkOrigin/unknown``, so name the same origin in both calls.
    public func explain(_ string: String, from origin: LinkOrigin = .system) -> DeepLinkPlan {
        let explanation = rewriter.explain(string)
        do throws(RewriteError) {
            let details = try storedRewriter.details(of: string)
            return plan(for: details, from: origin, ReceivedText(text: string), explanation)
        } catch {
            return DeepLinkPlan(
                link: nil,
                origin: LinkOrigin(origin, of: string),
                route: nil,
                decision: nil,
                error: RejectionReason.external(error),
                explanation: explanation,
                redirected: nil,
                waitsForActivation: false
            )
        }
    }

    /// Explains what would become of an internal link that the app opens itself, in the same way, such as the link of a button.
    ///
    /// The origin is ``LinkOrigin/inApp`` by default, as in ``open(_:from:)-(DeepLink,_)``.
    public func explain(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkPlan {
        plan(for: URLRewriter.Details(link), from: origin, nil, nil)
    }

    /// What the coordinator would do with a link that the rewriter does not refuse.
    private func plan(
        for details: URLRewriter.Details,
        from origin: LinkOrigin,
        _ received: ReceivedText?,
        _ explanation: Explanation?
    ) -> DeepLinkPlan {
        let link = OpenedLink(
            0,
            details,
            from: LinkOrigin(origin, isCustom: details.hasCustomScheme),
            received,
            inside: current,
            revocations: revocations
        )
        var error: (any Error)?
        // What the policy calls has its effect afterwards, as it has when a link is opened.
        let before = (around, isBusy, explainedDecision)
        (around, isBusy, explainedDecision) = (link, true, nil)
        defer {
            (around, isBusy, explainedDecision) = before
            runLoop()
        }
        if link.depth > Self.depthLimit {
            error = RejectionReason.tooDeep
        } else {
            switch decide(about: link) {
            case .open, .wait: break
            case .end(let fate): error = DeepLinkOutcome(fate, of: link.destination).error
            // Its path may still be registered before the coordinator is activated.
            case .noRoute where !isActive: break
            case .noRoute:
                error = DeepLinkHandleError.pathNotRegistered(path: link.destination.path)
            }
        }
        return DeepLinkPlan(
            link: link.destination,
            origin: link.origin,
            route: handler.match(for: link.destination)?.route,
            decision: explainedDecision,
            error: error,
            explanation: explanation,
            redirected: link.destination == link.link ? nil : link.link,
            waitsForActivation: !isActive
        )
    }
}

extension DeepLinkPlan: CustomStringConvertible {
    /// The steps of the rewriter, as in ``Explanation``, or the internal link if it was one, and then a line each for the origin, the
    /// route and the policy, as far as the link gets.
    public var description: String {
        var lines = [explanation?.description ?? (redirected ?? link)?.string ?? ""]
        func add(_ label: String, _ text: String) { lines.append(Explanation.line(label, text)) }
        guard let link else { return lines[0] }
        add("origin", "\(origin)")
        if redirected != nil { add("redirected", link.string) }
        if let route { add("route", route.terms) }
        if let decision { add("policy", decision.description) }
        if let error { add("error", "\(error)") }
        if waitsForActivation, error == nil {
            add("then", "waits until the coordinator is activated")
        }
        return lines.joined(separator: "\n")
    }
}

extension RegisteredRoute {
    /// The pattern, and what a link needs to open it.
    fileprivate var terms: String {
        var terms = description
        if !requirements.isEmpty {
            terms += ", requires " + requirements.list
        }
        if let trustedOrigins {
            terms += ", trusts " + trustedOrigins.list
        }
        return terms
    }
}
