#!/usr/bin/env bash
# The benchmarks' fixtures have the right answers, and the allocation counts are as promised.
# needs: Linux for the allocations; elsewhere only the answers are checked, and the output says so
set -euo pipefail
cd "$(dirname "$0")/.."

swift run -c release DeepLinksBenchmarks --check | tee "${CI_SUMMARY:-/dev/null}"
