#!/usr/bin/env bash
# The lines of Sources that no test reaches, counted for each module.
# usage: .ci/coverage.sh [WORD]      with a word: only the unreached lines of files whose path contains it
set -euo pipefail
cd "$(dirname "$0")/.."

# The llvm-cov of the toolchain, since another version may not read its profiles.
cov() {
    local beside
    beside=$(dirname "$(readlink -f "$(command -v swift)")")
    if [ -x "$beside/llvm-cov" ]; then "$beside/llvm-cov" "$@"; else xcrun llvm-cov "$@"; fi
}

# A separate build: instrumented code is slower, and the builds of the other steps must stay as they are.
build=.build/coverage
log=.build/ci/coverage.log
mkdir -p .build/ci
swift test --enable-code-coverage --scratch-path "$build" >"$log" 2>&1 || { tail -n 50 "$log" >&2; exit 1; }
binaries=$(swift build --show-bin-path --scratch-path "$build")
bundle=$(find "$binaries" -maxdepth 1 -name '*PackageTests.xctest')
# On macOS the bundle is a folder.
if [ -d "$bundle" ]; then bundle=$(find "$bundle/Contents/MacOS" -type f); fi

cov export --format=lcov --instr-profile="$binaries/codecov/default.profdata" "$bundle" |
    awk -v root="$PWD/Sources/" -v word="${1:-}" '
    # A file, then its lines with the number of runs of each.
    /^SF:/ { file = substr($0, 4); inside = index(file, root) == 1; file = substr(file, length(root) + 1) }
    inside && /^DA:/ {
        split(substr($0, 4), field, ",")
        module = file; sub(/\/.*/, "", module)
        lines[module]++
        if (field[2] > 0) { reached[module]++ } else { missed[file] = missed[file] " " field[1]; files[file] = 1 }
    }
    # Writes consecutive numbers as ranges.
    function ranges(list,    part, count, i, from, text) {
        count = split(list, part, " ")
        for (i = 1; i <= count; i++) {
            from = part[i]
            while (i < count && part[i + 1] == part[i] + 1) { i++ }
            text = text (text == "" ? "" : ", ") (from == part[i] ? from : from "-" part[i])
        }
        return text
    }
    END {
        for (file in files) {
            if (index(file, word)) { print "Sources/" file ": " ranges(missed[file]) | "sort" }
        }
        close("sort")
        if (word != "") { exit }
        printf "\n%-18s %7s %9s %9s\n", "Module", "Lines", "Unreached", "Reached"
        for (module in lines) {
            printf "%-18s %7d %9d %8.2f%%\n", module, lines[module], lines[module] - reached[module], \
                100 * reached[module] / lines[module] | "sort"
            all += lines[module]; found += reached[module]
        }
        close("sort")
        printf "%-18s %7d %9d %8.2f%%\n", "all", all, all - found, 100 * found / all
    }' | tee .build/ci/coverage.txt
tail -n 1 .build/ci/coverage.txt | awk '{ print $4 " of " $2 " lines reached" }' >"${CI_SUMMARY:-/dev/null}"
