import DeepLinksTestSupport
import SiteAssociation
import Testing

struct AnswerTests {
    @Test(arguments: try rows(in: "components.txt"))
    func `a rule wants what its patterns say`(row: TableRow) throws {
        let association = try AppSiteAssociation(
            components: "[\(row[0])]",
            links:
                #", "substitutionVariables": {"dish": ["burrito", "sushi", "a*z", "?", "$(digit)", ""], "x": ["a/b"], "x/y": ["v"], "none": []}"#
        )
        for link in row.texts(1) {
            let answer = association.answer(for: "https://example.com" + link.dropFirst())
            #expect(answer.isMatched == link.hasPrefix("+"), "\(link)")
        }
    }

    @Test func `the first rule that matches decides`() throws {
        let association = try AppSiteAssociation(
            components: """
                [{"#": "no_universal_links", "exclude": true}, {"/": "/buy/*"},
                 {"/": "/help/website/*", "exclude": true}, {"/": "/help/*", "?": {"articleNumber": "????"}}]
                """
        )
        func answer(_ link: String) -> String {
            let answer = association.answer(for: "https://example.com" + link)
            return answer.word + (answer.match.map { " by \($0.ruleIndex)" } ?? "")
        }
        #expect(answer("/buy/42") == "matched by 1")
        #expect(answer("/buy/42#no_universal_links") == "blocked by 0")
        #expect(answer("/help/website/faq?articleNumber=4815") == "blocked by 2")
        #expect(answer("/help/faq?articleNumber=4815") == "matched by 3")
        #expect(answer("/help/faq?articleNumber=481") == "not matched")
        #expect(answer("/") == "not matched")
        #expect(
            association.answer(for: "https://example.com/buy/42").description
                == #"matched by { "/": "/buy/*" } at applinks.details[0].components[1] (line 1, column 131)"#
        )
    }

    @Test func `a rule takes over what its defaults want, but no comment`() throws {
        let association = try AppSiteAssociation(
            components: ##"[{"/": "/own"}]"##,
            entry: ##", "defaults": {"/": "/shared/*", "#": "y", "comment": "not taken over"}"##
        )
        let rule = association.entries[0].rules[0]
        #expect([rule.path, rule.fragment, rule.comment] == ["/own", "y", nil])
    }

    /// The domain of a file, and links with its host (`+`) or another (`-`); all readers of URLs read these hosts alike.
    private static let hosts = """
        example.com → +https://example.com/x  +https://user@example.com/x  +https://example.com:8443/x  +HTTPS://example.com/x
        example.com → +http://example.com/x  +https://example.com?/x  +https://example.com:/x  +https://a@b:c@example.com:443?x
        example.com → +https://example.com@evil.test@example.com/x  -https://example.com@evil.test/x  -https://evil.test/x
        example.com → -https://example.com.evil.test/x  -https://www.example.com/x  -ftp://example.com/x  -https:example.com/x
        example.com → -https:///x  -/x  -
        Example.COM → +https://EXAMPLE.com/x
        *.example.com → +https://www.example.com/x  +https://a.b.example.com/x
        *.example.com → -https://example.com/x  -https://badexample.com/x  -https://.example.com/x
        127.0.0.1 → +https://127.0.0.1/x
        [::1] → +https://[::1]:8/x  +https://[::1]/x
        [2001:db8::1] → +https://[2001:DB8::1]:443/x
        my_shop.1.example → +https://my_shop.1.example/x
        """

    @Test(arguments: lists(hosts))
    func `a file speaks for its own host`(domain: [String], links: [String]) throws {
        let association = try AppSiteAssociation(components: "[{}]")
        for link in links {
            let url = String(link.dropFirst())
            let isMatched = association.answer(for: url, domain: domain[0]).isMatched
            #expect(isMatched == link.hasPrefix("+"), "\(link)")
            let isOfAnother = association.answer(for: url, domain: "other.test").isMatched
            #expect(!isOfAnother, "\(link)")
        }
    }

    @Test func `a link has at most 65 536 bytes`() throws {
        let long = "https://example.com/" + String(repeating: "a", count: 65_517)
        let association = try AppSiteAssociation(components: "[{}]")
        let obstacle = association.explanation(for: long).obstacle?.description
        #expect(obstacle == "the link has 65537 bytes, but the limit is 65536")
        #expect(association.answer(for: long) == .notMatched)
        #expect(association.answer(for: String(long.dropLast())).isMatched)
    }

    private static let apps = """
        "appID": ["A.one", "A.two"] → A.one  A.two
        "appIDs": "A.one" → A.one
        "appID": "A.one", "appIDs": ["A.two"] → A.two  A.one
        "appID": "A.one" → A.one
        "appIDs": ["A.one", 5, "A.one"] → A.one
        "appID": 5 → ""
        """

    @Test(arguments: lists(apps))
    func `an entry is for all apps that it names`(keys: [String], all: [String]) throws {
        let association = try AppSiteAssociation(
            #"{"applinks": {"details": [{\#(keys[0]), "components": [{}]}]}}"#
        )
        #expect(association.appIDs() == all)
        #expect(association.explanation(for: "https://example.com/any").apps.map(\.appID) == all)
    }

    @Test(arguments: [
        #"a.com\@evil.com"#, #"a.com\"#, "a.com:notaport", "a.com:80:81", "a.com: 80", "a.com:８",
        #"a.com\@b.com@evil.com"#, "a b@evil.com", "a.com@", "@", ":80", "a.com\t", "a.com\0",
        "a\nb.com", "%61.com", "bücher.de", "a..com", ".a.com", "a.com.", ".", "a.com;b", "a,b.com",
        "[::1", "::1]", "[::1]x", "[a.com]", "[fe80::1%25en0]", "2130706433", "0x7f.1",
        "0X7F.0.0.1", "127.1", "127.0.0.01", "256.0.0.1", "1.2.3.4.5", "a.1", "a.0x",
    ])
    func `an uncertain host is not matched, and the answer says so`(authority: String) throws {
        let association = try AppSiteAssociation(components: "[{}]")
        for domain in [nil, "a.com", "b.com", "evil.com", "127.0.0.1", "[::1]", authority] {
            let url = "https://\(authority)/home"
            #expect(association.answer(for: url, domain: domain) == .notMatched)
            let obstacle = association.explanation(for: url, domain: domain).obstacle?.description
            #expect(obstacle?.contains("is not a host that all URL readers agree on") == true)
        }
    }

    @Test func `an explanation tells which rules were asked and what failed`() throws {
        let association = try AppSiteAssociation(
            """
            {"applinks": {"details": [
              {"appIDs": ["A.one"], "components": [
                {"#": "no_universal_links", "exclude": true},
                {"/": "/help/*", "?": {"articleNumber": "????"}},
                {"/": "/buy/*"}]},
              {"appIDs": ["A.two"], "components": [{"/": "/buy/*", "exclude": true}, {"?": "a"}]}
            ]}}
            """
        )
        func mismatches(_ url: String, appID: String) -> [[String]] {
            association.explanation(for: "https://example.com" + url, appIDs: [appID]).apps[0].steps
                .map { $0.mismatches.map(\.description) }
        }
        #expect(
            mismatches("/buy/42?articleNumber=1", appID: "A.one") == [
                ["the fragment is missing or empty, not 'no_universal_links'"],
                [
                    "the path '/buy/42' is not '/help/*'",
                    "the query item 'articleNumber' is '1', not '????'",
                ], [],
            ]
        )
        #expect(
            mismatches("/?b", appID: "A.two") == [
                ["the path '/' is not '/buy/*'"], ["the query is 'b', not 'a'"],
            ]
        )
    }

    private static let obstacles = #"""
        https://evil.test/buy/1 → the link's host is 'evil.test', but the file is for 'example.com'
        myapp://buy/1 → the link's scheme is 'myapp', but only web links open apps through an association file
        buy/1 → the link is not a URL with a host, such as 'https://example.com/buy/42'
        https://a.com\@evil.com/ → 'a.com\@evil.com' is not a host that all URL readers agree on; write a plain host, with at most a port in digits after it
        """#

    @Test(arguments: lists(obstacles))
    func `an explanation says why no rule was asked`(url: [String], obstacle: [String]) throws {
        let association = try AppSiteAssociation(components: "[{}]")
        let explanation = association.explanation(for: url[0], domain: "example.com")
        #expect(explanation.obstacle?.description == obstacle.joined(separator: "  "))
        #expect(explanation.apps.map(\.answer) == [.notMatched])
    }
}
