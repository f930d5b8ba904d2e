import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Foundation, which accepts far more, reads the same origin, path, query and fragment in what a rewriter accepts.
struct FoundationAgreementTests {
    /// Links and pieces of links that URL readers are known to disagree on.
    private static let seeds = [
        "https://mydomain.io/a/b?c=d&e=f#g", "https://www.mydomain.io:443/items/%C3%A9?x=%26&y",
        "HTTPS://MYDOMAIN.IO", "https://shop.mydomain.io:8443//a//",
        "http://localhost:8080/x?y=1#z", "myapp://host/path/to?x=1", "myapp:///a/b#c", "myapp:/a",
        "myapp:a/b?c", "https://mydomain.io@evil.com/", "https://evil.com/a",
        #"https://mydomain.io\@evil.com"#, "https://[::1]/a", "https://mydomain.io%2Fevil.com",
        "//mydomain.io/a", "https:///mydomain.io", "https:mydomain.io", "https://mydomain.io:0443/",
        "https://mydomain.io./a",
    ]
    private static let pieces = [
        "/", "//", "\\", "@", ":", "?", "#", "%", "%2F", "%2e", "..", ".", "%00", "%FF", "%C3%A9",
        "é", "e\u{301}", " ", "\t", "\n", "\u{0}", "[", "]", "443", "8443", "mydomain.io",
        "evil.com", "xn--", "https:", "http://", "myapp:", "&", "=", "+", ";", "a", "Z", "0x7f.1",
        "。", "ｍ", "\u{AD}", "|", "^", "{", "\"", "<", "`", "~", "-", "_", "*",
    ]

    private func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain(
                "mydomain.io",
                "*.mydomain.io",
                "localhost:8080",
                "*.mydomain.io:8443",
                allowsHTTP: true,
                unmatched: .passThrough
            )
            Scheme("myapp", unmatched: .passThrough)
        }
    }

    private func mutated(using random: inout SplitMix64) -> String {
        var scalars = Array((Self.seeds.randomElement(using: &random) ?? "").unicodeScalars)
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...scalars.count, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0 where place < scalars.count:
                scalars.remove(at: place)
            case 1 where place < scalars.count:
                let end = Int.random(in: place...scalars.count, using: &random)
                scalars.removeSubrange(place..<min(end, place + 4))
            default:
                let piece = Self.pieces.randomElement(using: &random) ?? ""
                scalars.insert(contentsOf: piece.unicodeScalars, at: place)
            }
        }
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars)
        return text
    }

    @Test(arguments: UInt64(0)..<6)
    func `what is accepted Foundation reads the same way`(seed: UInt64) throws {
        let rewriter = try rewriter()
        var random = SplitMix64(seed: seed)
        var (accepted, compared) = (0, 0)
        for _ in 0..<rounds(1_500) {
            let text = mutated(using: &random)
            guard let link = try? rewriter.rewrite(text) else { continue }
            accepted += 1
            let trimmed = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\n\u{C}\r"))
            let url = try #require(URL(string: trimmed), "\(text.debugDescription)")
            let components = try #require(URLComponents(url: url, resolvingAgainstBaseURL: true))
            let scheme = try #require(url.scheme).lowercased()
            #expect(url.user == nil && url.password == nil, "\(text.debugDescription)")
            var path = components.percentEncodedPath
            if scheme == "myapp" {
                #expect(url.port == nil)
                path = "/" + (components.percentEncodedHost ?? "") + "/" + path
            } else {
                let host = try #require(url.host(percentEncoded: false)).lowercased()
                let isKnown =
                    host == "mydomain.io" || host.hasSuffix(".mydomain.io") || host == "localhost"
                #expect(isKnown, "\(text.debugDescription)")
                let isDefault = url.port == nil || url.port == (scheme == "https" ? 443 : 80)
                #expect(
                    host == "localhost" ? url.port == 8080 : isDefault || url.port == 8443,
                    "\(text.debugDescription)"
                )
                path = "/" + path
            }
            // If a part has a character that must be encoded, Foundation encodes the whole part again, valid escapes included; and it decodes
            // a host in Punycode, also of a custom scheme. Then only the origin can be compared.
            guard url.absoluteString == trimmed, scheme != "myapp" || !trimmed.contains("xn--")
            else { continue }
            compared += 1
            #expect(try DeepLink(path: path).path == link.path, "\(text.debugDescription)")
            let items = (components.queryItems ?? []).filter { !$0.name.isEmpty }
            #expect(link.queryItems == items, "\(text.debugDescription)")
            #expect(link.fragment == components.fragment, "\(text.debugDescription)")
            #expect(try rewriter.rewrite(url) == link, "\(text.debugDescription)")
        }
        #expect(accepted > rounds(200))
        #expect(compared > rounds(150))
    }

    @Test(arguments: UInt64(0)..<3)
    func `no bytes make a rewriter trap`(seed: UInt64) throws {
        let rewriters = try [
            rewriter(), Fixture.shop(),
            URLRewriter(limits: Limits(bytes: 64, segments: 3, queryItems: 2)) {
                Domain(
                    "*.io",
                    "{a}.io",
                    ignoresCase: true,
                    prefixes: ["", "/{p}"],
                    fragment: .path
                ) {
                    Rewrite("/{x}-{y:int}?q={q?}", to: "/{x}/{y}/{q}/{a}{p}?z={q}{a}")
                    Unwrap("/u?t={target}&n={n:int?}")
                    Rewrite("/{*rest}", to: "/r/{*rest}?all={rest}")
                }
            },
        ]
        var random = SplitMix64(seed: seed)
        for _ in 0..<rounds(400) {
            let length = Int.random(in: 0..<80, using: &random)
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &random) }
            let noise = String(decoding: bytes, as: UTF8.self)
            for text in [
                noise, "https://mydomain.io/" + noise, "https://a.io/#" + noise, "myapp:" + noise,
                mutated(using: &random),
            ] {
                for rewriter in rewriters {
                    guard let link = try? rewriter.rewrite(text) else { continue }
                    #expect(try DeepLink(path: link.path).path == link.path)
                    #expect(try DeepLink(link.url.absoluteString) == link)
                }
            }
        }
    }
}
