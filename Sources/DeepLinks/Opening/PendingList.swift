/// The links that wait, in the order in which they will be opened, one to a path at most.
///
/// All that is done with one link takes the same time however many there are. It is a reference so that its owner can
/// look into it while a change elsewhere is under way, at no cost.
final class PendingList {
    /// The place of a link, which is good until the link is removed.
    struct Handle {
        fileprivate let slot: Int
        let id: LinkID
    }

    /// What had to go for a link to come in: the one to the same path, and the oldest one if there were too many.
    struct Displaced {
        var samePath: WaitingLink?
        var oldest: WaitingLink?
    }

    private struct Slot {
        var link: WaitingLink?
        /// The neighbours' slots; those of a free slot mean nothing.
        var previous: Int?
        var next: Int?
    }

    // Invariant: the slots from `first` on along `next` are those with a link, `count` of them, each the `previous` one of
    // its next; the others are in `free`; `slotOfPath` has each link's path and its slot, and nothing else.
    private var slots: [Slot] = []
    private var free: [Int] = []
    private var first: Int?
    private var last: Int?
    private var slotOfPath: [String: Int] = [:]

    /// How many links wait.
    private(set) var count = 0

    /// A time before which none of the links expires; nil if there are none.
    private(set) var nextExpiry: Duration?

    /// The links in order.
    var links: [WaitingLink] {
        handles().compactMap { self[$0] }
    }

    /// The places of the links in order.
    ///
    /// - Parameter id: The first link to be left out and all that were opened before it are; nil to have all.
    /// - Returns: The places.
    func handles(after id: LinkID? = nil) -> [Handle] {
        var handles: [Handle] = []
        var slot = first
        while let index = slot {
            if let link = slots[index].link, id.map({ link.id > $0 }) ?? true {
                handles.append(Handle(slot: index, id: link.id))
            }
            slot = slots[index].next
        }
        return handles
    }

    /// The link at a place; nil if it does not wait any more.
    subscript(handle: Handle) -> WaitingLink? {
        // After all were removed there may be fewer slots.
        guard handle.slot < slots.count, let link = slots[handle.slot].link, link.id == handle.id
        else { return nil }
        return link
    }

    /// The link to a path.
    func link(to path: String) -> WaitingLink? {
        slotOfPath[path].flatMap { slots[$0].link }
    }

    // MARK: - Changes

    /// Adds a link at the end.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - capacity: The most links that there may be afterwards, at least one.
    /// - Returns: The link to the same path, and the oldest one if there were too many, which are removed.
    func append(_ link: WaitingLink, capacity: Int) -> Displaced {
        var displaced = Displaced()
        displaced.samePath = removeLink(to: link.link.path)
        if count >= capacity {
            displaced.oldest = removeFirst()
        }
        insert(link, after: last)
        return displaced
    }

    /// Adds a link at the beginning, unless there are as many as there may be or one to the same path waits.
    ///
    /// - Returns: Whether it was added.
    func prepend(_ link: WaitingLink, capacity: Int) -> Bool {
        guard count < capacity, slotOfPath[link.link.path] == nil else { return false }
        insert(link, after: nil)
        return true
    }

    /// Puts another value in the place of a link that waits, with the same id and time, and a path that no other has.
    func update(_ handle: Handle, to link: WaitingLink) {
        guard let old = self[handle] else { return }
        if old.link.path != link.link.path {
            slotOfPath[old.link.path] = nil
            slotOfPath[link.link.path] = handle.slot
        }
        slots[handle.slot].link = link
    }

    /// Removes the link at a place.
    ///
    /// - Returns: The link; nil if it does not wait any more.
    @discardableResult
    func remove(_ handle: Handle) -> WaitingLink? {
        self[handle] == nil ? nil : remove(slot: handle.slot)
    }

    /// Removes the link to a path.
    func removeLink(to path: String) -> WaitingLink? {
        slotOfPath[path].flatMap { remove(slot: $0) }
    }

    /// Removes the oldest link.
    func removeFirst() -> WaitingLink? {
        first.flatMap { remove(slot: $0) }
    }

    /// Removes all links.
    ///
    /// - Returns: The links in order.
    func removeAll() -> [WaitingLink] {
        let removed = links
        slots = []
        free = []
        (first, last) = (nil, nil)
        slotOfPath = [:]
        count = 0
        nextExpiry = nil
        return removed
    }

    /// Removes the links that have expired.
    ///
    /// - Parameter now: The time.
    /// - Returns: The links in order.
    func removeExpired(at now: Duration) -> [WaitingLink] {
        guard let nextExpiry, nextExpiry <= now else { return [] }
        var removed: [WaitingLink] = []
        var earliest: Duration?
        for handle in handles() {
            guard let link = self[handle] else { continue }
            if link.expiry <= now {
                remove(slot: handle.slot)
                removed.append(link)
            } else {
                earliest = earliest.map { Swift.min($0, link.expiry) } ?? link.expiry
            }
        }
        self.nextExpiry = earliest
        return removed
    }

    // MARK: - Slots

    private func insert(_ link: WaitingLink, after previous: Int?) {
        let next = previous.map { slots[$0].next } ?? first
        let slot = Slot(link: link, previous: previous, next: next)
        let index: Int
        if let reused = free.popLast() {
            index = reused
            slots[index] = slot
        } else {
            index = slots.count
            slots.append(slot)
        }
        connect(previous, index)
        connect(index, next)
        slotOfPath[link.link.path] = index
        count += 1
        nextExpiry = nextExpiry.map { Swift.min($0, link.expiry) } ?? link.expiry
    }

    @discardableResult
    private func remove(slot index: Int) -> WaitingLink? {
        let slot = slots[index]
        guard let link = slot.link else { return nil }
        connect(slot.previous, slot.next)
        slots[index] = Slot()
        free.append(index)
        slotOfPath[link.link.path] = nil
        count -= 1
        if count == 0 {
            nextExpiry = nil
        }
        return link
    }

    /// Makes two slots neighbours; nil is what comes before the first and after the last.
    private func connect(_ previous: Int?, _ next: Int?) {
        if let previous {
            slots[previous].next = next
        } else {
            first = next
        }
        if let next {
            slots[next].previous = previous
        } else {
            last = previous
        }
    }
}

extension PendingList {
    /// Traps unless the invariant holds; for tests.
    func checkInvariants() {
        var seen = 0
        var previous: Int?
        var slot = first
        while let index = slot {
            precondition(slots[index].previous == previous, "Neighbours disagree")
            guard let link = slots[index].link else {
                preconditionFailure("A slot in line is empty")
            }
            precondition(slotOfPath[link.link.path] == index, "A path is not found")
            precondition(nextExpiry.map { $0 <= link.expiry } ?? false, "A link expires unseen")
            seen += 1
            (previous, slot) = (index, slots[index].next)
        }
        precondition(last == previous, "The last slot is another one")
        precondition(seen == count && slotOfPath.count == count, "The count is wrong")
        precondition(free.count + count == slots.count, "A slot is lost")
        precondition(free.allSatisfy { slots[$0].link == nil }, "A free slot has a link")
    }
}
