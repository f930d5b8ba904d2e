#!/usr/bin/env bash
# The source files are formatted as .swift-format asks.
set -euo pipefail
cd "$(dirname "$0")/.."

paths=()
for path in Package.swift Sources Tests Benchmarks; do
    if [ -e "$path" ]; then paths+=("$path"); fi
done
swift format lint --strict --recursive --parallel "${paths[@]}"
find "${paths[@]}" -name '*.swift' | wc -l | awk '{ print $1 " files" }' | tee "${CI_SUMMARY:-/dev/null}"
