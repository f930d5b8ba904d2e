import AllocationCounter

/// What a piece of work asked of the memory allocator.
struct Allocations: Equatable {
    /// How many blocks were allocated or resized.
    var count: Int

    /// How many more bytes are in use after the work than before it.
    var liveBytes: Int
}

extension Allocations {
    /// Whether this system's allocations can be counted; where they cannot, nothing is claimed of them.
    static var areCounted: Bool { allocation_counter_works() }

    /// Counts the allocations that `work` makes on this thread.
    ///
    /// - Parameter work: Runs once.
    /// - Returns: The count, or nil where allocations cannot be counted.
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
