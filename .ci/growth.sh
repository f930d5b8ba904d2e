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
swift build -c release --scratch-path .build/optimized --product DeepLinksBenchmarks 2>&1 | tail -n 1
# Valgrind gives up on the debug information of some builds.
program=.build/optimized/release/DeepLinksBenchmarks.stripped
strip -g -o "$program" .build/optimized/release/DeepLinksBenchmarks
# Without the first, hashes and with them the instructions differ from run to run; without the second, the first call of each function
# of a library costs hundreds of instructions more, whenever it comes.
export SWIFT_DETERMINISTIC_HASHING=1 LD_BIND_NOW=1

# The instructions of one operation: suite, name, operations of one repetition. The preparation is not counted.
instructions() {
    local total
    total=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*repeatedWork*' \
        "$program" --filter "$1" --name "$2" --repeat 1 2>&1 >/dev/null | sed -nE 's/.*Collected : ([0-9]+).*/\1/p')
    echo $((total / $3))
}

failed=0
fail() {
    echo "$1" >&2
    failed=1
}
# Says what two sizes cost, and fails if the larger costs more than $6 percent of the smaller.
grows() { # words, suite, name of the smaller, of the larger, operations, percent
    local file=.build/ci/growth.smaller smaller larger
    # Both are counted at once.
    instructions "$2" "$3" "$5" >"$file" &
    larger=$(instructions "$2" "$4" "$5")
    wait $!
    smaller=$(cat "$file")
    printf '%-50s %10d %10d\n' "$1" "$smaller" "$larger"
    [ $((100 * larger)) -le $(($6 * smaller)) ] || fail "The larger takes $((100 * larger / smaller)) % of the instructions of the smaller: $1"
}

# The second half of 8 KiB costs as much as the first half, within five percent.
for shape in "captures that could end anywhere" "patterns that agree for long" "escapes that were not needed" \
    "exclamation marks in a query" "items with escapes"; do
    grows "4 and 8 KiB: $shape" "growth: $shape" "4 KiB" "8 KiB" 1 205
done
# Twice as many segments that mix text and captures at one node take twice the work; searching in order adds a little.
for place in "at both ends" "between captures" "of any length"; do
    grows "500 and 1 000 mixed segments, text $place" "mixed segments, text $place" "500 routes" "1 000 routes" 1 225
done
# So do twice as many links that wait.
for kind in "are restored" "wait and get their turns"; do
    grows "2 500 and 5 000 links that $kind" "growth: links that $kind" "2 500 links" "5 000 links" 1 213
done
grows "a lookup among 100 and 10 000 routes" "growth: number" "100 routes" "10 000 routes" 256 115

# Instructions of usual calls: suite, name, operations of one repetition, bound. Whoever makes one cheaper lowers its bound.
while IFS='|' read -r suite name operations bound; do
    count=$(instructions "$suite" "$name" "$operations")
    printf '%-50s %10d of %d\n' "$name" "$count" "$bound"
    [ "$count" -le "$bound" ] || fail "$name takes $count instructions; the bound is $bound: $suite"
done <<'BOUNDS'
GitHub API, 130 routes, hits, caches|trie, captures found|130|545
GitLab, 1 772 routes, hits|trie, captures found|1772|1440
two captures in one segment|trie, captures found|3|800
register: GitHub API, 130 routes|trie, patterns parsed|130|4330
start of an app: 500 routes, 200 rules|rewriter: 200 rules, as code|200|132500
external URL in, rewritten, action run|rewriter alone|8|4290
external URL in, rewritten, action run|rewriter, then handler|8|5200
external URL in, policy asked, action run|coordinator|8|7000
external URL in, policy asked, action run|coordinator, events observed|8|12600
external URL with a title in, policy asked, action run|coordinator|1|6250
external URL with a title in, policy asked, action run|rewriter alone|1|3500
BOUNDS
echo "twice the length costs at most 205 %; 10 000 routes at most 115 % of 100" >"${CI_SUMMARY:-/dev/null}"
exit $failed
