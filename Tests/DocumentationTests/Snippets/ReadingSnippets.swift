import DeepLinks
import Foundation
import Testing

// ReadingParameters.md: extension Parameter {

// ReadingParameters.md: extension TypedParameter<UUID> {

// ReadingParameters.md: enum Sorting: String, ParameterValue, CaseIterable {

struct ReadingSnippets {
    @Test(arguments: [
        ("materialId=123E4567-e89b-12d3-a456-426614174000&page=2", 2, 2),
        ("materialId=123E4567-e89b-12d3-a456-426614174000", 1, nil),
    ])
    func `typed values`(query: String, expectedPage: Int, expectedPageIfAny: Int?) throws {
        let queryItems = try DeepLink("/materials?\(query)").queryItems
        // ReadingParameters.md: let id = try queryItems.require(.materialID)
        #expect(id == UUID(uuidString: "123e4567-e89b-12d3-a456-426614174000"))
        #expect(page == expectedPage)
        #expect(pageIfAny == expectedPageIfAny)
    }

    @MainActor
    @Test func `a closure with its types`() throws {
        enum Links {
            static let gift = LinkPath("/gifts/{code}", TypedParameter<String>("code"))
        }
        let handler = DeepLinkHandler()
        var shown: [String] = []
        func showGift(_ code: String) { shown.append(code) }
        // ReadingParameters.md: try handler.register(Links.gift) { (code: String) in showGift(code) }
        try handler.handle("/gifts/A1")
        #expect(shown == ["A1"])
    }
}
