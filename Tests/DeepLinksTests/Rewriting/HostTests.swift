import Foundation
import Testing

@testable import DeepLinks

/// The hosts, ports and schemes of a source.
struct HostTests {
    @Test func `a host belongs to the domain that says it most exactly`() throws {
        let rewriter = try URLRewriter {
            Domain("*.example.com") { Rewrite("/x", to: "/any") }
            Domain("*.deep.example.com") { Rewrite("/x", to: "/deep") }
            Domain("{name}.shop.example.com") { Rewrite("/x", to: "/shops?name={name}") }
            Domain("{name}.example.com") { Rewrite("/x", to: "/name?name={name}") }
            Domain("api.example.com") { Rewrite("/x", to: "/api") }
            Domain("example.org", "*.example.org") { Rewrite("/x", to: "/org") }
            Domain("*.example.org:8443") { Rewrite("/x", to: "/port") }
            Domain("xn--80ak6aa92e.com") { Rewrite("/x", to: "/idn") }
            Domain("{name}.wikipedia.org") { Rewrite("/x", to: "/other?name={name}") }
            Domain("{language:en|DE|fr}.wikipedia.org") { Rewrite("/x", to: "/wiki/{language}") }
            Domain("{number:int}.wikipedia.org") { Rewrite("/x", to: "/number/{number}") }
            Domain("{language:fr|it}.wikipedia.org:8443") { Rewrite("/x", to: "/port/{language}") }
            Domain("lang.io", "{lang}.lang.io", "{lang}.m.lang.io") {
                Rewrite("/wiki/{title}", to: "/wiki/{lang}/page?lang={lang}&title={title}")
            }
        }
        try rewriter.check(
            """
            https://A_1-b.Example.COM/x → /name?name=a_1-b
            https://a.b.example.com/x → /any
            https://a.b.deep.example.com/x → /deep
            https://api.example.com/x → /api
            https://x.api.example.com/x → /any
            https://www.shop.example.com/x → /shops?name=www
            https://a.b.shop.example.com/x → /any
            https://example.org/x → /org
            https://a.example.org/x → /org
            https://a.example.org:8443/x → /port
            https://a.example.org:8444/x → unknown-port
            https://xn--80ak6aa92e.com/x → /idn
            https://example.com/x → unknown-host
            https://aexample.com/x → unknown-host
            https://a.example.com.evil.com/x → unknown-host
            https://xn--a.example.com/x → unknown-host
            https://a.XN--b.example.com/x → unknown-host
            https://.example.com/x → malformed-host
            https://*.example.com/x → malformed-host
            // The capture of a host may have a constraint, as in paths.
            https://DE.Wikipedia.org/x → /wiki/de
            https://es.wikipedia.org/x → /other?name=es
            https://42.wikipedia.org/x → /number/42
            https://a.en.wikipedia.org/x → unknown-host
            https://xn--en.wikipedia.org/x → unknown-host
            https://fr.wikipedia.org:8443/x → /port/fr
            https://en.wikipedia.org:8443/x → unknown-port
            // A capture of another host is absent.
            https://FR.m.lang.io/wiki/a → /wiki/fr/page?lang=fr&title=a
            https://lang.io/wiki/a → /wiki/page?title=a
            """
        )
    }

    @Test func `addresses, ports and http are taken as they are configured`() throws {
        let rewriter = try URLRewriter {
            Domain(
                "localhost:8080",
                "127.0.0.1",
                "[::1]:3000",
                "[2001:db8::1]",
                allowsHTTP: true,
                unmatched: .passThrough
            )
            Domain("closed.io", "named.io:80", unmatched: .passThrough)
        }
        try rewriter.check(
            """
            http://localhost:8080/x → /x
            https://LOCALHOST:8080 → /
            HTTP://127.0.0.1:80/x → /x
            https://127.0.0.1:443/x → /x
            http://[::1]:3000/x → /x
            http://[2001:DB8::1]/x → /x
            http://localhost/x → unknown-port
            https://localhost:8081/x → unknown-port
            http://127.0.0.1:443/x → unknown-port
            https://127.0.0.1:80/x → unknown-port
            http://127.0.0.01/x → malformed-host
            http://0x7f.0.0.1/x → malformed-host
            http://[::1]/x → unknown-port
            http://[0:0:0:0:0:0:0:1]:3000/x → malformed-host
            http://[::1]:03000/x → malformed-port
            http://[::1]x/x → malformed-host
            https://closed.io/a → /a
            https://named.io:80/a → /a
            http://closed.io/a → insecure-scheme
            http://named.io/a → insecure-scheme
            """
        )
        let schemes = try URLRewriter { Scheme("myapp", unmatched: .passThrough) }
        try schemes.check("http://closed.io/a → unknown-scheme")
        try URLRewriter(sources: []).check("https://closed.io/a → unknown-scheme")
    }

    @Test func `a source may have several schemes, and each its own rules`() throws {
        let rewriter = try URLRewriter {
            Scheme("app", "App-Beta") { Rewrite("/items/{id}", to: "/item?id={id}") }
            Scheme("ksr", prefixes: ["/www.kickstarter.com"]) { Rewrite("/a/{x}", to: "/b?x={x}") }
        }
        #expect(rewriter.text(of: "app://items/5") == "/item?id=5")
        #expect(rewriter.text(of: "app-beta:items/5") == "/item?id=5")
        #expect(rewriter.text(of: "ksr://www.kickstarter.com/a/1") == "/b?x=1")
        #expect(rewriter.refusal(of: "ksr://evil.com/a/1")?.reason == .noRule)
        #expect(rewriter.refusal(of: "app://Items/5")?.reason == .noRule)
    }

    @Test(
        arguments: [
            ("[::1]", "[::1]"), ("[0::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"),
            ("[::0]", "[::]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
            ("[1:0:2:0:3:0:4:0]", "[1:0:2:0:3:0:4:0]"), ("[1:0:0:2:3:0:0:4]", "[1::2:3:0:0:4]"),
            ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"), ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"),
            ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"), ("[00001::]", nil), ("[1:2:3]", nil),
            ("[1::2::3]", nil), ("[1:::2]", nil), ("[g::1]", nil), ("[+1::1]", nil),
            ("[1:2:3:4:5:6:7:8:9]", nil), ("[::1", nil), ("[]", nil), ("[::127.0.0.01]", nil),
            ("[127.0.0.1::1]", nil), ("[1:2:3:4:5:6:7:127.0.0.1]", nil), ("127.0.0.1", "127.0.0.1"),
            ("2130706433", nil), ("0x7f.1", nil), ("0177.0.0.01", nil), ("127.65535", nil),
            ("127.0.0.256", nil), ("1.2.3.4.5", nil), ("192.168.0.1.", nil), ("a.1", nil),
            ("", nil),
            (".", nil), ("1..2", nil), ("+1.2.3.4", nil),
        ] as [(String, String?)]
    )
    func `an address has one spelling, that of browsers`(text: String, spelling: String?) throws {
        #expect(HostAddress.spelling(of: text.lowercased()) == spelling)
        guard let spelling else { return }
        #expect(HostAddress.spelling(of: spelling) == spelling)
        let rewriter = try URLRewriter { Domain(spelling, unmatched: .passThrough) }
        #expect(
            (rewriter.refusal(of: "https://\(text)/") == nil) == (text.lowercased() == spelling)
        )
    }
}
