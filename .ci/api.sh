#!/usr/bin/env bash
# The public API is as .ci/public-api.txt lists it, and breaks nothing of the last release.
# needs: Linux, where the list was made; other systems may have other conformances
# usage: .ci/api.sh [REVISION]      the release to compare with; without one, the last tag before this commit
#        .ci/api.sh --write         writes the list anew, for an intended change
#
# `swift package diagnose-api-breaking-changes` would be shorter, but treats declarations with package access as public.
set -euo pipefail
if [ "$(uname)" != Linux ]; then
    echo "NOT CHECKED: the list of the public API is of Linux" | tee "${CI_SUMMARY:-/dev/null}"
    exit 0
fi
cd "$(dirname "$0")/.."

out=$PWD/.build/api
mkdir -p "$out"
# The lists are compared as bytes.
export LC_ALL=C

target=$(swiftc -print-target-info | sed -n 's/^ *"triple": "\(.*\)",$/\1/p' | head -n 1)
swiftc -o "$out/public-declarations" .ci/public-declarations.swift

# Prints the public declarations that others build on; the programs' own modules may change.
declarations() {
    # The last module depends on the others.
    swift build --target SiteAssociation >&2
    modules=$(swift build --show-bin-path)/Modules
    for module in DeepLinks LinkChecking PathMatching SiteAssociation; do
        graphs=$out/graphs/$module
        rm -rf "$graphs" && mkdir -p "$graphs"
        swift-symbolgraph-extract -module-name "$module" -I "$modules" -target "$target" -output-dir "$graphs" \
            -minimum-access-level public -skip-synthesized-members -skip-inherited-docs >&2
        "$out/public-declarations" "$graphs"/*.json | sed "s/^/$module: /"
    done
}

log=.build/ci/api.log
list=.ci/public-api.txt
mkdir -p .build/ci
declarations 2>"$log" >"$out/now.txt" || { cat "$log" >&2; exit 1; }
if [ "${1:-}" = --write ]; then
    cp "$out/now.txt" "$list"
    echo "$(wc -l <"$list") lines written to $list"
    exit 0
fi
if ! cmp -s "$list" "$out/now.txt"; then
    diff -U 0 "$list" "$out/now.txt" | grep -E '^[-+][^-+]' >&2 || true
    echo "The public API is not the one in $list. If that is meant, write the list anew with '.ci/api.sh --write'." >&2
    exit 1
fi

last=${1:-$(git -c safe.directory='*' describe --tags --abbrev=0 2>/dev/null || true)}
if [ -z "$last" ]; then
    echo "$(wc -l <"$out/now.txt") lines as in $list; no tag yet, so no release to compare with" | tee "${CI_SUMMARY:-/dev/null}"
    exit 0
fi
git -c safe.directory='*' show "$last:$list" >"$out/release.txt"

# Lines that only the release has are gone, except for the marks. An added mark is a break if its type is in the release.
breaks=$(
    comm -23 "$out/release.txt" "$out/now.txt" | grep -vE '^[^:]+: (new case of|must have) ' | sed 's/^/gone:  /' || true
    comm -13 "$out/release.txt" "$out/now.txt" | grep -E '^[^:]+: (new case of|must have) ' |
        while IFS= read -r line; do
            type=$(sed -E 's/^([^:]+: )(new case of|must have) ([^:]+): .*/\1\3: /' <<<"$line")
            if grep -qF "$type" "$out/release.txt"; then echo "added: $line"; fi
        done || true
)
# Intended breaks of a new major version, as lines in the printed form.
if [ -f .ci/api-breaks.txt ]; then breaks=$(grep -vxF -f .ci/api-breaks.txt <<<"$breaks" || true); fi
if [ -n "$breaks" ]; then
    printf '%s\n' "$breaks" >&2
    echo "Who builds on $last cannot build on this. Keep the old declaration beside the new one; a break that is meant takes a" \
        "new major version, and its line goes into .ci/api-breaks.txt." >&2
    exit 1
fi
echo "$(grep -cvE '^[^:]+: (new case of|must have) ' "$out/now.txt") lines as in $list, no break since $last" | tee "${CI_SUMMARY:-/dev/null}"
