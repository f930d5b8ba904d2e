import Foundation
import PathMatching
import Testing

@testable import DeepLinks

/// Every way out that an error names is followed here as it is written, and works.
struct AdviceTests {
    // MARK: - Links

    /// A refused link with its way out, and what a reader makes of it: other links or other sources.
    fileprivate struct Refused {
        let link: String
        let remedy: String
        var sources: [RewriteSource] = AdviceTests.sources
        var limits = Limits()
        /// Links that the same sources accept.
        var links: [String] = []
        /// Sources that accept the same link, each with its limits.
        var others: [[RewriteSource]] = []
        var otherLimits: [Limits] = []
    }

    private static let sources: [RewriteSource] = [
        .domain(Domain("mydomain.io", unmatched: .passThrough)),
        .scheme(Scheme("myapp", unmatched: .passThrough)),
    ]

    private static func domain(
        _ hosts: String...,
        allowsHTTP: Bool = false,
        @RewriteRule.Builder rules: () -> [RewriteRule] = { [] }
    ) -> RewriteSource {
        .domain(
            Domain(
                hosts: hosts,
                allowsHTTP: allowsHTTP,
                options: SourceOptions(unmatched: .passThrough),
                rules: rules()
            )
        )
    }

    private static let refused: [Refused] = [
        Refused(
            link: "myapp:/a/b?c&d",
            remedy: "raise the limit if such links are expected",
            limits: Limits(bytes: 10),
            otherLimits: [Limits(bytes: 100)]
        ),
        Refused(
            link: "myapp:/a/b?c&d",
            remedy: "raise the limit if such links are expected",
            limits: Limits(segments: 1),
            otherLimits: [Limits(segments: 2)]
        ),
        Refused(
            link: "myapp:/a/b?c&d",
            remedy: "raise the limit if such links are expected",
            limits: Limits(queryItems: 1),
            otherLimits: [Limits(queryItems: 2)]
        ),
        Refused(
            link: "/a",
            remedy: "write the whole link, such as 'https://mydomain.io/a'",
            links: ["https://mydomain.io/a", "myapp:/a"]
        ),
        Refused(
            link: "https:/mydomain.io/a",
            remedy: "a web link begins with its scheme, '://' and a host",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://mydomain.io/go/https://mydomain.io/a",
            remedy:
                "a web link begins with its scheme, '://' and a host, and in a path only '{*target:verbatim}' keeps both slashes",
            sources: [domain("mydomain.io") { Unwrap("/go/{*target}") }],
            others: [[domain("mydomain.io") { Unwrap("/go/{*target:verbatim}") }]]
        ),
        Refused(
            link: "https://mydomain.io/a b",
            remedy: "write '%20'",
            links: ["https://mydomain.io/a%20b"]
        ),
        Refused(
            link: "https://mydomain.io?a b",
            remedy: "write '%20'",
            links: ["https://mydomain.io?a%20b"]
        ),
        Refused(
            link: "https://mydomain.io#a b",
            remedy: "write '%20'",
            links: ["https://mydomain.io#a%20b"]
        ),
        Refused(
            link: "https://mydomain.io /a",
            remedy: "remove it",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://mydomain.io/\u{1}a",
            remedy: "remove it",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://mydomain.io/%0Aa",
            remedy: "remove it",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://my\tdomain.io/a",
            remedy: "remove it",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: #"https://mydomain.io\a"#,
            remedy: "write a slash",
            links: ["https://mydomain.io/a"]
        ),
        Refused(link: #"myapp://a\b"#, remedy: "write a slash", links: ["myapp://a/b"]),
        Refused(
            link: #"https://mydomain.io/a\b"#,
            remedy: "write a slash, or '%5C' for the character",
            links: ["https://mydomain.io/a/b", "https://mydomain.io/a%5Cb"]
        ),
        Refused(
            link: #"https://mydomain.io/a?\b"#,
            remedy: "write a slash, or '%5C' for the character",
            links: ["https://mydomain.io/a?/b", "https://mydomain.io/a?%5Cb"]
        ),
        Refused(
            link: "other:a",
            remedy: "add a Scheme for it if its links are expected",
            others: [sources + [.scheme(Scheme("other", unmatched: .passThrough))]]
        ),
        Refused(
            link: "https://a.io/a",
            remedy: "add a Domain with its host if such links are expected",
            sources: [.scheme(Scheme("myapp"))],
            others: [[domain("a.io")]]
        ),
        // There is nothing to follow.
        Refused(
            link: "javascript:alert(1)",
            remedy: "no source can have it, so do not pass such links"
        ),
        Refused(
            link: "http://mydomain.io/a",
            remedy: "set 'allowsHTTP' if such links are expected",
            others: [[domain("mydomain.io", allowsHTTP: true)]]
        ),
        Refused(
            link: "https://u:p@mydomain.io/a",
            remedy: "remove the user information",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "myapp://u@a/b",
            remedy: "remove the user information",
            links: ["myapp://a/b"]
        ),
        Refused(
            link: "myapp://caf%C3%A9/a",
            remedy: "put three slashes before it, which make it a part of the path",
            links: ["myapp:///caf%C3%A9/a"]
        ),
        Refused(
            link: "myapp://é/a",
            remedy: "put three slashes before it, which make it a part of the path",
            links: ["myapp:///é/a"]
        ),
        Refused(
            link: "myapp://a|b",
            remedy: "put three slashes before it, which make it a part of the path",
            links: ["myapp:///a|b"]
        ),
        Refused(
            link: "myapp://[::1]/5",
            remedy: "put three slashes before it, which make it a part of the path",
            links: ["myapp:///[::1]/5"]
        ),
        Refused(
            link: "https://mydomain.io./a",
            remedy: "write the host as it is configured",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://my%64omain.io/a",
            remedy: "write the host as it is configured",
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "https://münchen.de/a",
            remedy: "write it as links arrive with it, 'xn--mnchen-3ya.de'",
            sources: [domain("xn--mnchen-3ya.de")],
            links: ["https://xn--mnchen-3ya.de/a"]
        ),
        Refused(
            link: "https://0::1/a",
            remedy: "correct or remove it",
            sources: [domain("mydomain.io")]
        ),
        Refused(
            link: "https://[0::1]/a",
            remedy: "write it as browsers do, '[::1]'",
            sources: [domain("[::1]")],
            links: ["https://[::1]/a"]
        ),
        Refused(
            link: "https://0x7f.1/a",
            remedy: "write it as browsers do, '127.0.0.1'",
            sources: [domain("127.0.0.1")],
            links: ["https://127.0.0.1/a"]
        ),
        Refused(
            link: "https://127.0.0.1/a",
            remedy: "add '127.0.0.1' to a Domain if such links are expected",
            others: [[domain("127.0.0.1")]]
        ),
        Refused(
            link: "https://[::1]/a",
            remedy: "add '[::1]' to a Domain if such links are expected",
            others: [[domain("[::1]")]]
        ),
        Refused(
            link: "https://a.io/a",
            remedy: "add it to a domain if its links are expected",
            others: [[domain("mydomain.io", "a.io")]]
        ),
        Refused(
            link: "https://xn--x.a.io/a",
            remedy: "add it to a domain if its links are expected",
            sources: [domain("*.a.io")],
            others: [[domain("*.a.io", "xn--x.a.io")]]
        ),
        Refused(
            link: "https://localhost/a",
            remedy: "add it to a domain if its links are expected",
            sources: [.domain(Domain(anyHostAs: "h") { Rewrite("/a", to: "/a") })],
            others: [[.domain(Domain("localhost", anyHostAs: "h") { Rewrite("/a", to: "/a") })]]
        ),
        Refused(
            link: "https://mydomain.io:0443/a",
            remedy: "correct or remove it",
            links: ["https://mydomain.io:443/a", "https://mydomain.io/a"]
        ),
        Refused(link: "myapp://a:80/b", remedy: "remove it", links: ["myapp://a/b"]),
        Refused(
            link: "https://mydomain.io:8443/a",
            remedy: "add 'mydomain.io:8443' to a Domain if such links are expected",
            others: [[domain("mydomain.io", "mydomain.io:8443")]]
        ),
        Refused(
            link: "https://a.b.io:8443/a",
            remedy: "add 'a.b.io:8443' to a Domain if such links are expected",
            sources: [domain("{x}.b.io")],
            others: [[domain("{x}.b.io", "a.b.io:8443")]]
        ),
        Refused(
            link: "https://a.io:8443/a",
            remedy: "add 'a.io:8443' to a Domain if such links are expected",
            sources: [.domain(Domain(anyHostAs: "h") { Rewrite("/a", to: "/a") })],
            others: [[.domain(Domain("a.io:8443", anyHostAs: "h") { Rewrite("/a", to: "/a") })]]
        ),
        Refused(
            link: "https://[::1]:8443/a",
            remedy: "add '[::1]:8443' to a Domain if such links are expected",
            sources: [domain("[::1]")],
            others: [[domain("[::1]", "[::1]:8443")]]
        ),
        Refused(
            link: "https://mydomain.io:80/a",
            remedy: "add 'mydomain.io:80' to a Domain if such links are expected",
            others: [[domain("mydomain.io", "mydomain.io:80")]]
        ),
        Refused(
            link: "https://mydomain.io:80/a",
            remedy: "remove the port",
            sources: [domain("mydomain.io", allowsHTTP: true)],
            links: ["https://mydomain.io/a"]
        ),
        Refused(
            link: "http://mydomain.io:443/a",
            remedy: "remove the port",
            sources: [domain("mydomain.io", allowsHTTP: true)],
            links: ["http://mydomain.io/a"]
        ),
        Refused(
            link: "https://localhost/a",
            remedy: "add 'localhost' to a Domain if such links are expected",
            sources: [domain("localhost:8080")],
            others: [[domain("localhost:8080", "localhost")]]
        ),
        Refused(
            link: "https://localhost:443/a",
            remedy: "add 'localhost' to a Domain if such links are expected",
            sources: [domain("localhost:8080")],
            others: [[domain("localhost:8080", "localhost")]]
        ),
        Refused(
            link: "http://localhost/a",
            remedy: "add 'localhost' to a Domain if such links are expected",
            sources: [domain("localhost:8080", allowsHTTP: true)],
            others: [[domain("localhost:8080", "localhost", allowsHTTP: true)]]
        ),
        Refused(
            link: "https://mydomain.io/100%",
            remedy: "write '%25' for the character",
            links: ["https://mydomain.io/100%25"]
        ),
        Refused(
            link: "https://mydomain.io?a=%",
            remedy: "write '%25' for the character",
            links: ["https://mydomain.io?a=%25"]
        ),
        Refused(
            link: "https://mydomain.io/%E9",
            remedy: "encode its text as UTF-8",
            links: ["https://mydomain.io/%C3%A9"]
        ),
        Refused(
            link: "https://mydomain.io/a/../b",
            remedy: "write the path without it",
            links: ["https://mydomain.io/b"]
        ),
        Refused(
            link: "https://mydomain.io/in?q=..",
            remedy: "write the query without it",
            sources: [domain("mydomain.io") { Rewrite("/in?q={q}", to: "/{q}") }],
            links: ["https://mydomain.io/in?q="]
        ),
        Refused(
            link: "https://a.io/a",
            remedy: "add one, or let unmatched links pass through",
            sources: [.domain(Domain("a.io"))],
            others: [
                [.domain(Domain("a.io") { Rewrite("/a", to: "/b") })],
                [.domain(Domain("a.io", unmatched: .passThrough))],
            ]
        ),
        Refused(
            link: "https://a.io/a",
            remedy: "add one",
            sources: [.domain(Domain(anyHostAs: "h"))],
            others: [[.domain(Domain(anyHostAs: "h") { Rewrite("/a", to: "/b") })]]
        ),
        Refused(
            link: "https://a.io/a",
            remedy: "remove the rule if such links are expected",
            sources: [domain("a.io") { Refuse("/a") }],
            others: [[domain("a.io")]]
        ),
        Refused(
            link: "myapp:u?u=myapp:u?u=myapp:u?u=myapp:u?u=myapp:a",
            remedy: "send the innermost one",
            sources: [
                .scheme(Scheme("myapp", unmatched: .passThrough) { Unwrap("/u?u={target}") })
            ],
            links: ["myapp:a"]
        ),
    ]

    @Test func `what the error of a link advises works`() throws {
        var codes: Set<String> = []
        for refused in Self.refused {
            let rewriter = try URLRewriter(limits: refused.limits, sources: refused.sources)
            let error = try #require(rewriter.refusal(of: refused.link), "\(refused.link)")
            #expect(error.text.remedy == refused.remedy, "\(refused.link): \(error)")
            #expect(error.recoverySuggestion?.dropFirst() == "\(refused.remedy.dropFirst()).")
            codes.insert(error.reason.code)
            for link in refused.links {
                #expect(rewriter.refusal(of: link) == nil, "\(link): \(error)")
            }
            for sources in refused.others {
                #expect(
                    try URLRewriter(sources: sources).refusal(of: refused.link) == nil,
                    "\(error)"
                )
            }
            for limits in refused.otherLimits {
                #expect(
                    try URLRewriter(limits: limits, sources: refused.sources).refusal(
                        of: refused.link
                    ) == nil
                )
            }
        }
        // Only the parser of components has this reason.
        let all = RewriteError.Reason.Kind.allCases.map(\.rawValue).filter {
            $0 != "misplaced-query"
        }
        #expect(codes == Set(all))
    }

    @Test func `a host in its own script is refused, and accepted as the system writes it`() throws
    {
        for (host, arriving) in [
            ("münchen.de", "xn--mnchen-3ya.de"),
            ("www.bücher.example", "www.xn--bcher-kva.example"),
        ] {
            let error = try #require(ruleError { Domain(host) })
            #expect(
                error.description
                    == "Domain '\(host)': the host '\(host)' has non-ASCII characters; write '\(arriving)', as links arrive with it."
            )
            let rewriter = try URLRewriter { Domain(arriving, unmatched: .passThrough) }
            #expect(rewriter.refusal(of: "https://\(host)/a")?.reason == .malformedHost(.nonASCII))
            #expect(try rewriter.rewrite(#require(URL(string: "https://\(host)/a"))).path == "/a")
        }
    }

    @Test(
        arguments: [
            ("[::1]", "[::1]"), ("[0::1]", "[::1]"), ("[0:0:0:0:0:0:0:1]", "[::1]"),
            ("[::0]", "[::]"), ("[1:0:0:2:0:0:0:3]", "[1:0:0:2::3]"),
            ("[1:0:2:0:3:0:4:0]", "[1:0:2:0:3:0:4:0]"), ("[1:0:0:2:3:0:0:4]", "[1::2:3:0:0:4]"),
            ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"),
            ("[1:2:3:4:5:6:7::]", "[1:2:3:4:5:6:7:0]"), ("[::2:3:4:5:6:7:8]", "[0:2:3:4:5:6:7:8]"),
            ("[00001::]", nil), ("[1:2:3]", nil),
            ("[1::2::3]", nil), ("[1:::2]", nil), ("[g::1]", nil), ("[+1::1]", nil),
            ("[1:2:3:4:5:6:7:8:9]", nil), ("[::1", nil), ("[]", nil),
            ("[::127.0.0.01]", nil), ("[127.0.0.1::1]", nil), ("[1:2:3:4:5:6:7:127.0.0.1]", nil),
            ("127.0.0.1", "127.0.0.1"), ("2130706433", "127.0.0.1"), ("0x7f.1", "127.0.0.1"),
            ("0177.0.0.01", "127.0.0.1"), ("127.65535", "127.0.255.255"),
            ("127.0.0.256", nil), ("1.2.3.4.5", nil), ("08", nil), ("0x", "0.0.0.0"),
            ("4294967296", nil), ("4294967295", "255.255.255.255"), ("1.256.1", nil),
            ("192.168.0.1.", "192.168.0.1"), ("a.1", nil), ("", nil), (".", nil), ("1..2", nil),
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

    // MARK: - Rules

    /// Sources with a fault, the way out, and the sources that a reader makes of it.
    fileprivate struct Flawed {
        let sources: [RewriteSource]
        let remedy: String
        var mended: [[RewriteSource]] = []
    }

    private static func hosts(_ host: String, _ remedy: String, _ mended: String...) -> Flawed {
        Flawed(
            sources: [.domain(Domain(host))],
            remedy: remedy,
            mended: mended.map { [.domain(Domain($0))] }
        )
    }

    private static func rule(_ rule: Rewrite, _ remedy: String, _ mended: Rewrite...) -> Flawed {
        Flawed(
            sources: [.domain(Domain(hosts: ["a.io"], rules: [.rewrite(rule)]))],
            remedy: remedy,
            mended: mended.map { [.domain(Domain(hosts: ["a.io"], rules: [.rewrite($0)]))] }
        )
    }

    private static func pattern(_ pattern: String, _ remedy: String, _ mended: String...) -> Flawed
    {
        Flawed(
            sources: [.domain(Domain("a.io") { Rewrite(pattern, to: "/x") })],
            remedy: remedy,
            mended: mended.map { pattern in [.domain(Domain("a.io") { Rewrite(pattern, to: "/x") })]
            }
        )
    }

    private static func template(
        _ template: String,
        _ remedy: String,
        _ mended: String...
    ) -> Flawed {
        rule(Rewrite("/in/{x}/{*rest}", to: template), remedy).with(
            mended.map { Rewrite("/in/{x}/{*rest}", to: $0) }
        )
    }

    private static func unwrap(_ pattern: String, _ remedy: String, _ mended: String...) -> Flawed {
        Flawed(
            sources: [.domain(Domain("a.io") { Unwrap(pattern) })],
            remedy: remedy,
            mended: mended.map { pattern in [.domain(Domain("a.io") { Unwrap(pattern) })] }
        )
    }

    /// A wrapper with two prefixes, of which only one has a capture.
    private static func wrapper(_ pattern: String) -> RewriteSource {
        .domain(
            Domain(
                hosts: ["a.io"],
                options: SourceOptions(prefixes: ["", "/{to}"]),
                rules: [.unwrap(Unwrap(pattern))]
            )
        )
    }

    private static func rules(_ rules: [String], _ remedy: String, _ mended: [String]...) -> Flawed
    {
        func source(_ rules: [String]) -> RewriteSource {
            .domain(Domain(hosts: ["a.io"], rules: rules.map { .rewrite(Rewrite($0, to: "/x")) }))
        }
        return Flawed(sources: [source(rules)], remedy: remedy, mended: mended.map { [source($0)] })
    }

    private static let long = String(repeating: "a", count: 64)

    private static let flawed: [Flawed] = [
        // Hosts.
        hosts(
            "",
            "write labels of letters, digits and '-' with single dots between them",
            "a-1.io"
        ),
        hosts(
            "a..io",
            "write labels of letters, digits and '-' with single dots between them",
            "a.io"
        ),
        hosts(
            "a.io.",
            "write labels of letters, digits and '-' with single dots between them",
            "a.io"
        ),
        hosts(
            "a%2e.io",
            "write labels of letters, digits and '-' with single dots between them",
            "a-2e.io"
        ),
        hosts(
            "u@a.io",
            "write labels of letters, digits and '-' with single dots between them",
            "u.a.io"
        ),
        hosts("https://a.io/b", "write only the host", "a.io"),
        hosts("\(long).io", "no host is as long, so shorten it", "\(long.dropFirst()).io"),
        hosts(
            Array(repeating: "abc", count: 64).joined(separator: "."),
            "no host is as long, so shorten it",
            Array(repeating: "abc", count: 63).joined(separator: ".")
        ),
        hosts("2130706433", "write '127.0.0.1', as browsers do", "127.0.0.1"),
        hosts("[0::1]", "write '[::1]', as browsers do", "[::1]"),
        hosts("[0::1]:80", "write '[::1]', as browsers do", "[::1]"),
        hosts(
            "[a.io]",
            "write an address such as '127.0.0.1' or '[::1]', or a name",
            "127.0.0.1",
            "[::1]",
            "a.io"
        ),
        hosts(
            "a.0x1",
            "write an address such as '127.0.0.1' or '[::1]', or a name",
            "127.0.0.1",
            "[::1]",
            "a.io"
        ),
        hosts(
            "*.127.0.0.1",
            "write the address alone, or a name after the first label",
            "127.0.0.1",
            "*.a.io"
        ),
        hosts(
            "*",
            "write '*.example.com' for those below one, or a Domain with 'anyHostAs'",
            "*.example.com"
        )
        .with([.domain(Domain(anyHostAs: "h"))]),
        hosts("a.*.io", "write '*.example.com'", "*.example.com"),
        hosts(
            "a.{b}.io",
            "write '{shop}.example.com', or '*.example.com' for any labels",
            "{shop}.example.com",
            "*.example.com"
        ),
        hosts("{}.io", "write '{shop}' or '{language:en|de}'", "{shop}.io", "{language:en|de}.io"),
        hosts(
            "{\(String(repeating: "s", count: 40_000))}.io",
            "write a shorter name or fewer words",
            "{s}.io"
        ),
        hosts(
            "{c:münchen|b}.io",
            "correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'",
            "{c:munchen|b}.io",
            "xn--mnchen-3ya.io"
        ),
        hosts(
            "{c:a.b|b}.io",
            "correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'",
            "{c:ab|b}.io",
            "a.b.io"
        ),
        hosts("a.io:080", "correct or remove it", "a.io:80", "a.io"),
        Flawed(
            sources: [domain("a.io", "A.io")],
            remedy: "remove one",
            mended: [[domain("a.io")], [domain("A.io")]]
        ),
        Flawed(
            sources: [domain("a.io"), domain("a.io")],
            remedy: "remove one",
            mended: [[domain("a.io")]]
        ),
        Flawed(
            sources: [domain("a.io", "a.io:80", allowsHTTP: true)],
            remedy: "remove one",
            mended: [[domain("a.io", allowsHTTP: true)]]
        ),
        Flawed(
            sources: [.domain(Domain())],
            remedy: "name at least one host",
            mended: [[domain("a.io")]]
        ),
        Flawed(
            sources: [.domain(Domain(anyHostAs: "a b"))],
            remedy: "write a name of letters, digits, '-', '_', '.' and '~'",
            mended: [[.domain(Domain(anyHostAs: "a-b_1.~"))]]
        ),
        Flawed(
            sources: [.domain(Domain(anyHostAs: "h", unmatched: .passThrough))],
            remedy: "reject unmatched links",
            mended: [[.domain(Domain(anyHostAs: "h", unmatched: .reject))]]
        ),
        Flawed(
            sources: [.domain(Domain(anyHostAs: "h")), .domain(Domain(anyHostAs: "i"))],
            remedy: "remove one",
            mended: [[.domain(Domain(anyHostAs: "h"))]]
        ),
        // Schemes.
        Flawed(
            sources: [.scheme(Scheme())],
            remedy: "name at least one scheme",
            mended: [[.scheme(Scheme("a"))]]
        ),
        Flawed(
            sources: [.scheme(Scheme("shop://"))],
            remedy: "write 'shop'",
            mended: [[.scheme(Scheme("shop"))]]
        ),
        Flawed(
            sources: [.scheme(Scheme("shop:"))],
            remedy: "write 'shop'",
            mended: [[.scheme(Scheme("shop"))]]
        ),
        Flawed(
            sources: [.scheme(Scheme("my_app:"))],
            remedy: "write a letter, then only letters, digits, '+', '-' and '.'",
            mended: [[.scheme(Scheme("m1+-."))]]
        ),
        Flawed(
            sources: [.scheme(Scheme("https"))],
            remedy: "configure them with a Domain",
            mended: [[domain("a.io")]]
        ),
        Flawed(
            sources: [.scheme(Scheme("data"))],
            remedy: "use a scheme of the app's own",
            mended: [[.scheme(Scheme("myapp"))]]
        ),
        // Nothing about rules.
        Flawed(
            sources: [.scheme(Scheme("file"))],
            remedy: "open them where the app opens its documents"
        ),
        Flawed(
            sources: [.scheme(Scheme("a", "A"))],
            remedy: "remove one",
            mended: [[.scheme(Scheme("a"))]]
        ),
        Flawed(
            sources: [.scheme(Scheme("a", wholeLinkAs: "a b", to: "/in?link={a b}"))],
            remedy: "use only letters, digits, '-', '_', '.' and '~'",
            mended: [[.scheme(Scheme("a", wholeLinkAs: "a-_.~1", to: "/in?link={a-_.~1}"))]]
        ),
        Flawed(
            sources: [
                .scheme(
                    Scheme(
                        names: ["a"],
                        wholeLink: Scheme.WholeLink(as: "link", to: "/in?link={link}"),
                        options: SourceOptions(unmatched: .passThrough)
                    )
                )
            ],
            remedy: "remove it, or 'wholeLinkAs'",
            mended: [
                [.scheme(Scheme("a", wholeLinkAs: "link", to: "/in?link={link}"))],
                [.scheme(Scheme("a", unmatched: .passThrough))],
            ]
        ),
        rule(
            Rewrite("/x", to: LinkPath("a")),
            "write '/a'",
            Rewrite("/x", to: LinkPath("/a"))
        ),
        // Prefixes.
        Flawed(
            sources: [.domain(Domain("a.io", prefixes: []) { Rewrite("/a", to: "/b") })],
            remedy: "write \"\" for rules without a prefix",
            mended: [[.domain(Domain("a.io", prefixes: [""]) { Rewrite("/a", to: "/b") })]]
        ),
        Flawed(
            sources: [.domain(Domain("a.io", prefixes: ["", "/{x}", "/{y}"]))],
            remedy: "remove one",
            mended: [[.domain(Domain("a.io", prefixes: ["", "/{x}"]))]]
        ),
        Flawed(
            sources: [.domain(Domain("a.io", prefixes: ["en"]))],
            remedy: "write '/en'",
            mended: [[.domain(Domain("a.io", prefixes: ["/en"]))]]
        ),
        Flawed(
            sources: [.domain(Domain("a.io", prefixes: ["/{t:a|b?}"]))],
            remedy: "list one prefix with it, without '?', and one without it",
            mended: [[.domain(Domain("a.io", prefixes: ["/{t:a|b}", ""]))]]
        ),
        Flawed(
            sources: [
                .domain(Domain("a.io", prefixes: ["", "/{*p?}"]) { Rewrite("/{*r}", to: "/x") })
            ],
            remedy: "remove one of the two prefixes",
            mended: [
                [.domain(Domain("a.io", prefixes: [""]) { Rewrite("/{*r}", to: "/x") })],
                [.domain(Domain("a.io", prefixes: ["/{*p?}"]) { Rewrite("/{*r}", to: "/x") })],
            ]
        ),
        Flawed(
            sources: [.domain(Domain("a.io", prefixes: ["/{x}"]) { Rewrite("/{x}", to: "/b") })],
            remedy: "rename one of them",
            mended: [
                [.domain(Domain("a.io", prefixes: ["/{y}"]) { Rewrite("/{x}", to: "/b") })],
                [.domain(Domain("a.io", prefixes: ["/{x}"]) { Rewrite("/{y}", to: "/b") })],
            ]
        ),
        // Patterns.
        pattern("a", "write '/a'", "/a"),
        pattern(
            "https://a.io/b",
            "write its path here, and its host in a Domain or its scheme in a Scheme",
            "/b"
        ),
        pattern("/{id?}", "write one rule with it, without '?', and one without it").with(
            [
                .domain(
                    Domain("a.io") {
                        Rewrite("/{id}", to: "/x")
                        Rewrite("/", to: "/x")
                    }
                )
            ]
        ),
        pattern(
            "/{*u:verbatim}/v",
            "write it last, as '{*url:verbatim}', or '{*url?:verbatim}' if it may be empty",
            "/v/{*url:verbatim}",
            "/v/{*url?:verbatim}"
        ),
        rule(
            Rewrite("/a", to: "/b", title: ""),
            "write one, or remove it",
            Rewrite("/a", to: "/b", title: "Page"),
            Rewrite("/a", to: "/b")
        ),
        pattern(
            "/Talk:{*t:verbatim}",
            "write '/Talk:/{*t:verbatim}', or '/Talk:{*t}'",
            "/Talk:/{*t:verbatim}",
            "/Talk:{*t}"
        ),
        pattern(
            "/{*u:verbatim}?a={a}",
            "remove the items, or ':verbatim'",
            "/{*u:verbatim}",
            "/{*u}?a={a}"
        ),
        pattern("/a?x=1&x=2", "remove one", "/a?x=1", "/a?x=2"),
        pattern(
            "/a?",
            "write 'name={capture}', 'name=text' or 'name'",
            "/a?name={capture}",
            "/a?name=text",
            "/a?name"
        ),
        pattern("/a?{x}=1", "write a plain name", "/a?x=1"),
        pattern("/a?x={x", "write '{{' or '}}' for a literal brace", "/a?x={{x"),
        pattern("/a?x=x}", "write '{{' or '}}' for a literal brace", "/a?x=x}}"),
        pattern("/a?x=100%", "write '%25' for a percent sign", "/a?x=100%25"),
        pattern("/a?x=a b", "percent-encode it", "/a?x=a%20b"),
        pattern("/a?x=\u{1}", "percent-encode it", "/a?x=%01"),
        pattern(
            "/a?x=a{y?}",
            "write it without the '?', or without the text",
            "/a?x=a{y}",
            "/a?x={y?}"
        ),
        pattern("/a?x={y?:alpha}", "write it at the end, as in '{name:alpha?}'", "/a?x={y:alpha?}"),
        pattern("/a?x={*y}", "write the capture without the '*'", "/a?x={y}"),
        pattern("/a?x={to:int:path}", "write '{to:path}'", "/a?x={to:path}"),
        pattern(
            "/a#{b}?x={y}",
            "move 'x={y}' to the query, which stands before the fragment",
            "/a?x={y}#{b}"
        ),
        Flawed(
            sources: [.domain(Domain("a.io") { Rewrite("/#/items/{id}", to: "/i/{id}") })],
            remedy: "write '/items/{id}', and set the source's option 'fragment' to 'path'",
            mended: [
                [
                    .domain(
                        Domain("a.io", fragment: .path) { Rewrite("/items/{id}", to: "/i/{id}") }
                    )
                ]
            ]
        ),
        pattern("/a?x={}", "write a name after the '{', as in '{id}'", "/a?x={id}"),
        pattern("/a?x={:path}", "write a name after the '{', as in '{id}'", "/a?x={id:path}"),
        pattern("/a#{}", "write a name after the '{', as in '{id}'", "/a#{id}"),
        pattern("/a?x={x}&y={x}", "give each its own name", "/a?x={x}&y={y}"),
        pattern("/{a}{b}", "put text between them, such as '{a}-{b}'", "/{a}-{b}"),
        pattern(
            "/a/{id",
            "close it with '}', or write '{{' for a literal brace",
            "/a/{id}",
            "/a/{{id"
        ),
        pattern("/a}", "write '}}' for a literal brace", "/a}}"),
        pattern("/{:int}", "write a name after the '{', as in '{id}'", "/{id:int}"),
        pattern("/{*}", "write a name after the '*', as in '{*rest}'", "/{*rest}"),
        pattern("/{a b}", "use only letters, digits, '-', '_', '.' and '~'", "/{a-b_1.~}"),
        pattern("/{a}/{a}", "give each its own name", "/{a}/{b}"),
        pattern("/a/..", "write the path without it", "/"),
        pattern("/{*a:int}", "write '{*a}'", "/{*a}"),
        // Rules for the same links.
        rules(
            ["/a", "/a"],
            "remove one of the two, or add a query item to one",
            ["/a"],
            ["/a", "/a?x={x}"],
            ["/a?x=1", "/a"]
        ),
        rules(
            ["/a?x=1", "/a?x=1"],
            "remove one of the two, or add a query item to one",
            ["/a?x=1"],
            ["/a?x=1", "/a?x=1&y=2"]
        ),
        rules(
            ["/{*a:verbatim}", "/{*b}"],
            "remove one of the two, or add a query item to one",
            ["/{*b}"],
            ["/{*a:verbatim}", "/{*b}?x={x}"]
        ),
        rules(["/{*a:verbatim}", "/{*b:verbatim}"], "remove one of the two", ["/{*a:verbatim}"]),
        // Templates.
        template(
            "b",
            "write an internal path such as '/items/detail?id={id}'",
            "/items/detail?id={x}"
        ),
        template("/a#b", "remove it, or write '%23' for the character", "/a", "/a%23b"),
        template("/a/{x", "write '{{' or '}}' for a literal brace", "/a/{{x"),
        template("/a/x}", "write '{{' or '}}' for a literal brace", "/a/x}}"),
        template(
            "/a/{x:int}",
            "use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side",
            "/a/{x}"
        ),
        template("/a/b{*rest}", "write it as a segment of its own", "/a/b/{*rest}"),
        template("/a/../b", "write the path without it", "/b"),
        template("/a b", "percent-encode a space, and remove the others", "/a%20b"),
        template("/a\u{1}", "percent-encode a space, and remove the others", "/a"),
        template("/a%", "write '%25' for a percent sign", "/a%25"),
        template("/a?b=%", "write '%25' for a percent sign", "/a?b=%25"),
        template(
            "/a?",
            "write 'name={capture}', 'name=text' or 'name'",
            "/a?name={x}",
            "/a?name=text",
            "/a?name"
        ),
        template("/a?{x}=b", "write a plain name", "/a?x=b"),
        template("/a?b={*rest}", "write the capture without the '*'", "/a?b={rest}"),
        template("/a/{y}", "the captures are 'rest', 'x'", "/a/{x}", "/a/{rest}"),
        template("/a/{*x}", "write '{x}'", "/a/{x}"),
        rule(
            Rewrite("/a", to: "/b?c={d}"),
            "capture it, or write '{{d}}' for the text",
            Rewrite("/a?d={d}", to: "/b?c={d}"),
            Rewrite("/a", to: "/b?c={{d}}")
        ),
        rule(
            Rewrite("/a/:id", to: "/b?c={id}"),
            "write '{id}' there too",
            Rewrite("/a/{id}", to: "/b?c={id}")
        ),
        // Wrappers.
        unwrap("/m", "write '{target}' where that link stands in the rule", "/m/{target}"),
        Flawed(
            sources: [wrapper("/go")],
            remedy: "write '{target}' where that link stands in the rule",
            mended: [[wrapper("/go?u={target}")]]
        ),
        unwrap("/m/{a}?u={b}", "write '{target}' for it", "/m/{a}?u={target}"),
        unwrap("/m?u={a?}", "write '{a}'", "/m?u={a}"),
        unwrap("/v/{*t?}", "write '{*t}'", "/v/{*t}"),
        // Examples.
        Flawed(
            sources: [
                .domain(Domain("*.a.io") { Rewrite("/a", to: "/b", examples: ["/a": "/b"]) })
            ],
            remedy: "write the whole link",
            mended: [
                [
                    .domain(
                        Domain("*.a.io") {
                            Rewrite("/a", to: "/b", examples: ["https://x.a.io/a": "/b"])
                        }
                    )
                ]
            ]
        ),
        rule(
            Rewrite("/a", to: "/b", examples: ["/a": "b"]),
            "write a path such as '/items/detail?id=1'",
            Rewrite("/a", to: "/items/detail?id=1", examples: ["/a": "/items/detail?id=1"])
        ),
        rule(
            Rewrite("/a", to: "/b", examples: ["/a": "/c"]),
            "correct the rule or the example",
            Rewrite("/a", to: "/c", examples: ["/a": "/c"]),
            Rewrite("/a", to: "/b", examples: ["/a": "/b"])
        ),
        rule(
            Rewrite("/a#", to: "/b"),
            "remove it, or write '#{anchor}' or '#text'",
            Rewrite("/a", to: "/b"),
            Rewrite("/a#{anchor}", to: "/b"),
            Rewrite("/a#text", to: "/b")
        ),
        rule(
            Rewrite("/a#x{b}", to: "/b"),
            "write only one capture, or only text",
            Rewrite("/a#{b}", to: "/b"),
            Rewrite("/a#x", to: "/b")
        ),
        rule(
            Rewrite("/a/{*u:verbatim}#{b}", to: "/b"),
            "remove the fragment, or ':verbatim'",
            Rewrite("/a/{*u:verbatim}", to: "/b"),
            Rewrite("/a/{*u}#{b}", to: "/b")
        ),
        Flawed(
            sources: [
                .domain(Domain("a.io", fragment: .path) { Rewrite("/#/cart", to: "/cart") })
            ],
            remedy: "write '/cart'",
            mended: [
                [.domain(Domain("a.io", fragment: .path) { Rewrite("/cart", to: "/cart") })]
            ]
        ),
        Flawed(
            sources: [
                .domain(Domain("a.io", fragment: .query) { Rewrite("/a#{b}", to: "/b") })
            ],
            remedy: "remove '#{b}', or the source's option 'fragment'",
            mended: [
                [.domain(Domain("a.io", fragment: .query) { Rewrite("/a", to: "/b") })],
                [.domain(Domain("a.io") { Rewrite("/a#{b}", to: "/b") })],
            ]
        ),
        rule(
            Rewrite("/a-{x:path}", to: "/b/{x}"),
            "write '{*x}' as a segment of its own",
            Rewrite("/a-/{*x}", to: "/b/{x}")
        ),
        rule(
            Rewrite("/a?x=/{y:path}", to: "/b/{*y}"),
            "write 'x={y:path}'",
            Rewrite("/a?x={y:path}", to: "/b/{*y}")
        ),
        rule(
            Rewrite("/a", to: "/b", examples: ["/a b": "/b"]),
            "write '%20'",
            Rewrite("/a%20b", to: "/b", examples: ["/a%20b": "/b"])
        ),
    ]

    @Test func `what the error of a rule, a host or a scheme advises works`() throws {
        var codes: Set<String> = []
        for flawed in Self.flawed {
            let error = try #require(throws: RewriteRuleError.self) {
                try URLRewriter(sources: flawed.sources)
            }
            #expect(error.text.remedy == flawed.remedy, "\(error.description.prefix(300))")
            #expect(
                error.description == "\(error.text.obstacle); \(flawed.remedy)."
                    || error.text.remedy != flawed.remedy
            )
            codes.insert(error.reason.code)
            for sources in flawed.mended {
                #expect(throws: Never.self, "\(error.description.prefix(300))") {
                    try URLRewriter(sources: sources)
                }
            }
        }
        let missing = try Self.codesInSources().subtracting(codes).sorted()
        // Limits are not a part of sources, and have their own test.
        #expect(missing == ["malformed-limit"])
    }

    @Test(arguments: [Limits(bytes: 0), Limits(segments: -1), Limits(queryItems: 0)])
    func `what the error of a limit advises works`(limits: Limits) throws {
        let error = try #require(throws: RewriteRuleError.self) {
            try URLRewriter(limits: limits, sources: [])
        }
        #expect(error.text.remedy == "write a number from 1 on, or leave it out")
        _ = try URLRewriter(limits: Limits(bytes: 1, segments: 1, queryItems: 1), sources: [])
        _ = try URLRewriter(sources: [])
    }

    /// The codes of all flaws of rules, as they stand in the sources.
    private static func codesInSources() throws -> Set<String> {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/DeepLinks/Rewriting")
        let files = try FileManager.default.contentsOfDirectory(
            at: folder,
            includingPropertiesForKeys: nil
        )
        var codes: Set<String> = []
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /RuleFlaw\(\s*"([a-z-]+)"/) {
                codes.insert(String(match.1))
            }
        }
        return codes
    }

    // MARK: - Limits

    @Test(arguments: [
        (Limits(bytes: 0), "bytes", 0), (Limits(bytes: -1), "bytes", -1),
        (Limits(segments: 0), "segments", 0), (Limits(queryItems: .min), "queryItems", Int.min),
    ])
    func `a limit is at least 1`(limits: Limits, name: String, value: Int) throws {
        let sentence =
            "Limits: '\(name)' is \(value), so no link would pass; write a number from 1 on, or leave it out."
        let error = try #require(throws: RewriteRuleError.self) {
            try URLRewriter(limits: limits, sources: Self.sources)
        }
        #expect(error.description == sentence)
        #expect(error.reason.code == "malformed-limit")
        let configuration = LinkConfiguration(limits: limits)
        let placed = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: configuration)
        }
        #expect(placed.path == "limits.\(name)")
        let text = #"{ "version": 1, "limits": { "\#(name)": \#(value) } }"#
        let read = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(text.utf8))
        }
        #expect(read.path == "limits.\(name)")
        #expect(read.description.hasSuffix("write a whole number from 1 on."))
        #expect(throws: Never.self) {
            try URLRewriter(
                limits: Limits(bytes: 1, segments: 1, queryItems: 1),
                sources: Self.sources
            )
        }
        #expect(throws: Never.self) {
            try LinkConfiguration(
                data: Data(#"{ "version": 1, "limits": { "\#(name)": 1 } }"#.utf8)
            )
        }
    }
}

extension AdviceTests.Flawed {
    fileprivate func with(_ sources: [RewriteSource]) -> Self {
        var copy = self
        copy.mended.append(sources)
        return copy
    }

    fileprivate func with(_ rules: [Rewrite]) -> Self {
        var copy = self
        copy.mended += rules.map { [.domain(Domain(hosts: ["a.io"], rules: [.rewrite($0)]))] }
        return copy
    }
}
