#!/usr/bin/env bash
# The benchmarks' fixtures have the right answers, and the counted allocations are as claimed.
set -euo pipefail
cd "$(dirname "$0")/.."

if ! grep -q '"Benchmarks"' Package.swift; then
    echo "The manifest has no benchmarks."
    exit 0
fi
swift run -c release Benchmarks --check
