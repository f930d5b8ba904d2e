import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

/// The errors of invalid rules, from which no rewriter is made.
///
/// Each advice is followed as it is written, and works.
struct RewriteRuleErrorTests {
    private static func hosts() throws -> [TableRow] {
        try rows(in: "hosts.txt")
            + rows(
                """
                \(label(64)).io
                  has a label of more than 63 bytes; no host can be that long; shorten it.
                  \(label(63)).io
                \(labels(64))
                  is longer than 253 bytes; no host can be that long; shorten it.
                  \(labels(63))
                """
            )
    }

    private static func label(_ length: Int) -> String { String(repeating: "a", count: length) }

    private static func labels(_ count: Int) -> String {
        Array(repeating: "abc", count: count).joined(separator: ".")
    }

    @Test(arguments: try hosts())
    func `a host must be one`(row: TableRow) {
        for host in row.texts(0) {
            let error = ruleError { Domain(host) { Rewrite("/a", to: "/b") } }
            #expect(error?.description == "Domain '\(host)': the host '\(host)' \(row[1])")
            #expect(error?.rule == nil)
        }
        for host in row.texts(2) { #expect(ruleError { Domain(host) } == nil) }
    }

    /// A capture may be short enough for a path, but not together with the labels of its host.
    @Test(arguments: [60_000, 65_520, 70_000])
    func `a host's capture is not too long`(length: Int) {
        for capture in [
            String(repeating: "s", count: length),
            "s:" + (0..<length / 6).map { "w\($0)" }.joined(separator: "|"),
        ] {
            let error = ruleError { Domain("{\(capture)}.mydomain.io") { Rewrite("/a", to: "/b") } }
            #expect((error == nil) == (capture.utf8.count < 65_520), "\(capture.utf8.count)")
            #expect(error.map { $0.reason.code == "malformed-host" } ?? true)
        }
    }

    @Test(arguments: [
        "[::]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1::7:8]", "[fe80::ABCD]", "0.0.0.0", "255.1.20.3",
        "localhost", "A-1.b_2", "*.co", "{a}.co", "{a.b-c}.co:1", "mydomain.io:443", "[::1]:65535",
    ])
    func `what is a host is taken`(host: String) {
        #expect(ruleError { Domain(host) } == nil)
    }

    @Test func `hosts that share a part are distinct`() {
        let distinct = ruleError {
            Domain(
                "a.io",
                "a.io:1",
                "a.io:80",
                "*.a.io",
                "{x}.a.io",
                "*.a.io:1",
                "*.b.a.io",
                "x.a.io"
            )
            Domain("a.io:2", "*.c.a.io")
        }
        #expect(distinct == nil)
    }

    @Test(arguments: ["", "my_app:", "1app", "my app", "mäpp", "-app", "\u{212A}app"])
    func `a scheme must be one`(scheme: String) {
        #expect(
            ruleError { Scheme(scheme) }?.description
                == "Scheme '\(scheme)': '\(scheme)' is not a scheme; write only the scheme: a letter, then letters, digits, '+', '-' and '.'."
        )
        #expect(ruleError { Scheme("m1+-.") } == nil)
    }

    @Test(arguments: ["about", "blob", "data", "file", "ftp", "javascript", "vbscript", "ws"])
    func `schemes of browsers are nobody else's`(scheme: String) {
        #expect(
            ruleError { Scheme("a", scheme) }?.description
                == "Scheme 'a': '\(scheme)' links are for browsers or files; use a scheme of the app's own."
        )
    }

    @Test(arguments: try rows(in: "sources.txt"))
    func `the faults of sources are told, and can be mended as they say`(row: TableRow) throws {
        for text in row.texts(0) { #expect(try ruleError(of: text)?.description == row[1]) }
        for text in row.texts(2) { #expect(try ruleError(of: text) == nil, "\(text)") }
    }

    private static func patterns() throws -> [TableRow] {
        let constraints = PathConstraint.names.joined(separator: ", ")
        return try rows(in: "patterns.txt")
            + rows(
                """
                /a#{b:date}
                  the fragment '#{b:date}' has a malformed value: '{b:date}' has the unknown constraint 'date'; use \(constraints) or a list of words such as 'en|fr', or 'path' for a path.
                  /a#{b:int}  /a#{b:en|fr}  /a#{b:path}
                /a?x={y:digits}
                  the query item 'x={y:digits}' has a malformed value: '{y:digits}' has the unknown constraint 'digits'; use \(constraints) or a list of words such as 'en|fr', or 'path' for a path.
                  /a?x={y:int}  /a?x={y:path}
                """
            )
    }

    @Test(arguments: try patterns())
    func `the external side must be readable`(row: TableRow) {
        for pattern in row.texts(0) {
            let error = ruleError { Domain("mydomain.io") { Rewrite(pattern, to: "/b") } }
            #expect(error?.description == "Domain 'mydomain.io', rule '\(pattern)': \(row[1])")
            #expect(error?.rule == pattern)
        }
        for pattern in row.texts(2) {
            #expect(ruleError { Domain("mydomain.io") { Rewrite(pattern, to: "/b") } } == nil)
        }
    }

    @Test(arguments: try rows(in: "templates.txt"))
    func `the internal side must be an internal path`(row: TableRow) {
        func error(_ template: String) -> RewriteRuleError? {
            ruleError { Domain("mydomain.io") { Rewrite("/in/{x}/{*rest}", to: template) } }
        }
        for template in row.texts(0) {
            let sentence = row[1].replacing("…", with: template)
            #expect(
                error(template)?.description
                    == "Domain 'mydomain.io', rule '/in/{x}/{*rest}': \(sentence)"
            )
        }
        for template in row.texts(2) { #expect(error(template) == nil, "\(template)") }
    }

    @Test(arguments: [
        ("/a", "/a", "/a"), ("/a/", "//a", "/a"), ("/{x}", "/{y}", "/{y}"),
        ("/a?x={x}", "/a?x={y}", "/a"), ("/a?x={x}&y=1", "/a?y=1&x={z}", "/a"),
        ("/a", "/a?x={x?}", "/a"), ("/a?x", "/a?x", "/a"), ("/a?x={x:int}", "/a?x={y:int}", "/a"),
        ("/a?x={x:path}", "/a?x={y:path}", "/a"), ("/a?x=p{x}", "/a?x=p{y}", "/a"),
        ("/%61", "/a", "/a"), ("/a?x=%31", "/a?x=1", "/a"),
    ])
    func `two rules that match the same links conflict`(first: String, second: String, path: String)
    {
        func error(_ second: String) -> RewriteRuleError? {
            ruleError {
                Domain("mydomain.io") {
                    Rewrite(first, to: "/b")
                    Rewrite("/other", to: "/b")
                    Rewrite(second, to: "/c")
                }
            }
        }
        #expect(
            error(second)?.description
                == "Domain 'mydomain.io', rule '\(second)': it matches exactly the same links as the source's rule 1, '\(first)', at '\(path)'; remove one of the two, or require a query item in one."
        )
        #expect(error(second + (second.contains("?") ? "&z=1" : "?z=1")) == nil)
    }

    @Test(arguments: [
        // Composed and decomposed, and the Kelvin sign.
        ("/c?k=é", "/c?k=e\u{301}"), ("/c?k=K", "/c?k=\u{212A}"),
        ("/c?é={x}", "/c?e\u{301}={x}"), ("/c", "/c?é={x}&e\u{301}={y}"),
        ("/a?x={x}", "/a?y={y}"), ("/a?x=1", "/a?x=2"), ("/a?x=1", "/a?x"), ("/a?x=1", "/a?x={x}"),
        ("/a?x={x:int}", "/a?x={x}"), ("/a?x={x:int}", "/a?x={x:int?}"),
        ("/a?x={x:int}", "/a?x={x:hex}"), ("/a?x={x}", "/a"),
        ("/{x:int}", "/{x}"),
        ("/a?x={x:int?}", "/a?x={x:hex?}"), ("/a?x=", "/a?x"), ("/a?X=1", "/a?x=1"), ("/A", "/a"),
    ])
    func `two rules of which each can match alone do not conflict`(first: String, second: String) {
        #expect(
            ruleError {
                Domain("mydomain.io") {
                    Rewrite(first, to: "/b")
                    Rewrite(second, to: "/c")
                }
            } == nil
        )
    }

    private static let wrappers = rows(
        """
        /m  /m?u=1 → it does not say which capture is the wrapped link; write '{target}' where that link stands in the rule. → /m/{target}  /m?u={target}
        /m/{a}?u={b} → it does not say which capture is the wrapped link; write '{target}' where that link stands in the rule. → /m/{a}?u={target}
        """
    )

    @Test(arguments: wrappers)
    func `a rule that unwraps says which capture is the link`(row: TableRow) {
        for pattern in row.texts(0) {
            #expect(
                ruleError { Domain("a.io") { Unwrap(pattern) } }?.description
                    == "Domain 'a.io', rule '\(pattern)': \(row[1])"
            )
        }
        for pattern in row.texts(2) {
            #expect(ruleError { Domain("a.io") { Unwrap(pattern) } } == nil)
        }
    }

    @Test(arguments: try rows(in: "examples.txt"))
    func `an example that fails names the rule that took it`(row: TableRow) {
        func error(_ result: String) -> RewriteRuleError? {
            let examples = [row.texts(0)[0]: result == "null" ? nil : result]
            return ruleError {
                Domain("mydomain.io") {
                    Rewrite("/items/{id}", to: "/item?id={id}", examples: examples)
                    Rewrite("/items/{id}?tab={name}", to: "/tab?id={id}&name={name}")
                    Rewrite("/items/new", to: "/create")
                    Rewrite("/things/{id}", to: "/thing?id={id}")
                    Refuse("/items/secret")
                }
            }
        }
        #expect(
            error(row.texts(0)[1])?.description
                == "Domain 'mydomain.io', rule '/items/{id}': the example \(row[1])"
        )
        #expect(error(row[2]) == nil)
    }

    @Test func `an example without a link must be refused`() {
        let examples: [String: String?] = [
            "/a/x": nil, "https://evil.com/a/5": nil, "/a/5": "/b?id=5",
        ]
        let error = ruleError {
            Domain("a.io") {
                Rewrite("/a/{id:int}", to: "/b?id={id}", examples: examples)
                Refuse(
                    "/a/7",
                    examples: [
                        "/a/7": nil, "/a/8": "/b?id=8", "/u?t=https://a.io/a/7": nil,
                        "https://A.io:443//a/7/?x=1#y": nil,
                    ]
                )
                Unwrap("/u?t={target}", examples: ["/u?t=https://a.io/a/7": nil])
            }
            Scheme("sql", wholeLinkAs: "url", to: "/c?url={url}", examples: ["sql:\u{7}": nil])
        }
        #expect(error == nil)
    }

    @Test func `an example is a whole link or a path`() {
        let error = ruleError {
            Domain("*.a.io", "b.io:8080", prefixes: ["", "/en"], fragment: .path) {
                Rewrite(
                    "/items/{id}?x={x?}",
                    to: "/item?id={id}&x={x}",
                    examples: [
                        "/items/5": "/item?id=5", "/en/items/5?x=1&y=2#": "/item?id=5&x=1&y=2#",
                        "https://c.a.io/items/5": "/item?id=5", "#/items/5": "/item?id=5",
                    ]
                )
            }
            Scheme("app", "other") {
                Rewrite(
                    "/items/{id}",
                    to: "/item?id={id}",
                    examples: ["/items/5": "/item?id=5", "other://items/6": "/item?id=6"]
                )
            }
        }
        #expect(error == nil)
    }

    @Test func `the first failing example of a rule is told, in the order of their text`() {
        for _ in 0..<8 {
            let examples = Dictionary(uniqueKeysWithValues: (0..<9).map { ("/a/\($0)", "/x") })
            let error = ruleError {
                Domain("a.io") { Rewrite("/a/{b}", to: "/c?b={b}", examples: examples) }
            }
            #expect(error?.description.contains("the example '/a/0' becomes '/c?b=0'") == true)
        }
    }

    @Test(arguments: [
        (Limits(bytes: 0), "bytes", 0), (Limits(bytes: -1), "bytes", -1),
        (Limits(segments: 0), "segments", 0), (Limits(queryItems: .min), "queryItems", Int.min),
    ])
    func `a limit is at least 1`(limits: Limits, name: String, value: Int) throws {
        let error = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: LinkConfiguration(limits: limits))
        }
        #expect(
            error.description
                == "The configuration has a fault at limits.\(name): Limits: '\(name)' is \(value), so no link would pass; write a number from 1 on, or leave it out."
        )
        #expect(error.reason.code == "malformed-limit")
        let text = { (value: Int) in #"{ "version": 1, "limits": { "\#(name)": \#(value) } }"# }
        let read = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(text(value).utf8))
        }
        #expect(read.path == "limits.\(name)")
        #expect(read.description.hasSuffix("write a whole number from 1 on."))
        let configuration = try LinkConfiguration(data: Data(text(1).utf8))
        #expect(throws: Never.self) { try URLRewriter(configuration: configuration) }
    }

    /// The codes of all flaws of rules, as they stand in the sources, are in the tables.
    @Test func `no code lacks its row`() throws {
        var codes: Set<String> = ["malformed-limit"]
        func note(_ error: RewriteRuleError?) { if let error { codes.insert(error.reason.code) } }
        for domain in try LinkPathRuleTests.faulty() { note(ruleError { domain }) }
        for row in try Self.hosts() { note(ruleError { Domain(row.texts(0)[0]) }) }
        for row in try rows(in: "sources.txt") { note(try ruleError(of: row.texts(0)[0])) }
        for row in try Self.patterns() {
            note(ruleError { Domain("a.io") { Rewrite(row.texts(0)[0], to: "/b") } })
        }
        for row in try rows(in: "templates.txt") {
            note(ruleError { Domain("a.io") { Rewrite("/{x}/{*rest}", to: row.texts(0)[0]) } })
        }
        for row in Self.wrappers { note(ruleError { Domain("a.io") { Unwrap(row.texts(0)[0]) } }) }
        let files = try FileManager.default.contentsOfDirectory(
            at: Repository.root.appendingPathComponent("Sources/DeepLinks/Rewriting"),
            includingPropertiesForKeys: nil
        )
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /RuleFlaw\(\s*"([a-z-]+)"/) {
                #expect(codes.contains(String(match.1)), "\(match.1)")
            }
        }
    }
}
