#!/usr/bin/env bash
# The cost of linking the library: the size of the stripped program, and the work until its main begins.
# needs: Linux, GNU's stat and strip, valgrind
# usage: .ci/linking.sh [STARTS]      how often each program's start is timed (default: 200)
set -euo pipefail
if [ "$(uname)" != Linux ]; then
    echo "NOT CHECKED: this measures programs of Linux"
    exit 0
fi
cd "$(dirname "$0")/.."

starts=${1:-200}
# A separate package, so that each program has only what it asks for.
package=$PWD/.build/ci/linking
mkdir -p "$package"
ln -sfn "$PWD" "$package/DeepLinks"

# With an argument, a program uses what it links; without one, only the cost of linking is measured. The linker would leave
# out what no program uses.
uses_swift='print(CommandLine.arguments[1])'
uses_foundation='print(URL(string: CommandLine.arguments[1])?.path ?? "")'
uses_links='try await MainActor.run {
    let rewriter = try URLRewriter { Domain("mydomain.io") { Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}") } }
    let handler = DeepLinkHandler()
    try handler.register("/featureA/detail") { print($0[.id] ?? "") }
    try handler.handle(rewriter.rewrite(CommandLine.arguments[1]))
}'
products=""
add() { # name, imports, what it does, dependencies
    mkdir -p "$package/Sources/$1"
    { for module in $2; do echo "import $module"; done; echo "if CommandLine.arguments.count > 1 { $3 }"; } >"$package/Sources/$1/main.swift"
    products+=".executableTarget(name: \"$1\", dependencies: [$4]), "
}
links='.product(name: "DeepLinks", package: "DeepLinks")'
add swift "" "$uses_swift" ""
add essentials FoundationEssentials "$uses_foundation" ""
add essentials-links "FoundationEssentials DeepLinks" "$uses_links" "$links"
add foundation Foundation "$uses_foundation" ""
add foundation-links "Foundation DeepLinks" "$uses_links" "$links"
cat >"$package/Package.swift" <<EOS
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "linking", platforms: [.macOS(.v13)], dependencies: [.package(path: "DeepLinks")], targets: [$products])
EOS

TIMEFORMAT='%U %S'
printf '%-42s %12s %10s %14s\n' "" "stripped KB" "CPU ms" "instructions/k"
for library in dynamic static; do
    options=()
    [ "$library" = dynamic ] || options=(--static-swift-stdlib)
    # Each kind has its own folder, as otherwise the other kind's objects would be linked again.
    (cd "$package" && swift build -c release --scratch-path ".build/$library" "${options[@]}" 2>&1 | tail -n 1) >&2
    for name in swift essentials essentials-links foundation foundation-links; do
        program=$package/.build/$library/release/$name
        strip -o "$program.stripped" "$program"
        program+=.stripped
        "$program"
        processor=$({ time for ((i = 0; i < starts; i++)); do "$program"; done; } 2>&1 |
            awk -v n="$starts" '{ printf "%.2f", ($1 + $2) * 1000 / n }')
        # They do not depend on the machine's load.
        counted=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" 2>&1 >/dev/null |
            sed -nE 's/.*Collected : ([0-9]+).*/\1/p')
        printf '%-42s %12d %10s %14d\n' "$library standard library, $name" \
            $(($(stat -c %s "$program") / 1000)) "$processor" $((counted / 1000))
    done
done
