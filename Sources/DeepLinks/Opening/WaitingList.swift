/// The links that wait, in the order in which they get their turns.
///
/// A link that leaves makes its slot empty, in constant time; empty slots are removed when they are many.
@MainActor
final class WaitingList {
    typealias Mode = DeepLinkCoordinator.Options.Pending

    private let mode: Mode
    /// The links; nil where one has left, and at the front as room for others.
    private(set) var slots: [OpenedLink?] = []
    /// How many of the first `slots` are empty.
    private var head = 0
    /// The links by what a newer link to replace them has to be equal in.
    private var replaceable: [DeepLink: OpenedLink] = [:]
    /// No link expires before this; nil if none waits.
    private var nextExpiry: Duration?
    /// The links that the present walk has still to visit, the next one last; those without a slot have left.
    private var walk: [OpenedLink] = []

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
        return put(link, in: slots.count - 1) + removeSurplus()
    }

    /// Adds a link at the front, which replaces none.
    ///
    /// - Returns: The oldest links, if there are too many now: perhaps this one.
    func addFirst(_ link: OpenedLink) -> [OpenedLink] {
        // A link that waits already is newer, so it stays and this one goes.
        if let key = key(of: link), replaceable[key] != nil { return [link] }
        // Room for as many links as there are, so that adding many takes time in proportion to their number.
        if head == 0 { arrange(behind: Swift.max(count, 8)) }
        head -= 1
        return put(link, in: head) + removeSurplus()
    }

    /// Takes note of a link's new destination.
    ///
    /// - Returns: The older of two links, if both are equal now in what the options name.
    func redirect(_ link: OpenedLink, to redirected: OpenedLink) -> [OpenedLink] {
        guard let slot = link.slot, link.destination != redirected.link else { return [] }
        forgetKey(of: link)
        link.redirected = redirected
        guard let key = key(of: link) else { return [] }
        guard let other = replaceable[key], let otherSlot = other.slot else {
            replaceable[key] = link
            return []
        }
        let (older, newer) = otherSlot < slot ? (other, link) : (link, other)
        replaceable[key] = newer
        remove(older)
        return [older]
    }

    /// Removes a link.
    func remove(_ link: OpenedLink) {
        guard let slot = link.slot else { return }
        forgetKey(of: link)
        slots[slot] = nil
        link.slot = nil
        count -= 1
        while head < slots.count, slots[head] == nil { head += 1 }
        if slots.count > 3 * count + 64 { arrange(behind: 0) }
    }

    /// Removes all links.
    func removeAll() -> [OpenedLink] {
        let all = links
        for link in all { link.slot = nil }
        (slots, head, count, replaceable) = ([], 0, 0, [:])
        (nextExpiry, walk) = (nil, [])
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
        walk = links.reversed()
    }

    /// The next link of the walk; nil at its end.
    func next() -> OpenedLink? {
        while let link = walk.popLast() {
            // A link comes back to the list only after its turn.
            if link.slot != nil { return link }
        }
        return nil
    }

    // MARK: - Insides

    private func put(_ link: OpenedLink, in slot: Int) -> [OpenedLink] {
        slots[slot] = link
        link.slot = slot
        count += 1
        nextExpiry = Swift.min(nextExpiry ?? link.expiry, link.expiry)
        guard let key = key(of: link), let older = replaceable.updateValue(link, forKey: key) else {
            return []
        }
        remove(older)
        return [older]
    }

    private func removeSurplus() -> [OpenedLink] {
        var removed: [OpenedLink] = []
        while count > mode.capacity, let oldest = slots[head] {
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
        if let key = key(of: link), replaceable[key] === link { replaceable[key] = nil }
    }

    /// Removes the empty slots, and makes room in front of the links.
    private func arrange(behind room: Int) {
        slots = Array(repeating: nil, count: room) + slots.filter { $0 != nil }
        head = room
        for index in room..<slots.count { slots[index]?.slot = index }
    }
}
