#!/usr/bin/env bash
# prove.sh FOLDER TASK…: proves in parts that no schedule is better, with GNU parallel. DEPTH says into how many parts (2^DEPTH at
# most), JOBS how many at a time, LIMIT the seconds of a part. Run again, it proves what is left.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$1"
bash "$here/split.sh" "$@"
limit=()
[ -z "${LIMIT:-}" ] || limit=(--time-limit "$LIMIT")
# A part whose proof is there is skipped. An open one ends with 3: join says what all parts prove together.
printf '%s\n' "$folder"/parts/part-????.json |
    parallel --jobs "${JOBS:-100%}" --joblog "$folder/joblog" \
        "isotask proof run {} -q ${limit[*]:-}" || true
isotask proof join "$folder/parts" -o "$folder/certificate.json"
