import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import PathMatching
import Testing

/// Rules in the syntax of other routers, and what is true once their author did what the finding says.
struct ForeignTextTests {
    private static func rules(_ patterns: [String]) -> LinkConfiguration {
        let rules = patterns.enumerated().map { RewriteRule.rewrite(Rewrite($1, to: "/to\($0)")) }
        return LinkConfiguration(domains: [Domain(hosts: ["a.io"], rules: rules)])
    }

    /// What a finding about spelling says.
    private static func messages(_ configuration: LinkConfiguration) -> [String] {
        configuration.findings().filter {
            $0.severity == .error
                || [.foreignCapture, .invisibleCharacter].contains($0.code)
        }.map(\.message)
    }

    /// The texts between quotation marks of a message, or of the part of it behind a word.
    private static func quoted(_ message: String, after word: String? = nil) throws -> [String] {
        let start = try word.map { try #require(message.range(of: $0), "\(message)").upperBound }
        return message[(start ?? message.startIndex)...].split(
            separator: "'",
            omittingEmptySubsequences: false
        )
        .enumerated().filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
    }

    @Test(arguments: try rows(in: "foreign-patterns.txt"))
    func `what a finding says to write takes the links that were meant`(row: TableRow) throws {
        let message = try #require(Self.messages(Self.rules([row[0]])).first)
        let pattern = try Self.quoted(message, after: "; write ").first ?? ""
        #expect(pattern == row[1])
        #expect(Self.messages(Self.rules([pattern])) == [])
        let rewriter = try URLRewriter(configuration: Self.rules([pattern]))
        for path in row.texts(2) {
            #expect(throws: Never.self) { try rewriter.rewrite("https://a.io\(path)") }
        }
        try #require(!row.texts(3).isEmpty)
        for path in row.texts(3) {
            #expect(throws: RewriteError.self) { try rewriter.rewrite("https://a.io\(path)") }
        }
    }

    /// Rules whose example, template or kind shows that the text is no plain text.
    private static let mended = #"""
        "from":"/m/${id}","to":"/m?id={id}","examples":{"/m/1":"/m?id=1"}
        "from":"/m/{id}","to":"/m?id=${id}","examples":{"/m/1":"/m?id=1"}
        "from":"/s/*rest","to":"/s","examples":{"/s/a":"/s","/s/b":"/s"}
        "from":"/i/*-{id:int}","to":"/s?id={id}","examples":{"/i/a-1":"/s?id=1"}
        "from":"/{team:a8c | p2}","to":"/s?t={team}","examples":{"/p2":"/s?t=p2"}
        "from":"/m/{id:int}","to":"/m?thread=:id","examples":{"/m/1":"/m?thread=1"}
        "from":"/m/{id:int}","to":"/m?thread=$1","examples":{"/m/1":"/m?thread=1"}
        "from":"/d/categories/*","to":"/t?category_id={category}"
        "from":"/d/[0-9]+","to":"/t?thread={thread}"
        "from":"/d/{a}?comment=*","to":"/t?comment={comment}&a={a}"
        "unwrap":"/track?url=:target"
        "unwrap":"/track?url=*"
        """#

    @Test(arguments: rows(mended))
    func `what a finding says to write mends the rule, and the example`(row: TableRow) throws {
        func errors(_ rule: String) throws -> [String] {
            let document = #"{"version":1,"domains":[{"hosts":["a.io"],"rules":[{\#(rule)}]}]}"#
            return LinkConfiguration.findings(in: Data(document.utf8))
                .filter { $0.severity == .error }.map(\.message)
        }
        let found = try errors(row[0])
        let message = try #require(found.first)
        let written = try Self.quoted(message)[1]
        let advised = try #require(try Self.quoted(message, after: "; write ").first)
        #expect(found.count == 1)
        #expect(try errors(row[0].replacing(written, with: advised)) == [])
    }

    @Test(arguments: try rows(in: "foreign-places.txt"))
    func `a finding fits the place of the text`(row: TableRow) throws {
        let data = #"{"version":1,"domains":[\#(row[0])]}"#.replacing("\\", with: "\\\\")
        let findings = try LinkConfiguration(data: Data(data.utf8)).findings()
            .filter { $0.place == row[1] && $0.severity > .note }
        #expect(findings.map(\.message) == [row[2]])
        #expect(
            findings.allSatisfy {
                $0.code == .foreignCapture || $0.severity < .warning
                    || $0.code.rawValue.hasPrefix("malformed-")
            }
        )
    }

    /// Texts in other forms than the common ones.
    @Test(
        arguments: [
            "/a(/:b)", "/users(/:id)(.:format)", "/users{/:id}", "/a/:b?", "/a/{id}?", "/a/:b?/:c?",
            "/p/:id(/edit)?", "/a/(\\d+-\\d+)", "/a/(?!x)[a-z]+", "/[[lang]]/home", "/a/<id:int>",
            "/a/{id:int|uuid}", "/a/*/*/c", "/a/{path}*", "^/users/(\\d+)$", "^/terms\\.html$",
        ]
    )
    func `each path of a text in another form is to be written`(pattern: String) throws {
        let message = try #require(Self.messages(Self.rules([pattern])).first)
        #expect(
            message.contains(
                "' in '\(pattern)' is written for another router; write each path that is meant, with captures such as '{name}'"
            )
        )
    }

    private static let fragments = [
        "/", "/", "/a", "-", ".", "x", ":id", ":b(\\d+)", "?", "*", "+", ".*", "[a-z]+", "[^/]+",
        "\\d+", "<c>", "<int:d>", "[e]", "[...f]", "(\\w+)", "(en|de)", "(?:-y)?", "(/z)?", "(.:g)",
        "(.html)?", "{h}", "{.:i}", "{/:j}", "${k}", "{**l}", "{m:[0-9]+}", "{n:.*}", "\\.", "|",
        "$", ")", "]", "(?P<o>\\d+)",
    ]

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `what a finding says to write is a pattern without such a finding`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var count = 0
        for _ in 0..<rounds(200) {
            let fragments = (0..<Int.random(in: 1...5, using: &random)).compactMap { _ in
                Self.fragments.randomElement(using: &random)
            }
            let pattern =
                Bool.random(using: &random) ? "/\(fragments.joined())" : "^/\(fragments.joined())$"
            let findings = Self.rules([pattern]).findings().map(\.message)
            guard
                let message = findings.first(where: { $0.contains("for another router") }),
                !message.contains("such as '{name}'")
            else { continue }
            count += 1
            let text = try Self.quoted(message, after: "; write ")[0]
            #expect(Self.messages(Self.rules([text])) == [], "\(pattern): \(message)")
        }
        #expect(count > 10)
    }

    @Test(arguments: ["(/", "((", "(/:a", "{/", ":a(", "[", "\\"])
    func `text of any depth and length is read`(text: String) {
        for count in [1, 8, 9, 100, 500, 1_000] {
            let end = text.hasPrefix("{") ? "}" : ")"
            for pattern in ["", String(repeating: end, count: count)].map({
                "/" + String(repeating: text, count: count) + $0
            }) {
                let findings = Self.rules([pattern]).findings()
                #expect(findings.allSatisfy { $0.place.hasPrefix("domains[0].rules[0]") })
            }
        }
    }
}
