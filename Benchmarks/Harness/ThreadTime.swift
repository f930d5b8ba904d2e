import Foundation

/// The time that the processor has spent on the calling thread.
///
/// Other programs that take the processor away in between do not count, as they would by a clock on the wall: on a busy
/// machine that alone makes single samples several times too long.
struct ThreadTime {
    private let start = ThreadTime.now

    /// Nanoseconds since this value was made, which has to be on the same thread.
    var nanoseconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        // SAFETY: the function writes to the one structure that it is given, and keeps no pointer to it.
        let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(status == 0, "The system does not tell a thread's time")
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
