#!/usr/bin/env bash
# split.sh FOLDER TASK…: cuts a proof into the parts of FOLDER/parts, unless they are there; all at once, so that a crash leaves none.
set -euo pipefail
folder="$1"
shift
[ ! -e "$folder/parts" ] || exit 0
mkdir -p "$folder"
rm -rf "$folder/parts.new"
isotask proof split "$@" --depth "${DEPTH:-4}" -o "$folder/parts.new" >/dev/null
mv "$folder/parts.new" "$folder/parts"
