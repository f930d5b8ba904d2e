import DeepLinks
import DeepLinksExamples

/// An example system that can open links.
struct DemoSystem: Sendable {
    let name: String
    let summary: String
    let folder: String

    /// The links that it opens by default, some of which it refuses.
    let links: [String]

    /// Starts the system and opens the links in order.
    let run: @MainActor @Sendable ([String]) throws -> [Visit]

    /// All systems, in the order in which they are run.
    static let all = [
        DemoSystem(
            name: "features",
            summary: "two features register their links when the app starts",
            folder: "Sources/Examples/FeatureLinks",
            links: FeatureLinks.links,
            run: FeatureLinks.run
        ),
        DemoSystem(
            name: "edugo",
            summary: "links of two schemes and a domain wait for the login",
            folder: "Sources/Examples/EduGo",
            links: EduGo.links,
            run: EduGo.run
        ),
        DemoSystem(
            name: "catalog",
            summary: "typed destinations with a policy and routers",
            folder: "Sources/Examples/Catalog",
            links: Catalog.links,
            run: Catalog.run
        ),
        DemoSystem(
            name: "crahg",
            summary: "a web site's links and their aliases open tabs and details",
            folder: "Sources/Examples/Crahg",
            links: Crahg.links,
            run: Crahg.run
        ),
        DemoSystem(
            name: "composable",
            summary: "combined parsers replace the path of screens",
            folder: "Sources/Examples/ComposableExample",
            links: ComposableExample.links,
            run: ComposableExample.run
        ),
        DemoSystem(
            name: "shop-tabs",
            summary: "links land in tabs and sheets, whatever is open",
            folder: "Sources/Examples/ShopTabs",
            links: ShopTabs.links,
            run: ShopTabs.run
        ),
    ]

    /// The systems for a name: one, or all if there is no name.
    static func named(by word: String?) throws(ToolError) -> [DemoSystem] {
        guard let word else { return all }
        if let system = all.first(where: { $0.name == word }) { return [system] }
        let names = all.map(\.name)
        throw .unknown(word, "is not a system", names, rest: "; the systems are \(list(names))")
    }
}
