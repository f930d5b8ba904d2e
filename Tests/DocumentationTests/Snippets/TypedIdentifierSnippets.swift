import DeepLinks
import Testing

// It is private, since the other examples read `id` as a text.
// private ReadingParameters.md: static var id: Self { "id" }

struct TypedIdentifierSnippets {
    @Test func `an identifier with a type`() throws {
        let queryItems = try DeepLink("/featureA/detail?id=872346").queryItems
        // ReadingParameters.md: let number = try queryItems.require(.id)
        #expect(number == 872_346)
        #expect(text == "872346")
    }
}
