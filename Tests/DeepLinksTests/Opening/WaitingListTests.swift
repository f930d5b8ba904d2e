import DeepLinksTestSupport
import Testing

@testable import DeepLinks

/// The list of waiting links alone; `CoordinatorModelTests` compares it with a plain array.
@MainActor
struct WaitingListTests {
    @Test(arguments: [0, 1, 2, 100])
    func `a link that comes back to the front has had its turn`(left: Int) throws {
        let list = WaitingList(.queue(capacity: .max))
        let links = try (0..<left + 3).map { try pushed("/a?n=\($0)", $0) }
        for link in links { #expect(list.add(link).isEmpty) }
        list.beginWalk()
        #expect(list.next() === links[0])
        // It is prepared; the links behind it leave meanwhile, and then it has to wait again.
        for link in links.prefix(left + 1) { list.remove(link) }
        #expect(list.addFirst(links[0]).isEmpty)
        #expect(list.links.map(\.id) == [0, left + 1, left + 2])
        #expect(list.next() === links[left + 1])
        #expect(list.next() === links[left + 2])
        #expect(list.next() == nil)
    }

    @Test func `links are replaced behind one that stays`() throws {
        let list = WaitingList(.queue(capacity: 16, superseding: .samePath))
        #expect(list.add(try pushed("/a", 0)).isEmpty)
        for number in 1...1_000 {
            #expect(
                list.add(try pushed("/b", number)).map(\.id) == (number == 1 ? [] : [number - 1])
            )
        }
        #expect(list.links.map(\.id) == [0, 1_000])
    }

    /// What is done to a list, against an array: more of one kind at a time, so that now and then many places are empty.
    @Test(arguments: UInt64(0)..<4)
    func `a list is what an array would be, wherever links leave or expire`(seed: UInt64) throws {
        let list = WaitingList(
            .queue(capacity: .max, superseding: seed.isMultiple(of: 2) ? .samePath : .sameLink)
        )
        var random = SplitMix64(seed: seed)
        var (model, walk): ([OpenedLink], [OpenedLink]) = ([], [])
        for number in 0..<rounds(1_000) {
            let new = try pushed("/\(Int.random(in: 0..<400, using: &random))", number)
            let now = Duration.seconds(number)
            new.expiry = now + .seconds(Int.random(in: 1...400, using: &random))
            let expired = list.removeExpired(at: now)
            #expect(expired.map(\.id) == model.filter { $0.expiry <= now }.map(\.id))
            model.removeAll { $0.expiry <= now }
            let other = model.firstIndex { $0.destination == new.link }
            switch (number / 100 + Int.random(in: 0..<3, using: &random)) % 5 {
            case 0, 1:
                let replaced = list.add(new)
                #expect(replaced.map(\.id) == (other.map { [model.remove(at: $0).id] } ?? []))
                model.append(new)
            case 2:
                let replaced = list.addFirst(new)
                #expect(replaced.map(\.id) == (other == nil ? [] : [number]))
                if other == nil { model.insert(new, at: 0) }
            case 3:
                for _ in 0..<4 {
                    guard let index = model.indices.randomElement(using: &random) else { break }
                    list.remove(model.remove(at: index))
                }
            case 4 where walk.isEmpty:
                guard let link = model.randomElement(using: &random) else { break }
                link.redirected = link.leading(to: new.link)
                // Of two links with the same destination, the one behind stays.
                let same = model.filter { $0.destination == new.link }
                #expect(list.updateKey(of: link).map(\.id) == same.dropLast().map(\.id))
                model.removeAll { link in same.dropLast().contains { $0 === link } }
                list.beginWalk()
                walk = model
            default:
                let ids = Set(model.map(\.id))
                for _ in 0..<40 {
                    let next = walk.first { ids.contains($0.id) }
                    walk = Array(walk.drop { $0 !== next }.dropFirst())
                    #expect(list.next() === next)
                    if next == nil { break }
                }
            }
            #expect(list.links.map(\.id) == model.map(\.id))
            #expect(list.count == model.count)
        }
    }
}
