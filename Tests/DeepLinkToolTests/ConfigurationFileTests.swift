import DeepLinksExamples
import Testing

@testable import DeepLinkTool

/// The file with the rules: how it is named, and how it can be broken.
struct ConfigurationFileTests {
    @Test func `standard input is read as bytes, as a file is`() {
        // The error comes after line breaks of two bytes.
        let rules = "{\r\n  \"version\": 1,\r\n  \"domians\": []\r\n}\r\n"
        let result = ToolFixture.run("map", "--config", "-", input: rules)
        let file = ToolFixture.run("map", "--config", "a", files: ["a": rules])
        #expect(
            file.errors
                == "deeplink map: a: The configuration has a fault at domians (line 3, column 3): the key 'domians' is unknown; write 'domains'.\n"
        )
        #expect(result.errors == file.errors.replacing(" a: ", with: " standard input: "))
        // In Latin-1, an é is one byte.
        let latin =
            Array("{ \"version\": 1, \"paths\": [\"/caf".utf8) + [0xE9] + Array("\"] }".utf8)
        let broken = ToolFixture.run("map", "--config", "-", bytes: latin)
        #expect(
            broken.errors
                == "deeplink map: standard input: The configuration has a fault at line 1, column 32: the bytes are not UTF-8; save the file as plain text in UTF-8, not compressed.\n"
        )
        #expect(broken.exitCode == .findings)
    }

    @Test(arguments: [
        (["links.json", "../links.json"], "links.json"),
        (["deeplinks.json", "links.json"], "links.json"),
        (["deeplinks.json", "../links.json"], "deeplinks.json"),
        (["../../deeplinks.json"], "../../deeplinks.json"), (["../../../links.json"], nil),
    ])
    func `the nearest file is found, here or in a folder above`(names: [String], found: String?) {
        let texts = Dictionary(uniqueKeysWithValues: names.map { ($0, "{") })
        let result = Tool.run(arguments: ["map"], files: .files(texts, folderDepth: 2))
        if let found {
            #expect(result.errors.hasPrefix("deeplink map: \(found): "))
        } else {
            #expect(result.exitCode == .unreadable)
        }
    }

    @Test func `a folder with the name of the file is passed over`() {
        let files = FileAccess(folderDepth: 1) {
            $0 == "../links.json"
                ? .success([UInt8(ascii: "{")])
                : .failure($0 == "links.json" ? .folder : .notFound)
        }
        let result = Tool.run(arguments: ["map"], files: files)
        #expect(result.errors.hasPrefix("deeplink map: ../links.json: "))
    }

    @Test(arguments: ExampleSystem.all.map(\.name))
    func `the rules of each example system can be used`(name: String) throws {
        for arguments in [["map"], ["check"], ["explain", "x"], ["share", "/"], ["aasa"]] {
            let result = Tool.run(
                arguments: arguments + ["--system", name]
                    + (arguments == ["aasa"] ? ["--app-id", "A1B2C3D4E5.a.b"] : [])
            )
            #expect(result.exitCode == .success || result.exitCode == .findings)
            #expect(!result.errors.contains("links.json"))
        }
        let check = Tool.run(arguments: ["check", "--system", name, "--fail-on", "warning"])
        #expect(check.exitCode == .success, "\(check.output)")
        let wrong = Tool.run(arguments: ["map", "--system", name + "x"])
        #expect(wrong.errors.contains("did you mean '\(name)'?"))
    }

    @Test(arguments: [
        ["map", "--config", "\u{1B}[2J"], ["map", "--config", "-"], ["match", "a", "--aasa", "-"],
        ["aasa", "--config=-", "--app-id=a"], ["share", "\u{202E}", "--config=a"],
    ])
    func `a complaint has no character that a terminal obeys`(arguments: [String]) {
        let result = Tool.run(
            arguments: arguments,
            standardInput: .text("{ \"version\": 1, \"\u{9B}0m\u{202E}\": 1 }"),
            files: .files(["a": #"{ "version": 1, "domains": [{ "hosts": ["a.io"] }] }"#])
        )
        #expect(result.exitCode != .success && !result.errors.isEmpty)
        let all = (result.output + result.errors).unicodeScalars
        #expect(
            !all.contains { $0.properties.isBidiControl || $0.value == 0x9B || $0.value == 0x1B }
        )
    }

    @Test(arguments: [
        (FileAccess.Failure.folder, "'a' of '--config' is a folder; name a file in it."),
        (.notPermitted, "'a' of '--config' cannot be read; you have no permission to read it."),
        (.other("I/O error"), "'a' of '--config' cannot be read; I/O error."),
    ])
    func `an unreadable file gives 66 and the reason`(failure: FileAccess.Failure, message: String)
    {
        let result = Tool.run(
            arguments: ["map", "--config", "a"],
            files: FileAccess(read: { _ in .failure(failure) })
        )
        #expect(result == ToolResult(errors: "deeplink map: \(message)\n", exitCode: .unreadable))
    }
}
