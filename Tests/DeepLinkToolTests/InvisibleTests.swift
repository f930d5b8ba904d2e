import PathMatching
import Testing

@testable import DeepLinkTool

/// No output has a character that nobody sees: two texts that look alike can be told apart.
struct InvisibleTests {
    /// Characters of each kind, each kind once as the first: blanks and without width; ends of lines and marks of the text direction.
    private static let kinds = [
        "\u{A0}\u{3000}\u{2003}\u{2800}\u{200B}\u{FEFF}\u{AD}\u{2060}\u{180E}\u{3164}\u{E0041}\u{FE0F}\u{200D}",
        "\u{2028}\u{2029}\u{85}\u{202A}\u{202B}\u{202C}\u{202D}\u{202E}\u{2066}\u{2067}\u{2068}\u{2069}\u{200E}\u{200F}\u{61C}",
    ]

    private static func configuration(_ c: String) -> String {
        #"""
        {"version": 1, "domains": [
          {"hosts": ["m.io", "{shop}.m.io"], "prefixes": ["", "/p\#(c)"], "query": {"strip": ["s\#(c)"]}, "rules": [
            {"from": "/cart\#(c)", "to": "/cart\#(c)?tab=\#(c)"},
            {"from": "/item\#(c)?k\#(c)={x}&flag=\#(c)", "to": "/item/{x}?k\#(c)={x}"},
            {"from": "/list/{x}", "to": "/list/{x}", "examples": {"/list/\#(c)": "/list/\#(c)"}},
            {"from": "/words/{x:a\#(c)|b}", "to": "/words/{x}"},
            {"unwrap": "/u\#(c)?u={target}"}, {"refuse": "/no\#(c)"}
          ]}
        ], "schemes": [{"names": ["myapp"], "rules": [{"from": "/cart\#(c)", "to": "/cart"}]}],
        "paths": ["/cart\#(c)", "/list/{x}"]}
        """#
    }

    private static func association(_ c: String) -> String {
        #"""
        {"applinks": {"sub\#(c)": 1, "substitutionVariables": {"v\#(c)": ["a\#(c)", "b"]}, "details": [
          {"appIDs": ["A1B2C3D4E5.com.example.app", "A1B2C3D4E5.com\#(c).example"], "components": [
            {"/": "/cart\#(c)", "?": {"k\#(c)": "?*\#(c)"}, "#": "f\#(c)", "comment": "c\#(c)"},
            {"/": "/$(v\#(c))/$(w\#(c))", "k\#(c)": 1}, {"/": "/cart\#(c)"}, {"/": "/cart\#(c)"}
          ]}
        ]}}
        """#
    }

    /// Configurations with a mistake in each kind of place.
    private static func wrongConfigurations(_ c: String) -> [String] {
        func rules(_ rules: String, _ more: String = "", hosts: String = #""m.io""#) -> String {
            #"{"version": 1, "domains": [{"hosts": [\#(hosts)], "rules": [\#(rules)]\#(more)}]}"#
        }
        return [
            #"{"version": 1, "do\#(c)mains": []}"#, #"{"version": "1\#(c)"}"#,
            #"{"version": 1, "domains"\#(c): []}"#, #"{"version": 1, domains\#(c): []}"#,
            #"{"version": 1, "schemes": [{"names": ["sh\#(c)op"], "rules": []}]}"#,
            rules("", hosts: #""m\#(c).io""#), rules("", hosts: #""{a\#(c)}.m.io""#),
            rules("", hosts: #""{a:x|y\#(c)}.m.io""#), rules("", #", "query": "ke\#(c)ep""#),
            rules("", #", "prefixes": ["p\#(c)"]"#), rules("", #", "al\#(c)low": []"#),
            rules(#"{"from": "cart\#(c)", "to": "/a"}"#),
            rules(#"{"from": "/{cart\#(c)}", "to": "/a"}"#),
            rules(#"{"from": "/{cart:\#(c)int}", "to": "/a"}"#),
            rules(#"{"from": "/a?b\#(c)={c\#(c)}&b\#(c)={d}", "to": "/a"}"#),
            rules(#"{"from": "/a?\#(c)={\#(c)}", "to": "/a"}"#),
            rules(#"{"from": "/a", "to": "/{\#(c)}"}"#), rules(#"{"from": "/a", "to": "a\#(c)"}"#),
            rules(#"{"from": "/a\#(c)", "to": "/a"}, {"from": "/a\#(c)", "to": "/b"}"#),
            rules(#"{"from": "/a\#(c)", "to": "/a", "examples": {"/b\#(c)": "/c\#(c)"}}"#),
            rules(#"{"from": "/a\#(c)", "to": "/a\#(c)", "examples": {"/a": "/a"}}"#),
            rules(#"{"from": "/a\#(c)", "to": "/a", "title": 1, "x\#(c)": 1}"#),
        ]
    }

    private static let wrongAssociations = [
        #"{"applinks": {"details": [{"appIDs": ["A\#0"], "components": [{"/\#0": "/a"}]}]}}"#,
        #"{"applinks": {"details": [{"appID": "A1B2C3D4E5.\#0", "paths": ["/a\#0", "NOT\#0/b", "\#0"]}]}}"#,
        #"{"appli\#0nks": {}}"#, #"{"applinks"\#0: {}}"#, #"[\#0]"#,
        #"{"applinks": {"details": {"A1B2C3D4E5.a\#0": {"paths": ["/\#0"]}}}}"#,
    ]

    private static let app = ["--app-id", "A1B2C3D4E5.com.example.app"]

    private static let android = [
        "--android", "com.example.app", "--fingerprint",
        Array(repeating: "0A", count: 32).joined(separator: ":"),
    ]

    /// Command lines that show texts with the character, and each that needs it in its own words.
    private static func lines(_ c: String) -> [[String]] {
        let urls = [
            "https://m.io/cart", "https://m.io/cart\(c)", "https://m.io/ca\(c)rt?k\(c)=\(c)#\(c)",
            "https://m\(c).io/cart", "ht\(c)tps://m.io", "myapp:/cart\(c)x", "https://m.io:8\(c)/",
            "https://m.io/item?k=1", "https://m.io/item%E2%80%8B?k=\(c)", "https://u\(c)@m.io/",
            "https://m.io/u\(c)?u=https://m.io/list/\(c)", "https://a\(c).m.io/list/1", "/cart\(c)",
        ]
        var lines: [[String]] = []
        for json in [[], ["--json"]] {
            lines.append(["explain"] + urls + json)
            lines.append(["match"] + urls + ["--aasa", "aasa", "--host", "m.io", "--all"] + json)
            lines.append(["share"] + urls + ["/cart\(c)", "/list/\(c)?k=\(c)", "/x\(c)"] + json)
            lines.append(["aasa"] + app + json)
        }
        for format in ["text", "github", "sarif", "json"] {
            lines.append(["check", "--aasa", "aasa", "--format", format])
            lines.append(["aasa", "--check", "aasa", "--format", format])
        }
        for format in ["text", "json", "markdown", "mermaid", "html"] {
            lines.append(["map", "--format", format])
        }
        lines += [["aasa"] + android]
        lines += ["file", "entitlement", "info-plist"].map { ["aasa", "--part", $0] + app }
        lines += [
            ["aasa", "--app-id", "A1B2C3D4E5.com\(c).app"], ["che\(c)ck"], ["map", "--jso\(c)n"],
            ["map", "--format", "te\(c)xt"], ["map", "a\(c).json"], ["map", "--format=\(c)"],
            ["match", "a", "--aasa", "aasa", "--host", "m\(c).io"], ["demo", "fea\(c)tures"],
            ["match", "a", "--aasa", "aasa", "--host", "m.io", "--app-id", "A\(c)"],
            ["share", "/a", "--host", "m\(c).io"], ["help", "ma\(c)p"],
            ["check", "--aasa", "aasa", "--app-id", "A\(c)"], ["check", "--allow", "a\(c)"],
            ["aasa", "--android", "com.a\(c).b", "--fingerprint", "A\(c)"],
            ["check", "--aasa", "aasa", "--host", "m\(c).io"],
        ]
        return lines
    }

    /// Command lines and their files.
    private typealias Run = (line: [String], files: [String: String])

    private static func runs(_ c: String) -> [Run] {
        let (links, aasa) = (configuration(c), association(c))
        let wrongLinks = wrongConfigurations(c).flatMap { text in
            [["check"], ["check", "--json"]].map { run($0, text, aasa) }
        }
        let wrongFiles = wrongAssociations.map { $0.replacing(#"\#0"#, with: c) }.flatMap { text in
            [
                ["check", "--aasa", "aasa"],
                ["match", "https://m.io/a", "--aasa", "aasa", "--host=m.io"],
            ]
            .map { run($0, links, text) }
        }
        return lines(c).map { run($0, links, aasa) } + wrongLinks + wrongFiles
    }

    private static func run(_ line: [String], _ links: String, _ aasa: String) -> Run {
        (line, ["links.json": links, "aasa": aasa])
    }

    private static func text(_ run: Run) async -> String {
        let result = await ToolFixture.result(of: run.line, files: run.files)
        return result.output + result.errors
    }

    @Test(arguments: kinds)
    func `no output has a character that nobody sees`(characters: String) async {
        var shown: [Unicode.Scalar: Int] = [:]
        for run in Self.runs(characters) {
            let text = await Self.text(run)
            for scalar in characters.unicodeScalars {
                let raw = text.unicodeScalars.firstIndex(of: scalar)
                #expect(raw == nil, "\(run.line): \(raw.map { text[..<$0].suffix(60) } ?? "")")
                let digits = String(scalar.value, radix: 16, uppercase: true)
                if text.contains("\\u{\(digits)}") { shown[scalar, default: 0] += 1 }
            }
        }
        #expect(characters.unicodeScalars.allSatisfy { shown[$0, default: 0] > 20 }, "\(shown)")
    }

    @Test func `a character that JSON allows and nobody sees has an escape`() async {
        let line = ["explain", "https://m.io/list/\u{7F}", "--json"]
        let text = await Self.text(Self.run(line, Self.configuration("x"), ""))
        #expect(text.contains(#"/list/\u007f""#) && !text.contains("\u{7F}"), "\(text)")
    }

    @Test func `a space at the end of a text is seen`() async {
        let rules = #"""
            {"version": 1, "domains": [{"hosts": ["m.io"], "prefixes": ["", "/p "], "rules": [
              {"from": "/cart ", "to": "/cart"}, {"from": "/x?a=cart ", "to": "/x"},
              {"from": "/cart  ", "to": "/cart"}
            ]}], "paths": ["/cart "]}
            """#
        var shown = 0
        for line in Self.lines(" ") {
            let text = await Self.text(Self.run(line, rules, Self.association(" ")))
            for end in ["cart '", "cart \n", "cart  ", "cart `", "cart </", "cart ,"] {
                #expect(!text.contains(end), "\(line): \(text)")
            }
            if text.contains(#"cart\u{20}"#) { shown += 1 }
        }
        #expect(shown > 5)
    }

    @Test(arguments: [
        ("/cart", "/cart"), ("", ""), (" ", #"\u{20}"#), ("  a b ", #"\u{20}\u{20}a b\u{20}"#),
        ("'/a ' is not '/a'", #"'/a\u{20}' is not '/a'"#),
        ("has ' a', 'b'", #"has '\u{20}a', 'b'"#),
        ("the link's host 'a' and 'b ' ", #"the link's host 'a' and 'b\u{20}'\u{20}"#),
        ("'a ', or 'b'", #"'a\u{20}', or 'b'"#),
        ("' ' and ''", #"'\u{20}' and ''"#), ("apps' files ' a", #"apps' files ' a"#),
        ("caf\u{E9} e\u{301} \u{202E}", "caf\u{E9} e\u{301} \\u{202E}"),
        ("\u{2764}\u{FE0F}\u{200D}\u{1F525}", "\u{2764}\u{FE0F}\u{200D}\u{1F525}"),
        ("\u{1F525}\u{200D}", "\u{1F525}\\u{200D}"), ("5\u{FE0F}", "5\\u{FE0F}"),
        ("a\tb\n", #"a\u{9}b\u{A}"#), (#"\u{200B}"#, #"\u{200B}"#),
    ])
    func `a text is shown with escapes`(text: String, shown: String) {
        #expect(text.showingInvisible == shown)
        #expect(shown.showingInvisible == shown)
    }
}
