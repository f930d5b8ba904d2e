import PathMatching

extension ByteSet {
    // Some are written as words, as in PathMatching, because every link is read with them.

    /// The bytes of a scheme after its first letter.
    static let scheme = ByteSet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)

    /// The bytes of a registered name without escapes (RFC 3986 §3.2.2).
    static let customAuthority = unreserved.union(subDelimiters)

    /// The ASCII bytes that no link may have before its fragment: control characters, space and backslash.
    static let unreadable = blank.union(ByteSet("\\"))

    /// The bytes that stand for themselves in a path of several segments.
    static let pathText = segment.union(ByteSet("/"))

    /// Control characters and space.
    static let blank = ByteSet(0x00...0x20, 0x7F...0x7F)

    /// The bytes of a host's labels.
    static let hostLabel = alphanumerics.union(ByteSet("-_"))
}
