/// An object that calls a closure when it is freed.
final class Owner: Hashable, Sendable {
    private let onEnd: @MainActor @Sendable () -> Void

    init(onEnd: @escaping @MainActor @Sendable () -> Void) { self.onEnd = onEnd }

    deinit {
        let onEnd = onEnd
        MainActor.assumeIsolated { onEnd() }
    }

    static func == (left: Owner, right: Owner) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
