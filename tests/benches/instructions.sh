#!/usr/bin/env bash
# Instructions of one decomposition of the 13-cube's total exchange (53 248 units) by each form of its matrix, counted by
# callgrind: the same on every run of one build. Needs valgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

bench="$(cargo bench --no-default-features --bench quotient --no-run 2>&1 |
    sed -n 's/.*Executable.*(\(.*\))/\1/p')"
for form in stored masks implied; do
    valgrind --tool=callgrind --callgrind-out-file=/dev/null --toggle-collect='*measured*' \
        "$bench" once "$form" 2>&1 |
        awk -v form="$form" '/units/ { units = $1 } /Collected/ { n = $NF }
            END { printf "%-8s %9d instructions, %.1f for each unit\n", form, n, n / units }'
done
