import Foundation
import Testing

@testable import DeepLinkTool

@MainActor
struct DiffTests {
    private nonisolated static let old = #"""
        {"version": 1, "domains": [{"hosts": ["a.io", "www.a.io"], "query": {"strip": ["utm"]}, "rules": [
          {"from": "/watch/{video}", "to": "/player?id={video}", "examples": {"/watch/cats": "/player?id=cats"}},
          {"from": "/events/{id:int}", "to": "/events/{id}"}
        ]}], "schemes": [{"names": ["myapp"], "unmatched": "passThrough"}]}
        """#

    private static func run(
        _ new: String,
        _ options: [String] = [],
        old: String = old,
        urls: String = ""
    ) -> ToolResult {
        Tool.run(
            arguments: ["diff", "old.json", "new.json"] + options,
            standardInput: .text(old),
            files: .files(["old.json": old, "new.json": new, "urls.txt": urls])
        )
    }

    private struct Document: Decodable {
        let changes: [Change]
        let compared: Int
        let counts: [String: Int]

        struct Change: Decodable {
            let url: String
            let kind: String
            let before: String
            let after: String
        }
    }

    private static func changes(_ new: String, urls: String = "https://a.io/x") throws -> Document {
        let result = run(new, ["--json", "--urls", "urls.txt"], urls: urls)
        return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    }

    @Test func `the same rules have no differences`() {
        let result = Self.run(Self.old)
        #expect(result.output.hasSuffix(" links compared, no differences.\n"))
        #expect(result.exitCode == .success && result.errors == "")
    }

    @Test func `changes are shown by rule and by kind`() throws {
        let new = Self.old.replacing("/player?id={video}", with: "/player?video={video}")
            .replacing("/player?id=cats", with: "/player?video=cats")
            .replacing("/events/{id:int}", with: "/event/{id:int}")
        let result = Self.run(new)
        #expect(
            result.output.hasPrefix(
                """
                '/watch/{video}' (old.json: domains[0].rules[0])
                  changed  https://a.io/watch/cats
                           /player?id=cats
                        to /player?video=cats

                """
            )
        )
        for line in [
            "'/events/{id:int}' (old.json: domains[0].rules[1])\n  refused  https://a.io/events/42\n           /events/42\n        to No rule of 'a.io' fits the link; add one, or let unmatched links pass through.\n",
            "'/event/{id:int}' (new.json: domains[0].rules[1])\n  opened   https://a.io/event/42\n",
        ] {
            #expect(result.output.contains(line), "\(result.output)")
        }
        #expect(result.exitCode == .findings)
        let counts = try Self.changes(new).counts
        #expect(counts.values.allSatisfy { $0 > 0 } && counts.count == 3)
        let numbers =
            "\(counts["changed"] ?? 0) another destination, \(counts["refused"] ?? 0) refused now, \(counts["opened"] ?? 0) opened anew.\n"
        #expect(result.output.hasSuffix(numbers))
    }

    /// A change of the rules, a link that it concerns, and what becomes of the link before and after.
    @Test(arguments: [
        (
            "\"www.a.io\"", "\"web.a.io\"", "https://www.a.io/watch/video", "/player?id=video",
            "refused"
        ),
        (
            "[\"a.io\", ", "[\"b.a.io\", \"a.io\", ", "https://b.a.io/watch/video", "opened",
            "/player?id=video"
        ),
        (
            "[\"utm\"]", "[]", "https://a.io/watch/video?utm=1", "/player?id=video",
            "/player?id=video&utm=1"
        ),
        (
            "\"query\": {\"strip\": [\"utm\"]}", "\"query\": \"drop\"",
            "https://a.io/watch/video?extra=1", "/player?id=video&extra=1", "/player?id=video"
        ),
        (
            "\"query\": {\"strip\"", "\"ignoresCase\": true, \"query\": {\"strip\"",
            "https://a.io/WATCH/VIDEO", "opened", "/player?id=VIDEO"
        ),
        (
            "\"query\": {\"strip\"", "\"allowsHTTP\": true, \"query\": {\"strip\"",
            "http://a.io/watch/video", "opened", "/player?id=video"
        ),
        (
            "\"query\": {\"strip\"", "\"unmatched\": \"passThrough\", \"query\": {\"strip\"",
            "https://a.io/some/other/path", "opened", "/some/other/path"
        ),
        ("\"myapp\"", "\"other\"", "myapp://some/other/path", "/some/other/path", "refused"),
        (
            "{\"from\": \"/events/{id:int}\"",
            "{\"refuse\": \"/watch/private\"}, {\"from\": \"/events/{id:int}\"",
            "https://a.io/watch/private", "/player?id=private", "refused"
        ),
    ])
    func `invented links show what rules and options change`(
        part: String,
        replacement: String,
        url: String,
        before: String,
        after: String
    ) throws {
        let new = Self.old.replacing(part, with: replacement)
        #expect(new != Self.old)
        let change = try #require(try Self.changes(new).changes.first { $0.url == url })
        if before == "opened" {
            #expect(change.kind == "opened" && change.after == after)
        } else if after == "refused" {
            #expect(change.kind == "refused" && change.before == before)
        } else {
            #expect(change.kind == "changed" && change.before == before && change.after == after)
        }
    }

    @Test func `given links are compared first, and a path that is not registered is refused`()
        throws
    {
        let new = Self.old.replacing(
            "\"version\": 1,",
            with: "\"version\": 1, \"paths\": [\"/events/{id}\"],"
        )
        let document = try Self.changes(new, urls: "https://a.io/watch/mine\n\nhttps://b.io/\n")
        let first = try #require(document.changes.first)
        #expect(first.url == "https://a.io/watch/mine" && first.kind == "refused")
        #expect(first.after == "leads to '/player', which is not in 'paths'")
        #expect(Set(document.changes.map(\.url)).count == document.changes.count)
    }

    @Test func `a pull request gets a table`() {
        let new = Self.old.replacing("\"/events/{id}\"", with: "\"/events/detail?id={id}\"")
        let result = Self.run(new, ["--format", "markdown"])
        let lines = result.output.split(separator: "\n").map(String.init)
        #expect(lines[0] == "### Links")
        #expect(lines[1].hasSuffix(" another destination."))
        #expect(
            lines[2...4] == [
                "| Rule | Change | Link | Before | After |", "| --- | --- | --- | --- | --- |",
                "| '/events/\\{id:int\\}' | changed | `https://a.io/events/42` | `/events/42` | `/events/detail?id=42` |",
            ]
        )
        #expect(lines.count == 8 && lines[7].contains("| and "))
        #expect(result.exitCode == .findings)
        #expect(Self.run(Self.old, ["--format", "markdown"]).output.hasSuffix("no differences.\n"))
    }

    @Test func `rules come from standard input, and a failing example is a warning`() {
        let new = Self.old.replacing("/player?id={video}", with: "/player?video={video}")
        let result = Tool.run(
            arguments: ["diff", "-", "new.json"],
            standardInput: .text(Self.old),
            files: .files(["new.json": new])
        )
        #expect(result.output.contains("'/watch/{video}' (standard input: domains[0].rules[0])\n"))
        #expect(result.errors.hasPrefix("deeplink diff: warning: new.json: "))
        #expect(result.exitCode == .findings)
        let wrong = Tool.run(arguments: ["diff", "-", "-"], standardInput: .text(Self.old))
        #expect(wrong.exitCode == .usage)
    }
}
