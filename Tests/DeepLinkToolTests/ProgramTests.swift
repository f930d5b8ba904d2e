import Foundation
import Testing

/// The built program: what it writes to which stream, and its exit code.
struct ProgramTests {
    @Test func `results go to standard output, and the exit code is 0`() throws {
        let run = try Run(
            ["explain", "-", "--system=features"],
            input: "https://mydomain.io/a/5\n"
        )
        #expect(run.output.contains("/featureA/detail?id=5"))
        #expect(run.errors == "")
        #expect(run.exitCode == 0)
        #expect(try Run(["explain", "--system=features", "https://evil.com"]).exitCode == 1)
    }

    @Test func `standard input is read byte by byte`() throws {
        let input = "https://mydomain.io/a/5\r\nhttps://mydomain.io/\0?\u{1A}=é\n"
        let run = try Run(["explain", "--system=features", "--json", "-"], input: input)
        #expect(run.output.contains(#""url" : "https://mydomain.io/a/5""#))
        #expect(run.output.contains(#""url" : "https://mydomain.io/\u0000?\u001a=é""#))
        #expect(try Run(["explain", "--system=features", "-"]).exitCode == 2)
    }

    @Test func `a host with other letters is advised to have 'xn--'`() throws {
        let run = try Run(["explain", "https://münchen.de/a", "--system", "features"])
        #expect(run.output.contains("a label with other letters begins with 'xn--'."))
        #expect(run.exitCode == 1)
    }

    @Test func `a file that is not there makes the exit code 66`() throws {
        let folder = try TemporaryFolder()
        let run = try Run(["map", "--config", folder.path("none.json")])
        #expect(
            run.errors == """
                deeplink map: There is no file '\(folder.path("none.json"))' of '--config'; check the name and the folder.

                """
        )
        #expect(run.output == "")
        #expect(run.exitCode == 66)
        #expect(try Run(["map", "--config", folder.path("")]).exitCode == 66)
    }

    @Test func `a file is read from the disk, by its name or in the current folder`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(ToolFixture.configuration, to: "links.json")
        let named = try Run(["share", "/player?id=1", "--config", folder.path("links.json")])
        #expect(named.output == "https://mydomain.io/watch?v=1\n")
        #expect(named.errors == "" && named.exitCode == 0)
        let found = try Run(["share", "/player?id=1"], folder: folder)
        #expect(found.output == named.output && found.exitCode == 0)
        let misspelt = try Run(["map", "--config", folder.path("links.jsn")])
        #expect(misspelt.errors.contains("did you mean '\(folder.path("links.json"))'?"))
        #expect(misspelt.exitCode == 66)
    }

    #if !os(Windows)
    @Test(.timeLimit(.minutes(1)))
    func `a pipe is read, a device is not, and rules are found from folders below`() throws {
        let shell = try #require(OtherProgram(named: "bash"))
        let folder = try TemporaryFolder()
        let file = try folder.write(ToolFixture.configuration, to: "links.json").path
        let program = OtherProgram.products.appendingPathComponent("deeplink").path
        func run(_ arguments: String) throws -> (output: Data, exitCode: Int32) {
            try shell.run(["-c", "'\(program)' \(arguments) 2>&1"], in: folder)
        }
        let same = try run("diff <(cat '\(file)') <(cat '\(file)')")
        #expect(String(decoding: same.output, as: UTF8.self).hasSuffix("no differences.\n"))
        #expect(same.exitCode == 0)
        let device = try run("map --config /dev/zero")
        #expect(String(decoding: device.output, as: UTF8.self).contains("it is a device"))
        #expect(device.exitCode == 66)
        let below = "mkdir -p '\(file).d/e'; cd '\(file).d/e'; '\(program)' map --format html"
        let found = try run("help; \(below); cd ../..; '\(program)' map links.jsn").output
        let text = String(decoding: found, as: UTF8.self)
        #expect(text.contains("Changed on <time>20") && text.contains("mean 'links.json'?"))
    }
    #endif

    #if os(Linux)
    @Test(
        .enabled(if: OtherProgram(named: "script") != nil, "script is not installed"),
        arguments: [(nil, true), ("1", false)] as [(String?, Bool)]
    )
    func `a terminal has colours, unless switched off`(noColor: String?, hasColors: Bool) throws {
        let script = try #require(OtherProgram(named: "script"))
        let folder = try TemporaryFolder()
        let file = try folder.write(ToolFixture.configuration, to: "links.json")
        let setting = noColor.map { "NO_COLOR=\($0) " } ?? "env -u NO_COLOR "
        let program = OtherProgram.products.appendingPathComponent("deeplink").path
        let (output, exitCode) = try script.run(
            ["-qec", "TERM=xterm \(setting)'\(program)' map --config '\(file.path)'", "/dev/null"],
            in: folder
        )
        let text = String(decoding: output, as: UTF8.self)
        #expect(text.contains("/domainA/{id:int}"))
        #expect(text.contains("\u{1B}[") == hasColors)
        #expect(exitCode == 0)
    }
    #endif

    #if os(Linux)
    @Test func `output that cannot be written makes the exit code 74`() throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(ToolFixture.configuration, to: "links.json")
        // Every write to this device fails as on a full disk.
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let run = try Run(["map"], folder: folder, output: full)
        #expect(
            run.errors == """
                deeplink: The output cannot be written completely; look at the disk or the program that it goes to.

                """
        )
        #expect(run.exitCode == 74)
    }
    #endif

    @Test func `complaints go to standard error, and the exit code is 2`() throws {
        let run = try Run(["dmeo"])
        #expect(
            run.errors == """
                deeplink: 'dmeo' is not a command; did you mean 'demo'?
                'deeplink --help' shows how to use it.

                """
        )
        #expect(run.output == "")
        #expect(run.exitCode == 2)
    }
}

/// A run of the built program.
private struct Run {
    let output: String
    let errors: String
    let exitCode: Int32

    /// Runs the program; its output is empty if it goes to another file.
    init(
        _ arguments: [String],
        input: String = "",
        folder: TemporaryFolder? = nil,
        output file: FileHandle? = nil
    ) throws {
        let process = Process()
        process.currentDirectoryURL = folder?.url
        process.executableURL = OtherProgram.products.appendingPathComponent("deeplink")
        process.arguments = arguments
        let (standardInput, standardOutput, standardError) = (Pipe(), Pipe(), Pipe())
        process.standardInput = standardInput
        process.standardOutput = file ?? standardOutput
        process.standardError = standardError
        try process.run()
        if file != nil { try standardOutput.fileHandleForWriting.close() }
        // All of it fits into a pipe, so writing does not block.
        try standardInput.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try standardInput.fileHandleForWriting.close()
        let outputData = try standardOutput.fileHandleForReading.readToEnd() ?? Data()
        let errorData = try standardError.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        output = String(decoding: outputData, as: UTF8.self)
        errors = String(decoding: errorData, as: UTF8.self)
        exitCode = process.terminationStatus
    }
}

extension TemporaryFolder {
    fileprivate func path(_ name: String) -> String { "\(url.path)/\(name)" }
}
