#!/usr/bin/env bash
# The benchmarks' fixtures have the right answers, and the counted allocations are as promised.
set -euo pipefail
cd "$(dirname "$0")/.."

swift run -c release Benchmarks --check | tee "${CI_SUMMARY:-/dev/null}"
