/// How many links wait, and which of them go when there are too many.
///
/// In both modes a newer link to the same path takes the place of the older one, whatever the parameters, and waits at the end.
/// What a route captures is part of the path: `/items/1` and `/items/2` are two, `/product?id=1` and `/product?id=2` are one.
public enum PendingMode: Hashable, Sendable {
    /// One link waits: the last one that was opened.
    case latest

    /// Links wait in the order in which they were opened, and when there are more than the capacity, the oldest goes.
    ///
    /// A capacity of zero or less counts as one.
    case queue(capacity: Int)

    /// The most links that wait.
    var capacity: Int {
        switch self {
        case .latest: 1
        case .queue(let capacity): Swift.max(capacity, 1)
        }
    }
}
