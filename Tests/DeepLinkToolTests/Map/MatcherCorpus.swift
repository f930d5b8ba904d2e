import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching

/// Links for a rewriter and the page's script: some written by hand, others mutated from those.
struct MatcherCorpus: Sendable, CustomStringConvertible {
    let name: String
    let rewriter: URLRewriter
    let links: [String]
    /// How many links were written by hand; they come first.
    let writtenCount: Int

    /// The name.
    var description: String { name }

    /// All corpora, each the same on every run.
    static func all() throws -> [MatcherCorpus] {
        try [
            MatcherCorpus("odd", oddRewriter(), oddLinks, mutants: 1_000),
            MatcherCorpus("options", optionsRewriter(), optionsLinks, mutants: 2_000),
            MatcherCorpus("hosts", hostsRewriter(), hostsLinks, mutants: 1_000),
            MatcherCorpus("limits", limitsRewriter(), limitsLinks, mutants: 400),
            MatcherCorpus("nothing", nothingRewriter(), limitsLinks, mutants: 0),
        ] + appNames.map(app) + (0..<24).map(random)
    }

    private init(_ name: String, _ rewriter: URLRewriter, _ links: [String], mutants: Int) {
        self.name = name
        self.rewriter = rewriter
        // The name's bytes are the seed.
        var random = SplitMix64(seed: name.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
        writtenCount = mutants == 0 ? 0 : links.count
        var all = links
        for _ in 0..<mutants {
            var link = links.randomElement(using: &random) ?? ""
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                link = Self.mutated(link, others: links, using: &random)
            }
            all.append(link)
        }
        self.links = all
    }
}

// MARK: - Mutations

extension MatcherCorpus {
    /// Text that has a meaning in links, or several readings.
    private static let pieces = [
        "/", "//", "%2F", "%2f", "%", "%4", "%FF", "%C3", "%C3%A9", "é", "e\u{301}", "%65%CC%81",
        "\u{301}", "?", "#", "&", "=", "+", "%2B", " ", "%20", "\t", "\n", "\\", "%5C", "@", ":",
        ":443", ":80", ":8443", ":0443", ".", "..", "/./", "/../", "%2e%2e", "\u{0}", "%00",
        "\u{7F}",
        "%7F", "\u{85}", "%C2%85", "\u{212A}", "\u{37E}", "\u{1FEF}", "\u{2028}", "\u{FEFF}", "😀",
        "가", "\u{1100}\u{1161}", "xn--", "{", "}", "{id}", "a", "K", "0", "007", "-", "_", "~",
        "%7E",
        "%41", "'", "\"", "<", "</script>", ";", "|", "!", "$", "*", ",", "(", ")", "[", "]",
        "[::1]",
        "?id=9", "&id=9", "?utm_source=x", "&flag", "&empty=", "&=x", "#top", "#/a?b=c", "http://",
        "https://", "HTTPS://", "myapp:", "javascript:", "www.", "evil.com", "१", "\u{FB01}",
    ]

    private static func mutated(
        _ link: String,
        others: [String],
        using random: inout SplitMix64
    ) -> String {
        var scalars = Array(link.unicodeScalars)
        let place = Int.random(in: 0...scalars.count, using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<5:
            let piece = pieces.randomElement(using: &random) ?? ""
            scalars.insert(contentsOf: piece.unicodeScalars, at: place)
        case 5:
            let end = min(scalars.count, place + Int.random(in: 1...3, using: &random))
            scalars.removeSubrange(place..<end)
        case 6 where place < scalars.count:
            // The other ASCII case.
            if let other = UnicodeScalar(scalars[place].value ^ 0x20),
                scalars[place].properties.isAlphabetic,
                scalars[place].isASCII
            {
                scalars[place] = other
            }
        case 7 where place < scalars.count && scalars[place].isASCII:
            let digits = String(scalars[place].value, radix: 16)
            let escape = "%" + (digits.count == 1 ? "0" : "") + digits
            scalars.replaceSubrange(place...place, with: Array(escape.unicodeScalars))
        case 8:
            let end = min(scalars.count, place + Int.random(in: 1...12, using: &random))
            scalars.insert(contentsOf: scalars[place..<end], at: place)
        case 9:
            // The beginning of one link and the end of another.
            let other = Array((others.randomElement(using: &random) ?? "").unicodeScalars)
            scalars = Array(scalars[..<place] + other[min(place, other.count)...])
        case 10: scalars = [" ", "\n"] + scalars + ["\t", " "]
        default: scalars.removeSubrange(place...)
        }
        var result = String.UnicodeScalarView()
        result.append(contentsOf: scalars)
        return String(result)
    }
}

// MARK: - Odd links

extension MatcherCorpus {
    private static func oddRewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", "www.mydomain.io", unmatched: .passThrough) {
                Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/domainA/items/{title}-{id:int}", to: "/featureA/detail?id={id}")
                Rewrite("/items/new", to: "/items/new")
                Rewrite("/items/{id}", to: "/items?id={id}")
                Rewrite("/u/me", to: "/me")
                Rewrite("/u/{id}/edit", to: "/user/edit?id={id}")
                Rewrite("/a/{id}/x", to: "/x?id={id}")
                Rewrite("/a/{other}/y", to: "/y?other={other}")
                Rewrite("/watch?v={video}&t={start?}", to: "/player?id={video}&start={start}")
                Rewrite("/p?path={path}", to: "/{path}")
                Rewrite("/section#{anchor}", to: "/section/{anchor}#{anchor}")
                Rewrite("/section?n={n:int}#{anchor:int?}", to: "/number?a={anchor}#{n}")
                Rewrite("/section#a%20b", to: "/literal")
                Rewrite("/code?flag&{code:slug}", to: "/code/{code}")
                Rewrite("/code?{code?}&x={x?}", to: "/code?code={code}&x={x}")
                Rewrite("/push?{to:path}&n={n:int?}", to: "/to/{*to}")
                Rewrite("/push?to={to:path}&by={by:path?}", to: "/{*to}/by/{*by}?to={to}")
                Unwrap("/mbar?redirect_to={target}")
            }
            Scheme("myapp", unmatched: .passThrough)
            Scheme("mysql", wholeLinkAs: "url", to: "/connect/{url}?url={url}")
        }
    }

    /// Inputs with several possible readings, which some readers get wrong.
    private static let oddLinks = [
        "https://evil.com/a", "https://mydomain.io.evil.com/a", "https://notmydomain.io/a",
        "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd",
        "https://mydomain.io@evil.com/a",
        "https://mydomain.io\\@evil.com/a", "https://user@mydomain.io/a", "myapp://u:p@a/b",
        "https://mydomain.io:443/a", "HTTPS://MyDomain.IO/a", "https://mydomain.io:8443/a",
        "https://mydomain.io:0443/a", "https://mydomain.io:/a", "https://mydomain.io:65536/a",
        "http://mydomain.io/a", "https://mydomain.io./a", "https://mydomain..io/a",
        "https://myd%6Fmain.io/a", "https://[mydomain.io]/a", "https://2130706433/a",
        "https://0x7f.1/a", "https://gооd.com/a", "https://ｍydomain.io/a", "https:/mydomain.io/a",
        "https:mydomain.io/a", "https:\\\\mydomain.io/a", "//featureA/detail", "", "?id=1", "#@^",
        "myapp://",
        "https://mydomain.io", "https://mydomain.io/", "https://mydomain.io?x=1",
        "https://mydomain.io#f",
        "https://mydomain.io/featureA/detail/", "https://mydomain.io/featureA//detail",
        "https://mydomain.io/items/", "https://mydomain.io/a%2Fb/c",
        "https://mydomain.io/featureA%2Fdetail",
        "https://mydomain.io/items/a%252Fb", "https://mydomain.io/items/../secret",
        "https://mydomain.io/items/%2e%2e/secret", "https://mydomain.io/items/%FF",
        "https://mydomain.io/items/5?id=%FF", "https://mydomain.io/items/5%00x",
        "https://mydomain.io/items/100%", "https://mydomain.io/items/café",
        "https://mydomain.io/items/cafe\u{301}", "https://mydomain.io/items/\u{212A}",
        "  https://mydomain.io/a \n", "https://mydomain.io/items/7?id=9",
        "https://mydomain.io/items/1%26admin%3Dtrue", "https://mydomain.io/items/new",
        "https://mydomain.io/u/me/edit", "https://mydomain.io/a/1/y",
        "https://mydomain.io/domainA/items",
        "https://mydomain.io/domainA/itemsXYZ/5",
        "https://mydomain.io/domainA/items/some-seo-title-",
        "https://mydomain.io/domainA/items/some-seo-title",
        "https://mydomain.io/domainA/items/top-10-shoes-872346",
        "https://mydomain.io/domainA/items/007",
        "https://mydomain.io/domainA/items/%38%37", "https://mydomain.io/domainA/items/+5",
        "https://mydomain.io/domainA/items/٣",
        "https://mydomain.io/domainA/123456789012345678901234567890",
        "https://www.mydomain.io/watch?v=abc&t=30&x=1", "https://mydomain.io/watch?v=abc",
        "https://mydomain.io/watch?t=30", "https://mydomain.io/watch?v=&v=2",
        "https://mydomain.io/watch?v",
        "https://mydomain.io/p?path=a/b", "https://mydomain.io/p?path=..",
        "https://mydomain.io/p?path=",
        "https://mydomain.io/p?path=//evil.com/x", "https://mydomain.io/p?path=%00",
        "https://mydomain.io/p?path=é",
        "https://mydomain.io/section#top", "https://mydomain.io/section#a%20b",
        "https://mydomain.io/section#", "https://mydomain.io/section?n=5#6",
        "https://mydomain.io/section?n=5", "https://mydomain.io/section?n=5#x",
        "https://mydomain.io/section#%C3%A9#/?", "https://mydomain.io/section?x#a=",
        "https://mydomain.io/code?flag&a=1&A-1&b&A-1", "https://mydomain.io/code?flag&%C3%A9",
        "https://mydomain.io/code?x&%C3%A9&=&y", "https://mydomain.io/code?x=1&x&",
        "https://mydomain.io/push?to&a/../b&a/b&c/d",
        "https://mydomain.io/push?to=orders/9", "https://mydomain.io/push?to=%2Fa%3Fb/c%252Fd&by=x",
        "https://mydomain.io/push?to=a/../b", "https://mydomain.io/push?to=a%0A",
        "https://mydomain.io/push?to=a//b", "https://mydomain.io/push?to=a&by=/",
        "myapp://a/b?x=1#f", "myapp:///a/b", "myapp:/a/b", "myapp:a/b", "MYAPP://A/b", "myapp:",
        "myapp:?x",
        "myapp:#x", "myapp://host:80/a", "myapp://[::1]/a", "myapp://a b/c", "myapp://%41/b",
        "myapp:////a",
        "https://mydomain.io/mbar?redirect_to=https%3A%2F%2Fmydomain.io%2Fitems%2F5%3Fx%3D1",
        "https://mydomain.io/mbar?redirect_to=myapp%3Aa",
        "https://mydomain.io/mbar?redirect_to=https%3A%2F%2Fevil.com",
        "https://mydomain.io/mbar?redirect_to=https%3A%2F%2Fmydomain.io%2Fmbar%3Fredirect_to%3Dhttps%253A%252F%252F"
            + "mydomain.io%252Fmbar%253Fredirect_to%253Dmyapp%25253Aa",
        wrapped("myapp:a", 3), wrapped("myapp:a", 4), wrapped("myapp:a", 5), wrapped(" myapp:a", 1),
        "mysql://u:p@h:3306/a/../b?c=%zz&d#e f", "MySQL:é\\x", "mysql:\u{85}", "mysql:\u{FEFF}",
        "https://mydomain.io/mbar?redirect_to=mysql%3A%2F%2Fu%40h%2F%00",
        "https://mydomain.io/a b", "https://mydomain.io/a?b c", "https://mydomain.io/a#b c",
        "https://mydomain.io/a\\b", "https://mydomain.io/a?\\", "https://mydomain.io/a#\\",
        "https://mydomain.io/a?x=%", "https://mydomain.io/a?=%", "https://mydomain.io/a#%",
        "https://mydomain.io/a?b;c=d&e+f=+&&x&=y&z=", "https://mydomain.io/a?x=\u{FEFF}y",
        String(repeating: "https://mydomain.io/", count: 500),
        "https://mydomain.io/" + String(repeating: "a/", count: 64),
        "https://mydomain.io/" + String(repeating: "a/", count: 65),
        "https://mydomain.io/?" + String(repeating: "a&", count: 128),
        "https://mydomain.io/?" + String(repeating: "a&", count: 129),
        "https://" + String(repeating: "a", count: 64) + ".io/",
        "https://" + String(repeating: "ab.", count: 85) + "io/",
        "unknown-scheme-" + String(repeating: "x", count: 70) + ":a",
    ]

    /// A link wrapped in others.
    private static func wrapped(_ link: String, _ count: Int) -> String {
        (0..<count).reduce(link) { inner, _ in
            let escaped = inner.utf8.map { byte in
                let isPlain =
                    UnicodeScalar(byte).isASCII && UnicodeScalar(byte).properties.isAlphabetic
                return isPlain
                    ? String(UnicodeScalar(byte))
                    : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "https://mydomain.io/mbar?redirect_to=" + escaped.joined()
        }
    }
}

// MARK: - Hosts, rests and refusals

extension MatcherCorpus {
    private static func hostsRewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain(
                "{language:en|de}.wiki.org",
                "{number:int}.wiki.org",
                "{other}.wiki.org",
                "*.wiki.org",
                "localhost:8080",
                query: .strip(["utm_*", "FBCLID"]),
                fragment: .query,
                malformedOptionals: .ignore
            ) {
                Refuse("/watch/edit")
                Rewrite(
                    "/watch/{id}?t={start:int?}&q={word:en|de?}",
                    to: "/w?id={id}&t={start}&q={word}&l={language}&n={number}&o={other}"
                )
                Rewrite("/{*group}/-/issues/{id:int}", to: "/issues/{id}?group={group}")
                Rewrite("/blog/{*rest?}", to: "/blog/{*rest}")
            }
            Domain(
                "{shop}.b.wiki.org",
                "{city}.c.wiki.org:8443",
                "x.c.wiki.org:8443",
                "*.wiki.org:8443"
            ) {
                Rewrite("/shop/{id}", to: "/shop?id={id}&s={shop}&c={city}")
            }
            Domain(anyHostAs: "server") {
                Rewrite("/@{user}", to: "/user?name={user}&server={server}")
            }
            Scheme("pod") {
                Rewrite("/subscribe/{*feed:verbatim}", to: "/subscribe?feed={feed}")
                Rewrite("/old/{*rest:verbatim}", to: "/old")
            }
        }
    }

    private static let hostsLinks = [
        "https://en.wiki.org/watch/5?t=3&q=de", "https://DE.wiki.org/watch/5?t=soon&q=fr",
        "https://7.wiki.org/watch/a?utm_source=x&UTM_=y&fbclid=z&keep=1",
        "https://fr.wiki.org/watch/a#t=5&x=y", "https://a.b.wiki.org/watch/edit",
        "https://xn--a.wiki.org/watch/5", "https://en.wiki.org/watch/edit/",
        "https://en.wiki.org/a/b/-/issues/5", "https://en.wiki.org/-/issues/5",
        "https://en.wiki.org/a/-/-/issues/5", "https://en.wiki.org/blog",
        "https://en.wiki.org/blog/a/b", "https://en.wiki.org:8443/watch/5",
        "https://localhost:8080/watch/5", "https://localhost/@anna",
        "https://one.b.wiki.org/shop/5", "https://b.wiki.org/watch/5",
        "https://one.two.b.wiki.org/watch/5", "https://one.B.Wiki.org:8443/shop/5",
        "https://Rome.c.wiki.org:8443/shop/5", "https://X.c.wiki.org:8443/shop/5",
        "https://one.two.c.wiki.org:8443/shop/5", "https://c.wiki.org:8443/shop/5",
        "https://xn--a.b.wiki.org/shop/5", "https://one.xn--a.wiki.org/watch/5",
        "https://rome.c.wiki.org/@anna",
        "https://mastodon.social/@anna",
        "https://Mastodon.Social/@anna?x=1#f", "https://mastodon.social:8080/@anna",
        "https://xn--a.social/@anna", "https://127.0.0.1/@anna", "https://wiki.org/@anna",
        "https://mastodon.social/anna", "http://mastodon.social/@anna",
        "pod://subscribe/https://example.com/feed/?token=1#top", "pod:subscribe/a%20b/c?d=%41",
        "pod:///subscribe//a//b?x", "pod:/subscribe/é?ü#ö", "pod:/subscribe/\u{FEFF}x",
        "pod://subscribe", "pod://subscribe/",
        "pod://old/a?b=1#c", "pod://subscribe/a/../b", "pod://subscribe/a?%",
    ]
}

// MARK: - All options

extension MatcherCorpus {
    private static func optionsRewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain(
                "shop.example.com",
                "*.shops.example.com",
                "{shop}.example.com",
                "localhost:8080",
                "127.0.0.1:8080",
                "[::1]",
                allowsHTTP: true,
                query: .strip(["utm_source", "é"]),
                plusIsSpace: true,
                ignoresCase: true,
                prefixes: ["", "/{lang:en|fr}", "/m"]
            ) {
                Rewrite("/Sale/{id:int}", to: "/sale?id={id}&lang={lang}&shop={shop}")
                Rewrite("/sale/{name}", to: "/sale/{name}/{lang}?x=1&flag&empty=")
                Rewrite("/{Size:S|M|XL}-{color:slug}", to: "/clothes/{Size}.{color}")
                Rewrite("/{a}-{b}-{c}", to: "/abc?all={a}:{b}:{c}")
                Rewrite("/{kind:book|BOOKS}/{id:uuid}", to: "/book?id={id}&kind={kind}")
                Rewrite(
                    "/f/{hex:hex}/{alpha:alpha}/{alnum:alnum}.{more}",
                    to: "/f/{more}{hex}?a={alpha}&n={alnum}"
                )
                Rewrite("/files/{*rest}", to: "/files/{*rest}?as={rest}")
                Rewrite("/one/{*rest}", to: "/one?all=({rest})")
                Rewrite("/flat/{*rest}", to: "/flat/{rest}")
                Rewrite("/flatter/{*rest?}", to: "/flat/{rest}-x/{*rest}")
                Rewrite("/wiki/Talk:{*title}", to: "/talk/{*title}?all={title}&in={lang}")
                Rewrite("/wiki/User:{*name}", to: "/user/{name}-x")
                Rewrite("/wiki/User:{who}/{*more?}?q={q}", to: "/other/{*more}?who={who}&q={q}")
                Rewrite("/caf\u{E9}/{x}", to: "/caf\u{E9}/{x}")
            }
            Domain("app.example.org", query: .keepOnly(["keep", "a&b"]), fragment: .path) {
                Rewrite("/shop/{*all}", to: "/b?all={all}")
                Rewrite("/shop/{x}/{*rest?}?q={q}", to: "/a?x={x}&rest={rest}&q={q}")
                Rewrite("/pair/{n:int}-{m}/{*a}/{b}?q={q}", to: "/a/{m}?a={a}&b={b}&q={q}")
                Rewrite("/pair/{n:int}-{m}/{a}/{*b}", to: "/b/{m}?a={a}&b={b}")
                Rewrite("/search?q={text}", to: "/search?text={text}")
                Rewrite("/search?q={number:int}", to: "/search/number/{number}")
                Rewrite("/search?q=tea%26milk", to: "/search/tea")
                Rewrite("/search?q", to: "/search/none")
                Rewrite(
                    "/search?q={a}:{b:int}&page={page:int?}",
                    to: "/search/pair?a={a}&b={b}&page={page}"
                )
                Rewrite("/search", to: "/search/empty")
                Rewrite("/{section}/{id:int}?tab={tab?}", to: "/{section}/{tab}/{id}")
                Rewrite("/go?to={to}&x={x?}", to: "/go/{to}/{x}")
                Unwrap("/open?url={target}&from={from?}")
                Unwrap("/far/{a}/{b}/{c}/{d}/{target}")
            }
            Domain("many.example.org", unmatched: .passThrough, query: .drop) {
                Rewrite("/{a}/{b}/{c}/{d}/{e}", to: "/five?v={e}{d}{c}{b}{a}")
                Rewrite("/{a}/{b}/{c}/{d}/{e}?z={z}", to: "/six/{z}-{a}")
                Rewrite("/x/{b}/{c}/{d}/{e:int}?need={n}", to: "/need?n={n}")
                Rewrite("/a{{b}}/{x}", to: "/{{x}}/{x}")
                Rewrite("/@{user}/{id:int}", to: "/status?user=@{user}&id={id}")
            }
            Scheme("myapp", "My-App.2", prefixes: ["/v1", "/v2"]) {
                Rewrite("/", to: "/home")
                Rewrite("/{*all}", to: "/any/{*all}")
                Rewrite("/{a}/{b}", to: "/{b}/{a}")
            }
        }
    }

    private static let optionsLinks = [
        "https://app.example.org/shop/1/2/3?q=5", "https://app.example.org/#/shop/1?q=5",
        "https://app.example.org/shop/1/2/3", "https://app.example.org/pair/7-x/1/2/3/4?q=5",
        "https://app.example.org/pair/7-x/1/2/3/4",
        "https://shop.example.com/sale/5?utm_source=x&y=1+2",
        "http://shop.example.com:80/en/SALE/5",
        "https://shop.example.com/fr/sale/red%20shoe#top",
        "https://shop.example.com/m/sale/5?id=9&lang=de",
        "https://red.example.com/sale/7", "https://RED.example.com/EN/sale/7?shop=blue",
        "https://a.b.shops.example.com/s-Blue",
        "https://shops.example.com/xl-blue.1", "https://xn--a.example.com/sale/5",
        "https://a.b.example.com/sale/5",
        "http://localhost:8080/a-b-c-d", "https://localhost/a-b-c", "http://127.0.0.1:8080/sale/1",
        "https://[::1]/sale/1",
        "https://[red.example.com/sale/7", "https://[a%00.shops.example.com:8443/sale/7",
        "https://[::1]:443/sale/1", "https://[::2]/sale/1", "https://127.1:8080/sale/1",
        "https://shop.example.com/Book/123e4567-e89b-12d3-a456-426614174000",
        "https://shop.example.com/books/123E4567-E89B-12D3-A456-426614174000",
        "https://shop.example.com/book/123e4567e89b12d3a456426614174000",
        "https://shop.example.com/f/0aF/Abc/1a.x%2Fy.z",
        "https://shop.example.com/files/a/b%2Fc/caf%C3%A9", "https://shop.example.com/en/files/a",
        "https://shop.example.com/files",
        "https://shop.example.com/flat/a/b", "https://shop.example.com/flat/a%2Fb/c",
        "https://shop.example.com/wiki/talk:a%2Fb/c?all=1",
        "https://shop.example.com/en/wiki/Talk:a",
        "https://shop.example.com/wiki/Talk:", "https://shop.example.com/wiki/Talk:./%C3%A9",
        "https://shop.example.com/wiki/User:ann/a/b",
        "https://shop.example.com/wiki/User:ann/a?q=5",
        "https://shop.example.com/wiki/user:ann?q=",
        "https://shop.example.com/flatter/a/b", "https://shop.example.com/flatter",
        "https://shop.example.com/one/a/b?as=1", "https://shop.example.com/CAF\u{C9}/x",
        "https://shop.example.com/cafe\u{301}/%7Ex",
        "https://shop.example.com/sale/a+b?q=a+b%2Bc&%C3%A9=1&utm_source",
        "https://shop.example.com/xl-a-b", "https://shop.example.com/----",
        "https://app.example.org/#/search?q=5&keep=1&drop=2",
        "https://app.example.org/?keep=outer#search?q=tea&keep=inner",
        "https://app.example.org/search?q=tea%26milk", "https://app.example.org/search?q",
        "https://app.example.org/search?q=",
        "https://app.example.org/search?q=a:b:7&page=3",
        "https://app.example.org/search?q=a:7&page=x", "https://app.example.org/search?q=a%2Fb:7",
        "https://app.example.org/search", "https://app.example.org/news/5?tab=top",
        "https://app.example.org/news/5?tab=", "https://app.example.org/news/5",
        "https://app.example.org/#/news/5/?tab=a%2Fb&a%26b=1", "https://app.example.org/#/#x",
        "https://app.example.org/#", "https://app.example.org/#//news//5",
        "https://app.example.org/go?to=..&x=1", "https://app.example.org/go?to=a%00",
        "https://app.example.org/#/go?to=%2E", "https://app.example.org/go?to=e&x=%CC%81",
        "https://app.example.org/open?url=myapp%3A%2F%2Fv1%2Fa%2Fb",
        "https://app.example.org/#/open?url=https%3A%2F%2Fmany.example.org%2Fa&from=x",
        "https://app.example.org/far/a/b/c/d/myapp:%2Fv1?x=%FF",
        "https://app.example.org/open?url=",
        "https://many.example.org/1/2/3/4/5?a=1", "https://many.example.org/1/2/3/4/5?z=6",
        "https://many.example.org/x/2/3/4/5?need=1",
        "https://many.example.org/x/2/3/4/5?need=%FF", "https://many.example.org/a%7Bb%7D/c",
        "https://many.example.org/@ann/5",
        "https://many.example.org/@ann@b.org/05?x", "https://many.example.org/x/y?a=1#f",
        "myapp://v1", "my-app.2://v1/a/b?c=d", "MYAPP:v2/x/y/z",
        "myapp:/v2/a%2Fb/c", "myapp://v3/a", "myapp:v1/", "myapp://v1/\u{301}",
        "myapp://v1/\u{1100}\u{1161}\u{11A8}/가",
    ]

    /// A negative limit counts as zero.
    private static func nothingRewriter() throws -> URLRewriter {
        try URLRewriter(limits: Limits(segments: 1, queryItems: 1)) {
            Domain("a.io", unmatched: .passThrough)
        }
    }

    private static func limitsRewriter() throws -> URLRewriter {
        try URLRewriter(limits: Limits(bytes: 60, segments: 3, queryItems: 2)) {
            Domain("a.io", unmatched: .passThrough, fragment: .path) {
                Rewrite("/x?a={a}", to: "/{a}/{a}/{a}")
            }
            Scheme("b", unmatched: .passThrough)
        }
    }

    private static let limitsLinks = [
        "https://a.io/a/b/c", "https://a.io/a/b/c/d", "https://a.io//a//b//c//",
        "https://a.io/?a&b", "https://a.io/?a&b&c", "https://a.io/?&&a&&b&&",
        "https://a.io/?a#/x?b", "https://a.io/?a#/x?b&c", "https://a.io/?a&b&c#/x",
        "https://a.io/#/a/b/c/d", "b:a/b/c", "b:a/b/c/d", "b:/a/b/c/d",
        "https://a.io/x?a=12345678901234567890", "https://a.io/x?a=%20%20%20%20%20%20%20",
        "https://a.io/" + String(repeating: "a", count: 47),
        "https://a.io/" + String(repeating: "a", count: 48),
        "https://a.io/" + String(repeating: "é", count: 24),
        " https://a.io/" + String(repeating: "a", count: 47),
    ]
}

// MARK: - Real apps

extension MatcherCorpus {
    static let appNames = [
        "bluesky", "duckduckgo", "element", "firefox", "icecubes", "kickstarter", "mattermost",
        "woocommerce", "wordpress",
    ]

    private static func app(_ name: String) throws -> MatcherCorpus {
        let file = Repository.root.appendingPathComponent("Sources/Examples/Apps/\(name).json")
        let rewriter = try URLRewriter(
            configuration: LinkConfiguration(data: Data(contentsOf: file))
        )
        var links: [String] = []
        for source in rewriter.sources {
            let origin =
                switch source {
                case .domain(let domain): "https://\(domain.hosts.first ?? "any.example")"
                case .scheme(let scheme): "\(scheme.names[0]):"
                }
            for rule in source.rules {
                links += rule.notes.examples.keys.sorted().map {
                    $0.hasPrefix("/") ? origin + $0 : $0
                }
            }
        }
        return MatcherCorpus(name, rewriter, links, mutants: 300)
    }
}

/// The package's files.
enum Repository {
    /// The folder of the manifest.
    static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// The text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }
}

// MARK: - Random rules

extension MatcherCorpus {
    private static let segments =
        [
            "a", "b", "ab", "{#}", "a{#}", "{#}b", "{#}-{##:int}", "{#:int}-{##}", "{#}.{##}-{###}",
            "{#:a|ab|b}", "{#:a|b}-{##:a|ab}",
            "{#:a-b|a}-{##}", "{#}2F{##}",
            "{#:uuid}-{##}", "{#}-{##:uuid}", "{#:alnum}{{{##:alpha}",
        ] + PathConstraint.names.map { "{#:\($0)}" }
    private static let texts =
        [
            "a", "b", "ab", "A", "1", "a1", "a-1", "1-a-2", "a.b-c", "aab", "ab-ab", "a-b-a", "a-a",
            "b-ab", "%2F", "a%2Fb", "2F", "a2Fb", "%C3%A9",
            "123e4567-e89b-12d3-a456-426614174000", "a-123e4567-e89b-12d3-a456-426614174000",
            "123e4567-e89b-12d3-a456-426614174000-b", "a%7Bb", "-", "a-",
        ] + PathConstraint.allCases.flatMap { $0.samples + $0.samples + $0.misfits.prefix(2) }

    /// Rules that overlap in many ways, and paths that fit several of them.
    private static func random(_ seed: Int) throws -> MatcherCorpus {
        var random = SplitMix64(seed: UInt64(seed))
        var rules: [RewriteRule] = []
        let ignoresCase = seed % 3 == 0
        for number in 0..<24 {
            var pattern = ""
            var count = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let segment = segments.randomElement(using: &random) ?? "a"
                pattern += "/"
                var hashes = 0
                for character in segment + " " {
                    if character == "#" {
                        hashes += 1
                    } else {
                        if hashes > 0 {
                            pattern += "c\(count)"
                            count += 1
                        }
                        hashes = 0
                        if character != " " { pattern.append(character) }
                    }
                }
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                pattern += "/{*c\(count)}"
                count += 1
            }
            let items = (0..<count).map { "c\($0)={c\($0)}" }.joined(separator: "&")
            let query =
                ["", "", "?q=1", "?q={q}", "?q={q?}", "?r"].randomElement(using: &random) ?? ""
            let rule = RewriteRule.rewrite(
                Rewrite(pattern + query, to: "/\(number)?\(items.isEmpty ? "none" : items)")
            )
            let candidate = rules + [rule]
            // Some rules conflict with others, or have an invalid pattern.
            if (try? rewriter(candidate, ignoresCase)) != nil { rules = candidate }
        }
        let links = (0..<200).map { _ in
            let path = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                texts.randomElement(using: &random) ?? "a"
            }
            let query = ["", "", "?q=1", "?q=2", "?r", "?q&r"].randomElement(using: &random) ?? ""
            return "https://a.io/" + path.joined(separator: "/") + query
        }
        return MatcherCorpus("random \(seed)", try rewriter(rules, ignoresCase), links, mutants: 0)
    }

    private static func rewriter(_ rules: [RewriteRule], _ ignoresCase: Bool) throws -> URLRewriter
    {
        try URLRewriter(sources: [
            .domain(
                Domain(
                    hosts: ["a.io"],
                    options: SourceOptions(ignoresCase: ignoresCase),
                    rules: rules
                )
            )
        ])
    }
}
