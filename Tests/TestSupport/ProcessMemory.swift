#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The memory of a process, which says something about a task if it is all that the process does.
public enum ProcessMemory {
    /// How many bytes the peak memory of the process grew during `body`.
    public static func growth(_ body: () throws -> Void) rethrows -> Int {
        let before = peak
        try body()
        return peak - before
    }

    private static var peak: Int {
        var usage = rusage()
        #if canImport(Darwin)
        _ = unsafe getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss
        #else
        _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return usage.ru_maxrss * 1024
        #endif
    }
}
