import DeepLinks
import Foundation
import Testing

/// What refusals say, and what they do not reveal.
struct RewriteErrorTests {
    @Test(arguments: [
        (
            "https://mydomain.io/" + String(repeating: "a", count: 100),
            "The link is longer than 100 bytes; raise the limit if such links are expected."
        ),
        (
            "https://mydomain.io/a/b/c/d",
            "The link's path has more than 3 segments; raise the limit if such links are expected."
        ),
        (
            "https://mydomain.io/a?a&b&c",
            "The link's query has more than 2 items; raise the limit if such links are expected."
        ),
        (
            "/featureA/detail",
            "The link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'."
        ),
        (
            "https:/mydomain.io/a",
            "The link has no host at byte 6; a web link begins with its scheme, '://' and a host."
        ),
        ("https://mydomain.io/a b", "The link's path has a space at byte 21; write '%20'."),
        (
            "https://mydomain.io/a?b=\u{1}c",
            "The link's query has a control character at byte 24; remove it."
        ),
        (
            "https://mydomain.io/%0A",
            "The link's path has a control character at byte 20; remove it."
        ),
        (
            #"https://mydomain.io\a"#,
            "The link's host has a backslash at byte 19; write a slash."
        ),
        (
            "javascript:alert(1)",
            "The link's scheme 'javascript' is not configured; no source can have it, so do not pass such links."
        ),
        (
            "http://mydomain.io/a",
            "The link uses 'http', but its host is configured for 'https' only; set 'allowsHTTP' if such links "
                + "are expected."
        ),
        (
            "https://mydomain.io@evil.com/a",
            "The link has an '@' before its path, at byte 19, which can hide the real host; remove the user "
                + "information."
        ),
        (
            "https://mydomain.io./a",
            "The link's host ends in a dot at byte 19; write the host as it is configured."
        ),
        (
            "https://my%64omain.io/a",
            "The link's host has a percent sign at byte 10; write the host as it is configured."
        ),
        (
            "https://mydomain..io/a",
            "The link's host has an empty label at byte 17; write the host as it is configured."
        ),
        (
            "https://mydömain.io/a",
            "The link's host has non-ASCII characters at byte 11; write it as links arrive with it, 'xn--mydmain-c1a.io'."
        ),
        (
            "https://my|domain.io/a",
            "The link's host has a character that is not allowed at byte 10; write the host as it is configured."
        ),
        (
            "https://[::1]/a",
            "The link's host is read as an IP address at byte 8; add '[::1]' to a Domain if such links are expected."
        ),
        (
            "https://127.0.0.1/a",
            "The link's host is read as an IP address at byte 8; add '127.0.0.1' to a Domain if such links are expected."
        ),
        (
            "https://mydomain.io/go/https://mydomain.io",
            "The wrapped link has no host at byte 6; a web link begins with its scheme, '://' and a host, and in a path only '{*target:verbatim}' keeps both slashes."
        ),
        (
            "https://evil.com/a",
            "The link's host 'evil.com' is not configured; add it to a domain if its links are expected."
        ),
        (
            "https://mydomain.io:0443/a",
            "The link's port at byte 20 is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
        (
            "myapp://a:1/b",
            "The link has a port at byte 9, but links of its scheme have none; remove it."
        ),
        (
            "https://mydomain.io:8443/a",
            "The link's host is not configured with port 8443; add 'mydomain.io:8443' to a Domain if such links are expected."
        ),
        (
            "https://mydomain.io/100%",
            "The link's path has a '%' at byte 23 without two hexadecimal digits; write '%25' for the character."
        ),
        (
            "https://mydomain.io/a?b=%FF",
            "The link's query is not UTF-8 at byte 24; encode its text as UTF-8."
        ),
        (
            "https://mydomain.io/a#%",
            "The link's fragment has a '%' at byte 22 without two hexadecimal digits; write '%25' for the "
                + "character."
        ),
        (
            "https://mydomain.io/a/../b",
            "The link's path has a dot segment at byte 22; write the path without it."
        ),
        (
            "https://mydomain.io/none",
            "No rule of 'mydomain.io' fits the link; add one, or let unmatched links pass through."
        ),
        (
            "https://mydomain.io/to?u=https://evil.com/a",
            "The wrapped link's host 'evil.com' is not configured; add it to a domain if its links are expected."
        ),
        (
            "https://mydomain.io/to?u=https://mydomain.io/none",
            "No rule of 'mydomain.io' fits the wrapped link; add one, or let unmatched links pass through."
        ),
        (
            "myapp:u?u=myapp:u?u=myapp:u?u=myapp:u?u=myapp:a",
            "The link is wrapped in more than 3 others; send the innermost one."
        ),
    ])
    func `a refusal is one sentence`(link: String, sentence: String) throws {
        let rewriter = try URLRewriter(
            limits: Limits(bytes: 100, segments: 3, queryItems: 2)
        ) {
            Domain("mydomain.io") {
                Rewrite("/a", to: "/b")
                Unwrap("/to?u={target}")
                Unwrap("/go/{*target}")
            }
            Scheme("myapp") { Unwrap("/u?u={target}") }
        }
        let error = try #require(rewriter.refusal(of: link))
        #expect(error.description == sentence)
        #expect("\(error)" == sentence)
    }

    /// The advice must work: an escaped space would be refused as well, and any host of a custom scheme can be a path.
    @Test(arguments: [
        ("https://mydomain.io /a", "The link's host has a space at byte 19; remove it."),
        (
            "myapp://caf%C3%A9/a",
            "The link's host has a percent sign at byte 11; put three slashes before it, which make it a part of the path."
        ),
        (
            "myapp://café/a",
            "The link's host has non-ASCII characters at byte 11; put three slashes before it, which make it a part of the path."
        ),
    ])
    func `the way out works in the place of a host`(link: String, sentence: String) throws {
        let rewriter = try Fixture.shop()
        #expect(rewriter.refusal(of: link)?.description == sentence)
        #expect(rewriter.refusal(of: "myapp:///caf%C3%A9/a") == nil)
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
        "https://mydomain.io/CANARY/..",
        "https://mydomain.io/items/7?CANARY=CANARY%FF", "https://mydomain.io/items/7?token=CANARY%",
        "https://mydomain.io/items/7#CANARY%", "https://mydomain.io/items/CANARY%00",
        "myapp://CANARY/%",
        "myapp://CANARY:80/", "myapp://CANARY%41/", "https://mydomain.io:CANARY/a",
        "https://CANARY|.io/a", "https://mydomain.io/CANARY a",
        "https://mydomain.io/u?to=https://CANARY.d/%25",
        "https://mydomain.io/u?to=CANARY", "https://mydomain.io/u?to=javascript:CANARY",
        "https://mydomain.io/in?q=..&CANARY=CANARY", "https://mydomain.io/in?q=CANARY%00",
        "/CANARY", "CANARY",
        #"https://mydomain.io\CANARY"#,
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
        #expect(rewriter.refusal(of: "\(long)bbbbbbbb:x")?.reason == .unknownScheme("\(long)bbbb…"))
    }

    @Test(arguments: RewriteError.Part.allCases)
    func `a part is told by its name`(part: RewriteError.Part) {
        #expect("\(part)" == part.rawValue)
    }
}
