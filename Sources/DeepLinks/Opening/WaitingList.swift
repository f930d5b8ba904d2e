import PathMatching

/// The links that wait, in the order in which they get their turns.
///
/// A link is added and removed in constant time, so that a long list takes time in proportion to its length.
@MainActor
final class WaitingList {
    typealias Mode = DeepLinkCoordinator.Options.Pending

    private struct Entry {
        let link: OpenedLink
        /// What a newer link has to be equal in to take its place; nil if none does.
        var key: DeepLink?
    }

    private let mode: Mode
    /// The links by their places, of which the lowest is the first; a link that has left has none.
    private var byPlace: [Int: Entry] = [:]
    /// All places from the first link on.
    private var places = 0..<0
    /// The links by their keys: a newer link with the same key replaces the older one.
    private var replaceable: [DeepLink: OpenedLink] = [:]
    /// No link expires before this; nil if none waits.
    private var nextExpiry: Duration?
    /// The links that the present walk has still to visit, the next one last; those without a place have left.
    private var walk: [OpenedLink] = []

    init(_ mode: Mode) {
        self.mode = mode
    }

    /// How many links wait: stored apart, as reading `byPlace`, from which links are freed, is checked for exclusive access.
    private(set) var count = 0

    /// The links in order.
    var links: [OpenedLink] { byPlace.inOrder { $0.key < $1.key }.map(\.value.link) }

    /// Adds a link at the end.
    ///
    /// - Returns: The links that had to make room: the one that it replaces, or the oldest.
    func add(_ link: OpenedLink) -> [OpenedLink] {
        places = places.lowerBound..<(places.upperBound + 1)
        return put(link, at: places.upperBound - 1)
    }

    /// Adds a link at the front, which replaces none.
    ///
    /// - Returns: The oldest links, if there are too many now: perhaps this one.
    func addFirst(_ link: OpenedLink) -> [OpenedLink] {
        // A link that waits already is newer, so it stays and this one goes.
        if let key = key(of: link), replaceable[key] != nil { return [link] }
        places = (places.lowerBound - 1)..<places.upperBound
        return put(link, at: places.lowerBound)
    }

    /// Takes note of a link's new destination.
    ///
    /// - Returns: The older of two links, if both have the same key now.
    func updateKey(of link: OpenedLink) -> [OpenedLink] {
        guard let place = link.place, let key = key(of: link), key != byPlace[place]?.key else {
            return []
        }
        forgetKey(at: place)
        byPlace[place]?.key = key
        guard let other = replaceable[key], let otherPlace = other.place else {
            replaceable[key] = link
            return []
        }
        let (older, newer) = otherPlace < place ? (other, link) : (link, other)
        replaceable[key] = newer
        remove(older)
        return [older]
    }

    /// Removes a link.
    func remove(_ link: OpenedLink) {
        guard let place = link.place else { return }
        forgetKey(at: place)
        byPlace[place] = nil
        link.place = nil
        count -= 1
    }

    /// Removes all links.
    func removeAll() -> [OpenedLink] {
        let all = links
        for link in all { remove(link) }
        (nextExpiry, walk) = (nil, [])
        return all
    }

    /// Removes the links whose time is up.
    func removeExpired(at now: Duration) -> [OpenedLink] {
        guard let nextExpiry, nextExpiry <= now else { return [] }
        let expired = byPlace.filter { $0.value.link.expiry <= now }.inOrder { $0.key < $1.key }
            .map(\.value.link)
        for link in expired { remove(link) }
        self.nextExpiry = byPlace.values.map(\.link.expiry).min()
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
            if link.place != nil { return link }
        }
        return nil
    }

    // MARK: - Insides

    /// Puts a link at a place, and removes the one that it replaces, or the oldest if there are too many.
    private func put(_ link: OpenedLink, at place: Int) -> [OpenedLink] {
        let key = key(of: link)
        byPlace[place] = Entry(link: link, key: key)
        link.place = place
        count += 1
        nextExpiry = Swift.min(nextExpiry ?? link.expiry, link.expiry)
        var removed: [OpenedLink] = []
        if let key, let older = replaceable.updateValue(link, forKey: key) {
            removed.append(older)
            remove(older)
        }
        while count > mode.capacity {
            if let oldest = byPlace[places.lowerBound]?.link {
                removed.append(oldest)
                remove(oldest)
            }
            places = places.dropFirst()
        }
        return removed
    }

    /// What a newer link has to be equal in to take a link's place; nil if none does.
    private func key(of link: OpenedLink) -> DeepLink? {
        guard case .queue(_, let superseding) = mode else { return nil }
        switch superseding {
        case .never: return nil
        case .sameLink: return link.destination
        case .samePath:
            return DeepLink(canonicalPath: link.destination.path, queryItems: [], fragment: nil)
        }
    }

    private func forgetKey(at place: Int) {
        guard let entry = byPlace[place], let key = entry.key, replaceable[key] === entry.link
        else {
            return
        }
        replaceable[key] = nil
    }
}
