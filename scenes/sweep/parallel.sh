#!/bin/sh
# The sweep with GNU parallel, on all processors of this machine or of many, a chunk each. Interrupted and started again, it goes
# on where it was: --resume skips what the job log says is done, --resume-failed runs again what failed or was killed.
#
#   parallel.sh FOLDER [RESTITUTIONS [OFFSETS]]
#   HOSTS=one,two,: parallel.sh FOLDER [RESTITUTIONS [OFFSETS]]
#
# HOSTS are names for ssh, ":" is this machine; billiard-sim must be installed there. Script, scene and lines are sent along and
# the trajectories fetched, to and from the folder of the same name there; so FOLDER must be a relative path.
set -eu
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER [RESTITUTIONS [OFFSETS]]" >&2; exit 2; }
here=$(dirname "$0")
folder=$1
# -q: names of folders may have blanks and quotes
each() { echo "$chunks" | parallel -q --joblog "$folder/jobs" --resume --resume-failed "$@"; }
chunks=$("$here/chunks.sh" "$@")

if [ -n "${HOSTS-}" ]; then
    cp "$here/run.sh" "$here/../break.json" "$folder"
    each --sshlogin "$HOSTS" --workdir . --basefile "$folder/run.sh" \
        --basefile "$folder/break.json" --transferfile "$folder/{}.lines" --return "$folder/{}.csv" \
        env SCENE="$folder/break.json" "$folder/run.sh" "$folder" '{}'
else
    each "$here/run.sh" "$folder" '{}'
fi
"$here/collect.sh" "$folder"
