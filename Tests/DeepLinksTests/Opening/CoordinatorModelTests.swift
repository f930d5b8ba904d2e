import DeepLinks
import Foundation
import Testing

/// Random days in the life of an app, compared with a model, and looked at for what must never happen.
@MainActor
struct CoordinatorModelTests {
    /// A coordinator and its model, to which the same happens.
    @MainActor
    private final class Pair {
        private let rewriter: URLRewriter
        private let options: DeepLinkCoordinator.Options
        private let handler = DeepLinkHandler()
        private var clock = TestClock()
        private var coordinator: DeepLinkCoordinator
        private var model: CoordinatorModel
        private var random: SplitMix64

        private var links: [DeepLink] = []
        private var ran: [String] = []
        /// What went wrong; each is reported with the seed.
        private(set) var faults: [String] = []

        /// Who is signed in, and how often that has changed.
        private var user: String?
        private var session = 0
        /// The time that has passed, while the app was away too.
        private var elapsed: Duration = .zero
        /// When and in which session a link was last let in, and how often it may run for that.
        private var permissions: [String: (session: Int, time: Duration, runs: Int)] = [:]

        init(seed: UInt64) throws {
            random = SplitMix64(seed: seed)
            var options = DeepLinkCoordinator.Options()
            options.pending = seed.isMultiple(of: 4) ? .latest : .queue(capacity: Int(seed % 4) * 2)
            options.rateLimit = RateLimit(links: 8, per: .seconds(10))
            self.options = options
            rewriter = try Fixture.passing()
            coordinator = DeepLinkCoordinator(
                handler: handler,
                rewriter: rewriter,
                options: options,
                clock: clock
            )
            model = CoordinatorModel(options: options)
            for path in CoordinatorModel.requirements.keys { register(path) }
            setMood(.standard)
        }

        private func register(_ path: String) {
            do {
                try handler.register(
                    path,
                    requires: CoordinatorModel.requirements[path] ?? []
                ) { [unowned self] items in
                    let link = try DeepLink(path: path, queryItems: items)
                    ran.append(link.string)
                    check(link)
                    if path == "/fails" { throw ActionError() }
                    if path == "/chain", let next = CoordinatorModel.next(after: link) {
                        permit(next)
                        coordinator.open(next)
                    }
                }
            } catch {
                faults.append("\(error)")
            }
        }

        // MARK: What must never happen

        private func key(_ link: DeepLink) -> String { link.queryItems["t"] ?? "" }

        /// Notes that a link is opened now.
        private func permit(_ link: DeepLink) {
            permissions[key(link), default: (session, elapsed, 0)].runs += 1
            permissions[key(link)]?.session = session
            permissions[key(link)]?.time = elapsed
        }

        /// Looks whether a link may run now.
        private func check(_ link: DeepLink) {
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
            if elapsed - permission.time >= options.expiresAfter {
                faults.append("\(link.string) ran after it had expired.")
            }
            if !(CoordinatorModel.requirements[link.path] ?? []).isSubset(of: coordinator.satisfied)
            {
                faults.append("\(link.string) ran without what it requires.")
            }
        }

        // MARK: What happens

        func step() {
            switch Int.random(in: 0..<100, using: &random) {
            case 0..<50: open()
            case 50..<58: signIn()
            case 58..<62: signOut()
            case 62..<65: toggleLock()
            case 65..<67: cancel()
            case 67..<80: passTime()
            case 80..<86: setMood(.allCases.randomElement(using: &random) ?? .standard)
            case 86..<90: toggleRoute()
            case 90..<94:
                coordinator.activate()
                model.activate()
            case 94..<97: relaunch()
            default: setMood(.standard)
            }
            compare()
        }

        private func open() {
            let link: DeepLink
            if !links.isEmpty, Int.random(in: 0..<5, using: &random) == 0 {
                link = links[max(0, links.count - Int.random(in: 1...6, using: &random))]
            } else {
                let paths = CoordinatorModel.requirements.keys.sorted() + ["/nowhere"]
                let path = paths.randomElement(using: &random) ?? "/open"
                guard let new = try? DeepLink("\(path)?t=\(links.count)") else { return }
                link = new
                links.append(new)
            }
            permit(link)
            let outcome =
                Int.random(in: 0..<8, using: &random) == 0
                ? coordinator.open("myapp:/" + link.string) : coordinator.open(link)
            let expected = model.open(link)
            if outcome.text != expected {
                faults.append("\(link.string): \(outcome.text), where \(expected) is right.")
            }
        }

        private func signIn() {
            if user == nil { user = ["A", "B"].randomElement(using: &random) }
            coordinator.satisfy(.authenticated)
            model.satisfy(.authenticated)
        }

        private func signOut() {
            user = nil
            session += 1
            coordinator.revoke(.authenticated)
            model.revoke(.authenticated)
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
                // The coordinator has to see that the clock is back before it goes on.
                _ = coordinator.pendingLinks
                _ = coordinator.snapshot(for: nil)
                return
            }
            model.now += time
            elapsed += time
        }

        private func setMood(_ mood: CoordinatorModel.Mood) {
            model.mood = mood
            coordinator.policy = ClosurePolicy { link, context in
                switch (mood, link.path) {
                case (.closed, "/account"): .reject(reason: "Closed.")
                case (.broken, "/vault"): throw ActionError()
                case (.stalled, _): .deferUntil(["later"])
                case (.redirecting, "/moved"):
                    .redirect(try DeepLink(path: "/vault", queryItems: link.queryItems))
                default: RequirementPolicy().decision(for: link, in: context)
                }
            }
        }

        private func toggleRoute() {
            if handler.unregister("/gone") {
                model.registered.remove("/gone")
            } else {
                register("/gone")
                model.registered.insert("/gone")
            }
        }

        private func relaunch() {
            let away = Duration.seconds(Int.random(in: -500...900, using: &random))
            let date = Date(timeIntervalSince1970: 1_000_000)
            do {
                let data = try JSONEncoder().encode(coordinator.snapshot(for: user, at: date))
                let snapshot = try JSONDecoder().decode(PendingLinkSnapshot.self, from: data)
                clock = TestClock()
                coordinator = DeepLinkCoordinator(
                    handler: handler,
                    rewriter: rewriter,
                    options: options,
                    clock: clock
                )
                let next = model.relaunched(after: away)
                elapsed += max(away, .zero)
                let isSamePerson = Int.random(in: 0..<4, using: &random) != 0
                let key = isSamePerson ? user : (user ?? "") + "C"
                do {
                    try coordinator.restore(
                        snapshot,
                        for: key,
                        at: date.addingTimeInterval(Double(away.components.seconds))
                    )
                    if !isSamePerson { faults.append("Links were restored for somebody else.") }
                } catch {
                    if isSamePerson { faults.append("\(error)") }
                    next.waiting = []
                    next.dropped = 0
                    user = nil
                    session += 1
                }
                model = next
                setMood(next.mood)
            } catch {
                faults.append("\(error)")
            }
        }

        // MARK: What has to be the same

        /// A duration in whole milliseconds: a snapshot's dates are binary fractions of seconds, so what is left of a
        /// restored link's life differs in the eighth decimal.
        private static func milliseconds(_ duration: Duration) -> String {
            let (seconds, attoseconds) = duration.components
            let exact = Double(seconds) * 1_000 + Double(attoseconds) / 1e15
            return "\(exact.rounded()) ms"
        }

        private func compare() {
            model.dropExpired()
            if ran != model.ran { faults.append("\(ran) ran, where \(model.ran) is right.") }
            ran = []
            model.ran = []
            let waiting = coordinator.pendingLinks.map {
                "\($0.link.string) for \(Self.milliseconds($0.timeLeft))"
            }
            let expected = model.waiting.map {
                "\($0.link.string) for \(Self.milliseconds($0.expiry - model.now))"
            }
            if waiting != expected { faults.append("\(waiting) wait, where \(expected) is right.") }
            let counts = coordinator.counts
            let numbers = [
                counts.handled, counts.failed, counts.rejected, counts.duplicates, counts.dropped,
            ]
            let right = [
                model.handled, model.failed, model.rejected, model.duplicates, model.dropped,
            ]
            if numbers != right { faults.append("The counts are \(numbers), not \(right).") }
            if !counts.isBalanced { faults.append("\(counts) do not add up.") }
        }
    }

    @Test(arguments: UInt64(1)...10)
    func `a coordinator does what the model does, and never what must not happen`(
        seed: UInt64
    ) throws {
        let pair = try Pair(seed: seed)
        for step in 0..<10_500 {
            pair.step()
            if !pair.faults.isEmpty {
                Issue.record("Seed \(seed), step \(step): \(pair.faults.joined(separator: " "))")
                return
            }
        }
    }
}
