import DeepLinks
import Foundation
import SiteAssociation

/// Association files: reading them, matching links with them, and auditing them.
@MainActor
enum Files {
    /// The largest file of a real site, and the largest that systems accept.
    static var contests: [Contest] {
        [
            Contest(suite: "files", title: "Wikipedia, 236 rules") {
                try benchmarks(
                    of: Fixture(
                        DataFile.wikipedia.data,
                        ruleCount: 236,
                        hosts: ["en.wikipedia.org"],
                        rules: ["/wiki/{title}", "/w/index.php?title={title}"],
                        matched: "https://en.wikipedia.org/wiki/Trie",
                        unmatched: "https://en.wikipedia.org/w/index.php?title=Trie"
                    ),
                    promise: .milliseconds(50)
                )
            },
            Contest(suite: "files", title: "128 KB, 3 000 rules") {
                try benchmarks(of: largest())
            },
        ]
    }

    private static let referenceName = "JSONSerialization"

    /// A file, the rules to compare it with, and the expected answers.
    private struct Fixture {
        let data: Data
        let ruleCount: Int
        let configuration: LinkConfiguration
        let matched: String
        let unmatched: String

        init(
            _ data: Data,
            ruleCount: Int,
            hosts: [String],
            rules: [String],
            matched: String,
            unmatched: String
        ) {
            self.data = data
            self.ruleCount = ruleCount
            self.matched = matched
            self.unmatched = unmatched
            configuration = LinkConfiguration(domains: [
                Domain(hosts: hosts, rules: rules.map { .rewrite(Rewrite($0, to: "/page")) })
            ])
        }

        func read() throws -> AppSiteAssociation {
            try AppSiteAssociation(data: data)
        }
    }

    /// A file of the largest size that systems accept, with 3 000 rules.
    private static func largest() throws -> Fixture {
        let size = 131_072
        let head =
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.app"],"components":["#
        let tail = "]}]}}"
        let rules = (0..<3_000).map { #"{"/":"/section\#($0)/item/*/x\#($0)"}"# }
        var text = head + rules.joined(separator: ",") + tail
        text += String(repeating: " ", count: max(0, size - text.utf8.count))
        if text.utf8.count != size {
            throw WrongAnswer(description: "The file has \(text.utf8.count) bytes, not \(size).")
        }
        return Fixture(
            Data(text.utf8),
            ruleCount: rules.count,
            hosts: ["example.com"],
            rules: (0..<3_000).map { "/section\($0)/item/{id}/x\($0)" },
            matched: "https://example.com/section2999/item/5/x2999",
            unmatched: "https://example.com/section2999/item/5/y"
        )
    }

    /// The ways to use a file.
    ///
    /// - Parameters:
    ///   - fixture: The file.
    ///   - promise: How long all of it may take, if this is promised.
    /// - Returns: A benchmark for each.
    /// - Throws: Why the file cannot be read.
    private static func benchmarks(
        of fixture: Fixture,
        promise: Duration? = nil
    ) throws -> [Benchmark] {
        let association = try fixture.read()
        return [
            reading(fixture),
            matching(fixture, association),
            auditing(fixture, association),
            comparing(fixture, association),
            everything(fixture, promise: promise),
            serialization(fixture),
        ]
    }

    private static func reading(_ fixture: Fixture) -> Benchmark {
        Benchmark(
            name: "read",
            operations: 1,
            reference: referenceName,
            verify: {
                let count = try fixture.read().entries.reduce(0) { $0 + $1.rules.count }
                if count != fixture.ruleCount {
                    throw WrongAnswer(
                        description:
                            "The file has \(count) rules, where \(fixture.ruleCount) is right."
                    )
                }
            },
            body: { blackHole(try? fixture.read()) }
        )
    }

    /// Two links, one of which no rule matches, so that all rules are tried.
    private static func matching(
        _ fixture: Fixture,
        _ association: AppSiteAssociation
    ) -> Benchmark {
        Benchmark(
            name: "match a link",
            operations: 2,
            reference: referenceName,
            verify: { try verifyAnswers(fixture, association) },
            body: {
                blackHole(association.answer(for: fixture.matched))
                blackHole(association.answer(for: fixture.unmatched))
            }
        )
    }

    private static func verifyAnswers(
        _ fixture: Fixture,
        _ association: AppSiteAssociation
    ) throws {
        let answers = [fixture.matched, fixture.unmatched].map { association.answer(for: $0) }
        if !answers[0].isMatched || answers[1] != .notMatched {
            throw WrongAnswer(
                description: """
                    '\(fixture.matched)' is \(answers[0]) and '\(fixture.unmatched)' \(answers[1]), where \
                    matched and not matched are right.
                    """
            )
        }
    }

    private static func auditing(
        _ fixture: Fixture,
        _ association: AppSiteAssociation
    ) -> Benchmark {
        Benchmark(
            name: "audit",
            operations: 1,
            reference: referenceName,
            verify: {
                try verify(association.audit()) { $0.code == .notCompared }
            },
            body: { blackHole(association.audit()) }
        )
    }

    private static func comparing(
        _ fixture: Fixture,
        _ association: AppSiteAssociation
    ) -> Benchmark {
        Benchmark(
            name: "audit against rules",
            operations: 1,
            reference: referenceName,
            verify: {
                let findings = association.audit(against: fixture.configuration)
                try verify(findings) { finding in
                    guard let link = finding.witness else {
                        return finding.code == .notCompared
                    }
                    return finding.code == .handledNotClaimed
                        && association.answer(for: link).isMatched
                }
            },
            body: { blackHole(association.audit(against: fixture.configuration)) }
        )
    }

    /// Throws for the first finding that is wrong.
    private static func verify(
        _ findings: [AssociationFinding],
        isWrong: (AssociationFinding) -> Bool
    ) throws {
        if let finding = findings.first(where: isWrong) {
            throw WrongAnswer(description: "The audit has a false finding: \(finding)")
        }
    }

    /// All of it, as in a check of the file.
    private static func everything(_ fixture: Fixture, promise: Duration?) -> Benchmark {
        Benchmark(
            name: "read, match and audit",
            operations: 1,
            reference: referenceName,
            promise: promise,
            verify: { try verifyAnswers(fixture, fixture.read()) },
            body: {
                guard let association = try? fixture.read() else { return }
                blackHole(association.answer(for: fixture.matched))
                blackHole(association.answer(for: fixture.unmatched))
                blackHole(association.audit())
            }
        )
    }

    /// The time that Foundation takes to parse the same bytes, without interpreting them.
    private static func serialization(_ fixture: Fixture) -> Benchmark {
        Benchmark(
            name: referenceName,
            operations: 1,
            reference: referenceName,
            verify: { _ = try JSONSerialization.jsonObject(with: fixture.data) },
            body: { blackHole(try? JSONSerialization.jsonObject(with: fixture.data)) }
        )
    }
}
