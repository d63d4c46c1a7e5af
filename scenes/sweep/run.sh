#!/bin/sh
# One chunk of the sweep in one process; nothing if it was finished before. A trajectory gets its name when all of it is there,
# so one that is there says that the chunk is done.
#
#   run.sh FOLDER CHUNK [OPTION]...
#
# FOLDER holds CHUNK.lines and gets CHUNK.csv: first and last frame of each run. BILLIARD_SIM names another program than the one
# at the top of the tree or, without a tree, the installed one; SCENE another scene than break.json.
set -eu
[ $# -ge 2 ] || { echo "usage: $(basename "$0") FOLDER CHUNK [OPTION]..." >&2; exit 2; }
here=$(dirname "$0")
program=${BILLIARD_SIM:-$here/../../billiard-sim}
command -v "$program" >/dev/null || program=billiard-sim

folder=$1
chunk=$2
shift 2
[ ! -e "$folder/$chunk.csv" ] || exit 0
exec "$program" -q --batch "$folder/$chunk.lines" -s duration=1 -s frame=1 -o "$folder/$chunk.csv" "$@" "${SCENE:-$here/../break.json}"
