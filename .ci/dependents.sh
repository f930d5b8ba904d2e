#!/usr/bin/env bash
# An app with targets of usual names builds with this package, and has the command 'swift package check-links'.
#
# Names of targets are unique in the whole graph of packages: two targets with one name are an error of the app's author,
# who can rename neither. Targets of tests count too if they are listed in the app's own package.
set -euo pipefail
cd "$(dirname "$0")/.."

names=(App Examples Benchmarks TestSupport Tools Tests AllocationCounter ExamplesTests BenchmarksTests DocumentationTests FuzzingTests)
root=$PWD
folder=$root/.build/ci/dependents
mkdir -p "$folder"/{app/Sources,small/Sources/{App,deeplink}}

# Writes a file, except if it did not change, so that it is not compiled again.
put() { # file
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}

ln -sfn "$root" "$folder/app/DeepLinks"
targets=""
for name in "${names[@]}"; do
    mkdir -p "$folder/app/Sources/$name"
    put "$folder/app/Sources/$name/Name.swift" \
        <<<'import DeepLinks; public func open(_ text: String) throws -> DeepLink { try DeepLink(text) }'
    targets+=".target(name: \"$name\", dependencies: [.product(name: \"DeepLinks\", package: \"DeepLinks\")]), "
done
put "$folder/app/Package.swift" <<EOS
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "App", platforms: [.macOS(.v13)], dependencies: [.package(path: "DeepLinks")], targets: [$targets])
EOS
swift build --package-path "$folder/app" --disable-index-store -debug-info-format none 2>&1 | awk '!/^\[[0-9]+\/[0-9]+\]/ { print; fflush() }'
if find "$folder/app/.build/" -name '*ArticleCode*' | grep .; then
    echo "A package that depends on this one builds what only the tests of this one need." >&2
    exit 1
fi
if ! swift package --package-path "$folder/app" plugin --list | grep 'check-links.*CheckLinks'; then
    echo "A package that depends on this one does not have the command 'check-links'." >&2
    exit 1
fi

# The real plugin and its declaration, with a tool that prints how it was called: building the real one takes a minute.
ln -sfn "$root/Sources/CheckLinks" "$folder/small/Sources/CheckLinks"
{
    cat Package.swift
    cat <<'EOS'
package.targets = package.targets.filter { ["CheckLinks", "deeplink"].contains($0.name) }
package.products = []
for target in package.targets where target.name == "deeplink" { target.dependencies = [] }
EOS
} | put "$folder/small/Package.swift"
put "$folder/small/Sources/deeplink/main.swift" <<'EOS'
import Foundation
print(URL(fileURLWithPath: FileManager.default.currentDirectoryPath).lastPathComponent, CommandLine.arguments.dropFirst())
exit(CommandLine.arguments.contains("--fail") ? 66 : 0)
EOS
# Runs the command in that package's folder, for its output and its exit code.
check_links() { swift package --package-path "$folder/small" check-links "$@" 2>"$folder/log"; }
said=$(check_links --format github 'a b.json') || { cat "$folder/log" >&2; exit 1; }
if [ "$said" != 'small ["check", "--format", "github", "a b.json"]' ]; then
    echo "check-links runs: $said" >&2
    exit 1
fi
if check_links --fail >/dev/null || ! grep -q 'exit code 66' "$folder/log"; then
    cat "$folder/log" >&2
    echo "check-links does not fail when the tool does." >&2
    exit 1
fi
echo "an app with ${#names[@]} targets of usual names builds; check-links runs the tool, and fails with it" |
    tee "${CI_SUMMARY:-/dev/null}"
