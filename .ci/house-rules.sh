#!/usr/bin/env bash
# The house rules that no compiler checks: no dependencies, a clean top level, nothing unsafe or unfinished in Sources.
set -euo pipefail
cd "$(dirname "$0")/.."

# Prints each breach in the checkout at $1, and fails if there was one.
check() (
    cd "$1"
    breaches=0
    breach() { # heading, offending lines
        if [ -n "$2" ]; then
            printf '%s\n%s\n' "$1" "$2" | sed '2,$s/^/    /'
            breaches=$((breaches + 1))
        fi
    }
    # The files that git tracks, whoever owns the checkout; in an unpacked archive, all files.
    listed() { git -c safe.directory='*' ls-files 2>/dev/null || ls -A; }
    # All lines of Sources that match $1, except comments.
    code() { grep -rnE --include='*.swift' "$1" Sources | grep -vE '^[^:]+:[0-9]+: *//' || true; }

    breach "The package depends on no other: take the dependency out of Package.swift." \
        "$(grep -nE '\.package *\(' Package.swift || true)"
    breach "The top level is Package.swift, Sources, Tests, Benchmarks, README.md and names with a leading dot." \
        "$(listed | cut -d/ -f1 | sort -u |
            grep -vxE '\..*|Package\.swift|Sources|Tests|Benchmarks|README\.md' || true)"
    breach "Sources never traps on an error or a cast: catch the error or pass it on, and write 'as?'." \
        "$(code '(^|[^[:alnum:]_])(try|as)!')"
    breach "Sources has no 'nonisolated(unsafe)': isolate the value, or make it immutable." \
        "$(code 'nonisolated\(unsafe\)')"
    # The floor check cannot find this one: type-checking accepts it for older systems.
    breach "Sources has no 'isolated deinit', which needs iOS 18.4." "$(code 'isolated +deinit')"
    # Int has 32 bits on some watches, and only PathMatching is compiled for them here.
    breach "Sources has no number above 2 147 483 647 without its type: write 'as Int64' behind it." \
        "$(code '(^|[^[:alnum:]_."-])[1-9](_?[0-9]){9,}' | grep -vE 'as U?Int64|: UInt64' || true)"
    breach "Sources is finished work: do what the note says, or take it out." \
        "$(grep -rnEw 'TODO|FIXME|XXX|HACK' Sources || true)"
    breach "Sources has no code for frameworks that nothing here compiles: make it a recipe in the documentation." \
        "$(code '(canImport|import) *\(? *(SwiftUI|UIKit|AppKit|WatchKit)([^[:alnum:]]|$)')"
    return $((breaches > 0))
)

check .

# A rule that cannot fail is useless, so each rule must find a planted breach, and none may find one in a clean checkout.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch"/{Sources/A/A.docc,Scripts}
cd "$scratch"
git -c init.defaultBranch=main init -q .
count=-1
while IFS='|' read -r file text; do
    rm -f Makefile Scripts/* Sources/A/A.docc/*
    echo 'let package = Package(name: "A")' >Package.swift
    printf '/// Never write try! or as! here.\nlet entry = 1\n' >Sources/A/A.swift
    printf '%s\n' "$text" >>"$file"
    git add -A
    if found=$(check .); then status=clean; else status=broken; fi
    if [ "$status" != "$([ $count -lt 0 ] && echo clean || echo broken)" ]; then
        echo "With '$text' in $file the rules are $status: $found" >&2
        exit 1
    fi
    count=$((count + 1))
done <<'BREACHES'
Sources/A/A.swift|let clean = true
Package.swift|dependencies: [.package(url: "https://example.com/b", from: "1.0.0")]
Makefile|all:
Scripts/a.sh|true
Sources/A/A.swift|let a = try! b()
Sources/A/A.swift|let a = (try!b())
Sources/A/A.swift|let a = b as! Int
Sources/A/A.swift|nonisolated(unsafe) var a = 1
Sources/A/A.swift|let a = Duration.seconds(12_623_040_000)
Sources/A/A.swift|@MainActor class A { isolated deinit {} }
Sources/A/A.swift|// TODO: later
Sources/A/A.docc/A.md|FIXME
Sources/A/A.swift|#if canImport(SwiftUI)
Sources/A/A.swift|public import UIKit
BREACHES
echo "all rules kept; each of $count planted breaches is found" | tee "${CI_SUMMARY:-/dev/null}"
