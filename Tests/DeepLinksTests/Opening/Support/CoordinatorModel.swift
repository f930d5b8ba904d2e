import DeepLinks

/// What a coordinator should do, written as plainly as possible.
///
/// It has an array of waiting links and one of links that were let in, searches them each time, describes outcomes as
/// ``DeepLinkOutcome/text`` does, and records each event's link and name.
@MainActor
final class CoordinatorModel {
    /// How the policy decides.
    enum Mood: CaseIterable {
        /// It decides by the route's requirements.
        case standard
        /// It rejects `/account`.
        case closed
        /// It throws when it is asked about `/vault`.
        case broken
        /// It defers everything.
        case stalled
        /// It redirects `/moved` to `/vault`.
        case redirecting
    }

    struct Waiting {
        let id: Int
        var link: DeepLink
        /// The origins of the link and of the copies that came before it was decided about.
        var origins: [LinkOrigin]
        /// What it waits for; nil if it has not been decided about.
        var requirements: Set<Requirement>?
        let expiry: Duration
    }

    enum Verdict {
        case run
        case wait(Set<Requirement>)
        case refuse(String)
        case fail
        case noRoute

        var letsIn: Bool {
            switch self {
            case .run, .wait: true
            case .refuse, .fail, .noRoute: false
            }
        }
    }

    struct Decision {
        let link: DeepLink
        let origin: LinkOrigin
        let verdict: Verdict
    }

    private struct LetIn {
        let id: Int
        let link: DeepLink
        let time: Duration
        /// Whether the same link is a duplicate; false if this one came to nothing.
        var isKnown = true
        /// The origin whose rate limit it counts for; nil if it came from a snapshot.
        let origin: LinkOrigin?
    }

    static let requirements: [String: Set<Requirement>] = [
        "/open": [], "/moved": [], "/slow": [], "/trusting": [], "/account": [.authenticated],
        "/chain": [.authenticated], "/fails": [.authenticated], "/gone": [.authenticated],
        "/slowAccount": [.authenticated], "/slowVault": [.authenticated, "unlocked"],
        "/vault": [.authenticated, "unlocked"],
    ]

    /// The paths whose routes prepare something.
    static let slow: Set<String> = ["/slow", "/slowAccount", "/slowVault"]

    static let revoked =
        "A requirement was revoked while the link was being opened; open it again if it is still needed."

    let options: DeepLinkCoordinator.Options
    var now: Duration = .zero
    var isActive = false
    var satisfied: Set<Requirement> = []
    var mood = Mood.standard
    var registered = Set(requirements.keys)
    var waiting: [Waiting] = []
    /// The name of the next event at which an observer signs out, once.
    var signsOutAt: String?

    /// The links whose actions ran.
    var ran: [String] = []
    /// The links' numbers and the names of their events.
    var events: [String] = []
    /// The links that failed late.
    var failures: [String] = []
    /// The links that began to wait for requirements.
    var waited: [String] = []
    var handled = 0
    var failed = 0
    var rejected = 0
    var duplicates = 0
    var dropped = 0
    var cancelled = 0
    private(set) var prepared: (decision: Decision, id: Int)?

    private var lastID = 0
    /// When each link that has waited expires.
    private var expiries: [Int: Duration] = [:]
    private var letIn: [LetIn] = []
    private var depth = 0
    private var revocations = 0
    private var isTakingTurns = false
    private var isTurnDue = false
    private var turns: [Int] = []

    init(options: DeepLinkCoordinator.Options) {
        self.options = options
    }

    private func tell(_ name: String, _ id: Int) {
        events.append("#\(id) \(name)")
        if signsOutAt == name {
            signsOutAt = nil
            revoke(.authenticated)
        }
    }

    // MARK: - Calls

    func open(_ link: DeepLink, from origin: LinkOrigin) -> String {
        lastID += 1
        let id = lastID
        depth += 1
        let text = open(link, from: origin, id)
        if text.hasPrefix("rejected") || text.hasPrefix("failed") { forget(id) }
        depth -= 1
        if depth == 0 { takeTurns() }
        return text
    }

    private func open(_ link: DeepLink, from origin: LinkOrigin, _ id: Int) -> String {
        let before = revocations
        tell("deepLink.received", id)
        dropExpired()
        let isOwn = origin == .inApp
        if !isOwn, isDuplicate(link) {
            duplicates += 1
            for index in waiting.indices
            where waiting[index].link == link && waiting[index].requirements == nil
                && !waiting[index].origins.contains(origin)
            {
                waiting[index].origins.append(origin)
            }
            tell("deepLink.duplicate", id)
            return "duplicate \(link.string)"
        }
        if !isOwn, let limit = options.rateLimit,
            letIn.count(where: { $0.origin == origin && now - $0.time < limit.period })
                >= limit.links
        {
            return refuse("tooManyLinks", id)
        }
        if !isOwn { letIn.append(LetIn(id: id, link: link, time: now, origin: origin)) }
        tell("destination.parsed", id)
        if !isActive || isTakingTurns {
            guard before == revocations else { return refuse("policy \(Self.revoked)", id) }
            wait(link, [origin], until: nil, id)
            if isTakingTurns { turns.append(id) }
            return "deferred \(link.string) []"
        }
        let decision = decide(link, [origin], id, before)
        guard before == revocations else { return refuse("policy \(Self.revoked)", id) }
        if case .wait(let requirements) = decision.verdict {
            wait(decision.link, [decision.origin], until: requirements, id)
            return "deferred \(decision.link.string) \(requirements.map(\.rawValue).sorted())"
        }
        return carryOut(decision, id, isLate: false)
    }

    func activate() {
        isActive = true
        isTurnDue = true
        takeTurns()
    }

    func satisfy(_ requirement: Requirement) {
        satisfied.insert(requirement)
        isTurnDue = true
        takeTurns()
    }

    func revoke(_ requirement: Requirement) {
        satisfied.remove(requirement)
        revocations += 1
        for index in letIn.indices { letIn[index].isKnown = false }
        let all = waiting
        waiting = []
        cancelPreparation()
        for link in all { drop(link) }
    }

    func cancel() {
        let all = waiting
        waiting = []
        for link in all { drop(link) }
    }

    func cancelPreparation() {
        guard let (_, id) = prepared else { return }
        prepared = nil
        tellCancelled(id)
    }

    /// Finishes the current preparation.
    func finishPreparation() {
        guard let (decision, id) = prepared else { return }
        prepared = nil
        let before = revocations
        let last = decide(decision.link, decision.origin, id, before)
        switch last.verdict {
        case .run where before == revocations:
            ran.append(last.link.string)
            handled += 1
            tell("navigation.applied", id)
        case .wait(let requirements) where before == revocations:
            wait(last.link, [last.origin], until: requirements, id)
        case .run, .wait:
            _ = refuse("policy \(Self.revoked)", id)
            forget(id)
        case .refuse, .fail, .noRoute:
            _ = carryOut(last, id, isLate: true)
            forget(id)
        }
        if depth == 0 { takeTurns() }
    }

    /// The links that wait, with their origins and the time left.
    var snapshot: [(link: DeepLink, origins: [LinkOrigin], left: Duration)] {
        waiting.filter { $0.expiry > now }.map { ($0.link, $0.origins, $0.expiry - now) }
    }

    func restore(_ entries: [(link: DeepLink, origins: [LinkOrigin], left: Duration)]) {
        dropExpired()
        var kept: [Waiting] = []
        var others: [Waiting] = []
        for entry in entries {
            lastID += 1
            let link = Waiting(
                id: lastID,
                link: entry.link,
                origins: entry.origins,
                requirements: nil,
                expiry: now + entry.left
            )
            expiries[lastID] = link.expiry
            let isThere = isSuperseding && waiting.contains { $0.link.path == link.link.path }
            if entry.left <= .zero || isThere || isDuplicate(link.link) {
                others.append(link)
            } else {
                kept.append(link)
            }
        }
        while !kept.isEmpty, waiting.count + kept.count > capacity {
            others.append(kept.removeFirst())
        }
        waiting = kept + waiting
        isTurnDue = true
        for link in kept {
            letIn.append(LetIn(id: link.id, link: link.link, time: now, origin: nil))
        }
        isTakingTurns = true
        for link in kept where waiting.contains(where: { $0.id == link.id }) {
            tell("pending.restored", link.id)
        }
        for link in others.sorted(by: { $0.id < $1.id }) { drop(link) }
        isTakingTurns = false
        turns = []
        takeTurns()
    }

    // MARK: - Insides

    private var capacity: Int {
        switch options.pending {
        case .latest: 1
        case .queue(let capacity, _): capacity
        }
    }

    /// Whether a newer link replaces a waiting one with the same path.
    private var isSuperseding: Bool {
        switch options.pending {
        case .latest: true
        case .queue(_, let superseding): superseding == .samePath
        }
    }

    private func isDuplicate(_ link: DeepLink) -> Bool {
        letIn.contains {
            $0.isKnown && $0.link == link && now - $0.time < options.duplicateWindow
        }
    }

    /// Notes that a link came to nothing, so the same link is no duplicate.
    private func forget(_ id: Int) {
        for index in letIn.indices where letIn[index].id == id {
            letIn[index].isKnown = false
        }
    }

    private func drop(_ link: Waiting) {
        dropped += 1
        forget(link.id)
        tell("pending.dropped", link.id)
    }

    private func dropExpired() {
        let expired = waiting.filter { $0.expiry <= now }
        waiting.removeAll { $0.expiry <= now }
        for link in expired { drop(link) }
    }

    private func refuse(_ reason: String, _ id: Int) -> String {
        rejected += 1
        tell("deepLink.rejected", id)
        return "rejected \(reason)"
    }

    private func decide(
        _ link: DeepLink,
        _ origins: [LinkOrigin],
        _ id: Int,
        _ before: Int
    ) -> Decision {
        var first: Decision?
        for origin in origins {
            let decision = decide(link, origin, id, before)
            if decision.verdict.letsIn { return decision }
            first = first ?? decision
        }
        return first ?? Decision(link: link, origin: .unknown, verdict: .noRoute)
    }

    private func decide(
        _ link: DeepLink,
        _ origin: LinkOrigin,
        _ id: Int,
        _ before: Int
    ) -> Decision {
        func decision(_ verdict: Verdict) -> Decision {
            Decision(link: link, origin: origin, verdict: verdict)
        }
        guard before == revocations else { return decision(.refuse("policy \(Self.revoked)")) }
        guard registered.contains(link.path) else { return decision(.noRoute) }
        if link.path == "/trusting", origin != .push {
            return decision(
                .refuse("policy '/trusting' does not trust links from '\(origin)'.")
            )
        }
        // A policy that throws decides nothing.
        if mood == .broken, link.path == "/vault" { return decision(.fail) }
        let missing = (Self.requirements[link.path] ?? []).subtracting(satisfied)
        tell("policy.decision", id)
        switch (mood, link.path) {
        case (.closed, "/account"): return decision(.refuse("policy Closed."))
        case (.stalled, _): return decision(.wait(["later"]))
        case (.redirecting, "/moved"):
            guard let target = try? DeepLink(path: "/vault", queryItems: link.queryItems) else {
                return decision(.noRoute)
            }
            tell("destination.parsed", id)
            return decide(target, origin, id, before)
        default: return decision(missing.isEmpty ? .run : .wait(missing))
        }
    }

    private func carryOut(_ decision: Decision, _ id: Int, isLate: Bool) -> String {
        switch decision.verdict {
        case .run: return run(decision, id, isLate: isLate)
        case .refuse(let reason): return refuse(reason, id)
        case .fail: return fail(decision.link, "ActionError()", id, isLate: isLate)
        case .noRoute, .wait:
            let error = DeepLinkHandleError.pathNotRegistered(path: decision.link.path)
            return fail(decision.link, "\(error)", id, isLate: isLate)
        }
    }

    private func fail(_ link: DeepLink, _ error: String, _ id: Int, isLate: Bool) -> String {
        failed += 1
        tell("navigation.failed", id)
        if isLate { failures.append("\(link.string) \(error)") }
        return "failed \(error)"
    }

    private func run(_ decision: Decision, _ id: Int, isLate: Bool) -> String {
        let link = decision.link
        let before = revocations
        if Self.slow.contains(link.path) {
            tell("navigation.preparing", id)
            guard before == revocations else { return refuse("policy \(Self.revoked)", id) }
            let other = prepared
            prepared = (decision, id)
            if let other { tellCancelled(other.id) }
            return "preparing \(link.string)"
        }
        cancelPreparation()
        guard before == revocations else { return refuse("policy \(Self.revoked)", id) }
        ran.append(link.string)
        if link.path == "/fails" { return fail(link, "ActionError()", id, isLate: isLate) }
        if link.path == "/chain", let next = Self.next(after: link) {
            _ = open(next, from: .inApp)
        }
        handled += 1
        tell("navigation.applied", id)
        return "handled \(link.string)"
    }

    private func tellCancelled(_ id: Int) {
        cancelled += 1
        forget(id)
        tell("navigation.cancelled", id)
        if depth == 0 { takeTurns() }
    }

    /// The link that the action of `/chain` opens.
    static func next(after link: DeepLink) -> DeepLink? {
        try? DeepLink(path: "/open", queryItems: link.queryItems)
    }

    private func wait(
        _ link: DeepLink,
        _ origins: [LinkOrigin],
        until requirements: Set<Requirement>?,
        _ id: Int
    ) {
        let expiry = expiries[id] ?? now + options.expiresAfter
        expiries[id] = expiry
        var new = Waiting(
            id: id,
            link: link,
            origins: origins,
            requirements: requirements,
            expiry: expiry
        )
        var others: [Waiting] = []
        if isSuperseding, let index = waiting.firstIndex(where: { $0.link.path == link.path }) {
            let old = waiting[index]
            if old.id > id {
                // It was being prepared when a newer link to the path came.
                tell("pending.added", id)
                drop(new)
                return
            }
            waiting.remove(at: index)
            if old.link == link, requirements == nil {
                new.origins += old.origins.filter { !new.origins.contains($0) }
            }
            others.append(old)
        }
        waiting.insert(new, at: waiting.firstIndex { $0.id > id } ?? waiting.count)
        // While links take their turns there is more room than this model ever needs.
        if !isTakingTurns, turns.isEmpty {
            while waiting.count > capacity { others.append(waiting.removeFirst()) }
        }
        tell("pending.added", id)
        for link in others { drop(link) }
        tellWaiting(id, link, for: requirements ?? [])
    }

    private func tellWaiting(_ id: Int, _ link: DeepLink, for requirements: Set<Requirement>) {
        guard !requirements.isEmpty, waiting.contains(where: { $0.id == id && $0.expiry > now })
        else { return }
        waited.append(link.string)
    }

    private func takeTurns() {
        guard isActive, !isTakingTurns else { return }
        isTakingTurns = true
        while prepared == nil {
            if turns.isEmpty, isTurnDue {
                isTurnDue = false
                turns = waiting.map(\.id)
            }
            guard !turns.isEmpty else { break }
            depth += 1
            takeTurn(turns.removeFirst())
            depth -= 1
        }
        isTakingTurns = false
        if prepared != nil, isTurnDue || !turns.isEmpty { return }
        isTurnDue = false
        let surplus = waiting.prefix(max(0, waiting.count - capacity))
        waiting.removeFirst(surplus.count)
        for link in surplus { drop(link) }
    }

    private func takeTurn(_ id: Int) {
        dropExpired()
        guard let link = waiting.first(where: { $0.id == id }) else { return }
        tell("pending.resumed", id)
        guard waiting.contains(where: { $0.id == id }) else { return }
        let decision = decide(link.link, link.origins, id, revocations)
        guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
        switch decision.verdict {
        case .run, .refuse, .fail:
            waiting.remove(at: index)
            let text = carryOut(decision, id, isLate: true)
            if text.hasPrefix("rejected") || text.hasPrefix("failed") { forget(id) }
        case .noRoute:
            waiting[index].requirements = nil
            tell("pending.kept", id)
        case .wait(let requirements):
            // Of two links with the same path, the newer one stays.
            if isSuperseding,
                let other = waiting.first(where: {
                    $0.link.path == decision.link.path && $0.id != id
                })
            {
                let older = min(other.id, id)
                let all = waiting
                waiting.removeAll { $0.id == older }
                for link in all where link.id == older { drop(link) }
            }
            guard let index = waiting.firstIndex(where: { $0.id == id }) else { return }
            let before = waiting[index].requirements ?? []
            waiting[index].link = decision.link
            waiting[index].origins = [decision.origin]
            waiting[index].requirements = requirements
            tell("pending.kept", id)
            tellWaiting(id, decision.link, for: requirements.subtracting(before))
        }
    }

    /// The model after the app was away for some time, measured by its wall clock.
    func relaunched(after time: Duration) -> CoordinatorModel {
        let next = CoordinatorModel(options: options)
        next.registered = registered
        next.mood = mood
        next.restore(
            snapshot.map { ($0.link, $0.origins, $0.left - max(time, .zero)) }
        )
        return next
    }
}
