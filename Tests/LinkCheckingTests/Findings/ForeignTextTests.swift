import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import PathMatching
import Testing

/// Rules in the syntax of other routers, and what is true once their author did what the finding says.
struct ForeignTextTests {
    private static func rules(_ patterns: [String]) -> LinkConfiguration {
        let rules = patterns.enumerated().map { RewriteRule.rewrite(Rewrite($1, to: "/to\($0)")) }
        return LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
    }

    /// What a finding about spelling says.
    private static func messages(_ configuration: LinkConfiguration) -> [String] {
        configuration.findings().filter {
            $0.severity == .error
                || [.foreignCapture, .invisibleCharacter].contains($0.code)
        }.map(\.message)
    }

    /// The texts between quotation marks of a message, or of the part of it behind a word.
    private static func quoted(_ message: String, after word: String? = nil) throws -> [String] {
        let start = try word.map { try #require(message.range(of: $0), "\(message)").upperBound }
        return message[(start ?? message.startIndex)...].split(
            separator: "'",
            omittingEmptySubsequences: false
        )
        .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    /// The patterns that the finding about a pattern says to write, until there is no finding.
    private static func advised(_ pattern: String) throws -> [String] {
        var patterns = [pattern]
        for _ in 0..<4 {
            guard let message = messages(rules(patterns)).first else { break }
            let texts = try quoted(message, after: "; write ")
            if texts[0].hasPrefix("/") {
                patterns = texts
            } else {
                let literal = try quoted(message)[0]
                patterns = [
                    patterns[0].replacing(literal, with: texts[0], maxReplacements: 1)
                ]
            }
        }
        return patterns
    }

    /// What was written, what the findings say to write, the links that are then taken, and links that are not.
    static let rows = """
        /artist/:id    /artist/{id}    /artist/5    /artist
        /:shop_id/x    /{shop_id}/x    /a/x    /x
        /a/:id.json    /a/{id}.json    /a/5.json    /a/5
        /flights/:from-:to    /flights/{from}-{to}    /flights/a-b    /flights/a
        /flights/{from}-:to    /flights/{from}-{to}    /flights/a-b    /flights/a
        /@:user    /@{user}    /@me    /me
        /users/:id?    /users/{id} /users    /users/5 /users    /users/5/6
        /users/:id/?    /users/{id}    /users/5 /users/5/    /users
        /users/?    /users    /users /users/    /users/5
        /:lang?/categories    /{lang}/categories /categories    /en/categories /categories    /en
        /docs/:path*    /docs/{*path?}    /docs /docs/a /docs/a/b    /doc
        /docs/:path+    /docs/{*path}    /docs/a /docs/a/b    /docs
        /:path*/edit    /{*path?}/edit    /edit /a/b/edit    /a/b
        /a/:id(\\d+)    /a/{id:int}    /a/5    /a/x
        /a/:id(\\\\d+)    /a/{id:int}    /a/5    /a/x
        /blog/:id([0-9]{4,})?    /blog/{id:int} /blog    /blog/12345 /blog    /blog/x
        /a/:id(\\d+).json    /a/{id:int}.json    /a/5.json    /a/5
        /a/:slug([a-z0-9-]+)    /a/{slug}    /a/x-5    /a/x/y
        /:lang(en|de)?/x    /{lang:en|de}/x /x    /en/x /x    /fr/x
        /docs/:rest(.*)    /docs/{*rest}    /docs/a/b    /docs
        /docs/*    /docs/{*rest}    /docs/a/b    /docs
        /a/*/b    /a/{name}/b    /a/x/b    /a/x/y/b
        /a/**    /a/{*rest}    /a/b/c    /a
        /a/**/b    /a/{*rest}/b    /a/x/y/b    /a/b
        /*path/edit    /{*path}/edit    /a/b/edit    /a/b
        /buy*    /buy{*rest}    /buying/b    /bu
        /p/pre*fix/x    /p/pre{name}fix/x    /p/pre-a-fix/x    /p/-a-/x
        /p/*.html    /p/{name}.html    /p/a.html    /p/a
        /a/<id>/b    /a/{id}/b    /a/5/b    /a/5
        /a/<int:id>    /a/{id:int}    /a/5    /a/x
        /a/<string:s>    /a/{s}    /a/x    /a/x/y
        /a/<path:p>    /a/{*p}    /a/x/y    /a
        /item/<slug>-<int:id>.html    /item/{slug}-{id:int}.html    /item/red-5.html    /item/red-5
        /a/[id]/b    /a/{id}/b    /a/5/b    /a/5
        /@[user]    /@{user}    /@me    /me
        /a/[...slug]    /a/{*slug}    /a/b/c    /a
        /a/[[...slug]]    /a/{*slug?}    /a /a/b/c    /b
        /[[lang]]/home    /{lang}/home /home    /en/home /home    /en
        /wiki/<id:int>    /wiki/{id:int}    /wiki/5    /wiki/x
        /wiki/<name:path>    /wiki/{*name}    /wiki/a/b    /wiki
        /page/<path..>    /page/{*path}    /page/a/b    /page
        /page/<uuid:path>    /page/{path:uuid}    /page/0b5f0f3e-6b1c-4a3f-9d55-0f1f7d1f7a11    /page/x
        /a/(\\d+)    /a/{name:int}    /a/5    /a/x
        /a/([0-9]+)/b    /a/{name:int}/b    /a/5/b    /a/x/b
        /a/([^/]+)    /a/{name}    /a/x    /a/x/y
        /a/(.*)    /a/{*rest}    /a/b/c    /a
        /a/(.*?)/b    /a/{name}/b    /a/x/b    /a/b
        /a/(en|de)/b    /a/{name:en|de}/b    /a/en/b    /a/fr/b
        /a/(?:en|de)/b    /a/{name:en|de}/b    /a/de/b    /a/fr/b
        /a/(?<id>\\d+)    /a/{id:int}    /a/5    /a/x
        /items-(\\d+)    /items-{name:int}    /items-5    /items-x
        /a/.*    /a/{*rest}    /a/b/c    /a
        /a/.*?/b    /a/{name}/b    /a/x/b    /a/b
        /a/\\d+    /a/{name:int}    /a/5    /a/x
        /a/[0-9]{4}/b    /a/{name:int}/b    /a/2026/b    /a/x/b
        ^/users/(\\d+)$    /users/{name:int}    /users/5    /users/x
        ^users/(?P<id>\\d+)/$    /users/{id:int}/    /users/5    /users/x
        ^\\/a\\/(\\d+)$    /a/{name:int}    /a/5    /a/x
        ^/p/([a-z]+)/?$    /p/{name}    /p/a /p/a/    /p
        ^/about$    /about    /about    /about/us
        ^\\/terms\\.html$    /terms.html    /terms.html    /termsxhtml
        ^/a\\.b/(\\d+)$    /a.b/{name:int}    /a.b/5    /a.b/x
        ^/a\\-b$    /a-b    /a-b    /a
        // This package's captures with other routers' marks.
        /{lang}?/categories    /{lang}/categories /categories    /en/categories /categories    /en
        /a/{id}?    /a/{id} /a    /a/5 /a    /a/5/6
        /{lang:(en|de)}/x    /{lang:en|de}/x    /en/x /de/x    /fr/x
        /users/{id:en | de}    /users/{id:en|de}    /users/en /users/de    /users/x
        /users/{id: int}    /users/{id:int}    /users/5    /users/x
        /{id:[0-9]+|new}    /{id}    /5 /new    /5/6
        /files/{path...}    /files/{*path}    /files/a/b    /files
        /files/{**path}    /files/{*path}    /files/a/b    /files
        /files/{tail:.*}    /files/{*tail}    /files/a/b    /files
        /items/{id:[0-9]+}    /items/{id:int}    /items/5    /items/x
        /a/{x:\\d+}/{tail:.*}    /a/{x:int}/{*tail}    /a/5/b/c    /a/b/c
        /p/${id}    /p/{id}    /p/5    /p
        /p/${id}-${n:int}.html    /p/{id}-{n:int}.html    /p/x-5.html    /p/x
        // Values of query items.
        /a?x=${id}    /a?x={id}    /a?x=5    /a
        /a?x=:id    /a?x={id}    /a?x=5    /a
        /a?x=(\\d+)    /a?x={name:int}    /a?x=5    /a?x=y
        /a?x=**    /a?x={name}    /a?x=y    /a
        """.components(separatedBy: "\n").filter { !$0.hasPrefix("//") }

    @Test(arguments: rows)
    func `what a finding says to write takes the links that were meant`(row: String) throws {
        let cells = row.components(separatedBy: "    ")
        try #require(cells.count == 4)
        let patterns = try Self.advised(cells[0])
        let expected = cells[1].split(separator: " ").map(String.init)
        #expect(patterns == expected)
        #expect(!Self.messages(Self.rules([cells[0]])).isEmpty)
        let rewriter = try URLRewriter(configuration: Self.rules(patterns))
        for path in cells[2].split(separator: " ") {
            #expect(throws: Never.self) { try rewriter.rewrite("https://a.io\(path)") }
        }
        for path in cells[3].split(separator: " ") {
            #expect(throws: RewriteError.self) { try rewriter.rewrite("https://a.io\(path)") }
        }
    }

    /// What was written, the same as plain text as the finding says, and a link with that text.
    @Test(
        arguments: triples(
            """
            /a/:id(\\d+) → /a/%3Aid%28%5Cd%2B%29 → /a/:id(%5Cd+)
            /items-(\\d+) → /items-%28%5Cd%2B%29 → /items-(%5Cd+)
            /a/x-(\\d+-y) → /a/x-%28%5Cd%2B-y%29 → /a/x-(%5Cd+-y)
            /a/\\d{4} → /a/%5Cd%7B4%7D → /a/%5Cd%7B4%7D
            /buy* → /buy%2A → /buy*
            /a/<x>-<int:y>.html → /a/%3Cx%3E-%3Cint%3Ay%3E.html → /a/<x>-<int:y>.html
            /a/[a-z]+[0-9]+ → /a/%5Ba-z%5D%2B%5B0-9%5D%2B → /a/[a-z]+[0-9]+
            /a/<re:[0-9]+> → /a/%3Cre%3A%5B0-9%5D%2B%3E → /a/<re:[0-9]+>
            /a/:id(\\d+)?-x → /a/%3Aid%28%5Cd%2B%29%3F-x → /a/:id(%5Cd+)%3F-x
            /a/${x} → /a/%24{x} → /a/$5
            /flights/{from}-:to → /flights/{from}-%3Ato → /flights/5-:to
            /a/{path}* → /a/{path}%2A → /a/b*
            /p/:date{[0-9]+} → /p/%3Adate%7B%5B0-9%5D%2B%7D → /p/:date%7B[0-9]+%7D
            /x/y?/z → /x/y%3F/z → /x/y%3F/z
            /{id}.{ext}? → /{id}.{ext}%3F → /a.b%3F
            /a? → /a%3F → /a%3F
            /a/<id:foo> → /a/%3Cid%3Afoo%3E → /a/<id:foo>
            /a/x-[[y]] → /a/x-%5B%5By%5D%5D → /a/x-[[y]]
            """
        )
    )
    func `what a finding says to write for the text takes it`(
        pattern: String,
        plain: String,
        link: String
    ) throws {
        let message = try #require(Self.messages(Self.rules([pattern])).first)
        let literal = try #require(try Self.quoted(message).first)
        let text = try #require(try Self.quoted(message, after: ", or ").first)
        #expect(pattern.replacing(literal, with: text) == plain)
        let rules = Self.rules([plain])
        #expect(Self.messages(rules) == [])
        #expect(throws: Never.self) {
            try URLRewriter(configuration: rules).rewrite("https://a.io\(link)")
        }
    }

    /// Whole sentences, each about a place.
    @Test(
        arguments: triples(
            """
            {"hosts":["a.io"],"prefixes":["","/:lang?"]} → domains[0].prefixes[1] → '/:lang?' has an optional part, as other routers write it; write '/{lang}', and '' too if it is meant.
            {"hosts":["a.io"],"rules":[{"from":"/a?id={id?}","to":"/b/:id?"}]} → domains[0].rules[0].to → '/b/:id?' has an optional part, as other routers write it; write '/b/{id}'.
            {"hosts":["a.io"],"rules":[{"from":"/a/{*path?}","to":"/b/:path*"}]} → domains[0].rules[0].to → ':path*' in '/b/:path*' is plain text; write '{*path}' to capture it, or '%3Apath%2A' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{id:int}","to":"/b/:id(\\d+)"}]} → domains[0].rules[0].to → ':id(\\d+)' in '/b/:id(\\d+)' is plain text; write '{id}' to capture it, or '%3Aid%28%5Cd%2B%29' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{id}","to":"/b?id=${id}"}]} → domains[0].rules[0].to → '${id}' in '/b?id=${id}' is written for another router; write '{id}' to capture it, or '%24{id}' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{x}","to":"/b/*"}]} → domains[0].rules[0].to → '*' in '/b/*' is plain text; write each path that is meant, with captures such as '{name}', or '%2A' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{id:[0-9]{4}}","to":"/b"}]} → domains[0].rules[0].from → '{id:[0-9]{4}}' in '/a/{id:[0-9]{4}}' is written for another router; write each path that is meant, with captures such as '{name}', or '%7Bid%3A%5B0-9%5D%7B4%7D%7D' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/(?!x)[a-z]+","to":"/b"}]} → domains[0].rules[0].from → '(?!x)[a-z]+' in '/a/(?!x)[a-z]+' is plain text; write each path that is meant, with captures such as '{name}', or '%28%3F%21x%29%5Ba-z%5D%2B' for the text.
            {"hosts":["a.io"],"rules":[{"from":"^/a/(?P<x>.+/)y$","to":"/b"}]} → domains[0].rules[0].from → '^/a/(?P<x>.+/)y$' is a regular expression; write each path that is meant, with captures such as '{name}'.
            {"hosts":["a.io"],"rules":[{"from":"/a/{x:int}/{y}","to":"/b?x=$1&y={y}"}]} → domains[0].rules[0].to → '$1' in '/b?x=$1&y={y}' is plain text; write each path that is meant, with captures such as '{name}', or '%241' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{x}/{y}","to":"/b/{x}/\\2"}]} → domains[0].rules[0].to → '\\2' in '/b/{x}/\\2' is plain text; write each path that is meant, with captures such as '{name}', or '%5C2' for the text.
            {"hosts":["a.io"],"rules":[{"from":"*","to":"/b"}]} → domains[0].rules[0].from → '*' in '*' is plain text; write '{*rest}' to capture it, or '%2A' for the text.
            {"hosts":["a.io"],"rules":[{"from":"^/a/(.*)$","to":"/b"}]} → domains[0].rules[0].from → '^/a/(.*)$' is a regular expression; write '/a/{*rest}'.
            """
        )
    )
    func `a finding fits the place of the text`(
        source: String,
        place: String,
        message: String
    )
        throws
    {
        let data = #"{"version":1,"domains":[\#(source)]}"#.replacing("\\", with: "\\\\")
        let findings = try LinkConfiguration(data: Data(data.utf8)).findings()
            .filter { $0.place == place && $0.severity > .note }
        #expect(findings.map(\.message) == [message])
        #expect(
            findings.allSatisfy {
                $0.code == .foreignCapture || $0.severity < .warning
                    || $0.code.rawValue.hasPrefix("malformed-")
            }
        )
    }

    /// Expressions of which only the paths say what is meant.
    @Test(
        arguments: [
            "^/v{2}$", "^/x*$", "^/foo|/bar$", "^/p/[0-9]$", "^/colou?r/(\\d+)$", "^/(?i)foo$",
            "^/foo",
            "^https://a\\.io/blog/(\\d+)$", "^/a\\.*$", "^/a/{id}$", "^/a\\?x=(\\d+)$", "^/a(b)?x$",
        ]
    )
    func `each path of an expression is to be written`(pattern: String) {
        #expect(
            Self.messages(Self.rules([pattern])) == [
                "'\(pattern)' is a regular expression; write each path that is meant, with captures such as '{name}'."
            ]
        )
    }

    /// Parts of expressions, each with a text that it matches.
    private static let expressions = [
        ("/", "/"), ("/a", "/a"), ("\\.", "."), ("\\-", "-"), ("x", "x"), ("(\\d+)", "5"),
        ("[^/]+", "y"), ("(en|de)", "de"), ("{2}", "x"), ("[0-9]", "7"), ("|", ""), ("?", ""),
        (".*", "z"), ("\\d+", "12"), ("(?i)", ""), ("\\/", "/"), ("*", ""), ("(?<n>\\w+)", "n_1"),
        ("(?:b)", "b"), ("\\?q=", "?q="), ("://", "://"),
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `what is to be written for an expression takes what it matches`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var count = 0
        for _ in 0..<400 {
            let parts = (0..<Int.random(in: 1...4, using: &random)).compactMap { _ in
                Self.expressions.randomElement(using: &random)
            }
            let pattern = "^/\(parts.map(\.0).joined())$"
            let link = "/\(parts.map(\.1).joined())"
            guard let expression = try? Regex(pattern), link.contains(expression),
                (try? DeepLink(link)) != nil, !link.contains("//"),
                let message = Self.messages(Self.rules([pattern])).first,
                !message.contains("such as '{name}'")
            else { continue }
            count += 1
            let texts = try Self.quoted(message, after: "; write ")
            let rewriter = try URLRewriter(configuration: Self.rules(texts))
            #expect(throws: Never.self, "\(pattern): \(message)") {
                try rewriter.rewrite("https://a.io\(link)")
            }
        }
        #expect(count > 20)
    }

    /// Optional parts of which only the paths say what is meant.
    @Test(
        arguments: [
            "/a(/:b)", "/users(/:id)(.:format)", "/log(/:year(/:month))", "/users{/:id}",
            "/a/:b?/:c?",
            "/shop(/en)?/items", "/p(\\.html)?", "/p/:id(/edit)?", "/a(/:b)?x={x}",
            "/(:lang/)about", "/p/:id.:format?", "/p/x-:id?/y", "/a(b)?",
        ]
    )
    func `each path with an optional part is to be written`(pattern: String) {
        #expect(
            Self.messages(Self.rules([pattern])) == [
                "'\(pattern)' has an optional part, as other routers write it; write each path that is meant, with captures such as '{name}'."
            ]
        )
    }

    private static let fragments = [
        "/", "/", "/a", "-", ".", "x", ":id", ":b(\\d+)", "?", "*", "+", ".*", "[a-z]+", "[^/]+",
        "\\d+",
        "<c>", "<int:d>", "[e]", "[...f]", "(\\w+)", "(en|de)", "(?:-y)?", "(/z)?", "(.:g)",
        "(.html)?", "{h}",
        "{.:i}", "{/:j}", "${k}", "{**l}", "{m:[0-9]+}", "{n:.*}", "\\.", "|", "$", ")", "]",
        "(?P<o>\\d+)",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `what a finding says to write is a pattern without such a finding`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var count = 0
        for _ in 0..<500 {
            let fragments = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                Self.fragments.randomElement(using: &random)
            }
            let pattern =
                Bool.random(using: &random) ? "/\(fragments.joined())" : "^/\(fragments.joined())$"
            let findings = Self.rules([pattern]).findings().map(\.message)
            guard
                let message = findings.first(where: {
                    $0.contains("an optional part") || $0.contains("a regular expression;")
                }), !message.contains("such as '{name}'")
            else { continue }
            count += 1
            for text in try Self.quoted(message, after: "; write ") {
                #expect(Self.messages(Self.rules([text])) == [], "\(pattern): \(message)")
            }
        }
        #expect(count > 25)
    }

    @Test(arguments: ["(/", "((", "(/:a", "{/", ":a(", "[", "\\"])
    func `text of any depth and length is read`(text: String) {
        for count in [1, 8, 9, 100, 500, 1_000] {
            let end = text.hasPrefix("{") ? "}" : ")"
            for pattern in ["", String(repeating: end, count: count)].map({
                "/" + String(repeating: text, count: count) + $0
            }) {
                let findings = Self.rules([pattern]).findings()
                #expect(findings.allSatisfy { $0.place.hasPrefix("domains[0].rules[0]") })
            }
        }
    }
}
