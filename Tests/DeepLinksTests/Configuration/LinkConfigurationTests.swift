import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// Configurations, read and written.
struct LinkConfigurationTests {
    @Test func `everything that a builder says is read from JSON`() throws {
        let configuration = try LinkConfiguration(data: Data(ConfigurationFixture.text.utf8))
        #expect(configuration == ConfigurationFixture.value)
    }

    @Test func `everything is written as it is documented`() throws {
        let written = try JSONText(ConfigurationFixture.value.data()).value
        #expect(try written == JSONText(Data(ConfigurationFixture.text.utf8)).value)
    }

    @Test func `a rewriter and its configuration are interchangeable`() throws {
        var expected = ConfigurationFixture.value
        let rewriter = try URLRewriter(configuration: expected)
        expected.paths = nil
        #expect(rewriter.configuration == expected)

        let shop = try Fixture.shop()
        let same = try URLRewriter(
            configuration: LinkConfiguration(data: shop.configuration.data())
        )
        #expect(same.sources == shop.sources)
        #expect(same.limits == shop.limits)
        let link = "https://www.mydomain.io/domainA/items/red-shoe-872346?x=1"
        #expect(try same.rewrite(link) == shop.rewrite(link))
    }

    @Test func `domains come before schemes, each kind in its order`() throws {
        let rewriter = try URLRewriter {
            Scheme("b")
            Domain("d.io")
            Scheme("a")
            Domain("c.io")
        }
        let configuration = rewriter.configuration
        #expect(configuration.domains.map(\.hosts) == [["d.io"], ["c.io"]])
        #expect(configuration.schemes.map(\.names) == [["b"], ["a"]])
        #expect(configuration.sources.map(\.rules.count) == [0, 0, 0, 0])
    }

    @Test func `an empty configuration is written and read`() throws {
        let empty = LinkConfiguration()
        #expect(String(decoding: empty.data(), as: UTF8.self) == "{\n  \"version\" : 1\n}\n")
        #expect(try LinkConfiguration(data: empty.data()) == empty)
        #expect(try URLRewriter(configuration: empty).sources.isEmpty)
    }

    @Test func `defaults can be written out, and are not kept`() throws {
        let text = """
            {
              "$schema": "https://example.com/links.schema.json",
              "version": 1,
              "limits": { "bytes": 8192, "segments": 64, "queryItems": 128 },
              "domains": [
                {
                  "hosts": ["a.io"], "allowsHTTP": false, "unmatched": "reject", "query": "keep",
                  "plusIsSpace": false, "ignoresCase": false, "prefixes": [""],
                  "fragment": "keep", "rules": []
                }
              ],
              "schemes": []
            }
            """
        let configuration = try LinkConfiguration(data: Data(text.utf8))
        #expect(configuration == LinkConfiguration(domains: [Domain("a.io")]))
        #expect(
            String(decoding: configuration.data(), as: UTF8.self) == """
                {
                  "domains" : [
                    {
                      "hosts" : [
                        "a.io"
                      ]
                    }
                  ],
                  "version" : 1
                }

                """
        )
    }

    @Test func `Foundation's coders read and write the same structure`() throws {
        let value = ConfigurationFixture.value
        let encoded = try JSONEncoder().encode(value)
        #expect(try LinkConfiguration(data: encoded) == value)
        #expect(
            try JSONDecoder().decode(
                LinkConfiguration.self,
                from: Data(ConfigurationFixture.text.utf8)
            ) == value
        )
        struct Settings: Codable, Equatable { var links: LinkConfiguration }
        let settings = Settings(links: value)
        let copy = try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(settings))
        #expect(copy == settings)
    }

    @Test func `a coder's strategy for keys leaves links alone`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/a_b/{id}", to: "/t?id={id}", examples: ["/a_b/c_d": "/t?id=c_d"])
            }
        ])
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let copy = try decoder.decode(
            [LinkConfiguration].self,
            from: encoder.encode([configuration])
        )
        #expect(copy == [configuration])
    }

    @Test(arguments: [
        (
            #"{"version": 1, "domain": []}"#, "domain",
            "the key 'domain' is unknown; write 'domains'."
        ),
        (
            #"{"version": 1, "domains": [{"hosts": ["a.io", null]}]}"#, "domains[0].hosts[1]",
            "the value is null; write a string."
        ),
        (
            #"{"version": 1e3}"#, "version",
            "version 1000 is not supported; write 1, or use a newer release."
        ),
        (
            #"{"version": 1, "limits": {"bytes": 1e400}}"#, nil,
            "the text is not JSON; 'deeplink check' shows the place."
        ),
        (
            #"{"version": 1, "paths": ["#, nil,
            "the text is not JSON; 'deeplink check' shows the place."
        ),
        ("", nil, "the text is not JSON; 'deeplink check' shows the place."),
        (
            #"{"version": 1, "paths": \#(String(repeating: "[", count: 99))"#
                + #"\#(String(repeating: "]", count: 99))}"#, nil,
            "the text is not JSON; 'deeplink check' shows the place."
        ),
    ])
    func `a fault is told with its place, and without a line`(
        text: String,
        path: String?,
        sentence: String
    ) throws {
        let error = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(text.utf8))
        }
        #expect(error.path == path)
        #expect(error.line == nil && error.column == nil)
        let place = path ?? "the document"
        #expect(error.description == "The configuration has a fault at \(place): \(sentence)")
    }

    @Test func `a decoder's error has the whole sentence`() throws {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(
                LinkConfiguration.self,
                from: Data(#"{"version": 1, "domain": []}"#.utf8)
            )
        }
        guard case .dataCorrupted(let context) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(
            context.debugDescription
                == "The configuration has a fault at domain: the key 'domain' is unknown; write 'domains'."
        )
        #expect(context.underlyingError is LinkConfigurationError)
    }

    @Test(arguments: UInt64(0)..<64)
    func `what is written is read as the same, and written as the same`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let configuration = LinkConfiguration.random(using: &random)
        let text = configuration.data()
        let copy = try LinkConfiguration(data: text)
        #expect(copy == configuration, "\(String(decoding: text, as: UTF8.self))")
        #expect(copy.data() == text)
    }
}

extension LinkConfiguration {
    /// A configuration of random texts, which may not be valid for a rewriter.
    fileprivate static func random(using random: inout SplitMix64) -> LinkConfiguration {
        func text() -> String {
            let pool: [Unicode.Scalar] = [
                "a", "/", "{", "}", "\"", "\\", "\u{0}", "\u{1F}", "é", "\u{301}", "😀", "\u{2028}",
                "%",
            ]
            var text = ""
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                text.unicodeScalars.append(pool.randomElement(using: &random) ?? "a")
            }
            return text
        }
        func texts() -> [String] { (0..<Int.random(in: 0...3, using: &random)).map { _ in text() } }
        func parameters() -> [Parameter] { texts().map(Parameter.init(rawValue:)) }
        func options() -> SourceOptions {
            let query: SourceOptions.Query =
                switch Int.random(in: 0...3, using: &random) {
                case 0: .keep
                case 1: .drop
                case 2: .keepOnly(parameters())
                default: .strip(parameters())
                }
            return SourceOptions(
                unmatched: Bool.random(using: &random) ? .reject : .passThrough,
                query: query,
                plusIsSpace: Bool.random(using: &random),
                ignoresCase: Bool.random(using: &random),
                prefixes: Bool.random(using: &random) ? [""] : texts(),
                fragment: SourceOptions.Fragment.allCases.randomElement(using: &random) ?? .keep,
                malformedOptionals: Bool.random(using: &random) ? .ignore : .reject,
                allow: Bool.random(using: &random) ? [] : texts()
            )
        }
        func rules() -> [RewriteRule] {
            (0..<Int.random(in: 0...3, using: &random)).map { _ in
                let examples = Dictionary(texts().map { ($0, text()) }) { first, _ in first }
                let allow = Bool.random(using: &random) ? [] : texts()
                switch Int.random(in: 0...2, using: &random) {
                case 0:
                    return .rewrite(Rewrite(text(), to: text(), examples: examples, allow: allow))
                case 1: return .unwrap(Unwrap(text(), examples: examples, allow: allow))
                default: return .refuse(Refuse(text(), allow: allow))
                }
            }
        }
        return LinkConfiguration(
            limits: Limits(
                bytes: Int.random(in: -1...9_000, using: &random),
                segments: 64,
                queryItems: Bool.random(using: &random) ? 128 : .max
            ),
            domains: (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Domain(
                    hosts: texts(),
                    allowsHTTP: Bool.random(using: &random),
                    options: options(),
                    rules: rules()
                )
            },
            schemes: (0..<Int.random(in: 0...2, using: &random)).map { _ in
                Scheme(names: texts(), options: options(), rules: rules())
            },
            paths: Bool.random(using: &random) ? nil : texts()
        )
    }
}
