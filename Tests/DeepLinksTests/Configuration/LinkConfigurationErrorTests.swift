import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

/// The errors of configurations, and their places.
struct LinkConfigurationErrorTests {
    /// A configuration with one domain, which has one rule.
    private static func text(rule: String) -> String {
        #"{"version": 1, "domains": [{"hosts": ["a.io"],  "rules": [\#(rule)]}]}"#
    }

    private static func documents() throws -> [TableRow] {
        let own = ["names", "wholeLinkAs", "to", "examples"]
        let options = SourceOptions().descriptions.map(\.key)
        let keys = (own + options).map { "'\($0)'" }.joined(separator: ", ")
        return try rows(in: "documents.txt")
            + rows(
                """
                { "version": 1, "schemes": [{ "names": ["a"], "colour": 3 }] }
                  schemes[0].colour (line 1, column 47): the key 'colour' is unknown; remove it, or write \(keys) or 'rules'.
                  { "version": 1, "schemes": [{ "names": ["a"] }] }
                """
            )
    }

    /// The rules of a domain.
    private static let rules = rows(
        #"""
        7 →  (line 1, column 59): the value is the number 7; write an object with 'from' and 'to'. → { "from": "/a", "to": "/b" }  { "unwrap": "/a?u={u}" }  { "refuse": "/a" }
        { "from": "/a" } →  (line 1, column 59): the key 'to' is missing; add it. → { "from": "/a", "to": "/b" }
        { "form": "/a", "to": "/b" } → .form (line 1, column 61): the key 'form' is unknown; write 'from'. → { "from": "/a", "to": "/b" }
        { "refuses": "/a" } → .refuses (line 1, column 61): the key 'refuses' is unknown; write 'refuse'. → { "refuse": "/a" }
        { "unwarp": "/a?u={u}" } → .unwarp (line 1, column 61): the key 'unwarp' is unknown; write 'unwrap'. → { "unwrap": "/a?u={u}" }
        { "unwrap": "/a?u={u}", "to": "/b" } → .to (line 1, column 83): the key 'to' is unknown; remove it, or write 'unwrap', 'examples', 'claims', 'title', 'owner' or 'allow'. → { "unwrap": "/a?u={u}" }
        { "from": "/a", "to": "/b", "examples": ["/a"] } → .examples (line 1, column 99): the value is an array; write an object of external links and the internal links they become. → { "from": "/a", "to": "/b", "examples": { "/a": "/b" } }
        { "from": "/a", "to": "/b", "examples": { "/a": 1 } } → .examples["/a"] (line 1, column 107): the value is the number 1; write a string or null. → { "from": "/a", "to": "/b", "examples": { "/c": null } }
        { "refuse": "/a", "claims": false } → .claims (line 1, column 77): the key 'claims' is unknown; remove it, or write 'refuse', 'examples', 'title', 'owner' or 'allow'. → { "refuse": "/a", "title": "A", "owner": "B", "allow": [] }
        """#
    )

    @Test(arguments: try documents().map { ($0, false) } + rules.map { ($0, true) })
    func `what is no configuration is refused with a way out`(row: TableRow, isRule: Bool) throws {
        let text = { isRule ? Self.text(rule: $0) : $0 }
        let error = try #require(configurationError(text(row[0])))
        let place = isRule ? "domains[0].rules[0]" : ""
        #expect(error.description == "The configuration has a fault at \(place)\(row[1])")
        for mended in row.texts(2) { #expect(configurationError(text(mended)) == nil, "\(mended)") }
    }

    @Test(arguments: [
        (#"{ "hosts": [] }"#, "domains[0].hosts"),
        (#"{ "hosts": ["a.io", "b io"] }"#, "domains[0].hosts[1]"),
        (#"{ "hosts": ["a.io", "a.io"] }"#, "domains[0].hosts[1]"),
        (#"{ "hosts": ["a.io"] }, { "hosts": ["a.io"] }"#, "domains[1].hosts[0]"),
        (#"{ "hosts": ["a.io"], "prefixes": [] }"#, "domains[0].prefixes"),
        (#"{ "hosts": ["a.io"], "prefixes": ["", "x"] }"#, "domains[0].prefixes[1]"),
        (#"{ "hosts": ["x"] }, { "names": [] }"#, "schemes[0].names"),
        (#"{ "names": ["my_app"] }"#, "schemes[0].names[0]"),
        (#"{ "hosts": ["x"] }, { "names": ["a", "JavaScript"] }"#, "schemes[0].names[1]"),
        (#"{ "names": ["a"] }, { "hosts": ["x"] }, { "names": ["A"] }"#, "schemes[1].names[0]"),
        ("{ \"names\": [\"kiosk\", \"\u{212A}iosk\"] }", "schemes[0].names[1]"),
        (#"{ "names": ["a"], "wholeLinkAs": "u", "to": "/b/{v}" }"#, "schemes[0].to"),
    ])
    func `a fault of a source has its place`(objects: String, path: String) throws {
        let configuration = try configuration(of: objects)
        let error = #expect(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: configuration)
        }
        #expect(error?.path == path)
    }

    @Test(arguments: [
        (#"{ "from": "a", "to": "/b" }"#, "from"),
        (#"{ "from": "/{a}?a={a}", "to": "/b" }"#, "from"),
        (#"{ "from": "/a", "to": "b" }"#, "to"), (#"{ "from": "/a", "to": "/b/{c}" }"#, "to"),
        (#"{ "unwrap": "/a" }"#, "unwrap"),
        (#"{ "from": "/a", "to": "/b", "examples": { "/c": "/b" } }"#, #"examples["/c"]"#),
        (#"{ "from": "/a", "to": "/b", "examples": { "/a": "b" } }"#, #"examples["/a"]"#),
        (#"{ "from": "/first", "to": "/b" }"#, "from"),
    ])
    func `a fault of a rule has its place`(rule: String, key: String) throws {
        let text = Self.text(rule: #"{ "from": "/first", "to": "/first" }, \#(rule)"#)
        let error = try #require(configurationError(text))
        #expect(error.path == "domains[0].rules[1].\(key)")
        #expect(error.line == nil)
    }

    /// A rule is of one kind, whichever key stands first, and the keys of other kinds are unknown in it.
    @Test(arguments: [
        (["refuse", "unwrap"], "unwrap"), (["refuse", "from"], "from"), (["refuse", "to"], "to"),
        (["unwrap", "from"], "from"), (["unwrap", "to"], "to"),
        (["refuse", "unwrap", "from", "to"], "from"), (["unwrap", "from", "to"], "from"),
    ])
    func `a key of another kind of rule is unknown`(keys: [String], unknown: String) throws {
        for keys in [keys, keys.reversed()] {
            let rule = "{" + keys.map { "\"\($0)\": \"/a/{x}\"" }.joined(separator: ", ") + "}"
            let error = try #require(configurationError(Self.text(rule: rule)))
            #expect(error.reason.code == "unknown-key", "\(rule)")
            #expect(error.path == "domains[0].rules[0].\(unknown)", "\(rule)")
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
        ("a1", "limits.a1"), ("_a", "limits._a"), ("1a", #"limits["1a"]"#), ("", #"limits[""]"#),
        ("a-b", #"limits["a-b"]"#), ("é", #"limits["é"]"#), ("a.b", #"limits["a.b"]"#),
    ])
    func `a key that is no name is quoted in a path`(key: String, path: String) throws {
        let error = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(#"{"version": 1, "limits": {"\#(key)": 1}}"#.utf8))
        }
        #expect(error.path == path)
    }

    @Test func `all faults of a document's form are found at once`() throws {
        let text = #"""
            { "version": 1, "colour": 3, "limits": { "bytes": "1" },
              "domains": [{ "hosts": "a.io", "query": "all", "rules": [{ "from": "/a" }, { "form": 1 }, { "refuses": "/a", "title": 1 }] }],
              "schemes": [{ "names": [1], "fragment": "paths" }] }
            """#
        let faults = LinkConfiguration.read(Data(text.utf8)).faults
        #expect(
            faults.map(\.path) == [
                "colour", "limits.bytes", "domains[0].hosts", "domains[0].query",
                "domains[0].rules[0]", "domains[0].rules[1].form", "domains[0].rules[2].refuses",
                "domains[0].rules[2].title",
                "schemes[0].names[0]", "schemes[0].fragment",
            ]
        )
        #expect(configurationError(text)?.reason == faults.first?.reason)
        #expect(LinkConfiguration.read(Data(ConfigurationFixture.text.utf8)).faults.isEmpty)
        #expect(LinkConfiguration.read(Data("[".utf8)).faults.map(\.path) == [nil])
    }

    @Test(arguments: [
        ("\u{FEFF}", "", "line 1, column 1: the text begins with a byte order mark"),
        ("", ",", "line 1, column 108: there is a comma before the closing '}'"),
    ])
    func `what only some readers take for JSON is refused, and has no lines`(
        start: String,
        end: String,
        obstacle: String
    ) throws {
        let text =
            start + Self.text(rule: #"{ "from": "/a/{id:int}", "to": "/b?id={idd}" }"#).dropLast()
            + end + "}"
        let data = Data(text.utf8)
        let refusal = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(checking: data)
        }
        #expect(refusal.description.contains(obstacle))
        // Foundation on Linux reads both.
        guard let configuration = try? LinkConfiguration(data: data) else { return }
        let fault = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: configuration)
        }
        #expect(fault.located(in: data) == fault && fault.line == nil)
    }

    @Test func `a rule's fault is a whole sentence`() throws {
        let text = Self.text(rule: #"{ "from": "/a/{id:int}", "to": "/b?id={idd}" }"#)
        let error = try #require(configurationError(text))
        let (start, sentence) = (
            "The configuration has a fault at domains[0].rules[0].to",
            "Domain 'a.io', rule '/a/{id:int}': the template uses '{idd}', which is not captured; capture it, or use one of 'id'."
        )
        #expect(error.description == "\(start): \(sentence)")
        let located = error.located(in: Data("\n\(text)".utf8))
        #expect(located.description == "\(start) (line 2, column 90): \(sentence)")
        #expect(located.line == 2 && located.column == 90)
        #expect(error.located(in: Data("{}".utf8)) == error)
        #expect(error.located(in: Data("{".utf8)) == error)
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
