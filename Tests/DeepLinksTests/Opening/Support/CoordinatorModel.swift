import DeepLinks

/// What a coordinator should do, written down as plainly as can be.
///
/// It has an array of links that wait and arrays of all that it remembers, looks through them each time, and tells what becomes of
/// links as ``DeepLinkOutcome/text`` does.
@MainActor
final class CoordinatorModel {
    /// How the policy decides.
    enum Mood: CaseIterable {
        /// By what is required and satisfied.
        case standard
        /// It refuses `/account`.
        case closed
        /// It throws when it is asked about `/vault`.
        case broken
        /// It lets everything wait.
        case stalled
        /// It sends `/moved` on to `/vault`.
        case redirecting
    }

    struct Waiting {
        let id: Int
        var link: DeepLink
        let expiry: Duration
    }

    private enum Decided {
        case run(DeepLink)
        case deferred(DeepLink, Set<Requirement>)
        case rejected(String)
        case failed(String)
        case noRoute(DeepLink)
    }

    static let requirements: [String: Set<Requirement>] = [
        "/open": [], "/moved": [], "/account": [.authenticated], "/chain": [.authenticated],
        "/fails": [.authenticated], "/gone": [.authenticated],
        "/vault": [.authenticated, "unlocked"],
    ]

    let options: DeepLinkCoordinator.Options
    var now: Duration = .zero
    var isActive = false
    var satisfied: Set<Requirement> = []
    var mood = Mood.standard
    var registered = Set(requirements.keys)
    var waiting: [Waiting] = []

    /// The links whose actions ran.
    var ran: [String] = []
    var handled = 0
    var failed = 0
    var rejected = 0
    var duplicates = 0
    var dropped = 0

    private var lastID = 0
    private var isReplaying = false
    /// The links that were let in, and whether the same ones are duplicates.
    private var letIn: [(id: Int, link: DeepLink, time: Duration, isKnown: Bool)] = []

    init(options: DeepLinkCoordinator.Options) {
        self.options = options
    }

    // MARK: - Calls

    func open(_ link: DeepLink) -> String {
        lastID += 1
        let id = lastID
        dropExpired()
        // What is older than both does not matter any more.
        let longest = max(options.duplicateWindow, options.rateLimit?.period ?? .zero)
        letIn.removeAll { now - $0.time >= longest }
        let isDuplicate = letIn.contains {
            $0.isKnown && $0.link == link && now - $0.time < options.duplicateWindow
        }
        if isDuplicate {
            duplicates += 1
            return "duplicate \(link.string)"
        }
        if let limit = options.rateLimit,
            letIn.count(where: { now - $0.time < limit.period }) >= limit.links
        {
            rejected += 1
            return "rejected tooManyLinks"
        }
        letIn.append((id, link, now, true))
        guard isActive, !isReplaying else {
            wait(link, id)
            return "deferred \(link.string) []"
        }
        switch decide(link) {
        case .run(let link):
            return run(link, id)
        case .deferred(let link, let requirements):
            wait(link, id)
            return "deferred \(link.string) \(requirements.map(\.rawValue).sorted())"
        case .rejected(let reason):
            rejected += 1
            forget(id)
            return "rejected policy \(reason)"
        case .failed(let error):
            failed += 1
            forget(id)
            return "failed \(error)"
        case .noRoute(let link):
            failed += 1
            forget(id)
            return "failed \(DeepLinkHandleError.pathNotRegistered(path: link.path))"
        }
    }

    func activate() {
        isActive = true
        replay()
    }

    func satisfy(_ requirement: Requirement) {
        satisfied.insert(requirement)
        replay()
    }

    func revoke(_ requirement: Requirement) {
        satisfied.remove(requirement)
        for index in letIn.indices { letIn[index].isKnown = false }
        cancel()
    }

    func cancel() {
        for link in waiting { drop(link) }
        waiting = []
    }

    /// It came to nothing, so the same link is no duplicate.
    private func forget(_ id: Int) {
        for index in letIn.indices where letIn[index].id == id {
            letIn[index].isKnown = false
        }
    }

    private func drop(_ link: Waiting) {
        dropped += 1
        forget(link.id)
    }

    func dropExpired() {
        for link in waiting where link.expiry <= now { drop(link) }
        waiting.removeAll { $0.expiry <= now }
    }

    /// What is left after the app was away for some time, by its wall clock.
    func relaunched(after time: Duration) -> CoordinatorModel {
        dropExpired()
        let next = CoordinatorModel(options: options)
        next.registered = registered
        next.mood = mood
        next.lastID = waiting.count
        next.waiting = waiting.enumerated().map { number, waiting in
            Waiting(
                id: number + 1,
                link: waiting.link,
                expiry: waiting.expiry - now - max(time, .zero)
            )
        }
        next.dropExpired()
        return next
    }

    // MARK: - Insides

    private func decide(_ link: DeepLink) -> Decided {
        guard registered.contains(link.path) else { return .noRoute(link) }
        switch (mood, link.path) {
        case (.closed, "/account"): return .rejected("Closed.")
        case (.broken, "/vault"): return .failed("ActionError()")
        case (.stalled, _): return .deferred(link, ["later"])
        case (.redirecting, "/moved"):
            return (try? DeepLink(path: "/vault", queryItems: link.queryItems)).map(decide)
                ?? .noRoute(link)
        default:
            let missing = (Self.requirements[link.path] ?? []).subtracting(satisfied)
            return missing.isEmpty ? .run(link) : .deferred(link, missing)
        }
    }

    private func run(_ link: DeepLink, _ id: Int) -> String {
        ran.append(link.string)
        if link.path == "/fails" {
            failed += 1
            forget(id)
            return "failed ActionError()"
        }
        if link.path == "/chain", let next = Self.next(after: link) {
            _ = open(next)
        }
        handled += 1
        return "handled \(link.string)"
    }

    /// The link that the action of `/chain` opens.
    static func next(after link: DeepLink) -> DeepLink? {
        try? DeepLink(path: "/open", queryItems: link.queryItems)
    }

    private func wait(_ link: DeepLink, _ id: Int) {
        if let index = waiting.firstIndex(where: { $0.link.path == link.path }) {
            drop(waiting.remove(at: index))
        }
        waiting.append(Waiting(id: id, link: link, expiry: now + options.expiresAfter))
        if !isReplaying { trim() }
    }

    private func trim() {
        let capacity: Int =
            switch options.pending {
            case .latest: 1
            case .queue(let capacity): capacity
            }
        while waiting.count > capacity {
            drop(waiting.removeFirst())
        }
    }

    private func replay() {
        guard isActive, !isReplaying else { return }
        isReplaying = true
        var ids = waiting.map(\.id)
        while !ids.isEmpty {
            let newest = lastID
            for id in ids { resume(id) }
            ids = waiting.map(\.id).filter { $0 > newest }
        }
        isReplaying = false
        trim()
    }

    private func resume(_ id: Int) {
        dropExpired()
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        switch decide(waiting[index].link) {
        case .run(let link):
            waiting.remove(at: index)
            _ = run(link, id)
        case .rejected:
            waiting.remove(at: index)
            rejected += 1
            forget(id)
        case .failed:
            waiting.remove(at: index)
            failed += 1
            forget(id)
        case .noRoute:
            break
        case .deferred(let link, _):
            // Of two links that have come to one path, the newer one stays.
            if let other = waiting.firstIndex(where: { $0.link.path == link.path && $0.id != id }) {
                if waiting[other].id > id {
                    drop(waiting.remove(at: index))
                } else {
                    waiting[index].link = link
                    drop(waiting.remove(at: other))
                }
            } else {
                waiting[index].link = link
            }
        }
    }
}
