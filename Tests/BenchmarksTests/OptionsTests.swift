import Testing

@testable import DeepLinksBenchmarks

struct OptionsTests {
    @Test
    func `without arguments everything is measured`() throws {
        let options = try Options([])
        #expect(options.mode == .measure)
        #expect(options.filter == nil)
        #expect(options.jsonPath == nil)
    }

    @Test(arguments: [
        ["--filter", "lookup", "--json", "a.json", "--check"],
        ["--check", "--json=a.json", "--filter=lookup"],
    ])
    func `a value follows its option or an equals sign`(arguments: [String]) throws {
        let options = try Options(arguments)
        #expect(options.mode == .check)
        #expect(options.filter == "lookup")
        #expect(options.jsonPath == "a.json")
    }

    @Test
    func `a value may contain an equals sign`() throws {
        #expect(try Options(["--filter=a=b"]).filter == "a=b")
    }

    @Test(arguments: [["--help"], ["-h"], ["--filter", "x", "--help", "--nonsense"]])
    func `help is given whatever else is written after it`(arguments: [String]) throws {
        #expect(try Options(arguments).mode == .help)
    }

    @Test(arguments: [
        (["--fliter", "x"], "'--fliter' is not an option; did you mean '--filter'?"),
        (["--jsn=x"], "'--jsn' is not an option; did you mean '--json'?"),
        (["--CHECK"], "'--CHECK' is not an option; did you mean '--check'?"),
        (["-x"], "'-x' is not an option; '--help' lists them."),
        (["--quadruple"], "'--quadruple' is not an option; '--help' lists them."),
        (["lookup"], "'lookup' is not an option; write '--filter lookup' to choose what runs."),
        (["--filter"], "'--filter' needs a word, for example '--filter lookup'."),
        (["--filter="], "'--filter' needs a word, for example '--filter lookup'."),
        (["--filter", "--check"], "'--filter' needs a word, for example '--filter lookup'."),
        (["--json"], "'--json' needs a file, for example '--json results.json'."),
        (["--check=yes"], "'--check' takes no value; write '--check' alone."),
    ])
    func `a slip is answered with a sentence`(arguments: [String], sentence: String) {
        let error = #expect(throws: UsageError.self) { try Options(arguments) }
        #expect(error?.description == sentence)
    }
}
