/// Turns what a clock says into a time that never goes back.
struct MonotonicTime {
    private var correction: Duration = .zero
    private var last: Duration = .zero

    /// Goes on to the time for what the clock says.
    ///
    /// A clock that went back is taken for one that stood still until now: time goes on from where it was.
    ///
    /// - Parameter reading: The time since the clock was first looked at.
    /// - Returns: The time, not before the one that was returned last.
    @inline(__always)
    mutating func advance(to reading: Duration) -> Duration {
        let now = reading + correction
        if now < last {
            correction += last - now
        } else {
            last = now
        }
        return last
    }

    /// What tells the time since now by a clock, whose type does not matter any more.
    static func readings(of clock: some Clock<Duration>) -> () -> Duration {
        guard let clock = clock as? ContinuousClock else {
            let start = clock.now
            return { start.duration(to: clock.now) }
        }
        // The usual one, without generic code in between.
        let start = clock.now
        return { start.duration(to: clock.now) }
    }
}

extension Duration {
    /// The duration in seconds, as wall clocks count them.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
