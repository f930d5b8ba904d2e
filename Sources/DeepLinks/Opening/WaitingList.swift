/// The links that wait, in the order in which they get their turns.
///
/// A place on the list is a number that stays the same while others leave, until there are many empty places and no walk. So a link
/// leaves in constant time, and a walk through the list goes on where it was, whatever happens meanwhile.
@MainActor
final class WaitingList {
    typealias Mode = DeepLinkCoordinator.Options.Pending

    private let mode: Mode
    /// The links; nil where one has left.
    private(set) var slots: [OpenedLink?] = []
    /// The place of `slots[0]`.
    private var base = 0
    /// How many of the first `slots` are empty.
    private var head = 0
    /// The places of links by what a newer link to replace them has to be equal in.
    private var places: [DeepLink: Int] = [:]
    /// No link expires before this; nil if none waits.
    private var nextExpiry: Duration?
    /// The places that the present walk has still to visit; nil if there is no walk.
    private var walk: Range<Int>?

    /// How many links wait.
    private(set) var count = 0

    init(_ mode: Mode) {
        self.mode = mode
    }

    /// The links in order.
    var links: [OpenedLink] { slots[head...].compactMap { $0 } }

    /// Adds a link at the end.
    ///
    /// - Returns: The links that had to make room: the one that it replaces, or the oldest.
    func add(_ link: OpenedLink) -> [OpenedLink] {
        slots.append(nil)
        return put(link, at: base + slots.count - 1) + removeSurplus()
    }

    /// Adds a link at the front, which replaces none.
    ///
    /// - Returns: The oldest links, if there are too many now: perhaps this one.
    func addFirst(_ link: OpenedLink) -> [OpenedLink] {
        if head == 0 {
            // Room for as many links as there are, so that adding many takes time in proportion to their number.
            let room = Swift.max(slots.count, 8)
            slots.insert(contentsOf: repeatElement(nil, count: room), at: 0)
            base -= room
            head = room
        }
        head -= 1
        let place = base + head
        // The links that were there before it may all have left, and the walk is only for those that waited when it began.
        if let rest = walk, rest.contains(place) { walk = place + 1..<rest.upperBound }
        // A link that waits already is newer, so it stays and this one goes.
        if let key = key(of: link), places[key] != nil { return [link] }
        return put(link, at: place) + removeSurplus()
    }

    /// Takes note of a link's new destination.
    ///
    /// - Returns: The older of two links, if both are equal now in what the options name.
    func redirect(_ link: OpenedLink, to redirected: OpenedLink) -> [OpenedLink] {
        guard let slot = link.slot, link.destination != redirected.link else { return [] }
        forgetKey(of: link)
        link.redirected = redirected
        guard let key = key(of: link), let other = places[key] else {
            if let key = key(of: link) { places[key] = slot }
            return []
        }
        guard let older = slots[Swift.min(other, slot) - base] else { return [] }
        places[key] = Swift.max(other, slot)
        remove(older)
        return [older]
    }

    /// Removes a link.
    func remove(_ link: OpenedLink) {
        guard let slot = link.slot else { return }
        forgetKey(of: link)
        slots[slot - base] = nil
        link.slot = nil
        count -= 1
        tidy()
    }

    /// Removes all links.
    func removeAll() -> [OpenedLink] {
        let all = links
        for link in all { link.slot = nil }
        (slots, base, head, count, places) = ([], base + slots.count, 0, 0, [:])
        (nextExpiry, walk) = (nil, nil)
        return all
    }

    /// Removes the links whose time is up.
    func removeExpired(at now: Duration) -> [OpenedLink] {
        guard let nextExpiry, nextExpiry <= now else { return [] }
        let all = links
        let expired = all.filter { $0.expiry <= now }
        for link in expired { remove(link) }
        self.nextExpiry = links.map(\.expiry).min()
        return expired
    }

    // MARK: - Turns

    /// Begins a walk through the links that wait now, from the front.
    func beginWalk() {
        walk = base + head..<base + slots.count
    }

    /// The next link of the walk; nil at its end.
    func next() -> OpenedLink? {
        guard var rest = walk else { return nil }
        while let place = rest.first {
            rest = place + 1..<rest.upperBound
            if place >= base, let link = slots[place - base] {
                walk = rest
                return link
            }
        }
        walk = nil
        return nil
    }

    // MARK: - Insides

    private func put(_ link: OpenedLink, at place: Int) -> [OpenedLink] {
        slots[place - base] = link
        link.slot = place
        count += 1
        nextExpiry = Swift.min(nextExpiry ?? link.expiry, link.expiry)
        guard let key = key(of: link) else { return [] }
        let older = places.updateValue(place, forKey: key).flatMap { slots[$0 - base] }
        guard let older else { return [] }
        remove(older)
        return [older]
    }

    private func removeSurplus() -> [OpenedLink] {
        var removed: [OpenedLink] = []
        while count > mode.capacity {
            tidy()
            guard let oldest = slots[head] else { break }
            remove(oldest)
            removed.append(oldest)
        }
        return removed
    }

    /// What a newer link has to be equal in to take this one's place; nil if it never does.
    private func key(of link: OpenedLink) -> DeepLink? {
        guard case .queue(_, let superseding) = mode else { return nil }
        switch superseding {
        case .never: return nil
        case .sameLink: return link.destination
        case .samePath:
            return DeepLink(canonicalPath: link.destination.path, queryItems: [], fragment: nil)
        }
    }

    private func forgetKey(of link: OpenedLink) {
        if let key = key(of: link), places[key] == link.slot { places[key] = nil }
    }

    /// Passes over empty places at the front, and removes them when they are more than the links.
    ///
    /// The other empty places are removed when they are more than the links, and no walk goes on.
    private func tidy() {
        while head < slots.count, slots[head] == nil { head += 1 }
        if head > 64, head > slots.count - head {
            slots.removeFirst(head)
            base += head
            head = 0
        }
        guard walk == nil, slots.count - head > 2 * count + 64 else { return }
        slots = links
        base += head
        head = 0
        for (index, link) in links.enumerated() {
            link.slot = base + index
            if let key = key(of: link) { places[key] = link.slot }
        }
    }
}
