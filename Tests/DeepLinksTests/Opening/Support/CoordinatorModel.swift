import DeepLinks
import Foundation

/// What a coordinator should do, written as plainly as possible: arrays that are searched each time, and texts for outcomes.
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
        /// It defers `/account` until it is asked again.
        case postponing
        /// It redirects `/moved` to `/vault`.
        case redirecting
        /// It signs out when it is asked about `/account`, and allows it.
        case leaving
        /// It registers `/items/new` when it is asked about another route of that path.
        case registering
    }

    /// A link that came in as text.
    struct Received {
        var text: String
        /// The URL that is not wrapped in another.
        var innermost: String
        var removed: [String] = []
    }

    /// A link of a snapshot.
    struct Entry {
        var link: DeepLink
        var destination: DeepLink
        var origins: [LinkOrigin]
        var left: Duration
        var received: Received?
    }

    enum State { case onItsWay, waiting, preparing, handled, over }

    @MainActor
    final class Link {
        let id: Int
        let link: DeepLink
        let origin: LinkOrigin
        let outer: Link?
        let session: Int
        let openedAt: Duration
        let expiry: Duration
        var destination: DeepLink
        var received: Received?
        var state = State.onItsWay
        var awaited: Set<Requirement> = []
        /// What it waits for as its last report says; nil if that says something else, or if it has none.
        var told: Set<Requirement>?

        init(
            _ id: Int,
            _ link: DeepLink,
            _ origin: LinkOrigin,
            _ outer: Link?,
            _ session: Int,
            _ now: Duration,
            expiresAfter left: Duration = .zero
        ) {
            (self.id, self.link, self.origin, self.outer) = (id, link, origin, outer)
            (self.session, openedAt, destination) = (session, now, link)
            expiry = now + left
        }

        var removed: [String] { received?.removed ?? [] }
        var depth: Int { (outer?.depth ?? 0) + 1 }
        var origins: [LinkOrigin] { [origin] + (outer?.origins ?? []) }
    }

    /// What the handler prepares.
    private enum Prepared {
        /// A link of the coordinator.
        case opened(Link)
        /// A link that the handler handles itself.
        case handled(DeepLink)
    }

    private enum Verdict {
        case run
        case wait(Set<Requirement>)
        case end(String)
        case noRoute
    }

    static let requirements: [String: Set<Requirement>] = [
        "/open": [], "/moved": [], "/slow": [], "/trusting": [], "/login": [],
        "/account": [.authenticated], "/chain": [.authenticated], "/fails": [.authenticated],
        "/gone": [.authenticated], "/long": [.authenticated], "/slowAccount": [.authenticated],
        "/slowVault": [.authenticated, "unlocked"], "/vault": [.authenticated, "unlocked"],
        "/items/{id}": [], "/items/new": [.authenticated],
    ]

    /// The paths of the links that are opened.
    static let paths = requirements.keys.filter { $0 != "/items/{id}" }.sorted() + ["/nowhere"]

    /// The paths whose routes prepare something.
    static let slow: Set<String> = ["/slow", "/slowAccount", "/slowVault"]

    /// How long the action of `/long` takes.
    static let longTime = Duration.seconds(400)

    let options: DeepLinkCoordinator.Options
    var now: Duration = .zero
    var isActive = false
    var satisfied: Set<Requirement> = []
    var mood = Mood.standard
    var registered = Set(requirements.keys)
    var waiting: [Link] = []
    /// The name of the next event at which an observer signs out, once.
    var signsOutAt: String?
    /// The name of the next event at which an observer opens this link, once.
    var opensAt: (name: String, link: DeepLink)?
    /// The name of the next event at which an observer handles this link, once.
    var handlesAt: (name: String, link: DeepLink)?

    /// The links whose actions ran.
    var ran: [String] = []
    /// The links' numbers and the names of their events.
    var events: [String] = []
    /// The reports: number, whether it is late, outcome.
    var reports: [String] = []
    private var preparation: Prepared?

    private var inside: [Link] = []
    private var outbox: [(link: Link, event: String?, detail: String, report: String?)] = []
    private var letIn: [Link] = []
    private var counted: [(origin: LinkOrigin, time: Duration)] = []
    private var lastID = 0
    private var session = 0
    private var isBusy = false
    private var around: Link?
    private var isTurnDue = false
    private var walk: [Link]?

    init(options: DeepLinkCoordinator.Options) { self.options = options }

    // MARK: - Calls

    func open(
        _ link: DeepLink,
        from origin: LinkOrigin,
        as received: Received? = nil
    ) -> String {
        if let around, around.depth > 8 { return "rejected too-deep" }
        if !isBusy { dropExpired() }
        lastID += 1
        let left = options.expiresAfter
        let link = Link(lastID, link, origin, around, session, now, expiresAfter: left)
        link.received = received
        outbox.append((link, "deepLink.received", " \(origin)", nil))
        let outcome = lookBack(link)
        if !isBusy { loop() }
        return outcome
    }

    /// Explaining a link tells what has happened until then, and nothing else if the policy does nothing.
    func explain() { loop() }

    func activate() {
        isActive = true
        giveTurns()
    }

    func satisfy(_ requirement: Requirement) {
        satisfied.insert(requirement)
        giveTurns()
    }

    func giveTurns() {
        isTurnDue = true
        loop()
    }

    func revoke(_ requirement: Requirement) {
        satisfied.remove(requirement)
        session += 1
        letIn = []
        dropAll("revoked")
        cancelPreparation()
        loop()
    }

    func cancel() {
        dropExpired()
        dropAll("cancelled")
        loop()
    }

    func cancelPreparation() { if dropPreparation() { loop() } }

    private func dropPreparation() -> Bool {
        if case .opened(let link) = preparation {
            _ = end(link, "rejected cancelled", isLate: true)
        }
        defer { preparation = nil }
        return preparation != nil
    }

    func finishPreparation() {
        let ended = preparation
        preparation = nil
        switch ended {
        case .opened(let link):
            isBusy = true
            _ = step(link, wasPrepared: true, isLate: true)
            isBusy = false
        case .handled(let link): _ = act(link)
        case nil: return
        }
        loop()
    }

    /// The link that is prepared.
    var prepared: DeepLink? {
        switch preparation {
        case .opened(let link): link.destination
        case .handled(let link): link
        case nil: nil
        }
    }

    /// The handler runs a link itself: at once, and no policy is asked.
    func handle(_ link: DeepLink) -> String {
        guard let route = route(of: link.path) else {
            return "\(DeepLinkHandleError.pathNotRegistered(path: link.path))"
        }
        let hasCancelled = dropPreparation()
        defer { if hasCancelled { loop() } }
        if Self.slow.contains(route) {
            preparation = .handled(link)
            return "handled"
        }
        return act(link) ? "handled" : "ActionError()"
    }

    /// The path that was registered for a link's path.
    func route(of path: String) -> String? {
        if registered.contains(path) { return path }
        return path == "/items/new" ? "/items/{id}" : nil
    }

    /// What a link's route requires.
    func requirements(of path: String) -> Set<Requirement> {
        route(of: path).flatMap { Self.requirements[$0] } ?? []
    }

    /// The links that wait, with their origins and the time left.
    var snapshot: [Entry] {
        pending.map { link in
            let received = link.received.map {
                Received(text: $0.innermost, innermost: $0.innermost, removed: $0.removed)
            }
            return Entry(
                link: link.link,
                destination: link.destination,
                origins: link.origins,
                left: link.expiry - now,
                received: received
            )
        }
    }

    /// The links that wait.
    var pending: [Link] { waiting.filter { $0.expiry > now } }

    /// Restores a snapshot that was made this long ago.
    func restore(_ snapshot: [Entry], after away: Duration) {
        var entries = snapshot
        for index in entries.indices { entries[index].left -= away }
        dropExpired()
        lastID += entries.count
        var kept: [Link] = []
        var gone: [(Link, String)] = []
        for (index, entry) in entries.enumerated().reversed() {
            let id = lastID - entries.count + index + 1
            var outer: Link?
            for origin in entry.origins.dropFirst().reversed() {
                outer = Link(0, entry.link, origin, outer, session, now)
            }
            let link = Link(
                id,
                entry.link,
                entry.origins[0],
                outer,
                session,
                now,
                expiresAfter: entry.left
            )
            (link.state, link.received) = (.waiting, entry.received)
            link.destination = entry.destination
            if entry.left <= .zero {
                gone.append((link, "expired"))
            } else if link.origin != .inApp, isDuplicate(link) {
                gone.append((link, "replaced"))
            } else {
                if link.origin != .inApp { letIn.append(link) }
                kept.append(link)
                gone += addFirst(link).map { ($0, "replaced") }
            }
        }
        for link in kept.reversed() where waiting.contains(where: { $0 === link }) {
            tell("pending.restored", link)
        }
        for (link, reason) in gone.sorted(by: { $0.0.id < $1.0.id }) { drop(link, reason) }
        giveTurns()
    }

    // MARK: - The loop

    private func loop() {
        guard !isBusy else { return }
        isBusy = true
        dropExpired()
        var walks = 0
        while true {
            tellObservers()
            if !inside.isEmpty {
                let link = inside.removeFirst()
                tell("pending.resumed", link)
                _ = step(link, isLate: true)
                continue
            }
            guard isActive, preparation == nil else { break }
            if isTurnDue, walks < 8 {
                isTurnDue = false
                walks += 1
                walk = waiting
            }
            while let first = walk?.first, !waiting.contains(where: { $0 === first }) {
                walk?.removeFirst()
            }
            guard let link = walk?.first else {
                walk = nil
                break
            }
            walk?.removeFirst()
            takeTurn(link)
        }
        if walks == 8 { isTurnDue = false }
        isBusy = false
    }

    private func takeTurn(_ link: Link) {
        guard link.expiry > now else {
            waiting.removeAll { $0 === link }
            return drop(link, "expired")
        }
        tell("pending.resumed", link)
        let (verdict, destination) = decide(link)
        guard link.state == .waiting else { return }
        switch verdict {
        case .wait(let requirements): keep(link, requirements, destination)
        case .noRoute: keep(link, nil, link.destination)
        case .run, .end:
            waiting.removeAll { $0 === link }
            link.destination = destination
            _ = carryOut(verdict, link, isLate: true)
        }
    }

    private func step(_ link: Link, wasPrepared: Bool = false, isLate: Bool) -> String {
        guard isActive else { return wait(link, nil, isLate: isLate) }
        let before = link.destination
        let (verdict, destination) = decide(link)
        link.destination = destination
        if wasPrepared, case .wait(let requirements) = verdict {
            return wait(link, requirements, isFirst: true, isLate: isLate)
        }
        return carryOut(
            verdict,
            link,
            wasPrepared: wasPrepared && before == destination,
            isLate: isLate
        )
    }

    private func lookBack(_ link: Link) -> String {
        if link.depth > 8 { return end(link, "rejected too-deep", isLate: false) }
        if link.origin != .inApp {
            if isDuplicate(link) {
                return end(link, "duplicate \(link.link.string)", isLate: false)
            }
            if let limit = options.rateLimit {
                let count = counted.count {
                    $0.origin == link.origin && now - $0.time < limit.period
                }
                if count >= limit.links {
                    return end(link, "rejected too-many-links", isLate: false)
                }
            }
            counted.append((link.origin, now))
            letIn.append(link)
        }
        tell("destination.parsed", link)
        guard isBusy else {
            isBusy = true
            defer { isBusy = false }
            return step(link, isLate: false)
        }
        if inside.count >= 64 { return end(link, "rejected too-many-links", isLate: false) }
        inside.append(link)
        tell("pending.added", link, Self.text([]))
        return reportWaiting(link, [], isLate: false)
    }

    private func isDuplicate(_ link: Link) -> Bool {
        letIn.contains {
            $0.state != .over && $0.link == link.link && $0.origin == link.origin
                && link.openedAt - $0.openedAt < options.duplicateWindow
                && ($0.state != .waiting || $0.removed == link.removed)
        }
    }

    private func decide(_ link: Link) -> (Verdict, DeepLink) {
        var destination = link.destination
        for redirections in 0...8 {
            guard link.session == session else { return (.end("rejected revoked"), destination) }
            guard let route = route(of: destination.path) else { return (.noRoute, destination) }
            if redirections > 0 { tell("destination.parsed", link, as: destination) }
            if destination.path == "/trusting",
                let origin = link.origins.first(where: { $0 != .push })
            {
                return (.end("rejected untrusted \(origin)"), destination)
            }
            if mood == .broken, destination.path == "/vault" {
                return (.end("failed ActionError()"), destination)
            }
            let missing = requirements(of: destination.path).subtracting(satisfied)
            var verdict = missing.isEmpty ? Verdict.run : .wait(missing)
            var target: DeepLink?
            switch (mood, destination.path) {
            case (.closed, "/account"): verdict = .end("rejected policy Closed.")
            case (.stalled, _): verdict = .wait(["later"])
            case (.postponing, "/account"): verdict = .wait([])
            case (.redirecting, "/moved"):
                target = try? DeepLink(path: "/vault", queryItems: destination.queryItems)
            case (.leaving, "/account"):
                let outer = around
                around = link
                revoke(.authenticated)
                around = outer
                verdict = .run
            case (.registering, "/items/new"): registered.insert("/items/new")
            default: break
            }
            if let target {
                tell("policy.decision", link, " redirect", as: target)
                destination = target
                continue
            }
            let decision =
                switch verdict {
                case .wait(let requirements): Self.text(requirements)
                case .end: " Closed."
                default: " allow"
                }
            tell("policy.decision", link, decision, as: destination, on: route)
            if case .end = verdict { return (verdict, destination) }
            guard link.session == session else { return (.end("rejected revoked"), destination) }
            if case .run = verdict, self.route(of: destination.path) != route { continue }
            return (verdict, destination)
        }
        return (.end("rejected too-deep"), destination)
    }

    private func carryOut(
        _ verdict: Verdict,
        _ link: Link,
        wasPrepared: Bool = false,
        isLate: Bool
    ) -> String {
        switch verdict {
        case .wait(let requirements): return wait(link, requirements, isLate: isLate)
        case .end(let outcome): return end(link, outcome, isLate: isLate)
        case .noRoute:
            let error = DeepLinkHandleError.pathNotRegistered(path: link.destination.path)
            return end(link, "failed \(error)", isLate: isLate)
        case .run: break
        }
        let destination = link.destination
        if Self.slow.contains(destination.path), !wasPrepared {
            let outcome = end(link, "preparing \(destination.string)", isLate: isLate)
            link.told = nil
            _ = dropPreparation()
            preparation = .opened(link)
            return outcome
        }
        let outer = around
        around = link
        defer { around = outer }
        cancelPreparation()
        guard act(destination) else { return end(link, "failed ActionError()", isLate: isLate) }
        return end(link, "handled \(destination.string)", isLate: isLate)
    }

    /// Runs a link's action.
    ///
    /// - Returns: Whether it does not fail.
    private func act(_ link: DeepLink) -> Bool {
        let isItem = route(of: link.path) == "/items/{id}"
        ran.append((isItem ? Self.item(link) : link).string)
        switch link.path {
        case "/fails": return false
        case "/chain": if let next = Self.next(after: link) { _ = open(next, from: .inApp) }
        case "/login": satisfy(.authenticated)
        case "/long": now += Self.longTime
        default: break
        }
        return true
    }

    /// A link to `/items/new` as the action of `/items/{id}` gets it.
    private static func item(_ link: DeepLink) -> DeepLink {
        let items = [URLQueryItem(name: "id", value: "new")] + link.queryItems
        return (try? DeepLink(path: link.path, queryItems: items)) ?? link
    }

    /// The link that the action of `/chain` opens.
    static func next(after link: DeepLink) -> DeepLink? {
        try? DeepLink(path: "/trusting", queryItems: link.queryItems)
    }

    // MARK: - Waiting

    private func wait(
        _ link: Link,
        _ requirements: Set<Requirement>?,
        isFirst: Bool = false,
        isLate: Bool
    ) -> String {
        (link.state, link.awaited) = (.waiting, requirements ?? [])
        tell("pending.added", link, Self.text(link.awaited))
        let outcome = reportWaiting(link, requirements ?? [], isLate: isLate)
        if isFirst {
            for other in addFirst(link) { drop(other, "replaced") }
        } else {
            let same = waiting.filter { isReplaced($0, by: link) }
            waiting.removeAll { other in same.contains { $0 === other } }
            waiting.append(link)
            for other in same + surplus() { drop(other, "replaced") }
        }
        return outcome
    }

    private func addFirst(_ link: Link) -> [Link] {
        if waiting.contains(where: { isReplaced($0, by: link) }) { return [link] }
        waiting.insert(link, at: 0)
        return surplus()
    }

    private func surplus() -> [Link] {
        let surplus = waiting.prefix(Swift.max(0, waiting.count - capacity))
        waiting.removeFirst(surplus.count)
        return Array(surplus)
    }

    private func keep(_ link: Link, _ requirements: Set<Requirement>?, _ destination: DeepLink) {
        let isMoved = link.destination != destination
        link.destination = destination
        if isMoved, let other = waiting.first(where: { $0 !== link && isReplaced($0, by: link) }),
            let older = waiting.first(where: { $0 === link || $0 === other })
        {
            waiting.removeAll { $0 === older }
            drop(older, "replaced")
        }
        guard link.state == .waiting else { return }
        link.awaited = requirements ?? []
        tell("pending.kept", link, Self.text(link.awaited))
        if let requirements { _ = reportWaiting(link, requirements, isLate: true) }
    }

    private func isReplaced(_ old: Link, by new: Link) -> Bool {
        guard case .queue(_, let superseding) = options.pending else { return false }
        switch superseding {
        case .never: return false
        case .sameLink: return old.destination == new.destination
        case .samePath: return old.destination.path == new.destination.path
        }
    }

    private var capacity: Int {
        switch options.pending {
        case .latest: 1
        case .queue(let capacity, _): capacity
        }
    }

    private func dropExpired() {
        let expired = waiting.filter { $0.expiry <= now }
        waiting.removeAll { $0.expiry <= now }
        for link in expired { drop(link, "expired") }
    }

    private func dropAll(_ reason: String) {
        let all = waiting + inside
        (waiting, inside) = ([], [])
        for link in all { drop(link, reason) }
    }

    private func drop(_ link: Link, _ reason: String) {
        var outcome = "rejected \(reason)"
        if reason == "expired", isActive, route(of: link.destination.path) == nil {
            outcome = "failed \(DeepLinkHandleError.pathNotRegistered(path: link.destination.path))"
        }
        link.state = .over
        tell("pending.dropped", link, " \(reason)")
        report(link, outcome, isLate: true, isDropped: true)
    }

    // MARK: - Telling

    private func end(_ link: Link, _ outcome: String, isLate: Bool) -> String {
        let name: String
        var detail = ""
        switch outcome.split(separator: " ")[0] {
        case "handled": (link.state, name) = (.handled, "navigation.applied")
        case "preparing": (link.state, name) = (.preparing, "navigation.preparing")
        case "duplicate": (link.state, name) = (.over, "deepLink.duplicate")
        case "failed": (link.state, name) = (.over, "navigation.failed")
        default:
            let isCancelled = outcome == "rejected cancelled"
            name = isCancelled ? "navigation.cancelled" : "deepLink.rejected"
            link.state = .over
            if !isCancelled { detail = " \(outcome.split(separator: " ")[1])" }
        }
        tell(name, link, detail)
        report(link, outcome, isLate: isLate)
        return outcome
    }

    private static func text(_ requirements: Set<Requirement>) -> String {
        " \(requirements.map(\.rawValue).sorted())"
    }

    /// Tells an event with the link as events show it, where `t` is public.
    private func tell(
        _ name: String,
        _ link: Link,
        _ detail: String = "",
        as shown: DeepLink? = nil,
        on known: String? = nil
    ) {
        let shown = shown ?? link.destination
        let route = known ?? route(of: shown.path)
        let capture = route == "/items/{id}" ? "id=…&" : ""
        let text = "\(route ?? "…")?\(capture)t=\(shown.queryItems["t"] ?? "")"
        outbox.append((link, name, "\(detail) \(text)", nil))
    }

    private func report(
        _ link: Link,
        _ outcome: String,
        isLate: Bool,
        isDropped: Bool = false
    ) {
        let destination = link.destination
        let text = [
            "#\(link.id)\(isLate ? " late" : "") \(outcome)", "\(link.origin)",
            "\(link.outer?.id ?? 0)", destination.string, route(of: destination.path) ?? "",
            link.received?.text ?? "", isDropped ? "" : link.received?.innermost ?? "",
            "\(link.removed)",
        ]
        outbox.append((link, nil, "", text.joined(separator: ", ")))
    }

    /// Reports that a link waits, unless its last report says that it waits for the same.
    private func reportWaiting(
        _ link: Link,
        _ requirements: Set<Requirement>,
        isLate: Bool
    ) -> String {
        let names = requirements.map(\.rawValue).sorted()
        let outcome = "deferred \(link.destination.string) \(names)"
        if link.told != requirements { report(link, outcome, isLate: isLate) }
        link.told = requirements
        return outcome
    }

    private func tellObservers() {
        while !outbox.isEmpty {
            let (link, event, detail, report) = outbox.removeFirst()
            around = link
            if let report { reports.append(report) }
            if let event {
                events.append("#\(link.id) \(event)\(detail)")
                if signsOutAt == event {
                    signsOutAt = nil
                    revoke(.authenticated)
                }
                if let opens = opensAt, opens.name == event {
                    opensAt = nil
                    _ = open(opens.link, from: .inApp)
                }
                if let handles = handlesAt, handles.name == event {
                    handlesAt = nil
                    _ = handle(handles.link)
                }
            }
            around = nil
        }
    }

    /// The model of a coordinator that is made after a relaunch, some time later.
    func relaunched(after away: Duration) -> CoordinatorModel {
        let next = CoordinatorModel(options: options)
        (next.registered, next.mood) = (registered, mood)
        next.restore(snapshot, after: Swift.max(away, .zero))
        return next
    }
}
