import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import PathMatching
import Testing

/// The findings of checks of a configuration.
struct FindingsTests {
    /// The findings with these codes, each with its place and its sentence.
    private static func findings(
        _ codes: LinkFinding.Code...,
        in configuration: LinkConfiguration
    ) -> [String] {
        configuration.findings().filter { codes.contains($0.code) }
            .map { "\($0.severity.rawValue) \($0.place): \($0.message)" }
    }

    private static func domain(_ rules: [RewriteRule]) -> LinkConfiguration {
        LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
    }

    private static func domain(@RewriteRule.Builder rules: () -> [RewriteRule]) -> LinkConfiguration
    { domain(rules()) }

    @Test(arguments: try rows(in: "findings.txt"))
    func `a document has these findings, with these sentences`(row: TableRow) throws {
        let document = #"{"version":1,"# + row[1].dropFirst()
        let codes = row[0].split(separator: " ").map(String.init)
        let found = try LinkConfiguration(data: Data(document.utf8)).findings()
            .filter { codes.contains($0.code.rawValue) }
            .map { "\($0.severity.rawValue) \($0.place): \($0.message)" }
        #expect(found == Array(row.rest.dropFirst()))
    }

    // MARK: - Invalid rules

    @Test func `a finding says whose rule it is about`() throws {
        let configuration = LinkConfiguration(domains: [
            Domain("a.io") {
                Rewrite("/a/{x}", to: "/a", examples: ["/a": "/b"], title: "A", owner: "Growth")
                Rewrite("/b", to: "/b", title: "B")
                Rewrite("/c", to: "/c", owner: "Shop")
                Rewrite("/d", to: "/d")
            }
        ])
        let ends = configuration.findings().map { finding in
            "\(finding.code) \(finding.message.split(separator: ". ").last ?? "")"
        }
        #expect(
            ends == [
                "failing-example This is 'A' of 'Growth'.",
                "unused-capture This is 'A' of 'Growth'.",
                "no-example This is 'B'.", "no-example This is a rule of 'Shop'.",
                "no-example '/d' has no example; add one under 'examples', and it is tried whenever the rules are read.",
            ]
        )
    }

    @Test func `all faults are found, not only the first`() {
        let configuration = LinkConfiguration(
            domains: [
                Domain("a.io", "a..io", prefixes: ["", "/{x", ""]) {
                    Rewrite("/{id}", to: "/x?id={di}")
                    // Examples of a source with such faults are not checked.
                    Rewrite("/a", to: "/x", examples: ["/a": "/y"])
                },
                Domain("b.io") {
                    Rewrite("/b", to: "/x", examples: ["/b": "/y", "/c": "/z"])
                    Rewrite("/c", to: "/x", examples: ["/c": "/x"])
                    Rewrite("/c", to: "/y", examples: ["/c": "/y"])
                }, Domain("a.io") { Rewrite("b", to: "/x") },
            ],
            schemes: [Scheme("https", "my_app", "ok")]
        )
        let errors = configuration.findings().filter { $0.severity == .error }
        #expect(
            errors.map { "\($0.code) \($0.place)" } == [
                "malformed-host domains[0].hosts[1]", "malformed-prefix domains[0].prefixes[1]",
                "conflict domains[0].prefixes[2]",
                "conflict domains[1].rules[2].from", "duplicate-host domains[2].hosts[0]",
                "malformed-path domains[2].rules[0].from", "foreign-scheme schemes[0].names[0]",
                "malformed-scheme schemes[0].names[1]",
            ]
        )
        #expect(
            errors.last { $0.code == .conflict }?.message
                == "Domain 'b.io', rule '/c': it matches exactly the same links as the source's rule 2, '/c', at '/c'; remove one of the two, or require a query item in one."
        )
    }

    @Test func `what a rewriter is refused for is found first, and says the same`() throws {
        let configuration = Self.domain { Rewrite("/{id}", to: "/x?id={di}") }
        let error = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: configuration)
        }
        let finding = try #require(configuration.findings().first)
        #expect(finding.place == error.path)
        #expect(error.description.hasSuffix(finding.message))
    }

    // MARK: - Rules that never win

    @Test(arguments: try rows(in: "dead-rules.txt"))
    func `a rule that others leave no links never wins`(row: TableRow) {
        let patterns = row.texts(0)
        let configuration = Self.domain(
            patterns.enumerated().map { .rewrite(Rewrite($1, to: "/to\($0)")) }
        )
        let expected = row.rest.first.map { dead in
            "error domains[0].rules[\(patterns.firstIndex(of: dead) ?? -1)].from: '\(dead)' never wins, as \(row[2]) all of its links; remove this rule, or constrain the others."
        }
        #expect(Self.findings(.deadRule, in: configuration) == [expected].compactMap(\.self))
    }

    // MARK: - Queries

    /// Of two rules that rank alike, the one declared first is tried first.
    @Test(arguments: try rows(in: "hidden-rules.txt"))
    func `a rule whose path another one has, that asks no more, is hidden`(row: TableRow) {
        let (first, second) = (row[0], row[1])
        let configuration = Self.domain {
            Rewrite(first, to: "/first")
            Rewrite(second, to: "/second")
        }
        let sentence =
            "error domains[0].rules[1].from: '\(second)' never wins, as '\(first)' has the same path, is tried first and requires no more of the query and the fragment; put this rule before it, or require another item in this rule."
        let isHidden = row.texts(2) == ["hidden"]
        #expect(Self.findings(.hiddenByQuery, in: configuration) == (isHidden ? [sentence] : []))
        #expect(Self.findings(.deadRule, in: configuration) == [])
    }

    @Test(arguments: [
        ("/open?url=/settings/{section:a|b}", "/open?url=/home/{panel:a|b}", 0),
        ("/open?url=/settings/{section:a|b}", "/open?url=/settings/{section:a|b}/", 0),
        ("/open?url=/settings/{section:a|b}", "/open?url=/settings/{section:b|c}", 1),
        ("/open?page={page:int}", "/open?page={name:alpha}", 0),
        ("/open?page={page:int?}", "/open?page={name:alpha?}", 1),
        ("/p?a=1&b={x}", "/p?a={x}&b=1", 1),
        ("/p?a=1&b={x:int}", "/p?a={x}&b=c", 0),
    ])
    func `values that no item shares do not overlap`(first: String, second: String, count: Int) {
        let findings = Self.findings(
            .queryOverlap,
            in: Self.domain {
                Rewrite(first, to: "/first")
                Rewrite(second, to: "/second")
            }
        )
        #expect(findings.count == count, "\(findings)")
    }

    // MARK: - Registered paths

    @Test(arguments: try rows(in: "registered-paths.txt"))
    func `a template that leads to no registered path is an error`(row: TableRow) {
        var configuration = Self.domain { Rewrite(row[0], to: row[1]) }
        #expect(!configuration.findings().contains { $0.code == .unregisteredPath })
        configuration.paths = row.texts(2)
        let findings = configuration.findings().filter { $0.code == .unregisteredPath }
        #expect(findings.map(\.severity.rawValue) == row.texts(3))
        #expect(findings.allSatisfy { $0.place == "domains[0].rules[0].to" })
    }

    /// Domains whose rule leads to different paths, with these and other registered paths.
    @Test(arguments: [
        // A capture that differs from prefix to prefix.
        (
            Domain("a.io", prefixes: ["/{lang:en|fr}", "/x/{lang:de|it}"]) {
                Rewrite("/a", to: "/{lang}/a")
            }, ["/en/a", "/it/a"], ["/a", "/en/b"]
        ),
        // The segments of a prefix are absent under another one.
        (
            Domain("a.io", prefixes: ["", "/{*server}/host"]) { Rewrite("/a", to: "/{*server}/a") },
            ["/a", "/s/t/a"], ["/b"]
        ),
        // So is a segment with other text beside such a capture.
        (
            Domain("a.io", prefixes: ["", "/{lang:en|fr}"]) {
                Rewrite("/a/{id:int}", to: "/{id}/l-{lang}/b")
            }, ["/31337/b", "/31337/l-fr/b"], ["/31337/l-de/b"]
        ),
        // One capture may be absent while another is there.
        (
            Domain("x.io", "{shop}.x.io") {
                Rewrite("/list?page={page?}", to: "/{shop}/list/{page}")
            }, ["/list/{page}", "/{shop}/list/{page}", "/list", "/{shop}/list"], ["/items"]
        ),
    ])
    func `a rule leads to what any of its hosts and prefixes may make`(
        domain: Domain,
        fine: [String],
        others: [String]
    ) {
        for path in fine + others {
            let configuration = LinkConfiguration(domains: [domain], paths: [path])
            let findings = configuration.findings().filter { $0.code == .unregisteredPath }
            #expect(findings.isEmpty == fine.contains(path), "\(findings)")
        }
    }

    @Test func `a path is not called unregistered because others took the time`() {
        let wrong = (0..<20).map { Rewrite("/\($0)/{a:int}/{b}", to: "/{a}/{b}/x\($0)-{b}") }
        let last = Rewrite("/chat/{room:uuid}/{message}", to: "/chat/{room}/{message}")
        let configuration = LinkConfiguration(
            domains: [Domain(hosts: ["a.io"], rules: (wrong + [last]).map(RewriteRule.rewrite))],
            paths: ["/chat/{room}/{message:uuid}"] + (0..<20).map { "/{a:alpha}/{b}/y\($0)-{c}" }
        )
        let places = configuration.findings().filter { $0.code == .unregisteredPath }.map(\.place)
        #expect(places.first == "domains[0].rules[0].to")
        #expect(!places.contains("domains[0].rules[20].to"))
    }

    @Test(arguments: try rows(in: "mistakes.txt"))
    func `a mistake is one error, with its obstacle and the way out`(row: TableRow) {
        let errors = LinkConfiguration.findings(in: Data(row[0].utf8)).filter {
            $0.severity == .error
        }
        #expect(errors.map { "\($0.code) \($0.place): \($0.message)" } == [row[1]])
    }

    // MARK: - Other spellings

    @Test(arguments: [
        "/wiki/Special:Search", "/a/{b}:c", "/:{id}", "/a/:", "/a/-/b", "/<", "/(a", "/[]", "/@me",
        "/$1", "/a?x=*.html", "/%3Aid", "/{x:a|b}", "/1:2", "/{_a:int}", "/{-:int}", "/x?a={a}*",
        "/x/{.b:a|b}", "/Foo_(bar)", "/Foo_({bar})", "/a(b/c)d", "/a:id?x=1", "/a{{/b}}",
        "/{x:c++|d}", "/{x:a%20|b}", "/{x:(a)|b}", "/a(b.c)/{id}", "/x?q=(a)b", "/c++?a",
        "/x?q=(a)?", "/p?q=a*b",
    ])
    func `what looks like a text is let be`(pattern: String) {
        #expect(
            Self.findings(.foreignCapture, in: Self.domain { Rewrite(pattern, to: "/x") }) == []
        )
    }

    @Test(arguments: ["/d?q=2*x&id={id}", "/d/2*x/{id}"])
    func `what looks like a text in a template is let be`(template: String) {
        let domain = Self.domain { Rewrite("/p/{id}", to: template) }
        #expect(Self.findings(.foreignCapture, in: domain) == [])
    }

    @Test(arguments: [
        ("/cart\u{200B}", "'/cart\\u{200B}' has an invisible character", "%E2%80%8B"),
        ("/ca\u{A0}rt", "'/ca\\u{A0}rt' has an invisible character", "%C2%A0"),
        ("/\u{FEFF}cart", "'/\\u{FEFF}cart' has an invisible character", "%EF%BB%BF"),
        ("/ca\u{AD}rt", "'/ca\\u{AD}rt' has an invisible character", "%C2%AD"),
        ("/cart?a=\u{202E}b", "'/cart?a=\\u{202E}b' has an invisible character", "%E2%80%AE"),
        ("/cart\u{3000}", "'/cart\\u{3000}' has an invisible character", "%E3%80%80"),
        ("/cart ", "'/cart\\u{20}' has a blank at its end", "%20"),
    ])
    func `an unseen character is found`(pattern: String, obstacle: String, encoded: String) throws {
        #expect(
            Self.findings(.invisibleCharacter, in: Self.domain { Rewrite(pattern, to: "/x") }) == [
                "warning domains[0].rules[0].from: \(obstacle); remove it, or allow 'invisible-character' if that is meant."
            ]
        )
        // Both ways out, followed.
        let bare = String(
            String.UnicodeScalarView(pattern.unicodeScalars.filter { !$0.isInvisible && $0 != " " })
        )
        let written = pattern.unicodeScalars.map { scalar in
            scalar.isInvisible || scalar == " " ? encoded : String(scalar)
        }.joined()
        for text in [bare, written] {
            #expect(
                Self.findings(.invisibleCharacter, in: Self.domain { Rewrite(text, to: "/x") })
                    == []
            )
        }
    }

    // MARK: - Addresses and secrets

    @Test(arguments: try rows(in: "open-redirects.txt"))
    func `an address of anybody's choice is a warning`(row: TableRow) {
        let findings = Self.domain { Rewrite(row[0], to: row[1]) }.findings()
            .filter { $0.code == .openRedirect }
        #expect(findings.map(\.severity.rawValue) == row.texts(2))
        #expect(findings.allSatisfy { $0.place == "domains[0].rules[0].to" })
    }

    // MARK: - Acknowledged findings

    /// Every rule here has the same finding, so what remains shows how far each acknowledgement reaches.
    @Test func `an acknowledgement counts for its own rule or source alone`() {
        /// The places of the findings; those of one source, or of one of its rules, are allowed.
        func places(allowing source: Int? = nil, rule: Int? = nil) -> [Substring] {
            func isAllowed(_ number: Int, _ own: Int?) -> [String] {
                number == source && own == rule ? ["no-example"] : []
            }
            func rules(_ number: Int) -> [RewriteRule] {
                ["/a/{x}", "/b/{x}"].enumerated().map {
                    .rewrite(Rewrite($1, to: "/t?x={x}", allow: isAllowed(number, $0)))
                }
            }
            let options = (0..<3).map { SourceOptions(allow: isAllowed($0, nil)) }
            let configuration = LinkConfiguration(
                domains: [
                    Domain(hosts: ["a.io"], options: options[0], rules: rules(0)),
                    Domain(hosts: ["b.io"], options: options[1], rules: rules(1)),
                ],
                schemes: [Scheme(names: ["app"], options: options[2], rules: rules(2))]
            )
            return Self.findings(.noExample, in: configuration).map { $0.split(separator: " ")[1] }
        }
        let all = places()
        #expect(all.count == 6)
        for (source, place) in ["domains[0]", "domains[1]", "schemes[0]"].enumerated() {
            #expect(places(allowing: source) == all.filter { !$0.hasPrefix(place) })
            for rule in 0..<2 {
                let others = all.filter { !$0.hasPrefix("\(place).rules[\(rule)]") }
                #expect(places(allowing: source, rule: rule) == others)
            }
        }
    }

    // MARK: - Places

    @Test func `findings of a text have lines and columns`() throws {
        let text = """
            {
              "version": 1,
              "domains": [
                { "hosts": ["a.io"],
                  "rules": [
                    { "from": "/a/{id}", "to": "/x?id={id}" } ] }
              ]
            }
            """
        let findings = LinkConfiguration.findings(in: Data(text.utf8))
        #expect(
            findings.map(\.description) == [
                "note: no-example at domains[0].rules[0] (line 6, column 9): '/a/{id}' has no example; add one under 'examples', and it is tried whenever the rules are read."
            ]
        )
        #expect(findings[0].line == 6 && findings[0].column == 9)
        let configuration = try LinkConfiguration(data: Data(text.utf8))
        #expect(configuration.findings()[0].line == nil)
    }

    @Test func `a finding about two rules gives the line of the other`() {
        let text = """
            { "version": 1, "domains": [{ "hosts": ["a.io"], "rules": [
              { "from": "/c", "to": "/x" },
              { "from": "/c", "to": "/y" }
            ] }] }
            """
        let messages = LinkConfiguration.findings(in: Data(text.utf8))
            .filter { $0.code == .conflict }.map(\.message)
        #expect(messages.count == 1)
        #expect(messages.allSatisfy { $0.hasSuffix(" The other rule is in line 2.") })
    }

    @Test func `all mistakes of a text's form are found at once`() {
        let text = """
            { "version": 1,
              "domains": [{ "hosts": "a.io", "rules": [
                { "form": "/a", "to": "/x" },
                { "unwarp": "/a?u={u}", "examples": 1 },
                { "from": 5, "to": "/x" },
                { "from": "/b" }
              ] }],
              "schemes": [{ "names": ["a"], "unmatched": "pass" }] }
            """
        #expect(
            LinkConfiguration.findings(in: Data(text.utf8)).map { "\($0.line ?? 0): \($0.message)" }
                == [
                    "2: The value is a string; write an array.",
                    "3: The key 'form' is unknown; write 'from'.",
                    "4: The key 'unwarp' is unknown; write 'unwrap'.",
                    "4: The value is the number 1; write an object of external links and the internal links they become.",
                    "5: The value is the number 5; write a string.",
                    "6: The key 'to' is missing; add it.",
                    "8: 'pass' is not a valid value; write 'reject' or 'passThrough'.",
                ]
        )
    }

    @Test func `a code is known by its text alone`() {
        #expect(LinkFinding.Code(rawValue: "no-example") == .noExample)
        #expect(Set([LinkFinding.Code(rawValue: "no-example"), .noExample]).count == 1)
    }

    @Test func `severities are ordered`() {
        #expect(LinkFinding.Severity.allCases == [.note, .warning, .error])
        #expect(LinkFinding.Severity.note < .warning && LinkFinding.Severity.warning < .error)
    }
}
