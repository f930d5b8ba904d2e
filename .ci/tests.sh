#!/usr/bin/env bash
# The test suite passes in a debug build.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/ci/tests.log
mkdir -p .build/ci

# The log has everything. The output leaves out the build's progress, tests that began or passed, and XCTest's report on its
# own suites, which have no tests, so that failures and the closing line stand out. Line breaks and control characters in a
# test's arguments would break its line and make the log look like a binary file, so the control characters are removed.
swift test 2>&1 | tee "$log" | LC_ALL=C tr -d '\000-\010\013-\037\177' | LC_ALL=C awk '
    /✘|Test run with .* (passed|failed) after/ { print; fflush(); next }
    /^\[[0-9]+\/[0-9]+\]/ { next }
    /^◇ / { inside = !/started\.$/; next }
    /^(✔|↳|􀟈|􁁛) / { inside = 0 }
    inside { inside = !/started\.$/; next }
    /^[^ ]+ (Test|Suite) .* passed after / { next }
    /^Test Suite .* (started|passed) at / || /^[ \t]*Executed 0 tests/ { next }
    { print; fflush() }'
# Tests that need something the machine does not have are skipped; that is no failure, but it is reported.
skipped=$(LC_ALL=C grep -aoE 'Test .* skipped: .*|Suite .* skipped: .*' "$log" | sed -E 's/.* skipped: "?([^"]*)"?$/\1/' | sort | uniq -c |
    sed -E 's/^ *([0-9]+) (.*)/NOT TESTED: \2 (\1 skipped)/' || true)
if [ -n "$skipped" ]; then printf '%s\n' "$skipped"; fi
# A run without any test is not a success.
closing=$(grep -aE 'Test run with [1-9][0-9]* tests? .*passed' "$log" | tail -n 1) || {
    echo "No test has run." >&2
    exit 1
}
echo "Test run with ${closing##*Test run with }${skipped:+; $(paste -sd ';' <<<"$skipped")}" > "${CI_SUMMARY:-/dev/null}"
