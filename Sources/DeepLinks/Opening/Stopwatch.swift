/// Tells the time since it was made by a clock, whose type does not matter any more.
///
/// The time never goes back. A clock that goes back is taken for one that stood still: time goes on from where it was.
@MainActor
final class Stopwatch {
    private let reading: @MainActor () -> Duration
    private var correction = Duration.zero
    private var last = Duration.zero

    /// Starts to measure the time.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        reading = { start.duration(to: clock.now) }
    }

    /// The time since the start, not before the one that was returned last.
    var time: Duration {
        let now = reading() + correction
        if now < last {
            correction += last - now
        } else {
            last = now
        }
        return last
    }
}

extension Duration {
    /// The duration in seconds, as wall clocks count them.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
