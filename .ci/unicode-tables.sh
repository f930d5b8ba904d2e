#!/usr/bin/env bash
# The tables of canonical composition agree with the Unicode data that Python has.
set -euo pipefail
cd "$(dirname "$0")/.."

if command -v python3 >/dev/null; then
    python3 -B .ci/canonical-composition.py --check | tee "${CI_SUMMARY:-/dev/null}"
else
    echo "not checked: there is no python3 here" | tee "${CI_SUMMARY:-/dev/null}"
fi
