import Synchronization

/// A clock that stands still until a test moves it.
final class ManualClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Swift.Duration

        func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }

        func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let offset = Mutex(Swift.Duration.zero)

    var now: Instant { Instant(offset: offset.withLock(\.self)) }

    let minimumResolution = Swift.Duration.nanoseconds(1)

    func advance(by duration: Swift.Duration) {
        offset.withLock { $0 += duration }
    }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
        advance(by: max(.zero, now.duration(to: deadline)))
    }
}
