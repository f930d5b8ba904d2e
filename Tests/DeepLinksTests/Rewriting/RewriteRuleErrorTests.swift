import DeepLinks
import Foundation
import PathMatching
import Testing

/// The errors of invalid rules, from which no rewriter is made.
struct RewriteRuleErrorTests {
    @Test(arguments: [
        ("", "is empty; write labels of letters, digits and '-' with single dots between them."),
        ("https://mydomain.io", "has a scheme or a path; write only the host."),
        ("mydomain.io/", "has a scheme or a path; write only the host."),
        ("mydomain.io/a", "has a scheme or a path; write only the host."),
        ("/mydomain.io", "has a scheme or a path; write only the host."),
        (
            "my domain.io",
            "has a character that is not allowed; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            "user@mydomain.io",
            "has a character that is not allowed; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            "mydomain..io",
            "has an empty label; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            ".mydomain.io",
            "has an empty label; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            "mydomain.io.",
            "ends in a dot; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            "my%64omain.io",
            "has a percent sign; write labels of letters, digits and '-' with single dots between them."
        ),
        (
            String(repeating: "a", count: 64) + ".io",
            "has a label of more than 63 bytes; no host is as long, so shorten it."
        ),
        (
            Array(repeating: "abc", count: 64).joined(separator: "."),
            "is longer than 253 bytes; no host is as long, so shorten it."
        ),
        (
            "münchen.de",
            "has non-ASCII characters; write 'xn--mnchen-3ya.de', as links arrive with it."
        ),
        (
            "2130706433",
            "is read as an IP address; write '127.0.0.1', as browsers do."
        ),
        (
            "127.0.0.01",
            "is read as an IP address; write '127.0.0.1', as browsers do."
        ),
        (
            "127.0.1",
            "is read as an IP address; write '127.0.0.1', as browsers do."
        ),
        (
            "127.0.0.256",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "mydomain.0x1",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "[mydomain.io]",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "[1:2:3]",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "[1::2::3]",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "[::01]",
            "is read as an IP address; write '[::1]', as browsers do."
        ),
        (
            "[1:::2]",
            "is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name."
        ),
        (
            "[1:2:3:4:5:6:7::]",
            "is read as an IP address; write '[1:2:3:4:5:6:7:0]', as browsers do."
        ),
        (
            "*.127.0.0.1",
            "is read as an IP address; write the address alone, or a name after the first label."
        ),
        (
            "*",
            "matches any host; write '*.example.com' for those below one, or a Domain with 'anyHostAs'."
        ),
        (
            "{a}.{b}.social",
            "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
        ),
        ("a.*.io", "has a '*' that is not its whole first label; write '*.example.com'."),
        ("*mydomain.io", "has a '*' that is not its whole first label; write '*.example.com'."),
        ("*.", "is empty; write labels of letters, digits and '-' with single dots between them."),
        (
            "{shop}",
            "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
        ),
        (
            "{shop}x.mydomain.io",
            "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
        ),
        (
            "a.{shop}.io",
            "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
        ),
        (
            "{shop.mydomain.io",
            "has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels."
        ),
        (
            "{}.mydomain.io",
            "has a malformed capture; write '{shop}' or '{language:en|de}'."
        ),
        (
            "{shop:number}.mydomain.io",
            "has a malformed capture; write '{shop}' or '{language:en|de}'."
        ),
        (
            "{*shop}.mydomain.io",
            "has a malformed capture; write '{shop}' or '{language:en|de}'."
        ),
        (
            "{city:münchen|berlin}.mydomain.io",
            "has the word 'münchen' in its capture, which may have at most 63 letters, digits, '-' and '_'; correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'."
        ),
        (
            "{city:berlin|XN--mnchen-3ya}.mydomain.io",
            "has the word 'XN--mnchen-3ya' in its capture, which may have at most 63 letters, digits, '-' and '_'; correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'."
        ),
        (
            "{s:a.b|x}.mydomain.io",
            "has the word 'a.b' in its capture, which may have at most 63 letters, digits, '-' and '_'; correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'."
        ),
        (
            "{s:x|y?}.mydomain.io",
            "has the word 'y?' in its capture, which may have at most 63 letters, digits, '-' and '_'; correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'."
        ),
        (
            "[0:0:0:0:0:0:0:1]",
            "is read as an IP address; write '[::1]', as browsers do."
        ),
        (
            "mydomain.io:",
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
        (
            "mydomain.io:0",
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
        (
            "mydomain.io:08",
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
        (
            "mydomain.io:65536",
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
        (
            "mydomain.io:http",
            "has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it."
        ),
    ])
    func `a host must be one`(host: String, obstacle: String) {
        let error = ruleError { Domain(host) { Rewrite("/a", to: "/b") } }
        #expect(error?.description == "Domain '\(host)': the host '\(host)' \(obstacle)")
        #expect(error?.rule == nil)
    }

    /// A capture that is short enough for a path, but not together with the labels of its host.
    @Test(arguments: [32_766, 32_767, 65_520, 70_000])
    func `a host's capture is not too long`(length: Int) {
        for capture in [
            String(repeating: "s", count: length),
            "s:" + (0..<length / 6).map { "w\($0)" }.joined(separator: "|"),
        ] {
            let error = ruleError { Domain("{\(capture)}.mydomain.io") { Rewrite("/a", to: "/b") } }
            #expect((error == nil) == (capture.utf8.count <= 32_766), "\(capture.utf8.count)")
            #expect(error.map { $0.reason.code == "malformed-host" } ?? true)
        }
    }

    @Test(arguments: [
        "[::]", "[::1]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1::7:8]", "[fe80::ABCD]", "0.0.0.0",
        "255.1.20.3",
        "localhost", "a", "A-1.b_2", "xn--mnchen-3ya.de", "*.co", "{a}.co", "{a.b-c}.co:1",
        "mydomain.io:443",
        "[::1]:65535",
    ])
    func `what is a host is taken`(host: String) {
        #expect(ruleError { Domain(host) } == nil)
    }

    @Test func `a host's words fit a label`() {
        let word = String(repeating: "a", count: 63)
        #expect(ruleError { Domain("{s:\(word)|b}.co") } == nil)
        #expect(ruleError { Domain("{s:a\(word)|b}.co") } != nil)
    }

    @Test(arguments: [
        (["a.io", "b.io", "A.IO"], "A.IO"), (["a.io", "a.io:443"], "a.io:443"),
        (["*.a.io", "*.A.io"], "*.A.io"), (["{x}.a.io", "{y}.a.io"], "{y}.a.io"),
        (["a.io:1", "a.io:1"], "a.io:1"),
    ])
    func `a host stands once in a domain`(hosts: [String], duplicate: String) {
        let error = ruleError { Domain(hosts: hosts) }
        #expect(
            error?.description
                == "Domain '\(hosts[0])': the host '\(duplicate)' is already configured in Domain '\(hosts[0])'; "
                + "remove one."
        )
    }

    @Test func `a host stands in one domain`() {
        let error = ruleError {
            Domain("a.io", "b.io")
            Domain("c.io", "B.io")
        }
        #expect(
            error?.description
                == "Domain 'c.io': the host 'B.io' is already configured in Domain 'a.io'; remove one."
        )
        let distinct = ruleError {
            Domain("a.io", "a.io:1", "*.a.io", "{x}.a.io", "*.a.io:1", "*.b.a.io", "x.a.io")
            Domain("a.io:2", "*.c.a.io")
        }
        #expect(distinct == nil)
    }

    @Test func `port 80 is a default port where http is allowed`() {
        #expect(ruleError { Domain("a.io", "a.io:80") } == nil)
        #expect(
            ruleError { Domain("a.io", "a.io:80", allowsHTTP: true) }?.description
                == "Domain 'a.io': the host 'a.io:80' is already configured in Domain 'a.io'; remove one."
        )
    }

    @Test(arguments: [
        "", "my_app", "1app", "my app", "myapp:", "myapp://", "mäpp", "-app", "\u{212A}app",
    ])
    func `a scheme must be one`(scheme: String) {
        let error = ruleError { Scheme(scheme) }
        #expect(
            error?.description
                == "Scheme '\(scheme)': '\(scheme)' is not a scheme; "
                + (scheme.hasPrefix("myapp")
                    ? "write 'myapp'."
                    : "write a letter, then only letters, digits, '+', '-' and '.'.")
        )
    }

    @Test func `schemes of browsers are nobody else's`() {
        #expect(
            ruleError { Scheme("HTTPS") }?.description
                == "Scheme 'HTTPS': 'https' links belong to hosts; configure them with a Domain."
        )
        #expect(
            ruleError { Scheme("file") }?.description
                == "Scheme 'file': 'file' links are documents, which rules cannot tell apart; open them where the app opens its "
                + "documents."
        )
        for scheme in [
            "about", "blob", "data", "ftp", "javascript", "vbscript", "ws", "wss",
        ] {
            #expect(
                ruleError { Scheme("a", scheme) }?.description
                    == "Scheme 'a': '\(scheme)' links belong to browsers and never open an app; use a scheme of the "
                    + "app's own."
            )
        }
    }

    @Test func `a scheme stands in one source`() {
        let error = ruleError {
            Scheme("myapp")
            Scheme("other", "MyApp")
        }
        #expect(
            error?.description
                == "Scheme 'other': the scheme 'MyApp' is already configured in Scheme 'myapp'; remove one."
        )
    }

    @Test func `a source has hosts or schemes, and a prefix`() {
        #expect(
            ruleError { Domain() }?.description == "Domain: it is empty; name at least one host."
        )
        #expect(
            ruleError { Scheme() }?.description == "Scheme: it is empty; name at least one scheme."
        )
        #expect(
            ruleError { Domain("a.io", prefixes: []) }?.description
                == "Domain 'a.io': it has no prefix, so no rule could match; write \"\" for rules without a prefix."
        )
        #expect(
            ruleError { Domain("a.io", prefixes: ["", "/{x}", "/{y}"]) }?.description
                == "Domain 'a.io': the prefix '/{y}' is listed twice; remove one."
        )
        #expect(
            ruleError { Domain("a.io", prefixes: ["en"]) }?.description
                == "Domain 'a.io': the prefix 'en' is not a path pattern: 'en' does not begin with a slash; write '/en'."
        )
        #expect(ruleError { Domain("a.io", prefixes: ["/{*rest}"]) } == nil)
    }

    @Test(arguments: [
        ("a", "'a' does not begin with a slash; write '/a'."),
        ("", "'' does not begin with a slash; write '/'."),
        ("?x={x}", "'' does not begin with a slash; write '/'."),
        (
            "/{id",
            "'/{id' opens a capture at byte 1 that is not closed before the next slash; close it with '}', or write '{{' for a literal brace."
        ),
        (
            "/{a}{b}",
            "'/{a}{b}' has 'a' and 'b' with no text between them, so it is unclear where one ends; put text between them, such as '{a}-{b}'."
        ),
        ("/{id}/{id}", "'/{id}/{id}' has two captures named 'id'; give each its own name."),
        (
            "/a/..",
            "'/a/..' has a dot segment at byte 3, which no path can have; write the path without it."
        ),
        (
            "/a#",
            "the fragment '#' is empty; remove it, or write '#{anchor}' or '#text'."
        ),
        (
            "/a#x{b}",
            "the fragment '#x{b}' has text or a capture beside a capture; write only one capture, or only text."
        ),
        (
            "/a#{b}{c}",
            "the fragment '#{b}{c}' has text or a capture beside a capture; write only one capture, or only text."
        ),
        (
            "/a#{*b}",
            "the fragment '#{*b}' has a catch-all, which only a path can have; write the capture without the '*'."
        ),
        (
            "/a#x#y",
            "the fragment '#x#y' has a '#', a space or a control character; percent-encode it."
        ),
        (
            "/a#{b",
            "the fragment '#{b' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a#{b:date}",
            "the fragment '#{b:date}' has a malformed value: '/{b:date}' has the unknown constraint 'date'; use \(PathConstraint.names.joined(separator: ", ")) or a list of words such as 'en|fr'."
        ),
        (
            "/a/{*u:verbatim}#{b}",
            "it captures the rest of a link with its fragment, but also asks for one; remove the fragment, or ':verbatim'."
        ),
        (
            "https://a.io/b",
            "the pattern is a whole URL; write its path here, and its host in a Domain or its scheme in a Scheme."
        ),
        (
            "a.io/b",
            "the pattern is a whole URL; write its path here, and its host in a Domain or its scheme in a Scheme."
        ),
        ("a.html", "'a.html' does not begin with a slash; write '/a.html'."),
        (
            "/{_id?:alpha}",
            "the capture '_id?:alpha' is in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."
        ),
        (
            "/a/{id:int?}",
            "the capture 'id:int?' is in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."
        ),
        (
            "/{*u:verbatim}/view",
            "a catch-all with ':verbatim' captures everything after it; write it last, as '{*url:verbatim}', or '{*url?:verbatim}' if it may be empty."
        ),
        (
            "/Talk:{*t:verbatim}",
            "'/Talk:{*t:verbatim}' has text before '{*t:verbatim}', but a verbatim rest begins after a slash; write '/Talk:/{*t:verbatim}', or '/Talk:{*t}'."
        ),
        (
            "/Talk:{*t?:verbatim}",
            "'/Talk:{*t?:verbatim}' has text before '{*t?:verbatim}', but a verbatim rest begins after a slash; write '/Talk:/{*t?:verbatim}'."
        ),
        (
            "/m/{*u:verbatim?}",
            "a catch-all with ':verbatim' captures everything after it; write it last, as '{*url:verbatim}', or '{*url?:verbatim}' if it may be empty."
        ),
        (
            "/{lang:en|fr?}/x",
            "the capture 'lang:en|fr?' is in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."
        ),
        (
            "/{id?}",
            "the capture 'id?' is in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."
        ),
        (
            "/a?x={x}&y={x}",
            "two captures are named 'x', including those of the host and the prefix; give each its own name."
        ),
        (
            "/{x}?x={x}",
            "two captures are named 'x', including those of the host and the prefix; give each its own name."
        ),
        (
            "/a?x=1&x=2",
            "the query item 'x' appears twice, but only the first in a link is read; remove one."
        ),
        (
            "/a?x=1&%78=2",
            "the query item 'x' appears twice, but only the first in a link is read; remove one."
        ),
        ("/a?", "the query item '' has no name; write 'name={capture}', 'name=text' or 'name'."),
        (
            "/a?x=1&",
            "the query item '' has no name; write 'name={capture}', 'name=text' or 'name'."
        ),
        (
            "/a?=1",
            "the query item '=1' has no name; write 'name={capture}', 'name=text' or 'name'."
        ),
        ("/a?{x}=1", "the query item '{x}=1' has a capture in its name; write a plain name."),
        ("/a?x{y}", "the query item 'x{y}' has a capture in its name; write a plain name."),
        ("/a?{x}=1", "the query item '{x}=1' has a capture in its name; write a plain name."),
        (
            "/a?{x}&{y?}",
            "it has two items without a name, and a link's could be either; remove one."
        ),
        (
            "/a?{*x}",
            "the query item '{*x}' has a catch-all, which only a path can have; write the capture without the '*'."
        ),
        (
            "/a?{x?:int}",
            "the query item '{x?:int}' has '{x?:int}', whose '?' comes before its constraint; write it at the end, as in '{name:alpha?}'."
        ),
        (
            "/a?x={x",
            "the query item 'x={x' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a?x=}",
            "the query item 'x=}' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a?x={{x}",
            "the query item 'x={{x}' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a?x=100%",
            "the query item 'x=100%' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        ),
        (
            "/a?%FF=1",
            "the query item '%FF=1' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        ),
        (
            "/a?x=a b",
            "the query item 'x=a b' has a '#', a space or a control character; percent-encode it."
        ),
        (
            "/a?x=a{y?}",
            "the query item 'x=a{y?}' has text around an optional capture; write it without the '?', or without the text."
        ),
        (
            "/a?x={*y}",
            "the query item 'x={*y}' has a catch-all, which only a path can have; write the capture without the '*'."
        ),
        (
            "/a?x={}",
            "the query item 'x={}' has a malformed value: '/{}' has a capture without a name; write a name after the '{', as in '{id}'."
        ),
        (
            "/a?x=a{y:path}",
            "the query item 'x=a{y:path}' has text around '{y:path}', which is a whole path; write 'x={y:path}'."
        ),
        (
            "/a/{x:path}",
            "'/a/{x:path}' has the constraint 'path', which only query items of rules can have; write '{*x}' as a segment of its own."
        ),
        (
            "/a?x={y:digits}",
            "the query item 'x={y:digits}' has a malformed value: '/{y:digits}' has the unknown constraint 'digits'; use \(PathConstraint.names.joined(separator: ", ")) or a list of words such as 'en|fr'."
        ),
    ])
    func `the external side must be readable`(pattern: String, obstacle: String) {
        let error = ruleError { Domain("mydomain.io") { Rewrite(pattern, to: "/b") } }
        #expect(error?.description == "Domain 'mydomain.io', rule '\(pattern)': \(obstacle)")
        #expect(error?.rule == pattern)
    }

    @Test(arguments: [
        (
            "",
            "the template '' does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
        ),
        (
            "b",
            "the template 'b' does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
        ),
        (
            "https://evil.com/a",
            "the template 'https://evil.com/a' does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
        ),
        (
            "{x}/a",
            "the template '{x}/a' does not begin with a slash; write an internal path such as '/items/detail?id={id}'."
        ),
        (
            "/a#b",
            "the template '/a#b' has a fragment, but a link keeps its own; remove it, or write '%23' for the character."
        ),
        (
            "/a#x{b}",
            "the template '/a#x{b}' has a fragment, but a link keeps its own; remove it, or write '%23' for the character."
        ),
        ("/a#{*x}", "the template '/a#{*x}' has a catch-all in its fragment; write '#{x}'."),
        (
            "/a?b=c#d",
            "the template '/a?b=c#d' has a fragment, but a link keeps its own; remove it, or write '%23' for the character."
        ),
        (
            "/a/{x",
            "the template '/a/{x' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a/x}",
            "the template '/a/x}' has an unmatched brace; write '{{' or '}}' for a literal brace."
        ),
        (
            "/a/{x:int}",
            "the template '/a/{x:int}' has '{x:int}', which is not a capture's name; use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side."
        ),
        (
            "/a?b={x?}",
            "the template '/a?b={x?}' has '{x?}', which is not a capture's name; use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side."
        ),
        (
            "/a/{my id}",
            "the template '/a/{my id}' has '{my id}', which is not a capture's name; use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side."
        ),
        (
            "/a/{}",
            "the template '/a/{}' has '{}', which is not a capture's name; use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side."
        ),
        (
            "/a/b{*rest}",
            "the template '/a/b{*rest}' has other text in the segment of '{*rest}'; write it as a segment of its own."
        ),
        (
            "/a/../b",
            "the template '/a/../b' has a dot segment, which no internal path has; write the path without it."
        ),
        (
            "/a/%2e",
            "the template '/a/%2e' has a dot segment, which no internal path has; write the path without it."
        ),
        (
            "/a b",
            "the template '/a b' has a space or a control character; percent-encode a space, and remove the others."
        ),
        (
            "/a%00",
            "the template '/a%00' has a space or a control character; percent-encode a space, and remove the others."
        ),
        (
            "/a%",
            "the template '/a%' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        ),
        (
            "/%FF",
            "the template '/%FF' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        ),
        (
            "/a?b=%",
            "the query item 'b=%' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign."
        ),
        ("/a?", "the query item '' has no name; write 'name={capture}', 'name=text' or 'name'."),
        (
            "/a?=b",
            "the query item '=b' has no name; write 'name={capture}', 'name=text' or 'name'."
        ),
        ("/a?{x}=b", "the query item '{x}=b' has a capture in its name; write a plain name."),
        (
            "/a?b={*rest}",
            "the query item 'b={*rest}' has a catch-all, which only a path can have; write the capture without the '*'."
        ),
        ("/a/{y}", "the template uses '{y}', which is not captured; the captures are 'rest', 'x'."),
        (
            "/a/{*x}",
            "the template adds the segments of '{*x}', which captures text, not segments; write '{x}'."
        ),
    ])
    func `the internal side must be an internal path`(template: String, obstacle: String) {
        let error = ruleError { Domain("mydomain.io") { Rewrite("/in/{x}/{*rest}", to: template) } }
        #expect(error?.description == "Domain 'mydomain.io', rule '/in/{x}/{*rest}': \(obstacle)")
    }

    @Test func `a capture that nothing captures is unknown`() {
        #expect(
            ruleError { Domain("a.io") { Rewrite("/a", to: "/b?c={d}") } }?.description
                == "Domain 'a.io', rule '/a': the template uses '{d}', but nothing is captured; capture it, or write "
                + "'{{d}}' for the text."
        )
        #expect(
            ruleError {
                Domain("{shop}.io", prefixes: ["", "/{lang}"]) {
                    Rewrite("/{a}?b={b}", to: "/c/{d}")
                }
            }?.description
                == "Domain '{shop}.io', rule '/{a}?b={b}': the template uses '{d}', which is not captured; the captures "
                + "are 'a', 'b', 'lang', 'shop'."
        )
    }

    @Test func `names of captures are distinct in a rule, its prefix and its host`() {
        let error = ruleError { Domain("{x}.a.io") { Rewrite("/{x}", to: "/b") } }
        let reason = error?.reason
        #expect(
            error?.description
                == "Domain '{x}.a.io', rule '/{x}': two captures are named 'x', including those of the host and the prefix; "
                + "give each its own name."
        )
        #expect(
            ruleError { Domain("{x}.a.io") { Rewrite("/a?b={x}", to: "/b") } }?.reason == reason
        )
        #expect(
            ruleError { Domain("{x}.a.io", prefixes: ["/{x}"]) { Rewrite("/a", to: "/b") } }?.reason
                == reason
        )
        #expect(
            ruleError { Domain("a.io", prefixes: ["/{x}"]) { Rewrite("/a?b={x}", to: "/b") } }?
                .reason == reason
        )
        #expect(
            ruleError { Domain("a.io", prefixes: ["", "/{x}"]) { Rewrite("/{x}", to: "/b") } }?
                .description
                == "Domain 'a.io', rule '/{x}': its capture 'x' is also one of the prefix '/{x}'; rename one of them."
        )
    }

    @Test(arguments: [
        ("/a", "/a", "/a"), ("/a/", "//a", "/a"), ("/{x}", "/{y}", "/{y}"),
        ("/a?x={x}", "/a?x={y}", "/a"),
        ("/a?x={x}&y=1", "/a?y=1&x={z}", "/a"), ("/a", "/a?x={x?}", "/a"), ("/a?x", "/a?x", "/a"),
        ("/a?x={x:int}", "/a?x={y:int}", "/a"), ("/a?x=p{x}", "/a?x=p{y}", "/a"),
        ("/%61", "/a", "/a"),
        ("/a?x=%31", "/a?x=1", "/a"),
    ])
    func `two rules that match the same links conflict`(first: String, second: String, path: String)
    {
        let error = ruleError {
            Domain("mydomain.io") {
                Rewrite(first, to: "/b")
                Rewrite("/other", to: "/b")
                Rewrite(second, to: "/c")
            }
        }
        #expect(
            error?.description
                == "Domain 'mydomain.io', rule '\(second)': it matches exactly the same links as the source's rule 1, '\(first)', at "
                + "'\(path)'; remove one of the two, or add a query item to one."
        )
    }

    @Test(arguments: [
        // Composed and decomposed, and the Kelvin sign.
        ("/c?k=é", "/c?k=e\u{301}"), ("/c?k=K", "/c?k=\u{212A}"),
        ("/c?é={x}", "/c?e\u{301}={x}"), ("/c", "/c?é={x}&e\u{301}={y}"),
        ("/a?x={x}", "/a?y={y}"), ("/a?x=1", "/a?x=2"), ("/a?x=1", "/a?x"), ("/a?x=1", "/a?x={x}"),
        ("/a?x={x:int}", "/a?x={x}"), ("/a?x={x:int}", "/a?x={x:hex}"), ("/a?x={x}", "/a"),
        ("/{x:int}", "/{x}"),
        ("/a?x={x:int?}", "/a?x={x:hex?}"), ("/a?x=", "/a?x"), ("/a?X=1", "/a?x=1"), ("/A", "/a"),
    ])
    func `two rules of which each can match alone do not conflict`(first: String, second: String) {
        #expect(
            ruleError {
                Domain("mydomain.io") {
                    Rewrite(first, to: "/b")
                    Rewrite(second, to: "/c")
                }
            } == nil
        )
    }

    @Test func `rules conflict under prefixes and without regard to case too`() {
        #expect(
            ruleError {
                Domain("mydomain.io", prefixes: ["", "/en"]) {
                    Rewrite("/a", to: "/b")
                    Rewrite("/en/a", to: "/c")
                }
            }?.description
                == "Domain 'mydomain.io', rule '/en/a': it matches exactly the same links as the source's rule 1, '/a', at '/en/a'; "
                + "remove one of the two, or add a query item to one."
        )
        #expect(
            ruleError {
                Domain("mydomain.io", ignoresCase: true) {
                    Rewrite("/a", to: "/b")
                    Rewrite("/A", to: "/c")
                }
            }?.description
                == "Domain 'mydomain.io', rule '/A': it matches exactly the same links as the source's rule 1, '/a', at '/A'; "
                + "remove one of the two, or add a query item to one."
        )
    }

    @Test func `what may be absent in a prefix is told of the prefix`() {
        let word = ruleError {
            Domain("mydomain.io", prefixes: ["", "/{t:a|b?}"]) { Rewrite("/u", to: "/x") }
        }
        #expect(
            word?.description
                == "Domain 'mydomain.io': the prefix '/{t:a|b?}' has the capture 't:a|b?', but only a catch-all may be absent, as in '/{*rest?}'; list one prefix with it, without '?', and one without it."
        )
        let target = ruleError {
            Domain("mydomain.io", prefixes: ["/{*t?}"]) { Unwrap("/u") }
        }
        #expect(
            target?.description
                == "Domain 'mydomain.io', rule '/u': the wrapped link '{*t?}' may be absent; write '{*t}'."
        )
    }

    @Test func `a rule that conflicts with itself names its prefixes`() {
        let error = ruleError {
            Domain("mydomain.io", prefixes: ["", "/{*p?}"]) { Rewrite("/{*r}", to: "/x") }
        }
        #expect(
            error?.description
                == "Domain 'mydomain.io', rule '/{*r}': it matches exactly the same links under two of the source's prefixes, at '/{*p?}/{*r}'; remove one of the two prefixes."
        )
    }

    @Test(arguments: [
        (
            "/m",
            "it does not capture the wrapped link; write '{target}' where that link stands in the rule."
        ),
        (
            "/m?u=1",
            "it does not capture the wrapped link; write '{target}' where that link stands in the rule."
        ),
        (
            "/m/{a}?u={b}",
            "it is unclear which capture is the wrapped link; write '{target}' for it."
        ),
        ("/m?u={a?}", "the wrapped link '{a?}' may be absent; write '{a}'."),
        (
            "/m?u={target:slug?}",
            "the wrapped link '{target?}' may be absent; write '{target}'."
        ),
        ("/{a}?u={target?}", "the wrapped link '{target?}' may be absent; write '{target}'."),
        ("/v/{*target?}", "the wrapped link '{*target?}' may be absent; write '{*target}'."),
        (
            "/v/{*target?:verbatim}",
            "the wrapped link '{*target?}' may be absent; write '{*target}'."
        ),
    ])
    func `a rule that unwraps says which capture is the link`(pattern: String, sentence: String) {
        let error = ruleError { Domain("mydomain.io") { Unwrap(pattern) } }
        #expect(error?.description == "Domain 'mydomain.io', rule '\(pattern)': \(sentence)")
    }

    @Test(arguments: [
        (
            "/items/5", "/item?id=6",
            "becomes '/item?id=5', not '/item?id=6'; correct the rule or the example."
        ),
        (
            "/items/x", "/item?id=x",
            "is refused (segment 2 is 'x', not '{id:int}'); correct the rule or the example."
        ),
        (
            "/items", "/item?id=x",
            "is refused (the path ends before '{id:int}'); correct the rule or the example."
        ),
        (
            "https://evil.com/items/5", "/item?id=5",
            "is refused: The link's host 'evil.com' is not configured; add it to a domain if its links are expected."
        ),
        (
            "items/5", "/item?id=5",
            "is refused: The link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'."
        ),
        (
            "/items/5", "item?id=5",
            "leads to 'item?id=5', which is not an internal link; write a path such as '/items/detail?id=1'."
        ),
    ])
    func `an example must hold`(example: String, result: String, obstacle: String) {
        let error = ruleError {
            Domain("mydomain.io") {
                Rewrite("/items/{id:int}", to: "/item?id={id}", examples: [example: result])
            }
        }
        #expect(
            error?.description
                == "Domain 'mydomain.io', rule '/items/{id:int}': the example '\(example)' \(obstacle)"
        )
    }

    @Test(
        arguments: [
            (
                "/items/new", "/item?id=new",
                "'/items/new' becomes '/create' by the rule '/items/new', not '/item?id=new' (that rule is tried first); correct the rule or the example."
            ),
            (
                "/items/5?tab=a", "/item?id=5",
                "'/items/5?tab=a' becomes '/tab?id=5&name=a' by the rule '/items/{id}?tab={name}', not '/item?id=5' (that rule is tried first); correct the rule or the example."
            ),
            (
                "/things/5", "/item?id=5",
                "'/things/5' becomes '/thing?id=5' by the rule '/things/{id}', not '/item?id=5' (segment 1 is 'things', not 'items'); correct the rule or the example."
            ),
            (
                "/items/secret", "/item?id=secret",
                "'/items/secret' is refused: The rule '/items/secret' of 'mydomain.io' refuses the link; remove the rule if such links are expected."
            ),
            (
                "/items/7", nil,
                "'/items/7' must be refused, but becomes '/item?id=7'; correct the rule or the example."
            ),
            (
                "/things/7", nil,
                "'/things/7' must be refused, but becomes '/thing?id=7' by the rule '/things/{id}'; correct the rule or the example."
            ),
        ] as [(String, String?, String)]
    )
    func `an example that fails names the rule that took it`(
        example: String,
        result: String?,
        sentence: String
    ) {
        func error(_ examples: [String: String?]) -> RewriteRuleError? {
            ruleError {
                Domain("mydomain.io") {
                    Rewrite("/items/{id}", to: "/item?id={id}", examples: examples)
                    Rewrite("/items/{id}?tab={name}", to: "/tab?id={id}&name={name}")
                    Rewrite("/items/new", to: "/create")
                    Rewrite("/things/{id}", to: "/thing?id={id}")
                    Refuse("/items/secret")
                }
            }
        }
        #expect(
            error([example: result])?.description
                == "Domain 'mydomain.io', rule '/items/{id}': the example \(sentence)"
        )
        // The corrected example.
        let becomes = sentence.components(separatedBy: "becomes '").dropFirst().first
        #expect(error([example: becomes?.components(separatedBy: "'")[0]]) == nil)
    }

    @Test func `an example without a link must be refused`() {
        let examples: [String: String?] = [
            "/a/x": nil, "https://evil.com/a/5": nil, "/a/5": "/b?id=5",
        ]
        #expect(
            ruleError {
                Domain("a.io") {
                    Rewrite("/a/{id:int}", to: "/b?id={id}", examples: examples)
                    Refuse("/a/7", examples: ["/a/7": nil, "/a/8": "/b?id=8"])
                    Unwrap("/u?t={target}", examples: ["/u?t=https://a.io/a/7": nil])
                }
                Scheme("sql", wholeLinkAs: "url", to: "/c?url={url}", examples: ["sql:\u{7}": nil])
            } == nil
        )
        #expect(
            ruleError { Domain("a.io") { Refuse("/a/7", examples: ["/a/8": "/b?id=8"]) } }?
                .description
                == "Domain 'a.io', rule '/a/7': the example '/a/8' is refused (segment 2 is '8', not '7'); correct the rule or the example."
        )
        #expect(
            ruleError {
                Domain("a.io") {
                    Rewrite("/a", to: "/b")
                    Unwrap("/u?t={target}", examples: ["/u?t=https://a.io/a": "/c"])
                }
            }?.description
                == "Domain 'a.io', rule '/u?t={target}': the example '/u?t=https://a.io/a' becomes '/b' by the rule '/a', not '/c'; correct the rule or the example."
        )
    }

    @Test func `a capture in another router's spelling is named`() {
        let error = ruleError {
            Domain("mydomain.io") { Rewrite("/artist/:artistID", to: "/artist?id={artistID}") }
        }
        #expect(
            error?.description
                == "Domain 'mydomain.io', rule '/artist/:artistID': the template uses '{artistID}', and ':artistID' in the path is plain text; "
                + "write '{artistID}' there too."
        )
    }

    @Test func `an example is a whole link or a path`() {
        let error = ruleError {
            Domain("*.a.io", "b.io:8080", prefixes: ["", "/en"], fragment: .path) {
                Rewrite(
                    "/items/{id}?x={x?}",
                    to: "/item?id={id}&x={x}",
                    examples: [
                        "/items/5": "/item?id=5", "/en/items/5?x=1&y=2#": "/item?id=5&x=1&y=2#",
                        "https://c.a.io/items/5": "/item?id=5", "#/items/5": "/item?id=5",
                    ]
                )
            }
            Scheme("app", "other") {
                Rewrite(
                    "/items/{id}",
                    to: "/item?id={id}",
                    examples: ["/items/5": "/item?id=5", "other://items/6": "/item?id=6"]
                )
            }
        }
        #expect(error == nil)
        #expect(
            ruleError {
                Domain("*.a.io", "{x}.b.io") { Rewrite("/a", to: "/b", examples: ["/a": "/b"]) }
            }?.description
                == "Domain '*.a.io', rule '/a': the example '/a' is only a path, but the domain has no host without a "
                + "wildcard; write the whole link."
        )
    }

    @Test func `the first failing example of a rule is told, in the order of their text`() {
        for _ in 0..<8 {
            let examples = Dictionary(uniqueKeysWithValues: (0..<9).map { ("/a/\($0)", "/x") })
            let error = ruleError {
                Domain("a.io") { Rewrite("/a/{b}", to: "/c?b={b}", examples: examples) }
            }
            #expect(
                error?.description
                    == "Domain 'a.io', rule '/a/{b}': the example '/a/0' becomes '/c?b=0', not '/x'; correct the rule or the "
                    + "example."
            )
        }
    }
}
