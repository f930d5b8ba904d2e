import DeepLinks
import Foundation
import Testing

private enum Sorting: String, Decodable { case newest, cheapest }

private enum Level: Int, Decodable {
    case low = 1
    case high = 2
}

/// A type that reads itself from one value.
private struct Code: Decodable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        text = try container.decode(String.self).uppercased()
        guard text.count == 3 else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "Not a code: \(text)"
            )
        }
    }
}

private struct Detail: Decodable {
    let id: Int
    let title: String
    let preview: Bool?
    let ratio: Double?
    let material: UUID?
    let since: Date?
    let sorting: Sorting?
    let level: Level?
    let code: Code?
    let tags: [String]
    let numbers: [UInt8]?
    let codes: Set<Int>

    enum CodingKeys: String, CodingKey {
        case id, title, preview, ratio, since, sorting, level, code, numbers, codes
        case material = "materialId"
        case tags = "tag"
    }
}

@MainActor
struct DecodableRouteTests {
    /// The value that a route reads from `query` as `type`.
    private func read<Value: Decodable>(_ type: Value.Type, _ query: String) throws -> Value {
        let handler = DeepLinkHandler()
        var values: [Value] = []
        try handler.register("/detail", as: type) { values.append($0) }
        try handler.handle("/detail?\(query)")
        try #require(values.count == 1)
        return values[0]
    }

    @Test func `every property is read from the item of its name`() throws {
        let detail = try read(
            Detail.self,
            "id=-5&title=red%20shoe&preview=true&ratio=2.5&materialId=123e4567-e89b-12d3-a456-426614174000"
                + "&since=2024-05-31T08:30:00Z&sorting=cheapest&level=2&code=abc&tag=a&tag=&tag=b&numbers=0&numbers=255"
                + "&codes=1&codes=2&codes=1&other=x"
        )
        #expect(detail.id == -5)
        #expect(detail.title == "red shoe")
        #expect(detail.preview == true)
        #expect(detail.ratio == 2.5)
        #expect(detail.material == UUID(uuidString: "123e4567-e89b-12d3-a456-426614174000"))
        #expect(detail.since == Date(timeIntervalSince1970: 1_717_144_200))
        #expect(detail.sorting == .cheapest)
        #expect(detail.level == .high)
        #expect(detail.code?.text == "ABC")
        #expect(detail.tags == ["a", "", "b"])
        #expect(detail.numbers == [0, 255])
        #expect(detail.codes == [1, 2])
    }

    @Test func `optional properties may be missing, and lists be empty`() throws {
        let detail = try read(Detail.self, "title=&id=0&preview&tag&ID=7&id=8")
        #expect(detail.id == 0)
        #expect(detail.title == "")
        #expect(detail.preview == nil)
        #expect(detail.sorting == nil)
        #expect(detail.tags == [])
        #expect(detail.numbers == nil)
        #expect(detail.codes == [])
    }

    @Test func `captures are properties too, and win`() throws {
        struct Item: Decodable {
            let id: Int
            let title: String
        }
        let handler = DeepLinkHandler()
        var items: [Item] = []
        try handler.register("/items/{title}-{id:int}", as: Item.self, requires: [.authenticated]) {
            items.append($0)
        }
        let link = try DeepLink("/items/red-shoe-872346?id=9&title=x")
        try handler.handle(link)
        #expect(items.map(\.id) == [872_346])
        #expect(items.map(\.title) == ["red-shoe"])
        #expect(handler.match(for: link)?.route.requirements == [.authenticated])
    }

    @Test(arguments: [("title=a", "id"), ("id=1", "title"), ("ID=1&title=a", "id")])
    func `a missing value is named`(query: String, name: String) {
        let error = #expect(throws: DeepLinkHandleError.missingQueryItem(name: name)) {
            try read(Detail.self, query)
        }
        #expect(
            error?.description
                == "The link has no value for '\(name)'; add '\(name)=…' to its query, or check how the name is spelled."
        )
    }

    @Test(arguments: [
        ("id=+5", "id", "+5", "an integer from \(Int.min) to \(Int.max)"),
        ("id=1&preview=yes", "preview", "yes", "true or false"),
        ("id=1&ratio=nan", "ratio", "nan", "a decimal number"),
        (
            "id=1&materialId=%2023e4567-e89b-12d3-a456-426614174000", "materialId",
            " 23e4567-e89b-12d3-a456-426614174000", "a UUID, 8-4-4-4-12 hexadecimal digits"
        ),
        ("id=1&sorting=oldest", "sorting", "oldest", "a value of the type Sorting"),
        ("id=1&level=3", "level", "3", "a value of the type Level"),
        ("id=1&level=x", "level", "x", "an integer from \(Int.min) to \(Int.max)"),
        ("id=1&code=abcd", "code", "abcd", "a value of the type Code"),
        ("id=1&numbers=1&numbers=256", "numbers", "256", "an integer from 0 to 255"),
    ])
    func `a malformed value is named, and what it has to be`(
        query: String,
        name: String,
        value: String,
        expected: String
    ) {
        let error = #expect(throws: QueryItemValueError.self) {
            try read(Detail.self, "title=a&" + query)
        }
        #expect(error == QueryItemValueError(name: name, value: value, expected: expected))
        #expect(
            error?.description == "The value of '\(name)' is malformed; it has to be \(expected)."
        )
    }

    @Test func `a dictionary takes the first value of every name`() throws {
        #expect(try read([String: String].self, "a=1&b=2&a=3&c") == ["a": "1", "b": "2"])
        #expect(try read([String: String].self, "secret&secret=5&b=1") == ["b": "1"])
        #expect(try read([String: [String]].self, "a=1&a&b&b=2&a=3") == ["a": ["1", "3"]])
        #expect(try read([String: Int].self, "") == [:])
        #expect(throws: QueryItemValueError.self) { try read([String: Int].self, "a=1&b=x") }
    }

    @Test func `a class reads its own items and its superclass's`() throws {
        class Base: Decodable { let id: Int }
        final class Derived: Base {
            let name: String

            enum CodingKeys: CodingKey { case name }

            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                name = try container.decode(String.self, forKey: .name)
                try super.init(from: container.superDecoder())
            }
        }
        let value = try read(Derived.self, "name=a&id=5")
        #expect(value.id == 5)
        #expect(value.name == "a")
    }

    @Test func `a type may read the values of a name by hand`() throws {
        struct Ratings: Decodable {
            var keys: Set<String> = []
            var stars: [Int] = []
            var best: Int
            var texts: [String] = []

            enum CodingKeys: CodingKey { case stars, best, texts, none }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                keys = Set(container.allKeys.map(\.stringValue))
                var list = try container.nestedUnkeyedContainer(forKey: .stars)
                while !list.isAtEnd {
                    #expect(try !list.decodeNil())
                    #expect(list.currentIndex == stars.count)
                    stars.append(try list.decode(Int.self))
                }
                #expect(list.count == stars.count)
                best = try Int(from: container.superDecoder(forKey: .best))
                var values = try container.nestedUnkeyedContainer(forKey: .texts)
                while !values.isAtEnd {
                    texts.append(
                        try values.superDecoder().singleValueContainer().decode(String.self)
                    )
                }
                let none = try container.superDecoder(forKey: .none).singleValueContainer()
                #expect(none.decodeNil())
            }
        }
        let ratings = try read(Ratings.self, "stars=1&best=5&stars=3&texts=a&texts=&other=2&none")
        #expect(ratings.keys == ["stars", "best", "texts"])
        #expect(ratings.stars == [1, 3])
        #expect(ratings.best == 5)
        #expect(ratings.texts == ["a", ""])
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "best")) {
            try read(Ratings.self, "stars=1")
        }
        #expect(throws: QueryItemValueError.self) {
            try read(Ratings.self, "best=5&stars=1&stars=x")
        }
    }

    @Test func `of a name that repeats the first item counts, also if it has no value`() throws {
        struct Account: Decodable { let account: String }
        struct Choice: Decodable { let account: String? }
        struct List: Decodable { let account: [String] }
        struct OptionalList: Decodable { let account: [String]? }
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "account")) {
            try read(Account.self, "account&account=8")
        }
        #expect(try read(Choice.self, "account&account=8").account == nil)
        #expect(try read(List.self, "account&account=8").account == ["8"])
        #expect(try read(OptionalList.self, "account&account=8").account == nil)
        #expect(try read(OptionalList.self, "account=8&account").account == ["8"])
        struct ByHand: Decodable {
            enum CodingKeys: CodingKey { case account }
            let isNil: Bool

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                isNil = try container.superDecoder(forKey: .account).singleValueContainer()
                    .decodeNil()
            }
        }
        #expect(try read(ByHand.self, "account&account=8").isNil)
        #expect(try !read(ByHand.self, "account=8").isNil)
    }

    @Test func `a type that reads more values than there are gets an error`() {
        struct Three: Decodable {
            enum CodingKeys: CodingKey { case number }

            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: CodingKeys.self)
                var list = try container.nestedUnkeyedContainer(forKey: .number)
                for _ in 1...3 { _ = try list.superDecoder() }
                #expect(list.isAtEnd)
                _ = try list.decode(Int.self)
            }
        }
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "number")) {
            try read(Three.self, "number=1")
        }
    }

    @Test func `shapes that a query cannot have are refused with a sentence`() {
        struct Nested: Decodable {
            struct Inner: Decodable { let id: Int }
            let inner: Inner?
            let list: [Inner]?
            let lists: [[Int]]?
            let url: URL?
            let price: Decimal?
        }
        for name in ["url", "price", "inner", "list", "lists"] {
            expectShapeError(Nested.self, "\(name)=1", at: [name], "'\(name)'")
        }
        expectShapeError([Int].self, "a=1", at: [], "A link")
        expectShapeError(Int.self, "a=1", at: [], "A link")
    }

    private func expectShapeError<Value: Decodable>(
        _ type: Value.Type,
        _ query: String,
        at path: [String],
        _ name: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let error = #expect(throws: DecodingError.self, sourceLocation: sourceLocation) {
            try read(type, query)
        }
        guard case .typeMismatch(_, let context)? = error else {
            Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
        let sentence =
            "\(name) cannot be read as this type; use a type with properties that are values, optional values or lists of values, or "
            + "make the type a ParameterValue."
        #expect(context.debugDescription == sentence, sourceLocation: sourceLocation)
        #expect(context.codingPath.map(\.stringValue) == path, sourceLocation: sourceLocation)
    }
}
