import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

struct DiffTests {
    private static let old = #"""
        {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "query": {"strip": ["utm"]}, "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}", "examples": {"/watch/cats": "/player?id=cats"}},
          {"from": "/events/{id:int}", "to": "/events/{id}"},
          {"from": "/a?t={t:int?}", "to": "/b?t={t}"}, {"from": "/c?{n:int?}", "to": "/d?n={n}"}
        ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}]}
        """#

    private struct Document: Decodable {
        let changes: [Change]

        struct Change: Decodable {
            let url: String
            let kind: String
            let before: String
            let after: String
        }
    }

    private static func changes(
        _ new: String,
        since old: String = old,
        urls: String = "https://a.io/x"
    ) throws -> Document {
        let result = Tool.run(
            arguments: ["diff", "old.json", "new.json", "--json", "--urls", "urls.txt"],
            files: .files(["old.json": old, "new.json": new, "urls.txt": urls])
        )
        return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    }

    /// A part of the rules, what stands there instead, a link that it concerns, and what becomes of the link before and after.
    private static let edits = #"""
        "www.a.io"  "web.a.io" → https://www.a.io/watch/video  /player?id=video  refused
        ["a.io",  ["b.a.io", "a.io", → https://b.a.io/watch/video  opened  /player?id=video
        ["utm"]  [] → a.io  "query": { "strip": ["utm"] }  "query": { "strip": [] }
        "query": {"strip": ["utm"]}  "query": "drop" → a.io  "query": { "strip": ["utm"] }  "query": "drop"
        "query": {"strip"  "ignoresCase": true, "query": {"strip" → a.io  "ignoresCase": false  "ignoresCase": true
        [{"hosts": ["a.io", "www.a.io"],  [{"hosts": ["www.a.io"], "query": "drop"}, {"hosts": ["a.io"], → www.a.io  "query": { "strip": ["utm"] }  "query": "drop"
        "myapp"  "myapp"], "plusIsSpace": true, "allow": [ → myapp  "plusIsSpace": false  "plusIsSpace": true
        "myapp"  "myapp"], "fragment": "path", "allow": [ → myapp  "fragment": "keep"  "fragment": "path"
        "version": 1  "version": 1, "limits": {"segments": 4} → all links  "bytes": 8192, "segments": 64, "queryItems": 128  "bytes": 8192, "segments": 4, "queryItems": 128
        "query": {"strip"  "allowsHTTP": true, "query": {"strip" → http://a.io/watch/video  opened  /player?id=video
        "query": {"strip"  "unmatched": "passThrough", "query": {"strip" → https://a.io/some/other/path  opened  /some/other/path
        "myapp"  "other" → myapp://some/other/path  /some/other/path  refused
        {"from": "/events/{id:int}"  {"refuse": "/watch/private"}, {"from": "/events/{id:int}" → https://a.io/watch/private  /player?id=private  refused
        {t:int?}  {t?} → https://a.io/a?t=some-text  opened  /b?t=some-text
        {n:int?}  {n:hex?} → https://a.io/c?c0ffee  /d?c0ffee  /d?n=c0ffee
        """#

    @Test(arguments: lists(edits))
    func `invented links and options show what an edit changes`(
        edit: [String],
        expected: [String]
    ) throws {
        let new = Self.old.replacing(edit[0], with: edit[1])
        #expect(new != Self.old)
        let (url, before, after) = (expected[0], expected[1], expected[2])
        let change = try #require(try Self.changes(new).changes.first { $0.url == url })
        let kinds = ["opened", "refused"].filter { [before, after].contains($0) }
        #expect(change.kind == kinds.first ?? (url.contains(":") ? "changed" : "option"))
        #expect(before == "opened" || change.before == before)
        #expect(after == "refused" || change.after == after)
    }

    /// Expects a change of a link's destination in both directions.
    private static func expectChange(
        _ old: String,
        _ edit: [String],
        _ expected: [String]
    ) throws {
        let new = old.replacing(edit[0], with: edit[1])
        #expect(new != old)
        let (url, before, after) = (expected[0], expected[1], expected[2])
        for (first, second, sides) in [(old, new, [before, after]), (new, old, [after, before])] {
            let changes = try changes(second, since: first).changes
            let change = try #require(changes.first { $0.url == url })
            let isRefused = sides.map { $0 == "refused" }
            #expect(change.kind == (isRefused[0] ? "opened" : isRefused[1] ? "refused" : "changed"))
            #expect(isRefused[0] || change.before == sides[0])
            #expect(isRefused[1] || change.after == sides[1])
        }
    }

    /// A part of the rules, what stands there instead, a link that it concerns, and what becomes of the link before and after.
    @Test(
        arguments: lists(
            #"""
            en|fr  en|de → https://fr.b.io/live?q=q  /live?l=fr&q=q  refused
            *.c.io  {x}.c.io → https://any.any.c.io/#/p/orders/id  /orders/id  refused
            /p/{*to}  /q/{*to} → https://any.c.io/#/p/orders/id  /orders/id  refused
            {"from": "/o?v={v}", "to": "/v"}, {"from": "/o?l={l}", "to": "/l"}  {"from": "/o?l={l}", "to": "/l"}, {"from": "/o?v={v}", "to": "/v"} → https://a.io/o?v=v&l=l  /v?l=l  /l?v=v
            {team:slug}  {team} → chat:///@x!/@x!/c  refused  /t?server=@x!&team=@x!
            tel:{n:int}  tel:{n:hex} → chat:///tel:bed  refused  /t?n=bed
            """#
        )
    )
    func `hosts, orders and registered paths show in invented links`(
        edit: [String],
        expected: [String]
    ) throws {
        let old = #"""
            {"version": 1, "domains": [
              {"hosts": ["*.c.io"], "fragment": "path", "rules": [{"from": "/p/{*to}", "to": "/{*to}"}]},
              {"hosts": ["{l:en|fr}.b.io"], "query": {"keepOnly": ["q"]}, "rules": [
                {"from": "/live?q={q}", "to": "/live?l={l}&q={q}"}, {"from": "/s?q=a%20b", "to": "/live"}
              ]},
              {"hosts": ["a.io"], "rules": [{"from": "/o?v={v}", "to": "/v"}, {"from": "/o?l={l}", "to": "/l"}]},
              {"hosts": ["go.io"], "allow": [], "rules": [{"unwrap": "/t?u={target}"}]}
            ], "schemes": [
              {"names": ["mailto"], "rules": [{"from": "/{user}@t.io", "to": "/t?user={user}"}]},
              {"names": ["chat"], "rules": [{"from": "/{server}/{team:slug}/c", "to": "/t?server={server}&team={team}"}, {"from": "/tel:{n:int}", "to": "/t?n={n}"}]}
            ], "paths": ["/orders/{id}", "/live", "/v", "/l", "/t"]}
            """#
        try Self.expectChange(old, edit, expected)
    }

    /// A part of the rules, what stands there instead, a link that it concerns, and what becomes of the link before and after.
    @Test(
        arguments: lists(
            #"""
            |w20}  } → https://w20.b.io/x/id  /x?w=w20&id=id  refused
            |nl}  } → https://a.io/nl/news  /news?l=nl  refused
            |nl}  } → https://a.io/i?l=nl  /i?l=nl  refused
            |nl}  } → https://a.io/f#nl  /f?l=nl  refused
            :verbatim}  } → https://a.io/feed/https://some.example/path?item=text  /feed?u=https://some.example/path?item%3Dtext  /feed?u=https:/some.example/path&item=text
            """#
        )
    )
    func `each word of a list is compared, and what a whole rest keeps`(
        edit: [String],
        expected: [String]
    ) throws {
        let hosts = (1...20).map { "w\($0)" }.joined(separator: "|")
        let words = (1...300).map { "w\($0)|" }.joined() + "nl"
        let old = #"""
            {"version": 1, "domains": [
              {"hosts": ["{w:\#(hosts)}.b.io"], "rules": [{"refuse": "/no"}, {"from": "/x/{id}", "to": "/x?w={w}&id={id}"}]},
              {"hosts": ["a.io"], "rules": [
                {"from": "/{l:\#(words)}/news", "to": "/news?l={l}"}, {"from": "/i?l={l:\#(words)}", "to": "/i?l={l}"},
                {"from": "/f#{l:\#(words)}", "to": "/f?l={l}"}, {"from": "/feed/{*feed:verbatim}", "to": "/feed?u={feed}"}
              ]}
            ]}
            """#
        try Self.expectChange(old, edit, expected)
    }

    /// Parts of rules, what stands in their place, and a link that only the old rules handle, with what it became.
    private static let passing = #"""
        "schemes": [{"names": ["m"], "unmatched": "passThrough"}],  "" → m://y  /y
        "schemes": [{"names": ["m"], "unmatched": "passThrough"}],  "" → m://z/42  /z/42
        "unmatched": "passThrough", "allow": [],  "allow": [], → https://a.io/y  /y
        "rules": [  "rules": [{"refuse": "/r?u={u}&preview=1"}, → https://a.io/r?u=https://a.io/q&preview=1  /y
        """#

    @Test(arguments: lists(passing))
    func `a link that passes or is unwrapped no longer is a change, also with registered paths`(
        edit: [String],
        expected: [String]
    ) throws {
        let old = #"""
            {"version": 1, "domains": [{"hosts": ["a.io"], "unmatched": "passThrough", "allow": [],
            "rules": [{"from": "/q", "to": "/y"}, {"unwrap": "/r?u={u}"}]}],
            "schemes": [{"names": ["m"], "unmatched": "passThrough"}], "paths": ["/y", "/z/{id:int}"]}
            """#
        let new = old.replacing(edit[0], with: edit[1] == #""""# ? "" : edit[1])
        #expect(new != old)
        let change = try #require(
            try Self.changes(new, since: old).changes.first { $0.url == expected[0] }
        )
        #expect(change.kind == "refused" && change.before == expected[1])
        #expect(try Self.changes(old, since: old).changes.isEmpty)
    }

    /// What makes links of their own in the browser, and which of three links it is about.
    private static let claims = #"""
        {"from": "/events/{id:int}"  {"claims": false, "from": "/events/{id:int}" → https://a.io/events/5
        "rules": [  "claims": false, "rules": [ → https://a.io/events/5  https://a.io/watch/x  https://a.io/to?u=https://b.io/b  https://a.io/cards/5/block
        {"unwrap": "/to?u={u}"  {"claims": false, "unwrap": "/to?u={u}" → https://a.io/to?u=https://b.io/b
        {"from": "/b"  {"claims": false, "from": "/b" → https://b.io/b
        {"from": "/cards/{id:int}/block"  {"claims": false, "from": "/cards/{id:int}/block" → https://a.io/cards/5/block
        """#

    @Test(arguments: lists(claims))
    func `a link that one version alone claims is a change`(edit: [String], urls: [String]) throws {
        let wrapper = #"""
            {"from": "/cards/{id}", "to": "/card?id={id}"},
            {"from": "/cards/{id:int}/block", "to": "/block?id={id}"},
            {"unwrap": "/to?u={u}"}, {"from": "/events/{id:int}"
            """#
        let claimed = Self.old.replacing(#"{"from": "/events/{id:int}""#, with: wrapper)
            .replacing(
                #""domains": ["#,
                with: #""domains": [{"hosts": ["b.io"], "rules":[{"from": "/b", "to": "/b"}]}, "#
            )
        let kept = claimed.replacing(edit[0], with: edit[1])
        let all = [
            "https://a.io/events/5", "https://a.io/watch/x", "https://a.io/to?u=https://b.io/b",
            "https://b.io/b", "myapp://x", "https://a.io/cards/5/block",
        ]
        let (own, other) = ("the site claims it for the app", "the site keeps it to itself")
        for (old, new, sides) in [(claimed, kept, [own, other]), (kept, claimed, [other, own])] {
            let changes = try Self.changes(new, since: old, urls: all.joined(separator: "\n"))
                .changes
            #expect(changes.allSatisfy { $0.kind == "claims" && [$0.before, $0.after] == sides })
            #expect(all.filter(changes.map(\.url).contains) == all.filter(urls.contains))
        }
        #expect(try Self.changes(claimed, since: claimed).changes.isEmpty)
    }

    @Test(arguments: ["text", "markdown"])
    func `people see the beginning of a long link`(format: String) {
        let url = "https://a.io/watch/" + String(repeating: "x", count: 4_000)
        let new = Self.old.replacing("/player", with: "/film")
        let result = Tool.run(
            arguments: ["diff", "old.json", "new.json", "--format", format, "--urls", "urls.txt"],
            files: .files(["old.json": Self.old, "new.json": new, "urls.txt": url])
        )
        #expect(result.output.contains("xxx…") && !result.output.contains(url))
    }

    @Test func `given links are compared first, and an unregistered path is refused`() throws {
        let new = Self.old.replacing(
            #""version": 1,"#,
            with: #""version": 1, "paths": ["/events/{id}"],"#
        )
        // The second column, as in a table for 'test', does not count.
        let urls = "https://a.io/watch/mine  /user\n\nhttps://b.io/\n"
        let document = try Self.changes(new, urls: urls)
        let first = try #require(document.changes.first)
        #expect(first.url == "https://a.io/watch/mine" && first.kind == "refused")
        #expect(
            first.after
                == "It leads to '/player', which is not in 'paths'; add the path, or correct the rule."
        )
        #expect(Set(document.changes.map(\.url)).count == document.changes.count)
    }
}
