#!/usr/bin/env bash
# tasks.sh FOLDER NETWORK… -- TASK… -- PORTS… -- OBJECTIVE…: writes FOLDER/tasks.tsv, a line for every combination: the file of its
# result, then its words.
set -euo pipefail
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
while IFS= read -r network; do
    while IFS= read -r task; do
        while IFS= read -r ports; do
            while IFS= read -r objective; do
                words="$network $task --ports $ports --objective $objective"
                printf '%s/results/%s.json\t%s\n' "$folder" "${words//[^A-Za-z0-9.,-]/_}" "$words"
            done <<<"${lists[3]%$'\n'}"
        done <<<"${lists[2]%$'\n'}"
    done <<<"${lists[1]%$'\n'}"
done <<<"${lists[0]%$'\n'}" >"$folder/tasks.tsv"
