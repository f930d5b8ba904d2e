import DeepLinks
import Foundation
import PathMatching
import Testing

struct LinkTextTests {
    /// A link's parts as text, joined with marks that show which are missing.
    private func parts(_ text: String) -> [String?] {
        withBytes(of: text) { bytes in
            let parts = LinkText(bytes)
            return [parts.scheme, parts.authority, parts.path, parts.query, parts.fragment].map {
                $0.map { String(bytes[$0]) }
            }
        }
    }

    @Test(
        arguments: [
            ("", [nil, nil, "", nil, nil]), ("/", [nil, nil, "/", nil, nil]),
            ("https://a/b?c#d", ["https", "a", "/b", "c", "d"]),
            ("https://a", ["https", "a", "", nil, nil]), ("https://", ["https", "", "", nil, nil]),
            ("s:///a/b", ["s", "", "/a/b", nil, nil]), ("s:/a/b", ["s", nil, "/a/b", nil, nil]),
            ("s:a/b", ["s", nil, "a/b", nil, nil]), ("//a/b", [nil, "a", "/b", nil, nil]),
            ("/a:b", [nil, nil, "/a:b", nil, nil]), ("?a:b", [nil, nil, "", "a:b", nil]),
            ("#a?b", [nil, nil, "", nil, "a?b"]), ("a?b?c#d#e", [nil, nil, "a", "b?c", "d#e"]),
            ("a?", [nil, nil, "a", "", nil]), ("a#", [nil, nil, "a", nil, ""]),
            ("1a:b", [nil, nil, "1a:b", nil, nil]), ("a_b:c", [nil, nil, "a_b:c", nil, nil]),
            ("a+-.9:c", ["a+-.9", nil, "c", nil, nil]), (":a", [nil, nil, ":a", nil, nil]),
            ("\u{1E4}:a", [nil, nil, "\u{1E4}:a", nil, nil]),
            ("https://a?b/c", ["https", "a", "", "b/c", nil]),
            ("https://u@h:1/p", ["https", "u@h:1", "/p", nil, nil]),
            ("https:?a", ["https", nil, "", "a", nil]),
            ("/a/\u{301}b?\u{301}x", [nil, nil, "/a/\u{301}b", "\u{301}x", nil]),
        ] as [(String, [String?])]
    )
    func `a text is split as RFC 3986 has it`(text: String, expected: [String?]) {
        #expect(
            parts(text).map { $0.map { Array($0.utf8) } }
                == expected.map { $0.map { Array($0.utf8) } }
        )
    }

    @Test func `a part of a text is split in place`() {
        let text = "??https://a/b?c#d##"
        let parts = withBytes(of: text) { LinkText($0, in: 2..<17) }
        #expect(parts.scheme == 2..<7)
        #expect(parts.authority == 10..<11)
        #expect(parts.path == 11..<13)
        #expect(parts.query == 14..<15)
        #expect(parts.fragment == 16..<17)
    }

    @Test(arguments: [
        ("", 0..<0), ("a", 0..<1), ("  ", 2..<2), (" a b ", 1..<4), ("\t\n\u{C}\ra", 4..<5),
        ("\u{B}a\u{A0}", 0..<4),
    ])
    func `ASCII whitespace around a text is trimmed, and nothing else`(
        text: String,
        range: Range<Int>
    ) {
        #expect(withBytes(of: text, LinkText.trimmed) == range)
    }
}
