import DeepLinksAllocationCounter

/// What a piece of work requested from the memory allocator.
struct Allocations: Equatable {
    /// How many blocks were allocated or resized.
    var count: Int

    /// How many more bytes are in use after the work than before.
    var liveBytes: Int
}

extension Allocations {
    /// Whether allocations can be counted on this system; if not, they are not reported or checked.
    static var areCounted: Bool { allocation_counter_works() }

    /// Counts the allocations that `work` makes on this thread.
    ///
    /// - Parameter work: The work, which runs once.
    /// - Returns: The counts, or nil where allocations cannot be counted.
    static func counted(during work: () throws -> Void) rethrows -> Allocations? {
        guard areCounted else { return nil }
        allocation_counter_start()
        var count = AllocationCount()
        do {
            defer { count = allocation_counter_stop() }
            try work()
        }
        return Allocations(count: Int(count.allocations), liveBytes: Int(count.live_bytes))
    }
}
