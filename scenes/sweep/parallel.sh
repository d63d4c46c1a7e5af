#!/bin/sh
# The sweep with GNU parallel, on all processors of this machine or of many. Interrupted and started again, it goes on
# where it was: --resume skips what the job log says is done, --resume-failed runs again what failed or was killed.
#
#   parallel.sh FOLDER [RESTITUTIONS [OFFSETS]]
#   HOSTS=one,two,: parallel.sh FOLDER [RESTITUTIONS [OFFSETS]]
#
# HOSTS are names for ssh, ":" is this machine; billiard-sim must be installed there. Script and scene are sent along and
# each job's two files fetched, to and from the folder of the same name there; so FOLDER must be a relative path.
set -eu
here=$(dirname "$0")
folder=$1
shift
mkdir -p "$folder"

if [ -n "${HOSTS-}" ]; then
    cp "$here/run.sh" "$here/../break.json" "$folder"
    "$here/grid.sh" "$@" | parallel --joblog "$folder/jobs" --resume --resume-failed --colsep ' ' \
        --sshlogin "$HOSTS" --workdir . --basefile "$folder/run.sh" --basefile "$folder/break.json" \
        --return "$folder/{1}_{2}.csv" --return "$folder/{1}_{2}.json" \
        SCENE="$folder/break.json" "$folder/run.sh" "$folder" '{1}' '{2}' '{3}'
else
    "$here/grid.sh" "$@" | parallel --joblog "$folder/jobs" --resume --resume-failed --colsep ' ' \
        "$here/run.sh" "$folder" '{1}' '{2}' '{3}'
fi
"$here/collect.sh" "$folder"
