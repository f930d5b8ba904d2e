/// Measures the time since it was made, with a clock of any type.
///
/// The time never goes back. If the clock goes back, the time stands still and then goes on from where it was.
@MainActor
final class Stopwatch {
    private let reading: @MainActor () -> Duration
    private var correction = Duration.zero
    private var last = Duration.zero

    /// Starts to measure.
    init(_ clock: some Clock<Duration>) {
        let start = clock.now
        reading = { start.duration(to: clock.now) }
    }

    /// The time since the start, never less than it was when last read.
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
