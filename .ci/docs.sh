#!/usr/bin/env bash
# The documentation builds without a warning: every link in it leads somewhere.
# needs: the toolchain's docc and swift-symbolgraph-extract
set -euo pipefail
cd "$(dirname "$0")/.."

run() { if command -v "$1" >/dev/null; then "$@"; else xcrun "$@"; fi; }

out=.build/ci/docs
rm -rf "$out"
mkdir -p "$out"
# The tests' build has the modules already, and the tool needs all of them, but only to read their symbols.
swift build --product deeplink 2>&1 | awk '!/^\[[0-9]+\/[0-9]+\]/ { print; fflush() }'
modules=$(swift build --show-bin-path)/Modules
target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
names=""
for catalog in Sources/*/*.docc; do
    if [ ! -d "$catalog" ]; then continue; fi
    module=$(basename "$(dirname "$catalog")")
    mkdir -p "$out/$module.symbols"
    run swift-symbolgraph-extract -module-name "$module" -I "$modules" -target "$target" -output-dir "$out/$module.symbols" \
        -minimum-access-level public -emit-extension-block-symbols -skip-inherited-docs
    run docc convert "$catalog" --additional-symbol-graph-dir "$out/$module.symbols" \
        --fallback-display-name "$module" --fallback-bundle-identifier "$module" \
        --output-path "$out/$module.doccarchive" --warnings-as-errors
    names+="${names:+, }$module"
done
echo "${names:-no module has a catalog}" | tee "${CI_SUMMARY:-/dev/null}"
