/// How many links may be opened in some time; more are refused.
public struct RateLimit: Hashable, Sendable {
    /// The most links within ``period``; with zero or fewer, every link is refused.
    public var links: Int

    /// The length of the time that is looked back on.
    public var period: Duration

    /// Creates a limit.
    ///
    /// - Parameters:
    ///   - links: The most links.
    ///   - period: The length of the time that is looked back on.
    public init(links: Int, per period: Duration) {
        self.links = links
        self.period = period
    }
}
