import Foundation
import PackagePlugin

/// `swift package check-links`: runs `deeplink check` in the folder of the package that asks.
///
/// The arguments are those of `deeplink check`. Without a file among them, the tool finds `links.json` in the package's folder,
/// or in the nearest folder above.
@main
struct CheckLinks: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        let tool = Process()
        tool.executableURL = try context.tool(named: "deeplink").url
        tool.arguments = ["check"] + arguments
        tool.currentDirectoryURL = context.package.directoryURL
        try tool.run()
        tool.waitUntilExit()
        exit(tool.terminationStatus)
    }
}
