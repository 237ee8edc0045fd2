#!/usr/bin/env bash
# one.sh RESULT WORDS…: solves one task, its result into a file. A result is there wholly or not at all; one that is there stays.
set -euo pipefail
result="$1"
shift
[ -s "$result" ] && exit 0
mkdir -p "$(dirname "$result")"
status=0
isotask solve "$@" --json >"$result.part" || status=$?
case "$status" in
# 2 is a task that does not fit its network or its ports: the result says so.
0 | 2 | 3) mv "$result.part" "$result" ;;
*)
    # Interrupted or killed: to be done again.
    rm -f "$result.part"
    exit "$status"
    ;;
esac
