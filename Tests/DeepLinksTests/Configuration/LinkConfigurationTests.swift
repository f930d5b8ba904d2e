import DeepLinks
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
        let unnamed = LinkConfiguration(domains: [Domain(hosts: [], rules: [])], paths: [])
        #expect(try LinkConfiguration(data: unnamed.data()) == unnamed)
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

    @Test(
        arguments: [
            (
                #"{"version": 1, "domains": [{"hosts": ["a.io", null]}]}"#, "domains[0].hosts[1]",
                "the value is null; write a string."
            ),
            (
                #"{"version": 1e3}"#, "version",
                "the version is the number 1000; write 1, or use a newer release."
            ),
            (#"{"version": 1, "limits": {"bytes": 1e400}}"#, nil, noJSON),
            (#"{"version": 1, "paths": ["#, nil, noJSON), ("", nil, noJSON),
        ] as [(String, String?, String)]
    )
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

    private static let noJSON = "the text is not JSON; 'deeplink check' shows the place."

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
}
