#!/usr/bin/env bash
# Everything builds with optimization and without warnings; the benchmarks' answers and allocation counts are as promised.
# needs: Linux for the allocations; elsewhere only the answers are checked, and the output says so
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/ci/release.log
mkdir -p .build/ci
# In a folder of its own, as the tests use .build meanwhile.
swift build -c release --scratch-path .build/optimized 2>&1 | tee "$log" | awk '!/^\[[0-9]+\/[0-9]+\]/ { print; fflush() }'
# The manifest makes Swift's warnings errors; C, the linker and the package manager have warnings of their own.
if grep -nE '(^|[ :])warning:' "$log" >&2; then
    echo "The release build has the warnings above." >&2
    exit 1
fi
.build/optimized/release/DeepLinksBenchmarks --check | tee "${CI_SUMMARY:-/dev/null}"
