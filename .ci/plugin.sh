#!/usr/bin/env bash
# A package that depends on this one has the command 'swift package check-links', which passes its arguments on.
#
# The plugin and its declaration are the real ones. The tool is a small program that prints how it was called, since
# building the real one takes a minute.
set -euo pipefail
cd "$(dirname "$0")/.."

root=$PWD
folder=$root/.build/ci/plugin
mkdir -p "$folder/app/Sources/App" "$folder/DeepLinks/Sources/deeplink"

# The app's manifest, with this package at the given path.
app() { # path
    cat <<EOS
// swift-tools-version: 6.2
import PackageDescription
let package = Package(name: "App", dependencies: [.package(path: "$1")], targets: [.target(name: "App")])
EOS
}
# A file that did not change is not compiled again.
put() { # file
    cat >"$1.new"
    if cmp -s "$1.new" "$1"; then rm "$1.new"; else mv "$1.new" "$1"; fi
}
put "$folder/app/Sources/App/App.swift" <<<'let app = true'

# The whole package offers the command to packages that depend on it.
ln -sfn "$root" "$folder/whole"
mkdir -p "$folder/list"
app "$folder/whole" | put "$folder/list/Package.swift"
ln -sfn "$folder/app/Sources" "$folder/list/Sources"
if ! swift package --package-path "$folder/list" plugin --list | grep 'check-links.*CheckLinks'; then
    echo "A package that depends on this one does not have the command 'check-links'." >&2
    exit 1
fi

# The manifest with only the plugin and its tool.
ln -sfn "$root/Sources/CheckLinks" "$folder/DeepLinks/Sources/CheckLinks"
{
    cat Package.swift
    cat <<'EOS'
package.targets = package.targets.filter { ["CheckLinks", "deeplink"].contains($0.name) }
package.products = package.products.filter { ["CheckLinks", "deeplink"].contains($0.name) }
for target in package.targets where target.name == "deeplink" { target.dependencies = [] }
EOS
} | put "$folder/DeepLinks/Package.swift"
put "$folder/DeepLinks/Sources/deeplink/main.swift" <<'EOS'
import Foundation
print(URL(fileURLWithPath: FileManager.default.currentDirectoryPath).lastPathComponent, CommandLine.arguments.dropFirst())
exit(CommandLine.arguments.contains("--fail") ? 66 : 0)
EOS
app "$folder/DeepLinks" | put "$folder/app/Package.swift"

# Runs the command in the app's folder, for its output and its exit code.
check_links() { swift package --package-path "$folder/app" check-links "$@" 2>"$folder/log"; }
said=$(check_links --format github 'a b.json') || { cat "$folder/log" >&2; exit 1; }
if [ "$said" != 'app ["check", "--format", "github", "a b.json"]' ]; then
    echo "check-links runs: $said" >&2
    exit 1
fi
if check_links --fail >/dev/null || ! grep -q 'exit code 66' "$folder/log"; then
    cat "$folder/log" >&2
    echo "check-links does not fail when the tool does." >&2
    exit 1
fi
echo "check-links runs the tool, and fails with it" | tee "${CI_SUMMARY:-/dev/null}"
