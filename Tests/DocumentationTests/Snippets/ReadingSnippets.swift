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

    @Test func `typed values that are not there, or none`() throws {
        let queryItems = try DeepLink("/materials?page=two&sort=newest").queryItems
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "materialId")) {
            try queryItems.require(.materialID)
        }
        let error = #expect(throws: QueryItemValueError.self) { try queryItems.optional(.page) }
        #expect(error?.name == "page")
        #expect(error?.description.contains("two") == false)
        #expect(queryItems[.page] == nil)
        #expect(try queryItems.require(.sorting) == .newest)
    }

    @Test(arguments: ["+5", "0042", "0x2A"])
    func `one spelling`(text: String) throws {
        #expect([URLQueryItem(name: "page", value: text)][.page] == nil)
        #expect([URLQueryItem(name: "b", value: "yes")][TypedParameter<Bool>("b")] == nil)
    }
}
