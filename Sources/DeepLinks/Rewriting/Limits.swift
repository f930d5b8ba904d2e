import PathMatching

/// The largest size of an external link; a larger link is refused before anything in it is decoded.
///
/// Each limit is at least 1; with another one, no rewriter is made.
public struct Limits: Hashable, Sendable {
    /// The largest number of bytes in the whole link, 8 192 by default.
    public var bytes: Int

    /// The largest number of segments in its path, and in an item or fragment that becomes a part of it; 64 by default.
    public var segments: Int

    /// The largest number of items in its query, 128 by default.
    public var queryItems: Int

    /// Creates limits; those not given have their default.
    public init(bytes: Int = 8_192, segments: Int = 64, queryItems: Int = 128) {
        self.bytes = bytes
        self.segments = segments
        self.queryItems = queryItems
    }

    /// The limits that refuse every link.
    var flaws: [RewriteRuleError] {
        [("bytes", bytes), ("segments", segments), ("queryItems", queryItems)]
            .filter { $0.1 < 1 }
            .map { name, value in
                let flaw = RuleFlaw(
                    "malformed-limit",
                    "'\(name)' is \(value), so no link would pass",
                    "write a number from 1 on, or leave it out",
                    at: .root.key("limits").key(name)
                )
                return RewriteRuleError(
                    source: "Limits",
                    rule: nil,
                    flaw: flaw,
                    sourceIndex: nil,
                    ruleIndex: nil
                )
            }
    }
}
