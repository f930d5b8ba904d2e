import DeepLinks
import Foundation
import Testing

extension TypedParameter<Int> {
    /// The same name as ``Parameter/id``, with a type.
    fileprivate static var id: Self { "id" }
}

struct TypedIdentifierTests {
    private let queryItems = [URLQueryItem(name: "id", value: "5")]

    @Test func `a key with a type is meant before one of the same name without`() throws {
        let id = try queryItems.require(.id)
        #expect(type(of: id) == Int.self)
        #expect(queryItems[.id] == 5)
        guard let other = queryItems[.id] else { return #expect(Bool(false)) }
        #expect(type(of: other) == Int.self)
        #expect(throws: QueryItemValueError.self) {
            try [URLQueryItem(name: "id", value: "x")].require(.id)
        }
    }

    @Test func `a text is had by its type, or by the key without`() throws {
        let text: String = try queryItems.require(.id)
        #expect(text == "5")
        #expect(queryItems[Parameter.id] == "5")
        #expect(try queryItems.require("id") == "5")
    }
}
