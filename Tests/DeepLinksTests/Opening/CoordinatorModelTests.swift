import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import DeepLinks

/// Random days in the life of an app, compared with a model and checked for what must never happen.
@MainActor
struct CoordinatorModelTests {
    /// A coordinator and its model, which get the same calls.
    @MainActor private final class Pair {
        private let rewriter: URLRewriter
        private let options: DeepLinkCoordinator.Options
        private let handler = DeepLinkHandler()
        private var clock = TestClock()
        private var coordinator: DeepLinkCoordinator
        private var model: CoordinatorModel
        private var random: SplitMix64

        private var links: [DeepLink] = []
        private var ran: [String] = []
        private var events: [String] = []
        private var reports: [String] = []
        /// The preparations that have not returned, cancelled ones included.
        private var preparations: [CheckedContinuation<Void, Never>] = []
        /// The differences and breaches found; each is reported with the seed.
        private(set) var faults: [String] = []

        /// The user who is signed in, and how often one has signed out.
        private var user: String?
        private var session = 0
        /// The name of the next event at which an observer signs out, once.
        private var signsOutAt: String?
        /// The name of the next event at which an observer opens this link, once.
        private var opensAt: (name: String, link: DeepLink)?
        /// The name of the next event at which an observer handles this link, once.
        private var handlesAt: (name: String, link: DeepLink)?
        /// The time that has passed, including the time between relaunches.
        private var elapsed: Duration = .zero
        /// When and in which session a link was last opened, and how often it may still run.
        private var permissions: [String: (session: Int, time: Duration, runs: Int)] = [:]
        /// A stored snapshot, and the same links in the model.
        private var stored:
            (
                snapshot: PendingLink.Snapshot, session: Int, time: Duration,
                entries: [CoordinatorModel.Entry]
            )?

        init(seed: UInt64) throws {
            random = SplitMix64(seed: seed)
            var options = DeepLinkCoordinator.Options()
            options.pending =
                switch seed % 5 {
                case 0: .latest
                case 1: .queue(capacity: .max)
                case 2: .queue(capacity: 4, superseding: .samePath)
                case 3: .queue(capacity: 6, superseding: .sameLink)
                default: .queue(capacity: Int(seed % 5) * 2)
                }
            options.rateLimit =
                switch seed % 4 {
                case 0: nil
                case 1: .init(links: 3, per: .seconds(2))
                default: .init(links: 8, per: .seconds(10))
                }
            options.duplicateWindow = [.seconds(1), .seconds(5), .zero][Int(seed % 3)]
            if seed % 3 == 1 { options.expiresAfter = .seconds(60) }
            options.publicParameters = ["t"]
            self.options = options
            rewriter = try URLRewriter {
                Scheme("myapp", unmatched: .passThrough, query: .strip(["utm_*"])) {
                    Unwrap("/unwrap?url={target}")
                }
            }
            coordinator = DeepLinkCoordinator(
                handler: handler,
                rewriter: rewriter,
                options: options,
                clock: clock
            )
            model = CoordinatorModel(options: options)
            observe()
            for path in CoordinatorModel.requirements.keys.sorted() { register(path) }
            setMood(.standard)
        }

        private func observe() {
            coordinator.onEvent = { [unowned self] event in
                events.append("#\(event.linkID) \(event.name)\(event.detail)")
                if signsOutAt == event.name {
                    signsOutAt = nil
                    noteSignOut()
                    coordinator.revoke(.authenticated)
                }
                if let opens = opensAt, opens.name == event.name {
                    opensAt = nil
                    permit(opens.link)
                    coordinator.open(opens.link)
                }
                if let handles = handlesAt, handles.name == event.name {
                    handlesAt = nil
                    permit(handles.link)
                    try? handler.handle(handles.link)
                }
            }
            coordinator.onOutcome = { [unowned self] report in
                let text = [
                    "#\(report.id)\(report.isLate ? " late" : "") \(report.outcome.text)",
                    "\(report.origin)", "\(report.outerID ?? 0)", report.link?.string ?? "",
                    report.route?.description ?? "", report.text ?? "",
                    report.innermostURL ?? "", "\(report.removedItems.map(\.name))",
                ]
                reports.append(text.joined(separator: ", "))
            }
        }

        private func register(_ path: String) {
            let requirements = CoordinatorModel.requirements[path] ?? []
            let shown = path == "/items/{id}" ? "/items/new" : path
            do {
                if CoordinatorModel.slow.contains(path) {
                    try handler.register(
                        path,
                        requires: requirements,
                        preparing: { [unowned self] items in
                            await withCheckedContinuation { preparations.append($0) }
                            return try DeepLink(path: path, queryItems: items)
                        },
                        action: { [unowned self] link in run(link, isLate: true) }
                    )
                    return
                }
                try handler.register(
                    path,
                    requires: requirements,
                    trusts: path == "/trusting" ? [.push] : nil
                ) { [unowned self] items in
                    let link = try DeepLink(path: shown, queryItems: items)
                    run(link, isLate: false)
                    if path == "/fails" { throw ActionError() }
                    if path == "/chain", let next = CoordinatorModel.next(after: link) {
                        permit(next)
                        coordinator.open(next)
                    }
                    if path == "/login" { coordinator.satisfy(.authenticated) }
                    if path == "/long" {
                        clock.advance(by: CoordinatorModel.longTime)
                        elapsed += CoordinatorModel.longTime
                    }
                }
            } catch { faults.append("\(error)") }
        }

        // MARK: What must never happen

        private func key(_ link: DeepLink) -> String { link.queryItems["t"] ?? "" }

        /// Notes that a link is opened now, so that it may run once more.
        private func permit(_ link: DeepLink) {
            permissions[key(link), default: (session, elapsed, 0)].runs += 1
            permissions[key(link)]?.session = session
            permissions[key(link)]?.time = elapsed
        }

        /// Notes that a link runs, and checks that it may.
        private func run(_ link: DeepLink, isLate: Bool) {
            ran.append(link.string)
            guard var permission = permissions[key(link)] else {
                faults.append("\(link.string) ran and was never opened.")
                return
            }
            permission.runs -= 1
            permissions[key(link)] = permission
            if permission.runs < 0 { faults.append("\(link.string) ran more often than opened.") }
            if permission.session != session {
                faults.append("\(link.string) ran for another user.")
            }
            // A preparation that began in time may take longer.
            if !isLate, elapsed - permission.time >= options.expiresAfter {
                faults.append("\(link.string) ran after it had expired.")
            }
            let isItem = link.queryItems["id"] != nil
            let required = isItem ? [] : CoordinatorModel.requirements[link.path] ?? []
            if !required.isSubset(of: coordinator.satisfied) {
                faults.append("\(link.string) ran without what it requires.")
            }
        }

        // MARK: What happens

        func step() async {
            switch Int.random(in: 0..<116, using: &random) {
            case 0..<50: open()
            case 50..<58: signIn()
            case 58..<62: signOut()
            case 62..<65: toggleLock()
            case 65..<67: cancel()
            case 67..<77: passTime()
            case 77..<82: setMood(.allCases.randomElement(using: &random) ?? .standard)
            case 82..<86: toggleRoute()
            case 86..<88:
                coordinator.activate()
                model.activate()
            case 88..<90:
                coordinator.reconsider()
                model.giveTurns()
            case 90..<92: relaunch()
            case 92..<98: await finishPreparation()
            case 98..<100: cancelPreparation()
            case 100..<101: setSignOut()
            case 101..<102: setOpening()
            case 102..<104: store()
            case 104..<106: restore()
            case 106..<111: handle()
            case 111..<112: setHandling()
            default: setMood(.standard)
            }
            if Int.random(in: 0..<4, using: &random) == 0 {
                // Lets a preparation begin.
                await Task.yield()
            }
            compare()
        }

        private func open() {
            guard let link = nextLink() else { return }
            permit(link)
            var origin =
                [.inApp, .push, .customScheme, .unknown, .system].randomElement(using: &random)
                ?? LinkOrigin.inApp
            let received = Int.random(in: 0..<4, using: &random) == 0 ? asText(link) : nil
            let isText = received != nil
            // To explain a link, the policy is asked, and these two then sign out and register.
            let mayExplain = model.mood != .leaving && model.mood != .registering
            var plan: DeepLinkPlan?
            if mayExplain, let received {
                plan = coordinator.explain(received.text, from: origin)
            } else if mayExplain, links.count.isMultiple(of: 8) {
                plan = coordinator.explain(link, from: origin)
            }
            let outcome =
                received.map { coordinator.open($0.text, from: origin) }
                ?? coordinator.open(link, from: origin)
            if origin == .system { origin = isText ? .customScheme : .unknown }
            if let plan, plan.origin != origin { faults.append("\(plan) has another origin.") }
            if plan != nil { model.explain() }
            let expected = model.open(link, from: origin, as: received)
            if outcome.text != expected {
                faults.append("\(link.string): \(outcome.text), where \(expected) is right.")
            }
        }

        /// A link as a text, perhaps with an item that is removed, and perhaps wrapped in another one with such an item.
        private func asText(_ link: DeepLink) -> CoordinatorModel.Received {
            let text = "myapp:/" + link.string
            var received = CoordinatorModel.Received(text: text, innermost: text)
            if let name = ["utm_a", "utm_b", nil, nil].randomElement(using: &random) ?? nil {
                received.innermost += "&\(name)=1"
                received.removed = [name]
            }
            received.text = received.innermost
            if Bool.random(using: &random) {
                let inner = received.innermost.addingPercentEncoding(
                    withAllowedCharacters: .alphanumerics
                )
                received.text = "myapp:/unwrap?url=\(inner ?? "")&own"
                received.removed.insert("own", at: 0)
            }
            return received
        }

        /// A new link, or one of the last.
        private func nextLink() -> DeepLink? {
            if !links.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
                return links[max(0, links.count - Int.random(in: 1...6, using: &random))]
            }
            let path = CoordinatorModel.paths.randomElement(using: &random) ?? "/open"
            guard let link = try? DeepLink("\(path)?t=\(links.count)") else { return nil }
            links.append(link)
            return link
        }

        /// The handler itself runs a link, which nothing is missing for, as it does not ask the policy.
        private func handle() {
            guard let link = nextLink(),
                model.requirements(of: link.path).isSubset(of: model.satisfied)
            else { return }
            permit(link)
            var outcome = "handled"
            do { try handler.handle(link) } catch { outcome = "\(error)" }
            let expected = model.handle(link)
            if outcome != expected {
                faults.append("\(link.string): \(outcome), where \(expected) is right.")
            }
        }

        private func signIn() {
            if user == nil { user = ["A", "B"].randomElement(using: &random) }
            coordinator.satisfy(.authenticated)
            model.satisfy(.authenticated)
        }

        private func noteSignOut() {
            user = nil
            session += 1
        }

        private func signOut() {
            noteSignOut()
            coordinator.revoke(.authenticated)
            model.revoke(.authenticated)
        }

        /// Makes an observer open a link at a random event that is still to come.
        private func setOpening() {
            guard let link = try? DeepLink("/account?t=\(links.count)") else { return }
            links.append(link)
            opensAt = (randomEvent(), link)
            model.opensAt = opensAt
        }

        /// Makes an observer handle a link at a random event that is still to come.
        private func setHandling() {
            let path = Bool.random(using: &random) ? "/open" : "/slow"
            guard let link = try? DeepLink("\(path)?t=\(links.count)") else { return }
            links.append(link)
            handlesAt = (randomEvent(), link)
            model.handlesAt = handlesAt
        }

        /// Makes an observer sign out at a random event that is still to come.
        private func setSignOut() {
            signsOutAt = randomEvent()
            model.signsOutAt = signsOutAt
        }

        private func randomEvent() -> String {
            [
                "deepLink.received", "deepLink.duplicate", "deepLink.rejected",
                "destination.parsed", "policy.decision", "navigation.preparing",
                "navigation.applied", "navigation.cancelled", "navigation.failed",
                "pending.added", "pending.resumed", "pending.kept", "pending.dropped",
            ].randomElement(using: &random) ?? ""
        }

        private func toggleLock() {
            if coordinator.satisfied.contains("unlocked") {
                coordinator.revoke("unlocked")
                model.revoke("unlocked")
            } else {
                coordinator.satisfy("unlocked")
                model.satisfy("unlocked")
            }
        }

        private func cancel() {
            coordinator.cancelPendingLinks()
            model.cancel()
        }

        private func cancelPreparation() {
            handler.cancelPreparation()
            model.cancelPreparation()
        }

        /// Lets the current preparation finish, and cancelled ones that still run.
        private func finishPreparation() async {
            // Otherwise it would be rare that a link waits again after its preparation.
            if Int.random(in: 0..<8, using: &random) == 0 { setMood(.stalled) }
            let id = handler.preparation?.id
            for _ in 0..<1_000 where handler.preparation?.id == id && id != nil {
                for preparation in preparations { preparation.resume() }
                preparations = []
                await Task.yield()
            }
            model.finishPreparation()
        }

        /// Cancels the current preparation, and lets all cancelled ones return.
        func end() async {
            handler.cancelPreparation()
            for _ in 0..<10 {
                for preparation in preparations { preparation.resume() }
                preparations = []
                await Task.yield()
            }
        }

        private func passTime() {
            var time = Duration.milliseconds(Int.random(in: 0...2_000, using: &random))
            switch Int.random(in: 0..<10, using: &random) {
            case 0: time *= 300
            case 1: time *= 60
            case 2: time *= -100
            default: break
            }
            clock.advance(by: time)
            guard time > .zero else {
                // The coordinator must see that the clock went back before time passes again.
                _ = coordinator.pendingLinks
                _ = coordinator.snapshot(for: nil)
                return
            }
            model.now += time
            elapsed += time
        }

        private func setMood(_ mood: CoordinatorModel.Mood) {
            model.mood = mood
            coordinator.policy = ClosurePolicy { [unowned self] link, context in
                switch (mood, link.path) {
                case (.closed, "/account"): .reject(reason: "Closed.")
                case (.broken, "/vault"): throw ActionError()
                case (.stalled, _): .deferUntil(["later"])
                case (.postponing, "/account"): .deferUntil([])
                case (.leaving, "/account"):
                    leave()
                case (.registering, "/items/new"):
                    try registerItem(link, context)
                case (.redirecting, "/moved"):
                    .redirect(try DeepLink(path: "/vault", queryItems: link.queryItems))
                default: RequirementPolicy().decision(for: link, in: context)
                }
            }
        }

        private func leave() -> NavigationDecision {
            noteSignOut()
            coordinator.revoke(.authenticated)
            return .allow
        }

        private func registerItem(
            _ link: DeepLink,
            _ context: NavigationContext
        ) throws -> NavigationDecision {
            if context.route?.description == "/items/{id}" { register("/items/new") }
            return RequirementPolicy().decision(for: link, in: context)
        }

        private func toggleRoute() {
            let path = Bool.random(using: &random) ? "/gone" : "/items/new"
            if handler.unregister(path) {
                model.registered.remove(path)
            } else {
                register(path)
                model.registered.insert(path)
            }
        }

        private var date: Date { Date(timeIntervalSince1970: 1_000_000 + elapsed.seconds) }

        private func store() {
            let snapshot = coordinator.snapshot(for: "A", at: date)
            stored = (snapshot, session, elapsed, model.snapshot)
        }

        private func restore() {
            guard let stored, stored.session == session else { return }
            self.stored = nil
            for entry in stored.entries { permissions[key(entry.link)]?.runs += 1 }
            let away = elapsed - stored.time
            do { try coordinator.restore(stored.snapshot, for: "A", at: date) } catch {
                faults.append("\(error)")
            }
            model.restore(stored.entries, after: away)
        }

        private func relaunch() {
            // After each cancellation a queue goes on with its next link.
            for _ in 0..<100 where handler.preparation != nil { cancelPreparation() }
            compare()
            signsOutAt = nil
            stored = nil
            let away = Duration.seconds(Int.random(in: -500...900, using: &random))
            do {
                let data = try JSONEncoder().encode(coordinator.snapshot(for: user, at: date))
                let snapshot = try JSONDecoder().decode(PendingLink.Snapshot.self, from: data)
                clock = TestClock()
                coordinator = DeepLinkCoordinator(
                    handler: handler,
                    rewriter: rewriter,
                    options: options,
                    clock: clock
                )
                events = []
                reports = []
                (opensAt, handlesAt) = (nil, nil)
                observe()
                let next = model.relaunched(after: away)
                let isSamePerson = Int.random(in: 0..<4, using: &random) != 0
                let key = isSamePerson ? user : (user ?? "") + "C"
                do {
                    try coordinator.restore(
                        snapshot,
                        for: key,
                        at: date.addingTimeInterval(away.seconds)
                    )
                    if !isSamePerson { faults.append("Links were restored for somebody else.") }
                    model = next
                } catch {
                    if isSamePerson { faults.append("\(error)") }
                    model = CoordinatorModel(options: options)
                    model.registered = next.registered
                    model.mood = next.mood
                    noteSignOut()
                }
                elapsed += max(away, .zero)
                setMood(model.mood)
            } catch { faults.append("\(error)") }
        }

        // MARK: What must be the same

        /// A duration in whole milliseconds: a snapshot's dates are binary fractions of seconds, so a restored link's time left
        /// differs in the eighth decimal.
        private static func milliseconds(_ duration: Duration) -> String {
            "\((duration.seconds * 1_000).rounded()) ms"
        }

        private func compare() {
            if events != model.events {
                faults.append("\(events) were told, where \(model.events) is right.")
            }
            if reports != model.reports {
                faults.append("\(reports) were reported, where \(model.reports) is right.")
            }
            if ran != model.ran { faults.append("\(ran) ran, where \(model.ran) is right.") }
            (ran, events, reports) = ([], [], [])
            (model.ran, model.events, model.reports) = ([], [], [])
            if handler.preparation?.link != model.prepared {
                faults.append("Another link is being prepared.")
            }
            let waiting = coordinator.pendingLinks.map {
                "#\($0.id) \($0.link.string) from \($0.origin) on \($0.route ?? "none") until \($0.requirements.map(\.rawValue).sorted()) for \(Self.milliseconds($0.timeLeft))"
            }
            let expected = model.pending.map {
                "#\($0.id) \($0.destination.string) from \($0.origin) on \(model.route(of: $0.destination.path) ?? "none") until \($0.awaited.map(\.rawValue).sorted()) for \(Self.milliseconds($0.expiry - model.now))"
            }
            if waiting != expected { faults.append("\(waiting) wait, where \(expected) is right.") }
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `a coordinator does what the model does, and never what must not happen`(
        seed: UInt64
    ) async throws {
        let pair = try Pair(seed: seed)
        for step in 0..<rounds(2_000) {
            await pair.step()
            if !pair.faults.isEmpty {
                Issue.record("Seed \(seed), step \(step): \(pair.faults.joined(separator: " "))")
                break
            }
        }
        await pair.end()
    }
}

extension DeepLinkEvent {
    /// What it says besides its name.
    fileprivate var detail: String {
        let detail =
            switch stage {
            case .received(let origin, _): " \(origin)"
            case .decided(.allow): " allow"
            case .decided(.redirect): " redirect"
            case .decided(.reject(let reason)): " \(reason)"
            case .decided(.deferUntil(let awaited)), .waiting(let awaited), .kept(let awaited):
                " \(awaited.map(\.rawValue).sorted())"
            case .rejected(let reason), .dropped(let reason): " \(reason.code)"
            default: ""
            }
        return detail + (link.map { " \($0)" } ?? "")
    }
}
