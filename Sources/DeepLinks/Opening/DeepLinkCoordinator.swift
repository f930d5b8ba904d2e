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
/// Waiting links are kept in order, for a limited time and in a limited number, and only for the person for whom they arrived. They are
/// opened when ``activate()``, ``satisfy(_:)`` or ``restore(_:for:at:)`` is called: the policy is asked again about each, and each runs
/// once. There are no timers: a link that expires is dropped when the coordinator is next called.
///
/// Everything happens on the main actor and synchronously, except for the preparations of routes that have one. Actions,
/// policies and observers may call the coordinator; the links that they open are nested, to a depth of ``depthLimit``.
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
    /// Waiting links were rewritten when they arrived; replacing this does not rewrite them again.
    public var rewriter: URLRewriter {
        didSet { ruleNames = nil }
    }

    /// Decides whether a link may be opened.
    ///
    /// After replacing it, call ``activate()`` so that it decides about waiting links.
    public var policy: any NavigationPolicy

    /// How links are treated.
    public nonisolated let options: Options

    /// Whether links are opened: until ``activate()`` is called, every link waits.
    public internal(set) var isActive = false

    /// The requirements that are satisfied.
    public internal(set) var satisfied: Set<Requirement> = []

    /// Called with every event at once, in order; for asynchronous listeners there is ``events(buffering:)``.
    public var onEvent: (@MainActor (DeepLinkEvent) -> Void)?

    /// Called with an unhandled link: the rewriter refused it, no route is registered for its path, or its own route threw an error
    /// that says so.
    ///
    /// Here the app can show a web page instead, inside the app if ``UnhandledLink/wouldBounce`` is true. It is not called for
    /// links that the policy refuses, nor for links that still wait; it is called for a link that
    /// expired without a route.
    public var onUnhandled: (@MainActor (UnhandledLink) -> Void)?

    /// Called with a link that begins to wait for requirements: here the app can show the login.
    ///
    /// That may happen when the link is opened, or when its turn comes: a link that starts the app waits for ``activate()`` first, and
    /// for requirements then. It is called again if the link then waits for another requirement. It is not called for a link that
    /// waits only for its turn, for the coordinator to be activated or for its path to be registered.
    public var onWaiting: (@MainActor (PendingLink) -> Void)?

    /// Called with a link and its error when the link fails after `open` has returned, because it waited or was being
    /// prepared.
    ///
    /// By then no caller is left that could get the outcome. A link that was refused or dropped, or whose preparation was cancelled, has
    /// not failed.
    ///
    /// A late link that is unhandled goes to ``onUnhandled`` as well: there the app can show a page, here a message.
    public var onFailure: (@MainActor (DeepLink, any Error) -> Void)?

    /// The readers of event streams, with the numbers that identify them.
    var listeners: [(id: Int, continuation: AsyncStream<DeepLinkEvent>.Continuation)] = []
    var lastListener = 0

    /// Whether anybody wants events; if not, none are made.
    var isObserved: Bool { onEvent != nil || !listeners.isEmpty }

    /// The names of parameters in the rewriter's rules; nil until they are needed.
    var ruleNames: Set<Parameter>?

    /// How long links wait, short enough to be added to a time.
    let expiresAfter: Duration
    let stopwatch: Stopwatch
    var lastID = 0
    var recent: RecentLinks

    /// The counts, without those of waiting links.
    var tally = LinkCounts()

    /// How many links are open around the code that runs now.
    var depth = 0

    /// The last link whose preparation cancelled itself by opening another link: it may open more until another link runs.
    var selfCancelled: OpenedLink?

    /// How often requirements were revoked: a link that was opened before the last revocation does not run.
    var revocations = 0

    /// The waiting links, in the order in which they will be opened.
    var waiting: [OpenedLink] = []

    /// The numbers of the links that have not had their turn yet.
    var turns: [Int] = []

    /// Whether something that links may wait for has happened since they had their turns.
    var isTurnDue = false
    var isTakingTurns = false

    /// The handler's number of the last preparation that turns wait for and that somebody else began.
    var awaitedPreparation: Int?

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
        // Expired links are reported when the coordinator is next called.
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
    /// What debuggers and `dump` show: nothing, since waiting links may hold secrets.
    public nonisolated var customMirror: Mirror {
        Mirror(self, children: [:], displayStyle: .class, ancestorRepresentation: .suppressed)
    }
}
