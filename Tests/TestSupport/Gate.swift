/// A gate where tasks wait until a test opens it.
@MainActor
package final class Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// Creates a closed gate.
    package init() {}

    /// The number of tasks that have arrived so far.
    package private(set) var arrivals = 0

    /// Waits until the gate is open.
    package func pass() async {
        arrivals += 1
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets all tasks pass, now and later.
    package func open() {
        isOpen = true
        for continuation in waiting { continuation.resume() }
        waiting = []
    }
}

/// Waits until a condition holds, for some seconds at most.
@MainActor
package func turns(until condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() { await Task.yield() }
    // Tasks of other actors may need a thread that other tests use.
    for _ in 0..<4_000 where !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
