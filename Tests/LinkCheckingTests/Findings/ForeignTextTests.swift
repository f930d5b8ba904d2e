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
        // Next, Firebase and path-to-regexp.
        /docs/:path*    /docs/{*path?}    /docs /docs/a /docs/a/b    /doc
        /docs/:path+    /docs/{*path}    /docs/a /docs/a/b    /docs
        /:path*/edit    /{*path?}/edit    /edit /a/b/edit    /a/b
        /blog/:id(\\d+)?    /blog/{id:int} /blog    /blog/5 /blog    /blog/x
        /a/:id(\\d{4,})    /a/{id:int}    /a/12345    /a/x
        /a/:id(\\\\d+)    /a/{id:int}    /a/5    /a/x
        /a/:id(\\d+).json    /a/{id:int}.json    /a/5.json    /a/5
        /a/:slug([a-z0-9-]+)    /a/{slug}    /a/x-5    /a/x/y
        /a/:slug([a-z\\d]+)    /a/{slug}    /a/x5    /a
        /:lang([a-z]{2})/x    /{lang}/x    /en/x    /x
        /:lang(en|de)/x    /{lang:en|de}/x    /en/x /de/x    /fr/x
        /:lang(en|de)?/x    /{lang:en|de}/x /x    /en/x /x    /fr/x
        /@:user    /@{user}    /@me    /me
        /a/:rest(.*)?    /a/{*rest?}    /a /a/b/c    /b
        /:a(\\w+)-:b(\\d+)    /{a}-{b:int}    /x-5    /x-y
        /users{/:id}    /users/{id} /users    /users/5 /users    /users/5/6
        /users{/:id}/edit    /users/{id}/edit /users/edit    /users/5/edit /users/edit    /users
        /files{/*path}    /files/{*path} /files    /files/a/b /files    /file
        /a/[[...slug]]    /a/{*slug?}    /a /a/b/c    /b
        /((?!api).*)    /{*rest}    /a/b    /
        // Vue.
        /docs/:pathMatch(.*)*    /docs/{*pathMatch?}    /docs /docs/a/b    /doc
        /docs/:rest(.*)    /docs/{*rest}    /docs/a/b    /docs
        /docs/:rest(.*)/edit    /docs/{*rest}/edit    /docs/a/b/edit    /docs/a/b
        /docs/:n(\\d+)+    /docs/{*n}    /docs/1/2    /docs
        // React Router.
        /:lang?/categories    /{lang}/categories /categories    /en/categories /categories    /en
        /a/:b?/:c?    /a/{b}/{c} /a/{b} /a    /a /a/1 /a/1/2    /a/1/2/3
        /users/:id/?    /users/{id}    /users/5 /users/5/    /users
        /users/?    /users    /users /users/    /users/5
        /docs/*/?    /docs/{*rest}    /docs/a/b    /docs
        // Rails.
        /users(/:id)    /users/{id} /users    /users/5 /users    /users/5/6
        /posts(/:page)(.:format)    /posts/{page}.{format} /posts/{page} /posts    /posts/5.json /posts/5 /posts    /posts/5/6
        /log(/:year(/:month))    /log/{year}/{month} /log/{year} /log    /log/2026/11 /log/2026 /log    /log/1/2/3
        /posts/:id(.:format)    /posts/{id}.{format} /posts/{id}    /posts/5.json /posts/5    /posts
        /(:lang/)about    /{lang}/about /about    /en/about /about    /en
        // Regular expressions, of Django and others.
        ^/users/(\\d+)$    /users/{name:int}    /users/5    /users/x
        ^users/(?P<id>\\d+)/$    /users/{id:int}/    /users/5    /users/x
        ^\\/a\\/(\\d+)(?:\\/(\\d+))?$    /a/{name:int}/{name2:int} /a/{name:int}    /a/5 /a/5/6    /a/x
        ^/about$    /about    /about    /about/us
        /users(?:/(\\d+))?    /users/{name:int} /users    /users/5 /users    /users/x
        /items-(\\d+)    /items-{name:int}    /items-5    /items-x
        /(\\d+)-(\\w+)/(.*)    /{name:int}-{name2}/{*rest}    /5-x/y/z    /x-5/y
        /a/(en|de)/b    /a/{name:en|de}/b    /a/en/b    /a/fr/b
        /a/(?:en|de)/b    /a/{name:en|de}/b    /a/de/b    /a/fr/b
        /a/\\d+    /a/{name:int}    /a/5    /a/x
        /a/[0-9]{4}$    /a/{name:int}    /a/2026    /a/x
        /a/.*?/b    /a/{name}/b    /a/x/b    /a/b
        /wiki/Talk-(.*)    /wiki/Talk-{*rest}    /wiki/Talk-a/b    /wiki/a
        /*/*/*    /{name}/{name2}/{*rest}    /a/b/c/d    /a/b
        /**/a/**    /{*rest}/a/{*rest2}    /x/y/a/z    /a
        /{name}/(\\d+)    /{name}/{name2:int}    /x/5    /x/y
        // Text that may be absent.
        /shop(/en)?/items    /shop/en/items /shop/items    /shop/en/items /shop/items    /shop
        ^/p/(\\d+)(/reviews)?$    /p/{name:int}/reviews /p/{name:int}    /p/5/reviews /p/5    /p
        /p/:id(/edit)?    /p/{id}/edit /p/{id}    /p/5/edit /p/5    /p
        ^/(?:en/)?p/(\\d+)$    /en/p/{name:int} /p/{name:int}    /en/p/5 /p/5    /p
        ^/p/(\\d+)(?:-[a-z-]+)?$    /p/{name:int}-{name2} /p/{name:int}    /p/5-x /p/5    /p/x
        ^/p/(\\d+)(\\.html)?$    /p/{name:int}.html /p/{name:int}    /p/5.html /p/5    /p/x
        ^comments/(?:page-(?P<n>[0-9]+)/)?$    /comments/page-{n:int}/ /comments    /comments/page-5 /comments    /comments/5
        /p/:id.:format?    /p/{id}.{format} /p/{id}    /p/5.json /p/5    /p
        /:file{.:ext}    /{file}.{ext} /{file}    /a.txt /a    /a/b
        // Several captures in one segment.
        /items/<title>-<int:id>    /items/{title}-{id:int}    /items/red-shoe-5    /items/5
        /item/<slug>-<int:id>.html    /item/{slug}-{id:int}.html    /item/red-5.html    /item/red-5
        /item-<int:id>    /item-{id:int}    /item-5    /item-x
        /a/<x>-<y>    /a/{x}-{y}    /a/1-2    /a/1
        /@[user]    /@{user}    /@me    /me
        // Expressions and asterisks beside text.
        /gizmos.*    /gizmos{*rest}    /gizmos-a/b    /gizmo
        .*\\.html    /{name}.html    /a.html    /a
        /.*\\.html    /{name}.html    /a.html    /a
        /a/(.+)\\.html$    /a/{name}.html    /a/b.html    /a/b
        /a/{id}$    /a/{id}    /a/5    /a
        /buy*    /buy{*rest}    /buying/b    /bu
        /p/item-*    /p/item-{*rest}    /p/item-5    /p/5
        /p/*.html    /p/{name}.html    /p/a.html    /p/a
        /a/[^/]+    /a/{name}    /a/x    /a/x/y
        /p/[a-z]+-[0-9]+    /p/{name}-{name2:int}    /p/a-5    /p/a
        /ab*cd    /ab{name}cd    /abxcd    /abx
        // This package's captures with other routers' marks.
        /{lang}?/categories    /{lang}/categories /categories    /en/categories /categories    /en
        /docs/{path}*    /docs/{*path?}    /docs /docs/a/b    /doc
        /docs/{n:int}+    /docs/{*n}    /docs/1/2    /docs
        /a/{id}?    /a/{id} /a    /a/5 /a    /a/5/6
        /a/{*rest}?    /a/{*rest?}    /a /a/b/c    /b
        // Lists of words and other captures.
        /{lang:(en|de)}/x    /{lang:en|de}/x    /en/x /de/x    /fr/x
        /users/{id:en | de}    /users/{id:en|de}    /users/en /users/de    /users/x
        /users/{id: en|de}    /users/{id:en|de}    /users/en /users/de    /users/x
        /{id:[0-9]+|new}    /{id}    /5 /new    /5/6
        /{id:\\d+|new}    /{id}    /5 /new    /5/6
        /files/{path...}    /files/{*path}    /files/a/b    /files
        /files/{...path}    /files/{*path}    /files/a/b    /files
        /files/{**path}    /files/{*path}    /files/a/b    /files
        /files/{tail:.*}    /files/{*tail}    /files/a/b    /files
        /a/{x:.+}.html    /a/{x}.html    /a/b.html    /a/b
        /items/{$}    /items/    /items/    /items/5
        /items/{id:[0-9]+}    /items/{id:int}    /items/5    /items/x
        /a/{x:\\d+}/{tail:.*}    /a/{x:int}/{*tail}    /a/5/b/c    /a/b/c
        /p/${id}    /p/{id}    /p/5    /p
        /p/${id}-${n:int}.html    /p/{id}-{n:int}.html    /p/x-5.html    /p/x
        // Values of query items.
        /a?x=${id}    /a?x={id}    /a?x=5    /a
        /a?x=:id    /a?x={id}    /a?x=5    /a
        /a?x=:id?    /a?x={id?}    /a?x=5 /a    /b
        /a?x=(\\d+)    /a?x={name:int}    /a?x=5    /a?x=y
        /a?x=:rest(.*)    /a?x={rest}    /a?x=y/z    /a
        /a?x=**    /a?x={name}    /a?x=y    /a
        /a?x=[...rest]    /a?x={rest}    /a?x=y    /a
        /a(/:b)?x={x}    /a/{b}?x={x} /a?x={x}    /a/b?x=1 /a?x=1    /a/b
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
            /(\\d+)-(\\w+) → /%28%5Cd%2B%29-%28%5Cw%2B%29 → /(%5Cd+)-(%5Cw+)
            /:lang([a-z]{2}) → /%3Alang%28%5Ba-z%5D%7B2%7D%29 → /:lang(%5Ba-z%5D%7B2%7D)
            /a/\\d+ → /a/%5Cd%2B → /a/%5Cd+
            /a/:path* → /a/%3Apath%2A → /a/:path*
            /buy* → /buy%2A → /buy*
            /a/<x>-<int:y>.html → /a/%3Cx%3E-%3Cint%3Ay%3E.html → /a/<x>-<int:y>.html
            /a/[a-z]+[0-9]+ → /a/%5Ba-z%5D%2B%5B0-9%5D%2B → /a/[a-z]+[0-9]+
            /a/:id(\\d+)?-x → /a/%3Aid%28%5Cd%2B%29%3F-x → /a/:id(%5Cd+)%3F-x
            /a/${x} → /a/%24{x} → /a/$5
            /a/{path}* → /a/{path}%2A → /a/b*
            /{x:(a|b)} → /{x:%28a|b)} → /(a
            /{x:a | b} → /{x:a%20|%20b} → /a%20
            /{x:[0-9]+|b} → /{x:%5B0%2D9%5D%2B|b} → /%5B0-9%5D+
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
            {"hosts":["a.io"],"prefixes":["","/:lang?"]} → domains[0].prefixes[1] → '/:lang?' has an optional part, as other routers write it; write '/{lang}', and the prefix '' too if it is meant.
            {"hosts":["a.io"],"prefixes":["","/:lang(en|de)?/:b?"]} → domains[0].prefixes[1] → '/:lang(en|de)?/:b?' has an optional part, as other routers write it; write '/{lang:en|de}/{b}', and the prefixes '/{lang:en|de}' and '' too if they are meant.
            {"hosts":["a.io"],"rules":[{"from":"/a?id={id?}","to":"/b/:id?"}]} → domains[0].rules[0].to → '/b/:id?' has an optional part, as other routers write it; write '/b/{id}', which leaves out a capture that is absent.
            {"hosts":["a.io"],"rules":[{"from":"/a/{*path?}","to":"/b/:path*"}]} → domains[0].rules[0].to → ':path*' in '/b/:path*' is plain text; write '{*path}' to capture it, or '%3Apath%2A' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{id:int}","to":"/b/:id(\\d+)?x=:id?"}]} → domains[0].rules[0].to → ':id(\\d+)' in '/b/:id(\\d+)?x=:id?' is plain text; write '{id}' to capture it, or '%3Aid%28%5Cd%2B%29' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{id}","to":"/b?id=${id}"}]} → domains[0].rules[0].to → '${id}' in '/b?id=${id}' has a '$' that is plain text; write '{id}' to capture it, or '%24{id}' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/{name}/{name2}","to":"/b?x=$1&y=\\2"}]} → domains[0].rules[0].to → '$1' in '/b?x=$1&y=\\2' is plain text; write '{name}' to capture it, or '%241' for the text.
            {"hosts":["a.io"],"rules":[{"from":".*\\.html","to":"/b"}]} → domains[0].rules[0].from → '.*\\.html' in '.*\\.html' is plain text; write '{name}.html' to capture it, or '.%2A%5C.html' for the text.
            {"hosts":["a.io"],"rules":[{"from":"/a/<re:[0-9]+>","to":"/b"}]} → domains[0].rules[0].from → '<re:[0-9]+>' in '/a/<re:[0-9]+>' is plain text; write the path with captures such as '{name}', or '<re:%5B0-9%5D%2B>' for the text.
            {"hosts":["a.io"],"rules":[{"from":"^/a/(?P<x>.+/)y$","to":"/b"}]} → domains[0].rules[0].from → '^/a/(?P<x>.+/)y$' is a regular expression; write each path that is meant, with captures such as '{name}'.
            {"hosts":["a.io"],"rules":[{"from":"/a/x(b)(/:c)","to":"/b"}]} → domains[0].rules[0].from → '/a/x(b)(/:c)' has an optional part, as other routers write it; write each path that is meant, with captures such as '{name}'.
            {"hosts":["a.io"],"rules":[{"from":"/users/:id/?","to":"/b"}]} → domains[0].rules[0].from → '/users/:id/?' has an optional part, as other routers write it; write '/users/{id}', which takes links with a slash at the end and without.
            {"hosts":["a.io"],"rules":[{"from":"/a(/:b)(/:c)","to":"/b"}]} → domains[0].rules[0].from → '/a(/:b)(/:c)' has an optional part, as other routers write it; write '/a/{b}/{c}', and rules for '/a/{b}' and '/a' too if they are meant.
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
            .filter { $0.place == place }
        #expect(findings.first?.message == message)
        #expect(
            findings.allSatisfy {
                $0.code == .foreignCapture || $0.severity < .warning
                    || $0.code.rawValue.hasPrefix("malformed-")
            }
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
            let pattern = (Bool.random(using: &random) ? "/" : "^/") + fragments.joined()
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
        #expect(count > 50)
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
