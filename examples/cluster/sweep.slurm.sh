#!/usr/bin/env bash
# sweep.slurm.sh FOLDER NETWORK… -- TASK… -- PORTS… -- OBJECTIVE…: the same as an array of Slurm, and a job that gathers the results
# that are there when it ends. A member of the array solves CHUNK tasks (default 50), one process each: small tasks are shorter than
# what Slurm needs to start a job. Submitted again, it does what is left.
set -euo pipefail
here="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)"
folder="$1"
bash "$here/tasks.sh" "$@"
chunk="${CHUNK:-50}"
members=$((($(wc -l <"$folder/tasks.tsv") + chunk - 1) / chunk))
array="$(sbatch --parsable --array="1-$members" --output="$folder/sweep-%a.log" "$here/chunk.sh" "$here" "$folder" "$chunk")"
sbatch --parsable --dependency="afterany:$array" --output="$folder/gather.log" --wrap "exec bash '$here/gather.sh' '$folder'"
