import DeepLinks
import Foundation
import Testing

/// Items that a rule captures by their place, since they have no value: `/?3D6D08-3567`.
struct UnnamedItemTests {
    private static func rewriter(_ fragment: SourceOptions.Fragment = .keep) throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*"]), fragment: fragment) {
                Rewrite("/?{code:int}", to: "/number?n={code}")
                Rewrite("/?{code:slug}", to: "/open?code={code}")
                Rewrite("/maybe?{code:int?}&x={x?}&flag", to: "/maybe/{code}?x={x}")
                Rewrite("/both?sale&{name}", to: "/both?name={name}")
                Rewrite("/path?{to:path}", to: "/{*to}")
                Rewrite("/any?{text}", to: "/any/{text}")
                Unwrap("/go?{target}")
            }
        }
    }

    @Test func `the first item without a value that fits is captured`() throws {
        try Self.rewriter().check(
            """
            /?3D6D08-3567 ↔ /open?code=3D6D08-3567
            /?5 ↔ /number?n=5
            /?a=1&b-2&c=3 → /open?code=b-2&a=1&c=3
            // Only the item that is captured is used; others with its name are not.
            /?x&x&y → /open?code=x&x&y
            /?%C3%A9&x&x= → /open?code=x&%C3%A9&x=
            /?utm_a&b → /open?code=utm_a&b
            /?b&utm_a → /open?code=b
            /?b&UTM_a → /open?code=b
            /?=&&x → /open?code=x
            /?%78 → /open?code=x
            /any?a/b%3Dc%26d ↔ /any/a%2Fb=c&d
            /path?orders/9 ↔ /orders/9
            /path?..&a//b&/c/d → /c/d?..&a//b
            /maybe?7&x=1&flag ↔ /maybe/7?x=1
            /maybe?flag → /maybe
            /maybe?flag&a ↔ /maybe?a
            /maybe?x&flag&5&6 → /maybe/5?6
            // What another condition asks for is not captured.
            /both?sale&x → /both?name=x
            // Without such an item, the rule does not fit.
            /both?sale → no-rule
            / → no-rule
            /?a=b → no-rule
            /?=a → no-rule
            /?%C3%A9 → no-rule
            /maybe?5 → no-rule
            /path?.. → no-rule
            /path?a=b/c → no-rule
            """
        )
        try Self.rewriter(.query).check(
            """
            /#FPR&a=5 → /open?code=FPR&a=5
            /?b#a → /open?code=a&b
            """
        )
    }

    @Test func `the item can be a wrapped link`() throws {
        let details = try Self.rewriter().details(
            of:
                "https://mydomain.io/go?a=1&https%3A%2F%2Fmydomain.io%2Fgo%3Fc%3D2%26https%253A%252F%252Fmydomain.io%252F%253Fx&b"
        )
        #expect(details.link.string == "/open?code=x")
        #expect(details.removedItems.map(\.name) == ["a", "b", "c"])
    }

    @Test func `an item that the rule would take cannot be shared beside an absent one`() throws {
        let rewriter = try Fixture.domain { Rewrite("/m?{code:int?}", to: "/maybe/{code}") }
        #expect(throws: ExternalURLError.self) {
            try rewriter.externalURL(for: DeepLink("/maybe?5"), host: "mydomain.io")
        }
    }

    @Test func `its steps are explained`() throws {
        let explanation = try Self.rewriter().explain("https://mydomain.io/?a=1&b&b")
        #expect(explanation.steps.map(\.text).contains("kept 'a' 'b', used by the rule 'b'"))
        let near = try Self.rewriter().explain("https://mydomain.io/?a=1").nearestRules
        #expect(
            near.first?.difference == "no item without '=' fits; the rule requires '{code:int}'"
        )
    }

    @Test func `an optional item without a name makes no other rule`() {
        let error = ruleError {
            Domain("mydomain.io") {
                Rewrite("/a?{code:int?}", to: "/b?c={code}")
                Rewrite("/a", to: "/c")
            }
        }
        #expect(error?.reason.code == "conflict")
    }
}
