import DeepLinksTestSupport
import Testing

/// Rewriting against a model, a browser's reading and the way back, with every option at random: see `RewritingOracle`.
@MainActor
struct RewritingPropertyTests {
    /// `DEEPLINKS_TEST_ROUNDS=400` tries half a million links.
    @Test(arguments: UInt64(0)..<4)
    func `whatever the options are, a link becomes what its text says or is refused`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for number in 0..<rounds(8) {
            let input = (0..<1_200).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: Never.self, "seed \(seed), number \(number)") {
                try Oracle.rewriting.check(input)
            }
        }
    }

    // Inputs of the URL standard's tests, and what browsers make of them.
    @Test(arguments: [
        ("https://Ex%41mple.com:443/a/../b?x y#z z", "https example.com nil b x%20y z%20z"),
        (#"https:\\user@example.com\a\.\b"#, "https example.com nil a/b nil nil @"),
        ("https:example.com/%2e%2E/a//b/", "https example.com nil a//b/ nil nil"),
        ("ht\ntps://exa\tmple.com", "https example.com nil  nil nil"),
        ("https://0x7F.1:0080/", "https 127.0.0.1 80  nil nil"),
        ("https://2130706433?", "https 127.0.0.1 nil   nil"),
        ("https://[0:0::1]/#", "https [::1] nil  nil "),
        ("https://[1:0:0:2:0:0:0:1.2.3.4]:8080/", nil),
        ("https://[1:0:0:2:0:0:1.2.3.4]:8080/", "https [1::2:0:0:102:304] 8080  nil nil"),
        ("https://[::1.2.3.4]/", "https [::102:304] nil  nil nil"), ("https://a.b.09/", nil),
        ("https://256.1/", nil), ("https://a:99999/", nil), ("https://a b/", nil),
        ("https://", nil), ("/a", nil), ("1a:b", nil), ("https://a%zz/", nil),
        ("https://[::1/", nil), ("https://user@/a", nil),
        ("myapp://Host/a/..", "myapp Host nil  nil nil"),
        ("myapp:a/../b", "myapp nil nil a/../b nil nil"), ("myapp:///a", "myapp  nil a nil nil"),
        ("myapp:/a?'#`", "myapp nil nil a ' %60"), ("https://a/'?'", "https a nil ' %27 nil"),
        ("myapp://a:12/", "myapp a 12  nil nil"), ("myapp://a|b/", nil),
    ])
    func `the model of a browser reads as browsers do`(text: String, expected: String?) {
        #expect(BrowserURL(text).map(\.description) == expected)
    }
}
