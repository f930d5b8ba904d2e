/// Measures the time since it was made, with a clock of any type.
///
/// The time never goes back. If the clock goes back, the time stands still and then goes on from where it was.
@MainActor
final class Stopwatch {
    private let reading: @MainActor () -> Duration
    /// Whether the clock is the usual one, which never goes back.
    private let isSteady: Bool
    private var last = Duration.zero
    /// The time since the start, as it was last read.
    private var time = Duration.zero

    /// Starts to measure.
    init(_ clock: some Clock<Duration>) {
        // The usual clock takes half as long to read if its type is known.
        isSteady = clock is ContinuousClock
        if let clock = clock as? ContinuousClock {
            let start = clock.now
            reading = { start.duration(to: clock.now) }
        } else {
            let start = clock.now
            reading = { start.duration(to: clock.now) }
        }
    }

    /// Reads the time since the start, which is never less than it was when last read.
    func read() -> Duration {
        let now = reading()
        if isSteady { return now }
        if now > last { time += now - last }
        last = now
        return time
    }
}

extension Duration {
    /// The duration in seconds, as wall clocks count them.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
