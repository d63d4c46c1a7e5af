#!/bin/sh
# Collects the finished runs of a sweep into one table and draws it.
#
#   collect.sh FOLDER    writes FOLDER/sweep.csv and, where gnuplot is installed, FOLDER/sweep.png
#
# spread is the root mean square distance of the racked balls from their common centre after one second; energy, ball_hits and
# wall_hits come from the summaries.
set -eu
here=$(dirname "$0")
folder=$1

echo "restitution,offset,spread,energy,ball_hits,wall_hits" >"$folder/sweep.csv"
find "$folder" -name '*_*.json' | awk '
# member(LINE, KEY): a number of a summary, found behind KEY.
function member(line, key) {
    line = substr(line, index(line, key) + length(key))
    sub(/[,}].*/, "", line)
    return line
}
# spread(FILE): of all balls but the cue ball in the last frame.
function spread(file, row, cell, step, n, x, y, squares) {
    while ((getline row <file) > 0) {
        split(row, cell, ",")
        if (cell[1] != step) {
            step = cell[1]
            n = x = y = squares = 0
        }
        if (cell[3] == 0)
            continue
        n++
        x += cell[4]
        y += cell[5]
        squares += cell[4] ^ 2 + cell[5] ^ 2
    }
    close(file)
    return sqrt(squares / n - (x / n) ^ 2 - (y / n) ^ 2)
}
{
    getline summary <$0
    close($0)
    split(substr($0, match($0, /[^\/]*$/)), value, "_")
    sub(/[.]json$/, ".csv")
    print value[1] "," value[2] + 0 "," spread($0) "," member(summary, "\"final\":") "," \
        member(summary, "\"collisions\":{\"ball\":") "," member(summary, "\"wall\":")
}' | LC_ALL=C sort -t, -k1,1n -k2,2n >>"$folder/sweep.csv"

if command -v gnuplot >/dev/null; then
    gnuplot -c "$here/../plot/sweep.gnuplot" "$folder/sweep.png" "$folder/sweep.csv"
fi
