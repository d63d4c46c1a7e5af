#!/bin/sh
# How much energy is left five seconds after the break, for restitutions from 0.5 to 1 (balls and walls alike)?
#
#   scenes/sweep/restitution.sh >energy.txt
#   gnuplot -p -e "plot 'energy.txt' with linespoints"
#
# BILLIARD_SIM names another program than the one at the top of the tree.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=${BILLIARD_SIM:-$here/../../billiard-sim}

echo '# e energy_left'
for e in 0.5 0.55 0.6 0.65 0.7 0.75 0.8 0.85 0.9 0.95 1; do
    "$program" -o /dev/null --energy - -e 250000 -s restitution=$e "$here/../break.json" |
        awk -F, -v e=$e 'NR == 2 { start = $3 } END { print e, $3 / start }'
done
