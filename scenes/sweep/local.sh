#!/bin/sh
# Runs the sweep on all processors of this machine, chunk by chunk. After an interruption, start it again to continue.
#
#   local.sh FOLDER [RESTITUTIONS [OFFSETS]]
set -eu
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER [RESTITUTIONS [OFFSETS]]" >&2; exit 2; }
here=$(dirname "$0")
chunks=$("$here/chunks.sh" "$@")
for chunk in $chunks; do
    "$here/run.sh" "$1" "$chunk" --threads "$(getconf _NPROCESSORS_ONLN)"
done
"$here/collect.sh" "$1"
