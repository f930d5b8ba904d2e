import Foundation
import PackagePlugin

/// Puts the code of `README.md` and of the articles into the tests that run it, before they are compiled.
@main
struct ArticleCodePlugin: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let articles = try files(in: root.appending(path: "Sources"), ending: "md").filter {
            $0.deletingLastPathComponent().pathExtension == "docc"
        }
        let snippets = try files(
            in: root.appending(path: "Tests/DocumentationTests/Snippets"),
            ending: "swift"
        )
        let inputs = [root.appending(path: "README.md")] + articles + snippets
        let folder = context.pluginWorkDirectoryURL
        // Two files of the same name cannot be told from each other in what the compiler and the tests report.
        let names = snippets.map { $0.deletingPathExtension().lastPathComponent + "+Articles" }
        return [
            .buildCommand(
                displayName: "Taking the code out of the articles",
                executable: try context.tool(named: "DeepLinksArticleCodeTool").url,
                arguments: [folder.path] + inputs.map(\.path),
                inputFiles: inputs,
                outputFiles: (names + ["BlocksAlone"]).map { folder.appending(path: $0 + ".swift") }
            )
        ]
    }

    /// The files in a folder and its folders with the given ending, sorted by their paths.
    private func files(in folder: URL, ending: String) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .map { folder.appending(path: $0) }
            .filter { $0.pathExtension == ending }
            .sorted { $0.path < $1.path }
    }
}
