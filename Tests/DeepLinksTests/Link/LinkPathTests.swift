import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

private enum Links {
    static let home = LinkPath("/home")
    static let product = LinkPath("/products/{id:int}", TypedParameter<Int>("id"))
    static let article = LinkPath("/wiki/{*title}", TypedParameter<String>("title"))
    static let blog = LinkPath("/blog/{*rest?}", TypedParameter<String?>("rest"))
    static let item = LinkPath(
        "/items/{title}-{id:int}",
        TypedParameter<String>("title"),
        TypedParameter<Int>("id")
    )
    static let search = LinkPath(
        "/search",
        TypedParameter<String>("q"),
        TypedParameter<Int?>("page"),
        TypedParameter<[String]>("tag")
    )
}

private enum Sorting: String, ParameterValue, CaseIterable { case newest, cheapest }
private struct SKU: RawRepresentable, ParameterValue, Equatable { let rawValue: UInt16 }

struct LinkPathTests {
    @Test func `links are made of values`() throws {
        let links = [
            try Links.home.link(), try Links.product.link(5),
            try Links.item.link("red-shoe", 872_346), try Links.search.link("a&b", nil, []),
            try Links.search.link(("shoes", 2, ["x", "y"])), try Links.article.link("a/b?c#d"),
            try Links.blog.link(nil), try Links.blog.link("2026/11"),
        ]
        #expect(
            links.map(\.string) == [
                "/home", "/products/5", "/items/red-shoe-872346", "/search?q=a%26b",
                "/search?q=shoes&page=2&tag=x&tag=y", "/wiki/a/b%3Fc%23d", "/blog", "/blog/2026/11",
            ]
        )
    }

    @Test func `values are read from the items of a link`() throws {
        let items = try DeepLink("/search?q=shoes&tag=x&page=2&tag=y").queryItems
        let (text, page, tags) = try Links.search.values(of: items)
        #expect(text == "shoes")
        #expect(page == 2)
        #expect(tags == ["x", "y"])
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "q")) {
            _ = try Links.search.values(of: [])
        }
        #expect(
            throws: QueryItemValueError(
                name: "page",
                value: "two",
                expected: Int.expectedParameterValue
            )
        ) { _ = try Links.search.values(of: DeepLink("/search?q=a&page=two").queryItems) }
    }

    @Test(arguments: ["", "..", "a//b", "/a", "a/\u{0}", "a/."])
    func `a text that a catch-all cannot give back makes no link`(text: String) {
        #expect(throws: DeepLinkError.valueNotInPath("title")) { try Links.article.link(text) }
    }

    @Test func `a text that the constraint refuses makes no link`() throws {
        let colour = LinkPath("/colours/{c:red|blue}", TypedParameter<String>("c"))
        #expect(try colour.link("blue").string == "/colours/blue")
        #expect(throws: DeepLinkError.valueNotInPath("c")) { try colour.link("green") }
        let page = LinkPath("/pages/{n:alpha}", TypedParameter<Int>("n"))
        #expect(throws: DeepLinkError.valueNotInPath("n")) { try page.link(5) }
        // The last dash is split off with the number.
        #expect(throws: DeepLinkError.valueNotInPath("title")) { try Links.item.link("", 5) }
        let two = LinkPath("/{a}-{b}", TypedParameter<String>("a"), TypedParameter<String>("b"))
        #expect(try two.link("x-y", "z").string == "/x-y-z")
        #expect(throws: DeepLinkError.valueNotInPath("b")) { try two.link("x", "y-z") }
        let both = LinkPath<(String, Int)>("/{c:red|blue}-{n:int}", "c", "n")
        #expect(throws: DeepLinkError.valueNotInPath("c' or 'n")) { try both.link("green", 5) }
        #expect(throws: DeepLinkError.valueNotInPath("c' or 'n")) { try both.link("red", -5) }
        let issue = LinkPath<(String?, Int)>("/{*group?}/issues/{id:int}", "group", "id")
        #expect(throws: DeepLinkError.valueNotInPath("group' or 'id")) {
            try issue.link(nil, -5)
        }
    }

    @Test func `a value without a text makes no link`() throws {
        let price = LinkPath("/p", TypedParameter<Double?>("price"), TypedParameter<[Date]>("day"))
        #expect(throws: DeepLinkError.valueWithoutText("price")) { try price.link(.nan, []) }
        #expect(throws: DeepLinkError.valueWithoutText("price")) { try price.link(-.infinity, []) }
        #expect(throws: DeepLinkError.valueWithoutText("day")) {
            try price.link(nil, [Date(timeIntervalSinceReferenceDate: 1e300)])
        }
        #expect(throws: DeepLinkError.valueWithoutText("day")) {
            try price.link(nil, [Date(timeIntervalSinceReferenceDate: .nan)])
        }
    }

    @Test func `what is wrong with a declaration is thrown by each use`() throws {
        let noParameter = LinkPath("/products/{id}/{size}", TypedParameter<Int>("id"))
        let sentence =
            "The path '/products/{id}/{size}' has a capture '{size}' without a parameter; "
            + "add one named 'size', or remove the capture."
        #expect(description { try noParameter.link(1) } == sentence)
        #expect(description { try noParameter.values(of: []) } == sentence)
        #expect(description { try DeepLinkParser<Int> { Route(noParameter) { $0 } } } == sentence)
    }

    static let flaws: [@Sendable () throws -> Void] = [
        { _ = try LinkPath("a").link() },
        {
            let path = LinkPath("/a", TypedParameter<Int>("x"), TypedParameter<String>("x"))
            _ = try path.values(of: [])
        }, { _ = try LinkPath("/a", TypedParameter<Int>("")).values(of: []) },
        { _ = try LinkPath("/a/{x}", TypedParameter<[Int]>("x")).values(of: []) },
        { _ = try LinkPath("/a/{x}", TypedParameter<Int?>("x")).values(of: []) },
        { _ = try LinkPath("/a/{*x?}", TypedParameter<String>("x")).values(of: []) },
    ]

    @Test func `each flaw of a declaration is told with both names`() {
        #expect(
            Self.flaws.compactMap(description).joined(separator: "\n") == """
                The path 'a' does not begin with a slash; write '/a'.
                The path '/a' has two parameters 'x'; give one of them another name.
                The path '/a' has a parameter without a name; name it as the item in the query.
                The path '/a/{x}' has a capture 'x' and a parameter of another kind; give the parameter the type of one value, which is optional if the capture is '{*x?}' and only then.
                The path '/a/{x}' has a capture 'x' and a parameter of another kind; give the parameter the type of one value, which is optional if the capture is '{*x?}' and only then.
                The path '/a/{*x?}' has a capture 'x' and a parameter of another kind; give the parameter the type of one value, which is optional if the capture is '{*x?}' and only then.
                """
        )
    }

    /// Each type's values read back as themselves, from the query and from a segment.
    @Test(arguments: UInt64(0)..<3)
    func `every value reads back as itself`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(50) {
            try expectBack(String.random(using: &random))
            try expectBack(Bool.random(using: &random))
            try expectBack(Int8.random(in: .min ... .max, using: &random))
            try expectBack(Int.random(in: .min ... .max, using: &random))
            try expectBack(Int.random(in: -9...9, using: &random))
            try expectBack(UInt64.random(in: 0 ... .max, using: &random))
            try expectBack(Double(bitPattern: .random(in: 0 ... .max, using: &random)))
            try expectBack(Float(bitPattern: .random(in: 0 ... .max, using: &random)))
            try expectBack(Double.random(in: -1000...1000, using: &random).rounded() / 8)
            try expectBack(UUID())
            try expectBack(Sorting.allCases[Int.random(in: 0...1, using: &random)])
            try expectBack(SKU(rawValue: .random(in: 0 ... .max, using: &random)))
            // Dates from the year 1 to 9999 in whole seconds, and with fractions where `Date` counts in steps above a nanosecond.
            try expectBack(
                Date(
                    timeIntervalSinceReferenceDate:
                        Double.random(in: -13_197_600_000...252_423_993_599, using: &random)
                        .rounded(.down)
                )
            )
            let fraction = Double.random(in: 20_000_000...2_000_000_000, using: &random)
            try expectBack(Date(timeIntervalSinceReferenceDate: fraction))
            try expectBack(Date(timeIntervalSinceReferenceDate: -fraction))
        }
    }

    @Test func `numbers at the edges read back`() throws {
        for number in [0, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 1e-5, 0.1] {
            try expectBack(number)
        }
        try expectBack(Date(timeIntervalSinceReferenceDate: 0.999_999_999_9))
        #expect(
            Date(timeIntervalSinceReferenceDate: 0.999_999_999_9).parameterValue
                == "2001-01-01T00:00:01Z"
        )
        #expect(
            Date(timeIntervalSince1970: 1_717_144_200.25).parameterValue
                == "2024-05-31T08:30:00.25Z"
        )
    }

    /// Checks a value as an item, as an optional and repeated item, and, if it has a text for it, as a segment.
    private func expectBack<Value: ParameterValue & Equatable>(_ value: Value) throws {
        guard Value(parameterValue: value.parameterValue) != nil else {
            // Only numbers that are not finite have no text.
            #expect("\(value)".contains("nan") || "\(value)".contains("inf"))
            return
        }
        if let date = value as? Date {
            let back = try #require(Date(parameterValue: date.parameterValue))
            #expect(abs(back.timeIntervalSince(date)) <= 1e-9)
        } else {
            #expect(Value(parameterValue: value.parameterValue) == value)
        }
        let value = try #require(Value(parameterValue: value.parameterValue))
        let query = LinkPath<(Value, Value?, [Value])>("/x", "a b", "o", "l")
        let (one, optional, list) = try query.values(
            of: DeepLink(try query.link(value, value, [value, value]).string).queryItems
        )
        #expect(one == value)
        #expect(optional == value)
        #expect(list == [value, value])
        let absent = try query.values(of: query.link(value, nil, []).queryItems)
        #expect(absent.1 == nil)
        #expect(absent.2.isEmpty)

        let path = LinkPath("/y/{v}/z", TypedParameter<Value>("v"))
        let text = value.parameterValue
        let isSegment =
            !text.isEmpty && text != "." && text != ".."
            && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        guard isSegment else {
            #expect(throws: DeepLinkError.valueNotInPath("v")) { try path.link(value) }
            return
        }
        let parser = try DeepLinkParser<Value> { Route(path) { $0 } }
        #expect(parser.parse(try DeepLink(path.link(value).string)) == value)
    }
}

@MainActor struct LinkPathRegistrationTests {
    @Test func `an action gets the values of a declared path, or of its closure's types`() throws {
        let handler = DeepLinkHandler()
        var seen: [String] = []
        try handler.register(Links.product) { id in seen.append("product \(id + 1)") }
        try handler.register(Links.search) { text, page, tags in
            seen.append("search \(text) \(page ?? 1) \(tags)")
        }
        try handler.register(Links.home) { seen.append("home") }
        try handler.register("/featureA/detail", "id", "tab") { (id: Int, tab: String?) in
            seen.append("\(id) \(tab ?? "-")")
        }
        try handler.register("/a/{b}", "b", "c") { (b: String, c: [Int]) in
            seen.append("\(b) \(c)")
        }
        try handler.register(LinkPath("/c/{d}", "d")) { (d: Int) in seen.append("c \(d)") }
        for link in [
            "/products/5", "/search?q=a&tag=b", "/home", "/featureA/detail?id=5&tab=x",
            "/featureA/detail?id=6", "/a/x%2Fy?c=1&c=2", "/c/7",
        ] { try handler.handle(link) }
        #expect(
            seen == ["product 6", "search a 1 [\"b\"]", "home", "5 x", "6 -", "x/y [1, 2]", "c 7"]
        )
        #expect(throws: DeepLinkHandleError.missingQueryItem(name: "q")) {
            try handler.handle("/search")
        }
        #expect(throws: DeepLinkRegisterError.self) {
            try handler.register("/b/{c}", "d") { (_: Int) in }
        }
        #expect(!handler.paths.contains("/b/{c}"))
    }

    private nonisolated static let flawed = """
        /p/{id} → other → The path '/p/{id}' has a capture '{id}' without a parameter; add one named 'id', or remove the capture.
        /p;a → "" → The path '/p;a' has a parameter without a name; name it as the item in the query.
        /p;{ → id → The path '/p;{' opens a capture at byte 3 that is not closed before the next slash. Close it with '}', or write '{{' for a literal brace.
        """

    @Test(arguments: triples(flawed))
    func `a flaw of a declaration has a way out`(path: String, name: String, texts: String) throws {
        let error = try #require(throws: DeepLinkRegisterError.self) {
            try DeepLinkParser<Int> { Route(LinkPath(path, TypedParameter<Int>(name))) { $0 } }
        }
        let parts = [error.failureReason, error.recoverySuggestion].compactMap { $0 }
        #expect(parts.joined(separator: " ") == texts)
    }

    @Test func `a parser makes links of destinations`() throws {
        enum Screen: Equatable, Sendable {
            case home
            case product(id: Int)
            case secret
        }
        let screens = try DeepLinkParser<Screen> {
            Route(Links.product) {
                .product(id: $0)
            } values: {
                if case .product(let id) = $0 { id } else { nil }
            }
            Route(Links.home, .home)
        }
        #expect(screens.parse(try DeepLink("/products/5")) == .product(id: 5))
        #expect(screens.parse(try DeepLink("/home")) == .home)
        #expect(try screens.link(to: .product(id: 7)).string == "/products/7")
        #expect(try screens.link(to: .home).string == "/home")
        #expect(throws: RouteError.self) { try screens.link(to: .secret) }
    }
}

private func description(_ body: () throws -> some Any) -> String? {
    do {
        _ = try body()
        return nil
    } catch { return "\(error)" }
}

extension String {
    /// A text with all that needs encoding somewhere.
    fileprivate static func random(using random: inout SplitMix64) -> String {
        let pieces = [
            "a", "Z", "7", "/", "?", "#", "%", "%2F", "&", "=", "+", ";", " ", ".", "..", "{", "}",
            "\\", "é", "e\u{301}", "漢", "🙂", "\u{7}", "\u{0}", "\u{200B}", "'", "\"", "~", ":", "@",
        ]
        return (0..<Int.random(in: 0...6, using: &random))
            .map { _ in pieces[Int.random(in: pieces.indices, using: &random)] }.joined()
    }
}
