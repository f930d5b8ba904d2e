import DeepLinks
import Testing

// For this file alone, since the other examples read `id` as a text.
// swift-format-ignore: NoAccessLevelOnExtensionDeclaration
private extension TypedParameter<Int> {
    static var id: Self { "id" }
}

struct TypedIdentifierSnippets {
    @Test func `an identifier with a type`() throws {
        let queryItems = try DeepLink("/featureA/detail?id=872346").queryItems
        let number = try queryItems.require(.id)  // 872346, an Int
        let text: String = try queryItems.require(.id)  // "872346"
        #expect(number == 872_346)
        #expect(text == "872346")
    }
}
