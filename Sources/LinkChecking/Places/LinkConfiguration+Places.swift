public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LinkConfiguration {
    /// Reads a configuration that people write, and says of the first fault in which line and column it is.
    ///
    /// `init(data:)` reads the same files, and this one is stricter: a key may stand only once in an object, as readers of JSON do
    /// not agree which of two counts.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Throws: The first fault, with its place, its line and column, the obstacle and the way out.
    public init(checking data: Data) throws(LinkConfigurationError) {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONReader.read(Array(data))
        } catch {
            throw LinkConfigurationError(error)
        }
        if let error = document.sameKeys(at: .root) { throw error }
        do throws(LinkConfigurationError) {
            try self.init(data: data)
        } catch {
            throw error.located(in: document)
        }
    }
}

extension LinkConfigurationError {
    /// The same error with the line and the column that its place has in a text.
    ///
    /// A configuration that was read does not know where its parts stood. An error of `URLRewriter(configuration:)`
    /// becomes one that an editor can jump to when it is shown the text again.
    ///
    /// - Parameter data: The text that the configuration was read from.
    /// - Returns: The error with its line and column, or as it is if the text has no such place.
    public func located(in data: Data) -> LinkConfigurationError {
        let document: JSONValue
        do throws(JSONError) {
            document = try JSONReader.read(Array(data))
        } catch {
            // What Foundation does not read either has its reason here.
            if case .malformedJSON = reason { return LinkConfigurationError(error) }
            return self
        }
        return located(in: document)
    }

    fileprivate func located(in document: JSONValue) -> LinkConfigurationError {
        guard line == nil, let steps else { return self }
        var position = document[steps]?.position
        if case .unknownKey = reason { position = document.keyPosition(of: steps) ?? position }
        guard let position else { return self }
        return LinkConfigurationError(
            reason,
            at: steps,
            line: position.line,
            column: position.column
        )
    }

    init(_ error: JSONError) {
        self.init(
            .malformedJSON(obstacle: error.obstacle, remedy: error.remedy),
            at: nil,
            line: error.position.line,
            column: error.position.column
        )
    }
}

extension JSONValue {
    /// Where the key stands that a path ends with.
    fileprivate func keyPosition(of path: JSONPath) -> JSONPosition? {
        guard case .key(let key)? = path.steps.last else { return nil }
        return self[JSONPath(path.steps.dropLast())]?.object?.members.last {
            $0.key.utf8.elementsEqual(key.utf8)
        }?.keyPosition
    }

    /// An error for two keys of an object that are one for a dictionary, such as an accent in two spellings.
    fileprivate func sameKeys(at path: JSONPath) -> LinkConfigurationError? {
        switch content {
        case .null, .bool, .number, .string:
            return nil
        case .array(let elements):
            for (index, element) in elements.enumerated() {
                if let error = element.sameKeys(at: path.index(index)) { return error }
            }
            return nil
        case .object(let object):
            var known: [String: String] = [:]
            for member in object.members {
                if let other = known.updateValue(member.key, forKey: member.key) {
                    return LinkConfigurationError(
                        .conflictingKeys(other, member.key),
                        at: path.key(member.key),
                        line: member.value.position?.line,
                        column: member.value.position?.column
                    )
                }
                if let error = member.value.sameKeys(at: path.key(member.key)) { return error }
            }
            return nil
        }
    }
}
