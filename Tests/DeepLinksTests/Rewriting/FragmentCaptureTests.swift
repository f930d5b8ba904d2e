import DeepLinks
import Foundation
import Testing

/// Rules that ask for a fragment, and templates that make one.
struct FragmentCaptureTests {
    private static func rewriter(
        _ malformed: SourceOptions.MalformedOptionals = .reject
    ) throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", malformedOptionals: malformed) {
                Rewrite("/project/{name}#{section}", to: "/project?name={name}&section={section}")
                Rewrite("/help/{topic}#{anchor?}", to: "/help?topic={topic}#{anchor}")
                Rewrite("/n#{number:int?}", to: "/number?n={number}")
                Rewrite("/moved/{id}", to: "/m#{id}")
                Rewrite("/key#{key}", to: "/key?k={key}")
                Unwrap("/go#{target}")
                Unwrap("/out?u={target}#app")
            }
            Scheme("myapp") {
                Rewrite("/#/cart", to: "/cart")
                Rewrite("/#{path}", to: "/page/{path}")
            }
        }
    }

    @Test(arguments: [
        ("/project/10fakten/#quellen", "/project?name=10fakten&section=quellen"),
        ("/project/a?x=1#b%20c", "/project?name=a&section=b%20c&x=1"),
        ("/help/login", "/help?topic=login"), ("/help/login#", "/help?topic=login"),
        ("/help/login#reset", "/help?topic=login#reset"),
        // The link's own fragment stays only where nothing reads or replaces it.
        ("/moved/5", "/m#5"), ("/moved/5#top", "/m#5"), ("/moved/a%2Fb%23", "/m#a/b%23"),
        ("/n#5", "/number?n=5"), ("/n", "/number"),
        // A text with '=' at its end stays whole.
        ("/key#YWJj==", "/key?k=YWJj%3D%3D"), ("/key#a=b&c", "/key?k=a%3Db%26c"),
        ("/key#a#b/?", "/key?k=a%23b/?"), ("/key#%C3%A9+", "/key?k=%C3%A9%2B"),
    ])
    func `a fragment is captured, required or made`(tail: String, expected: String) throws {
        let link = try Self.rewriter().rewrite("https://mydomain.io\(tail)")
        #expect(try link == DeepLink(expected))
    }

    @Test(arguments: [
        ("/moved/5#top", true), ("/moved/5#", false), ("/moved/5", false),
        ("/help/login#reset", false), ("/key#a", false),
    ])
    func `an explanation tells of a fragment that is lost`(tail: String, isLost: Bool) throws {
        let steps = try Self.rewriter().explain("https://mydomain.io\(tail)").steps
        let told = steps.filter { $0.label == "fragment" }.map(\.text)
        #expect(told == (isLost ? ["replaced by the template"] : []))
    }

    @Test func `what a fragment makes of the path is an error of the fragment`() throws {
        for (link, reason) in [
            ("myapp:/#..", RewriteError.Reason.dotSegment), ("myapp:/#a%0A", .controlCharacter),
        ] {
            let refusal = try Self.rewriter().refusal(of: link)
            #expect(refusal?.reason == reason, "\(link)")
            #expect(refusal?.part == .fragment && refusal?.offset == 8, "\(link)")
        }
    }

    @Test(arguments: ["/project/a", "/project/a#", "/n#x", "/n#5x", "/key", "/key#"])
    func `without the fragment the rule does not fit`(tail: String) throws {
        let refusal = try Self.rewriter().refusal(of: "https://mydomain.io\(tail)")
        #expect(refusal?.reason == .noRule)
    }

    @Test func `a malformed optional fragment can count as absent, and is kept`() throws {
        let rewriter = try Self.rewriter(.ignore)
        #expect(rewriter.text(of: "https://mydomain.io/n#x") == "/number#x")
        #expect(rewriter.text(of: "https://mydomain.io/n#5") == "/number?n=5")
    }

    @Test(arguments: [
        ("myapp:/#/cart", "/cart"), ("myapp://#/cart/", "/page/%2Fcart%2F"),
        ("myapp:#%2Fcart", "/cart"),
    ])
    func `a text is compared decoded and whole`(link: String, expected: String) throws {
        #expect(try Self.rewriter().text(of: link) == expected)
    }

    @Test(arguments: [
        ("https://mydomain.io/go#myapp%3A%2F%23%2Fcart", "/cart"),
        ("https://mydomain.io/go#myapp:/%23/cart", "/cart"),
        ("https://mydomain.io/out?u=myapp%3A%2F%23x#app", "/page/x"),
    ])
    func `the fragment can be a wrapped link`(link: String, expected: String) throws {
        let explanation = try Self.rewriter().explain(link)
        #expect(explanation.link?.string == expected)
        // It was used, not removed.
        #expect(!explanation.steps.contains { $0.label == "fragment" })
    }

    /// Every order of declaration gives the same.
    @Test(arguments: [
        ("/p?a#top", "item"), ("/p#top", "text"), ("/p#5", "number"), ("/p#x", "any"),
        ("/p", "none"), ("/p#", "none"), ("/q#5", "optional"), ("/q", "optional"),
        ("/q#x", "plain"),
    ])
    func `the fragment ranks after the items and before the order`(
        tail: String,
        expected: String
    ) throws {
        let rules: [RewriteRule] = Fixture.rules {
            Rewrite("/p", to: "/none")
            Rewrite("/p#{a}", to: "/any")
            Rewrite("/p#{a:int}", to: "/number")
            Rewrite("/p#top", to: "/text")
            Rewrite("/p?a", to: "/item")
            Rewrite("/q", to: "/plain")
            Rewrite("/q#{a:int?}", to: "/optional")
        }
        for rules in [rules, rules.reversed()] {
            let rewriter = try URLRewriter(sources: [
                .domain(Domain(hosts: ["mydomain.io"], rules: rules))
            ])
            #expect(try rewriter.rewrite("https://mydomain.io\(tail)").path == "/\(expected)")
        }
    }

    @Test(arguments: [
        ("/p#{a}", "/p#{b}"), ("/p#top", "/p#top"), ("/p#{a?}", "/p"), ("/p#{a:int}", "/p#{b:int}"),
        ("/p#%74op", "/p#top"),
    ])
    func `rules for the same fragments conflict`(first: String, second: String) {
        let error = ruleError {
            Domain("mydomain.io") {
                Rewrite(first, to: "/a")
                Rewrite(second, to: "/b")
            }
        }
        #expect(error?.reason.code == "conflict")
    }

    @Test(arguments: [
        ("/project?name=10fakten&section=quellen", "https://mydomain.io/project/10fakten#quellen"),
        ("/project?name=a&section=b%20c%23&x=1", "https://mydomain.io/project/a?x=1#b%20c%23"),
        ("/help?topic=login", "https://mydomain.io/help/login"),
        ("/help?topic=login#reset", "https://mydomain.io/help/login#reset"),
        ("/m#5", "https://mydomain.io/moved/5"), ("/m#a/b", "https://mydomain.io/moved/a%2Fb"),
        ("/number?n=5", "https://mydomain.io/n#5"), ("/number", "https://mydomain.io/n"),
        ("/key?k=a%3D%3D", "https://mydomain.io/key#a=="),
    ])
    func `its links can be shared`(link: String, expected: String) throws {
        let rewriter = try Self.rewriter()
        let url = try rewriter.externalURL(for: DeepLink(link), host: "mydomain.io")
        #expect(url.absoluteString == expected)
        #expect(try rewriter.rewrite(url) == DeepLink(link))
    }

    @Test(arguments: ["/m", "/number?n=5#top", "/key?k=a#top", "/key"])
    func `a link whose fragment the rule would lose cannot be shared`(link: String) throws {
        let rewriter = try Self.rewriter()
        #expect(throws: ExternalURLError.self) {
            try rewriter.externalURL(for: DeepLink(link), host: "mydomain.io")
        }
    }

    @Test func `its steps are explained`() throws {
        let rewriter = try Self.rewriter()
        let steps = rewriter.explain("https://mydomain.io/project/a#b").steps.map(\.text)
        #expect(steps.contains("'/project/{name}#{section}': name = 'a', section = 'b'"))
        let differences = [
            ("n#x", "the fragment is 'x'; the rule requires '#{number:int?}'"),
            ("key", "the fragment is missing; the rule requires '#{key}'"),
            ("key#", "the fragment is empty; the rule requires '#{key}'"),
        ]
        for (tail, expected) in differences {
            let near = rewriter.explain("https://mydomain.io/\(tail)").nearestRules
            #expect(near.first?.difference == expected)
        }
    }

    @Test func `rules written as data are the same`() throws {
        let configuration = try Self.rewriter().configuration
        #expect(try LinkConfiguration(data: configuration.data()) == configuration)
    }
}
