#!/bin/sh
# Runs one chunk of the sweep in one process, or nothing if the chunk is finished. A trajectory gets its name only when it is
# complete, so a trajectory that exists means that the chunk is done. Runs that fail are reported; they are no reason to stop.
#
#   run.sh FOLDER CHUNK [OPTION]...
#
# FOLDER holds CHUNK.lines and gets CHUNK.csv: first and last frame of each run. The program is the one at the top of the source,
# the one installed with this script, or that of PATH, unless BILLIARD_SIM names it; SCENE names another scene than break.json.
set -eu
[ $# -ge 2 ] || { echo "usage: $(basename "$0") FOLDER CHUNK [OPTION]..." >&2; exit 2; }
here=$(dirname "$0")
for program in "${BILLIARD_SIM:-$here/../../billiard-sim}" "$here/../../../../bin/billiard-sim" billiard-sim; do
    ! command -v "$program" >/dev/null || break
done

folder=$1
chunk=$2
shift 2
[ ! -e "$folder/$chunk.csv" ] || exit 0
status=0
"$program" -q --batch "$folder/$chunk.lines" -s duration=1 -s frame=1 -o "$folder/$chunk.csv" "$@" "${SCENE:-$here/../break.json}" || status=$?
if [ "$status" -eq 0 ]; then exit; fi
[ -e "$folder/$chunk.csv" ] || exit "$status"
echo "$(basename "$0"): $folder/$chunk is done, but some of its runs failed" >&2
