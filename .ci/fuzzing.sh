#!/usr/bin/env bash
# The fuzzers find nothing within a short time each.
set -euo pipefail
cd "$(dirname "$0")/../Tests/Fuzzing"

# Seconds for each fuzzer, and where its dice start: always at the same place here, so that the outcome is the change's.
seconds=${FUZZ_SECONDS:-15}
seed=${FUZZ_SEED:-1}

swift build -c release --sanitize=fuzzer 2>&1 | grep -vE '^\[[0-9]+/[0-9]+\]|ld\.gold: ' || true
total=0
for program in .build/release/fuzz-*; do
    case $program in *.*.* | *.build/release/*.*) continue ;; esac
    [ -x "$program" ] && [ -f "$program" ] || continue
    name=${program##*/fuzz-}
    found=.build/found/$name
    rm -rf "$found" && mkdir -p "$found"
    # Swift's own backtraces would take the signal, and libFuzzer would not keep the input.
    if ! SWIFT_BACKTRACE=enable=no "$program" -seed="$seed" -max_total_time="$seconds" -max_len=512 -timeout=10 -rss_limit_mb=1024 \
        -dict=links.dict -print_final_stats=1 -artifact_prefix="$found-" "$found" "Corpus/$name" >"$found.log" 2>&1; then
        grep -aE 'Fatal error|ERROR|Test unit written' "$found.log" || tail -n 20 "$found.log"
        echo "The input is at Tests/Fuzzing/$found-…; the whole output is at Tests/Fuzzing/$found.log." >&2
        exit 1
    fi
    runs=$(sed -nE 's/^stat::number_of_executed_units: *//p' "$found.log")
    printf '%-16s %9d inputs\n' "$name" "$runs"
    total=$((total + runs))
done
if [ "$total" -eq 0 ]; then
    echo "No fuzzer has run." >&2
    exit 1
fi
echo "$total inputs, nothing found" >"${CI_SUMMARY:-/dev/null}"
