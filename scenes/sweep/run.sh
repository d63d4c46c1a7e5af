#!/bin/sh
# One run of the sweep; nothing if it was finished before. A run that is ended by a signal writes what it has and fails, so
# the summary gets its name when the run has succeeded: a summary that is there says that the run is done.
#
#   run.sh FOLDER RESTITUTION OFFSET Y
#
# FOLDER gets a trajectory (first and last frame) and a summary. BILLIARD_SIM names another program than the one at the
# top of the tree or, without a tree, the installed one; SCENE another scene than break.json.
set -eu
here=$(dirname "$0")
program=${BILLIARD_SIM:-$here/../../billiard-sim}
command -v "$program" >/dev/null || program=billiard-sim

name=$1/$2_$3
[ -e "$name.json" ] && exit
"$program" -q -n 50000 -e 50000 -s "restitution.ball=$2" -s "balls.0.y=$4" \
    -o "$name.csv" --summary "$name.part" "${SCENE:-$here/../break.json}"
mv "$name.part" "$name.json"
