import DeepLinks
import Foundation
import Testing

extension Parameter {
    fileprivate static let custom = Self(rawValue: "custom")
    fileprivate static let flag: Self = "flag"
    fileprivate static let missing: Self = "missing"
}

extension TypedParameter<UUID> { fileprivate static var materialID: Self { "materialId" } }

extension TypedParameter<Int> {
    fileprivate static var page: Self { "page" }
    fileprivate static var missing: Self { "missing" }
    fileprivate static var flag: Self { "flag" }
    fileprivate static var size: Self { "size" }
}

struct QueryItemsTests {
    private let queryItems = [
        URLQueryItem(name: "id", value: "5"), URLQueryItem(name: "custom", value: "c"),
        URLQueryItem(name: "flag", value: nil), URLQueryItem(name: "empty", value: ""),
        URLQueryItem(name: "page", value: "007"), URLQueryItem(name: "size", value: "20"),
        URLQueryItem(name: "id", value: "6"), URLQueryItem(name: "id", value: nil),
        URLQueryItem(name: "materialId", value: "123e4567-e89b-12d3-a456-426614174000"),
    ]

    @Test func `a subscript gives the first value`() {
        #expect(queryItems[.id] == "5")
        #expect(queryItems["id"] == "5")
        #expect(queryItems[.custom] == "c")
        #expect(queryItems["empty"] == "")
        #expect(queryItems[.flag] as String? == nil)
        #expect(queryItems["missing"] == nil)
        #expect(queryItems["ID"] == nil)
        #expect(queryItems[queryItems.startIndex].name == "id")
        let value: String? = queryItems[.custom]
        #expect(value == "c")
        #expect(queryItems[2...][.id] == "6")
    }

    @Test(arguments: 0...20)
    func `names of every length are compared to their last byte`(length: Int) {
        let name = String("abcdefghijklmnopqrstuvwxyz".prefix(length))
        var items = [URLQueryItem(name: name + "A", value: "longer")]
        for place in 0..<length {
            var bytes = Array(name.utf8)
            bytes[place] ^= 0x20
            items.append(URLQueryItem(name: String(decoding: bytes, as: UTF8.self), value: "other"))
        }
        if length > 0 {
            items.append(URLQueryItem(name: String(name.dropLast()), value: "shorter"))
        }
        #expect(items[name] == nil)
        items.append(URLQueryItem(name: name, value: "found"))
        #expect(items[name] == "found")
        #expect(items.values(Parameter(rawValue: name)) == ["found"])
    }

    @Test func `a typed subscript gives nil for a malformed value`() {
        #expect(queryItems[.size] == 20)
        #expect(queryItems[.page] == nil)
        #expect(queryItems[.materialID] == UUID(uuidString: "123E4567-E89B-12D3-A456-426614174000"))
    }

    @Test func `a required value is there, or an error names it`() throws {
        #expect(try queryItems.require(.id) == "5")
        #expect(try queryItems.require(.size) == 20)
        let material: UUID = try queryItems.require(.materialID)
        #expect(material.uuidString == "123E4567-E89B-12D3-A456-426614174000")
        for name in ["missing", "flag"] {
            let error = DeepLinkHandleError.missingQueryItem(name: name)
            #expect(throws: error) { try queryItems.require(Parameter(rawValue: name)) }
            #expect(throws: error) { try queryItems.require(TypedParameter<Int>(name)) }
        }
        let error = try #require(throws: QueryItemValueError.self) { try queryItems.require(.page) }
        #expect(error.name == "page")
        #expect(error.value == "007")
    }

    @Test func `an optional value may be missing but not malformed`() throws {
        #expect(try queryItems.optional(.size) == 20)
        #expect(try queryItems.optional(TypedParameter<Int>.missing) == nil)
        #expect(try queryItems.optional(TypedParameter<Int>.flag) == nil)
        #expect(
            throws: QueryItemValueError(
                name: "page",
                value: "007",
                expected: "an integer from \(Int.min) to \(Int.max)"
            )
        ) { try queryItems.optional(.page) }
    }

    @Test func `all values of a repeated name can be had`() {
        #expect(queryItems.values(.id) == ["5", "6"])
        #expect(queryItems.values(.flag) == [])
        #expect(queryItems.values("empty") == [""])
    }

    @Test func `all values of a repeated name are read as its type, and a malformed one is named`()
        throws
    {
        let items = try DeepLink("/a?size=1&size&size=2&page=3&page=x").queryItems
        let sizes: [Int] = try items.values(.size)
        #expect(sizes == [1, 2])
        #expect(try items.values(TypedParameter<Int>.missing) == [])
        let error = #expect(throws: QueryItemValueError.self) {
            try items.values(TypedParameter<Int>.page)
        }
        #expect(error?.name == "page")
        #expect(error?.value == "x")
    }

    @Test func `an item is contained with or without a value`() {
        #expect(queryItems.contains(.flag))
        #expect(queryItems.contains(.id))
        #expect(queryItems.contains("empty"))
        #expect(!queryItems.contains(.missing))
        #expect(queryItems.contains(URLQueryItem(name: "id", value: "6")))
    }
}
