import Testing

@testable import DeepLinkTool

extension Command {
    /// A command with all kinds of options and operands, which prints what it was given.
    fileprivate static let probe = Command(
        name: "probe",
        summary: "tell what was written",
        options: [.config, .format, .json],
        operands: [Operand("LINK", .one, "the first link"), Operand("URL", .any, "more links")],
        discussion: "Nothing is read.",
        examples: ["probe /a --config rules.json"],
        run: { _, _ throws(ToolError) in ToolResult() }
    )
}

extension Option {
    fileprivate static let config = Option("config FILE", "the rules")
    fileprivate static let format = Option(
        "format NAME",
        "the form of the output",
        choices: ["text", "json", "html"]
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
}
