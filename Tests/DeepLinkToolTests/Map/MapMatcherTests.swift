import DeepLinks
import DeepLinksTestSupport
import Foundation
import LinkChecking
import Testing

@testable import DeepLinkTool

/// The page's script gives the same answer for every link as the rewriter.
struct MapMatcherTests {
    /// What a link becomes, or the code of its refusal.
    private struct Answer: Codable, Equatable, CustomStringConvertible {
        var link: String?
        var source: Int?
        var rule: Int?
        var wrappers: Int?
        var refusal: String?

        var description: String {
            link.map { "\($0) by \(source ?? -1).\(rule ?? -1), \(wrappers ?? -1)" }
                ?? "\(refusal ?? ""), \(wrappers ?? -1)"
        }
    }

    /// The answer of `rewrite`.
    private static func answer(_ rewriter: URLRewriter, _ link: String) -> Answer {
        var answer: Answer
        do throws(RewriteError) {
            answer = Answer(link: try rewriter.rewrite(link).string, wrappers: 0)
        } catch {
            return Answer(wrappers: error.wrappers, refusal: error.reason.code)
        }
        for step in rewriter.explain(link).steps {
            switch step.label {
            case "source":
                answer.source = rewriter.sources.firstIndex { $0.messageName == step.text }
            case "rule":
                (answer.source, answer.rule) = (step.rule?.sourceIndex, step.rule?.ruleIndex)
            case "passed": answer.rule = nil
            case "unwrapped":
                answer.rule = nil
                answer.wrappers = (answer.wrappers ?? 0) + 1
            default: break
            }
        }
        return answer
    }

    @Test func `the corpora set each option that changes links`() throws {
        let sources = try Self.corpora.get().flatMap(\.rewriter.sources)
        let set = sources.flatMap(\.options.descriptions).filter { !$0.isUsual }.map(\.key)
        for option in SourceOptions().descriptions where option.key != "allow" {
            #expect(set.contains(option.key), "\(option.key)")
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
            const { rule, refusal, ...answer } = rewrite(link);
            if (!refusal) return { ...answer, rule: rule ?? undefined };
            if (!/^[A-Z].*[.]$/.test(sentence(refusal))) throw new Error(refusal.code);
            return { wrappers: refusal.wrappers, refusal: refusal.code };
          })));
        }
        """#

    /// All corpora; making them takes long.
    private static let corpora = Result { try MatcherCorpus.all() }

    /// What `node` prints for code that uses the page's script and reads an input from a file.
    private static func output(of driver: String, _ input: String = "") throws -> Data {
        let node = try #require(OtherProgram(named: "node"))
        let folder = try TemporaryFolder()
        let page = "\(MapPage.matcher)\n\(MapPage.script)\n\(driver)"
        let script = try folder.write(page, to: "script.js")
        let file = try folder.write(input, to: "input")
        let (output, exitCode) = try node.run([script.path, file.path], in: folder)
        #expect(exitCode == 0)
        return output
    }

    @Test(.enabled(if: OtherProgram(named: "node") != nil, "node is not installed"))
    func `the script answers what the rewriter answers`() throws {
        let expected = try Self.corpora.get().map { corpus in
            (corpus: corpus, answers: corpus.links.map { Self.answer(corpus.rewriter, $0) })
        }
        let lines = expected.map { corpus, _ in
            let links = JSONValue.array(corpus.links.map(JSONValue.string))
            return JSONValue.object(["rules": corpus.rewriter.outline, "links": links]).compact
        }
        let output = try Self.output(of: Self.driver, lines.joined(separator: "\n"))
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
        // Both must be common, or the agreement means little.
        #expect(
            5 * min(accepted, refused) >= accepted + refused,
            "\(accepted) accepted, \(refused) refused"
        )
    }

    private static let shop = """
        {
          "version": 1,
          "domains": [
            {
              "hosts": ["shop.com", "www.shop.com", "dev.shop.com:8443"],
              "rules": [
                { "from": "/cart", "to": "/cart" }, { "from": "/products/{id:int}", "to": "/product?id={id}" },
                { "refuse": "/admin/{*rest}" }, { "unwrap": "/out?to={target}" }
              ]
            }
          ],
          "schemes": [{ "names": ["shop"], "rules": [{ "from": "/cart", "to": "/cart" }] }]
        }
        """

    /// What the page says of a text that is no link of the rules: a sentence, and the link that was probably meant.
    @Test(.enabled(if: OtherProgram(named: "node") != nil, "node is not installed"))
    func `a refusal has a sentence, and a link that works if one is near`() throws {
        let configuration = try LinkConfiguration(data: Data(Self.shop.utf8))
        let rules = try URLRewriter(configuration: configuration).outline.compact
        let cases = try rows(in: "page-sentences.txt")
        let driver = #"""
            const [rules, texts] = JSON.parse(require("fs").readFileSync(process.argv[2], "utf8"));
            const rewrite = makeRewriter(rules);
            for (const text of texts) {
              const link = corrected(text, rules, rewrite, ["cart", "card", "products", "admin", "out"]);
              if (link !== null && rewrite(link).refusal) throw new Error(link);
              const kind = isMeantAsLink(text) ? "" : "words: ";
              console.log(`${kind}${sentence(rewrite(text).refusal)} ${link}`);
            }
            """#
        let texts = JSONValue.array(cases.map { .string($0[0]) }).compact
        let output = try Self.output(of: driver, "[\(rules),\(texts)]")
        #expect(
            String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
                == cases.map { $0[1] }
        )
    }

    /// The texts that the page shows and copies.
    @Test(.enabled(if: OtherProgram(named: "node") != nil, "node is not installed"))
    func `what is copied is whole, and what is shown turns no writing`() throws {
        let driver = #"""
            console.log(shellQuoted("it's $HOME `x` \\"));
            console.log(simulatorLine("https://a.io/?a=1&b='"));
            console.log(shellQuoted("\u0015ls 'a' \\\n\u0085\u007F"));
            console.log(encodeURIComponent(withoutBlanks(" \t\u00A0a \uFEFF\n ")));
            console.log(addressOf("https://a.io/#é&"));
            console.log(printable("a\u202Eb\u2066\u0007é😀\u2029"));
            """#
        let output = try Self.output(of: driver)
        #expect(
            String(decoding: output, as: UTF8.self) == #"""
                'it'\''s $HOME `x` \'
                xcrun simctl openurl booted 'https://a.io/?a=1&b='\'''
                $'\x15ls \'a\' \\\x0a\xc2\x85\x7f'
                %C2%A0a%20%EF%BB%BF
                #url=https%3A%2F%2Fa.io%2F%23%C3%A9%26
                a\u{202E}b\u{2066}\u{7}é😀\u{2029}

                """#
        )
    }
}

extension RewriteSource {
    /// The source as explanations name it.
    fileprivate var messageName: String {
        switch self {
        case .domain(let domain): "Domain '\(domain.hosts.first ?? "")'"
        case .scheme(let scheme): "Scheme '\(scheme.names[0])'"
        }
    }
}
