/// How large an external link may be; what is larger is refused before it is parsed.
public struct Limits: Hashable, Sendable {
    /// The most bytes of the whole link, 8 192 by default.
    public var bytes: Int

    /// The most segments of its path, 64 by default.
    public var segments: Int

    /// The most items of its query, 128 by default.
    public var queryItems: Int

    /// Creates limits; those not given have their default.
    ///
    /// A limit of zero or less refuses whatever has a byte, a segment or an item.
    public init(bytes: Int = 8_192, segments: Int = 64, queryItems: Int = 128) {
        self.bytes = bytes
        self.segments = segments
        self.queryItems = queryItems
    }
}
