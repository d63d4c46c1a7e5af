#!/bin/sh
# The sweep as a plain loop. Interrupted and started again, it goes on where it was.
#
#   loop.sh FOLDER [RESTITUTIONS [OFFSETS]]
set -eu
here=$(dirname "$0")
folder=$1
shift
mkdir -p "$folder"
"$here/grid.sh" "$@" | while read -r restitution offset y; do
    "$here/run.sh" "$folder" "$restitution" "$offset" "$y"
done
"$here/collect.sh" "$folder"
