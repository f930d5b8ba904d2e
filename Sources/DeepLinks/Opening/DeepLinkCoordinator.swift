#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Opens the links that an app gets from outside: checks them, asks the policy, and keeps those that cannot be opened yet.
///
/// ```swift
/// let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter)
/// // When the features have registered their routes:
/// coordinator.activate()
/// // When the system hands over a URL:
/// coordinator.open(url)
/// // When somebody has signed in, and out:
/// coordinator.satisfy(.authenticated)
/// coordinator.revoke(.authenticated)
/// ```
///
/// A link goes through the ``rewriter``, which refuses links that are not the app's; then through the ``policy``, which may make it wait
/// for what its route requires; and then to the ``handler``, which runs what a feature registered. Whatever goes wrong on the way is an
/// outcome, never a trap.
///
/// Links are decided about one at a time. A link that is opened while another is on its way, by an action, a policy or an observer, gets
/// its turn when that one is done, before the outermost call returns.
///
/// Waiting links are kept in order, for a limited time and in a limited number, and only for the person for whom they arrived. They get
/// their turns when ``activate()``, ``satisfy(_:)``, ``restore(_:for:at:)`` or ``reconsider()`` is called: the policy is asked again
/// about each, and each runs once. There are no timers: a link that expires is dropped when the coordinator is next called.
///
/// Everything happens on the main actor and synchronously, except for the preparations of routes that have one.
///
/// <doc:OpeningLinks> and <doc:WaitingForLogin> describe it from an app's point of view.
@MainActor
public final class DeepLinkCoordinator {
    /// How many links may be opened inside one another, and how often a link may be redirected.
    public nonisolated static let depthLimit = 8

    /// How many links may be in ``undecided``.
    static let undecidedLimit = 64

    /// How often one call walks through the waiting links.
    static let walkLimit = 8

    /// The registry whose routes are opened.
    public let handler: DeepLinkHandler

    /// Makes internal links of external ones.
    ///
    /// Waiting links were rewritten when they arrived; replacing this does not rewrite them again.
    public var rewriter: URLRewriter {
        get { rules }
        set { (rules, names) = (newValue, nil) }
    }
    // Stored apart, as the values of `policy`, `isActive` and `satisfied` are: each reading of a public stored property is checked for
    // exclusive access when the app runs.
    var rules: URLRewriter

    /// Decides whether a link may be opened.
    ///
    /// After replacing it, or when its state has changed, call ``reconsider()``, so that it decides again about waiting links.
    public var policy: any NavigationPolicy {
        get { decider }
        set {
            // Not by `replace`: with a value of any type, each reading of `decider` would then be checked.
            var policy = newValue
            swap(&decider, &policy)
        }
    }
    var decider: any NavigationPolicy

    /// How links are treated.
    public nonisolated let options: Options

    /// Called with what becomes of every link, once each time: when `open` has an outcome, and when the link has another one later.
    ///
    /// This is the one place for a login prompt (``DeepLinkOutcome/deferred(_:until:)`` with requirements), for messages
    /// (``LinkReport/isLate``), for web pages (``LinkReport/suggestion``) and for analytics. It is called after the step that it tells
    /// of, never inside a policy or an action that the coordinator or its ``handler`` calls, and may call the coordinator.
    /// A link that it opens about one that is ``RejectionReason/tooDeep`` is refused without a call, as this would never end.
    public var onOutcome: (@MainActor (LinkReport) -> Void)? {
        get { observers.onOutcome }
        set { observe { $0.onOutcome = newValue } }
    }

    /// Called with every event, in order; for asynchronous listeners there is ``events(buffering:)``.
    ///
    /// It is called after the step that the event tells of, never inside a policy or an action that the coordinator or its ``handler``
    /// calls, and may call the coordinator.
    public var onEvent: (@MainActor (DeepLinkEvent) -> Void)? {
        get { observers.onEvent }
        set { observe { $0.onEvent = newValue } }
    }

    // MARK: What the loop works with

    /// Whether links are opened: until ``activate()`` is called, every link waits.
    public var isActive: Bool { isOpening }
    var isOpening = false

    /// The requirements that are satisfied.
    public var satisfied: Set<Requirement> { Set(met) }
    var met: [Requirement] = []

    /// The waiting links, in the order in which they get their turns.
    let waiting: WaitingList

    /// The links that were opened while another was on its way, and that are not decided about yet.
    var undecided: [OpenedLink] = []

    /// Whether the loop runs, so that a link that is opened now has to wait for its end.
    var isBusy = false

    /// The link for which the app's code runs now: an action, a policy, a preparation's reading, or an observer.
    var around: OpenedLink?

    /// Whether the waiting links are to get their turns.
    var isTurnDue = false

    /// How often requirements were revoked: a link that was opened before the last revocation does not run.
    var revocations = 0

    var lastID = 0
    let recent: RecentLinks
    let stopwatch: Stopwatch

    /// How long links wait, short enough to be added to a time.
    let expiresAfter: Duration

    // MARK: Who listens

    /// Whether anybody wants events or outcomes; if not, none are made.
    var hasListeners = false

    /// Whether anybody wants events.
    var hasEventListeners = false

    /// What observers have not been told yet.
    var outbox: [Notice] = []

    var observers = Observers()
    var lastStream = 0

    /// The names that events may show; nil until they are needed.
    var names: KnownNames?

    /// Creates a coordinator, in which all links wait until it is activated.
    ///
    /// - Parameters:
    ///   - handler: The registry whose routes are opened.
    ///   - rewriter: Makes internal links of external ones.
    ///   - policy: Decides whether a link may be opened; by default, a link waits for what its route requires.
    ///   - options: How links are treated.
    ///   - clock: Measures how long links wait and how fast they come. If it goes back, time counts as standing still.
    public init(
        handler: DeepLinkHandler,
        rewriter: URLRewriter,
        policy: any NavigationPolicy = RequirementPolicy(),
        options: Options = .init(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.handler = handler
        rules = rewriter
        decider = policy
        self.options = options
        waiting = WaitingList(options.pending)
        stopwatch = Stopwatch(clock)
        recent = RecentLinks(window: options.duplicateWindow, limit: options.rateLimit)
        // Four hundred years; a longer time could overflow when it is added to the clock's.
        let longest = Duration.seconds(12_623_040_000 as Int64)
        expiresAfter = Swift.min(Swift.max(options.expiresAfter, .zero), longest)
        // The handler lets the coordinator go on when a preparation has ended.
        handler.add(self)
    }

    deinit {
        for stream in observers.streams.values { stream.finish() }
    }
}

// MARK: - Opening links

extension DeepLinkCoordinator {
    /// Opens an external link: use this for URLs that the app does not control.
    ///
    /// The URL is checked and turned into an internal link by the ``rewriter``. ``DeepLinkHandler/handle(_:)-(URL)``, in contrast, trusts
    /// its URL, and is for internal links only.
    ///
    /// - Parameters:
    ///   - url: The URL as the system hands it over.
    ///   - origin: Where it comes from. ``LinkOrigin/system`` becomes ``LinkOrigin/universalLink`` or ``LinkOrigin/customScheme``,
    ///     depending on the URL's scheme. A universal link is always a web link: for a URL with another scheme,
    ///     ``LinkOrigin/universalLink`` becomes ``LinkOrigin/customScheme``.
    /// - Returns: What became of it.
    @discardableResult
    public func open(_ url: URL, from origin: LinkOrigin = .system) -> DeepLinkOutcome {
        open(.external(ReceivedText(text: url.absoluteString)), from: origin)
    }

    /// Opens an external link in text form, such as one from a QR code; this too is for links that the app does not control.
    ///
    /// ASCII white space around it does not count.
    @discardableResult
    public func open(_ string: String, from origin: LinkOrigin = .unknown) -> DeepLinkOutcome {
        open(.external(ReceivedText(text: string)), from: origin)
    }

    /// Opens an internal link that the app made itself, in the same way: the policy is asked, and the link may wait.
    @discardableResult
    public func open(_ link: DeepLink, from origin: LinkOrigin = .inApp) -> DeepLinkOutcome {
        open(.internal(link), from: origin)
    }

    /// The number of the link for which the app's code runs now: an action, a policy, a preparation or an observer; nil at other times,
    /// and for a policy that is asked by ``explain(_:from:)-(String,_)``.
    ///
    /// The link's reports and events have the same number, and so has the ``PendingLink``. With it, an app can note something about a
    /// link that waits, such as the window in which it was opened, and find it again when the link's action runs: see
    /// <doc:TabsAndSheets>.
    public var currentLinkID: Int? { current?.number }
}

// MARK: - The way of a link

extension DeepLinkCoordinator {
    /// Receives a link: all links enter here, except those of a snapshot, which ``restore(_:for:at:)`` puts on the list.
    func open(_ incoming: consuming IncomingLink, from declared: LinkOrigin) -> DeepLinkOutcome {
        let outer = current
        // An observer may open another link because one was too deep. It is refused without a report, or this would never end.
        if let outer, outer.depth > Self.depthLimit { return .rejected(.tooDeep) }
        if !isBusy, waiting.count > 0 { dropExpired() }
        lastID += 1
        let outcome: DeepLinkOutcome
        do {
            let details = try rewrite(incoming)
            let origin = LinkOrigin(declared, isCustom: details.hasCustomScheme)
            let link = OpenedLink(
                lastID,
                consume details,
                from: origin,
                (consume incoming).received,
                inside: outer,
                revocations: revocations
            )
            link.openedAt = stopwatch.read()
            if hasEventListeners { tellReceived(link) }
            outcome = lookBack(link) ?? decideOrQueue(link)
        } catch {
            let origin = LinkOrigin(declared, of: incoming.received?.text)
            outcome = refuse(incoming, error, from: origin, inside: outer)
        }
        if !isBusy { goOn() }
        return outcome
    }

    /// The link for which the app's code runs now, and in which it opens links; nil if it runs for none.
    var current: OpenedLink? { around ?? preparing }

    /// The link whose preparation is opening links now; nil if none is.
    ///
    /// If the preparation has returned, what a task opens that it has started counts as opened from outside.
    private var preparing: OpenedLink? {
        guard handler.preparationTasks > 0, let link = PreparationContext.link,
            link.isInPreparation
        else { return nil }
        return link
    }

    /// Makes an internal link of what came in.
    private func rewrite(_ incoming: borrowing IncomingLink) throws -> URLRewriter.Details {
        switch incoming {
        case .external(let received): try rules.details(of: received.text)
        case .internal(let link): URLRewriter.Details(link)
        case .nothing(let error): throw error
        }
    }

    /// Refuses a link that is opened inside too many others, or by a cancelled preparation, a duplicate, and one too many; nil for
    /// any other link.
    // Inlined, as an outcome that is nearly always nil is long to pass.
    @inline(__always)
    private func lookBack(_ link: OpenedLink) -> DeepLinkOutcome? {
        if link.depth > Self.depthLimit { return settle(link, .rejected(.tooDeep), isLate: false) }
        // Without `around`, `outer` is being prepared; its preparation was cancelled, and goes on all the same.
        if let outer = link.outer, outer.state == .over, around == nil {
            return settle(link, .rejected(.cancelled), isLate: false)
        }
        switch recent.admit(link) {
        case .admitted: return nil
        case .tooMany: return settle(link, .rejected(.tooManyLinks), isLate: false)
        case .duplicate: return settle(link, .duplicate(link.link), isLate: false)
        }
    }

    /// Decides about a new link and carries it out; while another one is on its way, that waits for its end.
    private func decideOrQueue(_ link: OpenedLink) -> DeepLinkOutcome {
        var match: RouteMatch?
        if hasEventListeners {
            match = handler.match(for: link.link)
            tell(.parsed, link, match)
        }
        guard isBusy else {
            isBusy = true
            defer { isBusy = false }
            return step(link, match, isLate: false)
        }
        guard undecided.count < Self.undecidedLimit else {
            return settle(link, .rejected(.tooManyLinks), isLate: false)
        }
        // A new array: a change inside of the property would be checked for exclusive access, as described at `replace`.
        undecided = undecided + [link]
        let outcome = DeepLinkOutcome.deferred(link.link, until: [])
        tell(.waiting(until: []), link, nil)
        report(link, outcome, nil, isLate: false)
        return outcome
    }
}

/// A link as it comes in.
enum IncomingLink {
    /// The text of a URL from outside.
    case external(ReceivedText)
    /// An internal link, which the app opens itself.
    case `internal`(DeepLink)
    /// A push notification's payload without a link.
    case nothing(PushPayloadError)

    /// The text that came in; nil for an internal link.
    var received: ReceivedText? {
        if case .external(let received) = self { received } else { nil }
    }
}

extension LinkOrigin {
    /// The origin of a link for which the app declares `declared`; `isCustom` is nil for an internal link, which has no scheme.
    ///
    /// A universal link is always a web link, so one with another scheme came by a custom scheme.
    init(_ declared: LinkOrigin, isCustom: Bool?) {
        if declared == .system {
            self = isCustom.map { $0 ? .customScheme : .universalLink } ?? .unknown
        } else {
            self = isCustom == true && declared == .universalLink ? .customScheme : declared
        }
    }

    /// The origin of a text that could not be rewritten.
    init(_ declared: LinkOrigin, of text: String?) {
        self.init(declared, isCustom: text.map { !$0.beginsLikeWebLink })
    }
}

extension String {
    /// Whether the text, without leading white space, begins with `https:` or `http:`.
    fileprivate var beginsLikeWebLink: Bool {
        let start = utf8.drop { $0 <= 0x20 }.prefix(6).map { $0 | 0x20 }
        return start.starts(with: "https:".utf8) || start.starts(with: "http:".utf8)
    }
}

/// Puts a new value into a property, and returns the old one.
///
/// An assignment would free the old value inside the access to the property, and the end of a value may run any code. The compiler would
/// then check every access to the property for exclusivity when the app runs; so it would after a change in place, such as `append`.
@discardableResult
@inline(__always)
func replace<Value>(_ property: inout Value, with value: consuming Value) -> Value {
    exchange(&property, with: value)
}

extension DeepLinkCoordinator: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since waiting links may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
