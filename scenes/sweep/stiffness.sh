#!/bin/sh
# Which impact law do springs approach as they get stiffer? A cradle of three touching balls, elastic: the final speeds stay
# the same for every k, and are those of hooke, which the last line gives.
#
#   scenes/sweep/stiffness.sh
#
# Lengths shrink as 1/sqrt(k) and times with them, so dt is a fixed part of the contact time.
set -eu
export LC_ALL=C # some awks write a decimal comma where the locale has one
here=$(dirname "$0")
for program in "${BILLIARD_SIM:-$here/../../billiard-sim}" "$here/../../../../bin/billiard-sim" billiard-sim; do
    ! command -v "$program" >/dev/null || break
done

stiffnesses='10 30 100 300 1000 3000'
echo '# k v0 v1 v2'
for k in $stiffnesses; do
    awk -v k="$k" 'BEGIN { dt = 0.01 / sqrt(k); print "k=" k, "dt=" dt, "steps=" int(4.5 / dt), "every=" int(4.5 / dt) }'
done | "$program" --batch - -i spring-rk4 -f csv-wide -s restitution=1 -s balls.1.rows=2 -s balls.1.gap=0 "$here/../cradle.json" |
    awk -F, -v stiffnesses="$stiffnesses" 'BEGIN { split(stiffnesses, k, " ") }
        NR > 1 && $2 > 0 { printf "%s %.4f %.4f %.4f\n", k[$1 + 1], $6, $10, $14 }'
"$program" -f csv-wide -s impact=hooke -s duration=4.5 -s restitution=1 -s balls.1.rows=2 -s balls.1.gap=0 "$here/../cradle.json" |
    awk -F, 'END { printf "hooke %.4f %.4f %.4f\n", $5, $9, $13 }'
