package import DeepLinks
import PathMatching

#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A JSON text: its value as Foundation reads it, and the places of its parts, which Foundation does not give.
package struct JSONText: Sendable {
    /// The value; of two members of the same name, the one that Foundation takes.
    package let value: JSONValue

    /// Where the parts of the value are.
    package let places: JSONPlaces

    /// How many arrays and objects may be open at once; reading recurses this deep.
    static let depthLimit = 64

    /// Reads a text in UTF-8, or throws the first obstacle with its place.
    package init(_ data: Data, limit: Int = 1 << 22) throws(JSONError) {
        let bytes = Array(data)
        guard bytes.count <= limit else {
            throw JSONError(
                "too-large",
                at: JSONPosition(line: 1, column: 1),
                "the text has \(bytes.count) bytes, but the limit is \(limit)",
                "make it smaller"
            )
        }
        places = try JSONScanner.places(in: bytes)
        // The scanner had Foundation read all words, numbers and strings, and is as strict about the rest.
        guard let value = Self.decoded(JSONValue.self, bytes) else {
            throw JSONError(
                "not-json",
                at: places.position,
                "Foundation cannot read the text",
                "write JSON"
            )
        }
        self.value = value
    }

    /// What Foundation reads; nil if it cannot.
    static func decoded<V: Decodable>(_ type: V.Type, _ bytes: some Sequence<UInt8>) -> V? {
        try? JSONDecoder().decode(type, from: Data(bytes))
    }
}

/// Where a value of a JSON text and its parts are.
package struct JSONPlaces: Hashable, Sendable {
    /// Where the value begins.
    package let position: JSONPosition

    /// The name of a member of an object; empty for other values.
    package internal(set) var key = ""

    /// Where the name of a member begins; nil for other values.
    package internal(set) var keyPosition: JSONPosition?

    /// The elements of an array or the members of an object, in their order.
    package internal(set) var parts: [JSONPlaces] = []

    /// The place of a value inside of this one; nil if there is none.
    package subscript(path: JSONPath) -> JSONPlaces? {
        path.steps.reduce(self) { place, step in
            switch step {
            case .key(let key): place?[key]
            case .index(let index): place?.parts.dropFirst(index).first
            }
        }
    }

    /// The place of the member with that name; of several, the first, which is the one that Foundation takes.
    package subscript(key: String) -> JSONPlaces? {
        parts.first { $0.keyPosition != nil && $0.key == key }
    }

    /// The members whose name an earlier member has too, compared as characters.
    package var repeatedMembers: [JSONPlaces] {
        var seen: Set<String> = []
        return parts.filter { $0.keyPosition != nil && !seen.insert($0.key).inserted }
    }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
    /// Where the obstacle is.
    package let position: JSONPosition

    /// A short, stable name of the obstacle, such as `trailing-comma`.
    package let code: String

    /// The obstacle, worded as the middle of a sentence.
    package let obstacle: String

    /// What to do about it, worded as an imperative.
    package let remedy: String

    init(_ code: String, at position: JSONPosition, _ obstacle: String, _ remedy: String) {
        self.position = position
        self.code = code
        self.obstacle = obstacle.showingInvisible
        self.remedy = remedy.showingInvisible
    }
}

extension JSONError: CustomStringConvertible {
    /// One sentence: the place, the obstacle, the way out.
    package var description: String {
        "Line \(position.line), column \(position.column): \(obstacle); \(remedy)."
    }
}
