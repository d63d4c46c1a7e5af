#!/bin/sh
# Cuts the runs of the sweep into chunks of lines, FOLDER/0000.lines, FOLDER/0001.lines, ..., and prints the number of each:
# what one process or one task does, and what is repeated when it is interrupted. Chunks that are there stay.
#
#   chunks.sh FOLDER [RESTITUTIONS [OFFSETS]]
#
# CHUNK is the number of lines in each; 100 unless given.
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER [RESTITUTIONS [OFFSETS]]" >&2; exit 2; }
here=$(dirname "$0")
folder=$1
shift
mkdir -p "$folder"
"$here/grid.sh" "$@" | folder=$folder awk -v chunk="${CHUNK-100}" '{
    number = sprintf("%04d", (NR - 1) / chunk)
    if (number != last)
        print last = number
    print >ENVIRON["folder"] "/" number ".lines"
}'
