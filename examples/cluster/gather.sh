#!/usr/bin/env bash
# gather.sh FOLDER: the results of a sweep that are there, in the order of its tasks, as FOLDER/results.csv.
set -euo pipefail
folder="$1"
while IFS=$'\t' read -r result _; do
    [ ! -s "$result" ] || printf '%s\0' "$result"
done <"$folder/tasks.tsv" | xargs -0 --no-run-if-empty --max-chars=1500000 --exit isotask table -o "$folder/results.csv"
