import DeepLinks
import Foundation
import Testing

extension Parameter {
    static let campaign = Self(rawValue: "campaign")
}

extension TypedParameter<UUID> {
    static var materialID: Self { "materialId" }
}

extension TypedParameter<Int> {
    static var page: Self { "page" }
}

enum Sorting: String, ParameterValue, CaseIterable {
    case newest, cheapest
}

extension TypedParameter<Sorting> {
    static var sorting: Self { "sort" }
}

struct ReadingSnippets {
    @Test func `names are written once`() throws {
        let queryItems = try DeepLink("/featureA/detail?id=872346&campaign=spring").queryItems
        #expect(queryItems[.id] == "872346")
        #expect(queryItems[.campaign] == "spring")
        #expect(queryItems["campaign"] == "spring")
    }

    @Test(arguments: [
        ("materialId=123E4567-e89b-12d3-a456-426614174000&page=2", 2, 2),
        ("materialId=123E4567-e89b-12d3-a456-426614174000", 1, nil),
    ])
    func `typed values`(query: String, expectedPage: Int, expectedPageIfAny: Int?) throws {
        let queryItems = try DeepLink("/materials?\(query)").queryItems
        func read() throws -> (UUID, Int, Int?) {
            let id = try queryItems.require(.materialID)  // throws when missing or malformed
            let page = try queryItems.optional(.page) ?? 1  // throws when malformed
            let pageIfAny = queryItems[.page]  // nil when missing or malformed
            return (id, page, pageIfAny)
        }
        let (id, page, pageIfAny) = try read()
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

    @Test func `missing, empty and repeated`() throws {
        let queryItems = try DeepLink("/search?preview&note=&tag=red&tag=blue").queryItems
        #expect(queryItems.contains("preview") == true)
        #expect(queryItems["preview"] == nil)
        #expect(queryItems["note"] == "")
        #expect(queryItems["tag"] == "red")
        #expect(queryItems.values("tag") == ["red", "blue"])
    }
}
