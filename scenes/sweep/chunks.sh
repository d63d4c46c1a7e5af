#!/bin/sh
# Cuts the runs of the sweep into chunks of lines, FOLDER/0000.lines, FOLDER/0001.lines, ..., and prints the number of each:
# what one process or one task does, and what is repeated when it is interrupted. A folder that holds chunks of other runs is
# refused, as its finished chunks are not repeated.
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
runs=$("$here/grid.sh" "$@")
chunks=$(echo "$runs" | folder=$folder awk -v chunk="${CHUNK-100}" '{
    number = sprintf("%04d", (NR - 1) / chunk)
    if (number != last)
        print last = number
    print >ENVIRON["folder"] "/" number ".new"
}')
for lines in "$folder"/[0-9]*.lines; do
    [ ! -e "$lines" ] || cmp -s "$lines" "${lines%.lines}.new" || {
        echo "$(basename "$0"): $folder holds another sweep; take another folder" >&2
        rm "$folder"/[0-9]*.new
        exit 1
    }
done
for chunk in $chunks; do
    mv "$folder/$chunk.new" "$folder/$chunk.lines"
    echo "$chunk"
done
