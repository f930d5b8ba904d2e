#!/usr/bin/env bash
# The fuzzer finds no fault within a short time for each oracle, and no memory is misused or leaked.
# needs: Linux, whose toolchain has libFuzzer and finds leaks
set -euo pipefail
if [ "$(uname)" != Linux ]; then
    echo "NOT CHECKED: the fuzzers need the toolchain of Linux, which has libFuzzer and finds leaks" | tee "${CI_SUMMARY:-/dev/null}"
    exit 0
fi
cd "$(dirname "$0")/../Tests/Fuzzing"

# Seconds for each oracle, and the random seed: always the same here, so that a different outcome comes from the change.
seconds=${FUZZ_SECONDS:-3}
seed=${FUZZ_SEED:-1}
# The fuzzer has one thread, so as many run at once as there are processors.
processors=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

# With the address sanitizer every input, starting with the corpus, also shows that memory is used correctly: the package's
# unsafe code, all of it in PathMatching, runs for each of them. The compiler takes the last of several such options, and the
# package manager passes them in any order, so one more option names both. A debug build without line numbers takes a quarter
# of the time of an optimized one; long runs use that, see README.md.
mkdir -p ../../.build/ci
log=../../.build/ci/fuzzing-build.log
options=(--sanitize=fuzzer --sanitize=address -Xswiftc -sanitize=fuzzer,address -Xswiftc -gnone --disable-index-store)
if ! swift build "${options[@]}" >"$log" 2>&1; then
    grep -vE '^\[[0-9]+/[0-9]+\]|ld\.gold: ' "$log" >&2
    echo "The fuzzer does not build." >&2
    exit 1
fi
found=.build/found
rm -rf "$found" && mkdir -p "$found"

# Runs an oracle on folders of inputs or on single inputs, and keeps its output.
fuzz() { # oracle, log, inputs
    local oracle=$1 log=$2
    shift 2
    # Swift's own backtraces would catch the signal, and libFuzzer would not keep the input. The known leaks are told by a function
    # that can be more than 30 calls away, which is where stacks usually end.
    FUZZ_ORACLE=$oracle SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=malloc_context_size=60 LSAN_OPTIONS=suppressions=known-leaks.txt:print_suppressions=0 \
        .build/debug/fuzz -seed="$seed" -max_total_time="$seconds" -max_len=70000 -timeout=60 -rss_limit_mb=2048 \
        -dict=links.dict -print_final_stats=1 -artifact_prefix="${log%.log}-" "$@" >"$log" 2>&1
}

# A check that cannot fail is no check.
while IFS='|' read -r input report; do
    printf %s "$input" >"$found/$input"
    if fuzz planted "$found/planted.log" "$found/$input" || ! grep -aq "$report" "$found/planted.log"; then
        cat "$found/planted.log" >&2
        echo "The fuzzer does not find a planted fault: $input." >&2
        exit 1
    fi
done <<'FAULTS'
promise|A planted promise does not hold
memory|ERROR: AddressSanitizer: heap-use-after-free
leak|ERROR: LeakSanitizer: detected memory leaks
FAULTS

oracles=()
for folder in Corpus/*/; do oracles+=("$(basename "$folder")"); done
for ((first = 0; first < ${#oracles[@]}; first += processors)); do
    running=()
    for name in "${oracles[@]:first:processors}"; do
        mkdir -p "$found/$name"
        fuzz "$name" "$found/$name.log" "$found/$name" "Corpus/$name" &
        running+=($!)
    done
    failed=0
    for number in "${!running[@]}"; do
        if wait "${running[number]}"; then continue; fi
        failed=1
        log=$found/${oracles[first + number]}.log
        grep -aE 'Fatal error|ERROR|Test unit written' "$log" >&2 || tail -n 20 "$log" >&2
        echo "The input is at Tests/Fuzzing/${log%.log}-…; the whole output is at Tests/Fuzzing/$log." >&2
    done
    [ "$failed" -eq 0 ] || exit 1
done

total=0
for name in "${oracles[@]}"; do
    runs=$(sed -nE 's/^stat::number_of_executed_units: *//p' "$found/$name.log")
    longest=$(find "$found/$name" -type f -size +8k | wc -l)
    printf '%-16s %9d inputs, %4d of those kept are longer than 8 KiB\n' "$name" "$runs" "$longest"
    if [ "$runs" -eq 0 ]; then
        echo "No input was tried." >&2
        exit 1
    fi
    total=$((total + runs))
done
echo "$total inputs, nothing found; each of 3 planted faults is" >"${CI_SUMMARY:-/dev/null}"
