#!/usr/bin/env bash
# A package can depend on this one even if its own targets are called Examples, Benchmarks, TestSupport, Tools, Tests or App.
#
# Names of targets are unique in the whole graph of packages: two targets with one name are an error of the app's author,
# who can rename neither. Targets of tests count too if they are listed in the app's own package.
set -euo pipefail
cd "$(dirname "$0")/.."

names=(App Examples Benchmarks TestSupport Tools Tests AllocationCounter ExamplesTests BenchmarksTests DocumentationTests FuzzingTests)
package=$PWD/.build/ci/names
mkdir -p "$package"
ln -sfn "$PWD" "$package/DeepLinks"
targets=""
for name in "${names[@]}"; do
    mkdir -p "$package/Sources/$name"
    # A file that did not change is not compiled again.
    [ -s "$package/Sources/$name/Name.swift" ] ||
        echo 'import DeepLinks; public func open(_ text: String) throws -> DeepLink { try DeepLink(text) }' >"$package/Sources/$name/Name.swift"
    targets+="        .target(name: \"$name\", dependencies: [.product(name: \"DeepLinks\", package: \"DeepLinks\")]),"$'\n'
done
cat >"$package/Package.swift" <<EOS
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "App",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "DeepLinks")],
    targets: [
$targets    ]
)
EOS
swift build --package-path "$package" 2>&1 | awk '!/^\[[0-9]+\/[0-9]+\]/ { print; fflush() }'
echo "an app with ${#names[@]} targets of usual names builds with this package" | tee "${CI_SUMMARY:-/dev/null}"
