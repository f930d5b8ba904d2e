/// How many links a coordinator was given, and what became of them.
///
/// Each link is counted once, for what became of it, so between calls
/// `opened + restored == handled + failed + rejected + duplicates + dropped + cancelled + waiting + preparing`.
public struct LinkCounts: Hashable, Sendable {
    /// The links that were opened, whatever became of them.
    public internal(set) var opened = 0

    /// The links that were restored from a snapshot.
    public internal(set) var restored = 0

    /// The links whose action has run.
    public internal(set) var handled = 0

    /// The links that could not be opened, or whose action or preparation threw.
    public internal(set) var failed = 0

    /// The links that were refused.
    public internal(set) var rejected = 0

    /// The links that were duplicates.
    public internal(set) var duplicates = 0

    /// The links that waited and were dropped.
    public internal(set) var dropped = 0

    /// The links whose preparation was cancelled.
    public internal(set) var cancelled = 0

    /// The links that wait now.
    public internal(set) var waiting = 0

    /// The links whose route is preparing something now.
    public internal(set) var preparing = 0
}

extension LinkCounts: CustomStringConvertible {
    /// The counts in one line.
    public var description: String {
        "opened \(opened), restored \(restored), handled \(handled), failed \(failed), rejected \(rejected), "
            + "duplicates \(duplicates), dropped \(dropped), cancelled \(cancelled), waiting \(waiting), "
            + "preparing \(preparing)"
    }
}
