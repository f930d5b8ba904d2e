/// Measures the time since it was made, with a clock of any type.
///
/// The time never goes back. If the clock goes back, the time stands still and then goes on from where it was.
@MainActor
final class Stopwatch {
    /// When it was made, by the usual clock.
    private let start = ContinuousClock.now
    /// Reads another clock; nil for the usual one, which takes half as long to read without a closure.
    private let reading: (@MainActor () -> Duration)?
    private var last = Duration.zero
    /// The time since the start, as it was last read.
    private var time = Duration.zero

    /// Starts to measure.
    init(_ clock: some Clock<Duration>) {
        if clock is ContinuousClock {
            reading = nil
        } else {
            let start = clock.now
            reading = { start.duration(to: clock.now) }
        }
    }

    /// Reads the time since the start, which is never less than it was when last read.
    func read() -> Duration {
        // The usual clock never goes back.
        guard let reading else { return start.duration(to: ContinuousClock.now) }
        let now = reading()
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
