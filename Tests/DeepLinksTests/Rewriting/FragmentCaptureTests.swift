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

    @Test func `a fragment is captured, required or made`() throws {
        try Self.rewriter().check(
            """
            /project/10fakten#quellen ↔ /project?name=10fakten&section=quellen
            /project/a?x=1#b%20c%23 ↔ /project?name=a&section=b%20c%23&x=1
            /help/login ↔ /help?topic=login
            /help/login# → /help?topic=login
            /help/login#reset ↔ /help?topic=login#reset
            // The link's own fragment stays only where nothing reads or replaces it.
            /moved/5 ↔ /m#5
            /moved/5#top → /m#5
            /moved/a%2Fb ↔ /m#a/b
            /n#5 ↔ /number?n=5
            /n ↔ /number
            // A text with '=' at its end stays whole.
            /key#a== ↔ /key?k=a%3D%3D
            /key#a=b&c → /key?k=a%3Db%26c
            /key#a#b/? → /key?k=a%23b/?
            // What follows ':~:' is for browsers only; apps with their own schemes may use it.
            /project/a#b:~:text=red → /project?name=a&section=b
            /project/a#:~:text=red → no-rule
            /help/login#:~:text=red%20car → /help?topic=login
            /key#:~a~:b:~:c:~:d → /key?k=:~a~:b
            /key#a:%7E:b → /key?k=a:~:b
            /moved/5#a:~:%zz → malformed-escape
            /out?u=myapp%3A%23x#app:~:text=red → /page/x
            myapp:/#a:~:b → /page/a:~:b
            // Without the fragment, the rule does not fit.
            /project/a → no-rule
            /project/a# → no-rule
            /n#5x → no-rule
            /key# → no-rule
            // A text is compared decoded and whole.
            myapp:/#/cart → /cart
            myapp:#%2Fcart → /cart
            myapp://#/cart/ → /page/%2Fcart%2F
            // The fragment can be a wrapped link.
            /go#myapp%3A%2F%23%2Fcart → /cart
            /out?u=myapp%3A%2F%23x#app → /page/x
            // A link whose fragment the rule would lose cannot be shared.
            no-rule ← /m
            no-rule ← /number?n=5#top
            no-rule ← /key?k=a#top
            no-rule ← /key
            /key#a%3A~%3A~:b ↔ /key?k=a:~:~:b
            """
        )
        // A malformed optional fragment can count as absent, and is kept.
        try Self.rewriter(.ignore).check(
            """
            /n#x → /number#x
            /n#5 → /number?n=5
            """
        )
    }

    @Test(arguments: [
        ("/moved/5#top", "replaced by the template"), ("/moved/5#", nil), ("/moved/5", nil),
        ("/help/login#reset", nil), ("/key#a", nil), ("/go#myapp:/%23/cart", nil),
        ("/moved/5#:~:text=red", "':~:text=red' left out, which is for browsers only"),
    ])
    func `an explanation tells of a fragment that is lost`(tail: String, loss: String?) throws {
        let steps = try Self.rewriter().explain("https://mydomain.io\(tail)").steps
        let told = steps.filter { $0.label == "fragment" }.map(\.text)
        #expect(told == (loss.map { [$0] } ?? []))
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
}
