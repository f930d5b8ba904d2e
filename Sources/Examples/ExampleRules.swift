public import DeepLinks

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The rules of an example system as a JSON file, for tools that read such files.
///
/// They are the same rules as those in the system's code.
public struct ExampleRules: Sendable {
    /// The system's name, such as `edugo`.
    public let name: String

    /// The file's path in the package.
    public let path: String

    /// The file's text.
    public let text: String

    /// The rules of all systems, in the order in which a demo shows the systems.
    public static let all: [ExampleRules] = [
        ExampleRules("features", in: "FeatureLinks", PackageResources.features_json),
        ExampleRules("edugo", in: "EduGo", PackageResources.edugo_json),
        ExampleRules("catalog", in: "Catalog", PackageResources.catalog_json),
        ExampleRules("crahg", in: "Crahg", PackageResources.crahg_json),
        ExampleRules("composable", in: "ComposableExample", PackageResources.composable_json),
        ExampleRules("shop-tabs", in: "ShopTabs", PackageResources.shop_tabs_json),
    ]

    private init(_ name: String, in folder: String, _ bytes: [UInt8]) {
        self.name = name
        path = "Sources/Examples/\(folder)/\(name).json"
        text = String(decoding: bytes, as: UTF8.self)
    }

    /// The rules of the system with this name, or nil if there is none.
    public static func named(_ name: String) -> ExampleRules? {
        all.first { $0.name == name }
    }

    /// The rules.
    ///
    /// - Returns: The configuration in the file.
    /// - Throws: A fault of the file; a test makes sure that there is none.
    public func configuration() throws(LinkConfigurationError) -> LinkConfiguration {
        try LinkConfiguration(data: Data(text.utf8))
    }
}
