import DeepLinksTestSupport
import Foundation
import Testing

@testable import LinkChecking

/// The codes of findings; another test compares them with the article.
struct FindingKindTests {
    @Test func `the list of codes has every code that is declared`() throws {
        let declared = try Repository.text("Sources/LinkChecking/Findings/LinkFinding+Code.swift")
            .components(separatedBy: " = Self(\"").dropFirst()
            .map { $0.prefix { $0 != "\"" } }
        #expect(declared.map(String.init) == LinkFinding.Code.all.map(\.rawValue))
    }

    @Test func `a code is known by its text alone`() {
        #expect(LinkFinding.Code(rawValue: "no-example") == .noExample)
        #expect(Set([LinkFinding.Code(rawValue: "no-example"), .noExample]).count == 1)
    }
}
