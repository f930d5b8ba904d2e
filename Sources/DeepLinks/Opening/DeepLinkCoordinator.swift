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

    /// How many links may wait for the end of the one that is on its way.
    static let insideLimit = 64

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
    // With an observer in its place, each reading of the property would be checked when the app runs.
    var rules: URLRewriter

    /// Decides whether a link may be opened.
    ///
    /// After replacing it, or when its state has changed, call ``reconsider()``, so that it decides again about waiting links.
    public var policy: any NavigationPolicy {
        get { decider }
        set {
            // Swapped, not assigned: assigning would free the old policy inside the access, and the end of a policy may run any
            // code. The compiler would then check every access to this property when the app runs.
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
    /// of, never inside an action or a policy that the coordinator itself calls, and may call the coordinator.
    /// A link that it opens about one that is ``RejectionReason/tooDeep`` is refused without a call, as this would never end.
    public var onOutcome: (@MainActor (LinkReport) -> Void)? {
        get { observers.onOutcome }
        set { observe(newValue, observers.onEvent, observers.listeners) }
    }

    /// Called with every event, in order; for asynchronous listeners there is ``events(buffering:)``.
    ///
    /// It is called after the step that the event tells of, never inside an action or a policy that the coordinator itself calls, and
    /// may call the coordinator.
    public var onEvent: (@MainActor (DeepLinkEvent) -> Void)? {
        get { observers.onEvent }
        set { observe(observers.onOutcome, newValue, observers.listeners) }
    }

    // MARK: What the loop works with

    /// Whether links are opened: until ``activate()`` is called, every link waits.
    public var isActive: Bool { isOpening }
    /// Its value: reading a public stored property checks at run time that nobody writes it.
    private(set) var isOpening = false

    /// The requirements that are satisfied.
    public var satisfied: Set<Requirement> { Set(met) }
    var met: [Requirement] = []

    /// The waiting links, in the order in which they get their turns.
    let waiting: WaitingList

    /// The links that were opened while another was on its way, and that nothing is decided about.
    var inside: [OpenedLink] = []

    /// Whether the loop runs, so that a link that is opened now has to wait for its end.
    var isBusy = false

    /// The link for which the app's code runs now: an action, a policy, a preparation's reading, or an observer.
    var around: OpenedLink?

    /// Whether the waiting links are to get their turns.
    var isTurnDue = false

    /// How often requirements were revoked: a link that was opened before the last revocation does not run.
    var session = 0

    var lastID = 0
    let recent: RecentLinks
    let stopwatch: Stopwatch

    /// How long links wait, short enough to be added to a time.
    let expiresAfter: Duration

    // MARK: Who listens

    /// Whether anybody wants events or outcomes; if not, none are made.
    var isHeard = false

    /// Whether anybody wants events.
    var isObserved = false

    /// What observers have not been told yet.
    var outbox: [Notice] = []

    var observers = Observers()
    var lastListener = 0

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
        // A waiting link takes its turn only when nothing is being prepared, whoever began it.
        handler.add(self)
    }

    deinit {
        for listener in observers.listeners {
            listener.continuation.finish()
        }
    }
}

extension DeepLinkCoordinator: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since waiting links may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

// MARK: - Waiting links

extension DeepLinkCoordinator {
    /// The number of the link for which the app's code runs now: an action, a policy, a preparation or an observer; nil at other times,
    /// and for a policy that is asked by ``explain(_:from:)``.
    ///
    /// The link's reports and events have the same number, and so has the ``PendingLink``. With it, an app can note something about a
    /// link that waits, such as the window in which it was opened, and find it again when the link's action runs: see
    /// <doc:TabsAndSheets>.
    public var currentLinkID: Int? { current?.number }

    /// The waiting links, in the order in which they get their turns.
    ///
    /// - Complexity: O(*n*).
    public var pendingLinks: [PendingLink] {
        let now = stopwatch.read()
        return waiting.links.filter { $0.expiry > now }.map { link in
            let match = handler.match(for: link.destination)
            return PendingLink(
                id: link.id,
                link: link.destination,
                queryItems: match?.queryItems ?? link.destination.queryItems,
                origin: link.origin,
                route: match?.route.description,
                requirements: link.requirements ?? [],
                timeLeft: link.timeLeft(at: now)
            )
        }
    }

    /// Begins to open links, the waiting ones first; call it when the routes are registered, and before ``restore(_:for:at:)``.
    public func activate() {
        isOpening = true
        giveTurns()
    }

    /// Decides again about the waiting links; call it after registering more routes, and when the policy or its state has changed.
    ///
    /// Neither of them does it by itself.
    public func reconsider() {
        giveTurns()
    }

    /// Marks a requirement as satisfied, for example after a login, and gives the waiting links their turns.
    ///
    /// The policy is asked again about each waiting link, in order, and the links that it allows are opened, each after the
    /// preparation of the one before has ended. A link that cannot be opened is reported, and the others go on. A link whose path is not
    /// registered keeps waiting.
    ///
    /// - Parameter requirement: The requirement that is satisfied from now on.
    public func satisfy(_ requirement: Requirement) {
        if !met.contains(requirement) { met = met + [requirement] }
        giveTurns()
    }

    private func giveTurns() {
        isTurnDue = true
        goOn()
    }

    /// Revokes a requirement, for example after a logout, and drops all waiting links, whatever they wait for.
    ///
    /// The next person must not get what was meant for the last one. So a preparation is cancelled too, the link that is on its way is
    /// refused, and links opened before have no duplicates. Call it before anybody else can sign in. If somebody only cancels the
    /// login, there is nothing to revoke: ``cancelPendingLinks()`` drops the waiting links.
    ///
    /// - Parameter requirement: The requirement that is no longer satisfied.
    public func revoke(_ requirement: Requirement) {
        met = met.filter { $0 != requirement }
        session += 1
        recent.forgetLinks()
        dropAll(.revoked)
        handler.cancelPreparation()
        goOn()
    }

    /// Drops all waiting links; satisfied requirements stay satisfied.
    public func cancelPendingLinks() {
        // A link whose time is over was not dropped by this call.
        dropExpired()
        dropAll(.cancelled)
        goOn()
    }

    private func dropAll(_ reason: RejectionReason) {
        let undecided = inside
        inside = []
        for link in waiting.removeAll() + undecided { drop(link, reason) }
    }
}
