/// Turns what a clock says into a time that never goes back.
struct MonotonicTime {
    private var correction: Duration = .zero
    private var hasCorrection = false
    private var last: Duration = .zero

    /// Goes on to the time for what the clock says.
    ///
    /// A clock that went back is taken for one that stood still until now: time goes on from where it was.
    ///
    /// - Parameter reading: The time since the clock was first looked at.
    /// - Returns: The time, not before the one that was returned last.
    @inline(__always)
    mutating func advance(to reading: Duration) -> Duration {
        let now = hasCorrection ? reading + correction : reading
        if now < last {
            correction += last - now
            hasCorrection = true
        } else {
            last = now
        }
        return last
    }
}

/// Tells the time since it was made by a clock, whose type does not matter any more.
///
/// The time never goes back. The stopwatch is a reference since nobody knows how large an instant is until the program runs, which
/// would make all slower that holds one.
final class Stopwatch {
    private let start = ContinuousClock.now
    /// What tells the time if the clock is not the usual one, for which no generic code is wanted in between.
    private let other: (() -> Duration)?

    /// Starts to measure the time.
    init(_ clock: some Clock<Duration>) {
        if clock is ContinuousClock {
            other = nil
        } else {
            let start = clock.now
            var time = MonotonicTime()
            other = {
                let reading = start.duration(to: clock.now)
                return time.advance(to: reading)
            }
        }
    }

    /// The time since the start, not before the one that was returned last.
    var time: Duration {
        if let other { return other() }
        // This clock never goes back.
        return start.duration(to: ContinuousClock.now)
    }
}

extension Duration {
    /// The duration in seconds, as wall clocks count them.
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
