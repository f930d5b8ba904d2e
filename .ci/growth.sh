#!/usr/bin/env bash
# The work of a lookup grows linearly with the link, and hardly with the number of routes; that of usual calls stays below a bound.
# Instructions are counted by valgrind, whose counts do not depend on the machine's load; without it nothing is claimed.
# needs: valgrind, which current Macs do not have
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v valgrind >/dev/null; then
    echo "NOT CHECKED: valgrind is not installed, so instructions are not counted" | tee "${CI_SUMMARY:-/dev/null}"
    exit 0
fi
swift build -c release --product DeepLinksBenchmarks 2>&1 | tail -n 1
# Valgrind gives up on the debug information of some builds.
program=.build/release/DeepLinksBenchmarks.stripped
strip -g -o "$program" .build/release/DeepLinksBenchmarks
# Without this, hashes and with them the instructions differ from run to run.
export SWIFT_DETERMINISTIC_HASHING=1

# The instructions of a benchmark that is repeated $3 times, with its preparation.
total() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" --filter "$1" --name "$2" --repeat "$3" 2>&1 >/dev/null |
        sed -nE 's/.*Collected : ([0-9]+).*/\1/p'
}

# The instructions of one operation: the difference removes the preparation, which is in both totals.
instructions() {
    local few many
    few=$(total "$1" "$2" 2)
    many=$(total "$1" "$2" 6)
    echo $(((many - few) / 4 / $3))
}

failed=0
worst=0
printf '%-38s %9s %9s\n' "" "4 KiB" "8 KiB"
for shape in "captures that could end anywhere" "patterns that agree for long" "escapes that were not needed" \
    "exclamation marks in a query" "items with escapes"; do
    half=$(instructions "growth: $shape" "4 KiB" 1)
    whole=$(instructions "growth: $shape" "8 KiB" 1)
    printf '%-38s %9d %9d\n' "$shape" "$half" "$whole"
    # The second half of 8 KiB costs as much as the first half, within five percent.
    percent=$((100 * (whole - half) / half))
    [ "$percent" -le "$worst" ] || worst=$percent
    if [ "$percent" -gt 105 ]; then
        echo "Twice the length takes $((100 + percent)) % of the instructions: $shape" >&2
        failed=1
    fi
done

# Twice as many segments that mix text and captures at one node take twice the work; searching in order adds a little.
for place in "at both ends" "between captures" "of any length"; do
    # Their operations are long, so one is enough.
    few=$(($(total "mixed segments, text $place" "1 000 routes" 2) - $(total "mixed segments, text $place" "1 000 routes" 1)))
    many=$(($(total "mixed segments, text $place" "2 000 routes" 2) - $(total "mixed segments, text $place" "2 000 routes" 1)))
    printf '%-38s %9d %9d\n' "mixed segments, text $place" $((few / 1000)) $((many / 1000))
    if [ $((many * 100)) -gt $((few * 225)) ]; then
        echo "Twice the mixed segments take $((100 * many / few)) % of the instructions: text $place" >&2
        failed=1
    fi
done

few=$(instructions "growth: number" "100 routes" 256)
many=$(instructions "growth: number" "10 000 routes" 256)
echo "A lookup among 100 routes: $few instructions; among 10 000: $many."
if [ $((many * 100)) -gt $((few * 115)) ]; then
    echo "A hundred times the routes take more than 15 % more instructions." >&2
    failed=1
fi

# Instructions of usual calls: suite and title, name, operations of one repetition, bound. Whoever makes one cheaper lowers its bound.
bound() {
    local count
    count=$(instructions "$1" "$2" "$3")
    printf '%-38s %9d of %d\n' "$2" "$count" "$4"
    if [ "$count" -gt "$4" ]; then
        echo "$2 takes $count instructions; the bound is $4: $1" >&2
        failed=1
    fi
}
bound "GitHub API, 130 routes, hits, caches" "trie, captures found" 130 650
bound "GitLab, 1 772 routes, hits" "trie, captures found" 1772 1800
bound "two captures in one segment" "trie, captures found" 3 1270
bound "external URL in, rewritten, action run" "rewriter alone" 8 6000
bound "external URL in, rewritten, action run" "rewriter, then handler" 8 7200
bound "external URL in, policy asked, action run" "coordinator" 8 10850
bound "external URL in, policy asked, action run" "coordinator, events observed" 8 20400
bound "external URL with a title in, policy asked, action run" "coordinator" 1 10150
bound "external URL with a title in, policy asked, action run" "rewriter alone" 1 5300

echo "8 KiB cost $((100 + worst)) % of 4 KiB at the most; 10 000 routes $((100 * many / few)) % of 100" >"${CI_SUMMARY:-/dev/null}"
exit $failed
