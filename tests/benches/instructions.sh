#!/usr/bin/env bash
# Instructions of one decomposition of the 13-cube's total exchange (53 248 units) by each form of its matrix, counted by
# callgrind: the same on every run of one build. Fails if a form takes over a tenth more than instructions.txt beside this
# file has; another compiler may move the figures by some hundredths. `--record` writes that file anew. Needs valgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

recorded="tests/benches/instructions.txt"
bench="$(cargo bench --manifest-path tests/benches/Cargo.toml --no-default-features --bench quotient --no-run 2>&1 |
    sed -n 's/.*Executable.*(\(.*\))/\1/p')"
counted="$(for form in stored implied; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*measured*' \
        "$bench" once "$form" 2>&1 |
        awk -v form="$form" '/units/ { units = $1 } /Collected/ { n = $NF }
            END { printf "%-8s %9d instructions, %.1f for each unit\n", form, n, n / units }'
done)"
echo "$counted"
if [ "${1:-}" = --record ]; then
    echo "$counted" >"$recorded"
    exit
fi
awk 'NR == FNR { limit[$1] = $2 * 1.1; next }
    !($1 in limit) || $2 > limit[$1] { printf "%s: %d instructions, expected at most %d\n", $1, $2, limit[$1]; failed = 1 }
    END { exit failed }' "$recorded" <(echo "$counted")
