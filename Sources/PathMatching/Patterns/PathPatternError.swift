/// Why a text is not a path pattern.
public struct PathPatternError: Error, Hashable, Sendable {
    /// An obstacle that a pattern can have.
    ///
    /// New versions may add reasons, so compare codes.
    public struct Reason: Hashable, Sendable {
        /// The obstacle's stable name, such as `duplicate-name`.
        public let code: String

        /// The obstacle and the way out: the end of a sentence that begins with the pattern.
        package let text: ErrorText

        /// The name of the capture that is at fault, if any.
        package let name: String?
    }

    /// The pattern as it was given.
    public let pattern: String

    /// The obstacle.
    public let reason: Reason

    /// Where the obstacle is, in bytes of the pattern's UTF-8.
    public let offset: Int
}

extension PathPatternError: CustomStringConvertible {
    /// One sentence: the pattern, the obstacle, the way out.
    public var description: String { text.description }

    /// The obstacle and the way out.
    package var text: ErrorText {
        // A long pattern is not printed.
        let isLong = pattern.utf8.count > 1_024
        return reason.text.after(
            isLong ? "A pattern of \(pattern.utf8.count) bytes " : "'\(pattern)' "
        )
    }
}
