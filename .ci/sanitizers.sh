#!/usr/bin/env bash
# No data race is found in what tasks may share: the tests of Tests/Threads run under the thread sanitizer.
set -euo pipefail
cd "$(dirname "$0")/.."

# A build of its own, in a separate folder that leaves the other builds alone.
build=$PWD/.build/sanitizers
log=.build/ci/sanitizers.log
mkdir -p "$build" .build/ci
# Swift's own backtracer would replace the sanitizer's reports.
export SWIFT_BACKTRACE=enable=no
report='WARNING: ThreadSanitizer'

# A check that cannot fail is useless.
cat >"$build/planted.swift" <<'SWIFT'
import Foundation
final class Box: @unchecked Sendable { var value = 0 }
let box = Box()
let other = Thread { box.value += 1 }
other.start()
box.value += 1
while !other.isFinished { usleep(1_000) }
SWIFT
swiftc -sanitize=thread -o "$build/planted" "$build/planted.swift" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
if "$build/planted" >"$log" 2>&1 || ! grep -q "$report" "$log"; then
    echo "The thread sanitizer does not find a planted fault." >&2
    exit 1
fi

# Without line numbers, it builds in five sixths of the time.
options=(--package-path Tests/Threads --scratch-path "$build/threads" --sanitize=thread --disable-xctest -debug-info-format none)
swift build --build-tests "${options[@]}" 2>&1 | awk '!/^\[[0-9]+\/[0-9]+\]|ld\.gold: warning/ { print; fflush() }'
# The tests take seconds; a run of ten minutes hangs.
bounded() { if command -v timeout >/dev/null; then timeout 600 "$@"; else "$@"; fi; }
failed=0
# Tests of how the work grows mean nothing here, and take long.
bounded swift test --skip-build "${options[@]}" --skip 'in proportion|in time that grows|does not make it long' >"$log" 2>&1 || failed=$?
closing=$(grep -aE 'Test run with [1-9][0-9]* tests? .*passed' "$log" | tail -n 1) || failed=1
# A test that expects its child process to fail would take a report for that failure, so reports are searched.
if [ "$failed" -ne 0 ] || grep -aq "$report" "$log"; then
    LC_ALL=C tr -d '\000-\010\013-\037\177' <"$log" |
        LC_ALL=C grep -aE -A 30 "$report|✘|Fatal error" | head -n 300 >&2 || tail -n 50 "$log" >&2
    echo "Under the thread sanitizer the tests fail; all that they say is in $log." >&2
    exit 1
fi
echo "$(grep -oE '[0-9]+ tests?' <<<"$closing" | head -n 1) clean" | tee "${CI_SUMMARY:-/dev/null}"
