import Testing

@testable import DeepLinks

/// The list of waiting links alone; `CoordinatorModelTests` compares it with a plain array.
@MainActor
struct WaitingListTests {
    @Test(arguments: [0, 1, 2, 100])
    func `a link that comes back to the front has had its turn`(left: Int) throws {
        let list = WaitingList(.queue(capacity: .max))
        let links = try (0..<left + 3).map {
            OpenedLink(
                $0,
                URLRewriter.Details(try DeepLink("/a?n=\($0)")),
                from: .push,
                inside: nil
            )
        }
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
}
