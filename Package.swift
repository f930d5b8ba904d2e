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
        .executable(name: "Benchmarks", targets: ["Benchmarks"]),
    ],
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
            name: "Examples",
            dependencies: ["DeepLinks"],
            // The link tables of real apps, for `deeplink --config`. No code reads them, so they are not resources.
            exclude: ["Apps"],
            // Each system's rules as data, for `deeplink --system`.
            resources: [
                .embedInCode("Catalog/catalog.json"),
                .embedInCode("ComposableExample/composable.json"),
                .embedInCode("Crahg/crahg.json"),
                .embedInCode("EduGo/edugo.json"),
                .embedInCode("FeatureLinks/features.json"),
            ],
            packageAccess: false
        ),
        .target(
            name: "DeepLinkTool",
            dependencies: [
                "DeepLinks", "Examples", "LinkChecking", "PathMatching", "SiteAssociation",
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
        .target(name: "TestSupport", path: "Tests/TestSupport"),
        .testTarget(name: "PathMatchingTests", dependencies: ["PathMatching", "TestSupport"]),
        .testTarget(
            name: "DeepLinksTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "TestSupport"]
        ),
        .testTarget(
            name: "LinkCheckingTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "TestSupport"]
        ),
        .testTarget(
            name: "SiteAssociationTests",
            dependencies: [
                "DeepLinks", "Examples", "LinkChecking", "PathMatching", "SiteAssociation",
                "TestSupport",
            ],
            resources: [
                .copy("Resources/files"),
                .copy("Resources/files.tsv"),
                .copy("Resources/recorded-answers.jsonl"),
            ]
        ),
        .testTarget(
            name: "ExamplesTests",
            dependencies: ["DeepLinks", "Examples", "LinkChecking"]
        ),
        .testTarget(
            name: "DeepLinkToolTests",
            dependencies: [
                "DeepLinkTool", "LinkChecking", "PathMatching", "TestSupport", "deeplink",
            ]
        ),
        // Replays the inputs in which fuzzing found faults; the fuzzers are a package of their own, Tests/Fuzzing.
        .testTarget(
            name: "FuzzingTests",
            dependencies: [
                "DeepLinkTool", "DeepLinks", "LinkChecking", "PathMatching", "SiteAssociation",
                "TestSupport",
            ]
        ),
        // Runs the code of README.md and of the articles.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "DeepLinkTool", "DeepLinks", "LinkChecking", "PathMatching", "SiteAssociation",
            ]
        ),

        // The benchmarks are in the package so that every build compiles them; otherwise they would soon stop compiling.
        .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "AllocationCounter", "DeepLinks", "LinkChecking", "PathMatching", "SiteAssociation",
            ],
            path: "Benchmarks",
            exclude: ["AllocationCounter", "Data", "Pictures"]
        ),
        .testTarget(name: "BenchmarksTests", dependencies: ["Benchmarks"]),
    ]
)

// The same settings for all Swift targets; C targets and plugins have none of them.
for target in package.targets where !["AllocationCounter", "CheckLinks"].contains(target.name) {
    target.swiftSettings = [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .strictMemorySafety(),
        .treatAllWarnings(as: .error),
    ]
}
