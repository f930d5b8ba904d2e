#!/usr/bin/env bash
# The cost of linking the library: the size of the stripped program, and the work until its main begins.
# needs: Linux, GNU's date, stat and strip; valgrind for instructions
# usage: .ci/linking.sh [STARTS]      how often each program's start is timed (default: 200)
set -euo pipefail
if [ "$(uname)" != Linux ]; then
    echo "NOT CHECKED: this measures programs of Linux"
    exit 0
fi
cd "$(dirname "$0")/.."

starts=${1:-200}
root=$PWD
# A separate package, so that each program has only what it asks for.
package=$root/.build/ci/linking
mkdir -p "$package"

# Writes a program: its name, the module of Foundation that it imports, and whether it uses the library.
products=""
add() {
    mkdir -p "$package/Sources/$1"
    {
        [ -z "$2" ] || echo "import $2"
        if [ "$3" = yes ]; then
            # With an argument, one link is registered, rewritten and run; without one, only the cost of linking is measured.
            cat <<'SWIFT'
import DeepLinks

@MainActor
func open(_ text: String) throws {
    let rewriter = try URLRewriter {
        Domain("mydomain.io") { Rewrite("/domainA/{id:int}", to: "/featureA/detail?id={id}") }
    }
    let handler = DeepLinkHandler()
    try handler.register("/featureA/detail") { print($0[.id] ?? "") }
    try handler.handle(rewriter.rewrite(text))
}

if CommandLine.arguments.count > 1 { try open(CommandLine.arguments[1]) }
SWIFT
        elif [ -n "$2" ]; then
            # The linker would leave Foundation out if it was not used.
            echo 'if CommandLine.arguments.count > 1 { print(URL(string: CommandLine.arguments[1])?.path ?? "") }'
        else
            echo 'if CommandLine.arguments.count > 1 { print(CommandLine.arguments[1]) }'
        fi
    } >"$package/Sources/$1/main.swift.new"
    # A file that did not change is not compiled again.
    if cmp -s "$package/Sources/$1/main.swift.new" "$package/Sources/$1/main.swift"; then
        rm "$package/Sources/$1/main.swift.new"
    else
        mv "$package/Sources/$1/main.swift.new" "$package/Sources/$1/main.swift"
    fi
    local dependencies=""
    [ "$3" = no ] || dependencies='.product(name: "DeepLinks", package: "DeepLinks")'
    products+="        .executableTarget(name: \"$1\", dependencies: [$dependencies]),"$'\n'
}
add swift "" no
add essentials FoundationEssentials no
add essentials-links FoundationEssentials yes
add foundation Foundation no
add foundation-links Foundation yes
ln -sfn "$root" "$package/DeepLinks"
cat >"$package/Package.swift" <<EOS
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "linking",
    platforms: [.macOS(.v13)],
    dependencies: [.package(path: "DeepLinks")],
    targets: [
$products    ]
)
EOS

# The milliseconds of processor time and of elapsed time for one start.
start_times() {
    local program=$1 before after
    "$program"
    before=$(date +%s%N)
    TIMEFORMAT='%U %S'
    processor=$({ time for ((i = 0; i < starts; i++)); do "$program"; done; } 2>&1)
    after=$(date +%s%N)
    awk -v p="$processor" -v w=$((after - before)) -v n="$starts" \
        'BEGIN { split(p, t, " "); printf "%6.2f %6.2f\n", (t[1] + t[2]) * 1000 / n, w / 1e6 / n }'
}

# The thousands of instructions until the program ends; they do not depend on the machine's load.
instructions() {
    command -v valgrind >/dev/null || { echo "-"; return; }
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 >/dev/null |
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p' | awk '{ printf "%d", $1 / 1000 }'
}

printf '%-42s %12s %10s %10s %14s\n' "" "stripped KB" "CPU ms" "wall ms" "instructions/k"
for library in dynamic static; do
    options=()
    [ "$library" = dynamic ] || options=(--static-swift-stdlib)
    # Each kind has its own folder, as otherwise the other kind's objects would be linked again.
    (cd "$package" && swift build -c release --scratch-path ".build/$library" "${options[@]}" 2>&1 | tail -n 1) >&2
    for name in swift essentials essentials-links foundation foundation-links; do
        program=$package/.build/$library/release/$name
        stripped=$program.stripped
        strip -o "$stripped" "$program"
        read -r processor wall < <(start_times "$stripped")
        printf '%-42s %12d %10s %10s %14s\n' "$library standard library, $name" \
            $(($(stat -c %s "$stripped") / 1000)) "$processor" "$wall" "$(instructions "$stripped")"
    done
done
