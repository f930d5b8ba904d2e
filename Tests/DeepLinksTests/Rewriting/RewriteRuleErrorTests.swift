import DeepLinks
import DeepLinksTestSupport
import Foundation
import PathMatching
import Testing

/// The errors of invalid rules, from which no rewriter is made.
///
/// Each advice is followed as it is written, and works.
struct RewriteRuleErrorTests {
    private static let hosts = AdviceRow.rows(
        """
        ""  *. → is empty; write labels of letters, digits and '-' with single dots between them. → a-1.io
        https://mydomain.io  mydomain.io/  mydomain.io/a  /mydomain.io → has a scheme or a path; write only the host. → mydomain.io
        my domain.io  user@mydomain.io → has a character that is not allowed; write labels of letters, digits and '-' with single dots between them. → my-domain.io  user.mydomain.io
        mydomain..io  .mydomain.io → has an empty label; write labels of letters, digits and '-' with single dots between them. → mydomain.io
        mydomain.io. → ends in a dot; write labels of letters, digits and '-' with single dots between them. → mydomain.io
        my%64omain.io → has a percent sign; write labels of letters, digits and '-' with single dots between them. → mydomain.io
        \(label(64)).io → has a label of more than 63 bytes; no host is as long, so shorten it. → \(label(63)).io
        \(labels(64)) → is longer than 253 bytes; no host is as long, so shorten it. → \(labels(63))
        münchen.de → has non-ASCII characters; write 'xn--mnchen-3ya.de', as links arrive with it. → xn--mnchen-3ya.de
        www.bücher.example → has non-ASCII characters; write 'www.xn--bcher-kva.example', as links arrive with it. → www.xn--bcher-kva.example
        *.wü.io → has non-ASCII characters; write '*.xn--w-eha.io', as links arrive with it. → *.xn--w-eha.io
        {shop}.wü.io:8080 → has non-ASCII characters; write '{shop}.xn--w-eha.io:8080', as links arrive with it. → {shop}.xn--w-eha.io:8080
        2130706433  127.0.0.01  127.0.1 → is read as an IP address; write '127.0.0.1', as browsers do. → 127.0.0.1
        [::01]  [0:0:0:0:0:0:0:1]  [0::1]:80 → is read as an IP address; write '[::1]', as browsers do. → [::1]
        [1:2:3:4:5:6:7::] → is read as an IP address; write '[1:2:3:4:5:6:7:0]', as browsers do. → [1:2:3:4:5:6:7:0]
        127.0.0.256  a.0x1  [a.io]  [1:2:3]  [1::2::3]  [1:::2] → is read as an IP address; write an address such as '127.0.0.1' or '[::1]', or a name. → 127.0.0.1  [::1]  a.io
        *.127.0.0.1 → is read as an IP address; write the address alone, or a name after the first label. → 127.0.0.1  *.a.io
        * → matches any host; write '*.example.com' for those below one, or a Domain with 'anyHostAs'. → *.example.com
        a.*.io  *mydomain.io → has a '*' that is not its whole first label; write '*.example.com'. → *.example.com
        mydomain.io:*  *.mydomain.io:* → has a '*' as its port; list a host for each port, such as 'example.com:8080'. → example.com:8080  *.mydomain.io:8080
        {shop} → is a capture without a name behind it; write '{shop}.example.com', or a Domain with 'anyHostAs' for any host. → {shop}.example.com
        {l:en|de} → is a capture without a name behind it; write '{l:en|de}.example.com'. → {l:en|de}.example.com
        applinks:a.io → has a scheme or a service; write only the host. → a.io
        ::1 → is an address without brackets; write '[::1]'. → [::1]
        ::1:8080 → is an address without brackets; write '[::1:8080]', or '[::1]:8080' if that is a port. → [::1:8080]  [::1]:8080
        1:2:3:4:5:6:7:8 → is an address without brackets; write '[1:2:3:4:5:6:7:8]'. → [1:2:3:4:5:6:7:8]
        {a}.{b}.social  {shop}x.mydomain.io  a.{shop}.io  {shop.mydomain.io → has a capture that is not its whole first label, the only one that can be captured; write '{shop}.example.com', or '*.example.com' for any labels. → {shop}.example.com  *.example.com
        {}.mydomain.io  {shop:number}.mydomain.io  {*shop}.mydomain.io → has a malformed capture; write '{shop}' or '{language:en|de}'. → {shop}.mydomain.io  {language:en|de}.mydomain.io
        {l:EN|en|de}.mydomain.io  {l:EN|en}.mydomain.io → has a word twice in its capture, in upper and lower case, which hosts do not distinguish; remove one, or write a single word without braces. → {l:en|de}.mydomain.io  en.mydomain.io
        {\(label(40_000))}.io → has a capture of more than 32768 bytes; write a shorter name or fewer words. → {s}.io
        {c:münchen|berlin}.io → has the word 'münchen' in its capture\(words) → {c:munchen|berlin}.io  xn--mnchen-3ya.io
        {c:berlin|XN--mnchen-3ya}.io → has the word 'XN--mnchen-3ya' in its capture\(words) → xn--mnchen-3ya.io
        {s:a.b|x}.io → has the word 'a.b' in its capture\(words) → {s:ab|x}.io  a.b.io
        {s:x|y?}.io → has the word 'y?' in its capture\(words) → {s:x|y}.io
        {s:\(label(64))|b}.io → has the word '\(label(64))' in its capture\(words) → {s:\(label(63))|b}.io
        a.io:  a.io:0  a.io:08  a.io:65536  a.io:http → has a port that is not a number from 1 to 65535 without leading zeros; correct or remove it. → a.io:8  a.io:65535  a.io
        """
    )
    private static let words =
        ", which may have at most 63 letters, digits, '-' and '_'; correct it, or list a host with other letters by itself, as links arrive with it, with 'xn--'."

    private static func label(_ length: Int) -> String { String(repeating: "a", count: length) }

    private static func labels(_ count: Int) -> String {
        Array(repeating: "abc", count: count).joined(separator: ".")
    }

    @Test(arguments: hosts)
    func `a host must be one`(row: AdviceRow) {
        for host in row.texts {
            let error = ruleError { Domain(host) { Rewrite("/a", to: "/b") } }
            #expect(error?.description == "Domain '\(host)': the host '\(host)' \(row.sentence)")
            #expect(error?.rule == nil)
        }
        for host in row.mended { #expect(ruleError { Domain(host) } == nil) }
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
        "[::]", "[1::]", "[1:2:3:4:5:6:7:8]", "[1::7:8]", "[fe80::ABCD]", "0.0.0.0", "255.1.20.3",
        "localhost", "A-1.b_2", "*.co", "{a}.co", "{a.b-c}.co:1", "mydomain.io:443", "[::1]:65535",
    ])
    func `what is a host is taken`(host: String) {
        #expect(ruleError { Domain(host) } == nil)
    }

    @Test func `hosts that share a part are distinct`() {
        let distinct = ruleError {
            Domain(
                "a.io",
                "a.io:1",
                "a.io:80",
                "*.a.io",
                "{x}.a.io",
                "*.a.io:1",
                "*.b.a.io",
                "x.a.io"
            )
            Domain("a.io:2", "*.c.a.io")
        }
        #expect(distinct == nil)
    }

    @Test(arguments: ["", "my_app:", "1app", "my app", "mäpp", "-app", "\u{212A}app"])
    func `a scheme must be one`(scheme: String) {
        #expect(
            ruleError { Scheme(scheme) }?.description
                == "Scheme '\(scheme)': '\(scheme)' is not a scheme; write a letter, then only letters, digits, '+', '-' and '.'."
        )
        #expect(ruleError { Scheme("m1+-.") } == nil)
    }

    @Test(arguments: ["about", "blob", "data", "ftp", "javascript", "vbscript", "ws", "wss"])
    func `schemes of browsers are nobody else's`(scheme: String) {
        #expect(
            ruleError { Scheme("a", scheme) }?.description
                == "Scheme 'a': '\(scheme)' links belong to browsers and never open an app; use a scheme of the app's own."
        )
    }

    /// Sources as in a configuration.
    private static let sourceRows = AdviceRow.rows(
        """
        {"hosts":["a.io","b.io","A.IO"]} → Domain 'a.io': the host 'A.IO' is already configured in Domain 'a.io'; remove one. → {"hosts":["a.io","b.io"]}
        {"hosts":["a.io","a.io:443"]} → Domain 'a.io': the host 'a.io:443' is already configured in Domain 'a.io'; remove one. → {"hosts":["a.io"]}
        {"hosts":["*.a.io","*.A.io"]} → Domain '*.a.io': the host '*.A.io' is already configured in Domain '*.a.io'; remove one. → {"hosts":["*.a.io"]}
        {"hosts":["{x}.a.io","{y}.a.io"]} → Domain '{x}.a.io': the host '{y}.a.io' is already configured in Domain '{x}.a.io'; remove one. → {"hosts":["{x}.a.io"]}
        {"hosts":["{x:en|de}.a.io","{y:EN|de}.A.io"]} → Domain '{x:en|de}.a.io': the host '{y:EN|de}.A.io' is already configured in Domain '{x:en|de}.a.io'; remove one. → {"hosts":["{x:en|de}.a.io"]}
        {"hosts":["XN--rksmrgs-5wao1o.se","xn--rksmrgs-5wao1o.SE"]} → Domain 'XN--rksmrgs-5wao1o.se': the host 'xn--rksmrgs-5wao1o.SE' is already configured in Domain 'XN--rksmrgs-5wao1o.se'; remove one. → {"hosts":["XN--rksmrgs-5wao1o.se"]}
        {"hosts":["a.io:1","a.io:1"]} → Domain 'a.io:1': the host 'a.io:1' is already configured in Domain 'a.io:1'; remove one. → {"hosts":["a.io:1"]}
        {"hosts":["a.io","a.io:80"],"allowsHTTP":true} → Domain 'a.io': the host 'a.io:80' is already configured in Domain 'a.io'; remove one. → {"hosts":["a.io"],"allowsHTTP":true}
        {"hosts":["a.io","b.io"]},{"hosts":["c.io","B.io"]} → Domain 'c.io': the host 'B.io' is already configured in Domain 'a.io'; remove one. → {"hosts":["a.io","b.io"]},{"hosts":["c.io"]}
        {"hosts":[]} → Domain: it is empty; name at least one host. → {"hosts":["a.io"]}
        {"anyHostAs":"a b"} → Domain of any host: the capture for any host is named 'a b'; write a name of letters, digits, '-', '_', '.' and '~'. → {"anyHostAs":"a-b_1.~"}
        {"anyHostAs":"h","unmatched":"passThrough"} → Domain of any host: it is for any host and lets unmatched links pass, so anyone can choose what is opened; reject unmatched links. → {"anyHostAs":"h","unmatched":"reject"}
        {"anyHostAs":"h"},{"anyHostAs":"i"} → Domain of any host: any host is already configured in Domain of any host; remove one. → {"anyHostAs":"h"}
        {"names":[]} → Scheme: it is empty; name at least one scheme. → {"names":["a"]}
        {"names":["myapp:"]} → Scheme 'myapp:': 'myapp:' is not a scheme; write 'myapp'. → {"names":["myapp"]}
        {"names":["myapp://"]} → Scheme 'myapp://': 'myapp://' is not a scheme; write 'myapp'. → {"names":["myapp"]}
        {"names":["HTTPS"]} → Scheme 'HTTPS': 'https' links belong to hosts; configure them with a Domain. → {"hosts":["a.io"]}
        {"names":["file"]} → Scheme 'file': 'file' links are documents, which rules cannot tell apart; open them where the app opens its documents.
        {"names":["myapp"]},{"names":["other","MyApp"]} → Scheme 'other': the scheme 'MyApp' is already configured in Scheme 'myapp'; remove one. → {"names":["myapp"]},{"names":["other"]}
        {"names":["a"],"wholeLinkAs":"a b","to":"/in?link={a b}"} → Scheme 'a', rule '{a b}': the capture for the whole link is named 'a b'; use only letters, digits, '-', '_', '.' and '~'. → {"names":["a"],"wholeLinkAs":"a-_.~1","to":"/in?link={a-_.~1}"}
        {"names":["a"],"wholeLinkAs":"link","to":"/in?link={link}","unmatched":"passThrough"} → Scheme 'a': its links are handed over whole, so 'unmatched' has no effect; remove it, or 'wholeLinkAs'. → {"names":["a"],"wholeLinkAs":"link","to":"/in?link={link}"}  {"names":["a"],"unmatched":"passThrough"}
        {"hosts":["a.io"],"prefixes":[]} → Domain 'a.io': it has no prefix, so no rule could match; write "" for rules without a prefix. → {"hosts":["a.io"],"prefixes":[""]}
        {"hosts":["a.io"],"prefixes":["","/{x}","/{y}"]} → Domain 'a.io': the prefix '/{y}' is listed twice; remove one. → {"hosts":["a.io"],"prefixes":["","/{x}"]}
        {"hosts":["a.io"],"prefixes":["/EN","/en"],"ignoresCase":true} → Domain 'a.io': the prefix '/en' is listed twice; remove one. → {"hosts":["a.io"],"prefixes":["/EN"],"ignoresCase":true}  {"hosts":["a.io"],"prefixes":["/EN","/en"]}
        {"hosts":["a.io"],"prefixes":["en"]} → Domain 'a.io': the prefix 'en' is not a path pattern: 'en' does not begin with a slash; write '/en'. → {"hosts":["a.io"],"prefixes":["/en"]}
        {"hosts":["a.io"],"prefixes":["/{t:a|b?}"]} → Domain 'a.io': the prefix '/{t:a|b?}' has the capture 't:a|b?', but only a catch-all may be absent, as in '/{*rest?}'; list one prefix with it, without '?', and one without it. → {"hosts":["a.io"],"prefixes":["/{t:a|b}",""]}
        {"hosts":["a.io"],"prefixes":["","/{*p?}"],"rules":[{"from":"/{*r}","to":"/x"}]} → Domain 'a.io', rule '/{*r}': it matches exactly the same links under two of the source's prefixes, at '/{*p?}/{*r}'; remove one of the two prefixes. → {"hosts":["a.io"],"prefixes":[""],"rules":[{"from":"/{*r}","to":"/x"}]}  {"hosts":["a.io"],"prefixes":["/{*p?}"],"rules":[{"from":"/{*r}","to":"/x"}]}
        {"hosts":["a.io"],"prefixes":["","/{x}"],"rules":[{"from":"/{x}","to":"/b"}]} → Domain 'a.io', rule '/{x}': its capture 'x' is also one of the prefix '/{x}'; rename one of them. → {"hosts":["a.io"],"prefixes":["","/{y}"],"rules":[{"from":"/{x}","to":"/b"}]}  {"hosts":["a.io"],"prefixes":["","/{x}"],"rules":[{"from":"/{y}","to":"/b"}]}
        {"hosts":["a.io"],"prefixes":["/{*t?}"],"rules":[{"unwrap":"/u"}]} → Domain 'a.io', rule '/u': the wrapped link '{*t?}' may be absent; write '{*t}'. → {"hosts":["a.io"],"prefixes":["/{*t}"],"rules":[{"unwrap":"/u"}]}
        {"hosts":["a.io"],"prefixes":["","/{to}"],"rules":[{"unwrap":"/go"}]} → Domain 'a.io', rule '/go': it does not capture the wrapped link; write '{target}' where that link stands in the rule. → {"hosts":["a.io"],"prefixes":["","/{to}"],"rules":[{"unwrap":"/go?u={target}"}]}
        {"hosts":["a.io"],"rules":[{"from":"/#/items/{id}","to":"/i/{id}"}]} → Domain 'a.io', rule '/#/items/{id}': the fragment '#/items/{id}' has text or a capture beside a capture; write '/items/{id}' in a source whose option 'fragment' is 'path'. → {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/items/{id}","to":"/i/{id}"}]}
        {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/#/cart","to":"/cart"}]} → Domain 'a.io', rule '/#/cart': it asks for the fragment '#/cart', but the source reads fragments as paths; write '/cart' as its path, without a fragment, or remove the source's option 'fragment'. → {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/cart","to":"/cart","examples":{"/#/cart":"/cart"}}]}  {"hosts":["a.io"],"rules":[{"from":"/#/cart","to":"/cart","examples":{"/#/cart":"/cart"}}]}
        {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/app?x={x}#cart","to":"/cart"}]} → Domain 'a.io', rule '/app?x={x}#cart': it asks for the fragment '#cart', but the source reads fragments as paths; write '/cart' as its path, without a fragment, or remove the source's option 'fragment'. → {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/cart?x={x}","to":"/cart","examples":{"/app?x=1#cart":"/cart","/#cart?x=1":"/cart"}}]}
        {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/#{b:path}","to":"/b?b={b}"}]} → Domain 'a.io', rule '/#{b:path}': it asks for the fragment '#{b:path}', but the source reads fragments as paths; write '/{*b}' as its path, without a fragment, or remove the source's option 'fragment'. → {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/{*b}","to":"/b?b={b}","examples":{"/#x/y":"/b?b=x/y"}}]}
        {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/#{b?}","to":"/b"}]} → Domain 'a.io', rule '/#{b?}': it asks for the fragment '#{b?}', but the source reads fragments as paths; remove '#{b?}', or remove the source's option 'fragment'. → {"hosts":["a.io"],"fragment":"path","rules":[{"from":"/","to":"/b"}]}  {"hosts":["a.io"],"rules":[{"from":"/#{b?}","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a#token={t}","to":"/b?t={t}"}]} → Domain 'a.io', rule '/a#token={t}': the fragment '#token={t}' has text or a capture beside a capture; move 'token={t}' to the query, in a source whose option 'fragment' is 'query'. → {"hosts":["a.io"],"fragment":"query","rules":[{"from":"/a?token={t}","to":"/b?t={t}","examples":{"/a#token=x":"/b?t=x"}}]}
        {"hosts":["a.io"],"fragment":"query","rules":[{"from":"/a#{b}","to":"/b"}]} → Domain 'a.io', rule '/a#{b}': it asks for the fragment '#{b}', but the source reads fragments as queries; move '{b}' to the query, or remove the source's option 'fragment'. → {"hosts":["a.io"],"fragment":"query","rules":[{"from":"/a?{b}","to":"/b","examples":{"/a#x":"/b"}}]}  {"hosts":["a.io"],"rules":[{"from":"/a#{b}","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a?x=\\u0001","to":"/b"}]} → Domain 'a.io', rule '/a?x=\\u{1}': the query item 'x=\\u{1}' has a '#', a space or a control character; percent-encode it. → {"hosts":["a.io"],"rules":[{"from":"/a?x=%01","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b\\u0001"}]} → Domain 'a.io', rule '/a': the template '/b\\u{1}' has a space or a control character; percent-encode a space, and remove the others. → {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b?c={d}"}]} → Domain 'a.io', rule '/a': the template uses '{d}', but nothing is captured; capture it, or write '{{d}}' for the text. → {"hosts":["a.io"],"rules":[{"from":"/a?d={d}","to":"/b?c={d}"}]}  {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b?c={{d}}"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a/:id","to":"/b?c={id}"}]} → Domain 'a.io', rule '/a/:id': the template uses '{id}', and ':id' in the path is plain text; write '{id}' there too. → {"hosts":["a.io"],"rules":[{"from":"/a/{id}","to":"/b?c={id}"}]}
        {"hosts":["{shop}.io"],"prefixes":["","/{lang}"],"rules":[{"from":"/{a}?b={b}","to":"/c/{d}"}]} → Domain '{shop}.io', rule '/{a}?b={b}': the template uses '{d}', which is not captured; the captures are 'a', 'b', 'lang', 'shop'. → {"hosts":["{shop}.io"],"prefixes":["","/{lang}"],"rules":[{"from":"/{a}?b={b}","to":"/c/{a}{b}{lang}{shop}"}]}
        {"hosts":["{x}.a.io"],"rules":[{"from":"/{x}","to":"/b"}]} → Domain '{x}.a.io', rule '/{x}'\(twoNames) → {"hosts":["{y}.a.io"],"rules":[{"from":"/{x}","to":"/b"}]}
        {"anyHostAs":"x","rules":[{"from":"/{x}","to":"/b"}]} → Domain of any host, rule '/{x}'\(twoNames) → {"anyHostAs":"y","rules":[{"from":"/{x}","to":"/b"}]}
        {"hosts":["{x}.a.io"],"rules":[{"from":"/a?b={x}","to":"/b"}]} → Domain '{x}.a.io', rule '/a?b={x}'\(twoNames) → {"hosts":["{x}.a.io"],"rules":[{"from":"/a?b={y}","to":"/b"}]}
        {"hosts":["{x}.a.io"],"prefixes":["/{x}"],"rules":[{"from":"/a","to":"/b"}]} → Domain '{x}.a.io', rule '/a'\(twoNames) → {"hosts":["{x}.a.io"],"prefixes":["/{y}"],"rules":[{"from":"/a","to":"/b"}]}
        {"hosts":["a.io"],"prefixes":["/{x}"],"rules":[{"from":"/a?b={x}","to":"/b"}]} → Domain 'a.io', rule '/a?b={x}'\(twoNames) → {"hosts":["a.io"],"prefixes":["/{x}"],"rules":[{"from":"/a?b={y}","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"from":"/{*a:verbatim}","to":"/x"},{"from":"/{*b}","to":"/x"}]} → Domain 'a.io', rule '/{*b}': it matches exactly the same links as the source's rule 1, '/{*a:verbatim}', at '/{*b}'; remove one of the two, or require a query item in one. → {"hosts":["a.io"],"rules":[{"from":"/{*a:verbatim}","to":"/x"},{"from":"/{*b}?x={x}","to":"/x"}]}
        {"hosts":["a.io"],"rules":[{"from":"/{*a:verbatim}","to":"/x"},{"from":"/{*b:verbatim}","to":"/x"}]} → Domain 'a.io', rule '/{*b:verbatim}': it matches exactly the same links as the source's rule 1, '/{*a:verbatim}', at '/{*b}'; remove one of the two. → {"hosts":["a.io"],"rules":[{"from":"/{*a:verbatim}","to":"/x"}]}
        {"hosts":["a.io"],"prefixes":["","/en"],"rules":[{"from":"/a","to":"/b"},{"from":"/en/a","to":"/c"}]} → Domain 'a.io', rule '/en/a': it matches exactly the same links as the source's rule 1, '/a', at '/en/a'; remove one of the two, or require a query item in one. → {"hosts":["a.io"],"prefixes":["","/en"],"rules":[{"from":"/a","to":"/b"},{"from":"/en/a?x={x}","to":"/c"}]}
        {"hosts":["a.io"],"ignoresCase":true,"rules":[{"from":"/a","to":"/b"},{"from":"/A","to":"/c"}]} → Domain 'a.io', rule '/A': it matches exactly the same links as the source's rule 1, '/a', at '/A'; remove one of the two, or require a query item in one. → {"hosts":["a.io"],"ignoresCase":true,"rules":[{"from":"/a?x=1","to":"/b"},{"from":"/A","to":"/c"}]}
        {"hosts":["*.a.io","{x}.b.io"],"rules":[{"from":"/a","to":"/b","examples":{"/a":"/b"}}]} → Domain '*.a.io', rule '/a': the example '/a' is only a path, but the domain has no host without a wildcard; write the whole link. → {"hosts":["*.a.io"],"rules":[{"from":"/a","to":"/b","examples":{"https://x.a.io/a":"/b"}}]}
        {"hosts":["a.io"],"rules":[{"from":"/{id}","to":"/b?id={id}","examples":{"5":"/b?id=5"}}]} → Domain 'a.io', rule '/{id}': the example '5' is neither a path nor a whole link; write '/5' if it is a path. → {"hosts":["a.io"],"rules":[{"from":"/{id}","to":"/b?id={id}","examples":{"/5":"/b?id=5"}}]}
        {"hosts":["a.io"],"rules":[{"from":"/b/{id}","to":"/b?id={id}","examples":{"nonsense":null}}]} → Domain 'a.io', rule '/b/{id}': the example 'nonsense' is neither a path nor a whole link; write '/nonsense' if it is a path. → {"hosts":["a.io"],"rules":[{"from":"/b/{id}","to":"/b?id={id}","examples":{"/nonsense":null}}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{" /api/v1 ":null}}]} → Domain 'a.io', rule '/api/{*rest}': the example '\\u{20}/api/v1\\u{20}' is neither a path nor a whole link; write '/api/v1' if it is a path. → {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{"/api/v1":null}}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{"/ap/v1":null}}]} → Domain 'a.io', rule '/api/{*rest}': the example '/ap/v1' is refused, but not by this rule (segment 1 is 'ap', not 'api'); correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{"/api/v1":null}}]}  {"hosts":["a.io"],"rules":[{"refuse":"/ap/{*rest}","examples":{"/ap/v1":null}}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/{*rest?}","examples":{"https://evil.com/":null}}]} → Domain 'a.io', rule '/{*rest?}': the example 'https://evil.com/' is refused, but not by this rule: The link's host 'evil.com' is not configured; correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/{*rest?}","examples":{"https://a.io/":null}}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/{*rest}","examples":{"/%FF":null}}]} → Domain 'a.io', rule '/{*rest}': the example '/%FF' is refused, but not by this rule: The link's path is not UTF-8 at byte 13; correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/{*rest}","examples":{"/%25FF":null}}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{"/api/v1":null}},{"refuse":"/api/v1"}]} → Domain 'a.io', rule '/api/{*rest}': the example '/api/v1' is refused, but not by this rule: The rule '/api/v1' of 'a.io' refuses the link; correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/api/{*rest}","examples":{"/api/v2":null}},{"refuse":"/api/v1"}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/x","examples":{"https://b.io/x":null}}]},{"hosts":["b.io"],"rules":[{"refuse":"/x"}]} → Domain 'a.io', rule '/x': the example 'https://b.io/x' is refused, but not by this rule: The rule '/x' of 'b.io' refuses the link; correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/x","examples":{"/x":null}}]},{"hosts":["b.io"],"rules":[{"refuse":"/x"}]}
        {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b","examples":{"/a b":"/b"}}]} → Domain 'a.io', rule '/a': the example '/a b' is refused: The link's path has a space at byte 14; write '%20'. → {"hosts":["a.io"],"rules":[{"from":"/a%20b","to":"/b","examples":{"/a%20b":"/b"}}]}
        {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b","title":""}]} → Domain 'a.io', rule '/a': its 'title' is empty; write one, or remove it. → {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b","title":"Page"}]}  {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/a","owner":""}]} → Domain 'a.io', rule '/a': its 'owner' is empty; write one, or remove it. → {"hosts":["a.io"],"rules":[{"refuse":"/a","owner":"Shop"}]}
        {"hosts":["a.io"],"rules":[{"refuse":"/a/7","examples":{"/a/8":"/b?id=8"}}]} → Domain 'a.io', rule '/a/7': the example '/a/8' is refused (segment 2 is '8', not '7'); correct the rule or the example. → {"hosts":["a.io"],"rules":[{"refuse":"/a/7","examples":{"/a/7":null}}]}
        {"hosts":["a.io"],"rules":[{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/z":"/z"}}]} → Domain 'a.io', rule '/u?t={t}': the example '/u?t=https://a.io/z' is refused: No rule of 'a.io' fits the wrapped link; add one, or let unmatched links pass through. → {"hosts":["a.io"],"rules":[{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/z":"/z"}},{"from":"/z","to":"/z"}]}  {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/z":"/z"}}]}
        {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"unwrap":"/u?t={t}","examples":{"/u?t=foo":"/foo"}}]} → Domain 'a.io', rule '/u?t={t}': the example '/u?t=foo' is refused: The wrapped link does not begin with a scheme; write the whole link, such as 'https://mydomain.io/a'. → {"hosts":["a.io"],"unmatched":"passThrough","rules":[{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/foo":"/foo"}}]}
        {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"},{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/a":"/c"}}]} → Domain 'a.io', rule '/u?t={t}': the example '/u?t=https://a.io/a' becomes '/b' by the rule '/a', not '/c'; correct the rule or the example. → {"hosts":["a.io"],"rules":[{"from":"/a","to":"/b"},{"unwrap":"/u?t={t}","examples":{"/u?t=https://a.io/a":"/b"}}]}
        """
    )
    private static let twoNames =
        ": two captures are named 'x', including those of the host and the prefix; give each its own name."

    @Test(arguments: sourceRows)
    func `the faults of sources are told, and can be mended as they say`(row: AdviceRow) throws {
        for text in row.texts { #expect(try ruleError(of: text)?.description == row.sentence) }
        for text in row.mended { #expect(try ruleError(of: text) == nil, "\(text)") }
    }

    private static let patterns = AdviceRow.rows(
        """
        a → 'a' does not begin with a slash; write '/a'. → /a
        "" → '' does not begin with a slash; write '/'. → /
        ?x={x} → '?x={x}' does not begin with a slash; write '/?x={x}'. → /?x={x}
        items?x={x}#{y} → 'items?x={x}#{y}' does not begin with a slash; write '/items?x={x}#{y}'. → /items?x={x}#{y}
        a.html → 'a.html' does not begin with a slash; write '/a.html'. → /a.html
        https://a.io/b  a.io/b → the pattern is a whole URL; write its path here, and its host in a Domain or its scheme in a Scheme. → /b
        /a/{id → '/a/{id' opens a capture at byte 3 that is not closed before the next slash; close it with '}', or write '{{' for a literal brace. → /a/{id}  /a/{{id
        /a} → '/a}' has a '}' at byte 2 without a '{' before it; write '}}' for a literal brace. → /a}}
        /{:int} → '/{:int}' has a capture without a name; write a name after the '{', as in '{id}'. → /{id:int}
        /{*} → '/{*}' has a catch-all without a name; write a name after the '*', as in '{*rest}'. → /{*rest}
        /{a b} → '/{a b}' has a capture named 'a b'; use only letters, digits, '-', '_', '.' and '~'. → /{a-b_1.~}
        /{*a:int} → '/{*a:int}' has a constraint on its catch-all, which takes anything; write '{*a}'. → /{*a}
        /{a}{b} → '/{a}{b}' has 'a' and 'b' with no text between them, so it is unclear where one ends; put text between them, such as '{a}-{b}'. → /{a}-{b}
        /docs/{*page}.html → '/docs/{*page}.html' has other text in the segment of its catch-all; write '{page}' in it, and '/{*rest?}' before or behind that segment for more segments. → /docs/{*rest?}/{page}.html  /docs/{page}.html/{*rest?}
        /{id}/{id} → '/{id}/{id}' has two captures named 'id'; give each its own name. → /{id}/{x}
        /a/.. → '/a/..' has a dot segment at byte 3, which no path can have; write the path without it. → /
        /{id?} → the capture 'id?'\(inPath) → /{id}  /
        /{_id?:alpha} → the capture '_id?:alpha'\(inPath) → /{_id:alpha}
        /a/{id:int?} → the capture 'id:int?'\(inPath) → /a/{id:int}
        /{lang:en|fr?}/x → the capture 'lang:en|fr?'\(inPath) → /{lang:en|fr}/x  /x
        /{*u:verbatim}/view → the capture '{*u:verbatim}' does not end the pattern with ':verbatim}'; write it last, as '{*u:verbatim}'. → /view/{*u:verbatim}
        /m/{*u:verbatim?} → the capture '{*u:verbatim?}' does not end the pattern with ':verbatim}'; write it last, as '{*u?:verbatim}'. → /m/{*u?:verbatim}
        /m/{*u?:verbatim?} → the capture '{*u?:verbatim?}' does not end the pattern with ':verbatim}'; write it last, as '{*u?:verbatim}'. → /m/{*u?:verbatim}
        /s/{*feed:verbatm} → the capture '{*feed:verbatm}' does not end the pattern with ':verbatim}'; write it last, as '{*feed:verbatim}'. → /s/{*feed:verbatim}
        /s/{*feed?:VERBATIM} → the capture '{*feed?:VERBATIM}' does not end the pattern with ':verbatim}'; write it last, as '{*feed?:verbatim}'. → /s/{*feed?:verbatim}
        /m/{u:Verbatim} → the capture '{u:Verbatim}' takes one segment, and only a catch-all takes a rest as it was written; write '/{*u:verbatim}' at the end of the pattern. → /m/{*u:verbatim}
        /a/{*u:verbatim}#{b} → it captures the rest of a link with its fragment, but also asks for one; remove the fragment, or ':verbatim'. → /a/{*u:verbatim}  /a/{*u}#{b}
        /{*u:verbatim}?a={a} → it captures the rest of a link with its query, but also asks for items; remove the items, or ':verbatim'. → /{*u:verbatim}  /{*u}?a={a}
        /m/{u:verbatim}  /m/{u:verbatim}/view  /m{u:verbatim}?a={a}  /{a}/{u:verbatim} → the capture '{u:verbatim}' takes one segment, and only a catch-all takes a rest as it was written; write '/{*u:verbatim}' at the end of the pattern. → /m/{*u:verbatim}  /m/view/{*u:verbatim}
        /m/{u?:verbatim} → the capture '{u?:verbatim}' takes one segment, and only a catch-all takes a rest as it was written; write '/{*u?:verbatim}' at the end of the pattern. → /m/{*u?:verbatim}
        /m/{u:verbatim?} → the capture '{u:verbatim?}' takes one segment, and only a catch-all takes a rest as it was written; write '/{*u?:verbatim}' at the end of the pattern. → /m/{*u?:verbatim}
        /m/{:verbatim} → '/m/{:verbatim}' has a capture without a name; write a name after the '{', as in '{id}'. → /m/{id}
        /Talk:{*t:verbatim} → '/Talk:{*t:verbatim}' has text before '{*t:verbatim}', but a verbatim rest begins after a slash; write '/Talk:/{*t:verbatim}', or '/Talk:{*t}'. → /Talk:/{*t:verbatim}  /Talk:{*t}
        /Talk:{*t?:verbatim} → '/Talk:{*t?:verbatim}' has text before '{*t?:verbatim}', but a verbatim rest begins after a slash; write '/Talk:/{*t?:verbatim}'. → /Talk:/{*t?:verbatim}
        /a/{x:path} → '/a/{x:path}' has the constraint 'path', which only query items of rules can have; write '{*x}' as a segment of its own. → /a/{*x}
        /a-{x:path} → '/a-{x:path}' has the constraint 'path', which only query items of rules can have; write '{*x}' as a segment of its own. → /a/{*x}
        /a# → the fragment '#' is empty; remove it, or write '#{anchor}' or '#text'. → /a  /a#{anchor}  /a#text
        /a#x{b} → the fragment '#x{b}' has text or a capture beside a capture; write only one capture, or only text. → /a#{b}  /a#x
        /a#{b}{c} → the fragment '#{b}{c}' has text or a capture beside a capture; write only one capture, or only text. → /a#{b}
        /a#{*b} → the fragment '#{*b}' has a catch-all, which only a path can have; write the capture without the '*'. → /a#{b}
        /a#x#y → the fragment '#x#y' has a '#', a space or a control character; percent-encode it. → /a#x%23y
        /a#{b → the fragment '#{b' has an unmatched brace; write '{{' or '}}' for a literal brace. → /a#{{b
        /a#{b:date} → the fragment '#{b:date}' has a malformed value: '{b:date}' has the unknown constraint 'date'; use \(constraints) or a list of words such as 'en|fr', or 'path' for a path. → /a#{b:int}  /a#{b:en|fr}  /a#{b:path}
        /a#{} → the fragment '#{}' has a malformed value: '{}' has a capture without a name; write a name after the '{', as in '{id}'. → /a#{id}
        /a#{b}?x={y} → the fragment '#{b}?x={y}' has text or a capture beside a capture; move 'x={y}' to the query, which stands before the fragment. → /a?x={y}#{b}
        /a?x={x}&y={x}  /{x}?x={x} → two captures are named 'x', including those of the host and the prefix; give each its own name. → /a?x={x}&y={y}  /{x}?x={y}
        /a?x=1&x=2  /a?x=1&%78=2 → the query item 'x' appears twice, but only the first in a link is read; remove one. → /a?x=1  /a?x=2
        /a?  /a?x=1& → the query item '' has no name; write 'name={capture}', 'name=text' or 'name'. → /a?name={capture}  /a?name=text  /a?name
        /a?=1 → the query item '=1' has no name; write 'name={capture}', 'name=text' or 'name'. → /a?name=1
        /a?{x}=1 → the query item '{x}=1' has a capture in its name; write a plain name, as in 'id={id}'. → /a?x=1
        /a?x{y} → the query item 'x{y}' has a capture in its name; write a plain name, as in 'id={id}'. → /a?x={y}
        /a?{x}&{y?} → it has two items without a name, and a link's could be either; remove one. → /a?{x}  /a?{y?}
        /a?{*x} → the query item '{*x}' has a catch-all, which only a path can have; write the capture without the '*'. → /a?{x}
        /a?x={y?z} → the query item 'x={y?z}' has '{y?z}', whose '?' is not at its end; write it at the end, as in '{name:alpha?}'. → /a?x={yz?}
        /a?u=http://a/%zz{y} → the query item 'u=http://a/%zz{y}' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign. → /a?u=http://a/%25zz{y}
        /a?{x?:int} → the query item '{x?:int}' has '{x?:int}', whose '?' is not at its end; write it at the end, as in '{name:alpha?}'. → /a?{x:int?}
        /a?x={x → the query item 'x={x' has an unmatched brace; write '{{' or '}}' for a literal brace. → /a?x={{x
        /a?x=} → the query item 'x=}' has an unmatched brace; write '{{' or '}}' for a literal brace. → /a?x=}}
        /a?x={{x} → the query item 'x={{x}' has an unmatched brace; write '{{' or '}}' for a literal brace. → /a?x={{x}}
        /a?x=100% → the query item 'x=100%' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign. → /a?x=100%25
        /a?%FF=1 → the query item '%FF=1' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign. → /a?%25FF=1
        /a?x=a b → the query item 'x=a b' has a '#', a space or a control character; percent-encode it. → /a?x=a%20b
        /a?x=a{y?} → the query item 'x=a{y?}' has text around an optional capture; write it without the '?', or without the text. → /a?x=a{y}  /a?x={y?}
        /a?x={*y} → the query item 'x={*y}' has a catch-all, which only a path can have; write the capture without the '*'. → /a?x={y}
        /a?x={y:verbatim}  /a?x={y:verbatim}&z → the query item 'x={y:verbatim}' has ':verbatim', which only a catch-all in a path can have; write 'x={y}'. → /a?x={y}  /a?x={y}&z
        /a?x={y:verbatim?}  /a?x={y:verbatim?}#{z} → the query item 'x={y:verbatim?}' has ':verbatim', which only a catch-all in a path can have; write 'x={y?}'. → /a?x={y?}
        /a?{y?:verbatim} → the query item '{y?:verbatim}' has ':verbatim', which only a catch-all in a path can have; write '{y?}'. → /a?{y?}
        /a#{y:verbatim} → the fragment '#{y:verbatim}' has ':verbatim', which only a catch-all in a path can have; write '#{y}'. → /a#{y}
        /a?x={to:int:path} → the query item 'x={to:int:path}' has two constraints in one capture; write '{to:path}'. → /a?x={to:path}
        /a?x={} → the query item 'x={}' has a malformed value: '{}' has a capture without a name; write a name after the '{', as in '{id}'. → /a?x={id}
        /a?x={:path} → the query item 'x={:path}' has a malformed value: '{}' has a capture without a name; write a name after the '{', as in '{id}'. → /a?x={id:path}
        /a?x=a{y:path} → the query item 'x=a{y:path}' has text around '{y:path}', which is a whole path; write 'x={y:path}'. → /a?x={y:path}
        /a?x={y:digits} → the query item 'x={y:digits}' has a malformed value: '{y:digits}' has the unknown constraint 'digits'; use \(constraints) or a list of words such as 'en|fr', or 'path' for a path. → /a?x={y:int}  /a?x={y:path}
        """
    )
    private static let constraints = PathConstraint.names.joined(separator: ", ")
    private static let inPath =
        " is in the path, where only a catch-all may be absent, as in '/{*rest?}'; write one rule with it, without '?', and one without it."

    @Test(arguments: patterns)
    func `the external side must be readable`(row: AdviceRow) {
        for pattern in row.texts {
            let error = ruleError { Domain("mydomain.io") { Rewrite(pattern, to: "/b") } }
            #expect(
                error?.description == "Domain 'mydomain.io', rule '\(pattern)': \(row.sentence)"
            )
            #expect(error?.rule == pattern)
        }
        for pattern in row.mended {
            #expect(ruleError { Domain("mydomain.io") { Rewrite(pattern, to: "/b") } } == nil)
        }
    }

    private static let templates = AdviceRow.rows(
        """
        ""  b  https://evil.com/a  {x}/a → does not begin with a slash; write an internal path such as '/items/detail?id={id}'. → /items/detail?id={x}
        /a#b  /a#x{x}  /a?b=c#d → has a fragment that is not one capture; write one, as in '#{name}', remove it, or write '%23' for the character. → /a  /a%23b
        /a#{*x} → has a catch-all in its fragment; write '#{x}'. → /a#{x}
        /a/{x  /a/x} → has an unmatched brace; write '{{' or '}}' for a literal brace. → /a/{{x  /a/x}}
        /a/{x:int} → has '{x:int}'\(noName) → /a/{x}
        /a?b={x?} → has '{x?}'\(noName) → /a?b={x}
        /a/{my id} → has '{my id}'\(noName) → /a/{x}
        /a/{} → has '{}'\(noName) → /a/{x}
        /a/b{*rest} → has other text in the segment of '{*rest}'; write it as a segment of its own. → /a/b/{*rest}
        /a/../b  /a/%2e → has a dot segment, which no internal path has; write the path without it. → /b
        /a b  /a%00 → has a space or a control character; percent-encode a space, and remove the others. → /a%20b  /a
        /a%  /%FF → has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign. → /a%25
        """
    )
    private static let noName =
        ", which is not a capture's name; use only letters, digits, '-', '_', '.' and '~', and write constraints and '?' on the rule's external side."

    private static let templateParts = AdviceRow.rows(
        """
        /a?b=% → the query item 'b=%' has a '%' without two hexadecimal digits, or bytes that are not UTF-8; write '%25' for a percent sign. → /a?b=%25
        /a? → the query item '' has no name; write 'name={capture}', 'name=text' or 'name'. → /a?name={x}  /a?name=text  /a?name
        /a?=b → the query item '=b' has no name; write 'name={capture}', 'name=text' or 'name'. → /a?name=b
        /a?{x}=b → the query item '{x}=b' has a capture in its name; write a plain name, as in 'id={id}'. → /a?x=b
        /a?{x} → the query item '{x}' has a capture in its name; write a plain name, as in 'id={id}'. → /a?x={x}
        /a?b={*rest} → the query item 'b={*rest}' has a catch-all, which only a path can have; write the capture without the '*'. → /a?b={rest}
        /a/{y} → the template uses '{y}', which is not captured; the captures are 'rest', 'x'. → /a/{x}  /a/{rest}
        /a/{*x} → the template adds the segments of '{*x}', which captures text, not segments; write '{x}'. → /a/{x}
        """
    )

    @Test(arguments: [(templates, true), (templateParts, false)])
    func `the internal side must be an internal path`(rows: [AdviceRow], isWhole: Bool) {
        func error(_ template: String) -> RewriteRuleError? {
            ruleError { Domain("mydomain.io") { Rewrite("/in/{x}/{*rest}", to: template) } }
        }
        for row in rows {
            for template in row.texts {
                #expect(
                    error(template)?.description == "Domain 'mydomain.io', rule '/in/{x}/{*rest}': "
                        + (isWhole ? "the template '\(template)' " : "") + row.sentence
                )
            }
            for template in row.mended { #expect(error(template) == nil, "\(template)") }
        }
    }

    @Test(arguments: [
        ("/a", "/a", "/a"), ("/a/", "//a", "/a"), ("/{x}", "/{y}", "/{y}"),
        ("/a?x={x}", "/a?x={y}", "/a"),
        ("/a?x={x}&y=1", "/a?y=1&x={z}", "/a"), ("/a", "/a?x={x?}", "/a"), ("/a?x", "/a?x", "/a"),
        ("/a?x={x:int}", "/a?x={y:int}", "/a"), ("/a?x={x:path}", "/a?x={y:path}", "/a"),
        ("/a?x=p{x}", "/a?x=p{y}", "/a"),
        ("/%61", "/a", "/a"), ("/a?x=%31", "/a?x=1", "/a"),
    ])
    func `two rules that match the same links conflict`(first: String, second: String, path: String)
    {
        func error(_ second: String) -> RewriteRuleError? {
            ruleError {
                Domain("mydomain.io") {
                    Rewrite(first, to: "/b")
                    Rewrite("/other", to: "/b")
                    Rewrite(second, to: "/c")
                }
            }
        }
        #expect(
            error(second)?.description
                == "Domain 'mydomain.io', rule '\(second)': it matches exactly the same links as the source's rule 1, '\(first)', at '\(path)'; remove one of the two, or require a query item in one."
        )
        #expect(error(second + (second.contains("?") ? "&z=1" : "?z=1")) == nil)
    }

    @Test(arguments: [
        // Composed and decomposed, and the Kelvin sign.
        ("/c?k=é", "/c?k=e\u{301}"), ("/c?k=K", "/c?k=\u{212A}"),
        ("/c?é={x}", "/c?e\u{301}={x}"), ("/c", "/c?é={x}&e\u{301}={y}"),
        ("/a?x={x}", "/a?y={y}"), ("/a?x=1", "/a?x=2"), ("/a?x=1", "/a?x"), ("/a?x=1", "/a?x={x}"),
        ("/a?x={x:int}", "/a?x={x}"), ("/a?x={x:int}", "/a?x={x:int?}"),
        ("/a?x={x:int}", "/a?x={x:hex}"), ("/a?x={x}", "/a"),
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

    private static let wrappers = AdviceRow.rows(
        """
        /m  /m?u=1 → it does not capture the wrapped link; write '{target}' where that link stands in the rule. → /m/{target}  /m?u={target}
        /m/{a}?u={b} → it is unclear which capture is the wrapped link; write '{target}' for it. → /m/{a}?u={target}
        /m?u={a?} → the wrapped link 'u={a?}' may be absent; write 'u={a}'. → /m?u={a}
        /{a}?u={target:path?} → the wrapped link 'u={target:path?}' may be absent; write 'u={target:path}'. → /{a}?u={target:path}
        /m#{target?} → the wrapped link '#{target?}' may be absent; write '#{target}'. → /m#{target}
        /v/{*target?} → the wrapped link '{*target?}' may be absent; write '{*target}'. → /v/{*target}
        /v/{*target?:verbatim} → the wrapped link '{*target?:verbatim}' may be absent; write '{*target:verbatim}'. → /v/{*target:verbatim}
        """
    )

    @Test(arguments: wrappers)
    func `a rule that unwraps says which capture is the link`(row: AdviceRow) {
        for pattern in row.texts {
            #expect(
                ruleError { Domain("a.io") { Unwrap(pattern) } }?.description
                    == "Domain 'a.io', rule '\(pattern)': \(row.sentence)"
            )
        }
        for pattern in row.mended {
            #expect(ruleError { Domain("a.io") { Unwrap(pattern) } } == nil)
        }
    }

    /// Examples of the first rule, and the links that the corrected examples become.
    private static let examples = AdviceRow.rows(
        """
        /items/5  /item?id=6 → '/items/5' becomes '/item?id=5', not '/item?id=6'; correct the rule or the example. → /item?id=5
        /things  /item?id=x → '/things' is refused (segment 1 is 'things', not 'items'); correct the rule or the example. → null
        /items  /item?id=x → '/items' is refused (the path ends before '{id}'); correct the rule or the example. → null
        https://evil.com/items/5  /item?id=5 → 'https://evil.com/items/5' is refused: The link's host 'evil.com' is not configured; add it to a domain if its links are expected. → null
        /items/5  item?id=5 → '/items/5' leads to 'item?id=5', which is not an internal link; write a path such as '/items/detail?id=1'. → /item?id=5
        /items/new  /item?id=new → '/items/new' becomes '/create' by the rule '/items/new', not '/item?id=new' (that rule is tried first); correct the rule or the example. → /create
        /items/5?tab=a  /item?id=5 → '/items/5?tab=a' becomes '/tab?id=5&name=a' by the rule '/items/{id}?tab={name}', not '/item?id=5' (that rule is tried first); correct the rule or the example. → /tab?id=5&name=a
        /things/5  /item?id=5 → '/things/5' becomes '/thing?id=5' by the rule '/things/{id}', not '/item?id=5' (segment 1 is 'things', not 'items'); correct the rule or the example. → /thing?id=5
        /items/secret  /item?id=secret → '/items/secret' is refused: The rule '/items/secret' of 'mydomain.io' refuses the link; remove the rule if such links are expected. → null
        /items/7  null → '/items/7' must be refused, but becomes '/item?id=7'; correct the rule or the example. → /item?id=7
        /things/7  null → '/things/7' must be refused, but becomes '/thing?id=7' by the rule '/things/{id}'; correct the rule or the example. → /thing?id=7
        """
    )

    @Test(arguments: examples)
    func `an example that fails names the rule that took it`(row: AdviceRow) {
        func error(_ result: String) -> RewriteRuleError? {
            let examples = [row.texts[0]: result == "null" ? nil : result]
            return ruleError {
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
            error(row.texts[1])?.description
                == "Domain 'mydomain.io', rule '/items/{id}': the example \(row.sentence)"
        )
        #expect(error(row.mended[0]) == nil)
    }

    @Test func `an example without a link must be refused`() {
        let examples: [String: String?] = [
            "/a/x": nil, "https://evil.com/a/5": nil, "/a/5": "/b?id=5",
        ]
        let error = ruleError {
            Domain("a.io") {
                Rewrite("/a/{id:int}", to: "/b?id={id}", examples: examples)
                Refuse(
                    "/a/7",
                    examples: [
                        "/a/7": nil, "/a/8": "/b?id=8", "/u?t=https://a.io/a/7": nil,
                        "https://A.io:443//a/7/?x=1#y": nil,
                    ]
                )
                Unwrap("/u?t={target}", examples: ["/u?t=https://a.io/a/7": nil])
            }
            Scheme("sql", wholeLinkAs: "url", to: "/c?url={url}", examples: ["sql:\u{7}": nil])
        }
        #expect(error == nil)
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
    }

    @Test func `the first failing example of a rule is told, in the order of their text`() {
        for _ in 0..<8 {
            let examples = Dictionary(uniqueKeysWithValues: (0..<9).map { ("/a/\($0)", "/x") })
            let error = ruleError {
                Domain("a.io") { Rewrite("/a/{b}", to: "/c?b={b}", examples: examples) }
            }
            #expect(error?.description.contains("the example '/a/0' becomes '/c?b=0'") == true)
        }
    }

    @Test(arguments: [
        (Limits(bytes: 0), "bytes", 0), (Limits(bytes: -1), "bytes", -1),
        (Limits(segments: 0), "segments", 0), (Limits(queryItems: .min), "queryItems", Int.min),
    ])
    func `a limit is at least 1`(limits: Limits, name: String, value: Int) throws {
        let error = try #require(throws: LinkConfigurationError.self) {
            try URLRewriter(configuration: LinkConfiguration(limits: limits))
        }
        #expect(
            error.description
                == "The configuration has a fault at limits.\(name): Limits: '\(name)' is \(value), so no link would pass; write a number from 1 on, or leave it out."
        )
        #expect(error.reason.code == "malformed-limit")
        let text = { (value: Int) in #"{ "version": 1, "limits": { "\#(name)": \#(value) } }"# }
        let read = try #require(throws: LinkConfigurationError.self) {
            try LinkConfiguration(data: Data(text(value).utf8))
        }
        #expect(read.path == "limits.\(name)")
        #expect(read.description.hasSuffix("write a whole number from 1 on."))
        let configuration = try LinkConfiguration(data: Data(text(1).utf8))
        #expect(throws: Never.self) { try URLRewriter(configuration: configuration) }
    }

    /// The codes of all flaws of rules, as they stand in the sources, are in the tables.
    @Test func `no code lacks its row`() throws {
        var codes: Set<String> = ["malformed-limit"]
        func note(_ error: RewriteRuleError?) { if let error { codes.insert(error.reason.code) } }
        for fault in LinkPathRuleTests.faults { note(ruleError { fault.source }) }
        for host in Self.hosts { note(ruleError { Domain(host.texts[0]) }) }
        for row in Self.sourceRows { note(try ruleError(of: row.texts[0])) }
        for row in Self.patterns {
            note(ruleError { Domain("a.io") { Rewrite(row.texts[0], to: "/b") } })
        }
        for row in Self.templates + Self.templateParts {
            note(ruleError { Domain("a.io") { Rewrite("/{x}/{*rest}", to: row.texts[0]) } })
        }
        for row in Self.wrappers { note(ruleError { Domain("a.io") { Unwrap(row.texts[0]) } }) }
        let files = try FileManager.default.contentsOfDirectory(
            at: Repository.root.appendingPathComponent("Sources/DeepLinks/Rewriting"),
            includingPropertiesForKeys: nil
        )
        for file in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /RuleFlaw\(\s*"([a-z-]+)"/) {
                #expect(codes.contains(String(match.1)), "\(match.1)")
            }
        }
    }
}
