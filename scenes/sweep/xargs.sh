#!/bin/sh
# The sweep on all processors of this machine with xargs. Interrupted and started again, it goes on where it was.
#
#   xargs.sh FOLDER [RESTITUTIONS [OFFSETS]]
set -eu
here=$(dirname "$0")
folder=$1
shift
mkdir -p "$folder"
"$here/grid.sh" "$@" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -n 3 "$here/run.sh" "$folder"
"$here/collect.sh" "$folder"
