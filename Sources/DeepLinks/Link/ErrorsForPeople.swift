public import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Every error has three readers: the person who tapped a link, the log, and the developer. The texts for the last two are the parts
// of each error's description, "obstacle; way out."

/// An error whose description is one sentence: the obstacle, a semicolon, the way out.
package protocol ErrorForPeople: LocalizedError, CustomStringConvertible {
    /// The obstacle and the way out.
    var text: ErrorText { get }

    /// One calm sentence for the person who uses the app.
    var forPeople: String { get }
}

extension ErrorForPeople {
    /// One sentence for developers: the obstacle, a semicolon, the way out.
    public var description: String { text.description }

    package var forPeople: String { "This app has a mistake in its links." }

    /// One calm sentence for the person who uses the app; of an error that only a developer can cause, that the app has a mistake.
    public var errorDescription: String? { forPeople }

    /// What was wrong, as a separate sentence.
    public var failureReason: String? { text.obstacle + "." }

    /// The way out, for developers, as a separate sentence; nil if the error knows none.
    public var recoverySuggestion: String? { text.suggestion }
}

extension DecodingError {
    /// An error for a text that a decoder has read, and that is malformed.
    init(_ error: some ErrorForPeople, at codingPath: [any CodingKey]) {
        self = .dataCorrupted(
            Context(
                codingPath: codingPath,
                debugDescription: error.description,
                underlyingError: error
            )
        )
    }
}

extension PathPatternError: LocalizedError, ErrorForPeople {}
extension PathConflict: LocalizedError, ErrorForPeople {}
extension DeepLinkRegisterError: LocalizedError, ErrorForPeople {}
extension RewriteRuleError: LocalizedError, ErrorForPeople {}
extension LinkConfigurationError: LocalizedError, ErrorForPeople {}

extension DeepLinkError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "This link is damaged or incomplete." }
}

extension QueryItemValueError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "This link is damaged or incomplete." }
}

extension DeepLinkHandleError: LocalizedError, ErrorForPeople {
    package var forPeople: String {
        switch self {
        case .missingQueryItem: "This link is incomplete."
        case .pathNotRegistered: "The app has no page for this link."
        }
    }
}

extension RouteError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "This link leads to something that does not exist." }
}

extension RewriteError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "This app does not open this link." }
}

extension RejectionReason: LocalizedError, ErrorForPeople {
    package var forPeople: String {
        switch self {
        case .external(let error): error.forPeople
        case .policy, .untrusted: "This link cannot be opened here."
        case .expired: "This link waited too long. Open it again."
        case .replaced: "Another link was opened instead of this one."
        case .revoked, .cancelled: "This link was not opened. Open it again."
        case .tooManyLinks: "Too many links were opened at once. Try again in a moment."
        case .tooDeep: "This link leads nowhere."
        }
    }
}

extension PushPayloadError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "This notification has no link to open." }
}

extension PendingLink.SnapshotError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "A waiting link belongs to another user." }
}

extension ExternalURLError: LocalizedError, ErrorForPeople {
    package var forPeople: String { "There is no link to share for this." }
}
