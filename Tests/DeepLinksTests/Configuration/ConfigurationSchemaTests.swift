import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// The schema that editors use, compared with what is read.
struct ConfigurationSchemaTests {
    static func schema() throws -> JSONText {
        let path = "Sources/DeepLinks/DeepLinks.docc/Resources/links.schema.json"
        return try JSONText(Data(Repository.text(path).utf8))
    }

    @Test(
        arguments: [
            ([], #""-": 0"#, ["version"]),
            (["definitions", "limits"], #""limits": { "-": 0 }"#, []),
            (["definitions", "domain"], #""domains": [{ "-": 0 }]"#, []),
            (["definitions", "scheme"], #""schemes": [{ "-": 0 }]"#, ["names"]),
            (
                ["definitions", "rewrite"], #""domains": [{ "rules": [{ "-": 0 }] }]"#,
                ["from", "to"]
            ),
            (
                ["definitions", "unwrap"], #""domains": [{ "rules": [{ "unwrap": "", "-": 0 }] }]"#,
                ["unwrap"]
            ),
            (
                ["definitions", "refuse"], #""domains": [{ "rules": [{ "refuse": "", "-": 0 }] }]"#,
                ["refuse"]
            ),
        ] as [([String], String, [String])]
    )
    func `an object of the schema has the keys that are read`(
        path: [String],
        member: String,
        required: [String]
    ) throws {
        // The way out for an unknown key names all keys.
        let document = Data(#"{ "version": 1, \#(member) }"#.utf8)
        let faults = LinkConfiguration.read(document).faults.map(\.description)
        let fault = try #require(faults.first { $0.contains("the key '-' is unknown") })
        var keys = fault.matches(of: /'([$\w]+)'/).map { String($0.1) }
        // A rule with one of these is of another kind.
        if path.last == "rewrite" { keys.removeAll { ["unwrap", "refuse"].contains($0) } }
        let schema = try Self.schema()
        let place = JSONPath(path.map(JSONPath.Step.key))
        let object = try #require(schema.value[place]?.object)
        #expect(schema.places[place.key("properties")]?.parts.map(\.key) == keys)
        #expect((object["required"]?.array ?? []).map(\.string) == required)
        #expect(object["additionalProperties"] == .bool(false))
    }

    @Test func `an option has the words and the default that are read`() throws {
        let schema = try Self.schema().value
        func definition(_ name: String) throws -> [String: JSONValue] {
            try #require(schema[JSONPath.root.key("definitions").key(name)]?.object)
        }
        for option in SourceOptions().descriptions {
            let usual = option.value
            #expect(try definition(option.key)["default"] == usual, "\(option.key)")
            let type: JSONValue? =
                switch usual {
                case .bool: .string("boolean")
                case .array: .string("array")
                default: nil
                }
            #expect(try definition(option.key)["type"] == type, "\(option.key)")
            for source in ["domain", "scheme"] {
                let property = try definition(source)["properties"]?.object?[option.key]
                #expect(property?.object == ["$ref": .string("#/definitions/\(option.key)")])
            }
        }
        let strings = { (words: [String]) in JSONValue.array(words.map(JSONValue.string)) }
        #expect(
            try definition("unmatched")["enum"]
                == strings(SourceOptions.Unmatched.allCases.map(\.rawValue))
        )
        #expect(
            try definition("fragment")["enum"]
                == strings(SourceOptions.Fragment.allCases.map(\.rawValue))
        )
        #expect(
            try definition("malformedOptionals")["enum"]
                == strings(SourceOptions.MalformedOptionals.allCases.map(\.rawValue))
        )
        let policies = try #require(definition("query")["oneOf"]?.array)
        #expect(policies[0].object?["enum"] == strings(["keep", "drop"]))
        #expect(
            policies.dropFirst().compactMap { $0.object?["properties"]?.object?.keys.first }
                == ["keepOnly", "strip"]
        )
    }

    @Test func `the limits have their defaults, and the version is the one that is read`() throws {
        let schema = try Self.schema().value
        let version = schema[JSONPath.root.key("properties").key("version").key("const")]
        #expect(version?.int == LinkConfiguration.version)
        let limits = JSONPath.root.key("definitions").key("limits").key("properties")
        let usual = Limits()
        for (name, value) in [
            ("bytes", usual.bytes), ("segments", usual.segments), ("queryItems", usual.queryItems),
        ] { #expect(schema[limits.key(name).key("default")]?.int == value) }
    }

    @Test(arguments: RealApp.all)
    func `the schema accepts the configuration of a real app`(app: RealApp) throws {
        let schema = JSONSchema(try Self.schema().value)
        #expect(try schema.accepts(JSONText(app.data()).value))
        #expect(try schema.accepts(JSONText(Data(ConfigurationFixture.text.utf8)).value))
    }

    @Test(arguments: [
        #"{}"#, #"{ "version": 2 }"#, #"{ "version": 1, "domain": [] }"#,
        #"{ "version": 1, "domains": {} }"#, #"{ "version": 1, "domains": [{}] }"#,
        #"{ "version": 1, "domains": [{ "hosts": [] }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "query": "all" }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "query": { "strip": [1] } }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "query": { "strip": [], "keepOnly": [] } }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "prefixes": ["a"] }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [{ "from": "/a" }] }] }"#,
        #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [{ "from": "/a", "to": "/b", "unwrap": "/c" }] }] }"#,
        #"{ "version": 1, "schemes": [{ "names": ["my_app"] }] }"#,
        #"{ "version": 1, "schemes": [{ "names": ["a"], "fragment": "paths" }] }"#,
        #"{ "version": 1, "schemes": [{ "names": ["a"], "allowsHTTP": true }] }"#,
        #"{ "version": 1, "limits": { "bytes": "1" } }"#,
        wholeLink(#""rules": []"#), wholeLink(#""rules": [{ "from": "/a", "to": "/b" }]"#),
        wholeLink(#""unmatched": "passThrough""#), wholeLink(#""query": "drop""#),
        wholeLink(#""query": { "strip": [] }"#), wholeLink(#""plusIsSpace": true"#),
        wholeLink(#""ignoresCase": true"#), wholeLink(#""prefixes": ["", "/en"]"#),
        wholeLink(#""fragment": "query""#), wholeLink(#""malformedOptionals": "ignore""#),
    ])
    func `what the schema refuses is refused`(text: String) throws {
        #expect(try !JSONSchema(Self.schema().value).accepts(JSONText(Data(text.utf8)).value))
        #expect(configurationError(text) != nil)
    }

    /// A scheme that hands its links over whole, with another key.
    private static func wholeLink(_ member: String) -> String {
        #"{ "version": 1, "schemes": [{ "names": ["sql"], "wholeLinkAs": "u", "to": "/c?u={u}", \#(member) }] }"#
    }

    @Test(arguments: [
        wholeLink(#""examples": { "sql:a": "/c?u=sql:a" }"#), wholeLink(#""allow": []"#),
        wholeLink(#""query": "keep", "prefixes": [""], "plusIsSpace": false"#),
    ])
    func `whole links may have examples, and options that change nothing`(text: String) throws {
        #expect(try JSONSchema(Self.schema().value).accepts(JSONText(Data(text.utf8)).value))
        #expect(configurationError(text) == nil)
    }
}

extension JSONValue {
    /// The value at a path.
    fileprivate subscript(path: JSONPath) -> JSONValue? {
        path.steps.reduce(self) { value, step in
            switch step {
            case .key(let key): value?.object?[key]
            case .index(let index): value?.array?[index]
            }
        }
    }

    /// This value as a whole number.
    fileprivate var int: Int? { if case .int(let int) = self { int } else { nil } }
}
