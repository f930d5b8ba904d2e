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
/// A link goes through the ``rewriter``, which refuses whatever is not the app's; then through the ``policy``, which may let it wait
/// for what its route requires; and then to the ``handler``, which runs what a feature registered. What can go wrong on the way is an
/// outcome and never a trap.
///
/// Links that wait do so in order, not for long, not many at a time, and for one person only. They are opened when
/// ``activate()``, ``satisfy(_:)`` or ``restore(_:for:at:)`` is called: the policy is asked again about each, and each runs once. There
/// are no timers: a link that expires is dropped when the coordinator is next called.
///
/// Everything happens on the main actor and at once, but for the preparations of routes that have one. Actions,
/// policies and observers may call the coordinator; what they open is opened inside, to a depth of ``depthLimit``.
///
/// <doc:OpeningLinks> and <doc:WaitingForLogin> describe it from an app's point of view.
@MainActor
public final class DeepLinkCoordinator {
    /// How many links may be open inside one another, and how often a link may be redirected.
    public nonisolated static let depthLimit = 8

    /// The registry whose routes are opened.
    public let handler: DeepLinkHandler

    /// Makes internal links of external ones.
    ///
    /// Links that wait were rewritten when they arrived, and are not again when this is replaced.
    public var rewriter: URLRewriter {
        didSet { ruleNames = nil }
    }

    /// Decides whether a link may be opened.
    ///
    /// After replacing it, call ``activate()`` to have it decide about links that wait.
    public var policy: any NavigationPolicy

    /// How links are treated.
    public nonisolated let options: Options

    /// Whether links are opened: until ``activate()`` is called, every link waits.
    public internal(set) var isActive = false

    /// The requirements that are satisfied.
    public internal(set) var satisfied: Set<Requirement> = []

    /// Called with every event at once, in order; for asynchronous listeners there is ``events(buffering:)``.
    public var onEvent: (@MainActor (DeepLinkEvent) -> Void)?

    /// Called with a link that the app has nothing for: the rewriter refused it, no path is registered that it leads to, or
    /// its own route throws that none is.
    ///
    /// This is the place to show a web page instead, inside the app if the link says that it would bounce. It is not
    /// called for links that the policy refuses, nor for links that still wait; for one that expired without a route
    /// it is.
    public var onUnhandled: (@MainActor (UnhandledLink) -> Void)?

    /// Called with a link that begins to wait for requirements: the place to show the login.
    ///
    /// That may be when it is opened; or later, when its turn comes: a link that starts the app waits for ``activate()`` first, and for
    /// requirements then. It is called again if the link then waits for something else. A link that waits only for its turn, for
    /// the coordinator to be activated or for its path to be registered is not told here.
    public var onWaiting: (@MainActor (PendingLink) -> Void)?

    /// Called with a link that failed after `open` had returned, since it waited or something was prepared for it, and with
    /// its error.
    ///
    /// There is no caller left then who could be told by an outcome. A link that was refused or dropped, or whose preparation
    /// was cancelled, has not failed.
    ///
    /// A late link that the app has nothing for goes to ``onUnhandled`` as well: there it gets a page, here a message.
    public var onFailure: (@MainActor (DeepLink, any Error) -> Void)?

    /// The readers of the events, with numbers to find them by.
    var listeners: [(id: Int, continuation: AsyncStream<DeepLinkEvent>.Continuation)] = []
    var lastListener = 0

    /// Whether anybody wants events; else none are made.
    var isObserved: Bool { onEvent != nil || !listeners.isEmpty }

    /// The names of parameters that the rewriter's rules know; nil until they are needed.
    var ruleNames: Set<Parameter>?

    /// How long links wait, short enough to be added to a time.
    let expiresAfter: Duration
    let stopwatch: Stopwatch
    var lastID = 0
    var recent: RecentLinks

    /// The counts, but for those of links that wait.
    var tally = LinkCounts()

    /// Inside how many links the code runs that is running now.
    var depth = 0

    /// The last link whose preparation was cancelled by a link that it opened itself: it may open others until another link runs.
    var selfCancelled: OpenedLink?

    /// How often requirements were revoked: a link that was opened before the last time does not run.
    var revocations = 0

    /// The links that wait, in the order in which they will be opened.
    var waiting: [OpenedLink] = []

    /// The links whose turns are still to come.
    var turns: [Int] = []

    /// Whether something happened that links may wait for which had their turns already.
    var isTurnDue = false
    var isTakingTurns = false

    /// The handler's number of the last preparation, begun by somebody else, whose end links wait for.
    var awaitedPreparation: Int?

    /// Creates a coordinator, which lets all links wait until it is activated.
    ///
    /// - Parameters:
    ///   - handler: The registry whose routes are opened.
    ///   - rewriter: Makes internal links of external ones.
    ///   - policy: Decides whether a link may be opened; unless given, a link waits for what its route requires.
    ///   - options: How links are treated.
    ///   - clock: Measures how long links wait and how fast they come. If it goes back, it is taken to have stood still.
    public init(
        handler: DeepLinkHandler,
        rewriter: URLRewriter,
        policy: any NavigationPolicy = RequirementPolicy(),
        options: Options = .init(),
        clock: some Clock<Duration> = ContinuousClock()
    ) {
        self.handler = handler
        self.rewriter = rewriter
        self.policy = policy
        self.options = options
        stopwatch = Stopwatch(clock)
        recent = RecentLinks(window: options.duplicateWindow, limit: options.rateLimit)
        // Four hundred years; a longer time could overflow when it is added to the clock's.
        let longest = Duration.seconds(12_623_040_000 as Int64)
        expiresAfter = Swift.min(Swift.max(options.expiresAfter, .zero), longest)
    }

    /// How many links there were, and what became of them.
    public var counts: LinkCounts {
        let now = stopwatch.time
        var counts = tally
        counts.waiting = waiting.count { $0.timeLeft(at: now) > .zero }
        // Those that have expired are reported when the coordinator is next called.
        counts.dropped += waiting.count - counts.waiting
        return counts
    }

    deinit {
        for listener in listeners {
            listener.continuation.finish()
        }
    }
}

extension DeepLinkCoordinator: CustomReflectable {
    /// What debuggers and `dump` show: nothing, since links that wait may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
