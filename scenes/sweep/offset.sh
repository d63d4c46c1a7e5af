#!/bin/sh
# How does the break depend on how far off centre the cue ball hits? Sideways momentum and energy left after a second.
#
#   scenes/sweep/offset.sh >offset.txt
#   gnuplot -p -e "plot 'offset.txt' using 1:2 with linespoints"
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${BILLIARD_SIM:-$here/../../billiard-sim}

echo '# offset_mm cue_vy energy_left'
for offset in 0 2 4 6 8 10 15 20 25 30 40 50; do
    y=$(awk "BEGIN { print 0.635 + $offset / 1000 }")
    "$program" -n 50000 -e 10000 -s balls.0.y="$y" "$here/../break.json" | awk -F, -v offset=$offset '
        $1 == 10000 && $3 == 0 { vy = $7 }
        $1 == 50000 { energy += 0.17 * ($6 ^ 2 + $7 ^ 2) / 2 }
        END { print offset, vy, energy / 5.44 }'
done
