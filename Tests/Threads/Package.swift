// swift-tools-version: 6.2

// Tests of what tasks share, in a package of their own: with the thread sanitizer, building the whole package and running all its
// tests takes many minutes, and most tests have one thread. `.ci/sanitizers.sh` runs these.
//
// The folders beside this file have links to the package's files.

import PackageDescription

let package = Package(
    name: "Threads",
    platforms: [.macOS(.v13)],
    targets: [
        .target(name: "PathMatching", path: "PathMatching", exclude: ["PathMatching.docc"]),
        .target(
            name: "DeepLinks",
            dependencies: ["PathMatching"],
            path: "DeepLinks",
            exclude: ["DeepLinks.docc"]
        ),
        // These tests need only the clock for tests from this module.
        .target(name: "LinkChecking", path: "LinkChecking"),
        .target(
            name: "DeepLinksTestSupport",
            dependencies: ["PathMatching"],
            path: "TestSupport"
        ),
        .testTarget(
            name: "PathMatchingTests",
            dependencies: ["PathMatching"],
            path: "PathMatchingTests"
        ),
        .testTarget(
            name: "DeepLinksTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "DeepLinksTestSupport"],
            path: "DeepLinksTests"
        ),
    ]
)

// The access level of imports is set as in the package's own manifest.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
