import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import SiteAssociation

/// Android's patterns, compared with Android's own matcher.
struct AndroidPatternTests {
    @Test(arguments: try rows(in: "android-patterns.txt"))
    func `the port answers as Android does`(row: TableRow) {
        for text in row.texts(1) {
            let isMatched = AndroidGlob(row[0]).matches(String(text.dropFirst()))
            #expect(isMatched == text.hasPrefix("+"), "\(text)")
        }
    }

    /// Texts of up to `length` of the given characters.
    private static func texts(of characters: String, upTo length: Int) -> [String] {
        (1...length).reduce(into: [[""]]) { all, _ in
            all.append(
                all[all.count - 1].flatMap { start in characters.map { start + String($0) } }
            )
        }.flatMap(\.self)
    }

    /// Whether a glob that goes back matches a text.
    private static func glob(_ pattern: Substring, matches text: Substring) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        switch first {
        case "*":
            return glob(rest, matches: text)
                || !text.isEmpty && glob(pattern, matches: text.dropFirst())
        case "?": return !text.isEmpty && glob(rest, matches: text.dropFirst())
        default: return text.first == first && glob(rest, matches: text.dropFirst())
        }
    }

    /// All patterns with up to four characters, and all texts that tell them apart.
    @Test func `a note stands where Android matches less`() {
        let texts = Self.texts(of: "a-", upTo: 6)
        for pattern in Self.texts(of: "a-?*", upTo: 4) {
            let own = AndroidPattern(pattern)
            let android = AndroidGlob(own.text)
            var misses: [String] = []
            for text in texts {
                let isMeant = Self.glob(pattern[...], matches: text[...])
                let isMatched = android.matches(text)
                #expect(isMeant || !isMatched, "\(pattern) as \(own.text): \(text)")
                if isMeant, !isMatched { misses.append(text) }
            }
            #expect(misses.isEmpty || own.mayEndEarly, "\(pattern): \(misses)")
        }
    }

    @Test(
        arguments: [
            ("/caf%C3%A9/*", "/caf\u{E9}/*", false, false), ("/a%20b", "/a b", false, false),
            ("/100%25", "/100%", false, false), ("/a%2Fb", "/a/b", true, false),
            ("/a%3Fb", "/a?b", true, false), ("/**", "/*", false, false),
            ("/*?", "/?*", false, false), ("/*?*?", "/??*", false, false),
            ("/?*-a", "/?*-a", false, true), ("/?*/a", "/?*/a", false, false),
            ("/?*-?*", "/?*-?*", false, false), ("/?*-?", "/?*-?", false, true),
        ] as [(String, String, Bool, Bool)]
    )
    func `a pattern is decoded and ordered`(
        pattern: String,
        text: String,
        isWider: Bool,
        mayEndEarly: Bool
    ) {
        let own = AndroidPattern(pattern)
        #expect(own.text == text)
        #expect(own.isWider == isWider)
        #expect(own.mayEndEarly == mayEndEarly)
    }

    /// Each link is handled by the rule; where the file does not claim it, a note says so.
    @Test(arguments: [
        ("/p/{title}-{id:int}", ["/p/red-5", "/p/red-shoe-5", "/p/a--5"], []),
        ("/p/{title}-{id:int}/edit", ["/p/red-5/edit", "/p/red-shoe-5/edit"], []),
        ("/p/{title}-shoe", ["/p/red-shoe"], ["/p/red-shoe-shoe"]),
        ("/p/{title}.html", ["/p/a.html"], ["/p/a.b.html"]),
        ("/caf\u{E9}/{id}", ["/caf%C3%A9/5", "/caf%C3%A9/%20"], []),
        ("/d/{a}-{b}-{c}", ["/d/1-2-3", "/d/1-2-3-4"], []),
        ("/q?v={a}-{b}", ["/q?v=1-2", "/q?v=1-2-3"], []),
        ("/story/{id:int}.html", ["/story/5.html"], []),
        ("/clip/{h:int}h{m:int}m", ["/clip/1h2m"], []),
        ("/q?v={id:hex}z", ["/q?v=c0ffeez"], []),
        ("/f/{id:int}.{a}-x", ["/f/5.a-x"], ["/f/5.a-b-x"]),
    ])
    func `a file claims what the rule handles, or says what it misses`(
        pattern: String,
        claimed: [String],
        missed: [String]
    ) throws {
        let rules = LinkConfiguration(domains: [
            Domain(hosts: ["a.io"], rules: [RewriteRule(text: pattern)])
        ])
        let rewriter = try URLRewriter(configuration: rules)
        let links = try AndroidAssetLinks(
            configuration: rules,
            packageName: "io.a.app",
            fingerprints: [AndroidTests.fingerprint]
        )
        for link in claimed + missed {
            _ = try rewriter.rewrite("https://a.io\(link)")
            let isClaimed = try links.claims(link)
            #expect(isClaimed == claimed.contains(link), "\(link)")
        }
        let hasNote = links.notes.contains { $0.contains("stay in the browser") }
        #expect(missed.isEmpty || hasNote)
    }
}

extension AndroidAssetLinks {
    /// Whether the first component that matches a link's path and items claims it, as Android matches.
    fileprivate func claims(_ link: String) throws -> Bool {
        let url = try #require(URLComponents(string: link))
        for case .object(let component) in components {
            if let path = component["/"]?.string, !AndroidGlob(path).matches(url.path) { continue }
            let items = (component["?"]?.object ?? [:]).mapValues { $0.string ?? "" }
            let isFit = items.allSatisfy { name, pattern in
                (url.queryItems ?? []).contains {
                    AndroidGlob("\(name)=\(pattern)").matches("\($0.name)=\($0.value ?? "")")
                }
            }
            if isFit { return component["exclude"]?.bool != true }
        }
        return false
    }
}
