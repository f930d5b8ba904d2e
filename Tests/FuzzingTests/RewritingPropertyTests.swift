import DeepLinksTestSupport
import Testing

/// Rewriting against a model, a browser's reading and the way back, with every option at random: see `RewritingOracle`.
@MainActor
struct RewritingPropertyTests {
    /// `DEEPLINKS_TEST_ROUNDS=800` tries half a million links.
    @Test(arguments: UInt64(0)..<4)
    func `whatever the options are, a link becomes what its text says or is refused`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for number in 0..<rounds(8) {
            let input = (0..<1_200).map { _ in UInt8.random(in: 0...255, using: &random) }
            #expect(throws: Never.self, "seed \(seed), number \(number)") {
                try Oracle.rewriting.check(input)
            }
        }
    }

    @Test(arguments: try rows(in: "browser-urls.txt"))
    func `the model of a browser reads as browsers do`(row: TableRow) {
        #expect(BrowserURL(row[0])?.description ?? "refused" == row[1])
    }
}
