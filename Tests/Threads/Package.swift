// swift-tools-version: 6.2

// The tests of what tasks share, in a package of their own: built with the thread sanitizer, the whole package and all its
// tests take many minutes, and most of them have one thread. `.ci/sanitizers.sh` runs these, `.ci/sanitizers.sh thread` all.
//
// The folders beside this file have links to the package's own.

import PackageDescription

let package = Package(
    name: "Threads",
    platforms: [.macOS(.v13)],
    targets: [
        .target(
            name: "PathMatching",
            path: "PathMatching",
            exclude: ["PathMatching.docc"]
        ),
        .target(
            name: "DeepLinks",
            dependencies: ["PathMatching"],
            path: "DeepLinks",
            exclude: ["DeepLinks.docc"]
        ),
        // The clock for tests is all that these need of it.
        .target(name: "LinkChecking", path: "LinkChecking"),
        .target(name: "TestSupport", path: "TestSupport"),
        .testTarget(
            name: "PathMatchingTests",
            dependencies: ["PathMatching"],
            path: "PathMatchingTests"
        ),
        .testTarget(
            name: "DeepLinksTests",
            dependencies: ["DeepLinks", "LinkChecking", "PathMatching", "TestSupport"],
            path: "DeepLinksTests"
        ),
    ]
)

// The access of imports is what the package's own manifest makes it.
for target in package.targets {
    target.swiftSettings = [
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
