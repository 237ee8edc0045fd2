#!/usr/bin/env bash
# prove.slurm.sh FOLDER TASK…: the same as an array of Slurm, and a job that joins when all parts are proved. A part that is about
# to be ended gets SIGTERM first and leaves its file as it was.
set -euo pipefail
folder="$1"
shift
mkdir -p "$folder"
[ -e "$folder/parts" ] || isotask proof split "$@" --depth "${DEPTH:-4}" -o "$folder/parts"
parts=("$folder"/parts/part-????.json)
array="$(sbatch --parsable --array="1-${#parts[@]}" --signal=B:TERM@50 --output="$folder/part-%a.log" \
    --wrap "exec isotask proof run -q \"\$(printf '%s\n' '$folder'/parts/part-????.json | sed -n \"\${SLURM_ARRAY_TASK_ID}p\")\"")"
sbatch --parsable --dependency="afterok:$array" --output="$folder/join.log" \
    --wrap "exec isotask proof join '$folder/parts' -o '$folder/certificate.json'"
