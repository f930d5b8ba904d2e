import Foundation

/// The processor time of the calling thread.
///
/// Time in which other programs use the processor does not count, as it would with a wall clock: on a busy machine,
/// that alone makes single samples several times too long.
struct ThreadTime {
    private let start = ThreadTime.now

    /// Nanoseconds since this value was made, which must have been on the same thread.
    var nanoseconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        // SAFETY: The function writes to the one structure that it is given, and keeps no pointer to it.
        let status = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        precondition(status == 0, "The system does not report a thread's time")
        return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
    }
}
