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
/// It is for code of the main actor, as a `DeepLinkCoordinator` is; reading it elsewhere is a mistake that ends the
/// program.
@MainActor
public final class TestClock: Clock {
    /// A point in time of this clock.
    public struct Instant: InstantProtocol {
        /// How long after the clock's creation it is.
        public let offset: Swift.Duration

        /// A later point in time, or an earlier one for a negative duration.
        public func advanced(by duration: Swift.Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        /// How long it takes from here to another point in time.
        public func duration(to other: Instant) -> Swift.Duration {
            other.offset - offset
        }

        /// Whether the first point in time is before the second.
        public static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    private var offset = Swift.Duration.zero

    /// Creates a clock that stands still.
    public nonisolated init() {}

    /// Where the clock stands.
    public nonisolated var now: Instant {
        MainActor.assumeIsolated { Instant(offset: offset) }
    }

    /// The shortest time that the clock tells: a nanosecond.
    public nonisolated var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Moves the clock, also back if the duration is negative.
    public func advance(by duration: Swift.Duration) {
        offset += duration
    }

    /// Moves the clock to the deadline at once, unless that has passed.
    public nonisolated func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws
    {
        await advance(to: deadline)
    }

    private func advance(to deadline: Instant) {
        offset = max(offset, deadline.offset)
    }
}
