public import DeepLinks

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension LinkConfiguration {
    /// Reads a configuration that people write, and gives the line and column of the first fault.
    ///
    /// This is stricter than `init(data:)`, which reads the same files. The text must be JSON: some versions of Foundation also read a
    /// byte order mark, or a comma before a closing bracket. And a key may occur only once in an object, since JSON readers do not
    /// agree on which of two counts.
    ///
    /// - Parameter data: The JSON text in UTF-8.
    /// - Throws: The first fault, with its place, its line and column, the obstacle and the way out.
    public init(checking data: Data) throws(LinkConfigurationError) {
        let places: JSONPlaces
        do throws(JSONError) {
            places = try JSONText(data).places
        } catch {
            throw LinkConfigurationError(error)
        }
        if let error = places.repeatedKey { throw error }
        do throws(LinkConfigurationError) {
            try self.init(data: data)
        } catch {
            throw error.located(in: places)
        }
    }
}

extension LinkConfigurationError {
    /// The same error with the line and the column of its place in a text.
    ///
    /// A configuration does not know where its parts were in the text. With the text, an error of `URLRewriter(configuration:)`
    /// becomes one that an editor can jump to.
    ///
    /// - Parameter data: The text that the configuration was read from.
    /// - Returns: The error with its line and column; unchanged if the text has no such place, or is not JSON.
    public func located(in data: Data) -> LinkConfigurationError {
        do throws(JSONError) {
            return located(in: try JSONText(data).places)
        } catch {
            // If Foundation cannot read the text either, this is the reason.
            return path == nil ? LinkConfigurationError(error) : self
        }
    }

    func located(in places: JSONPlaces) -> LinkConfigurationError {
        guard position == nil, let steps, let place = places[steps] else { return self }
        let key = reason.code == "unknown-key" ? place.keyPosition : nil
        return LinkConfigurationError(reason, at: steps, key ?? place.position)
    }

    init(_ error: JSONError) {
        self.init(
            .malformedJSON(obstacle: error.obstacle, remedy: error.remedy),
            at: nil,
            error.position
        )
    }
}

extension JSONPlaces {
    /// An error for two keys of an object that a dictionary takes for one.
    fileprivate var repeatedKey: LinkConfigurationError? {
        if let member = repeatedMembers.first, let position = member.keyPosition {
            let obstacle = "the name '\(member.key.prefix(40))' appears twice in one object"
            return LinkConfigurationError(
                JSONError("duplicate-key", at: position, obstacle, "keep one of them")
            )
        }
        return parts.lazy.compactMap(\.repeatedKey).first
    }
}
