import Testing

@testable import DeepLinks

/// The list of links that wait, compared with an array.
struct PendingListTests {
    /// What is plainly right: links in order, found by looking at each.
    private struct Model {
        var links: [WaitingLink] = []

        mutating func removeFirst(where isIt: (WaitingLink) -> Bool) -> UInt64? {
            links.firstIndex(where: isIt).map { links.remove(at: $0).id.rawValue }
        }

        mutating func append(_ link: WaitingLink, capacity: Int) -> (UInt64?, UInt64?) {
            let same = removeFirst { $0.link.path == link.link.path }
            let oldest = links.count >= capacity ? links.removeFirst().id.rawValue : nil
            links.append(link)
            return (same, oldest)
        }
    }

    private func link(
        _ id: UInt64,
        _ path: Int,
        expiry: Duration
    ) throws -> WaitingLink {
        WaitingLink(
            id: LinkID(rawValue: id),
            link: try DeepLink("/\(path)"),
            origin: .unknown,
            source: .none,
            requirements: [],
            expiry: expiry,
            depth: 1
        )
    }

    @Test(arguments: UInt64(0)..<40)
    func `the list does what an array does`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let list = PendingList()
        var model = Model()
        var handles: [PendingList.Handle] = []
        let capacity = Int.random(in: 1...12, using: &random)
        for step in 0..<300 {
            let id = UInt64(step)
            let path = Int.random(in: 0..<16, using: &random)
            let now = Duration.seconds(step)
            let link = try link(
                id,
                path,
                expiry: now + .seconds(Int.random(in: 1...60, using: &random))
            )
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<5:
                let displaced = list.append(link, capacity: capacity)
                let expected = model.append(link, capacity: capacity)
                #expect(displaced.samePath?.id.rawValue == expected.0, "seed \(seed)")
                #expect(displaced.oldest?.id.rawValue == expected.1, "seed \(seed)")
            case 5:
                let isExpected =
                    model.links.count < capacity
                    && !model.links.contains { $0.link.path == link.link.path }
                if isExpected { model.links.insert(link, at: 0) }
                #expect(list.prepend(link, capacity: capacity) == isExpected, "seed \(seed)")
            case 6, 7:
                if let handle = handles.randomElement(using: &random) {
                    let expected = model.removeFirst { $0.id == handle.id }
                    #expect((list[handle] == nil) == (expected == nil), "seed \(seed)")
                    #expect(list.remove(handle)?.id.rawValue == expected, "seed \(seed)")
                    #expect(list[handle] == nil)
                }
            case 8:
                let expected = model.links.filter { $0.expiry <= now }.map(\.id)
                model.links.removeAll { $0.expiry <= now }
                #expect(list.removeExpired(at: now).map(\.id) == expected, "seed \(seed)")
            case 9:
                let expected = model.removeFirst { $0.link.path == link.link.path }
                #expect(list.removeLink(to: link.link.path)?.id.rawValue == expected)
            case 10:
                if let handle = list.handles().randomElement(using: &random),
                    let index = model.links.firstIndex(where: { $0.id == handle.id }),
                    !model.links.contains(where: { $0.link.path == link.link.path })
                {
                    model.links[index].link = link.link
                    list.update(handle, to: model.links[index])
                }
            default:
                if path == 0 {
                    #expect(list.removeAll().map(\.id) == model.links.map(\.id), "seed \(seed)")
                    model.links = []
                }
            }
            list.checkInvariants()
            #expect(list.links.map(\.id) == model.links.map(\.id), "seed \(seed), step \(step)")
            #expect(list.links.map(\.link) == model.links.map(\.link), "seed \(seed)")
            #expect(list.count == model.links.count)
            #expect(
                list.handles(after: LinkID(rawValue: id / 2)).map(\.id)
                    == model.links.map(\.id).filter { $0.rawValue > id / 2 }
            )
            handles += list.handles()
            handles = Array(handles.suffix(30))
        }
    }
}

/// Time that does not go back.
struct MonotonicTimeTests {
    @Test func `time goes on from where it was when the clock goes back`() {
        var time = MonotonicTime()
        let readings = [0, 5, 5, 9, 3, 4, 4, 10, -100, -90, 0].map(Duration.seconds)
        let times = readings.map { time.advance(to: $0) }
        #expect(times == [0, 5, 5, 9, 9, 10, 10, 16, 16, 26, 116].map(Duration.seconds))
    }

    @Test func `a stopwatch stands still while its clock goes back`() {
        let clock = TestClock()
        let stopwatch = Stopwatch(clock)
        let steps = [3, -2, 1, 5].map(Duration.seconds)
        let times = steps.map { step in
            clock.advance(by: step)
            return stopwatch.time
        }
        #expect(times == [3, 3, 4, 9].map(Duration.seconds))
    }

    @Test func `any clock tells the time since it was first looked at`() throws {
        let clock = TestClock()
        clock.advance(by: .seconds(100))
        let stopwatch = Stopwatch(clock)
        #expect(stopwatch.time == .zero)
        clock.advance(by: .milliseconds(1_500))
        #expect(stopwatch.time == .milliseconds(1_500))
        let continuous = Stopwatch(ContinuousClock())
        let first = continuous.time
        #expect(first >= .zero)
        #expect(continuous.time >= first)
    }
}
