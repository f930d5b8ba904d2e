import Foundation
import PackagePlugin

/// `swift package check-links`: runs `deeplink check` in the package's folder.
///
/// The arguments are those of `deeplink check`. Without a file among them, the tool finds `links.json` in the package's folder,
/// or in the nearest folder above.
@main
struct CheckLinks: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        // Not a dependency of the plugin: that would be built a second time, apart from the package's other builds.
        let build = try packageManager.build(
            .product("deeplink"),
            parameters: .init(configuration: .debug, echoLogs: true)
        )
        guard build.succeeded,
            let program = build.builtArtifacts.first(where: { $0.kind == .executable })
        else {
            Diagnostics.error("'deeplink' cannot be built:\n\(build.logText)")
            return
        }
        let tool = Process()
        tool.executableURL = program.url
        tool.arguments = ["check"] + arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        exit(tool.terminationStatus)
    }
}
