import PathMatching
import Testing

@testable import DeepLinks

struct LinkTextTests {
    @Test(arguments: [
        ("", 0..<0), ("a", 0..<1), ("  ", 2..<2), (" a b ", 1..<4), ("\t\n\u{C}\ra", 4..<5),
        ("\u{B}a\u{A0}", 0..<4),
    ])
    func `ASCII whitespace around a text is trimmed, and nothing else`(
        text: String,
        range: Range<Int>
    ) { #expect(withBytes(of: text, \.trimmed) == range) }

    @Test(arguments: [
        ("MyApp+2", "myapp+2"), ("\u{212A}", "\u{212A}"),
        ("\u{C4}\u{130}@[`{", "\u{C4}\u{130}@[`{"),
    ])
    func `ASCII letters have a case, and nothing else`(text: String, lowercased: String) {
        #expect(Array(text.asciiLowercased.utf8) == Array(lowercased.utf8))
    }
}
