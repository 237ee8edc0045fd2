#!/usr/bin/env bash
# sweep.sh FOLDER NETWORK… -- TASK… -- PORTS… -- OBJECTIVE…: solves every combination, one process each, and gathers all results in
# FOLDER/results.csv. JOBS says how many at a time (default: one a core). Run again, it does what is left.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$1"
shift
lists=("" "" "" "")
at=0
for word in "$@"; do
    if [ "$word" = -- ]; then
        at=$((at + 1))
    else
        lists[at]+="$word"$'\n'
    fi
done
mkdir -p "$folder/results"
# One line a task: the file of its result, then its words.
while IFS= read -r network; do
    while IFS= read -r task; do
        while IFS= read -r ports; do
            while IFS= read -r objective; do
                words="$network $task --ports $ports --objective $objective"
                name="$(printf '%s' "$words" | tr -cs 'A-Za-z0-9.,-' '_')"
                printf '%s\t%s\n' "$folder/results/$name.json" "$words"
            done <<<"${lists[3]%$'\n'}"
        done <<<"${lists[2]%$'\n'}"
    done <<<"${lists[1]%$'\n'}"
done <<<"${lists[0]%$'\n'}" >"$folder/tasks.tsv"
# What is done says its result, not the log. The words of a task are several arguments, so they are not quoted again.
parallel --colsep '\t' --jobs "${JOBS:-100%}" --joblog "$folder/joblog" \
    "bash '$here/one.sh' {1} {=2 uq() =}" :::: "$folder/tasks.tsv" || failed=$?
cut -f 1 "$folder/tasks.tsv" | while IFS= read -r result; do
    [ -s "$result" ] && printf '%s\0' "$result"
done | xargs -0 isotask table -o "$folder/results.csv"
exit "${failed:-0}"
