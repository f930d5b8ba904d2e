import DeepLinksTestSupport
import Foundation
import Testing

@testable import DeepLinkTool

/// Every option, command or text that a message of the tool proposes is followed here as it is written, and works.
struct AdviceTests {
    /// The files in the folder `Advice`.
    private static let files = Result {
        let folder = "Tests/DeepLinkToolTests/Advice"
        let names = try FileManager.default.contentsOfDirectory(
            atPath: Repository.root.appendingPathComponent(folder).path
        )
        return try names.map { ($0, try Repository.text("\(folder)/\($0)")) }
    }

    /// Runs the tool there.
    private static func run(_ line: String) async throws -> ToolResult {
        await ToolFixture.result(
            of: line.split(separator: " ").map(String.init),
            files: Dictionary(uniqueKeysWithValues: try files.get())
        )
    }

    @Test(arguments: try rows(in: "advice.txt"))
    func `what a message proposes works`(row: TableRow) async throws {
        let wrong = try await Self.run(row[0])
        let said = wrong.errors + wrong.output
        #expect(said.contains(row[1]), "\(said)")
        try #require(row.rest.count > 1)
        for line in row.rest.dropFirst() {
            let right = try await Self.run(line)
            #expect(right.exitCode == .success, "\(line): \(right.errors)\(right.output)")
            #expect(!(right.errors + right.output).contains(row[1]), "\(line)")
        }
    }

    @Test func `a wrong command line leads to the help that it names`() async throws {
        for command in Tool.commands {
            let wrong = try await Self.run("\(command.name) --no-such-option")
            let advice = "deeplink \(command.name) --help"
            #expect(wrong.errors.hasSuffix("'\(advice)' shows how to use it.\n"))
            let help = try await Self.run("\(command.name) --help").output
            #expect(help.contains("USAGE: deeplink \(command.name)"))
        }
    }
}
