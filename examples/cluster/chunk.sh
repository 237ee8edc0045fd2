#!/usr/bin/env bash
# chunk.sh SCRIPTS FOLDER CHUNK: what a member of the array of sweep.slurm.sh does, its CHUNK tasks one after the other.
set -euo pipefail
scripts="$1" folder="$2" chunk="$3"
failed=0
while IFS=$'\t' read -r result words; do
    # The words of a task are several arguments.
    read -ra arguments <<<"$words"
    bash "$scripts/one.sh" "$result" "${arguments[@]}" </dev/null || failed=$?
done < <(tail -n "+$(((SLURM_ARRAY_TASK_ID - 1) * chunk + 1))" "$folder/tasks.tsv" | head -n "$chunk")
exit "$failed"
