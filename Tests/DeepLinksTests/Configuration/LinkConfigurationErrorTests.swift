import DeepLinks
import Foundation
import LinkChecking
import Testing

/// The errors of configurations, and their places.
struct LinkConfigurationErrorTests {
    /// A configuration with one domain, which has one rule.
    private static func text(domain: String = "", rule: String) -> String {
        #"{"version": 1, "domains": [{"hosts": ["a.io"], \#(domain) "rules": [\#(rule)]}]}"#
    }

    @Test(arguments: [
        (
            "{ \"version\": 1,\n  \"domains\": [],\n}",
            "line 2, column 16: there is a comma before the closing '}'; remove the comma."
        ),
        (
            "[]",
            "the document (line 1, column 1): the value is an array; write an object with 'version'."
        ),
        (
            #"{ "domains": [] }"#,
            "the document (line 1, column 1): the key 'version' is missing; write \"version\": 1."
        ),
        (
            #"{ "version": 2, "what": 0 }"#,
            "version (line 1, column 14): version 2 is not supported; write 1, or use a newer release."
        ),
        (
            #"{ "version": "1" }"#,
            "version (line 1, column 14): the value is a string; write the number 1."
        ),
        (
            #"{ "version": 1, "$schema": 1 }"#,
            #"["$schema"] (line 1, column 28): the value is the number 1; write a string."#
        ),
        (
            "{ \"version\": 1,\n  \"domain\": [] }",
            "domain (line 2, column 3): the key 'domain' is unknown; write 'domains'."
        ),
        (
            #"{ "version": 1, "colour": 3 }"#,
            "colour (line 1, column 17): the key 'colour' is unknown; remove it, or write '$schema', 'version', 'limits', 'domains', 'schemes' or 'paths'."
        ),
        (
            #"{ "version": 1, "limits": { "bytes": 1.5 } }"#,
            "limits.bytes (line 1, column 38): the value is the number 1.5; write a whole number from 1 on."
        ),
        (
            #"{ "version": 1, "limits": { "byte": 1 } }"#,
            "limits.byte (line 1, column 29): the key 'byte' is unknown; write 'bytes'."
        ),
        (
            #"{ "version": 1, "domains": {} }"#,
            "domains (line 1, column 28): the value is an object; write an array of domains."
        ),
        (
            #"{ "version": 1, "domains": [{}] }"#,
            "domains[0] (line 1, column 29): the key 'hosts' is missing; add it."
        ),
        (
            #"{ "version": 1, "domains": [{ "hosts": "a.io" }] }"#,
            "domains[0].hosts (line 1, column 40): the value is a string; write an array of strings."
        ),
        (
            #"{ "version": 1, "domains": [{ "hosts": ["a.io", 5] }] }"#,
            "domains[0].hosts[1] (line 1, column 49): the value is the number 5; write a string."
        ),
        (
            #"{ "version": 1, "domains": [{ "hosts": ["a.io"], "allowsHttps": true }] }"#,
            "domains[0].allowsHttps (line 1, column 50): the key 'allowsHttps' is unknown; write 'allowsHTTP'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "plusIsSpace": "yes" }] }"#,
            "schemes[0].plusIsSpace (line 1, column 62): the value is a string; write true or false."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "hosts": ["a.io"] }] }"#,
            "schemes[0].hosts (line 1, column 47): the key 'hosts' is unknown; remove it, or write \(ConfigurationKeys.scheme.dropLast().map { "'\($0)'" }.joined(separator: ", ")) or 'rules'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "pass" }] }"#,
            "schemes[0].unmatched (line 1, column 60): 'pass' is not a valid value; write 'reject' or 'passThrough'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "passthrough" }] }"#,
            "schemes[0].unmatched (line 1, column 60): 'passthrough' is not a valid value; write 'passThrough'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": [] }] }"#,
            "schemes[0].query (line 1, column 56): the value is an array; write 'keep', 'drop', or an object with 'keepOnly' or 'strip'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": {} }] }"#,
            "schemes[0].query (line 1, column 56): the value is an object; write 'keep', 'drop', or an object with 'keepOnly' or 'strip'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": "strip" }] }"#,
            #"schemes[0].query (line 1, column 56): 'strip' is not a valid value; write 'keep', 'drop', '{ "keepOnly": ["id"] }' or '{ "strip": ["utm_*"] }'."#
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": "kepp" }] }"#,
            "schemes[0].query (line 1, column 56): 'kepp' is not a valid value; write 'keep'."
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": { "strip": [], "keepOnly": [] } }] }"#,
            "schemes[0].query.strip (line 1, column 67): the keys 'keepOnly' and 'strip' cannot be used together; remove one."
        ),
        (
            #"{ "version": 1, "paths": "/a" }"#,
            "paths (line 1, column 26): the value is a string; write an array of strings."
        ),
        (
            text(rule: "7"),
            "domains[0].rules[0] (line 1, column 59): the value is the number 7; write an object with 'from' and 'to', with 'unwrap', or with 'refuse'."
        ),
        (
            text(rule: #"{ "from": "/a" }"#),
            "domains[0].rules[0] (line 1, column 59): the key 'to' is missing; add it."
        ),
        (
            text(rule: #"{ "from": "/a", "to": "/b", "title": "" }"#),
            "domains[0].rules[0].title: Domain 'a.io', rule '/a': its 'title' is empty; write one, or remove it."
        ),
        (
            text(rule: #"{ "refuse": "/a", "owner": "" }"#),
            "domains[0].rules[0].owner: Domain 'a.io', rule '/a': its 'owner' is empty; write one, or remove it."
        ),
        (
            #"{ "version": 1, "schemes": [{ "scheme": ["myapp"] }] }"#,
            "schemes[0].scheme (line 1, column 31): the key 'scheme' is unknown; write 'names'."
        ),
        (
            #"{ "version": 1, "domains": [{ "domain": ["a.io"] }] }"#,
            "domains[0].domain (line 1, column 31): the key 'domain' is unknown; write 'hosts'."
        ),
        (
            text(rule: #"{ "form": "/a", "to": "/b" }"#),
            "domains[0].rules[0].form (line 1, column 61): the key 'form' is unknown; write 'from'."
        ),
        (
            text(rule: #"{ "unwrap": "/a?u={u}", "to": "/b" }"#),
            "domains[0].rules[0].to (line 1, column 89): the keys 'unwrap' and 'to' cannot be used together; remove one."
        ),
        (
            text(rule: #"{ "from": "/a", "to": "/b", "examples": ["/a"] }"#),
            "domains[0].rules[0].examples (line 1, column 99): the value is an array; write an object of external links and the internal links they become."
        ),
        (
            text(rule: #"{ "from": "/a", "to": "/b", "examples": { "/a": 1 } }"#),
            #"domains[0].rules[0].examples["/a"] (line 1, column 107): the value is the number 1; write a string or null."#
        ),
        (
            text(rule: #"{ "refuse": "/a", "claims": false }"#),
            "domains[0].rules[0].claims (line 1, column 77): the key 'claims' is unknown; remove it, or write 'refuse', 'examples', 'title', 'owner' or 'allow'."
        ),
        (
            text(
                rule:
                    #"{ "from": "/é", "to": "/b", "examples": { "/é": "/b", "/e\#u{301}": "/b" } }"#
            ),
            #"domains[0].rules[0].examples["/e\#u{301}"] (line 1, column 120): the keys '/é' and '/e\#u{301}' cannot be used together; remove one."#
        ),
    ])
    func `what is no configuration is refused with its place`(text: String, sentence: String) throws
    {
        let error = try #require(configurationError(text))
        #expect(error.description == "The configuration has a fault at " + sentence)
    }

    @Test(arguments: [
        (#"{ "hosts": [] }"#, "domains[0].hosts"),
        (#"{ "hosts": ["a.io", "b io"] }"#, "domains[0].hosts[1]"),
        (#"{ "hosts": ["a.io", "a.io"] }"#, "domains[0].hosts[1]"),
        (#"{ "hosts": ["a.io"] }, { "hosts": ["a.io"] }"#, "domains[1].hosts[0]"),
        (#"{ "hosts": ["a.io"], "prefixes": [] }"#, "domains[0].prefixes"),
        (#"{ "hosts": ["a.io"], "prefixes": ["", "x"] }"#, "domains[0].prefixes[1]"),
        (#"{ "hosts": ["a.io"], "prefixes": ["/x", "/x"] }"#, "domains[0].prefixes[1]"),
    ])
    func `a fault of a source has its place`(domains: String, path: String) throws {
        let error = try #require(configurationError(#"{ "version": 1, "domains": [\#(domains)] }"#))
        #expect(error.path == path)
        #expect(error.description.contains("\(path): Domain"))
    }

    @Test(arguments: [
        (#"{ "names": [] }"#, "schemes[0].names"),
        (#"{ "names": ["my_app"] }"#, "schemes[0].names[0]"),
        (#"{ "names": ["a", "JavaScript"] }"#, "schemes[0].names[1]"),
        (#"{ "names": ["a"] }, { "names": ["A"] }"#, "schemes[1].names[0]"),
        ("{ \"names\": [\"kiosk\", \"\u{212A}iosk\"] }", "schemes[0].names[1]"),
    ])
    func `a fault of a scheme has its place, whatever the number of domains`(
        schemes: String,
        path: String
    ) throws {
        let text = #"{ "version": 1, "domains": [{ "hosts": ["x"] }], "schemes": [\#(schemes)] }"#
        #expect(configurationError(text)?.path == path)
    }

    @Test(arguments: [
        (#"{ "from": "a", "to": "/b" }"#, "from"),
        (#"{ "from": "/{a", "to": "/b" }"#, "from"),
        (#"{ "from": "/{a?}", "to": "/b" }"#, "from"),
        (#"{ "from": "/a?=1", "to": "/b" }"#, "from"),
        (#"{ "from": "/a?x=1&x=2", "to": "/b" }"#, "from"),
        (#"{ "from": "/{a}?a={a}", "to": "/b" }"#, "from"),
        (#"{ "from": "/a", "to": "b" }"#, "to"),
        (#"{ "from": "/a", "to": "/b?=1" }"#, "to"),
        (#"{ "from": "/a", "to": "/b/{c}" }"#, "to"),
        (#"{ "from": "/a/{c}", "to": "/b/{*c}" }"#, "to"),
        (#"{ "unwrap": "/a?u={u?}" }"#, "unwrap"),
        (#"{ "unwrap": "/a" }"#, "unwrap"),
        (#"{ "from": "/a", "to": "/b", "examples": { "/c": "/b" } }"#, #"examples["/c"]"#),
        (#"{ "from": "/a", "to": "/b", "examples": { "/a": "b" } }"#, #"examples["/a"]"#),
    ])
    func `a fault of a rule has its place`(rule: String, key: String) throws {
        let text = Self.text(rule: #"{ "from": "/first", "to": "/first" }, \#(rule)"#)
        let error = try #require(configurationError(text))
        #expect(error.path == "domains[0].rules[1].\(key)")
        #expect(error.line == nil)
    }

    /// A rule is of one kind, so the keys of two kinds exclude each other, whichever stands first.
    @Test(arguments: [
        (["refuse", "unwrap"], "refuse", "unwrap"), (["refuse", "from"], "refuse", "from"),
        (["refuse", "to"], "refuse", "to"), (["unwrap", "from"], "unwrap", "from"),
        (["unwrap", "to"], "unwrap", "to"),
        (["refuse", "unwrap", "from", "to"], "refuse", "unwrap"),
        (["unwrap", "from", "to"], "unwrap", "from"),
    ])
    func `keys of two kinds of rule exclude each other`(
        keys: [String],
        kind: String,
        other: String
    ) throws {
        for keys in [keys, keys.reversed()] {
            let rule = "{" + keys.map { "\"\($0)\": \"/a/{x}\"" }.joined(separator: ", ") + "}"
            let error = try #require(throws: LinkConfigurationError.self) {
                try LinkConfiguration(data: Data(Self.text(rule: rule).utf8))
            }
            #expect(error.reason == .conflictingKeys(kind, other), "\(rule)")
            #expect(error.path == "domains[0].rules[0].\(other)", "\(rule)")
        }
    }

    /// Deeper values are no JSON for this package, so that a hostile file cannot use up the stack.
    @Test(arguments: [(63, "unknown-key"), (64, "malformed-json"), (100_000, "malformed-json")])
    func `a value may be nested 64 levels deep`(levels: Int, code: String) throws {
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            let value =
                String(repeating: open, count: levels) + "1"
                + String(repeating: close, count: levels)
            let error = try #require(throws: LinkConfigurationError.self) {
                try LinkConfiguration(data: Data(#"{"version": 1, "x": \#(value)}"#.utf8))
            }
            #expect(error.reason.code == code, "\(open)")
        }
    }

    /// Only a name of JavaScript may follow a dot.
    @Test(arguments: [
        ("a1", "limits.a1"), ("_a", "limits._a"), ("1a", #"limits["1a"]"#), ("0", #"limits["0"]"#),
        ("", #"limits[""]"#), ("a-b", #"limits["a-b"]"#), ("é", #"limits["é"]"#),
        ("a.b", #"limits["a.b"]"#),
        ("a b", #"limits["a b"]"#), ("[0]", #"limits["[0]"]"#), ("/a", #"limits["/a"]"#),
    ])
    func `a key that is no name is quoted in a path`(key: String, path: String) throws {
        let error = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(#"{"version": 1, "limits": {"\#(key)": 1}}"#.utf8))
        }
        #expect(error.path == path)
    }

    /// A document with a fault, the way out that its error names, and what a reader makes of it.
    private static let advice: [(text: String, remedy: String, mended: [String])] = [
        (
            "{ \"version\": 1, \"domains\": [], }", "remove the comma",
            ["{ \"version\": 1, \"domains\": [] }"]
        ),
        ("[]", "write an object with 'version'", [#"{ "version": 1 }"#]),
        (#"{ "domains": [] }"#, "write \"version\": 1", [#"{ "version": 1, "domains": [] }"#]),
        (#"{ "version": 2 }"#, "write 1, or use a newer release", [#"{ "version": 1 }"#]),
        (#"{ "version": "1" }"#, "write the number 1", [#"{ "version": 1 }"#]),
        (
            #"{ "version": 1, "$schema": 1 }"#, "write a string",
            [#"{ "version": 1, "$schema": "a" }"#]
        ),
        (
            #"{ "version": 1, "domain": [] }"#, "write 'domains'",
            [#"{ "version": 1, "domains": [] }"#]
        ),
        (
            #"{ "version": 1, "colour": [] }"#,
            "remove it, or write '$schema', 'version', 'limits', 'domains', 'schemes' or 'paths'",
            [
                #"{ "version": 1 }"#, #"{ "version": 1, "domains": [] }"#,
                #"{ "version": 1, "schemes": [] }"#, #"{ "version": 1, "paths": [] }"#,
            ]
        ),
        (
            #"{ "version": 1, "limits": { "bytes": -1 } }"#, "write a whole number from 1 on",
            [#"{ "version": 1, "limits": { "bytes": 1 } }"#]
        ),
        (
            #"{ "version": 1, "domains": {} }"#, "write an array of domains",
            [#"{ "version": 1, "domains": [{ "hosts": ["a.io"] }] }"#]
        ),
        (
            #"{ "version": 1, "domains": [{}] }"#, "add it",
            [#"{ "version": 1, "domains": [{ "hosts": ["a.io"] }] }"#]
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "plusIsSpace": "yes" }] }"#,
            "write true or false",
            [true, false].map {
                #"{ "version": 1, "schemes": [{ "names": ["a"], "plusIsSpace": \#($0) }] }"#
            }
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "pass" }] }"#,
            "write 'reject' or 'passThrough'",
            ["reject", "passThrough"].map {
                #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "\#($0)" }] }"#
            }
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "passthrough" }] }"#,
            "write 'passThrough'",
            [#"{ "version": 1, "schemes": [{ "names": ["a"], "unmatched": "passThrough" }] }"#]
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": "strip" }] }"#,
            #"write 'keep', 'drop', '{ "keepOnly": ["id"] }' or '{ "strip": ["utm_*"] }'"#,
            [
                #""keep""#, #""drop""#, #"{ "keepOnly": ["id"] }"#, #"{ "strip": ["utm_*"] }"#,
            ].map { #"{ "version": 1, "schemes": [{ "names": ["a"], "query": \#($0) }] }"# }
        ),
        (
            #"{ "version": 1, "schemes": [{ "names": ["a"], "query": { "strip": [], "keepOnly": [] } }] }"#,
            "remove one",
            ["strip", "keepOnly"].map {
                #"{ "version": 1, "schemes": [{ "names": ["a"], "query": { "\#($0)": [] } }] }"#
            }
        ),
        (
            text(rule: "7"),
            "write an object with 'from' and 'to', with 'unwrap', or with 'refuse'",
            [
                #"{ "from": "/a", "to": "/b" }"#, #"{ "unwrap": "/a?u={u}" }"#,
                #"{ "refuse": "/a" }"#,
            ].map { text(rule: $0) }
        ),
        (
            text(rule: #"{ "from": "/a" }"#), "add it",
            [text(rule: #"{ "from": "/a", "to": "/b" }"#)]
        ),
        (
            text(rule: #"{ "unwrap": "/a?u={u}", "to": "/b" }"#), "remove one",
            [text(rule: #"{ "unwrap": "/a?u={u}" }"#)]
        ),
        (
            text(rule: #"{ "from": "/a", "to": "/b", "examples": ["/a"] }"#),
            "write an object of external links and the internal links they become",
            [text(rule: #"{ "from": "/a", "to": "/b", "examples": { "/a": "/b" } }"#)]
        ),
    ]

    @Test func `what the error of a document advises works`() throws {
        var codes: Set<String> = []
        for (text, remedy, mended) in Self.advice {
            let error = try #require(configurationError(text), "\(text)")
            codes.insert(error.reason.code)
            #expect(error.description.hasSuffix("; \(remedy)."), "\(error)")
            for text in mended { #expect(configurationError(text) == nil, "\(text)") }
        }
        #expect(
            codes.sorted() == [
                "conflicting-keys", "malformed-json", "missing-key", "unknown-key",
                "unknown-version", "unknown-word", "wrong-type",
            ]
        )
    }

    @Test func `all faults of a document's form are found at once`() throws {
        let text = #"""
            { "version": 1, "colour": 3, "limits": { "bytes": "1" },
              "domains": [{ "hosts": "a.io", "query": "all", "rules": [{ "from": "/a" }, { "form": 1 }] }],
              "schemes": [{ "names": [1], "fragment": "paths" }] }
            """#
        let faults = LinkConfiguration.faults(inFormOf: Data(text.utf8))
        #expect(
            faults.map(\.path) == [
                "colour", "limits.bytes", "domains[0].hosts", "domains[0].query",
                "domains[0].rules[0]", "domains[0].rules[1].form", "domains[0].rules[1]",
                "schemes[0].names[0]", "schemes[0].fragment",
            ]
        )
        #expect(configurationError(text)?.reason == faults.first?.reason)
        #expect(LinkConfiguration.faults(inFormOf: Data(ConfigurationFixture.text.utf8)).isEmpty)
        #expect(LinkConfiguration.faults(inFormOf: Data("[".utf8)).map(\.path) == [nil])
    }

    @Test func `two rules for the same links have the place of the second`() throws {
        let rule = #"{ "from": "/a/{x}", "to": "/b" }"#
        let error = try #require(configurationError(Self.text(rule: "\(rule), \(rule)")))
        #expect(error.path == "domains[0].rules[1].from")
    }

    @Test func `a rule's fault is a whole sentence`() throws {
        let text = """
            {
              "version": 1,
              "domains": [
                {
                  "hosts": ["mydomain.io"],
                  "rules": [
                    { "from": "/domainA/{id:int}", "to": "/featureA/detail?id={idd}" }
                  ]
                }
              ]
            }
            """
        let error = try #require(configurationError(text))
        let sentence =
            "Domain 'mydomain.io', rule '/domainA/{id:int}': the template uses '{idd}', which is not captured; the captures are 'id'."
        #expect(
            error.description
                == "The configuration has a fault at domains[0].rules[0].to: \(sentence)"
        )
        let located = error.located(in: Data(text.utf8))
        #expect(
            located.description
                == "The configuration has a fault at domains[0].rules[0].to (line 7, column 46): \(sentence)"
        )
        #expect(located.line == 7)
        #expect(located.column == 46)
        #expect(error.located(in: Data("{}".utf8)) == error)
        #expect(error.located(in: Data("{".utf8)) == error)
    }

    @Test func `a bad configuration leaves the rewriter as it is`() throws {
        var rewriter = try Fixture.shop()
        let bad = LinkConfiguration(domains: [Domain("a.io") { Rewrite("/a", to: "/{b}") }])
        #expect(throws: LinkConfigurationError.self) {
            rewriter = try URLRewriter(configuration: bad)
        }
        #expect(rewriter.text(of: "https://mydomain.io/domainA/5") == "/featureA/detail?id=5")
    }

    @MainActor
    @Test func `a bad configuration never reaches a coordinator`() throws {
        let handler = DeepLinkHandler()
        var opened: [String] = []
        try handler.register("/featureA/detail") { opened.append($0[.id] ?? "") }
        let coordinator = DeepLinkCoordinator(handler: handler, rewriter: try Fixture.shop())
        coordinator.activate()
        func replaceRules(with text: String) throws {
            let configuration = try LinkConfiguration(data: Data(text.utf8))
            coordinator.rewriter = try URLRewriter(configuration: configuration)
        }
        for rule in [#"{ "form": "/i/{id}" }"#, #"{ "from": "/i/{id}", "to": "/d?id={di}" }"#] {
            #expect(throws: LinkConfigurationError.self) {
                try replaceRules(with: Self.text(rule: rule))
            }
        }
        coordinator.open("https://mydomain.io/domainA/5")
        try replaceRules(
            with: Self.text(rule: #"{ "from": "/i/{id}", "to": "/featureA/detail?id={id}" }"#)
        )
        coordinator.open("https://mydomain.io/domainA/6")
        coordinator.open("https://a.io/i/7")
        #expect(opened == ["5", "7"])
    }
}
