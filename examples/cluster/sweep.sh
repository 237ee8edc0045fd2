#!/usr/bin/env bash
# sweep.sh FOLDER NETWORK… -- TASK… -- PORTS… -- OBJECTIVE…: solves every combination with GNU parallel, one process each, and gathers
# all results in FOLDER/results.csv. JOBS says how many at a time (default: one a core). Run again, it does what is left.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$1"
bash "$here/tasks.sh" "$@"
# What is done says its result, not the log. The words of a task are several arguments, so they are not quoted again.
parallel --colsep '\t' --jobs "${JOBS:-100%}" --joblog "$folder/joblog" \
    "bash '$here/one.sh' {1} {=2 uq() =}" :::: "$folder/tasks.tsv" || failed=$?
bash "$here/gather.sh" "$folder"
exit "${failed:-0}"
