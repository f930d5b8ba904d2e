import Testing

@testable import DeepLinkTool

extension Command {
    /// A command with all kinds of options and operands, which prints what it was given.
    fileprivate static let probe = Command(
        name: "probe",
        summary: "tell what was written",
        options: [.config, .format, .json],
        operands: [
            Operand(name: "LINK", count: .one, summary: "the first link"),
            Operand(name: "URL", count: .any, summary: "more links"),
        ],
        discussion: "Nothing is read.",
        examples: ["probe /a --config rules.json"],
        run: { _, _ throws(ToolError) in ToolResult() }
    )

    /// A command that takes at most two operands.
    fileprivate static let pair = Command(
        name: "pair",
        summary: "take two words",
        operands: [
            Operand(name: "FIRST", count: .one, summary: "a word"),
            Operand(name: "SECOND", count: .optional, summary: "another"),
        ],
        run: { _, _ throws(ToolError) in ToolResult() }
    )
}

extension Option {
    fileprivate static let config = Option(
        name: "config",
        placeholder: "FILE",
        summary: "the rules"
    )
    fileprivate static let format = Option(
        name: "format",
        placeholder: "NAME",
        choices: ["text", "json", "html"],
        summary: "the form of the output"
    )
}

struct InvocationTests {
    @Test(arguments: [
        ["--config", "a.json", "/a", "/b"], ["/a", "--config=a.json", "/b"],
        ["/a", "/b", "--config", "a.json"],
    ])
    func `options and operands stand in any order`(words: [String]) throws {
        let invocation = try Invocation(words, of: .probe)
        #expect(invocation.value(of: .config) == "a.json")
        #expect(invocation.operands == ["/a", "/b"])
        #expect(!invocation.has(.json))
        #expect(invocation.value(of: .format) == nil)
    }

    @Test func `what follows two dashes is no option`() throws {
        let invocation = try Invocation(["--json", "--", "--config", "-x", "--"], of: .probe)
        #expect(invocation.has(.json))
        #expect(invocation.operands == ["--config", "-x", "--"])
    }

    @Test func `a single dash is an operand, and can be a value`() throws {
        #expect(try Invocation(["-", "--config", "a"], of: .probe).operands == ["-"])
        #expect(try Invocation(["/a", "--config", "-"], of: .probe).value(of: .config) == "-")
    }

    @Test func `after an equals sign a value can be anything`() throws {
        let invocation = try Invocation(["/a", "--config=--json=x"], of: .probe)
        #expect(invocation.value(of: .config) == "--json=x")
        #expect(!invocation.has(.json))
    }

    @Test(arguments: [
        ["--help"], ["-h"], ["/a", "--help", "--nonsense"], ["--config", "x", "-h"],
    ])
    func `help is given whatever else is written after it`(words: [String]) throws {
        #expect(try Invocation(words, of: .probe).has(.help))
    }

    @Test(arguments: [
        (
            ["--confg", "x"],
            "'--confg' is not an option of 'deeplink probe'; did you mean '--config'?"
        ),
        (["--JSON"], "'--JSON' is not an option of 'deeplink probe'; did you mean '--json'?"),
        (
            ["--frmat=html"],
            "'--frmat' is not an option of 'deeplink probe'; did you mean '--format'?"
        ),
        (
            ["--quadruple"],
            "'--quadruple' is not an option of 'deeplink probe', which has '--config', '--format', "
                + "'--json', '--color' and '--help'."
        ),
        (
            ["-x"],
            "'-x' is not an option of 'deeplink probe', which has '--config', '--format', "
                + "'--json', '--color' and '--help'."
        ),
        (["-", "--config", "-"], "'-' is given twice, but standard input can be read only once."),
        (["--config"], "'--config' needs a value; write '--config FILE'."),
        (["--config="], "'--config' needs a value; write '--config FILE'."),
        (["--config", "--json"], "'--config' needs a value; write '--config FILE'."),
        (["--config=a", "--config=b"], "'--config' is given twice; write it once."),
        (["--json=yes"], "'--json' takes no value; write '--json' alone."),
        (["-h=1"], "'-h' takes no value; write '--help' alone."),
        (["--format", "jsno"], "'jsno' is not a value of '--format'; did you mean 'json'?"),
        (
            ["--format=spreadsheet"],
            "'spreadsheet' is not a value of '--format', which has 'text', 'json' and 'html'."
        ),
        (
            [],
            "LINK is missing; write 'deeplink probe [--config FILE] [--format NAME] [--json] LINK [URL…]'."
        ),
        (
            ["--\u{1B}[2J\u{202E}"],
            "'--\\u{1B}[2J\\u{202E}' is not an option of 'deeplink probe', which has '--config', '--format', '--json', '--color' and '--help'."
        ),
    ])
    func `a slip is answered with a sentence`(words: [String], sentence: String) {
        #expect(throws: ToolError.usage(sentence)) { try Invocation(words, of: .probe) }
    }

    @Test func `an unexpected argument is named`() throws {
        #expect(try Invocation(["a", "b"], of: .pair).operands == ["a", "b"])
        #expect(
            throws: ToolError.usage(
                "Unexpected argument 'c'; write 'deeplink pair FIRST [SECOND]'."
            )
        ) {
            try Invocation(["a", "b", "c", "d"], of: .pair)
        }
    }

    @Test func `help tells all that was declared`() {
        #expect(
            Help(.probe).text == """
                Tell what was written.

                USAGE: deeplink probe [--config FILE] [--format NAME] [--json] LINK [URL…]

                OPERANDS
                  LINK  the first link
                  URL   more links

                OPTIONS
                  --config FILE  the rules
                  --format NAME  the form of the output: text, json, html
                  --json         write JSON instead of text
                  --color WHEN   when to colour the text (default: auto): always, never, auto
                  -h, --help     show this text

                Nothing is read.

                EXAMPLES
                  deeplink probe /a --config rules.json

                """
        )
    }
}
