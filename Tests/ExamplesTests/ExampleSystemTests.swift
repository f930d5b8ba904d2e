import DeepLinks
import DeepLinksExamples
import DeepLinksTestSupport
import Testing

@MainActor
struct ExampleSystemTests {
    private static func configuration(_ name: String) throws -> LinkConfiguration {
        try #require(ExampleSystem.all.first { $0.name == name }).configuration()
    }

    /// The rules in the code, with the registered paths.
    private static func code(_ name: String) throws -> LinkConfiguration {
        switch name {
        case "edugo":
            let handler = try EduGo.DeeplinkHandler(appCoordinator: EduGo.AppCoordinator())
            return configuration(of: handler.coordinator)
        case "catalog": return configuration(of: try Catalog.AppCoordinator().deepLinks)
        case "shop-tabs": return configuration(of: try ShopTabs.App().coordinator)
        case "crahg": return configuration(of: try Crahg.AppState().deepLinkManager.coordinator)
        case "features":
            let app = try FeatureLinks.App()
            var configuration = app.rewriter.configuration
            configuration.paths = app.deeplinkHandler.paths
            return configuration
        default:
            // Parsers made from closures are not rules, so the paths that they read are listed here.
            return LinkConfiguration(
                schemes: [Scheme("example", unmatched: .passThrough)],
                paths: ["/detail", "/detail/settings", "/home/settings"]
            )
        }
    }

    private static func configuration(of coordinator: DeepLinkCoordinator) -> LinkConfiguration {
        var configuration = coordinator.rewriter.configuration
        configuration.paths = coordinator.handler.paths
        return configuration
    }

    @Test(arguments: ["features", "edugo", "catalog", "crahg", "composable", "shop-tabs"])
    func `a system's file has the rules of its code`(name: String) throws {
        #expect(try Self.configuration(name) == Self.code(name))
    }

    @Test func `a file is where its path says`() throws {
        for system in ExampleSystem.all {
            #expect(try Repository.text(system.path) == system.text)
        }
    }

    /// The declarations of the bundles: the associated domains, and the schemes of the `Info.plist`.
    @Test(
        arguments: [
            ("edugo", ["applinks:edugo.app", "applinks:dev.edugo.app"], ["edugo", "edugo-dev"]),
            ("crahg", ["applinks:crahg.app", "applinks:www.crahg.app"], ["crahg"]),
            ("catalog", [], ["myapp"]), ("composable", [], ["example"]),
            ("shop-tabs", ["applinks:shop.example"], ["shop"]),
        ] as [(String, [String], [String])]
    )
    func `a system takes links of its bundle's domains and schemes`(
        name: String,
        domains: [String],
        schemes: [String]
    ) throws {
        let configuration = try Self.configuration(name)
        #expect(configuration.domains.flatMap(\.hosts).map { "applinks:\($0)" } == domains)
        #expect(configuration.schemes.flatMap(\.names) == schemes)
    }
}
