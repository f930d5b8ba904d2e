// swift-tools-version: 6.2

// The fuzzers, in a package of their own: they need a sanitizer that the package itself is not built with.
// See README.md beside this file.

import PackageDescription

let oracles = [
    "links", "internalLinks", "patterns", "rules", "configurations", "associations", "generation",
    "coverage",
    "pushes",
]

let package = Package(
    name: "Fuzzing",
    platforms: [.macOS(.v13)],
    dependencies: [.package(name: "DeepLinks", path: "../..")],
    targets: [
        .target(
            name: "Oracles",
            dependencies: [
                .product(name: "DeepLinks", package: "DeepLinks"),
                .product(name: "PathMatching", package: "DeepLinks"),
                .product(name: "SiteAssociation", package: "DeepLinks"),
            ]
        ),
        // Has faults, which the others must not have: what `.ci/fuzzing.sh` finds nothing with, finds these.
        .executableTarget(name: "planted"),
    ]
        + oracles.map { .executableTarget(name: "fuzz-\($0)", dependencies: ["Oracles"]) }
)
