import DeepLinks
import DeepLinksTestSupport
import Foundation
import Testing

/// Rules that capture the whole rest of a link as it was written.
struct WholeRestTests {
    private static func rewriter() throws -> URLRewriter {
        try URLRewriter {
            Domain("mydomain.io", query: .strip(["utm_*"]), prefixes: ["", "/{lang:en|de}"]) {
                Rewrite(
                    "/subscribe/{*feed:verbatim}",
                    to: "/subscribe?url={feed}&lang={lang}",
                    examples: [
                        "/subscribe/https://example.com/feed/?token=1":
                            "/subscribe?url=https://example.com/feed/?token%3D1"
                    ]
                )
                Rewrite("/subscribe/new", to: "/new")
                Rewrite("/path/{*rest:verbatim}", to: "/p/{rest}")
                Rewrite("/maybe/{*rest?:verbatim}", to: "/maybe?rest={rest}")
                Unwrap("/go/{*target:verbatim}")
            }
            Scheme("pod") {
                Rewrite("/subscribe/{*feed:verbatim}", to: "/subscribe?url={feed}")
                Rewrite("/{*all:verbatim}", to: "/all?text={all}")
            }
            Scheme("text") { Rewrite("/{*a}/b:verbatim", to: "/t?a={a}") }
            Scheme("hash", fragment: .path) {
                Rewrite("/x/{*rest:verbatim}", to: "/x?rest={rest}")
                Rewrite("/y/{*rest?:verbatim}", to: "/y?rest={rest}")
            }
        }
    }

    @Test func `the rest keeps its slashes, its query and its fragment`() throws {
        try Self.rewriter().check(
            """
            /subscribe/https://example.com/feed/?token=1 ↔ /subscribe?url=https://example.com/feed/?token%3D1
            //subscribe//https://example.com//a/ → /subscribe?url=/https://example.com//a/
            /subscribe//cdn.io/x ↔ /subscribe?url=/cdn.io/x
            // What browsers take off a fragment stays, as it was written.
            /subscribe/a.io/#top:~:text=b ↔ /subscribe?url=a.io/%23top:~:text%3Db
            /subscribe///a//b//?c//#d// ↔ /subscribe?url=//a//b//?c//%23d//
            // A required rest has at least one segment.
            no-rule ← /subscribe?url=///
            //de//subscribe////a// → /subscribe?url=///a//&lang=de
            /subscribe/a%2Fb%20c?utm_source=x&y=%41#z%7E → /subscribe?url=a%252Fb%2520c?utm_source%3Dx%26y%3D%2541%23z%257E
            /subscribe/a? → /subscribe?url=a?
            /subscribe/new/1 → /subscribe?url=new/1
            pod://subscribe/https://a.io/b?c#d → /subscribe?url=https://a.io/b?c%23d
            pod:///subscribe//a/b/ → /subscribe?url=/a/b/
            // The rest is one text in a path, and one link in a wrapper.
            /path/a/b?c=d → /p/a%2Fb%3Fc=d
            /go/https://mydomain.io/subscribe/new?x=1 → /new?x=1
            hash:#/x/a/b?c=d → /x?rest=a/b?c%3Dd
            hash:#/x//a/b → /x?rest=/a/b
            pod:x/y?z#f → /all?text=x/y?z%23f
            pod:////x → /all?text=/x
            // A rest without segments is what follows the path.
            /maybe → /maybe
            /maybe?x=1&y#z → /maybe?rest=?x%3D1%26y%23z
            /de//maybe/// → /maybe?rest=//
            /maybe/a?x=1 ↔ /maybe?rest=a?x%3D1
            hash:?a=b#/y?c=d → /y?rest=?c%3Dd
            // What no other rule takes is refused here, too.
            /subscribe → no-rule
            /subscribe/?a=b → no-rule
            /subscribe/../secret → dot-segment
            /subscribe/https://a.io/%2e%2e/b → dot-segment
            /subscribe/100% → malformed-escape
            /subscribe/a?b=%FF → invalid-utf8
            /go/https://evil.com/a → unknown-host
            // Outside of a catch-all, 'verbatim' is text.
            text:1/2/b:verbatim → /t?a=1/2
            """
        )
        let removed = try Self.rewriter().details(of: "https://mydomain.io/subscribe/a?utm_a=x")
        #expect(removed.removedItems.isEmpty)
    }
}
