import DeepLinks
import PathMatching
import Testing

struct LinkTextTests {
    @Test(arguments: [
        ("", 0..<0), ("a", 0..<1), ("  ", 2..<2), (" a b ", 1..<4), ("\t\n\u{C}\ra", 4..<5),
        ("\u{B}a\u{A0}", 0..<4),
    ])
    func `ASCII whitespace around a text is trimmed, and nothing else`(
        text: String,
        range: Range<Int>
    ) {
        #expect(withBytes(of: text, \.trimmed) == range)
    }
}
