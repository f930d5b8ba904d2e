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
/// The ``rewriter`` refuses links that are not the app's; the ``handler`` finds the route; the ``policy`` may make the link wait for what
/// the route requires; then the handler runs what a feature registered. Whatever goes wrong on the way is an outcome, never a trap.
///
/// Links are decided about one at a time. A link that an action, a policy or an observer opens gets its turn when the one that is on
/// its way is done, before the outermost call returns.
///
/// Waiting links are kept in order, for a limited time and in a limited number. They get their turns when ``activate()``, ``satisfy(_:)``,
/// ``restore(_:for:at:)`` or ``reconsider()`` is called: the policy is asked again about each, and each runs once. There are no timers: a
/// link that expires is dropped when the coordinator is next called. Everything is synchronous, except for preparations.
///
/// <doc:OpeningLinks> and <doc:WaitingForLogin> describe it from an app's point of view.
@MainActor
public final class DeepLinkCoordinator {
    /// How many links may be opened inside one another, and how often a link may be redirected.
    public nonisolated static let depthLimit = 8

    /// The registry whose routes are opened.
    public let handler: DeepLinkHandler

    /// Makes internal links of external ones.
    ///
    /// Waiting links were rewritten when they arrived; replacing this does not rewrite them again.
    public var rewriter: URLRewriter {
        get { storedRewriter }
        set { (storedRewriter, names) = (newValue, nil) }
    }

    /// Decides whether a link may be opened.
    ///
    /// After replacing it, or when its state has changed, call ``reconsider()``, so that it decides again about waiting links.
    public var policy: any NavigationPolicy {
        get { storedPolicy }
        set {
            // Not by `exchangeValue`: with a value of any type, each reading would then be checked for exclusive access.
            var policy = newValue
            swap(&storedPolicy, &policy)
        }
    }

    /// Whether links are opened: until ``activate()`` is called, every link waits.
    public var isActive: Bool { storedIsActive }

    /// The requirements that are satisfied.
    public var satisfied: Set<Requirement> { Set(satisfiedList) }

    /// How links are treated.
    public nonisolated let options: Options

    /// Called with what becomes of every link, once each time: when `open` has an outcome, and when the link has another one later.
    ///
    /// This is the place for a login prompt (``DeepLinkOutcome/deferred(_:until:)``), messages (``LinkReport/isLate``), web pages
    /// (``LinkReport/suggestion``) and analytics. It is called after the step that it tells of, never inside a policy or an action, and
    /// may call the coordinator. If it opens a link when it is told of one that is ``RejectionReason/tooDeep``, that link is refused
    /// without a call, or this would never end.
    public var onOutcome: (@MainActor (LinkReport) -> Void)? {
        get { observers.onOutcome }
        set { observe { $0.onOutcome = newValue } }
    }

    /// Called with every event, in order; for asynchronous listeners there is ``events(buffering:)``.
    ///
    /// It is called after the step that the event tells of, never inside a policy or an action, and may call the coordinator.
    public var onEvent: (@MainActor (DeepLinkEvent) -> Void)? {
        get { observers.onEvent }
        set { observe { $0.onEvent = newValue } }
    }

    // MARK: What a link's way depends on

    // Each reading of a public stored property is checked for exclusive access when the app runs, which takes longer than a comparison
    // of links. So what is read for each link is stored apart. So is a property if freeing its old value may run the app's
    // code, such as a `deinit`: `exchangeValue` frees it after the access; and arrays are replaced, and not changed in place.
    var storedRewriter: URLRewriter
    var storedPolicy: any NavigationPolicy
    var storedIsActive = false
    var satisfiedList: [Requirement] = []

    /// The waiting links, in the order in which they get their turns.
    let waiting: WaitingList

    /// The links that were opened while another was on its way, and that are not decided about yet.
    var undecided: [OpenedLink] = []

    /// Whether a link is on its way or the loop runs, so that a link that is opened now has to wait for the end.
    var isBusy = false

    /// The link for which the app's code runs now: an action, a policy, a preparation's reading, or an observer.
    var around: OpenedLink?

    /// Whether the waiting links are to get their turns.
    var isTurnDue = false

    /// What the policy decided last about the link that is explained now.
    var explainedDecision: NavigationDecision?

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
        storedRewriter = rewriter
        storedPolicy = policy
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

    /// The number of the link for which the app's code runs now: an action, a policy, a preparation or an observer; nil at other times,
    /// and for a policy that is asked by ``explain(_:from:)-(String,_)``.
    ///
    /// The link's reports and events have the same number, and so has the ``PendingLink``. With it, an app can note something about a
    /// link that waits, such as its window, and find it again when the action runs: see <doc:TabsAndSheets>.
    public var currentLinkID: Int? { current?.number }
}

extension DeepLinkCoordinator: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since waiting links may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}

/// Puts a new value into a property, and returns the old one, which is so freed after the access to the property.
// The standard library's function alone is not specialized everywhere.
@discardableResult
@inline(__always)
func exchangeValue<Value>(of property: inout Value, with value: consuming Value) -> Value {
    exchange(&property, with: value)
}
