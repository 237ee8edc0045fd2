#!/usr/bin/env bash
# prove.slurm.sh FOLDER TASK…: the same as an array of Slurm, and a job that joins when all parts are proved. A part whose time ends gets
# SIGTERM before that, and leaves the bound that it has; submitted again, the parts that are proved are skipped.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$1"
bash "$here/split.sh" "$@"
parts=("$folder"/parts/part-????.json)
array="$(sbatch --parsable --array="1-${#parts[@]}" --signal=B:TERM@50 --output="$folder/part-%a.log" \
    --wrap "exec isotask proof run -q \"\$(printf '%s\n' '$folder'/parts/part-????.json | sed -n \"\${SLURM_ARRAY_TASK_ID}p\")\"")"
sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes --output="$folder/join.log" \
    --wrap "exec isotask proof join '$folder/parts' -o '$folder/certificate.json'"
