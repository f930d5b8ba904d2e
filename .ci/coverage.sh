#!/usr/bin/env bash
# The lines of Sources that no test reaches, counted for each file.
# usage: .ci/coverage.sh [FILE...]      with files or folders: their unreached lines
set -euo pipefail
cd "$(dirname "$0")/.."

# The llvm-cov of the toolchain, since another version may not read its profiles.
beside=$(dirname "$(readlink -f "$(command -v swift)")")
cov() { if [ -x "$beside/llvm-cov" ]; then "$beside/llvm-cov" "$@"; else xcrun llvm-cov "$@"; fi; }

# A separate build: instrumented code is slower, and the builds of the other steps must stay as they are.
build=.build/coverage
log=.build/ci/coverage.log
mkdir -p .build/ci
swift test --enable-code-coverage --scratch-path "$build" >"$log" 2>&1 || { tail -n 50 "$log" >&2; exit 1; }
binaries=$(swift build --show-bin-path --scratch-path "$build")
bundle=$(find "$binaries" -maxdepth 1 -name '*PackageTests.xctest')
# On macOS the bundle is a folder.
if [ -d "$bundle" ]; then bundle=$(find "$bundle/Contents/MacOS" -type f); fi

if [ $# -gt 0 ]; then
    cov show "$bundle" --instr-profile="$binaries/codecov/default.profdata" "${@/#/$PWD/}" | grep -E '^/|^ *[0-9]+\| +0\|'
else
    cov report "$bundle" --instr-profile="$binaries/codecov/default.profdata" \
        --show-region-summary=false --show-branch-summary=false "$PWD/Sources"
fi
