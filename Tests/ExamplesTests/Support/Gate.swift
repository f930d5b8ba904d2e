/// What tasks wait at until a test lets them pass.
@MainActor
final class Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// How many tasks have arrived so far.
    private(set) var arrivals = 0

    /// Waits until the gate is open.
    func pass() async {
        arrivals += 1
        if isOpen { return }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// Lets all pass, now and later.
    func open() {
        isOpen = true
        for continuation in waiting {
            continuation.resume()
        }
        waiting = []
    }
}

/// Waits until something is so, for some seconds at most.
@MainActor
func turns(until condition: () -> Bool) async {
    for _ in 0..<1_000 where !condition() {
        await Task.yield()
    }
    // Tasks of other actors may need a thread that other tests have.
    for _ in 0..<4_000 where !condition() {
        try? await Task.sleep(for: .milliseconds(1))
    }
}
