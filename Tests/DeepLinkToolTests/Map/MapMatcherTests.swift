import DeepLinks
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// The page's script says of every link what the rewriter says.
struct MapMatcherTests {
    /// What becomes of a link.
    private struct Answer: Codable, Equatable, CustomStringConvertible {
        var link: String?
        var source: Int?
        var rule: Int?
        var refusal: String?
        var offset: Int?
        var wrappers: Int

        var description: String {
            link.map { "\($0) by \(source ?? -1).\(rule ?? -1), \(wrappers)" }
                ?? "\(refusal ?? "") @\(offset ?? -1), \(wrappers)"
        }
    }

    /// What `rewrite` says.
    private static func answer(_ rewriter: URLRewriter, _ link: String) -> Answer {
        do throws(RewriteError) {
            let internalLink = try rewriter.rewrite(link)
            let explanation = rewriter.explain(link)
            var answer = Answer(link: internalLink.string, wrappers: 0)
            for step in explanation.steps {
                switch step {
                case .source(let name):
                    answer.source = rewriter.sources.firstIndex { $0.messageName == name }
                case .rule(let rule, _):
                    (answer.source, answer.rule) = (rule.sourceIndex, rule.ruleIndex)
                case .passedThrough: answer.rule = nil
                case .unwrapped:
                    answer.rule = nil
                    answer.wrappers += 1
                default: break
                }
            }
            return answer
        } catch {
            return Answer(
                refusal: error.description,
                offset: error.offset,
                wrappers: error.wrappers
            )
        }
    }

    /// Runs the script over all corpora.
    private static let driver = #"""
        const text = require("fs").readFileSync(process.argv[2], "utf8");
        for (const line of text.split("\n")) {
          if (line === "") continue;
          const { rules, links } = JSON.parse(line);
          const rewrite = makeRewriter(rules);
          console.log(JSON.stringify(links.map((link) => {
            const { link: made, source, rule, refusal, offset, wrappers } = rewrite(link);
            return { link: made, source, rule: rule ?? undefined, refusal, offset, wrappers };
          })));
        }
        """#

    /// What `rewrite` says of all links.
    private static let expected = Result {
        try MatcherCorpus.all().map { corpus in
            (corpus: corpus, answers: corpus.links.map { answer(corpus.rewriter, $0) })
        }
    }

    @Test(.enabled(if: OtherProgram(named: "node") != nil, "node is not installed"))
    func `the script answers what the rewriter answers`() throws {
        let node = try #require(OtherProgram(named: "node"))
        let folder = try TemporaryFolder()
        let script = try folder.write(MapPage.matcher + "\n" + Self.driver, to: "script.js")
        let expected = try Self.expected.get()
        let lines = expected.map { corpus, _ in
            let links = JSONValue.array(corpus.links.map(JSONValue.string))
            return JSONWriter.line(.object([("rules", corpus.rewriter.outline), ("links", links)]))
        }
        let input = try folder.write(lines.joined(separator: "\n"), to: "input")
        let (output, exitCode) = try node.run([script.path, input.path], in: folder)
        #expect(exitCode == 0)
        let found = output.split(separator: UInt8(ascii: "\n"))
        try #require(found.count == expected.count)
        var accepted = 0
        var refused = 0
        for ((corpus, answers), line) in zip(expected, found) {
            let own = try JSONDecoder().decode([Answer].self, from: Data(line))
            try #require(own.count == answers.count)
            accepted += answers.count { $0.link != nil }
            refused += answers.count { $0.link == nil }
            for (link, pair) in zip(corpus.links, zip(own, answers)) where pair.0 != pair.1 {
                Issue.record("\(corpus): \(link.debugDescription) gives \(pair.0), not \(pair.1)")
                break
            }
        }
        // Both are common, or the agreement says little.
        #expect(accepted > 3_000 && refused > 3_000, "\(accepted) accepted, \(refused) refused")
    }

    /// All links that were written by hand, and some of the others: an explanation of a refusal looks at all rules.
    @Test func `an explanation says what the rewriter says`() throws {
        for (corpus, answers) in try Self.expected.get() {
            for (number, (link, answer)) in zip(corpus.links, answers).enumerated()
            where number < corpus.writtenCount || number.isMultiple(of: 32) {
                let explanation = corpus.rewriter.explain(link)
                #expect(explanation.link?.string == answer.link, "\(corpus): \(link)")
                #expect(explanation.error?.description == answer.refusal, "\(corpus): \(link)")
                #expect(explanation.error?.offset == answer.offset, "\(corpus): \(link)")
                #expect((explanation.error?.wrappers ?? answer.wrappers) == answer.wrappers)
            }
        }
    }

    /// Where there is no node, the script is known to agree as long as it, the data and the answers are those that were
    /// compared where there was one.
    @Test func `the script is the one that was compared, and so are the answers`() throws {
        var script = Digest()
        script.add(MapPage.matcher)
        #expect(
            script.value == 17_078_751_168_113_815_251,
            "The script was changed: run the tests where node is installed, then write \(script.value) here."
        )
        var answers = Digest()
        for (corpus, all) in try Self.expected.get() where corpus.writtenCount > 0 {
            answers.add(JSONWriter.line(corpus.rewriter.outline))
            for (link, answer) in zip(corpus.links, all).prefix(corpus.writtenCount) {
                answers.add(link)
                answers.add(answer.description)
            }
        }
        #expect(
            answers.value == 1_110_626_212_712_660_223,
            "Answers were changed: run the tests where node is installed, then write \(answers.value) here."
        )
    }
}

/// A number that is another one for other texts (FNV-1a).
private struct Digest {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: String) {
        for byte in text.utf8 { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0xFF) &* 0x100_0000_01B3
    }
}

extension RewriteSource {
    /// The source as explanations name it.
    fileprivate var messageName: String {
        switch self {
        case .domain(let domain): "Domain '\(domain.hosts[0])'"
        case .scheme(let scheme): "Scheme '\(scheme.names[0])'"
        }
    }
}
