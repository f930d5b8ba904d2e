/// A clock that stands still until a test moves it, for tests of links that wait or come too fast.
///
/// ```swift
/// let clock = TestClock()
/// let coordinator = DeepLinkCoordinator(handler: handler, rewriter: rewriter, clock: clock)
/// coordinator.open("https://mydomain.io/account")  // waits for the login
/// clock.advance(by: .seconds(601))
/// coordinator.pendingLinks  // empty: it has expired
/// ```
///
/// It is for code on the main actor, such as a `DeepLinkCoordinator`; reading it elsewhere is a mistake that traps.
@MainActor
public final class TestClock: Clock {
    private var instant = ContinuousClock.now

    /// Creates a clock that stands still.
    public nonisolated init() {}

    /// Where the clock stands.
    public nonisolated var now: ContinuousClock.Instant {
        MainActor.assumeIsolated { instant }
    }

    /// The shortest time that the clock tells: a nanosecond.
    public nonisolated var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Moves the clock; a negative duration moves it back.
    public func advance(by duration: Swift.Duration) {
        instant += duration
    }

    /// Moves the clock to the deadline at once, unless it has passed that already.
    public nonisolated func sleep(
        until deadline: ContinuousClock.Instant,
        tolerance: Swift.Duration?
    ) async throws {
        await advance(to: deadline)
    }

    private func advance(to deadline: ContinuousClock.Instant) {
        instant = max(instant, deadline)
    }
}
