import PathMatching

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

extension PathPattern {
    /// Reads a path that is to be registered.
    init(registering path: String) throws(DeepLinkRegisterError) {
        do throws(PathPatternError) {
            try self.init(path)
        } catch {
            throw .malformedPath(path: error.pattern, reason: error.reason.sentence)
        }
    }
}

extension PathTrie {
    /// Adds a value, unless the path is taken.
    mutating func register(
        _ value: Value,
        at pattern: PathPattern
    ) throws(DeepLinkRegisterError) {
        do throws(PathConflict) {
            try insert(value, at: pattern)
        } catch {
            throw .pathAlreadyRegistered(path: error.existing.description)
        }
    }
}

extension DeepLinkRegisterError: CustomStringConvertible {
    /// One sentence: the path, the obstacle, the way out.
    public var description: String {
        switch self {
        case .pathAlreadyRegistered(let path):
            "The path '\(path)' is already registered; register another path, or replace that one."
        case .malformedPath(let path, let reason):
            "The path '\(path)' \(reason)"
        }
    }
}
