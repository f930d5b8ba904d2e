/// The largest size of an external link; a larger link is refused before anything in it is decoded.
public struct Limits: Hashable, Sendable {
    /// The largest number of bytes in the whole link, 8 192 by default.
    public var bytes: Int

    /// The largest number of segments in its path, 64 by default.
    public var segments: Int

    /// The largest number of items in its query, 128 by default.
    public var queryItems: Int

    /// Creates limits; those not given have their default.
    ///
    /// A limit of zero or less refuses every link that has a byte, a segment or an item.
    public init(bytes: Int = 8_192, segments: Int = 64, queryItems: Int = 128) {
        self.bytes = bytes
        self.segments = segments
        self.queryItems = queryItems
    }
}
