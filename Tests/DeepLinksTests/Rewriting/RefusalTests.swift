import Foundation
import Testing

@testable import DeepLinks

/// What refusals say, and that the way out that each names works when it is followed as it is written.
struct RefusalTests {
    /// Links, and links that follow the advice.
    private static let links = AdviceRow.rows(
        #"""
        /featureA/detail  "" → The link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'. → https://mydomain.io/a
        https:/mydomain.io/a → The link has no host at byte 6; a web link begins with its scheme, '://' and a host. → https://mydomain.io/a
        https://mydomain.io/a b → The link's path has a space at byte 21; write '%20'. → https://mydomain.io/a%20b
        https://mydomain.io?a b → The link's query has a space at byte 21; write '%20'. → https://mydomain.io?a%20b
        https://mydomain.io#a b → The link's fragment has a space at byte 21; write '%20'. → https://mydomain.io#a%20b
        https://mydomain.io /a → The link's host has a space at byte 19; remove it. → https://mydomain.io/a
        https://mydomain.io/a?b=\#u{1}c → The link's query has a control character at byte 24; remove it. → https://mydomain.io/a?b=c
        https://mydomain.io/%0A  https://mydomain.io/\#u{1} → The link's path has a control character at byte 20; remove it. → https://mydomain.io/
        https://my\#tdomain.io/a → The link's host has a control character at byte 10; remove it. → https://mydomain.io/a
        sql://db/\#u{7}a → The link has a control character at byte 9; remove it. → sql://db/a
        https://mydomain.io\a → The link's host has a backslash at byte 19; write a slash. → https://mydomain.io/a
        myapp://a\b → The link's host has a backslash at byte 9; write a slash. → myapp://a/b
        https://mydomain.io/a\b → The link's path has a backslash at byte 21; write a slash, or '%5C' for the character. → https://mydomain.io/a/b  https://mydomain.io/a%5Cb
        https://mydomain.io?a\b → The link's query has a backslash at byte 21; write a slash, or '%5C' for the character. → https://mydomain.io?a/b  https://mydomain.io?a%5Cb
        javascript:alert(1) → The link's scheme 'javascript' is not configured; no source can have it, so do not pass such links to the rewriter.
        https://mydomain.io@evil.com/a → The link has an '@' before its path, at byte 19, which can hide the real host; remove the user information. → https://mydomain.io/a
        myapp://u@a/b → The link has an '@' before its path, at byte 9, which can hide the real host; remove the user information. → myapp://a/b
        https://mydomain.io./a → The link's host ends in a dot at byte 19; write the host as it is configured. → https://mydomain.io/a
        https://my%64omain.io/a → The link's host has a percent sign at byte 10; write the host as it is configured. → https://mydomain.io/a
        https://mydomain..io/a → The link's host has an empty label at byte 17; write the host as it is configured. → https://mydomain.io/a
        https://my|domain.io/a → The link's host has a character that is not allowed at byte 10; write the host as it is configured. → https://mydomain.io/a
        https://münchen.de/a → The link's host has non-ASCII characters at byte 9; write it as links arrive with it, 'xn--mnchen-3ya.de'. → https://xn--mnchen-3ya.de/a
        https://www.bücher.example/a → The link's host has non-ASCII characters at byte 13; write it as links arrive with it, 'www.xn--bcher-kva.example'. → https://www.xn--bcher-kva.example/a
        myapp://caf%C3%A9/a → The link's host has a percent sign at byte 11; put three slashes before it, which make it a part of the path. → myapp:///caf%C3%A9/a
        myapp://café/a → The link's host has non-ASCII characters at byte 11; put three slashes before it, which make it a part of the path. → myapp:///café/a
        myapp://a|b → The link's host has a character that is not allowed at byte 9; put three slashes before it, which make it a part of the path. → myapp:///a|b
        myapp://[::1]/5 → The link's host is read as an IP address at byte 8; put three slashes before it, which make it a part of the path. → myapp:///[::1]/5
        https://[0::1]/a → The link's host is read as an IP address at byte 8; write it as browsers do, '[::1]'. → https://[::1]/a
        https://0x7f.1/a → The link's host is read as an IP address at byte 8; write it as browsers do, '127.0.0.1'. → https://127.0.0.1/a
        https://mydomain.io:0443/a → The link's port at byte 20 is not a number from 1 to 65535 without leading zeros; correct or remove it. → https://mydomain.io:443/a  https://mydomain.io/a
        https://0::1/a → The link's port at byte 10 is not a number from 1 to 65535 without leading zeros; correct or remove it.
        myapp://a:1/b → The link has a port at byte 9, but links of its scheme have none; remove it. → myapp://a/b
        https://mydomain.io/100% → The link's path has a '%' at byte 23 without two hexadecimal digits; write '%25' for the character. → https://mydomain.io/100%25
        https://mydomain.io/a#% → The link's fragment has a '%' at byte 22 without two hexadecimal digits; write '%25' for the character. → https://mydomain.io/a#%25
        https://mydomain.io/a?b=%FF → The link's query is not UTF-8 at byte 24; encode its text as UTF-8. → https://mydomain.io/a?b=%C3%BF
        https://mydomain.io/a/../b → The link's path has a dot segment at byte 22; write the path without it. → https://mydomain.io/b
        http://open.io:443/a → The link's host is not configured with port 443; remove the port. → http://open.io/a
        https://open.io:80/a → The link's host is not configured with port 80; remove the port. → https://open.io/a
        https://mydomain.io/in?q=.. → The link's query has a dot segment at byte 23; write the query without it. → https://mydomain.io/in?q=
        https://mydomain.io/to?u=https://mydomain.io/%25zz → The wrapped link's path has a '%' at byte 20 without two hexadecimal digits; write '%25' for the character. → https://mydomain.io/to?u=https://mydomain.io/%2525zz
        myapp:u?u=myapp:u?u=myapp:u?u=myapp:u?u=myapp:a → The link is wrapped in more than 3 others; send the innermost one. → myapp:a
        """#
    )

    @Test(arguments: links)
    func `a refusal is one sentence, and a link that follows it is accepted`(row: AdviceRow) throws
    {
        let rewriter = try URLRewriter {
            Domain(
                "mydomain.io",
                "xn--mnchen-3ya.de",
                "www.xn--bcher-kva.example",
                "[::1]",
                "127.0.0.1",
                unmatched: .passThrough
            ) {
                Rewrite("/in?q={q}", to: "/{q}")
                Unwrap("/to?u={target}")
            }
            Domain("open.io", allowsHTTP: true, unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/u?u={target}") }
            Scheme("sql", wholeLinkAs: "url", to: "/c?url={url}")
        }
        for link in row.texts {
            let error = try #require(rewriter.refusal(of: link))
            #expect(error.description == row.sentence)
            #expect("\(error)" == row.sentence)
            let remedy = row.sentence.components(separatedBy: "; ")[1]
            #expect(error.recoverySuggestion?.dropFirst() == remedy.dropFirst())
        }
        for link in row.mended { #expect(rewriter.refusal(of: link) == nil, "\(link)") }
    }

    /// A link and sources as in a configuration, and sources that follow the advice.
    private static let sources = AdviceRow.rows(
        """
        other:a  {"names":["myapp"]} → The link's scheme 'other' is not configured; add a Scheme for it if its links are expected. → {"names":["myapp"]},{"names":["other"],"unmatched":"passThrough"}
        https://a.io/a  {"names":["myapp"]} → The link's scheme 'https' is not configured; add a Domain with its host if such links are expected. → {"names":["myapp"]},{"hosts":["a.io"],"unmatched":"passThrough"}
        http://a.io/a  {"hosts":["a.io"],"unmatched":"passThrough"} → The link uses 'http', but its host is configured for 'https' only; set 'allowsHTTP' if such links are expected. → {"hosts":["a.io"],"unmatched":"passThrough","allowsHTTP":true}
        https://127.0.0.1/a  {"hosts":["a.io"]} → The link's host is read as an IP address at byte 8; add '127.0.0.1' to a Domain if such links are expected. → {"hosts":["a.io","127.0.0.1"],"unmatched":"passThrough"}
        https://[::1]/a  {"hosts":["a.io"]} → The link's host is read as an IP address at byte 8; add '[::1]' to a Domain if such links are expected. → {"hosts":["a.io","[::1]"],"unmatched":"passThrough"}
        https://b.io/a  {"hosts":["a.io"]} → The link's host 'b.io' is not configured; add it to a domain if its links are expected. → {"hosts":["a.io","b.io"],"unmatched":"passThrough"}
        https://xn--x.a.io/a  {"hosts":["*.a.io"]} → The link's host 'xn--x.a.io' is not configured; no pattern takes a label that begins with 'xn--', so add 'xn--x.a.io' itself to a Domain if its links are expected. → {"hosts":["*.a.io","xn--x.a.io"],"unmatched":"passThrough"}
        https://localhost/a  {"anyHostAs":"h"} → The link's host 'localhost' is not configured; add it to a domain if its links are expected. → {"anyHostAs":"h"},{"hosts":["localhost"],"unmatched":"passThrough"}
        https://a.io:8443/a  {"hosts":["a.io"]} → The link's host is not configured with port 8443; add 'a.io:8443' to a Domain if such links are expected. → {"hosts":["a.io","a.io:8443"],"unmatched":"passThrough"}
        https://a.b.io:8443/a  {"hosts":["{x}.b.io"]} → The link's host is not configured with port 8443; add 'a.b.io:8443' to a Domain if such links are expected. → {"hosts":["{x}.b.io","a.b.io:8443"],"unmatched":"passThrough"}
        https://a.io:8443/a  {"anyHostAs":"h"} → The link's host is not configured with port 8443; add 'a.io:8443' to a Domain if such links are expected. → {"anyHostAs":"h"},{"hosts":["a.io:8443"],"unmatched":"passThrough"}
        https://[::1]:8443/a  {"hosts":["[::1]"]} → The link's host is not configured with port 8443; add '[::1]:8443' to a Domain if such links are expected. → {"hosts":["[::1]","[::1]:8443"],"unmatched":"passThrough"}
        https://a.io:80/a  {"hosts":["a.io"]} → The link's host is not configured with port 80; add 'a.io:80' to a Domain if such links are expected. → {"hosts":["a.io","a.io:80"],"unmatched":"passThrough"}
        https://localhost/a  {"hosts":["localhost:8080"]} → The link's host is not configured with port 443; add 'localhost' to a Domain if such links are expected. → {"hosts":["localhost:8080","localhost"],"unmatched":"passThrough"}
        https://localhost:443/a  {"hosts":["localhost:8080"]} → The link's host is not configured with port 443; add 'localhost' to a Domain if such links are expected. → {"hosts":["localhost:8080","localhost"],"unmatched":"passThrough"}
        http://localhost/a  {"hosts":["localhost:8080"],"allowsHTTP":true} → The link's host is not configured with port 80; add 'localhost' to a Domain if such links are expected. → {"hosts":["localhost:8080","localhost"],"allowsHTTP":true,"unmatched":"passThrough"}
        https://a.io/none  {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"}]} → No rule of 'a.io' fits the link; add one, or let unmatched links pass through. → {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"},{"from":"/none","to":"/c"}]}  {"hosts":["a.io"],"unmatched":"passThrough"}
        https://a.io/a  {"anyHostAs":"h"} → No rule for any host fits the link; add one. → {"anyHostAs":"h","rules":[{"from":"/a","to":"/b"}]}
        https://a.io/a  {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"refuse":"/a"}]} → The rule '/a' of 'a.io' refuses the link; remove the rule if such links are expected. → {"hosts":["a.io"],"unmatched":"passThrough"}
        https://a.io/go/https://a.io/a  {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"unwrap":"/go/{*t}"}]} → The wrapped link has no host at byte 6; a web link begins with its scheme, '://' and a host, and in a path only '{*target:verbatim}' keeps both slashes. → {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"unwrap":"/go/{*t:verbatim}"}]}
        https://a.io/to?u=https://evil.com/a  {"hosts":["a.io"],"rules":[{"unwrap":"/to?u={u}"}]} → The wrapped link's host 'evil.com' is not configured; add it to a domain if its links are expected. → {"hosts":["a.io","evil.com"],"unmatched":"passThrough","rules":[{"unwrap":"/to?u={u}"}]}
        https://a.io/to?u=https://a.io/b  {"hosts":["a.io"],"rules":[{"unwrap":"/to?u={u}"}]} → No rule of 'a.io' fits the wrapped link; add one, or let unmatched links pass through. → {"hosts":["a.io"],"rules":[{"unwrap":"/to?u={u}"},{"from":"/b","to":"/b"}]}
        """
    )

    @Test(arguments: sources)
    func `a refusal says which source to add or change`(row: AdviceRow) throws {
        let (link, objects) = (row.texts[0], row.texts[1])
        let rewriter = try URLRewriter(configuration: configuration(of: objects))
        #expect(rewriter.refusal(of: link)?.description == row.sentence)
        for objects in row.mended {
            let mended = try URLRewriter(configuration: configuration(of: objects))
            #expect(mended.refusal(of: link) == nil, "\(objects)")
        }
    }

    @Test(arguments: [
        (Limits(bytes: 13), Limits(bytes: 14), "The link is longer than 13 bytes"),
        (Limits(segments: 1), Limits(segments: 2), "The link's path has more than 1 segments"),
        (Limits(queryItems: 1), Limits(queryItems: 2), "The link's query has more than 1 items"),
    ])
    func `a limit that is raised lets the link pass`(
        limits: Limits,
        raised: Limits,
        obstacle: String
    ) throws {
        let scheme = RewriteSource.scheme(Scheme("myapp", unmatched: .passThrough))
        let error = try URLRewriter(limits: limits, sources: [scheme]).refusal(of: "myapp:/a/b?c&d")
        #expect(error?.description == obstacle + "; raise the limit if such links are expected.")
        let rewriter = try URLRewriter(limits: raised, sources: [scheme])
        #expect(rewriter.refusal(of: "myapp:/a/b?c&d") == nil)
    }

    /// Only the parser of components has misplaced queries.
    @Test func `no code of a refusal lacks its row`() throws {
        var codes: Set = [
            "misplaced-query", "too-many-bytes", "too-many-segments", "too-many-query-items",
        ]
        let rewriter = try URLRewriter {
            Domain("mydomain.io", unmatched: .passThrough)
            Scheme("myapp", unmatched: .passThrough) { Unwrap("/u?u={target}") }
        }
        for row in Self.links {
            codes.formUnion(rewriter.refusal(of: row.texts[0]).map { [$0.reason.code] } ?? [])
        }
        for row in Self.sources {
            let rewriter = try URLRewriter(configuration: configuration(of: row.texts[1]))
            codes.insert(try #require(rewriter.refusal(of: row.texts[0])).reason.code)
        }
        #expect(codes.isSuperset(of: RewriteError.Reason.Kind.allCases.map(\.rawValue)))
    }

    @Test func `errors are equal when they say the same`() throws {
        let rewriter = try Fixture.passing()
        let first = try #require(rewriter.refusal(of: "https://evil.com/a"))
        let same = try #require(rewriter.refusal(of: "https://evil.com/b?c"))
        let other = try #require(rewriter.refusal(of: "https://evil.org/a"))
        let place = try #require(rewriter.refusal(of: " https://evil.com/a"))
        #expect(first == same)
        #expect(first.hashValue == same.hashValue)
        #expect(first != other)
        #expect(first != place)
        #expect(Set([first, same, other, place]).count == 3)
    }

    @Test(arguments: [
        "https://CANARY:CANARY@mydomain.io/a", "https://mydomain.io/CANARY/none",
        "https://mydomain.io/CANARY/..", "https://mydomain.io/items/7?CANARY=CANARY%FF",
        "https://mydomain.io/items/7#CANARY%", "myapp://CANARY/%", "myapp://CANARY:80/",
        "https://mydomain.io:CANARY/a", "https://CANARY|.io/a",
        "https://mydomain.io/u?to=https://CANARY.d/%25",
        "https://mydomain.io/u?to=javascript:CANARY",
        "https://mydomain.io/in?q=..&CANARY=CANARY", "https://mydomain.io/in?q=CANARY%00",
        "/CANARY",
        "https://mydomain.io/a/" + String(repeating: "CANARY/", count: 70),
        "https://mydomain.io/a?" + String(repeating: "CANARY=CANARY&", count: 130),
        "https://mydomain.io/a?" + String(repeating: "CANARY", count: 2_000),
    ])
    func `an error repeats nothing of a link but its scheme and host`(link: String) throws {
        let rewriter = try URLRewriter {
            Domain("mydomain.io") {
                Rewrite("/items/{id:int}", to: "/item?id={id}")
                Rewrite("/in?q={q}", to: "/{q}")
                Unwrap("/u?to={target}")
            }
            Scheme("myapp", unmatched: .passThrough)
        }
        let error = try #require(rewriter.refusal(of: link))
        var dumped = ""
        dump(error, to: &dumped)
        for text in [error.description, String(reflecting: error), dumped, "\(error.reason)"] {
            // A host is shown in lowercase.
            #expect(!text.contains("CANARY"), "\(text)")
        }
    }

    @Test func `a very long host or scheme is told in part`() throws {
        let rewriter = try Fixture.passing()
        let long = String(repeating: "a", count: 60)
        #expect(
            rewriter.refusal(of: "https://\(long).\(long).io/")?.reason
                == .unknownHost("\(long).aaa…")
        )
        for (name, shown) in [("bbbbb", "bbbb…"), ("bbbb", "bbbb")] {
            let reason = rewriter.refusal(of: "\(long)\(name):x")?.reason
            #expect(reason == .unknownScheme(long + shown))
        }
    }
}
