import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// The way back: from internal links to external URLs.
struct ExternalURLTests {
    /// A domain with rules of many kinds.
    private static func many() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io") {
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/a/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/books/{id}?kind=book&preview", to: "/read/{id}?mode=preview")
                Rewrite("/docs/{*rest}", to: "/manual/{*rest}/page")
                Rewrite("/wiki/{*title}", to: "/article?title={title}")
                Rewrite("/u/{name}/{tab:posts|likes}", to: "/user/{tab}-{name}")
                Rewrite("/open?url=web:{where:slug}", to: "/open/{where}")
                Unwrap("/mbar?redirect_to={target}")
                Rewrite("/", to: "/home")
            }
        }
    }

    @Test(arguments: [
        ("/featureA/detail?id=872346", "/domainA/872346"),
        ("/featureA/detail?id=872346&utm=x&flag", "/domainA/872346?utm=x&flag"),
        ("/featureA/detail?id=872346#top%20x", "/domainA/872346#top%20x"),
        ("/player?id=abc&start=30", "/watch?v=abc&t=30"),
        ("/player?id=abc", "/watch?v=abc"),
        ("/player?id=a%26b%3Dc%2Bd%20e", "/watch?v=a%26b%3Dc%2Bd%20e"),
        ("/read/5?mode=preview", "/books/5?kind=book&preview"),
        ("/manual/a/b%2Fc/page", "/docs/a/b%2Fc"),
        ("/article?title=a/b%20c", "/wiki/a/b%20c"),
        ("/user/likes-mary-ann", "/u/mary-ann/likes"),
        ("/user/posts-%C3%A9%2F%F0%9F%98%80", "/u/%C3%A9%2F%F0%9F%98%80/posts"),
        ("/open/here.now", "/open?url=web:here.now"),
        ("/home", "/"),
    ])
    func `the first rule that can be reversed gives the URL`(
        link: String,
        expected: String
    ) throws {
        let rewriter = try Self.many()
        let link = try DeepLink(link)
        let url = try rewriter.externalURL(for: link, host: "mydomain.io")
        #expect(url.absoluteString == "https://mydomain.io" + expected)
        #expect(try rewriter.rewrite(url) == link)
        let other = try rewriter.externalURL(for: link, host: "WWW.mydomain.io")
        #expect(other.absoluteString == "https://WWW.mydomain.io" + expected)
    }

    @Test(arguments: [
        ("/a?id=1&locale=fr-fr", "shop.a.io", "https://shop.a.io/fr-fr/x/1"),
        ("/a?id=1", "shop.a.io", "https://shop.a.io/x/1"),
        ("/b?id=1&shop=red", "red.b.io", "https://red.b.io/x/1"),
        ("/b?id=1&shop=red", "RED.b.io", "https://RED.b.io/x/1"),
        ("/b?id=1", "b.io", "https://b.io/x/1"),
        ("/c?id=1", "localhost:8080", "https://localhost:8080/x/1"),
        ("/c?id=1", "a.b.c.io", "https://a.b.c.io/x/1"),
        ("/d?id=a%20b", "d.io", "https://d.io/#/x/a%20b"),
        ("/d?id=1&ref=%2B", "d.io", "https://d.io/#/x/1?ref=%2B"),
        ("/e/f?g=1#h", "e.io", "https://e.io/e/f?g=1#h"),
        ("/f/my-shop-red-5", "my-shop.f.io", "https://my-shop.f.io/x/red-5"),
    ])
    func `hosts, prefixes and options are reversed, too`(
        link: String,
        host: String,
        expected: String
    ) throws {
        let rewriter = try URLRewriter {
            Domain("shop.a.io", prefixes: ["", "/{locale:en-us|fr-fr}"]) {
                Rewrite("/x/{id}", to: "/a?id={id}&locale={locale}")
            }
            Domain("{shop}.b.io", "b.io") { Rewrite("/x/{id}", to: "/b?id={id}&shop={shop}") }
            Domain("localhost:8080", "*.c.io") { Rewrite("/x/{id}", to: "/c?id={id}") }
            Domain("d.io", plusIsSpace: true, fragment: .path) {
                Rewrite("/x/{id}", to: "/d?id={id}")
            }
            Domain("e.io", unmatched: .passThrough) { Rewrite("/x", to: "/y") }
            Domain("{shop}.f.io") { Rewrite("/x/{id}", to: "/f/{shop}-{id}") }
        }
        let url = try rewriter.externalURL(for: DeepLink(link), host: host)
        #expect(url.absoluteString == expected)
        #expect(try rewriter.rewrite(url) == DeepLink(link))
    }

    @Test func `a rule that another one hides is passed over`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io", query: .strip(["utm"])) {
                Rewrite("/x/{id}", to: "/a/{id}")
                Rewrite("/x/new", to: "/new")
                Rewrite("/y/{id}", to: "/a/{id}")
            }
        }
        #expect(
            try rewriter.externalURL(for: DeepLink("/a/old"), host: "a.io").absoluteString
                == "https://a.io/x/old"
        )
        #expect(
            try rewriter.externalURL(for: DeepLink("/a/new"), host: "a.io").absoluteString
                == "https://a.io/y/new"
        )
        let error = failure(rewriter, "/a/1?utm=secret", "a.io")
        #expect(
            error?.description
                == "No rule of 'a.io' can be reversed for '…?…' ('/x/{id}' gives a URL that becomes '…', '/y/{id}' gives a URL that becomes '…', '/x/new' leads to another path); add one whose template gives this link and uses all its captures."
        )
    }

    @Test func `an optional capture in the path may be there or not`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io") { Rewrite("/x?a={a?}&b={b?}", to: "/y/{a}/{b}") }
        }
        func text(_ link: String) throws -> String {
            try rewriter.externalURL(for: DeepLink(link), host: "a.io").absoluteString
        }
        #expect(try text("/y/1/2") == "https://a.io/x?a=1&b=2")
        #expect(try rewriter.rewrite(text("/y/1")) == DeepLink("/y/1"))
        #expect(try text("/y") == "https://a.io/x")
    }

    @Test(arguments: [
        ("/a/{x}?b={y:int?}&c={z?}", "/b/{x}/{y}/{z}", "/a/1?c=q"),
        ("/a/{x}?b={y:int?}&c={z?}", "/b/{x}/{y}/{z}", "/a/1?b=2&c=q"),
        ("/a/{x}?b={y:int?}&c={z?}", "/b/{x}/{y}/{z}", "/a/1"),
        ("/a?b={b:int?}&c={c:alpha?}&d={d:int?}", "/{b}/{c}/{d}", "/a?c=x&d=1"),
        ("/a?b={b:int?}&c={c:alpha?}&d={d:int?}", "/{b}/{c}/{d}", "/a?b=1&c=x"),
        (
            "/a?a={a?}&b={b?}&c={c?}&d={d?}&e={e?}&f={f?}&g={g?}", "/{a}/{b}/{c}/{d}/{e}/{f}/{g}",
            "/a?a=1&b=2&c=3"
        ),
        ("/p?s={s?}", "/q?t={s}", "/p?t"),
        ("/w?v={v}", "/p?v=x{v}y", "/w?v="), ("/w?v={v}", "/p?v=x{v}y", "/w?v=y"),
        ("/w?v={v}&u={u}", "/p?v={v}-{u}", "/w?v=&u="),
        ("/w?v={v}&u={u}", "/p?v={v}&w={v}-{u}", "/w?v=1-2&u=3-4"),
        ("/w/{v}?u={u}", "/p/{v}?w={v}-{u}", "/w/1?u=2-3"),
        ("/{*base?}/team/{x}", "/t?x={x}&b={base}", "/team/5"),
        ("/a/{*rest?}/b", "/p/{*rest}", "/a/b"), ("/blog/{*rest?}", "/p/{*rest}", "/blog"),
        ("/{*rest?}", "/p?rest={rest}", "/"), ("/s/{*rest?:verbatim}", "/s?r={rest}", "/s"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/a/b/c"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/%2Fa"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/a%2F"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/a%2F%2Fb"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/x/a%2F..%2Fb/y"),
        ("/docs/{*rest}", "/d?p={rest}", "/docs/.%2Fa/b"),
        ("/docs/{*rest}", "/d/{rest}", "/docs/a%2F%2Fb"),
        ("/{*group}/-/issues/{id:int}", "/issue/{id}?group={group}", "/a/b%2F/-/issues/5"),
    ])
    func `a link that a reversible rule made has a URL`(
        pattern: String,
        template: String,
        external: String
    ) throws {
        let rewriter = try Fixture.domain { Rewrite(pattern, to: template) }
        let external = "https://mydomain.io\(external)"
        let link = try rewriter.rewrite(external)
        let url = try rewriter.externalURL(for: link, host: "mydomain.io")
        #expect(url.absoluteString == external)
    }

    @Test func `a catch-all's slashes are escaped where another rule takes the segments`() throws {
        let rewriter = try Fixture.domain {
            Rewrite("/docs/{*rest}", to: "/d?p={rest}")
            Rewrite("/docs/a/{x}", to: "/x")
        }
        let url = try rewriter.externalURL(for: DeepLink("/d?p=a/b"), host: "mydomain.io")
        #expect(url.absoluteString == "https://mydomain.io/docs/a%2Fb")
        #expect(rewriter.text(of: url.absoluteString) == "/d?p=a/b")
    }

    // MARK: - Errors

    private func failure(
        _ rewriter: URLRewriter,
        _ link: String,
        _ host: String
    ) -> ExternalURLError? {
        guard let link = try? DeepLink(link) else { return nil }
        do throws(ExternalURLError) {
            _ = try rewriter.externalURL(for: link, host: host)
            return nil
        } catch { return error }
    }

    @Test(arguments: [
        "evil.com", "mydomain.io.evil.com", "", "mydomain.io/a", "mydomain.io?", "mydomain.io#",
        "user@mydomain.io", "mydomain.io:8443", "mydomain.io.", "myapp", "mydomain.io ",
    ])
    func `a host of no domain is refused`(host: String) throws {
        let rewriter = try Self.many()
        let error = try #require(failure(rewriter, "/home", host))
        #expect(error.reason.code == "unknown-host")
        #expect(
            error.description
                == "No domain has the host '\(host.replacing(" ", with: #"\u{20}"#))'; use one of 'mydomain.io', 'www.mydomain.io'."
        )
    }

    @Test(arguments: [
        (["{shop}.n.io"], "use a host that fits '{shop}.n.io'"),
        (
            ["m.io", "{shop}.n.io", "www.m.io", "*.o.io"],
            "use one of 'm.io', 'www.m.io', or use a host that fits one of '{shop}.n.io', '*.o.io'"
        ),
        (["m.io", "{shop}.n.io"], "use 'm.io', or use a host that fits '{shop}.n.io'"),
    ])
    func `a pattern for hosts is not offered as a host`(hosts: [String], remedy: String) throws {
        let domain = Domain(hosts: hosts, rules: [.rewrite(Rewrite("/a", to: "/b"))])
        let rewriter = try URLRewriter(sources: [.domain(domain)])
        #expect(
            failure(rewriter, "/b", "{shop}.n.io")?.description
                == "No domain has the host '{shop}.n.io'; \(remedy)."
        )
    }

    @Test func `each rule says what stands in its way`() throws {
        let rewriter = try URLRewriter {
            Domain("a.io", fragment: .path) {
                Unwrap("/u?url={target}")
                Refuse("/items/new")
                Rewrite("/items/{title}-{id:int}", to: "/item/{id}")
                Rewrite("/pair/{a}/{b}", to: "/item/{a}{b}")
                Rewrite("/other/{id}", to: "/other/{id}")
                Rewrite("/kind/{id}", to: "/item/{id}?kind=book")
                Rewrite("/twice/{id}", to: "/item/{id}?copy={id}")
                Rewrite("/int/{id:int}", to: "/item/{id}")
            }
        }
        let error = try #require(failure(rewriter, "/item/x?copy=y", "a.io"))
        #expect(error.reason.code == "no-rule")
        let attempts = error.attempts
        #expect(
            attempts.map(\.rule) == [
                "/u?url={target}", "/items/new", "/items/{title}-{id:int}", "/pair/{a}/{b}",
                "/other/{id}", "/kind/{id}", "/twice/{id}", "/int/{id:int}",
            ]
        )
        #expect(
            attempts.map(\.obstacle.predicate) == [
                "unwraps another link", "refuses links", "does not keep its capture 'title'",
                "joins its captures 'a' and 'b'", "leads to another path",
                "leads to a link with a different item 'kind'",
                "would need two values for its capture 'id'", "gives a URL that is refused",
            ]
        )
        #expect(
            error.description
                == "No rule of 'a.io' can be reversed for '…?…' ('/int/{id:int}' gives a URL that is refused, '/twice/{id}' would need two values for its capture 'id', '/items/{title}-{id:int}' does not keep its capture 'title', '/kind/{id}' leads to a link with a different item 'kind', and 4 more); add one whose template gives this link and uses all its captures."
        )
        let fragment = try #require(failure(rewriter, "/other/1#x", "a.io"))
        #expect(
            fragment.attempts[4].obstacle.predicate
                == "has its path in the fragment, but the link has a fragment"
        )
    }

    @Test(arguments: [
        ("/player?start=3&id=a", "/watch?v=a&t=3"), ("/player?x=1&id=a&y=2", "/watch?v=a&x=1&y=2"),
        ("/player?id=a&x=2&x=1", "/watch?v=a&x=2&x=1"),
    ])
    func `the order of the items does not matter`(link: String, external: String) throws {
        let rewriter = try Fixture.shop()
        let url = try rewriter.externalURL(for: DeepLink(link), host: "mydomain.io")
        #expect(url.absoluteString == "https://mydomain.io\(external)")
    }

    @Test func `a rewriter without rules says so`() throws {
        let empty = try URLRewriter { Domain("a.io") }
        #expect(
            failure(empty, "/a", "a.io")?.description
                == "No rule of 'a.io' can be reversed for '…'; add one whose template gives this link and uses all its captures."
        )
        let none = try URLRewriter { Scheme("myapp") }
        #expect(
            failure(none, "/a", "a.io")?.description
                == "No domain has the host 'a.io'; add a domain."
        )
    }

    // MARK: - Properties

    @Test(arguments: UInt64(0)..<60)
    func `rewriting the URL of a link gives the link`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let rules = (0..<4).map { ReversibleRule(number: $0, using: &random) }
        let hosts = ["a.io", "{shop}.a.io", "*.b.io"]
        let rewriter = try URLRewriter {
            Domain(
                hosts: hosts,
                options: SourceOptions(
                    plusIsSpace: Bool.random(using: &random),
                    // In the second list, the first prefix has a capture that no template keeps.
                    prefixes: Bool.random(using: &random) ? ["", "/p"] : ["/{l:en|fr}", "/q"],
                    fragment: Bool.random(using: &random) ? .path : .keep
                ),
                rules: rules.map { .rewrite(Rewrite($0.from, to: $0.to)) }
            )
        }
        for rule in rules {
            for _ in 0..<8 {
                let link = try rule.link(using: &random)
                let host = ["a.io", "red.a.io", "x.y.b.io"].randomElement(using: &random) ?? "a.io"
                let url = try rewriter.externalURL(for: link, host: host)
                #expect(try rewriter.rewrite(url) == link, "\(rule.from) → \(rule.to): \(url)")
            }
        }
    }

    @Test(arguments: UInt64(0)..<16)
    func `a URL is right or there is none, whatever the rules and the link`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let templates = [
            "/{a}", "/{a}/{b}", "/{a}-{b}", "/x/{a}-{a}", "/x?a={a}", "/x?a={a}&a={b}",
            "/x?a={a}-{b}", "/x/{b}?a={a}", "/x", "/{a}?b",
        ]
        let patterns = [
            "/{a}/{b}", "/x/{a}/{b:int}", "/{b}-{a}", "/{a:hex}/x/{b}", "/y?a={a}&b={b?}",
            "/x?a={a:int}&b={b}", "/{a}?b={b?}", "/x/{a}?b={b}&c=1",
        ]
        let texts = [
            "/x", "/1", "/x-1", "/1-x-1", "/x/1", "/x/a%2Fb", "/y/-", "/a/x/%C3%A9", "/x/1/2",
        ]
        let queries = ["", "?a=1", "?a=1&b=2", "?b&a=", "?a=1&a=x", "?a=x-1-y", "?b=1&c=1"]
        for _ in 0..<4 {
            let rules = (0..<3).map { _ in
                Rewrite(
                    patterns.randomElement(using: &random) ?? "",
                    to: templates.randomElement(using: &random) ?? ""
                )
            }
            let domain = Domain(hosts: ["a.io"], rules: rules.map(RewriteRule.rewrite))
            guard let rewriter = try? URLRewriter(sources: [.domain(domain)]) else { continue }
            for path in texts {
                for query in queries {
                    let link = try DeepLink(path + query)
                    if let url = try? rewriter.externalURL(for: link, host: "a.io") {
                        #expect(try rewriter.rewrite(url) == link, "\(rules), \(url)")
                    }
                }
            }
        }
    }
}

/// A rule that keeps all of its captures unambiguously, and links that it makes.
private struct ReversibleRule {
    /// The form of a capture's text.
    private enum Kind: CaseIterable {
        case any, int, hex, alpha, slug, uuid, words, catchAll, optional
    }

    /// A piece of the internal link that contains a capture.
    private enum Slot {
        case segment(Kind)
        case mixedSegment(Kind)
        case segments
        case item(String, Kind)
        case mixedItem(String, Kind)
    }

    private(set) var from: String
    private(set) var to: String
    private let number: Int
    private var slots: [Slot] = []

    init(number: Int, using random: inout SplitMix64) {
        self.number = number
        from = "/r\(number)"
        to = "/t\(number)"
        var externalItems = ["kind=a%26b"]
        if Bool.random(using: &random) { externalItems.append("flag") }
        var internalItems: [String] = []
        for index in 0..<Int.random(in: 0...4, using: &random) {
            let kind =
                Kind.allCases.filter { $0 != .catchAll }.randomElement(using: &random) ?? .any
            let name = "c\(index)"
            let constraint = Self.constraint(kind)
            if kind == .optional {
                externalItems.append("q\(index)={\(name)?}")
            } else if Bool.random(using: &random) {
                externalItems.append("q\(index)={\(name)\(constraint)}")
            } else {
                let mixed = Bool.random(using: &random)
                from += mixed ? "/m-{\(name)\(constraint)}" : "/{\(name)\(constraint)}"
            }
            let places = kind == .optional ? [0, 2] : [0, 1, 2, 3]
            switch places.randomElement(using: &random) {
            case 0:
                to += "/{\(name)}"
                slots.append(.segment(kind))
            case 1:
                to += "/x-{\(name)}.y"
                slots.append(.mixedSegment(kind))
            case 2:
                internalItems.append("i\(index)={\(name)}")
                slots.append(.item("i\(index)", kind))
            default:
                internalItems.append("i\(index)=x-{\(name)}")
                slots.append(.mixedItem("i\(index)", kind))
            }
        }
        if Bool.random(using: &random) {
            from += "/{*rest}"
            if Bool.random(using: &random) {
                to += "/{*rest}"
                slots.append(.segments)
            } else {
                internalItems.append("rest={rest}")
                slots.append(.item("rest", .catchAll))
            }
        }
        from += "?" + externalItems.shuffled(using: &random).joined(separator: "&")
        if !internalItems.isEmpty { to += "?" + internalItems.joined(separator: "&") }
    }

    private static func constraint(_ kind: Kind) -> String {
        switch kind {
        case .any, .catchAll, .optional: ""
        case .int: ":int"
        case .hex: ":hex"
        case .alpha: ":alpha"
        case .slug: ":slug"
        case .uuid: ":uuid"
        case .words: ":en|fr|a b"
        }
    }

    /// A link that the rule makes, sometimes with other items and a fragment.
    func link(using random: inout SplitMix64) throws -> DeepLink {
        var path = "/t\(number)"
        var items: [URLQueryItem] = []
        for slot in slots {
            switch slot {
            case .segment(.optional) where Bool.random(using: &random): break
            case .segment(let kind): path += "/" + Self.encoded(Self.text(kind, &random))
            case .mixedSegment(let kind):
                path += "/x-" + Self.encoded(Self.text(kind, &random)) + ".y"
            case .segments:
                for _ in 0..<Int.random(in: 1...3, using: &random) {
                    path += "/" + Self.encoded(Self.text(.any, &random))
                }
            case .item(_, .optional) where Bool.random(using: &random): break
            case .item(let name, let kind):
                items.append(URLQueryItem(name: name, value: Self.text(kind, &random)))
            case .mixedItem(let name, let kind):
                items.append(URLQueryItem(name: name, value: "x-" + Self.text(kind, &random)))
            }
        }
        if Bool.random(using: &random) {
            items.append(URLQueryItem(name: "more", value: Self.text(.any, &random)))
            items.append(URLQueryItem(name: "more", value: nil))
        }
        return try DeepLink(path: path, queryItems: items)
    }

    private static func text(_ kind: Kind, _ random: inout SplitMix64) -> String {
        func text(of characters: String) -> String {
            String(
                (0..<Int.random(in: 1...6, using: &random)).map { _ in
                    characters.randomElement(using: &random) ?? "a"
                }
            )
        }
        switch kind {
        case .any, .optional: return text(of: "aZ7-_/%&=+é😀#?;{} \"") + "z"
        case .int: return text(of: "0123456789")
        case .hex: return text(of: "09afAF")
        case .alpha: return text(of: "azAZ")
        case .slug: return text(of: "aZ0-_~") + "z"
        case .uuid:
            let digits = { (count: Int) in
                String(
                    (0..<count).map { _ in "0123456789abcDEF".randomElement(using: &random) ?? "0" }
                )
            }
            return [8, 4, 4, 4, 12].map(digits).joined(separator: "-")
        case .words: return ["en", "fr", "a b"].randomElement(using: &random) ?? "en"
        case .catchAll:
            return (0..<Int.random(in: 1...3, using: &random))
                .map { _ in text(of: "aZ7-é&=+% /.") + "z" }
                .joined(separator: ["/", "//", "/../"].randomElement(using: &random) ?? "/")
        }
    }

    /// The text with everything but letters and digits escaped.
    private static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            let isPlain =
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte)
            let digits = String(byte, radix: 16, uppercase: true)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
        }.joined()
    }
}
