package import PathMatching

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// Why a path was not registered.
public enum DeepLinkRegisterError: Error, Equatable {
    /// The path is taken: by the registered path `path`, which matches exactly the same links.
    ///
    /// That is the canonical spelling of what was registered first: `/items/{id}` for somebody who registers
    /// `/items/{number}/`.
    case pathAlreadyRegistered(path: String)

    /// The path is none that links can have, nor a pattern of such paths.
    ///
    /// `path` is the text that was given, and `reason` the obstacle and the way out as they read after it: `does not begin
    /// with a slash; write '/items'.`
    case malformedPath(path: String, reason: String)
}

extension DeepLinkRegisterError {
    /// Creates an error about a path that is no pattern.
    package init(_ error: PathPatternError) {
        let sentence = error.description
        let subject = "'\(error.pattern)' "
        let reason =
            if case .tooLong(let limit) = error.reason {
                "is too long; the limit is \(limit) bytes."
            } else if sentence.utf8.starts(with: subject.utf8) {
                String(decoding: Array(sentence.utf8.dropFirst(subject.utf8.count)), as: UTF8.self)
            } else {
                "cannot be registered: \(sentence)"
            }
        self = .malformedPath(path: error.pattern, reason: reason)
    }
}

extension DeepLinkRegisterError: CustomStringConvertible, LocalizedError {
    /// One sentence for developers: the path, the obstacle, the way out.
    public var description: String {
        switch self {
        case .pathAlreadyRegistered(let path):
            "The path '\(path)' is already registered; register another path, or replace that one."
        case .malformedPath(let path, let reason):
            "The path '\(path)' \(reason)"
        }
    }

    /// One sentence for somebody who uses the app, who can do nothing about it.
    public var errorDescription: String? { "A part of the app could not be set up for links." }

    /// The path and the obstacle.
    public var failureReason: String? {
        switch self {
        case .pathAlreadyRegistered(let path): "The path '\(path)' is already registered."
        case .malformedPath: description
        }
    }

    /// The way out, for developers.
    public var recoverySuggestion: String? {
        switch self {
        case .pathAlreadyRegistered: "Register another path, or replace that one."
        case .malformedPath: "Write the path as links have it, or as a pattern of such paths."
        }
    }
}
