#!/usr/bin/env bash
# The test suite passes in a debug build.
set -euo pipefail
cd "$(dirname "$0")/.."

log=.build/ci/tests.log
mkdir -p .build/ci

# The log has every line. Shown are all but the progress of the build, the tests that began or passed, and what
# XCTest says of its own suites, which have no tests; so failures and the closing line stand out.
swift test 2>&1 | tee "$log" | awk '
    /^\[[0-9]+\/[0-9]+\]/ { next }
    /^[^ ]+ (Test|Suite) .*started\.$/ { next }
    /^[^ ]+ (Test|Suite) .* passed after / && !/^[^ ]+ Test run with / { next }
    /^Test Suite .* (started|passed) at / || /^[ \t]*Executed 0 tests/ { next }
    { print; fflush() }'
# Passing without having run anything is no pass.
closing=$(grep -E 'Test run with [1-9][0-9]* tests? .*passed' "$log" | tail -n 1)
echo "${closing#* }" > "${CI_SUMMARY:-/dev/null}"
