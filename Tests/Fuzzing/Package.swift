// swift-tools-version: 6.2

// The fuzzer, in a package of its own: it needs a sanitizer that the package itself is not built with.
// See README.md beside this file.

import PackageDescription

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    targets: [
        // The package's own sources, as the oracles also test declarations that are not public.
        .target(name: "PathMatching"),
        .target(name: "DeepLinks", dependencies: ["PathMatching"]),
        .target(name: "LinkChecking", dependencies: ["DeepLinks", "PathMatching"]),
        .target(
            name: "SiteAssociation",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching"]
        ),
        .target(
            name: "DeepLinksExamples",
            dependencies: ["DeepLinks"],
            path: "Sources/Examples",
            exclude: ["Apps"],
            resources: [
                .embedInCode("Catalog/catalog.json"),
                .embedInCode("ComposableExample/composable.json"),
                .embedInCode("Crahg/crahg.json"),
                .embedInCode("EduGo/edugo.json"),
                .embedInCode("FeatureLinks/features.json"),
                .embedInCode("ShopTabs/shop-tabs.json"),
            ]
        ),
        .target(
            name: "DeepLinkTool",
            dependencies: [
                "DeepLinks", "DeepLinksExamples", "LinkChecking", "PathMatching", "SiteAssociation",
            ],
            resources: [
                .embedInCode("Map/Page/page.html"),
                .embedInCode("Map/Page/page.css"),
                .embedInCode("Map/Page/page.js"),
                .embedInCode("Map/Page/matcher.js"),
            ]
        ),
        .target(
            name: "DeepLinksTestSupport",
            dependencies: ["PathMatching"],
            path: "Sources/TestSupport"
        ),
        .target(
            name: "Oracles",
            dependencies: [
                "DeepLinkTool", "DeepLinks", "LinkChecking", "PathMatching", "SiteAssociation",
                "DeepLinksTestSupport",
            ]
        ),
        .executableTarget(name: "fuzz", dependencies: ["Oracles"]),
    ]
)

// The same settings as in the package.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
