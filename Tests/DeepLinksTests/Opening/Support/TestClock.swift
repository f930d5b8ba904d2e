/// A clock that a test sets by hand; it may go back.
final class TestClock: Clock, @unchecked Sendable {
    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant {
            Instant(offset: offset + duration)
        }

        func duration(to other: Instant) -> Duration {
            other.offset - offset
        }

        static func < (lhs: Instant, rhs: Instant) -> Bool {
            lhs.offset < rhs.offset
        }
    }

    /// Only used by tests that stay on the main actor.
    var now = Instant(offset: .zero)

    var minimumResolution: Duration { .nanoseconds(1) }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        now = max(now, deadline)
    }

    func advance(by duration: Duration) {
        now = now.advanced(by: duration)
    }
}
