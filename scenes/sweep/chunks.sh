#!/bin/sh
# Cuts the runs of the sweep into chunks of lines, FOLDER/00000000.lines, FOLDER/00000001.lines, ..., and prints the number of each:
# what one process or one task does, and what is repeated when it is interrupted. A folder that holds chunks of other runs is
# refused, as its finished chunks are not repeated.
#
#   chunks.sh FOLDER [RESTITUTIONS [OFFSETS]]
#
# CHUNK is the number of lines in each, an integer from 1; 100 unless given.
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
[ $# -ge 1 ] || { echo "usage: $(basename "$0") FOLDER [RESTITUTIONS [OFFSETS]]" >&2; exit 2; }
case ${CHUNK-100} in
'' | 0* | *[!0-9]*) echo "$(basename "$0"): CHUNK=$CHUNK: must be an integer from 1" >&2; exit 2 ;;
esac
here=$(dirname "$0")
folder=$1
shift
runs=$("$here/grid.sh" "$@")
mkdir -p "$folder"
chunks=$(echo "$runs" | folder=$folder awk -v chunk="${CHUNK-100}" '{
    if ((NR - 1) % chunk == 0) {
        if (NR > 1) close(file) # a process may have a thousand files open
        number = sprintf("%08d", (NR - 1) / chunk)
        file = ENVIRON["folder"] "/" number ".new"
        print number
    }
    print >file
}')
for lines in "$folder"/[0-9]*.lines; do
    [ ! -e "$lines" ] || cmp -s "$lines" "${lines%.lines}.new" || {
        echo "$(basename "$0"): $folder holds another sweep; take another folder" >&2
        find "$folder" -name '[0-9]*.new' -exec rm {} +
        exit 1
    }
done
for chunk in $chunks; do
    mv "$folder/$chunk.new" "$folder/$chunk.lines"
    echo "$chunk"
done
