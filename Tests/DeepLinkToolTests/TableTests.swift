import Testing

@testable import DeepLinkTool

struct TableTests {
    @Test func `a table that is too wide gets narrower where that breaks the fewest texts`() {
        var table = Table(width: 40)
        table.append([Cell("https://mydomain.io/items/red-shoe-872346"), Cell("opened the detail")])
        table.append([Cell("myapp://a"), Cell("opened the other")])
        #expect(
            table.lines(style: .plain) == [
                "https://mydomain.io/   opened the detail",
                "items/red-shoe-872346",
                "myapp://a              opened the other",
            ]
        )
    }

    @Test(.timeLimit(.minutes(5)))
    func `a long text is broken with as much work as it is long`() {
        let text = "https://mydomain.io/" + String(repeating: "a", count: 20_000)
        var table = Table(width: 80)
        table.appendHeadings(["Link", "Ran"])
        table.append([Cell(text), Cell(text)])
        let lines = table.lines(style: .plain)
        #expect(
            lines[1] == String(repeating: "-", count: 39) + "  " + String(repeating: "-", count: 39)
        )
        // Two heading lines, the line up to the last slash, and the rest.
        #expect(lines.count == 2 + 1 + (20_000 + 38) / 39)
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= 80 })
    }

    @Test func `no column is narrowed out of sight`() {
        var table = Table(width: 10)
        table.append([Cell("a text of more than ten"), Cell("and another")])
        #expect(table.lines(style: .plain) == ["a text of more    and another", "than ten"])
    }

    @Test func `the last cell of a short row reaches to the right edge`() {
        var table = Table(width: 40)
        table.append([Cell("/first"), Cell("/second"), Cell("third")])
        table.append([Cell("/refused"), Cell("The host is not configured; add it to a domain.")])
        #expect(
            table.lines(style: .plain) == [
                "/first    /second  third",
                "/refused  The host is not configured;",
                "          add it to a domain.",
            ]
        )
    }

    @Test func `colours take no room`() {
        var table = Table(width: 40)
        table.appendHeadings(["A", "B"])
        table.append([Cell("long text", .good), Cell("x", .bad)])
        let style = Style(.always, environment: [:], isTerminal: false)
        #expect(
            table.lines(style: style) == [
                "\u{1B}[1mA\u{1B}[0m          \u{1B}[1mB\u{1B}[0m",
                "---------  -",
                "\u{1B}[32mlong text\u{1B}[0m  \u{1B}[31mx\u{1B}[0m",
            ]
        )
    }

    @Test func `what a terminal would obey is shown instead`() {
        var table = Table(width: 60)
        table.append([Cell("a\u{1B}[2Jb\r\n\u{9B}c\u{202E}d\u{2028}")])
        #expect(table.lines(style: .plain) == [#"a\u{1B}[2Jb\u{D}\u{A}\u{9B}c\u{202E}d\u{2028}"#])
    }

    @Test(arguments: [
        ("", 10, [""]),
        ("short", 5, ["short"]),
        ("two words", 5, ["two", "words"]),
        ("a  b", 2, ["a", "b"]),
        ("open the link/s now", 14, ["open the", "link/s now"]),
        ("abcdefghij", 4, ["abcd", "efgh", "ij"]),
        ("ab/cdefghijkl", 9, ["ab/", "cdefghijk", "l"]),
        ("a/bcdefghijkl", 9, ["a/bcdefgh", "ijkl"]),
        ("https://a.io/b", 10, ["https://", "a.io/b"]),
        ("a/bc://def", 6, ["a/", "bc://", "def"]),
        ("/items/detail?id=5&x=6", 14, ["/items/detail", "?id=5&x=6"]),
        ("/items/detail?id=5&x=6", 18, ["/items/detail?id=5", "&x=6"]),
    ])
    func `text breaks at spaces and joints of links`(text: String, width: Int, lines: [String]) {
        #expect(wrap(text, width: width) == lines)
    }

    @Test(arguments: 1...30)
    func `no line is wider than it may be, and nothing but spaces is lost`(width: Int) {
        let text = "https://mydomain.io/domainA/items/caf\u{E9}-872346?ref=mail&a=b, or not at all"
        let lines = wrap(text, width: width)
        #expect(lines.allSatisfy { $0.unicodeScalars.count <= width && !$0.isEmpty })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
}

struct StyleTests {
    @Test(arguments: [
        ([:], true, true),
        ([:], false, false),
        (["NO_COLOR": "1"], true, false),
        (["NO_COLOR": ""], true, true),
        (["TERM": "dumb"], true, false),
        (["TERM": "xterm-256color"], true, true),
    ])
    func `colours are for terminals whose user has not switched them off`(
        environment: [String: String],
        isTerminal: Bool,
        isColored: Bool
    ) {
        let style = Style(.auto, environment: environment, isTerminal: isTerminal)
        #expect(style.paint("a", as: .bad) == (isColored ? "\u{1B}[31ma\u{1B}[0m" : "a"))
        #expect(style.paint("a", as: .plain) == "a")
        #expect(style.paint("", as: .bad) == "")
    }
}
