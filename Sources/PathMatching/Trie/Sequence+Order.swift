extension Sequence {
    /// The elements in order; those of which neither comes before the other keep their places.
    ///
    /// Each use of `sorted(by:)` is compiled again for its elements and its closure, into 3.5 KB of code. This function is
    /// compiled once for all of `DeepLinks`. It is slower, so it is for short lists.
    ///
    /// - Parameter precedes: Whether the first element must come before the second.
    /// - Returns: The elements in order.
    package func inOrder(by precedes: (Element, Element) -> Bool) -> [Element] {
        sorted(by: precedes)
    }
}
