import DeepLinksTestSupport
import Testing

@testable import DeepLinks

/// Hosts that are addresses.
///
/// `Tables/rewritings.txt` has the other hosts, ports and schemes of sources.
struct HostTests {
    @Test(arguments: try rows(in: "addresses.txt"))
    func `an address has one spelling, that of browsers`(row: TableRow) throws {
        let (text, spelling) = (row[0], row.rest.first)
        #expect(HostAddress.spelling(of: text.lowercased()) == spelling)
        guard let spelling else { return }
        #expect(HostAddress.spelling(of: spelling) == spelling)
        let rewriter = try URLRewriter { Domain(spelling, unmatched: .passThrough) }
        #expect(
            (rewriter.refusal(of: "https://\(text)/") == nil) == (text.lowercased() == spelling)
        )
    }
}
