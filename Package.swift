// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "DeepLinks",
    platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        .library(name: "DeepLinks", targets: ["DeepLinks"]),
        // Findings about rules, sample links, places in JSON: for tests and tools.
        .library(name: "LinkChecking", targets: ["LinkChecking"]),
        // The apple-app-site-association format: reading, matching, audit.
        .library(name: "SiteAssociation", targets: ["SiteAssociation"]),
        // Path patterns and the trie, for code that routes something other than links.
        .library(name: "PathMatching", targets: ["PathMatching"]),
        .executable(name: "deeplink", targets: ["deeplink"]),
        // `swift package check-links`, in a package that depends on this one.
        .plugin(name: "CheckLinks", targets: ["CheckLinks"]),
    ],
    // Names of targets are unique in the whole graph of an app's packages. So those that an app could use for targets of its
    // own, such as `Examples`, begin with the name of this package; the folders keep the short names.
    targets: [
        .target(name: "PathMatching"),
        .target(name: "DeepLinks", dependencies: ["PathMatching"]),
        .target(name: "LinkChecking", dependencies: ["DeepLinks", "PathMatching"]),
        .target(
            name: "SiteAssociation",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching"]
        ),
        // Complete systems, built on the public API alone.
        .target(
            name: "DeepLinksExamples",
            dependencies: ["DeepLinks"],
            path: "Sources/Examples",
            // The link tables of real apps, for `deeplink --config`. No code reads them, so they are not resources.
            exclude: ["Apps"],
            // Each system's rules as data, for `deeplink --system`.
            resources: [
                .embedInCode("Catalog/catalog.json"),
                .embedInCode("ComposableExample/composable.json"),
                .embedInCode("Crahg/crahg.json"),
                .embedInCode("EduGo/edugo.json"),
                .embedInCode("FeatureLinks/features.json"),
                .embedInCode("ShopTabs/shop-tabs.json"),
            ],
            packageAccess: false
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
        .executableTarget(name: "deeplink", dependencies: ["DeepLinkTool"]),
        .plugin(
            name: "CheckLinks",
            capability: .command(
                intent: .custom(
                    verb: "check-links",
                    description:
                        "Checks the rules in links.json; takes the arguments of 'deeplink check'."
                )
            ),
            path: "Sources/CheckLinks"
        ),
        // What the tests of several modules need.
        .target(
            name: "DeepLinksTestSupport",
            dependencies: ["PathMatching"],
            path: "Tests/TestSupport"
        ),
        .testTarget(
            name: "PathMatchingTests",
            dependencies: ["PathMatching", "DeepLinksTestSupport"],
            exclude: ["Tables"]
        ),
        .testTarget(
            name: "DeepLinksTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "DeepLinksTestSupport"],
            exclude: ["Tables"]
        ),
        .testTarget(
            name: "LinkCheckingTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "DeepLinksTestSupport"],
            exclude: ["Tables"]
        ),
        .testTarget(
            name: "SiteAssociationTests",
            dependencies: [
                "DeepLinks", "DeepLinksExamples", "LinkChecking", "PathMatching", "SiteAssociation",
                "DeepLinksTestSupport",
            ],
            exclude: ["Tables"],
            resources: [
                .copy("Resources/files"),
                .copy("Resources/files.tsv"),
                .copy("Resources/recorded-answers.jsonl"),
            ]
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: [
                "DeepLinks", "DeepLinksExamples", "LinkChecking", "DeepLinksTestSupport",
            ]
        ),
        .testTarget(
            name: "DeepLinkToolTests",
            dependencies: [
                "DeepLinkTool", "DeepLinksExamples", "LinkChecking", "PathMatching",
                "DeepLinksTestSupport", "deeplink",
            ],
            exclude: ["Advice", "Map/Data", "Tables", "Transcripts"]
        ),
        // Replays the inputs in which fuzzing found faults; the fuzzers are a package of their own, Tests/Fuzzing.
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "DeepLinkTool", "DeepLinks", "LinkChecking", "PathMatching", "SiteAssociation",
                "DeepLinksTestSupport",
            ],
            exclude: ["Tables"]
        ),
        // Runs the code of README.md and of the articles. The plug-in puts it into the files of Snippets, before they are compiled.
        .target(name: "DeepLinksArticleCode", path: "Tests/ArticleCode/Reading"),
        .executableTarget(
            name: "DeepLinksArticleCodeTool",
            dependencies: ["DeepLinksArticleCode"],
            path: "Tests/ArticleCode/Tool"
        ),
        .plugin(
            name: "DeepLinksArticleCodePlugin",
            capability: .buildTool(),
            dependencies: ["DeepLinksArticleCodeTool"],
            path: "Tests/ArticleCode/Plugin"
        ),
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "DeepLinkTool", "DeepLinks", "DeepLinksArticleCode", "DeepLinksTestSupport",
                "LinkChecking",
                "PathMatching", "SiteAssociation",
            ],
            exclude: ["Snippets"],
            plugins: ["DeepLinksArticleCodePlugin"]
        ),

        // The benchmarks are in the package so that every build compiles them; otherwise they would soon stop compiling.
        .target(name: "DeepLinksAllocationCounter", path: "Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "DeepLinksBenchmarks",
            dependencies: [
                "DeepLinksAllocationCounter", "DeepLinks", "LinkChecking", "PathMatching",
                "SiteAssociation",
            ],
            path: "Benchmarks",
            exclude: ["AllocationCounter", "Data", "Pictures"]
        ),
        .testTarget(name: "BenchmarksTests", dependencies: ["DeepLinksBenchmarks"]),
    ]
)

// The same settings for all Swift targets; C targets and plugins have none of them.
for target in package.targets
where target.type != .plugin && target.name != "DeepLinksAllocationCounter" {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
