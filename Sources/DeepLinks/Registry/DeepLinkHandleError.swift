#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a link was not handled.
public enum DeepLinkHandleError: Error, Equatable {
    /// An action needs a parameter that the link has no value for.
    case missingQueryItem(name: String)

    /// Nobody has registered the link's path.
    case pathNotRegistered(path: String)
}

extension DeepLinkHandleError: CustomStringConvertible, LocalizedError {
    private var sentence: (flaw: String, remedy: String) {
        switch self {
        case .missingQueryItem(let name):
            ("The link has no value for '\(name)'", "add '\(name)=…' to its query")
        case .pathNotRegistered(let path):
            ("The path '\(path)' is not registered", "register it, or check how it is spelled")
        }
    }

    /// One sentence for developers: what is missing, and what to do about it.
    public var description: String { "\(sentence.flaw); \(sentence.remedy)." }

    /// One sentence for the person who tapped the link.
    public var errorDescription: String? {
        switch self {
        case .missingQueryItem: "This link is incomplete."
        case .pathNotRegistered: "The app has nothing at this link."
        }
    }

    /// What is missing.
    public var failureReason: String? { sentence.flaw + "." }

    /// What to do about it, for developers.
    public var recoverySuggestion: String? { sentence.remedy.asSentence }
}
