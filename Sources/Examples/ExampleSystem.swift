public import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// An example system: its rules as a JSON file, the same as in its code, and what happens to links in it.
public struct ExampleSystem: Sendable {
    /// Its name, such as `edugo`.
    public let name: String

    /// What it shows, in a few words.
    public let summary: String

    /// The folder of its code in the package.
    public let folder: String

    /// The text of its rules.
    public let text: String

    /// The path in the package of the file with its rules.
    public var path: String { "\(folder)/\(name).json" }

    /// Starts it, and opens its links in order, some of which it refuses.
    public let run: @MainActor @Sendable () throws -> [Visit]

    /// All systems, in the order in which a demo shows them.
    public static let all: [ExampleSystem] = [
        ExampleSystem(
            "features",
            "two features register their links when the app starts",
            "FeatureLinks",
            PackageResources.features_json
        ) { try FeatureLinks.run() },
        ExampleSystem(
            "edugo",
            "links of two schemes and a domain wait for the login",
            "EduGo",
            PackageResources.edugo_json
        ) { try EduGo.run() },
        ExampleSystem(
            "catalog",
            "typed destinations with a policy and routers",
            "Catalog",
            PackageResources.catalog_json
        ) { try Catalog.run() },
        ExampleSystem(
            "crahg",
            "a web site's links and their aliases open tabs and details",
            "Crahg",
            PackageResources.crahg_json
        ) { try Crahg.run() },
        ExampleSystem(
            "composable",
            "combined parsers replace the path of screens",
            "ComposableExample",
            PackageResources.composable_json
        ) { ComposableExample.run() },
        ExampleSystem(
            "shop-tabs",
            "links land in tabs and sheets, whatever is open",
            "ShopTabs",
            PackageResources.shop_tabs_json
        ) { try ShopTabs.run() },
    ]

    init(
        _ name: String,
        _ summary: String,
        _ folder: String,
        _ bytes: [UInt8],
        run: @escaping @MainActor @Sendable () throws -> [Visit]
    ) {
        (self.name, self.summary, self.run) = (name, summary, run)
        self.folder = "Sources/Examples/\(folder)"
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The rules.
    ///
    /// - Returns: The configuration in the file.
    /// - Throws: A fault of the file; a test makes sure that there is none.
    public func configuration() throws(LinkConfigurationError) -> LinkConfiguration {
        try LinkConfiguration(data: Data(text.utf8))
    }
}
