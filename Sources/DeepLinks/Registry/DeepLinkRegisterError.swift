package import PathMatching

/// Why a path was not registered.
public enum DeepLinkRegisterError: Error, Hashable {
    /// The registered path `path` already matches exactly the same links.
    ///
    /// It is the canonical spelling of what was registered first: `/items/{id}` for `/items/{number}/`.
    case pathAlreadyRegistered(path: String)

    /// The path is neither a path that links can have nor a pattern of such paths.
    ///
    /// The reason is worded to follow the path as it was given: `does not begin with a slash; write '/items'.`
    case malformedPath(path: String, reason: String)
}

extension PathPattern {
    /// Reads a path that is to be registered.
    init(registering path: String) throws(DeepLinkRegisterError) {
        do throws(PathPatternError) {
            try self.init(path)
        } catch {
            throw .malformedPath(path: error.pattern, reason: error.reason.text.description)
        }
    }
}

extension PathTrie {
    /// Adds a value, unless its pattern is taken.
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
    package var text: ErrorText {
        switch self {
        case .pathAlreadyRegistered(let path):
            return ErrorText(
                "The path '\(path)' is already registered",
                "register another path, replace that one, or remove one of the two routes"
            )
        case .malformedPath(let path, let reason):
            // The case has one text, where the parser's error has two parts.
            do throws(PathPatternError) {
                _ = try PathPattern(path)
            } catch {
                let text = error.reason.text
                if text.description == reason { return text.after("The path '\(path)' ") }
            }
            return ErrorText(sentence: "The path '\(path)' \(reason)")
        }
    }
}
