/// The number of a link that was opened, which all of its events carry.
///
/// A coordinator numbers its links from 1, in the order in which they are opened.
public struct LinkID: RawRepresentable, Hashable, Sendable, Comparable {
    /// The number.
    public let rawValue: UInt64

    /// Creates the id with the given number.
    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// Whether the first link was opened before the second.
    public static func < (lhs: LinkID, rhs: LinkID) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}

extension LinkID: CustomStringConvertible {
    /// The number after a number sign: `#12`.
    public var description: String { "#\(rawValue)" }
}
