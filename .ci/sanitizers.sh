#!/usr/bin/env bash
# No data race is found in what tasks may share.
# usage: .ci/sanitizers.sh [shared|thread|address]...      without names: shared
#   shared    the tests of Tests/Threads, under the thread sanitizer
#   thread    all tests, under the thread sanitizer
#   address   all tests, under the address sanitizer; .ci/fuzzing.sh runs each fuzzer under it anyway
set -euo pipefail
cd "$(dirname "$0")/.."

if [ $# -eq 0 ]; then set -- shared; fi
# Each sanitizer needs a build of its own, in a separate folder that leaves the other builds alone.
builds=$PWD/.build/sanitizers
mkdir -p "$builds" .build/ci
# Swift's own backtracer would replace the sanitizers' reports.
export SWIFT_BACKTRACE=enable=no
# Swift stores pointers to the counts of weak references in an encoded form, so the sanitizer takes their targets for leaks.
# The fuzzers, which are built with this sanitizer too, show that the package itself leaks nothing.
export ASAN_OPTIONS=detect_leaks=0

# Tests of how the work grows mean nothing here, and take long.
skipped='in proportion|in time that grows|does not make it long'
# The tests take some minutes under the thread sanitizer on two cores; a run of half an hour hangs.
bounded() { if command -v timeout >/dev/null; then timeout 1800 "$@"; else "$@"; fi; }

# A program with a fault that the sanitizer must find.
planted() { # thread|address
    case $1 in
    thread) cat <<'SWIFT'
import Foundation
final class Box: @unchecked Sendable { var value = 0 }
let box = Box()
let other = Thread { box.value += 1 }
other.start()
box.value += 1
while !other.isFinished { usleep(1_000) }
SWIFT
        ;;
    address) cat <<'SWIFT'
let pointer = UnsafeMutablePointer<Int>.allocate(capacity: 1)
pointer.initialize(to: 1)
pointer.deallocate()
print(pointer.pointee)
SWIFT
        ;;
    esac
}

summary=""
for tests; do
    case $tests in
    shared) sanitizer=thread package=Tests/Threads ;;
    thread | address) sanitizer=$tests package=. ;;
    *) echo "'$tests' is no choice; there are shared, thread and address." >&2; exit 2 ;;
    esac
    case $sanitizer in
    thread) report='WARNING: ThreadSanitizer' ;;
    address) report='ERROR: AddressSanitizer' ;;
    esac
    since=$SECONDS

    # A check that cannot fail is useless.
    planted "$sanitizer" > "$builds/planted.swift"
    swiftc -sanitize="$sanitizer" -o "$builds/planted" "$builds/planted.swift" > "$builds/planted.log" 2>&1 ||
        { cat "$builds/planted.log" >&2; exit 1; }
    if "$builds/planted" > "$builds/planted.log" 2>&1 || ! grep -q "$report" "$builds/planted.log"; then
        echo "The $sanitizer sanitizer does not find a planted fault." >&2
        exit 1
    fi

    log=.build/ci/$tests-sanitizer.log
    # XCTest leaks memory itself, and no tests here use it.
    options=(--package-path "$package" --scratch-path "$builds/$tests" --sanitize="$sanitizer" --disable-xctest)
    swift build --build-tests "${options[@]}" 2>&1 |
        awk '!/^\[[0-9]+\/[0-9]+\]|ld\.gold: warning/ { print; fflush() }'
    failed=0
    bounded swift test --skip-build "${options[@]}" --skip "$skipped" > "$log" 2>&1 || failed=$?
    closing=$(grep -aE 'Test run with [1-9][0-9]* tests? .*passed' "$log" | tail -n 1) || failed=1
    # A test that expects its child process to fail would take a sanitizer's report for that failure, so reports are searched.
    if [ "$failed" -ne 0 ] || grep -aq "$report" "$log"; then
        LC_ALL=C tr -d '\000-\010\013-\037\177' < "$log" |
            LC_ALL=C grep -aE -A 30 "$report|✘|Fatal error" | head -n 300 >&2 || tail -n 50 "$log" >&2
        echo "Under the $sanitizer sanitizer the tests fail; all that they say is in $log." >&2
        exit 1
    fi
    count=$(grep -oE '[0-9]+ tests?' <<< "$closing" | head -n 1)
    summary+="${summary:+; }$tests: $count clean in $((SECONDS - since)) s"
done
echo "$summary" | tee "${CI_SUMMARY:-/dev/null}"
